/** Orders and returns. Each resource lists its operations in the order of the specification. */
import { actOnOrders } from './order_changes/act_on_orders.ts'
import type { Operation } from '../contract/operation.ts'
import { listSalesCoverage } from './sales_facts/coverage/list_coverage.ts'
import { stateRecordedThrough } from './sales_facts/coverage/state_recorded_through.ts'
import { createSalesChannel, getSalesChannel, listSalesChannels, updateSalesChannel } from './channels/channels.ts'
import { getCustomer } from './customers/get_customer.ts'
import { listCustomers } from './customers/list_customers.ts'
import { allocateOrder } from './orders/allocation/allocate.ts'
import { cancelOrder } from './orders/cancel.ts'
import { confirmOrder } from './orders/confirm.ts'
import { createOrder } from './orders/creation/create.ts'
import { getOrder } from './orders/get.ts'
import { holdOrder, releaseHold } from './order_changes/hold.ts'
import { listOrders } from './orders/list.ts'
import { unallocateOrder } from './order_changes/unallocate.ts'
import { duplicateOrder } from './order_changes/duplicate.ts'
import { mergeOrders } from './order_changes/merge.ts'
import { splitOrder } from './order_changes/split.ts'
import { updateOrder } from './orders/update.ts'
import { importOrders } from './sales_order_import/import.ts'
import { fileOrderPaper } from './order_documents/file_document.ts'
import { getOrderPaper } from './order_documents/get_document.ts'
import { listOrderPapers } from './order_documents/list_documents.ts'
import { correctOrderPaper } from './order_documents/correct_document.ts'
import { takeOrderPaper } from './order_documents/take_document.ts'
import { redactCustomer } from './customers/redaction/redact_customer.ts'
import { adviseInventory } from './edi_orders/outbound/advise_inventory.ts'
import { decideEdiDocument } from './edi_orders/inbound/decide_document.ts'
import { matchLine } from './edi_orders/inbound/match_line.ts'
import { sendShippingNotice } from './edi_orders/outbound/send_shipping_notice.ts'
import { cancelCreditNote } from './credit_notes/cancel_credit_note.ts'
import { getCreditNoteFile } from './credit_notes/credit_note_file.ts'
import { getCartonLabels } from './carton_labels/carton_labels_file.ts'
import { getPackingSlip } from './packing_slips/packing_slip_file.ts'
import { creditInvoice } from './credit_notes/credit_invoice.ts'
import { creditReturn } from './credit_notes/credit_return.ts'
import { postCreditNote } from './credit_notes/post_credit_note.ts'
import { getCreditNote, listCreditNotes } from './credit_notes/read_credit_notes.ts'
import { getInvoice } from './invoices/get_invoice.ts'
import { getInvoiceFile } from './invoices/invoice_file.ts'
import { invoiceOrder } from './invoices/invoice.ts'
import { listInvoices } from './invoices/list_invoices.ts'
import { voidInvoice } from './invoices/void.ts'
import {
  createAccountingConnection,
  deactivateAccountingConnection,
  listAccountingConnections,
} from './invoices/accounting/connections.ts'
import { readAccountingPayments } from './payments/accounting/read_again.ts'
import { postInvoice } from './invoices/accounting/post_invoice.ts'
import { inspectReturnedUnits } from './returns/inspections/inspect_units.ts'
import { revertInspection } from './returns/inspections/revert_inspection.ts'
import { acceptReturnedUnits } from './returns/unexpected_units/accept_units.ts'
import { cancelExchange } from './returns/exchanges/cancel_exchange.ts'
import { listExchanges } from './returns/exchanges/list_exchanges.ts'
import { exchangeReturn } from './returns/exchanges/exchange_return.ts'
import { cancelReturn } from './returns/cancel.ts'
import { correctRefund } from './returns/refunds/correct_refund.ts'
import { createReturn } from './returns/create.ts'
import { getReturn } from './returns/get.ts'
import { importReturns } from './returns/importing/import.ts'
import { listReturns } from './returns/list.ts'
import { receiveReturn } from './returns/receive.ts'
import { summarizeReturns } from './returns/summarize.ts'
import { correctShipment } from './fulfilment/correct_shipment.ts'
import { getShipmentTransport } from './fulfilment/transport/get_transport.ts'
import { recordShipment } from './fulfilment/record_shipment.ts'
import { voidShipment } from './fulfilment/void_shipment.ts'
import { listWarehouseRequests } from './warehouse_requests/list_requests.ts'
import { getPickList } from './pick_lists/get_pick_list.ts'
import { getOrderTimeline } from './order_timeline/get_timeline.ts'
import { getInvoiceBalance, listInvoiceBalances } from './payments/invoice_balances.ts'
import { applyPayment, unapplyPayment } from './payments/apply_payment.ts'
import { payOutPayment } from './payments/pay_out_payment.ts'
import { getOrderBalance } from './payments/overpaid/get_order_balance.ts'
import { getUnallocatedMoney } from './payments/overpaid/get_unallocated_money.ts'
import { getPayment, listPayments } from './payments/read_payments.ts'
import { recordPayment } from './payments/record_payment.ts'
import { getStatement } from './payments/statements/get_statement.ts'
import { getStatementFile } from './payments/statements/statement_file.ts'
import { reversePayment } from './payments/reverse_payment.ts'
import { releaseOrder } from './warehouse_requests/release_order.ts'

export const sellingOperations: readonly Operation[] = [
  // orders
  listCustomers,
  getCustomer,
  listInvoices,
  getInvoice,
  listOrders,
  createOrder,
  getOrder,
  updateOrder,
  allocateOrder,
  cancelOrder,
  confirmOrder,
  invoiceOrder,
  sendShippingNotice,
  listOrderPapers,
  fileOrderPaper,
  getOrderPaper,
  correctOrderPaper,
  takeOrderPaper,
  importOrders,
  // returns
  listReturns,
  createReturn,
  getReturn,
  cancelReturn,
  receiveReturn,
  importReturns,
  summarizeReturns,
  // session
  listSalesChannels,
  createSalesChannel,
  getSalesChannel,
  updateSalesChannel,
  listSalesCoverage,
  stateRecordedThrough,
  redactCustomer,
  correctRefund,
  listExchanges,
  exchangeReturn,
  cancelExchange,
  actOnOrders,
  getOrderTimeline,
  getPickList,
  unallocateOrder,
  holdOrder,
  releaseHold,
  splitOrder,
  mergeOrders,
  duplicateOrder,
  recordShipment,
  voidShipment,
  correctShipment,
  getShipmentTransport,
  acceptReturnedUnits,
  inspectReturnedUnits,
  revertInspection,
  getInvoiceFile,
  voidInvoice,
  postInvoice,
  creditInvoice,
  creditReturn,
  listCreditNotes,
  getCreditNote,
  getCreditNoteFile,
  getPackingSlip,
  getCartonLabels,
  cancelCreditNote,
  postCreditNote,
  listPayments,
  recordPayment,
  getPayment,
  reversePayment,
  payOutPayment,
  applyPayment,
  unapplyPayment,
  listInvoiceBalances,
  getInvoiceBalance,
  getOrderBalance,
  getUnallocatedMoney,
  getStatement,
  getStatementFile,
  listAccountingConnections,
  createAccountingConnection,
  deactivateAccountingConnection,
  readAccountingPayments,
  releaseOrder,
  listWarehouseRequests,
  decideEdiDocument,
  matchLine,
  adviseInventory,
]
