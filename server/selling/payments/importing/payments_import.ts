/** Imports what customers paid, as banks and accounting systems export it. */
import Big from 'big.js'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { limits } from '../../../contract/limits.ts'
import { importKind } from '../../../imports/kind.ts'
import type { RecordFault } from '../../../imports/record_diff.ts'
import { recordFault } from '../../../imports/record_fault.ts'
import { nameKey, normalText } from '../../../records/texts.ts'
import { paymentMethods } from '../known_values.ts'
import { paymentStates, paymentStateSynonyms } from '../../sales_order_import/reading/order_fields.ts'
import { diffStatedPayments, type StatedPayment } from './paid_totals.ts'
import { undoPayments, writePayments } from './payment_records.ts'

const fields = {
  account: {
    type: 'text',
    description: 'Name or id of the account that paid. Required unless an invoice or an order is given.',
    length_max: 200,
    synonyms: ['account name', 'customer', 'customer name', 'payer', 'paid by', 'debtor', 'retailer', 'contact name'],
    examples: ['Northgate Stores'],
  },
  paid_on: {
    type: 'date',
    description:
      'Day of the payment, not after the current day, nor before the books of the organisation begin (books_from). Required unless paid_at is given.',
    synonyms: ['paid on', 'payment date', 'date paid', 'date', 'value date', 'transaction date', 'received on'],
    examples: ['2026-11-20'],
  },
  amount: {
    type: 'decimal',
    description: 'Amount received, positive, with up to two decimals, or none if the currency has none.',
    required: true,
    decimals_max: 2,
    minimum: 0.01,
    maximum: limits.sales_order_total_cents_max / 100,
    synonyms: ['amount paid', 'payment amount', 'amount received', 'paid amount', 'paid', 'received', 'total'],
    examples: ['1805.00'],
  },
  paid_at: {
    type: 'instant',
    description: "Time of the payment, instead of paid_on: its day in the organisation's time zone counts.",
    synonyms: ['paid at'],
  },
  outstanding: {
    type: 'decimal',
    description:
      'What of the amount is still to pay, where payment_state is partially_paid; required there with the option `amounts: totals`.',
    decimals_max: 2,
    minimum: 0,
    maximum: limits.sales_order_total_cents_max / 100,
    synonyms: ['outstanding balance'],
  },
  payment_state: {
    type: 'choice',
    description:
      'With the option `amounts: totals`: whether the order was paid. A row whose state is pending, authorized, voided or expired is passed over.',
    choices: paymentStates,
    choice_synonyms: paymentStateSynonyms,
    synonyms: ['financial status', 'payment status'],
  },
  currency: {
    type: 'code',
    description: 'ISO 4217 code; that of the invoice or order where blank. Required for a payment on account.',
    pattern: { matches: /^[A-Za-z]{3}$/, rule: 'must be an ISO 4217 code, such as EUR' },
    synonyms: ['currency code', 'payment currency'],
    examples: ['USD'],
  },
  invoice: {
    type: 'code',
    description: 'Number of the invoice that is paid.',
    length_max: 200,
    synonyms: ['invoice number', 'invoice no', 'invoice name', 'document number', 'bill number'],
    examples: ['INV-2026-0042'],
  },
  order: {
    type: 'code',
    description:
      'Name or id of the order that is paid, of an account or a consumer: its open invoices, oldest first, then the order itself. Blank with an invoice, or for a payment on account.',
    length_max: 200,
    synonyms: ['order number', 'order name', 'sales order', 'order id'],
    examples: ['SO-2041'],
  },
  method: {
    type: 'choice',
    description: 'How it was paid; unknown where blank.',
    choices: paymentMethods,
    choice_synonyms: {
      wire: 'bank_transfer',
      transfer: 'bank_transfer',
      'bank transfer': 'bank_transfer',
      check: 'cheque',
      'credit card': 'card',
      'direct debit': 'direct_debit',
    },
    synonyms: ['payment method', 'method of payment', 'payment type', 'paid with'],
    examples: ['bank_transfer'],
  },
  reference: {
    type: 'code',
    description: 'Reference of the payment. It distinguishes payments that are otherwise equal.',
    length_max: limits.payment_reference_length_max,
    synonyms: ['payment reference', 'bank reference', 'memo', 'description'],
    examples: ['WIRE-2207'],
  },
  external_id: {
    type: 'code',
    description: 'Id of the payment in the other system. A payment with the same id is the same one.',
    length_max: limits.payment_reference_length_max,
    synonyms: ['external id', 'transaction id', 'payment id', 'payment number'],
    examples: ['bank-88120'],
  },
} as const

