import { expect, test } from 'bun:test'
import { openOf, overpaidMoney, overpaidOf } from '../../../server/selling/payments/overpaid/overpaid.rules.ts'

const sums = (agreed_cents: number, invoiced_cents: number, paid_cents: number, paid_back_cents = 0) => ({
  agreed_cents,
  invoiced_cents,
  paid_cents,
  paid_back_cents,
})
const both = (...of: Parameters<typeof sums>) => [openOf(sums(...of)), overpaidOf(sums(...of))]

test('money is open up to what is left to be invoiced, and overpaid beyond it', () => {
  expect([both(100, 0, 0), both(100, 0, 99), both(100, 0, 100), both(100, 0, 101)]).toEqual([
    [100, 0],
    [1, 0],
    [0, 0],
    [0, 1],
  ])
  expect([both(100, 60, 39), both(100, 60, 40), both(100, 60, 41)]).toEqual([
    [1, 0],
    [0, 0],
    [0, 1],
  ])
  // An invoice can bill its own freight, so more than is agreed.
  expect(both(100, 120, 5)).toEqual([0, 5])
})

test('what was paid back is not overpaid', () => {
  expect([
    overpaidOf(sums(50, 0, 100, 49)),
    overpaidOf(sums(50, 0, 100, 50)),
    overpaidOf(sums(50, 0, 100, 51)),
  ]).toEqual([1, 0, 0])
})

test('the latest money on an order is overpaid first, each order by itself', () => {
  const order = (order_id: string, paid_cents: number) => ({
    ...sums(100, 0, paid_cents),
    order_id,
    name: order_id,
    trading_partner_id: 't',
    currency: 'USD',
  })
  const on = (order_id: string, customer_payment_id: string, amount_cents: number) => {
    return { order_id, customer_payment_id, amount_cents, invoice_id: null, allocated_on: '2026-11-20' }
  }
  const money = overpaidMoney(
    [order('a', 150), order('b', 110), order('c', 100)],
    [on('a', 'late', 30), on('b', 'late', 110), on('a', 'early', 120), on('c', 'late', 100)],
  )
  expect(
    money.map(({ order_id, customer_payment_id, amount_cents }) => [order_id, customer_payment_id, amount_cents]),
  ).toEqual([
    ['a', 'late', 30],
    ['a', 'early', 20],
    ['b', 'late', 10],
  ])
})
