/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

export const orderOrigins = named('SalesOrderOrigin', ['api', 'app', 'import', 'edi', 'document', 'channel'])

/** live: orders come in as they are placed. import: days or orders come from files. */
export const recordingSources = named('RecordingSource', ['live', 'import'])
export type RecordingSource = (typeof recordingSources)[number]

/** Every state but draft and cancelled follows from the quantities of the lines. */
export const orderLifecycles = named('SalesOrderLifecycle', [
  'draft',
  'open',
  'partially_allocated',
  'allocated',
  'partially_fulfilled',
  'fulfilled',
  'cancelled',
])

/** Why a person keeps an order from shipping. */
export const orderHoldReasons = named('OrderHoldReason', ['credit', 'fraud', 'address', 'customer'])

/** What an order is to the one that its lines or contents came from. */
export const orderLinkKinds = ['split_from', 'merged_from', 'duplicate_of'] as const

/** What another order is to an order. */
export const orderRelations = named('OrderRelation', [...orderLinkKinds, 'split_into', 'merged_into', 'duplicated_as'])

/** What a line of an imported order is that is no goods. */
export const kindsWithoutGoods = named('LineWithoutGoodsKind', [
  'tip',
  'gift_card',
  'fee',
  'shipping',
  'rental',
  'custom',
])

/** What a write did to an order, where no document of its own records it. */
export const orderChangeKinds = ['confirmed', 'changed', 'allocated', 'unallocated', 'cancelled'] as const
export type OrderChangeKind = (typeof orderChangeKinds)[number]

/** What happened to an order. */
export const orderTimelineKinds = named('OrderTimelineKind', [
  'created',
  ...orderChangeKinds,
  'held',
  'hold_released',
  'released',
  'request_ended',
  'shipped',
  'shipment_voided',
  'shipment_corrected',
  'invoiced',
  'invoice_voided',
  ...orderRelations,
])
export type OrderTimelineKind = (typeof orderTimelineKinds)[number]

/** Verdicts on a line of a confirmed order. */
export const lineVerdicts = named('LineVerdict', ['accepted', 'quantity_changed', 'rejected'])

export const invoiceStates = named('InvoiceState', ['issued', 'void'])

export const creditNoteStates = named('CreditNoteState', ['issued', 'cancelled'])

/** What a credit note follows from: a return, a shipment that was voided, or an agreement with the account. */
export const creditNoteKinds = named('CreditNoteKind', ['return', 'void', 'allowance'])

/** States of an invoice in the accounting system. */
export const invoiceLedgerStates = ['not_connected', 'queued', 'posted', 'failed'] as const

/** States of the 810 of an invoice; not_connected if none is sent. */
export const invoiceNetworkStates = [
  'not_connected',
  'queued',
  'stored',
  'sent',
  'accepted',
  'rejected',
  'failed',
  'withdrawn',
] as const

/** A posting waits in the queue, was accepted by the accounting system, or failed for good. */
export const postingStates = ['queued', 'posted', 'failed'] as const

export const returnStates = named('ReturnState', ['expected', 'partially_received', 'closed', 'cancelled'])

export const returnOrigins = named('ReturnOrigin', ['manual', 'api', 'import', 'channel_refund'])

export const returnReasons = named('ReturnReason', [
  'wrong_size',
  'size_too_small',
  'size_too_large',
  'color',
  'style',
  'defective',
  'not_as_described',
  'wrong_item',
  'unwanted',
  'other',
  'unknown',
])

export const dispositions = named('ReturnDisposition', [
  'restock',
  'write_off',
  'quarantine',
  'return_to_supplier',
  'missing',
])

/** What an inspection makes of units in quarantine. */
export const inspectionDispositions = named('InspectionDisposition', ['restock', 'write_off', 'return_to_supplier'])

export const refundStatuses = named('RefundStatus', ['none', 'partial', 'full'])

/** How the difference between what comes back and what replaces it is settled. */
export const exchangeSettlements = named('ExchangeSettlement', ['charge', 'refund', 'credit_note', 'none'])

export const exchangeStates = named('ExchangeState', ['open', 'shipped', 'cancelled'])

/** Who owes the difference of an exchange. */
export const exchangeBalances = named('ExchangeBalance', ['customer_owes', 'customer_is_owed', 'even'])

/** What a correction of a refund takes back: another refund, or the money that counted as units arrived. */
export const reversedByRefunds = ['refund', 'receipts', 'cancelled'] as const

export const customerKinds = named('CustomerKind', ['account', 'consumer'])

/** Sources of the sales of a channel on a day. */
export const salesDayOrigins = ['orders', 'import'] as const

export type SalesDayOrigin = (typeof salesDayOrigins)[number]

/** Documents that an organisation numbers itself. */
export const numberedDocuments = ['order', 'return', 'invoice', 'credit_note'] as const

/** Requests to a warehouse: ship, do not ship, or reported in full. */
export const warehouseRequestStatuses = ['requested', 'called_off', 'completed'] as const

/** States of the message to a warehouse. */
export const warehouseRequestStates = ['queued', 'sent', 'failed', 'withdrawn'] as const

export const warehouseReportKinds = ['shipment', 'count'] as const

/** Formats of filed order papers, found from their content. */
export const orderPaperFormats = named('OrderDocumentFormat', ['pdf', 'jpeg', 'png', 'csv', 'xlsx', 'xls'])

/** States of a filed order paper. */
export const orderPaperStates = named('OrderDocumentState', ['queued', 'reading', 'read', 'refused', 'failed', 'taken'])

/** As stored: a paper is being read while a worker holds its lease. */
export const storedOrderPaperStates = ['queued', 'read', 'refused', 'failed', 'taken'] as const
