/** Money of imported orders: what files state, divided to the cent. */
import { expect, test } from 'bun:test'
import { moneyOf } from '../../../server/selling/sales_order_import/reading/order_money.rules.ts'
import {
  Faults,
  type LineRow,
  type OrderValues,
} from '../../../server/selling/sales_order_import/reading/order_rows.ts'

type Line = LineRow['values']
const none = {
  subtotal: null,
  discount: null,
  lines_subtotal: null,
  total: null,
  shipping: null,
  shipping_tax: null,
  taxes: null,
  prices_include_tax: null,
} as OrderValues
function read(lines: Line[], values: Partial<OrderValues> = {}) {
  const faults = new Faults()
  const rows = lines.map((line, i): LineRow => ({ row_number: i + 2, values: { quantity: 1, ...line } }))
  const money = moneyOf(rows, { ...none, ...values }, 'USD', faults)
  return { money, faults: faults.all }
}
/** Unit price, discount and tax of each line. */
function lines(all: Line[], values: Partial<OrderValues> = {}) {
  const { money, faults } = read(all, values)
  expect(faults).toEqual([])
  return money.lines.map((one) => [one.unit_price_cents, one.discount_cents, one.tax_cents].join(' '))
}
const faults = (all: Line[], values: Partial<OrderValues> = {}) =>
  read(all, values).faults.map(({ field, rule, value, row_number }) => [field, rule, value, row_number ?? null])
const two: Line[] = [{ unit_price: 1_000 }, { unit_price: 3_000 }]

test('the price of a line is its subtotal, else its unit price, else its total before its discount', () => {
  expect(lines([{ quantity: 2, unit_price: 1_000 }])).toEqual(['1000 0 0'])
  expect(lines([{ quantity: 2, line_subtotal: 3_000, unit_price: 1_000 }])).toEqual(['1500 0 0'])
  expect(lines([{ quantity: 2, line_total: 1_500, line_discount: 500 }])).toEqual(['1000 500 0'])
  expect(lines([{ quantity: 2, line_total: 1_500 }])).toEqual(['750 0 0'])
  expect(lines([{ unit_price: 0 }])).toEqual(['0 0 0'])
  expect(faults([{}])).toEqual([['unit_price', 'is required unless line_subtotal or line_total is given', null, 2]])
})

test('the discount of a line is stated, or what its total leaves', () => {
  expect(lines([{ quantity: 2, unit_price: 1_000, line_discount: 300 }])).toEqual(['1000 300 0'])
  expect(lines([{ quantity: 2, unit_price: 1_000, line_total: 1_900 }])).toEqual(['1000 100 0'])
  expect(lines([{ unit_price: 1_000, line_discount: 1_000 }])).toEqual(['1000 1000 0'])
})

test('a unit price in whole cents is rounded up, and the discount takes what that is too much', () => {
  expect(lines([{ quantity: 3, line_subtotal: 1_000 }])).toEqual(['334 2 0'])
  expect(lines([{ quantity: 0, line_subtotal: 0 }])).toEqual(['0 0 0'])
})

test('a line costs no less than nothing and no more than its price', () => {
  expect(faults([{ unit_price: 1_000, line_discount: 1_001 }])[0]).toEqual([
    'line_discount',
    'must be at most the price of the line, 10.00',
    '1001',
    2,
  ])
  expect(faults([{ unit_price: 1_000, line_total: 1_001 }])[0]).toEqual([
    'line_total',
    'must be at most the price of the line, 10.00',
    '10.01',
    2,
  ])
  expect(faults([{ unit_price: 1_000, line_total: 1_000 }])).toEqual([])
})

test('what was paid for a line is its total with its taxes', () => {
  expect(faults([{ unit_price: 1_000, line_tax: 100, line_paid: 1_100 }])).toEqual([])
  expect(faults([{ unit_price: 1_000, line_paid: 1_000 }])).toEqual([])
  expect(faults([{ unit_price: 1_000, line_tax: 100, line_paid: 1_000 }])).toEqual([
    ['line_paid', 'must be line_total and line_tax together, 11.00', '10.00', 2],
  ])
})

