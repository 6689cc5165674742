import { expect, test } from 'bun:test'
import type { Payable } from '../../../server/selling/payments/allocation.rules.ts'
import {
  contentKey,
  knownAs,
  knownPayments,
  payablesOf,
  payFor,
  type PaymentFacts,
  type PaymentRecord,
  type PaymentWrite,
  resolvePayment,
} from '../../../server/selling/payments/importing/payment_records.rules.ts'

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
const invoice = payable({ invoice_id: 1, name: 'INV-1', issued_on: '2026-06-01' })
const facts: PaymentFacts = {
  accounts: new Map([
    ['north', 'a'],
    ['south', 'b'],
  ]),
  invoices: new Map([['inv-1', invoice]]),
  orders: new Map([
    ['so-1', [invoice, payable({})]],
    ['web-1', [payable({ order_id: 'w', name: 'WEB-1', trading_partner_id: null, currency: 'JPY' })]],
  ]),
  today: '2026-06-10',
  books_from: '2026-06-02',
}
const record = (values: Partial<PaymentRecord>): PaymentRecord => ({
  account: null,
  paid_on: '2026-06-10',
  amount: '5.00',
  currency: null,
  invoice: null,
  order: null,
  method: null,
  reference: null,
  external_id: null,
  ...values,
})
const faultsOf = (values: Partial<PaymentRecord>, of: PaymentFacts = facts) => {
  const resolved = resolvePayment(record(values), of)
  return Array.isArray(resolved) ? resolved.map(({ field, rule, value }) => [field, rule, value]) : resolved
}
const write = (values: Partial<PaymentWrite> = {}): PaymentWrite => ({
  trading_partner_id: 'a',
  order_id: null,
  currency: 'USD',
  amount_cents: 500,
  paid_on: '2026-06-10',
  method: 'unknown',
  reference: null,
  external_id: null,
  invoice_id: 1,
  paid_order_id: null,
  ...values,
})

test('an invoice, an order or an account says who paid, in which currency', () => {
  expect(faultsOf({ invoice: ' INV-1 ' })).toEqual(write() as never)
  expect(faultsOf({ order: 'SO-1', method: 'card', reference: ' R ', external_id: ' X ' })).toEqual(
    write({ invoice_id: null, paid_order_id: 'o', method: 'card', reference: 'R', external_id: 'X' }) as never,
  )
  expect(faultsOf({ order: 'web-1', amount: '500' })).toEqual(
    write({
      trading_partner_id: null,
      order_id: 'w',
      currency: 'JPY',
      amount_cents: 50_000,
      invoice_id: null,
      paid_order_id: 'w',
    }) as never,
  )
  expect(faultsOf({ account: 'South', currency: 'eur' })).toEqual(
    write({ trading_partner_id: 'b', currency: 'EUR', invoice_id: null }) as never,
  )
  expect(faultsOf({ account: 'NORTH', invoice: 'inv-1', currency: 'usd' })).toEqual(write() as never)
})

test('what is not known, or does not fit, is a fault of its field', () => {
  const rule = (values: Partial<PaymentRecord>) => faultsOf(values)
  expect(rule({ account: 'West', currency: 'USD' })).toEqual([
    ['account', 'must be the name or id of a trading account of this organisation', 'West'],
  ])
  expect(rule({ currency: 'USD' })).toEqual([['account', 'is required without an invoice or an order', null]])
  expect(rule({ account: 'South', invoice: 'INV-1' })).toEqual([['account', 'must be the account of INV-1', 'South']])
  expect(rule({ account: 'South', order: 'WEB-1', amount: '5' })).toEqual([
    ['account', 'must be the account of WEB-1', 'South'],
  ])
  expect(rule({ invoice: 'INV-2' })).toEqual([
    ['invoice', 'must be the number of an invoice of this organisation', 'INV-2'],
  ])
  expect(rule({ order: 'SO-2' })).toEqual([
    ['order', 'must be the name or id of a sales order of this organisation', 'SO-2'],
  ])
  expect(rule({ invoice: 'INV-1', order: 'SO-1' })).toEqual([['order', 'must be blank beside an invoice', 'SO-1']])
  expect(rule({ account: 'North' })).toEqual([['currency', 'is required for a payment on account', null]])
  expect(rule({ account: 'North', currency: 'XQX' })).toEqual([['currency', 'must be an ISO 4217 code', 'XQX']])
  expect(rule({ invoice: 'INV-1', currency: 'EUR' })).toEqual([
    ['currency', 'must be the currency of what is paid', 'EUR'],
  ])
  expect(rule({ order: 'WEB-1', amount: '5.50' })).toEqual([
    ['amount', 'must be a whole number, because JPY has no decimals', '5.50'],
  ])
})

