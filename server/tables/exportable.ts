/** Everything that can be exported, by the name its addresses carry. An operation with an export adds its line here. */
import { inventory_exportables } from '../areas/inventory/list_inventory.ts'
import { variantsTable } from '../areas/products/variants_table.ts'
import { orderFile } from '../areas/purchase_orders/order_file.ts'
import { documentFile } from '../outbound/document_file.ts'
import { type Exportable, exportableTable } from './export_table.ts'
import type { MadeFile } from './made_file.ts'

export const exportables: readonly Exportable[] = [exportableTable(variantsTable), ...inventory_exportables]

/** Files that are made whole instead of row by row. */
export const made_files: readonly MadeFile[] = [orderFile, documentFile]