test('a discount on the order is divided by the prices of the lines', () => {
  expect(lines(two, { discount: 100 })).toEqual(['1000 25 0', '3000 75 0'])
  expect(lines(two, { discount: 4_000 })).toEqual(['1000 1000 0', '3000 3000 0'])
  expect(faults(two, { discount: 4_001 })).toEqual([
    ['discount', 'must be at most the prices of the lines, 40.00', '40.01', null],
  ])
  expect(faults(two, { discount: -1 })[0]![0]).toBe('discount')
})

test('a discount on the order is what its subtotal leaves', () => {
  expect(lines(two, { subtotal: 3_600 })).toEqual(['1000 100 0', '3000 300 0'])
  expect(lines(two, { subtotal: 4_000, discount: 100 })).toEqual(['1000 0 0', '3000 0 0'])
  expect(faults(two, { subtotal: 4_001 })).toEqual([
    ['subtotal', 'must be at most the prices of the lines less their discounts, 40.00', '40.01', null],
  ])
})

test('a discount on the order is what its total leaves of lines, shipping and taxes', () => {
  expect(lines(two, { lines_subtotal: 4_000, total: 3_600 })).toEqual(['1000 100 0', '3000 300 0'])
  expect(lines(two, { lines_subtotal: 4_000, total: 3_940, shipping: 200, taxes: 140 })).toEqual([
    '1000 100 35',
    '3000 300 105',
  ])
  expect(lines(two, { lines_subtotal: 4_000 })).toEqual(['1000 0 0', '3000 0 0'])
  expect(faults(two, { lines_subtotal: 4_000, total: 4_301, shipping: 200, taxes: 100 })[0]).toEqual([
    'total',
    'must be lines, shipping and taxes less a discount, so at most 43.00',
    '43.01',
    null,
  ])
  expect(faults(two, { lines_subtotal: 4_001 })).toEqual([
    ['lines_subtotal', 'must be the prices of the lines, which are 40.00 together', '40.01', null],
  ])
})

test('taxes of the order are divided by the prices of the lines after discounts, without those of shipping', () => {
  expect(lines(two, { taxes: 100 })).toEqual(['1000 0 25', '3000 0 75'])
  const { money } = read(two, { taxes: 100, shipping_tax: 20, shipping: 200 })
  expect(money).toMatchObject({
    lines: [{ tax_cents: 20 }, { tax_cents: 60 }],
    freight_cents: 200,
    freight_tax_cents: 20,
  })
  expect(faults(two, { taxes: 10, shipping_tax: 10 })).toEqual([])
  expect(faults(two, { taxes: 10, shipping_tax: 11 })).toEqual([
    ['shipping_tax', 'must be at most taxes, 0.10', '0.11', null],
  ])
})

test('lines without a price share by units', () => {
  const free: Line[] = [{ unit_price: 0 }, { quantity: 2, unit_price: 0 }]
  expect(lines(free, { taxes: 30 })).toEqual(['0 0 10', '0 0 20'])
})

test('taxes that lines state count in place of those of the order', () => {
  const taxed = [{ unit_price: 1_000, line_tax: 70 }, { unit_price: 3_000 }]
  expect(lines(taxed, { taxes: 500 })).toEqual(['1000 0 70', '3000 0 0'])
  expect(faults(taxed, { shipping_tax: 90, total: 4_160 })).toEqual([])
})

test('prices that include taxes are taken without them', () => {
  const included = { prices_include_tax: true, taxes: 100 }
  expect(lines([{ unit_price: 1_100 }], included)).toEqual(['1000 0 100'])
  // 2,200 less a discount of 1,100 with 100 of taxes: 1,000 of 2,000.
  expect(lines([{ quantity: 2, unit_price: 1_100, line_discount: 1_100 }], included)).toEqual(['1000 1000 100'])
  expect(read([{ unit_price: 1_100 }], { ...included, shipping: 50, shipping_tax: 5 }).money).toMatchObject({
    lines: [{ unit_price_cents: 1_005, tax_cents: 95 }],
    freight_cents: 45,
    freight_tax_cents: 5,
  })
  expect(faults([{ unit_price: 100 }], included)).toEqual([])
  expect(faults([{ unit_price: 99 }], included)).toEqual([
    ['taxes', 'must be at most the price of the line, 0.99', '1.00', 2],
  ])
})

