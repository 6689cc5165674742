/**
 * What each kind of exception means: what opens it, what ends it without anyone resolving it, and what a person does about it.
 * The docs site shows this table, and tests hold every row of it to the service.
 */
import type { exceptionKinds } from './known_values.ts'

export type ExceptionKind = (typeof exceptionKinds)[number]

export interface ExceptionAction {
  /** The operation that changes something about the cause. */
  operation: string
  effect: string
}

export interface ExceptionKindFacts {
  /** Types of the records that it concerns. */
  subjects: readonly string[]
  opened_when: string
  /** What ends the cause, and so closes it; null if only a person can tell. */
  closes_when: string | null
  actions: readonly ExceptionAction[]
}

const confirm = (effect: string): ExceptionAction => ({ operation: 'orders.confirm', effect })
const cancel = (effect: string): ExceptionAction => ({ operation: 'orders.cancel', effect })
const voidShipment: ExceptionAction = {
  operation: 'session.void_shipment',
  effect: 'Takes the shipment back, with its stock and sales.',
}
const correctShipment: ExceptionAction = {
  operation: 'session.correct_shipment',
  effect: 'Books the shipment with the right units.',
}
const correctInvoice: ExceptionAction = {
  operation: 'session.correct_supplier_invoice',
  effect: 'Corrects what the supplier invoice says.',
}
const decide: ExceptionAction = {
  operation: 'session.decide_edi_document',
  effect: 'Takes or declines the document, and answers the account.',
}
const sendDocument: ExceptionAction = {
  operation: 'session.send_document',
  effect: 'Sends the document again.',
}
const readAgain: ExceptionAction = {
  operation: 'session.read_edi_document_again',
  effect: 'Reads the document again, once its cause is mended.',
}
const discardDocument: ExceptionAction = {
  operation: 'session.discard_edi_document',
  effect: 'Puts the document aside with a reason.',
}
const replaceInterchange: ExceptionAction = {
  operation: 'session.receive_edi_interchanges',
  effect: 'With `replaces`, reads a corrected file in its place.',
}
const discardInterchange: ExceptionAction = {
  operation: 'session.discard_edi_interchange',
  effect: 'Puts the interchange aside.',
}

