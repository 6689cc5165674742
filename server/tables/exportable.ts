/** Everything that can be exported, by the name its addresses carry. An operation with an export adds its line here. */
import { inventory_exportables } from '../areas/inventory/list_inventory.ts'
import { variantsTable } from '../areas/products/variants_table.ts'
import { type Exportable, exportableTable } from './export_table.ts'

export const exportables: readonly Exportable[] = [exportableTable(variantsTable), ...inventory_exportables]