const options = {
  amounts: {
    type: 'choice',
    description:
      'What an amount is: `payments` (the default), a payment; `totals`, what was paid for the order in all, as order exports state it. Of a total, what is not on file is recorded as one payment; rows without an amount are passed over.',
    choices: ['payments', 'totals'],
  },
} as const

const unpaid: readonly (string | null)[] = ['pending', 'authorized', 'voided', 'expired']

/** What is left of a total once what is still to pay is taken off. */
function paidOf(amount: string, outstanding: string | null, payment_state: string | null): string {
  if (payment_state !== 'partially_paid' || outstanding === null) return amount
  return Big(amount).minus(outstanding).toFixed(2)
}

export const customerPaymentsImport = importKind({
  name: 'customer_payments',
  title: 'Customer payments',
  description:
    'Records what accounts and consumers paid, for an invoice or an order, or on account. A payment that is recorded already, with the same external id, or without one the same payer, day, amount, currency and reference, is unchanged. More than is open of an invoice or order is refused with the amount open.',
  fields,
  options,
  guessed_by: ['paid_on', 'paid_at'],
  has_personal_files: true,
  passesOver: ({ amount, payment_state }, { amounts }) =>
    amounts === 'totals' && (amount === null || unpaid.includes(payment_state)),
  toRecord({ values, row_number }, { amounts }, { time_zone }): StatedPayment | readonly RecordFault[] {
    const { paid_at, outstanding, payment_state, amount, ...stated } = values
    const isTotal = amounts === 'totals'
    const paid_on = stated.paid_on ?? (paid_at === null ? null : dayInTimeZone(time_zone, paid_at))
    const isUnpaid = isTotal && ((amount as string | null) === null || unpaid.includes(payment_state))
    if (isTotal && !isUnpaid && payment_state === 'partially_paid' && outstanding === null)
      return [{ ...recordFault('outstanding', 'is required where payment_state is partially_paid', null), row_number }]
    const paid = isUnpaid ? '0' : paidOf(amount, outstanding, payment_state)
    if (isUnpaid || Number(paid) <= 0) return { ...stated, paid_on: paid_on ?? '', amount: paid, states: 'nothing' }
    if (paid_on === null) return [{ ...recordFault('paid_on', 'is required', null), row_number }]
    if (isTotal && stated.order === null) return [{ ...recordFault('order', 'is required', null), row_number }]
    return { ...stated, paid_on, amount: paid, states: isTotal ? 'total' : 'payment' }
  },
  nameOf: ({ account, invoice, order, paid_on, amount }: StatedPayment) =>
    `${amount} of ${invoice ?? order ?? account ?? ''} on ${paid_on}`,
  // Rows of one order may repeat what was paid for it in all.
  keyOf: (record: StatedPayment) =>
    record.states !== 'payment'
      ? null
      : record.external_id === null
        ? JSON.stringify([
            nameKey(record.account ?? ''),
            normalText(record.invoice ?? ''),
            normalText(record.order ?? ''),
            record.amount,
            record.currency?.toUpperCase() ?? '',
            record.paid_on,
            normalText(record.reference ?? ''),
          ])
        : normalText(record.external_id),
  diff: diffStatedPayments,
  write: async (sql, context, writes: Parameters<typeof writePayments>[2]) =>
    (await writePayments(sql, context, writes)) as readonly { undo: { customer_payment_id: string } }[],
  undo: undoPayments,
})
