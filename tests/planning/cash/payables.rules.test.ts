/** Deposits, balances and payments at the boundaries of their days and amounts. */
import { expect, test } from 'bun:test'
import type { OrderFact, PaymentFact, ReceiptFact } from '../../../server/planning/cash/cash_facts.store.ts'
import type { InvoiceFact } from '../../../server/planning/cash/invoiced.rules.ts'
import {
  countsAsPaid,
  median,
  type Payable,
  paidDays,
  payablesOf,
  settle,
  wholeCents,
} from '../../../server/planning/cash/payables.rules.ts'

const today = '2026-11-22'
const order = (fields: Partial<OrderFact> = {}): OrderFact => ({
  purchase_order_id: 'o',
  name: 'PO-1',
  status: 'issued',
  supplier_id: 's',
  currency: 'USD',
  deposit_bp: 3_000,
  total_cost: '100.00',
  order_date: '2026-10-01',
  issued_on: '2026-10-05',
  cancel_date: null,
  ...fields,
})
const receipt = (fields: Partial<ReceiptFact> = {}): ReceiptFact => ({
  purchase_order_id: 'o',
  is_expected: false,
  day: '2026-11-01',
  value: '10000',
  is_costed: true,
  ...fields,
})
const payment = (kind: 'deposit' | 'balance', cents: number, fields: Partial<PaymentFact> = {}): PaymentFact => ({
  supplier_id: 's',
  supplier: 'Mill',
  purchase_order_id: 'o',
  kind,
  cents,
  currency: 'USD',
  paid_on: '2026-11-10',
  ...fields,
})

interface Facts {
  one?: Partial<OrderFact>
  receipts?: ReceiptFact[]
  invoices?: InvoiceFact[]
  payments?: PaymentFact[]
  since?: string | null
}
const read = ({ one = {}, receipts = [receipt()], invoices = [], payments = [], since = null }: Facts) =>
  payablesOf({ orders: [order(one)], receipts, invoices, payments }, { today, payables_since: since })
/** What is unpaid: the deposit, then each receipt. */
const open = (facts: Facts) => read(facts).payables.map(({ open_cents }) => open_cents)

const payable = (open_cents: number, fields: Partial<Payable> = {}): Payable => ({
  order: order(),
  kind: 'receipt',
  from: '2026-11-01',
  value_cents: open_cents,
  cents: open_cents,
  open_cents,
  paid_on: null,
  ...fields,
})

test('cents are rounded half up, and never minus zero', () => {
  expect(['10.4', '10.5', '-0.2'].map(wholeCents)).toEqual([10, 11, 0])
})

test('payments settle payables in their order, and one is paid on the day of the payment that completes it', () => {
  const [first, second, third] = [payable(100), payable(50), payable(30)]
  const payments = [
    { cents: 60, paid_on: '2026-11-02' },
    { cents: 70, paid_on: '2026-11-03' },
  ]
  expect(settle([first, second, third], payments)).toEqual([])
  expect([first, second, third].map(({ open_cents, paid_on }) => [open_cents, paid_on])).toEqual([
    [0, '2026-11-03'],
    [20, null],
    [30, null],
  ])
  expect(payments[0]!.cents).toBe(60)
})

test('what payments exceed is left, and a payable that was settled keeps no day', () => {
  const settled = payable(0)
  const left = settle(
    [settled, payable(40)],
    [
      { cents: 40, paid_on: '2026-11-02' },
      { cents: 5, paid_on: '2026-11-03' },
    ],
  )
  expect(left).toEqual([{ cents: 5, paid_on: '2026-11-03' }])
  expect(settled.paid_on).toBeNull()
  expect(settle([], [{ cents: 5, paid_on: '2026-11-03' }])).toEqual([{ cents: 5, paid_on: '2026-11-03' }])
})

test('an order owes its deposit from its issue and each receipt less its part of the deposit', () => {
  const receipts = [receipt({ value: '6000' }), receipt({ is_expected: true, day: '2026-12-01', value: '4000' })]
  expect(read({ receipts })).toEqual({
    payables: [
      {
        order: order(),
        kind: 'deposit',
        from: '2026-10-05',
        value_cents: 0,
        cents: 3000,
        open_cents: 3000,
        paid_on: null,
      },
      {
        order: order(),
        kind: 'receipt',
        from: '2026-11-01',
        value_cents: 6000,
        cents: 4200,
        open_cents: 4200,
        paid_on: null,
      },
      {
        order: order(),
        kind: 'expected',
        from: '2026-12-01',
        value_cents: 4000,
        cents: 2800,
        open_cents: 2800,
        paid_on: null,
      },
    ],
    left_out: [],
    unvalued: [],
  })
})

