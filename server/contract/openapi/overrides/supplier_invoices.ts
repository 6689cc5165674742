/** Values for the examples of supplier invoices; see example_overrides.ts. */
import type { Values } from './shared.ts'

/** An invoice that is not void, without a stated total; its line names no delivery. */
const untouched: Values = {
  credits_invoice_id: null,
  voided_at: null,
  voided_by: null,
}
const unstated: Values = { stated_total: null, total_difference: null }
const line: Values = { credited_line_number: null, delivery_id: null, description: null }
const unaccepted: Values = { ...line, price_accepted_at: null, price_accepted_by: null }
const unmatched: Values = {
  match: null,
  'line.match': null,
  'line.received_quantity': null,
  'line.short_quantity': null,
  'line.over_quantity': null,
  'line.price_difference': null,
  'line.price_difference_each': null,
}

export const supplierInvoiceOverrides = {
  'session.list_supplier_invoices': { ...untouched, ...unstated },
  'session.record_supplier_invoice': { ...untouched, ...unaccepted, total_difference: 0 },
  'session.get_supplier_invoice': { ...untouched, ...unstated, ...unaccepted },
  'session.correct_supplier_invoice': { ...untouched, ...unstated, ...unaccepted },
  'session.accept_supplier_invoice_price': { ...untouched, ...unstated, ...line },
  'session.credit_supplier_invoice': {
    ...unstated,
    ...unmatched,
    voided_at: null,
    voided_by: null,
    kind: 'credit_note',
    due_on: null,
    payment_terms: null,
    credited_total: 0,
    'line.credited_amount': null,
    'line.credited_quantity': null,
    'line.delivery_id': null,
    'line.description': null,
    'line.price_accepted_at': null,
    'line.price_accepted_by': null,
  },
  'session.void_supplier_invoice': {
    ...unstated,
    ...unaccepted,
    ...unmatched,
    credits_invoice_id: null,
    state: 'void',
  },
} satisfies Record<string, Values>
