import { expect, test } from 'bun:test'
import {
  allocate,
  allocateToOrder,
  checkPaidOut,
  checkSum,
  checkTargets,
  free,
  type Payable,
  takeFrom,
} from '../../../server/selling/payments/allocation.rules.ts'

const refused = (act: () => unknown, refusal: { code?: string; desc?: string; data?: object }) =>
  expect(act).toThrow(expect.objectContaining(refusal))
const payable = (values: Partial<Payable>): Payable => ({
  order_id: 'o',
  invoice_id: null,
  name: 'SO-1',
  trading_partner_id: 'a',
  currency: 'USD',
  open_cents: 1_000,
  is_void: false,
  issued_on: null,
  ...values,
})
const invoice = (values: Partial<Payable> = {}) =>
  payable({ invoice_id: 1, name: 'INV-1', issued_on: '2026-06-10', ...values })
const account = { trading_partner_id: 'a', order_id: null, currency: 'USD' }
const consumer = { trading_partner_id: null, order_id: 'o', currency: 'USD' }

test('a target takes its amount up to what is open, from the later of payment and invoice', () => {
  const wanted = [
    { invoice_id: 1, amount_cents: 1_000 },
    { order_id: 'O', amount_cents: 999 },
  ]
  expect(allocate(account, wanted, [payable({}), invoice()], '2026-06-09')).toEqual([
    { order_id: 'o', invoice_id: 1, amount_cents: 1_000, allocated_on: '2026-06-10' },
    { order_id: 'o', invoice_id: null, amount_cents: 999, allocated_on: '2026-06-09' },
  ])
  expect(allocate(account, wanted.slice(0, 1), [invoice()], '2026-06-11')[0]!.allocated_on).toBe('2026-06-11')
  expect(allocate(account, [], [], '2026-06-11')).toEqual([])
  refused(() => allocate(account, [{ invoice_id: 1, amount_cents: 1_001 }], [invoice()], '2026-06-11'), {
    code: 'conflict',
    data: { reason: 'over_allocated', field: 'allocations[0].amount_cents', open_cents: 1_000, invoice_id: 1 },
  })
  refused(() => allocate(account, [{ order_id: 'o', amount_cents: 1_001 }], [payable({})], '2026-06-11'), {
    code: 'conflict',
    data: { reason: 'over_allocated', field: 'allocations[0].amount_cents', open_cents: 1_000, order_id: 'o' },
  })
})

test('money stays with its payer and its currency, and off void invoices', () => {
  const use = (of: typeof account | typeof consumer, one: Payable) =>
    allocate(of, [{ invoice_id: 1, amount_cents: 1 }], [one], '2026-06-11')
  const field = 'allocations[0].invoice_id'
  refused(() => use(account, invoice({ trading_partner_id: 'b' })), {
    data: expect.objectContaining({ field, rule: 'must be of the account that paid' }),
  })
  refused(() => use(account, invoice({ currency: 'EUR' })), {
    data: expect.objectContaining({ field: 'currency', rule: 'must be the currency of INV-1', allowed: ['EUR'] }),
  })
  refused(() => use(consumer, invoice({ trading_partner_id: null, order_id: 'p' })), {
    data: expect.objectContaining({
      field,
      rule: 'must be the order that was paid for, or one to which its lines and the money went',
    }),
  })
  expect(use(consumer, invoice({ trading_partner_id: null }))).toHaveLength(1)
  const moved = { ...consumer, was_on: ['p'] }
  expect(use(moved, invoice({ trading_partner_id: null, order_id: 'p' }))).toHaveLength(1)
  expect(use(moved, invoice({ trading_partner_id: null }))).toHaveLength(1)
  refused(() => use(moved, invoice({ trading_partner_id: null, order_id: 'q' })), {
    data: expect.objectContaining({ field }),
  })
  refused(() => use(account, invoice({ is_void: true })), { code: 'conflict' })
  refused(() => allocate(account, [{ invoice_id: 2, amount_cents: 1 }], [invoice()], '2026-06-11'), {
    code: 'bad_request',
    data: { field: 'allocations[0].invoice_id', rule: 'must be an invoice of this organisation' },
  })
  refused(() => allocate(account, [{ order_id: 'p', amount_cents: 1 }], [payable({})], '2026-06-11'), {
    code: 'bad_request',
    data: { field: 'allocations[0].order_id', rule: 'must be a sales order of this organisation' },
  })
})

