/** Imports what was paid to suppliers, as banks and accounting systems export it. */
import { limits } from '../../../contract/limits.ts'
import { importKind } from '../../../imports/kind.ts'
import { nameKey, normalText } from '../../../records/texts.ts'
import { supplierPaymentKinds } from '../../known_values.ts'
import { diffPayments, undoPayments, writePayments } from './payment_records.ts'
import type { PaymentRecord } from './payment_records.rules.ts'

const fields = {
  supplier: {
    type: 'text',
    description: 'Name or id of the supplier that was paid. Required unless the purchase order is given.',
    length_max: 200,
    synonyms: ['supplier name', 'supplier id', 'vendor', 'vendor name', 'payee', 'creditor', 'contact name'],
    examples: ['Harbour Row'],
  },
  paid_on: {
    type: 'date',
    description:
      'Day of the payment, not after the current day, nor before the books of the organisation begin (books_from).',
    required: true,
    synonyms: ['paid on', 'payment date', 'date paid', 'date', 'value date', 'transaction date'],
    examples: ['2026-11-20'],
  },
  amount: {
    type: 'decimal',
    description: 'Amount paid, positive, with up to two decimals, or none if the currency has none.',
    required: true,
    decimals_max: 2,
    minimum: 0.01,
    maximum: limits.supplier_payment_cents_max / 100,
    synonyms: ['amount paid', 'payment amount', 'paid amount', 'paid', 'total'],
    examples: ['7500.00'],
  },
  currency: {
    type: 'code',
    description: "ISO 4217 code; that of the purchase order, or else the supplier's, where blank.",
    pattern: { matches: /^[A-Za-z]{3}$/, rule: 'must be an ISO 4217 code, such as EUR' },
    synonyms: ['currency code', 'payment currency'],
    examples: ['USD'],
  },
  purchase_order: {
    type: 'code',
    description: 'Name or id of the purchase order that was paid for. Blank for a payment on account.',
    length_max: 200,
    synonyms: ['po', 'po number', 'order number', 'purchase order number', 'purchase order id', 'order'],
    examples: ['4500017'],
  },
  invoice_number: {
    type: 'code',
    description: "Number of the supplier's invoice. It becomes the reference of a payment without one.",
    length_max: limits.supplier_payment_reference_length_max,
    synonyms: ['invoice', 'invoice no', 'bill number', 'bill', 'document number', 'supplier invoice'],
    examples: ['HR-2026-118'],
  },
  reference: {
    type: 'code',
    description: 'Reference of the payment. It distinguishes payments that are otherwise equal.',
    length_max: limits.supplier_payment_reference_length_max,
    synonyms: ['payment reference', 'bank reference', 'transaction id', 'payment id', 'memo'],
    examples: ['WIRE-2207'],
  },
  kind: {
    type: 'choice',
    description: 'deposit: for the deposit of an order. balance: for what was received. balance where blank.',
    choices: supplierPaymentKinds,
    choice_synonyms: { prepayment: 'deposit', advance: 'deposit', payment: 'balance', invoice: 'balance' },
    synonyms: ['payment type', 'type', 'payment kind'],
    examples: ['deposit'],
  },
} as const

export const supplierPaymentsImport = importKind({
  name: 'supplier_payments',
  title: 'Supplier payments',
  description:
    'Records what was paid to suppliers, for purchase orders or on account. A payment that is recorded already, with the same supplier, order, kind, day, amount, currency and reference, is unchanged.',
  fields,
  toRecord: ({ values }): PaymentRecord => values,
  nameOf: ({ supplier, purchase_order, paid_on, amount }: PaymentRecord) =>
    `${amount} to ${supplier ?? purchase_order ?? ''} on ${paid_on}`,
  keyOf: (record: PaymentRecord) =>
    JSON.stringify([
      nameKey(record.supplier ?? ''),
      normalText(record.purchase_order ?? ''),
      record.kind ?? 'balance',
      record.amount,
      record.currency?.toUpperCase() ?? '',
      record.paid_on,
      normalText(record.reference ?? record.invoice_number ?? ''),
    ]),
  diff: diffPayments,
  write: async (sql, context, writes: Parameters<typeof writePayments>[2]) =>
    (await writePayments(sql, context, writes)) as readonly { undo: { payment_id: string } }[],
  undo: undoPayments,
})