test.each<[string, Partial<OrderFact>, number]>([
  ['agreed, of an approved order', { status: 'approved' }, 3000],
  ['agreed, of a partly delivered order', { status: 'partially_delivered' }, 3000],
  ['rounded half up to the cent', { deposit_bp: 5, total_cost: '1.00' }, 0],
  ['rounded up from half a cent', { deposit_bp: 50, total_cost: '1.00' }, 1],
  ['never more than the receipts are worth', { total_cost: '900.00' }, 10_000],
  ['none without an agreed share', { deposit_bp: null }, 0],
  ['none while the cost of the order is unknown', { total_cost: null }, 0],
  ['none of an ended order that paid none', { status: 'delivered' }, 0],
])('the deposit is %s', (_, one, cents) => {
  expect(read({ one }).payables[0]!.cents).toBe(cents)
})

test('the deposit of an ended order is what was paid of it, up to the worth of its receipts', () => {
  const ended = (cents: number) => read({ one: { status: 'closed' }, payments: [payment('deposit', cents)] })
  expect(ended(2000).payables.map(({ cents, open_cents }) => [cents, open_cents])).toEqual([
    [2000, 0],
    [8000, 8000],
  ])
  expect(ended(12_000).payables.map(({ cents, open_cents }) => [cents, open_cents])).toEqual([
    [10_000, 0],
    [0, 0],
  ])
  expect(ended(12_000).left_out).toMatchObject([{ cents: 2000 }])
})

test.each<[string, Partial<OrderFact>, string]>([
  ['its issue', {}, '2026-10-05'],
  ['its issue, even while it is approved', { status: 'approved' }, '2026-10-05'],
  ['its order date where it was issued on an unknown day', { issued_on: null }, '2026-10-01'],
  ['now where both are unknown', { issued_on: null, order_date: null }, today],
  ['now for an approved order whose date is past', { status: 'approved', issued_on: null }, today],
  [
    'the date of an approved order that is to come',
    { status: 'approved', issued_on: null, order_date: '2026-11-23' },
    '2026-11-23',
  ],
  ['now for an approved order without a date', { status: 'approved', issued_on: null, order_date: null }, today],
])('a deposit is due from %s', (_, one, from) => {
  expect(read({ one }).payables[0]!.from).toBe(from)
})

test('deposits and receipts before the day from which payables count are paid; those on the day are not', () => {
  expect(open({ since: '2026-10-05' })).toEqual([3000, 7000])
  expect(open({ since: '2026-10-06' })).toEqual([0, 7000])
  expect(open({ since: '2026-11-01' })).toEqual([0, 7000])
  expect(open({ since: '2026-11-02' })).toEqual([0, 0])
})

test('what is expected, or of an order that is not issued, is unpaid whatever its day', () => {
  const expected = [receipt({ is_expected: true })]
  expect(open({ receipts: expected, since: '2026-12-01' })).toEqual([0, 7000])
  expect(open({ receipts: [receipt({ day: null })], since: '2026-12-01' })).toEqual([0, 7000])
  expect(open({ one: { status: 'approved', issued_on: null }, receipts: expected, since: '2026-12-01' })).toEqual([
    3000, 7000,
  ])
})

test('payments before the day from which payables count settle nothing; those on the day do', () => {
  const payments = [payment('balance', 1000)]
  const later = { receipts: [receipt({ day: '2026-11-10' })], payments }
  expect(open({ ...later, since: '2026-11-10' })).toEqual([0, 6000])
  expect(open({ ...later, receipts: [receipt({ day: '2026-11-11' })], since: '2026-11-11' })).toEqual([0, 7000])
})

test('deposits settle the deposit before balances, and balances the deposit after the receipts', () => {
  expect(open({ payments: [payment('deposit', 3500)] })).toEqual([0, 6500])
  expect(open({ payments: [payment('balance', 7500)] })).toEqual([2500, 0])
  expect(open({ payments: [payment('balance', 500), payment('deposit', 500)] })).toEqual([2500, 6500])
})

test('what exceeds the deposit settles the balance together with its own payments, the earliest first', () => {
  const payments = [
    payment('balance', 3500, { paid_on: '2026-11-12' }),
    payment('deposit', 6500, { paid_on: '2026-11-14' }),
  ]
  expect(read({ payments }).payables.map(({ paid_on }) => paid_on)).toEqual(['2026-11-14', '2026-11-14'])
  const early = [{ ...payments[0]!, paid_on: '2026-11-16' }, payments[1]!]
  expect(read({ payments: early }).payables.map(({ paid_on }) => paid_on)).toEqual(['2026-11-14', '2026-11-16'])
})

test('an order with a receipt of unknown cost is left out, and others stay', () => {
  const receipts = [receipt(), receipt({ is_costed: false })]
  const { payables, left_out } = payablesOf(
    {
      orders: [order(), order({ purchase_order_id: 'p', name: 'PO-2' })],
      receipts: [...receipts, receipt({ purchase_order_id: 'p' })],
      invoices: [],
      payments: [payment('balance', 1000, { purchase_order_id: 'p' })],
    },
    { today, payables_since: null },
  )
  expect(left_out).toEqual([
    {
      subject: 'purchase_order',
      name: 'PO-1',
      supplier_id: 's',
      cents: null,
      currency: 'USD',
      reason: 'The order PO-1 has a line without a known cost.',
    },
  ])
  expect(payables.map((one) => [one.order.name, one.open_cents])).toEqual([
    ['PO-2', 3000],
    ['PO-2', 6000],
  ])
})