test('whether prices include taxes follows from the total where it is not stated', () => {
  const line = [{ unit_price: 1_100 }]
  expect(lines(line, { taxes: 100, total: 1_200 })).toEqual(['1100 0 100'])
  expect(lines(line, { taxes: 100, total: 1_100 })).toEqual(['1000 0 100'])
  expect(lines(line, { taxes: 100, total: 1_150, shipping: 50 })).toEqual(['1000 0 100'])
  expect(lines(line, { taxes: 100 })).toEqual(['1100 0 100'])
  expect(lines(line, { taxes: 100, total: 1_100, prices_include_tax: false })).toEqual(['1100 0 100'])
  expect(lines(line, { total: 5 })).toEqual(['1100 0 0'])
  const [fault] = read(line, { taxes: 100, total: 1_150 }).faults
  expect(fault).toMatchObject({ field: 'total', value: '11.50', allowed: ['12.00', '11.00'] })
})

test('prices and their sum have limits', () => {
  const most = 100_000_000
  expect(faults([{ unit_price: most }])).toEqual([])
  expect(faults([{ unit_price: most + 1 }])).toEqual([['unit_price', 'must be at most 1000000.00', '1000000.01', 2]])
  expect(faults([{ quantity: 10_000, unit_price: most }])).toEqual([])
  expect(faults([{ quantity: 10_000, unit_price: most, line_tax: 1 }])).toEqual([
    ['unit_price', 'must sum to at most 10000000000.00 over all lines', '10000000000.01', null],
  ])
})

test('a subtotal may leave lines without goods out, where the total says so', () => {
  const tipped: Line[] = [{ unit_price: 2_400 }, { unit_price: 800, line_kind: 'tip' }]
  const included = ['2400 0 0', '800 0 0']
  expect(lines(tipped, { subtotal: 3_200, total: 3_200 })).toEqual(included)
  expect(lines(tipped, { subtotal: 2_400, total: 3_200 })).toEqual(included)
  expect(lines(tipped, { subtotal: 2_400, shipping: 500, taxes: 0, total: 3_700 })).toEqual(included)
  // Prices with taxes on top, and with taxes included.
  expect(read(tipped, { subtotal: 2_400, taxes: 320, total: 3_520 }).faults).toEqual([])
  expect(read(tipped, { subtotal: 2_400, taxes: 320, total: 3_200 }).faults).toEqual([])
  // A discount of as much as the tip: the total adds up as the subtotal stands.
  expect(lines(tipped, { subtotal: 2_400, total: 2_400 })).toEqual(['2400 600 0', '800 200 0'])
  expect(lines(tipped, { subtotal: 2_400 })).toEqual(['2400 600 0', '800 200 0'])
  expect(lines([{ unit_price: 2_400 }, { unit_price: 800 }], { subtotal: 2_400, total: 3_200 })[0]).toBe('2400 600 0')
})

test('charges of lines for shipping and wrapping are those of the order', () => {
  const line: Line = { unit_price: 1_000, line_tax: 80, line_shipping: 500, line_shipping_tax: 40 }
  const other: Line = { unit_price: 1_000, line_shipping: 400, line_shipping_discount: 400, line_gift_wrap: 399 }
  expect(read([line, { ...other, line_gift_wrap_tax: 31 }])).toMatchObject({
    money: { freight_cents: 899, freight_tax_cents: 71, lines: [{ tax_cents: 80 }, { tax_cents: 0 }] },
    faults: [],
  })
  // With taxes included, freight is without them.
  expect(read([line], { prices_include_tax: true }).money).toMatchObject({ freight_cents: 460, freight_tax_cents: 40 })
  expect(read([{ ...line, line_tax: null }], { total: 1_540 }).money.freight_tax_cents).toBe(40)
  expect(faults([{ ...other, line_shipping_discount: 401 }])).toEqual([
    ['line_shipping_discount', 'must be at most line_shipping, 4.00', '4.01', 2],
  ])
  expect(faults([line], { shipping: 500, shipping_tax: 40 })).toEqual([])
  expect(faults([line], { shipping: 501, shipping_tax: 39 })).toEqual([
    ['shipping', 'must be what the lines state together, 5.00', '5.01', null],
    ['shipping_tax', 'must be what the lines state together, 0.40', '0.39', null],
  ])
})
