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

/** What was decided on a line when its order was confirmed. */
export const lineVerdicts = ['accepted', 'quantity_changed', 'rejected'] as const

export const invoiceStates = ['issued', 'void'] as const

/** How far the accounting system is with an invoice. */
export const invoiceLedgerStates = ['not_connected', 'queued', 'posted', 'failed'] as const

/** How far an 810 is; not_connected where none is sent. */
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

/** Where the sales of a channel on a day come from. */
export const salesDayOrigins = ['orders', 'import'] as const

export type SalesDayOrigin = (typeof salesDayOrigins)[number]

/** Documents that an organisation numbers itself. */
export const numberedDocuments = ['order', 'return', 'invoice'] as const

/** What a warehouse is asked for: to ship, no longer to ship, or what it has reported in full. */
export const warehouseRequestStatuses = ['requested', 'called_off', 'completed'] as const

/** How far the message to the warehouse is. */
export const warehouseRequestStates = ['queued', 'sent', 'failed', 'withdrawn'] as const

export const warehouseReportKinds = ['shipment', 'count'] as const

/** Formats of filed order papers, found from their content. */
export const orderPaperFormats = ['pdf', 'jpeg', 'png', 'csv', 'xlsx', 'xls'] as const

/** How far a filed order paper is. */
export const orderPaperStates = ['queued', 'reading', 'read', 'refused', 'failed', 'taken'] as const

/** As stored: a paper is being read while a worker holds its lease. */
export const storedOrderPaperStates = ['queued', 'read', 'refused', 'failed', 'taken'] as const
