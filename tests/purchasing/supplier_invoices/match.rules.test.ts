/** The match of invoices with orders and deliveries, by its rules alone. */
import { expect, test } from 'bun:test'
import {
  type BilledLine,
  costByInvoices,
  matchOf,
  type ReceivedLine,
  sharesOf,
  totalDifference,
  unitsLeft,
  wholeMatch,
} from '../../../server/purchasing/supplier_invoices/match.rules.ts'

let count = 0
const billed = (units: number, amount: string, more: Partial<BilledLine> = {}): BilledLine => ({
  supplier_invoice_id: `i${++count}`,
  invoice_number: `N-${count}`,
  line_number: 1,
  purchase_order_id: 'o',
  line_id: 'l',
  delivery_id: null,
  units,
  amount,
  price_accepted: false,
  ...more,
})
const came = (...units: number[]): ReceivedLine[] =>
  units.map((received_quantity, i) => ({ delivery_id: `d${i + 1}`, line_id: 'l', received_quantity }))
const usd = { unit_cost: '10.0000', currency: 'USD' }
const match = (line: BilledLine, received: ReceivedLine[], others: BilledLine[] = [], order = usd) =>
  matchOf(line, sharesOf([line, ...others], received), received, order)
const shares = (lines: BilledLine[], received: ReceivedLine[]) =>
  sharesOf(lines, received).map(({ billed: line, delivery_id, units }) => [lines.indexOf(line), delivery_id, units])

test('units: as many billed as came match; one more is short, one fewer over, none came is not received', () => {
  const of = (units: number, ...received: number[]) => {
    const one = match(billed(units, String(units * 10)), came(...received))
    return [one.match, one.received_units, one.short_units, one.over_units]
  }
  expect(of(10, 10)).toEqual(['matched', 10, 0, 0])
  expect(of(10, 9)).toEqual(['short', 9, 1, 0])
  expect(of(10, 1)).toEqual(['short', 1, 9, 0])
  expect(of(10, 11)).toEqual(['over', 10, 0, 1])
  expect(of(10)).toEqual(['not_received', 0, 10, 0])
  expect(of(10, 4, 6)).toEqual(['matched', 10, 0, 0])
  // A delivery that the invoice does not reach is billed by a later one.
  expect(of(10, 10, 5)).toEqual(['matched', 10, 0, 0])
  expect(of(0)).toEqual(['matched', 0, 0, 0])
})

test('prices: the amount is compared as the currency rounds it, and by unit with ten decimals', () => {
  const of = (units: number, amount: string, unit_cost: string | null, currency = 'USD') => {
    const one = match(billed(units, amount), came(units), [], { unit_cost, currency } as typeof usd)
    return [one.match, one.price_difference, one.price_difference_each]
  }
  expect(of(10, '110', '10')).toEqual(['price_difference', '10', '1.0000000000'])
  expect(of(10, '100.01', '10')).toEqual(['price_difference', '0.01', '0.0010000000'])
  expect(of(10, '99.99', '10')).toEqual(['price_difference', '-0.01', '-0.0010000000'])
  expect(of(10, '100', '10')).toEqual(['matched', '0', '0.0000000000'])
  expect(of(3, '100', '33.3333')).toEqual(['matched', '0', '0.0000000000'])
  expect(of(3, '100.01', '33.3333')).toEqual(['price_difference', '0.01', '0.0033333333'])
  expect(of(3, '100', '33.3333', 'JPY')).toEqual(['matched', '0', '0.0000000000'])
  expect(of(3, '99.999', '33.333', 'KWD')).toEqual(['matched', '0', '0.0000000000'])
  expect(of(3, '100', '33.333', 'KWD')).toEqual(['price_difference', '0.001', '0.0003333333'])
  expect(of(3, '100', null)).toEqual(['price_unknown', null, null])
})

test('an accepted price difference is no difference any more, and is still stated', () => {
  const one = match(billed(10, '110', { price_accepted: true }), came(10))
  expect([one.match, one.price_difference, one.is_price_open]).toEqual(['matched', '10', false])
})

test('of several differences the first in the list is told', () => {
  expect(match(billed(10, '110'), came(9)).match).toBe('short')
  expect(match(billed(10, '110'), came()).match).toBe('price_difference')
  expect(match(billed(10, '110'), came(11)).match).toBe('price_difference')
  expect(wholeMatch([{ match: 'matched' }, { match: 'over' }], '5')).toBe('over')
  expect(wholeMatch([{ match: 'over' }, { match: 'not_received' }], null)).toBe('not_received')
  expect(wholeMatch([{ match: 'matched' }], '0.01')).toBe('total_difference')
  expect(wholeMatch([{ match: 'matched' }], '0')).toBe('matched')
  expect(wholeMatch([], null)).toBe('matched')
  expect([totalDifference('100', '99.99'), totalDifference(null, '5')]).toEqual(['0.01', null])
})

test('each received unit is billed by one line: named deliveries first, then the oldest', () => {
  expect(shares([billed(6, '60'), billed(6, '60')], came(10))).toEqual([
    [0, 'd1', 6],
    [1, 'd1', 4],
  ])
  expect(shares([billed(6, '60'), billed(6, '60', { delivery_id: 'd1' })], came(6, 6))).toEqual([
    [1, 'd1', 6],
    [0, 'd2', 6],
  ])
  expect(shares([billed(8, '80', { delivery_id: 'd2' })], came(6, 6))).toEqual([[0, 'd2', 6]])
  expect(shares([billed(6, '60', { line_id: 'other' })], came(6))).toEqual([])
})

test('units that no line bills are reported once, on the last line that bills the delivery', () => {
  const [first, second] = [billed(5, '50'), billed(3, '30')]
  const all = sharesOf([first, second], came(10))
  expect(matchOf(first, all, came(10), usd).over_units).toBe(0)
  expect(matchOf(second, all, came(10), usd).over_units).toBe(2)
})

test('what a further invoice may bill: nothing is asked of the first, and the last unit is left', () => {
  expect(unitsLeft([], 10)).toBeNull()
  expect(unitsLeft([billed(0, '0')], 10)).toBeNull()
  expect(unitsLeft([billed(9, '90')], 10)!.left).toBe(1)
  expect(unitsLeft([billed(4, '40'), billed(6, '60')], 10)).toMatchObject({ left: 0, by: { units: 6 } })
  expect(unitsLeft([billed(12, '120')], 10)!.left).toBe(-2)
})

test('the cost of a delivery is the accepted amounts, and for the rest what it was', () => {
  const share = (units: number, line: BilledLine) => ({ billed: line, delivery_id: 'd1', units })
  const cost = (rate: string, ...of: ReturnType<typeof share>[]) =>
    costByInvoices({ units: 10, unit_cost: '10', rate }, of).toFixed()
  expect(cost('1')).toBe('10')
  expect(cost('1', share(10, billed(10, '110')))).toBe('11')
  expect(cost('1', share(6, billed(6, '66')), share(4, billed(4, '48')))).toBe('11.4')
  expect(cost('1', share(5, billed(10, '110')))).toBe('10.5')
  expect(cost('2', share(10, billed(10, '110')))).toBe('22')
})
