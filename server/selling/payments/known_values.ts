/** Known values of payments, published in the document and checked by the database. */
import { named } from '../../contract/openapi/named.ts'

export const paymentMethods = named('PaymentMethod', [
  'bank_transfer',
  'card',
  'cheque',
  'cash',
  'direct_debit',
  'other',
  'unknown',
])

/** What a payment is: money received or paid out, the same taken back later, or the counter-entry that took it back. */
export const paymentKinds = named('PaymentKind', [
  'payment',
  'reversed_payment',
  'payout',
  'reversed_payout',
  'reversal',
])

/** How much of an invoice is paid; overdue once its due date has passed. */
export const paidStates = named('PaidState', ['open', 'partly_paid', 'paid', 'overdue', 'void'])

/**
 * Why money went to an invoice or order or was freed from it: recorded with the payment, applied or unapplied by a person,
 * moved from the order as it was invoiced, or freed since the payment was reversed, or the invoice credited or voided.
 */
export const allocationCauses = [
  'recorded',
  'applied',
  'unapplied',
  'invoiced',
  'credited',
  'voided',
  'reversed',
] as const
export type AllocationCause = (typeof allocationCauses)[number]