export const exceptionKindFacts: Record<ExceptionKind, ExceptionKindFacts> = {
  unknown_sku: {
    subjects: ['sales_order'],
    opened_when: 'A line of an order that arrived over EDI, or of an order paper, names an unknown item.',
    closes_when: 'No line is left without an item, or the order is confirmed or cancelled.',
    actions: [
      {
        operation: 'session.match_edi_line',
        effect: 'The line joins the order, and the item is known from then on.',
      },
      confirm('Confirms the other lines; an 855 rejects this one.'),
    ],
  },
  identifiers_disagree: {
    subjects: ['sales_order'],
    opened_when:
      'The numbers of a line that arrived over EDI name several items, such as your SKU and the barcode of another item.',
    closes_when: 'No line is left without an item, or the order is confirmed or cancelled.',
    actions: [
      { operation: 'session.match_edi_line', effect: 'States which of the items is meant; the line joins the order.' },
      confirm('Confirms the other lines; an 855 rejects this one.'),
    ],
  },
  price_mismatch: {
    subjects: ['sales_order', 'supplier_invoice'],
    opened_when:
      'A line of an order that arrived over EDI, or of an order paper, has another price than the price list; or a supplier invoice has another price than the purchase order.',
    closes_when: 'The order is confirmed or cancelled; or the invoice agrees with the purchase order, or is void.',
    actions: [confirm('Agrees the price of the line.'), correctInvoice],
  },
  quantity_short: {
    subjects: ['sales_order', 'supplier_invoice'],
    opened_when:
      'A warehouse completes a request without shipping all of it; the doors of a line that arrived over EDI add up to another quantity; or a supplier invoice bills more units than arrived.',
    closes_when:
      'Nothing of the order is outstanding any more, since the rest shipped or was cancelled; the order is released to a warehouse again; a draft is confirmed; or the invoice agrees with what arrived, or is void.',
    actions: [
      { operation: 'session.release_order', effect: 'Asks a warehouse for the rest.' },
      cancel('Cancels the rest.'),
      correctInvoice,
    ],
  },
  over_receipt: {
    subjects: ['purchase_order'],
    opened_when: 'More units of a purchase order arrived than were ordered.',
    closes_when: 'No line has more units than were ordered, after a correction of the delivery or of the order.',
    actions: [
      { operation: 'purchase_orders.correct_delivery', effect: 'Books the units that arrived.' },
      { operation: 'purchase_orders.update', effect: 'Orders the units that arrived.' },
    ],
  },
  duplicate_order: {
    subjects: ['sales_order'],
    opened_when: 'An order arrives under a number that the account has used before.',
    closes_when:
      'The document is decided; the order is confirmed or cancelled; or the last other order of the number is cancelled or states another one.',
    actions: [decide, cancel('Cancels the draft.')],
  },
  quantity_not_in_packs: {
    subjects: ['sales_order'],
    opened_when: 'A quantity that arrived over EDI is no whole number of packs.',
    closes_when: 'The order is confirmed or cancelled.',
    actions: [confirm('Agrees the quantity of the line.')],
  },
  unknown_door: {
    subjects: ['sales_order'],
    opened_when: 'An order that arrived over EDI names a door that the account does not have.',
    closes_when: 'The order is confirmed or cancelled, or every door that it names is in use at the account.',
    actions: [confirm('Confirms the order for that door.')],
  },
  order_change: {
    subjects: ['sales_order', 'edi_document'],
    opened_when: 'A change of an order over EDI cannot be taken without a decision.',
    closes_when: 'The change is decided.',
    actions: [decide],
  },
  order_not_taken: {
    subjects: ['edi_document'],
    opened_when: 'An order over EDI cannot become an order, for example for an account that is archived.',
    closes_when: 'The document is decided.',
    actions: [decide],
  },
  not_understood: {
    subjects: ['sales_order', 'edi_document'],
    opened_when:
      'A document over EDI says something that is in no list of what is understood, has two readings, or states sums or days that contradict its lines; or rows of a report of sell-out are left out.',
    closes_when: 'The order is confirmed or cancelled. About a report, only a person can tell.',
    actions: [
      confirm('Agrees the order as it is in the draft, after it is corrected there.'),
      cancel('Cancels the order.'),
      {
        operation: 'session.replay_sell_out',
        effect: 'Imports the rows that were left out, once their items and stores are on file.',
      },
    ],
  },
  date_slip: {
    subjects: ['sales_order'],
    opened_when: 'The ship window ended, or a cancel date passed, before everything had shipped.',
    closes_when: 'The dates change, or nothing of the order is outstanding any more.',
    actions: [
      { operation: 'orders.update', effect: 'Agrees other dates.' },
      { operation: 'session.record_shipment', effect: 'Ships what is outstanding.' },
      cancel('Cancels the rest.'),
    ],
  },
  allocation_short: {
    subjects: ['sales_order'],
    opened_when:
      'An order is confirmed and less stock is available than it needs, or units that it held shipped elsewhere.',
    closes_when: 'All outstanding units hold stock, or none are outstanding any more.',
    actions: [{ operation: 'orders.allocate', effect: 'Holds what is available by now.' }, cancel('Cancels the rest.')],
  },
  document_unreadable: {
    subjects: ['order_document', 'sales_order', 'edi_document', 'edi_interchange'],
    opened_when:
      'An order paper has no lines that can be ordered, or a document or an interchange over EDI cannot be read.',
    closes_when:
      'The paper is taken or filed again, or its draft is confirmed or cancelled; or what arrived over EDI is read again, replaced or discarded.',
    actions: [
      { operation: 'orders.take_document', effect: 'Makes a draft of the lines that can be ordered.' },
      { operation: 'orders.file_document', effect: 'Reads the paper again.' },
      readAgain,
      discardDocument,
      {
        operation: 'session.read_edi_interchange_again',
        effect: 'Reads the interchange again from its stored bytes.',
      },
      replaceInterchange,
      discardInterchange,
    ],
  },
  edi_rejected: {
    subjects: ['edi_document', 'purchase_order'],
    opened_when: 'The recipient rejects a document, or takes it with faults.',
    closes_when: 'The recipient accepts the document, it is corrected, or a supplier gets a later one.',
    actions: [
      {
        operation: 'session.correct_edi_document',
        effect: 'Makes the document again and sends it in place of this one.',
      },
      { operation: 'session.resend_edi_document', effect: 'Sends the document to the account again.' },
      sendDocument,
    ],
  },
  edi_undelivered: {
    subjects: ['edi_document', 'trading_account'],
    opened_when: 'A document cannot be handed to the account, or its interchanges cannot be fetched.',
    closes_when: 'The document is delivered or corrected, or interchanges are fetched again.',
    actions: [
      { operation: 'session.resend_edi_document', effect: 'Tries again.' },
      {
        operation: 'session.correct_edi_document',
        effect: 'Makes the document again and sends it in place of this one.',
      },
      { operation: 'session.set_account_edi_profile', effect: 'Corrects how the account is reached.' },
    ],
  },
  edi_held: {
    subjects: ['edi_interchange', 'edi_document'],
    opened_when:
      'An interchange waits for a person, for example since its sender is unknown, or a document cannot be processed.',
    closes_when: 'The interchange is released, replaced or discarded; or the document is read again or discarded.',
    actions: [
      { operation: 'session.release_edi_interchange', effect: 'Reads the interchange.' },
      replaceInterchange,
      discardInterchange,
      readAgain,
      discardDocument,
    ],
  },
  edi_deadline: {
    subjects: ['sales_order', 'edi_document'],
    opened_when:
      'An acknowledgement or a shipping notice that the account expects by a time is due within four hours, late or missed, or its time is unknown.',
    closes_when:
      'The document is sent and not rejected, or another state takes its place; it is looked at every five minutes.',
    actions: [
      { operation: 'orders.confirm', effect: 'Sends the acknowledgement.' },
      { operation: 'orders.send_shipping_notice', effect: 'Sends the shipping notice.' },
      decide,
      { operation: 'session.set_account_edi_profile', effect: 'Changes what the account expects.' },
    ],
  },
  mail_undelivered: {
    subjects: ['purchase_order'],
    opened_when: 'A purchase order could not be e-mailed to the supplier.',
    closes_when: 'The supplier gets the content by any channel, or the order ends.',
    actions: [sendDocument],
  },
  inbound_undelivered: {
    subjects: ['purchase_order'],
    opened_when: 'An expected delivery could not be announced to the warehouse.',
    closes_when: 'The warehouse gets the content.',
    actions: [sendDocument],
  },
  warehouse_request_undelivered: {
    subjects: ['sales_order'],
    opened_when: 'The request to ship an order could not be sent to the warehouse.',
    closes_when: 'A request is sent, or nothing of it is left to ship.',
    actions: [{ operation: 'session.release_order', effect: 'Sends the request again.' }],
  },
  ledger_post_failed: {
    subjects: ['invoice', 'credit_note'],
    opened_when: 'An invoice or a credit note, or the void of one, could not be posted to the accounting system.',
    closes_when: 'It is posted.',
    actions: [
      { operation: 'session.post_invoice', effect: 'Posts the invoice again.' },
      { operation: 'session.post_credit_note', effect: 'Posts the credit note again.' },
    ],
  },
  payment_not_read: {
    subjects: ['accounting_payment', 'accounting_connection'],
    opened_when:
      'A payment that the accounting system states cannot be recorded, for example since its invoice is unknown, or its payments cannot be read.',
    closes_when: 'The payment is recorded or withdrawn, or payments are read again.',
    actions: [
      { operation: 'session.record_payment', effect: 'Records the payment, under its `external_id`.' },
      { operation: 'session.read_accounting_payments', effect: 'Reads all payments again, once the cause is mended.' },
    ],
  },
  stock_negative: {
    subjects: ['sales_order'],
    opened_when: 'A shipment leaves fewer than zero units of a variant on hand.',
    closes_when: 'None of the variants that it took below zero is below zero there any more.',
    actions: [
      { operation: 'stocktakes.post', effect: 'Sets the stock to what was counted.' },
      { operation: 'session.create_stock_adjustment', effect: 'Records the units that were there.' },
      correctShipment,
      voidShipment,
    ],
  },
  over_shipped: {
    subjects: ['sales_order'],
    opened_when: 'A shipment has more units than the order was to receive.',
    closes_when: 'No line has shipped beyond what is agreed any more, or the surplus is invoiced.',
    actions: [
      correctShipment,
      voidShipment,
      { operation: 'orders.invoice', effect: 'Bills the surplus to the account.' },
    ],
  },
  shipped_unallocated: {
    subjects: ['sales_order'],
    opened_when: 'Units left without stock being held for the order.',
    closes_when: 'The holds of other orders at the place are covered by stock, or the shipment is voided.',
    actions: [correctShipment, voidShipment],
  },
  shipped_on_hold: {
    subjects: ['sales_order'],
    opened_when: 'A warehouse ships an order that is on hold.',
    closes_when: 'The hold ends, or the shipment is voided.',
    actions: [{ operation: 'session.release_hold_of_order', effect: 'Lets the order go on.' }, voidShipment],
  },
  return_unmatched: {
    subjects: ['return'],
    opened_when: 'More units arrived on a return than were expected, or other variants.',
    closes_when: null,
    actions: [{ operation: 'session.accept_returned_units', effect: 'The return expects the units that arrived.' }],
  },
  sales_not_counted: {
    subjects: ['sales_channel'],
    opened_when:
      'Orders or returns of a channel fall on a day whose sales come from an import, so the import counts and they do not.',
    closes_when: 'The import of the day is undone: the orders count from then on.',
    actions: [
      { operation: 'session.undo_import', effect: 'Takes the imported day back; the orders count in its place.' },
      { operation: 'session.resolve_exception', effect: 'States that the import contains these sales already.' },
    ],
  },
}
