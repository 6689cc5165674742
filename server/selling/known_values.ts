/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

export const orderOrigins = ['api', 'app', 'import', 'edi', 'document', 'channel'] as const

/** Every state but draft and cancelled follows from the quantities of the lines. */
export const orderLifecycles = [
  'draft',
  'open',
  'partially_allocated',
  'allocated',
  'partially_fulfilled',
  'fulfilled',
  'cancelled',
] as const

/** Verdicts on a line of a confirmed order. */
export const lineVerdicts = ['accepted', 'quantity_changed', 'rejected'] as const

export const invoiceStates = ['issued', 'void'] as const

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

export const returnStates = ['expected', 'partially_received', 'closed', 'cancelled'] as const

export const returnOrigins = ['manual', 'api', 'import', 'channel_refund'] as const

export const returnReasons = [
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
] as const

export const dispositions = ['restock', 'write_off', 'quarantine', 'return_to_supplier', 'missing'] as const

export const refundStatuses = ['none', 'partial', 'full'] as const

export const customerKinds = ['account', 'consumer'] as const

/** Sources of the sales of a channel on a day. */
export const salesDayOrigins = ['orders', 'import'] as const

export type SalesDayOrigin = (typeof salesDayOrigins)[number]

/** Documents that an organisation numbers itself. */
export const numberedDocuments = ['order', 'return', 'invoice'] as const

/** Requests to a warehouse: ship, do not ship, or reported in full. */
export const warehouseRequestStatuses = ['requested', 'called_off', 'completed'] as const

/** States of the message to a warehouse. */
export const warehouseRequestStates = ['queued', 'sent', 'failed', 'withdrawn'] as const

export const warehouseReportKinds = ['shipment', 'count'] as const

/** Formats of filed order papers, found from their content. */
export const orderPaperFormats = ['pdf', 'jpeg', 'png', 'csv', 'xlsx', 'xls'] as const

/** States of a filed order paper. */
export const orderPaperStates = ['queued', 'reading', 'read', 'refused', 'failed', 'taken'] as const

/** As stored: a paper is being read while a worker holds its lease. */
export const storedOrderPaperStates = ['queued', 'read', 'refused', 'failed', 'taken'] as const