test('a payment is not of the future, nor from before the books', () => {
  const days = (paid_on: string, books_from: string | null = '2026-06-02') => {
    const resolved = faultsOf({ invoice: 'INV-1', paid_on }, { ...facts, books_from })
    return Array.isArray(resolved) ? resolved.map(([field, rule]) => `${field} ${rule}`) : []
  }
  expect(days('2026-06-10')).toEqual([])
  expect(days('2026-06-11')).toEqual(['paid_on must not be after the current day, 2026-06-10'])
  expect(days('2026-06-02')).toEqual([])
  expect(days('2026-06-01')).toEqual([
    'paid_on must not be before 2026-06-02, the day from which the books of the organisation are open (books_from)',
  ])
  expect(days('2020-01-01', null)).toEqual([])
})

test('a payment is on file by its id elsewhere, or without one by its content', () => {
  const one = write({ reference: 'R' })
  const known = knownPayments([
    { ...one, reversed_on: null },
    { ...one, external_id: 'X', reversed_on: null },
  ])
  expect(knownAs(one, known)).toBe(true)
  for (const other of [
    { amount_cents: 501 },
    { currency: 'EUR' },
    { paid_on: '2026-06-09' },
    { reference: null },
    { trading_partner_id: null, order_id: 'o' },
  ])
    expect(knownAs(write({ reference: 'R', ...other }), known)).toBe(false)
  expect(knownAs({ ...one, external_id: 'X' }, known)).toBe(true)
  expect(knownAs({ ...one, external_id: 'Y' }, known)).toBe(false)
  expect(knownAs({ ...one, external_id: 'X', amount_cents: 1 }, known)).toEqual({
    field: 'external_id',
    rule: 'was recorded with another payer, amount, currency, day or reference',
    value: 'X',
  })
  expect(contentKey(write({ trading_partner_id: null, order_id: 'a' }))).toBe(contentKey(write()))
})

test('a payment that was reversed is not on file, and is not recorded again without a word', () => {
  const one = write({ reference: 'R' })
  const [inForce, reversed] = [
    { ...one, reversed_on: null },
    { ...one, reversed_on: '2026-06-11' },
  ]
  const rule = 'is of a payment that was reversed on 2026-06-11; record it by itself if it was paid after all'
  expect(knownAs(one, knownPayments([reversed]))).toEqual({ field: 'reference', rule, value: 'R' })
  expect(knownAs(one, knownPayments([inForce, reversed]))).toBe(true)
  const ofId = { ...one, external_id: 'X' }
  const byId = { ...reversed, external_id: 'X' }
  expect(knownAs(ofId, knownPayments([byId]))).toEqual({ field: 'external_id', rule, value: 'X' })
  expect(knownAs({ ...ofId, amount_cents: 1 }, knownPayments([byId]))).toMatchObject({ rule })
  // The latest of an id counts.
  expect(knownAs(ofId, knownPayments([byId, { ...inForce, external_id: 'X' }]))).toBe(true)
  expect(knownAs(ofId, knownPayments([{ ...inForce, external_id: 'X' }, byId]))).toMatchObject({ rule })
})

test('payments of a file pay no more together than is open', () => {
  const open = { ...invoice, open_cents: 800 }
  const order = payable({ open_cents: 300 })
  const paid = (values: Partial<PaymentWrite>, payables: readonly Payable[]) => {
    const result = payFor(write(values), payables)
    return Array.isArray(result)
      ? result.map((one) => [one.invoice_id, one.amount_cents])
      : [result.field, result.rule, result.value]
  }
  expect(paid({}, [open])).toEqual([[1, 500]])
  expect(paid({ amount_cents: 301 }, [open])).toEqual(['amount', 'is more than is open: 3.00', '3.01'])
  const ofOrder = { invoice_id: null, paid_order_id: 'o' }
  expect(paid({ ...ofOrder, amount_cents: 400 }, [open, order])).toEqual([
    [1, 300],
    [null, 100],
  ])
  expect(paid({ ...ofOrder, amount_cents: 201 }, [open, order])).toEqual([
    'amount',
    'is more than is open: 2.00',
    '2.01',
  ])
  expect(paid({ invoice_id: null }, [])).toEqual([])
  expect(paid({}, [{ ...invoice, is_void: true }])).toEqual(['amount', 'is for an invoice that is void', '5.00'])
  expect(payablesOf(record({}), facts)).toEqual([])
})