test('money for an order settles its invoices in their order, and the rest stays on the order', () => {
  const all = [invoice({ open_cents: 300 }), invoice({ invoice_id: 2, open_cents: 0 }), payable({ open_cents: 200 })]
  const cents = (amount: number) =>
    allocateToOrder(account, amount, all, '2026-06-11').map((one) => [one.invoice_id, one.amount_cents])
  expect(cents(300)).toEqual([[1, 300]])
  expect(cents(301)).toEqual([
    [1, 300],
    [null, 1],
  ])
  expect(cents(500)).toEqual([
    [1, 300],
    [null, 200],
  ])
  refused(() => cents(501), {
    code: 'conflict',
    data: { reason: 'over_allocated', field: 'amount_cents', open_cents: 500, order_id: 'o' },
  })
  refused(() => allocateToOrder({ ...account, currency: 'EUR' }, 1, all, '2026-06-11'), { code: 'bad_request' })
})

test('each target names one thing, once', () => {
  checkTargets('allocations', [{ invoice_id: 1 }, { invoice_id: 2 }, { order_id: 'o' }])
  refused(() => checkTargets('x', [{}]), { code: 'bad_request', data: expect.objectContaining({ field: 'x[0]' }) })
  refused(() => checkTargets('x', [{ invoice_id: 1, order_id: 'o' }]), { code: 'bad_request' })
  refused(() => checkTargets('x', [{ invoice_id: 1 }, { invoice_id: 1 }]), {
    data: expect.objectContaining({ field: 'x[1].invoice_id' }),
  })
  refused(() => checkTargets('x', [{ order_id: 'o' }, { order_id: 'O' }]), {
    data: expect.objectContaining({ field: 'x[1].order_id' }),
  })
})

test('allocations are at most the amount that they come from', () => {
  checkSum([], 0, 'USD')
  checkSum(
    [
      { invoice_id: 1, amount_cents: 60 },
      { invoice_id: 2, amount_cents: 40 },
    ],
    100,
    'USD',
  )
  refused(
    () =>
      checkSum(
        [
          { invoice_id: 1, amount_cents: 60 },
          { invoice_id: 2, amount_cents: 41 },
        ],
        100,
        'USD',
      ),
    {
      code: 'conflict',
      data: { reason: 'over_allocated', field: 'allocations', unallocated_cents: 100 },
    },
  )
})

test('what is taken off is at most what the payment pays', () => {
  const one = { customer_payment_id: 'p', order_id: 'o', invoice_id: 1, amount_cents: 100, allocated_on: '2026-06-10' }
  const onOrder = { ...one, invoice_id: null, amount_cents: 50 }
  const all = [one, onOrder]
  const cents = (wanted: Parameters<typeof free>[1]) => free(all, wanted, 'USD').map((freed) => freed.amount_cents)
  expect(cents(undefined)).toEqual([100, 50])
  expect(cents([{ invoice_id: 1 }])).toEqual([100])
  expect(cents([{ invoice_id: 1, amount_cents: 100 }])).toEqual([100])
  expect(cents([{ order_id: 'O', amount_cents: 1 }])).toEqual([1])
  refused(() => cents([{ invoice_id: 1, amount_cents: 101 }]), {
    code: 'conflict',
    data: { reason: 'over_allocated', field: 'allocations[0].amount_cents', allocated_cents: 100 },
  })
  refused(() => cents([{ invoice_id: 2 }]), { code: 'bad_request' })
  refused(() => cents([{ order_id: 'p' }]), {
    data: expect.objectContaining({ field: 'allocations[0].order_id' }),
  })
  expect(takeFrom(all, 0)).toEqual([])
  expect(takeFrom(all, -5)).toEqual([])
  expect(takeFrom(all, 100)).toEqual([one])
  expect(takeFrom(all, 101)).toEqual([one, { ...onOrder, amount_cents: 1 }])
  expect(takeFrom(all, 900)).toEqual(all)
})

test('a payout is at most what is unallocated, and of a consumer what refunds left', () => {
  const of = (unallocated_cents: number, left_cents: number | null) => ({
    unallocated_cents,
    currency: 'USD',
    left_cents,
  })
  for (const [cents, left] of [
    [500, null],
    [500, 500],
    [500, 501],
    [300, 300],
  ] as const)
    expect(() => checkPaidOut(cents, of(500, left))).not.toThrow()
  refused(() => checkPaidOut(501, of(500, 400)), {
    code: 'conflict',
    data: { reason: 'over_paid_out', field: 'amount_cents', unallocated_cents: 500 },
  })
  const refunded = (refundable_cents: number) => ({
    code: 'conflict',
    data: { reason: 'refunded', field: 'amount_cents', refundable_cents },
  })
  refused(() => checkPaidOut(301, of(500, 300)), refunded(300))
  refused(() => checkPaidOut(1, of(500, 0)), refunded(0))
  refused(() => checkPaidOut(1, of(500, -20)), refunded(0))
})