test('an order without receipts owes nothing', () => {
  expect(open({ receipts: [] })).toEqual([0])
})

test('what was paid for an order beyond its worth is left out and settles no other', () => {
  expect(read({ payments: [payment('balance', 10_000)] }).left_out).toEqual([])
  expect(read({ payments: [payment('balance', 10_001)] }).left_out).toEqual([
    {
      subject: 'supplier_payment',
      name: 'PO-1',
      supplier_id: 's',
      cents: 1,
      currency: 'USD',
      reason: 'More was paid for the order PO-1 than it is worth; the rest is not deducted from other payments.',
    },
  ])
})

const onAccount = (kind: 'deposit' | 'balance', cents: number, fields: Partial<PaymentFact> = {}) =>
  payment(kind, cents, { purchase_order_id: null, ...fields })

test('a payment on account settles receipts, the oldest first, and a deposit on account deposits', () => {
  const receipts = [receipt({ day: '2026-11-08', value: '5000' }), receipt({ day: '2026-11-02', value: '5000' })]
  expect(open({ receipts, payments: [onAccount('balance', 4000)] })).toEqual([3000, 3000, 0])
  expect(open({ receipts, payments: [onAccount('deposit', 1000)] })).toEqual([2000, 3500, 3500])
  const both = [onAccount('balance', 4000), onAccount('deposit', 3000)]
  expect(open({ receipts, payments: both })).toEqual([0, 3000, 0])
})

test('a payment on account settles only what is due to its supplier in its currency', () => {
  expect(open({ payments: [onAccount('balance', 1000, { supplier_id: 't' })] })).toEqual([3000, 7000])
  expect(open({ payments: [onAccount('balance', 1000, { currency: 'EUR' })] })).toEqual([3000, 7000])
  expect(open({ payments: [onAccount('balance', 1000)] })).toEqual([3000, 6000])
})

test('a payment on account does not settle what is expected, or counts as paid', () => {
  expect(open({ receipts: [receipt({ is_expected: true })], payments: [onAccount('balance', 1000)] })[1]).toBe(7000)
  expect(open({ receipts: [receipt({ day: '2025-11-21' })], payments: [onAccount('balance', 1000)] })[1]).toBe(7000)
  expect(open({ receipts: [receipt({ day: '2025-11-22' })], payments: [onAccount('balance', 1000)] })[1]).toBe(6000)
})

test('payments on account count from the same day as payables', () => {
  const facts = { receipts: [receipt({ day: '2026-11-20' })], payments: [onAccount('balance', 1000)] }
  expect(open({ ...facts, since: '2026-11-10' })[1]).toBe(6000)
  expect(open({ ...facts, since: '2026-11-11' })[1]).toBe(7000)
})

test('payments on account settle in the order of their days', () => {
  const payments = [
    onAccount('balance', 6000, { paid_on: '2026-11-15' }),
    onAccount('balance', 1000, { paid_on: '2026-11-12' }),
  ]
  expect(read({ payments }).payables[1]).toMatchObject({ open_cents: 0, paid_on: '2026-11-15' })
})

test('what was paid on account beyond what is due is left out under the name of the supplier', () => {
  expect(read({ payments: [onAccount('balance', 7000)] }).left_out).toEqual([])
  const paid = [onAccount('balance', 7100), onAccount('deposit', 3020)]
  expect(read({ payments: paid }).left_out).toEqual([
    {
      subject: 'supplier_payment',
      name: 'Mill',
      supplier_id: 's',
      cents: 120,
      currency: 'USD',
      reason: 'Paid to Mill on account beyond what is due; it is not deducted from later payments.',
    },
  ])
})

test('a delivery counts as paid from the day after a year, and nothing else does', () => {
  const counts = (kind: Payable['kind'], from: string) => countsAsPaid(payable(1, { kind, from }), today)
  expect(counts('receipt', '2025-11-21')).toBe(true)
  expect(counts('receipt', '2025-11-22')).toBe(false)
  expect(counts('expected', '2020-01-01')).toBe(false)
  expect(counts('deposit', '2020-01-01')).toBe(false)
})

test('days to payment are those of deliveries that were paid whole, and none where it was paid before', () => {
  const paid = (fields: Partial<Payable>) => paidDays([payable(0, { paid_on: '2026-11-11', ...fields })])
  expect(paid({})).toEqual([{ order: order(), days: 10 }])
  expect(paid({ from: '2026-11-15' })).toMatchObject([{ days: 0 }])
  expect(paid({ from: null })).toEqual([])
  expect(paid({ paid_on: null })).toEqual([])
  expect(paid({ kind: 'expected' })).toEqual([])
  expect(paid({ kind: 'deposit' })).toEqual([])
})

test('the median of an even number of values is their mean, rounded half up', () => {
  expect(median([5])).toBe(5)
  expect(median([9, 1, 5])).toBe(5)
  expect(median([10, 1, 4, 5])).toBe(5)
  expect(median([2, 8])).toBe(5)
  expect(median([])).toBeNull()
})
