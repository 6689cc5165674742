/** What imported orders paid back, and for which units. */
import { expect, test } from 'bun:test'
import type { LineProgress } from '../../../server/selling/sales_order_import/reading/order_progress.rules.ts'
import { refundOf } from '../../../server/selling/sales_order_import/reading/order_refund.rules.ts'
import {
  Faults,
  type LineRow,
  type OrderValues,
} from '../../../server/selling/sales_order_import/reading/order_rows.ts'

/** Two units at 10.00 with 2.00 of taxes, one at 30.00 with 3.00, and freight of 1.10: 56.10. */
const money = {
  lines: [
    { unit_price_cents: 1_000, discount_cents: 0, tax_cents: 200 },
    { unit_price_cents: 3_000, discount_cents: 0, tax_cents: 300 },
  ],
  freight_cents: 100,
  freight_tax_cents: 10,
}
interface Case {
  values?: Partial<OrderValues>
  /** Cancelled units of both lines. */
  cancelled?: [number, number]
  returned?: [number, number]
  line_refunded?: [number | null, number | null]
}
function read({ values, cancelled = [0, 0], returned = [0, 0], line_refunded = [null, null] }: Case, of = money) {
  const faults = new Faults()
  const progress = [0, 1].map((i): LineProgress => ({
    shipped: [],
    cancelled_quantity: cancelled[i]!,
    returned_quantity: returned[i]!,
    restocked_quantity: 0,
  }))
  const lines = [2, 1].map((quantity, i): LineRow[] => [
    { row_number: i + 2, values: { quantity, line_refunded: line_refunded[i]! } },
  ])
  const order = { payment_state: null, state: null, refunded_amount: null, ...values } as OrderValues
  return { refund: refundOf(order, lines, { ...of, currency: 'USD' }, progress, faults), faults: faults.all }
}
function refund(one: Case, of = money) {
  const found = read(one, of)
  expect(found.faults).toEqual([])
  if (found.refund === null) return null
  const { amount_cents, freight_cents, is_full, lines } = found.refund
  return [amount_cents, freight_cents, is_full, ...lines.map((line) => `${line.amount_cents}+${line.tax_cents}`)]
}

test('an order without a refund has none', () => {
  expect(refund({})).toBeNull()
  expect(refund({ values: { refunded_amount: 0 } })).toBeNull()
  expect(refund({ returned: [1, 0] })).toBeNull()
})

test('a refunded order pays back all of it, with its freight', () => {
  const all = [5_610, 110, true, '2000+200', '3000+300']
  expect(refund({ values: { payment_state: 'refunded' }, returned: [2, 1] })).toEqual(all)
  expect(refund({ values: { state: 'refunded' } })).toEqual(all)
  expect(refund({ values: { state: 'refunded', refunded_amount: 5_500 } })).toEqual([
    5_500,
    0,
    true,
    '2000+200',
    '3000+300',
  ])
  expect(refund({ values: { refunded_amount: 5_499 } })![2]).toBe(false)
})

test('an amount is paid back for the units that came back, else for all units', () => {
  expect(refund({ values: { refunded_amount: 1_100 }, returned: [1, 0] })).toEqual([1_100, 0, false, '1000+100', '0+0'])
  expect(refund({ values: { refunded_amount: 550 } })).toEqual([550, 0, false, '200+20', '300+30'])
})

test('what exceeds the units that came back is freight, and then paid for the other units', () => {
  expect(refund({ values: { refunded_amount: 1_200 }, returned: [1, 0] })).toEqual([
    1_200,
    100,
    false,
    '1000+100',
    '0+0',
  ])
  expect(refund({ values: { refunded_amount: 1_210 }, returned: [1, 0] })).toEqual([
    1_210,
    110,
    false,
    '1000+100',
    '0+0',
  ])
  // 12.00 without freight, of which 1.09 are taxes.
  expect(refund({ values: { refunded_amount: 1_310 }, returned: [1, 0] })).toEqual([
    1_310,
    110,
    false,
    '436+44',
    '655+65',
  ])
})

test('no more is paid back than the order came to', () => {
  expect(refund({ values: { refunded_amount: 5_610 } })![0]).toBe(5_610)
  const { refund: found, faults } = read({ values: { refunded_amount: 5_611 } })
  expect(faults).toMatchObject([
    { field: 'refunded_amount', rule: 'must be at most what the order came to, 56.10', value: '56.11' },
  ])
  expect(found!.amount_cents).toBe(5_610)
})

test('money for cancelled units is no refund of a sale', () => {
  const cancelled: [number, number] = [0, 1]
  expect(refund({ values: { refunded_amount: 3_300 }, cancelled })).toBeNull()
  expect(refund({ values: { refunded_amount: 3_301 }, cancelled })).toEqual([1, 0, false, '1+0', '0+0'])
  expect(refund({ values: { state: 'refunded' }, cancelled })).toEqual([2_310, 110, true, '2000+200', '0+0'])
  expect(refund({ values: { state: 'refunded' }, cancelled: [2, 1] })).toBeNull()
})

test('an order without taxes has none in its refund', () => {
  const untaxed = { ...money, lines: money.lines.map((line) => ({ ...line, tax_cents: 0 })) }
  expect(refund({ values: { refunded_amount: 50 } }, untaxed)).toEqual([50, 0, false, '20+0', '30+0'])
})

test('amounts that lines state count in place of that of the order, and have their taxes added', () => {
  expect(refund({ line_refunded: [1_000, null], values: { refunded_amount: 5_000 } })).toEqual([
    1_100,
    0,
    false,
    '1000+100',
    '0+0',
  ])
  expect(refund({ line_refunded: [2_000, 3_000] })).toEqual([5_500, 0, true, '2000+200', '3000+300'])
  expect(refund({ line_refunded: [0, null], values: { refunded_amount: 550 } })![0]).toBe(550)
})

test('what a line states is for its cancelled units first, and at most its price', () => {
  const cancelled: [number, number] = [1, 0]
  expect(refund({ line_refunded: [1_500, null], cancelled })).toEqual([550, 0, false, '500+50', '0+0'])
  expect(refund({ line_refunded: [1_000, null], cancelled })).toBeNull()
  expect(refund({ line_refunded: [500, 3_000], cancelled })).toEqual([3_300, 0, false, '0+0', '3000+300'])
  const { refund: found, faults } = read({ line_refunded: [null, 3_001] })
  expect(faults).toMatchObject([
    { field: 'line_refunded', rule: 'must be at most the price of the line, 30.00', value: '30.01', row_number: 3 },
  ])
  expect(found!.amount_cents).toBe(3_300)
})

test('discounts are no money that was paid', () => {
  const discounted = { ...money, lines: [{ ...money.lines[0]!, discount_cents: 1_000 }, money.lines[1]!] }
  expect(refund({ values: { state: 'refunded' } }, discounted)).toEqual([4_610, 110, true, '1000+125', '3000+375'])
})
