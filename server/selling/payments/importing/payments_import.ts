/** Imports what customers paid, as banks and accounting systems export it. */
import { limits } from '../../../contract/limits.ts'
import { importKind } from '../../../imports/kind.ts'
import { nameKey, normalText } from '../../../records/texts.ts'
import { paymentMethods } from '../known_values.ts'
import { diffPayments, undoPayments, writePayments } from './payment_records.ts'
import type { PaymentRecord } from './payment_records.rules.ts'

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
      'Day of the payment, not after the current day, nor before the books of the organisation begin (books_from).',
    required: true,
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

export const customerPaymentsImport = importKind({
  name: 'customer_payments',
  title: 'Customer payments',
  description:
    'Records what accounts and consumers paid, for an invoice or an order, or on account. A payment that is recorded already, with the same external id, or without one the same payer, day, amount, currency and reference, is unchanged. More than is open of an invoice or order is refused with the amount open.',
  fields,
  has_personal_files: true,
  toRecord: ({ values }): PaymentRecord => values,
  nameOf: ({ account, invoice, order, paid_on, amount }: PaymentRecord) =>
    `${amount} of ${invoice ?? order ?? account ?? ''} on ${paid_on}`,
  keyOf: (record: PaymentRecord) =>
    record.external_id === null
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
  diff: diffPayments,
  write: async (sql, context, writes: Parameters<typeof writePayments>[2]) =>
    (await writePayments(sql, context, writes)) as readonly { undo: { customer_payment_id: string } }[],
  undo: undoPayments,
})
