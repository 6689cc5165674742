/** All exports, by their name in URLs. An operation with an export adds its line here. */
import { eventsExportable } from '../insight/velocity/demand_events/list_demand_events.ts'
import { velocityExportables } from '../insight/velocity/list_velocity.ts'
import { inventoryExportables } from '../stock/inventory/list_inventory.ts'
import { salesExportables } from '../insight/sales/table/list_sales.ts'
import { variantsTable } from '../catalogue/variants/variants_table.ts'
import { orderFile } from '../purchasing/orders/order_file.ts'
import { documentFile } from '../documents/document_file.ts'
import { interchangeFile } from '../partners/edi/interchange_file.ts'
import { statementFile } from '../selling/payments/statements/statement_file.ts'
import { creditNoteFile } from '../selling/credit_notes/credit_note_file.ts'
import { invoiceFile } from '../selling/invoices/invoice_file.ts'
import { cartonLabelsFile } from '../selling/carton_labels/carton_labels_file.ts'
import { packingSlipFile } from '../selling/packing_slips/packing_slip_file.ts'
import { pickListFile } from '../selling/pick_lists/get_pick_list.ts'
import { reportDeliveryFile } from '../planning/report_schedules/get_deliveries.ts'
import { reportFile } from '../planning/reports/files/report_file.ts'
import { orderPaperFile } from '../selling/order_documents/source_file.ts'
import { refusedRowsExportable } from '../partners/sell_out/list_refused_rows.ts'
import { exportableTable } from '../tables/export_table.ts'
import { reportTable } from '../imports/report/report_table.ts'
import { organizationExportFile } from '../platform/organization_export/operations.ts'
import { auditExportable } from '../platform/audit/list_audit_events.ts'
import type { Exports } from '../tables/exports.ts'

export const exports: Exports = {
  tables: [
    exportableTable(variantsTable),
    ...inventoryExportables,
    ...salesExportables,
    ...velocityExportables,
    eventsExportable,
    refusedRowsExportable,
    reportTable,
    auditExportable,
  ],
  files: [
    orderFile,
    documentFile,
    invoiceFile,
    creditNoteFile,
    packingSlipFile,
    cartonLabelsFile,
    statementFile,
    pickListFile,
    interchangeFile,
    reportFile,
  ],
  stored: [organizationExportFile, orderPaperFile, reportDeliveryFile],
}
