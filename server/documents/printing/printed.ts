/** The facts of every document that is printed. */
import type { PrintedCartonLabels } from './printed_carton_labels.ts'
import type { PrintedInvoice } from './printed_invoice.ts'
import type { PrintedOrder } from './printed_order.ts'
import type { PrintedPackingSlip } from './printed_packing_slip.ts'
import type { PrintedPickList } from './printed_pick_list.ts'
import type { PrintedReport } from './printed_report.ts'
import type { PrintedStatement } from './printed_statement.ts'

export type Printed =
  | PrintedOrder
  | PrintedInvoice
  | PrintedReport
  | PrintedPickList
  | PrintedPackingSlip
  | PrintedStatement
  | PrintedCartonLabels
