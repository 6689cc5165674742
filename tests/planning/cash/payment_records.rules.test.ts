/** Payments as files state them: which supplier and order they belong to, and what they are refused for. */
import { expect, test } from 'bun:test'
import {
  type FoundOrder,
  type PaymentFacts,
  paymentKey,
  type PaymentRecord,
  type PaymentWrite,
  resolvePayment,
} from '../../../server/planning/cash/payments/payment_records.rules.ts'

const order = (fields: Partial<FoundOrder> = {}): FoundOrder => ({
  purchase_order_id: 'po-1',
  name: 'PO-1',
  status: 'issued',
  order_type: 'purchase',
  supplier_id: 's-1',
  currency: 'EUR',
  ...fields,
})
const facts: PaymentFacts = {
  suppliers: new Map([
    ['mill', { supplier_id: 's-1', name: 'Mill', currency: 'GBP' }],
    ['other', { supplier_id: 's-2', name: 'Other', currency: 'USD' }],
  ]),
  orders: new Map([
    ['PO-1', order()],
    ['po-id', order()],
    ['TO-1', order({ order_type: 'transfer' })],
    ['PO-D', order({ status: 'draft' })],
    ['PO-N', order({ supplier_id: null })],
  ]),
  today: '2026-11-22',
  books_from: null,
}
const record = (fields: Partial<PaymentRecord> = {}): PaymentRecord => ({
  supplier: 'Mill',
  paid_on: '2026-11-22',
  amount: '12.34',
  currency: null,
  purchase_order: null,
  invoice_number: null,
  reference: null,
  kind: null,
  ...fields,
})
const read = (fields: Partial<PaymentRecord>) => resolvePayment(record(fields), facts)
const onAccount: PaymentWrite = {
  supplier_id: 's-1',
  purchase_order_id: null,
  kind: 'balance',
  amount_cents: 1234,
  currency: 'GBP',
  paid_on: '2026-11-22',
  reference: null,
}

test('a payment without an order is a balance on account, in the currency of its supplier', () => {
  expect(read({})).toEqual(onAccount)
  expect(read({ supplier: ' MILL ' })).toEqual(onAccount)
  expect(read({ kind: 'deposit', currency: 'usd' })).toEqual({ ...onAccount, kind: 'deposit', currency: 'USD' })
})

test('a payment of an order has its supplier and its currency, and may name them', () => {
  const ofOrder = { ...onAccount, purchase_order_id: 'po-1', currency: 'EUR' }
  for (const supplier of ['Mill', null])
    for (const purchase_order of ['PO-1', ' PO-1 ', 'PO-ID'])
      expect(read({ supplier, purchase_order })).toEqual(ofOrder)
  expect(read({ purchase_order: 'PO-1', currency: 'eur' })).toEqual(ofOrder)
})

test('a payment is not dated before the books begin, where a day is set', () => {
  const on = (paid_on: string, books_from: string | null) =>
    resolvePayment(record({ paid_on }), { ...facts, books_from })
  expect(on('2026-11-10', '2026-11-10')).toEqual({ ...onAccount, paid_on: '2026-11-10' })
  expect(on('2026-11-09', '2026-11-10')).toMatchObject([{ field: 'paid_on', value: '2026-11-09' }])
  expect(on('2019-01-01', null)).toEqual({ ...onAccount, paid_on: '2019-01-01' })
})

test('the reference is that of the payment, or else the number of the invoice', () => {
  const reference = (fields: Partial<PaymentRecord>) => (read(fields) as PaymentWrite).reference
  expect(reference({ reference: ' R-1 ', invoice_number: 'I-1' })).toBe('R-1')
  expect(reference({ invoice_number: 'I-1 ' })).toBe('I-1')
})

test.each<[string, Partial<PaymentRecord>, object[]]>([
  [
    'names an unknown supplier',
    { supplier: 'Nobody' },
    [{ field: 'supplier', rule: 'must be the name or id of a supplier of this organisation', value: 'Nobody' }],
  ],
  [
    'names neither',
    { supplier: null },
    [{ field: 'supplier', rule: 'is required without purchase_order', value: null }],
  ],
  [
    'names an unknown order',
    { purchase_order: 'PO-9' },
    [
      {
        field: 'purchase_order',
        rule: 'must be the name or id of a purchase order of this organisation',
        value: 'PO-9',
      },
    ],
  ],
  [
    'pays a transfer',
    { purchase_order: 'TO-1' },
    [{ field: 'purchase_order', rule: 'must not be a transfer', value: 'TO-1' }],
  ],
  [
    'pays a draft',
    { purchase_order: 'PO-D' },
    [{ field: 'purchase_order', rule: 'must be an approved order; it is a draft', value: 'PO-D' }],
  ],
  [
    'pays an order without a supplier',
    { purchase_order: 'PO-N', supplier: null },
    [{ field: 'purchase_order', rule: 'must be an order with a supplier', value: 'PO-N' }],
  ],
  [
    'names another supplier than its order',
    { purchase_order: 'PO-1', supplier: 'Other' },
    [{ field: 'supplier', rule: 'must be the supplier of the order PO-1', value: 'Other' }],
  ],
  [
    'names an unknown supplier beside its order',
    { purchase_order: 'PO-1', supplier: 'Nobody' },
    [{ field: 'supplier', rule: 'must be the name or id of a supplier of this organisation', value: 'Nobody' }],
  ],
  ['is in no currency', { currency: 'ABX' }, [{ field: 'currency', rule: 'must be an ISO 4217 code', value: 'ABX' }]],
  [
    'is in another currency than its order',
    { purchase_order: 'PO-1', currency: 'USD' },
    [{ field: 'currency', rule: 'must be the currency of the order', value: 'USD', allowed: ['EUR'] }],
  ],
  [
    'is of the day after the current one',
    { paid_on: '2026-11-23' },
    [{ field: 'paid_on', rule: 'must not be after the current day, 2026-11-22', value: '2026-11-23' }],
  ],
  [
    'has several faults',
    { supplier: 'Nobody', currency: 'ABX', paid_on: '2026-11-23' },
    [{ field: 'supplier' }, { field: 'currency' }, { field: 'paid_on' }],
  ],
])('a payment that %s is refused', (_, fields, faults) => {
  const found = read(fields) as unknown[]
  expect(found).toHaveLength(faults.length)
  expect(found).toMatchObject(faults)
})

test('payments are the same one if every field is the same', () => {
  expect(paymentKey({ ...onAccount })).toBe(paymentKey(onAccount))
  const changes: Partial<PaymentWrite>[] = [
    { supplier_id: 's-2' },
    { purchase_order_id: 'po-1' },
    { kind: 'deposit' },
    { amount_cents: 1235 },
    { currency: 'EUR' },
    { paid_on: '2026-11-21' },
    { reference: 'R-1' },
  ]
  const keys = changes.map((change) => paymentKey({ ...onAccount, ...change }))
  expect(new Set([...keys, paymentKey(onAccount)]).size).toBe(8)
})
