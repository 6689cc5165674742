/** All exports, by their name in URLs. An operation with an export adds its line here. */
import { inventoryExportables } from '../stock/inventory/list_inventory.ts'
import { variantsTable } from '../catalogue/variants/variants_table.ts'
import { orderFile } from '../purchasing/orders/order_file.ts'
import { documentFile } from '../documents/document_file.ts'
import { exportableTable } from '../tables/export_table.ts'
import { reportTable } from '../imports/report/report_table.ts'
import { organizationExportFile } from '../platform/organization_export/operations.ts'
import type { Exports } from '../tables/exports.ts'

export const exports: Exports = {
  tables: [exportableTable(variantsTable), ...inventoryExportables, reportTable],
  files: [orderFile, documentFile],
  stored: [organizationExportFile],
}
