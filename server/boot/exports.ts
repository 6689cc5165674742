/** Everything that can be exported, by the name its addresses carry. An operation with an export adds its line here. */
import { inventory_exportables } from '../stock/inventory/list_inventory.ts'
import { variantsTable } from '../catalogue/variants/variants_table.ts'
import { orderFile } from '../purchasing/orders/order_file.ts'
import { documentFile } from '../documents/document_file.ts'
import { type Exportable, exportableTable } from '../tables/export_table.ts'
import type { MadeFile } from '../tables/made_file.ts'

export const exportables: readonly Exportable[] = [exportableTable(variantsTable), ...inventory_exportables]

/** Files that are made whole instead of row by row. */
export const made_files: readonly MadeFile[] = [orderFile, documentFile]
