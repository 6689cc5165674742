import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  daysLate,
  incomingByMonth,
  incomingByVariant,
  incomingOrder,
  incomingProductOrder,
  incomingTotals,
  nextDelivery,
  type OpenOrder,
  supplyOf,
} from '../../../server/catalogue/incoming/incoming.rules.ts'

const line = (quantity: number, confirmed: number | null, in_transit: number, delivered: number) => ({
  variant_id: 'v',
  quantity,
  confirmed_quantity: confirmed,
  in_transit_quantity: in_transit,
  delivered_quantity: delivered,
  unit_cost: null,
})

test('the units still to come are shipped first, then confirmed, then only ordered', () => {
  const supply = (...given: Parameters<typeof line>) => Object.values(supplyOf(line(...given)))
  expect(supply(100, null, 0, 0)).toEqual([0, 0, 100])
  expect(supply(100, 80, 0, 0)).toEqual([0, 80, 20])
  expect(supply(100, 80, 30, 0)).toEqual([30, 50, 20])
  expect(supply(100, 80, 30, 60)).toEqual([30, 0, 10])
  expect(supply(100, 120, 0, 0)).toEqual([0, 100, 0])
  expect(supply(100, 100, 300, 40)).toEqual([60, 0, 0])
  expect(supply(10, 10, 5, 12)).toEqual([0, 0, 0])
})

test('the three classes are never negative and always sum to the outstanding units', () => {
  const units = fc.integer({ min: 0, max: 500 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.option(units), units, units, (quantity, ...rest) => {
      const parts = Object.values(supplyOf(line(quantity, ...rest)))
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(Math.max(quantity - rest[2], 0))
    }),
    { numRuns: 300, seed: 20_261_121 },
  )
})

test('lateness is whole days, over months and leap days, and never negative', () => {
  expect(daysLate('2026-11-20', '2026-11-21')).toBe(1)
  expect(daysLate('2026-11-21', '2026-11-21')).toBe(0)
  expect(daysLate('2026-12-24', '2026-11-21')).toBe(0)
  expect(daysLate('2028-02-28', '2028-03-01')).toBe(2)
})

type Line = OpenOrder['lines'][number]
const of = (changes: Partial<Line> = {}): Line => ({ ...line(10, null, 0, 0), unit_cost: '2.0050', ...changes })
const order = (changes: Partial<OpenOrder> = {}): OpenOrder => ({
  id: 'o1',
  name: 'PO-1',
  external_id: null,
  order_type: 'purchase',
  status: 'issued',
  on_hold: false,
  hold_reason: null,
  supplier_id: 's1',
  supplier_name: 'Mill',
  location_id: 'l1',
  location_name: 'Dock',
  source_location_id: null,
  source_location_name: null,
  order_date: '2026-02-01',
  expected_delivery_date: '2026-03-10',
  currency: 'USD',
  lines: [of()],
  ...changes,
})
const today = '2026-03-12'

test('an order states its units, the class of the least certain of them, its lateness and its cost', () => {
  const lines = [
    of({ confirmed_quantity: 8, in_transit_quantity: 3, delivered_quantity: 2 }),
    of({ quantity: 5, confirmed_quantity: 5 }),
  ]
  const { lines: _lines, currency: _currency, ...plain } = order()
  expect(incomingOrder(order({ lines }), today)).toEqual({
    ...plain,
    ordered_quantity: 15,
    confirmed_quantity: 13,
    in_transit_quantity: 3,
    delivered_quantity: 2,
    outstanding_quantity: 13,
    by_supply_class: { in_transit: 3, confirmed: 8, on_order: 2 },
    supply_class: 'on_order',
    days_late: 2,
    days_late_reason_code: null,
    days_late_reason: null,
    // 13 units at 2.005.
    outstanding_cost: { cents: 2_607, currency: 'USD', reason: null, usd: 26.07 },
  })
  expect(incomingOrder(order({ expected_delivery_date: null }), today)).toMatchObject({
    days_late: null,
    days_late_reason_code: 'no_expected_date',
    days_late_reason: 'The order has no expected delivery date.',
  })
})

test('the class of an order is on order, confirmed or in transit, whichever is the least certain', () => {
  const supplyClass = (...lines: Line[]) => incomingOrder(order({ lines }), today).supply_class
  const shipped = of({ in_transit_quantity: 10 })
  const confirmed = of({ confirmed_quantity: 10 })
  expect(supplyClass(shipped)).toBe('in_transit')
  expect(supplyClass(shipped, confirmed)).toBe('confirmed')
  expect(supplyClass(confirmed, shipped, of({ quantity: 1 }))).toBe('on_order')
})

test('confirmed units are unknown until a line is answered; an answer of none is zero', () => {
  const confirmed = (...lines: Line[]) => incomingOrder(order({ lines }), today).confirmed_quantity
  expect(confirmed(of(), of())).toBeNull()
  expect(confirmed(of(), of({ confirmed_quantity: 0 }))).toBe(0)
  expect(confirmed(of(), of({ confirmed_quantity: 4 }))).toBe(4)
})

test('a cost needs that of every line with something outstanding, and of no other', () => {
  const cost = (...lines: Line[]) => incomingOrder(order({ lines }), today).outstanding_cost
  expect(cost(of(), of({ unit_cost: null, delivered_quantity: 10 })).cents).toBe(2_005)
  expect(cost(of(), of({ unit_cost: null, delivered_quantity: 9 }))).toMatchObject({
    cents: null,
    currency: 'USD',
    reason: 'An outstanding line has no unit cost.',
  })
  expect(cost(of({ delivered_quantity: 12 })).cents).toBe(0)
})

const variants = [
  { variant_id: 'v', sku: 'A', title: 'Ann' },
  { variant_id: 'w', sku: 'B', title: 'Bob' },
  { variant_id: 'x', sku: 'C', title: 'Cy' },
]

test('an order of a product lists the variants that it has, in their order', () => {
  const lines = [of({ variant_id: 'w', quantity: 3 }), of(), of({ variant_id: 'w', quantity: 4 })]
  const found = incomingProductOrder(order({ lines }), variants, today)
  expect(found.ordered_quantity).toBe(17)
  expect(found.variants.map((one) => [one.variant_id, one.sku, one.variant_title, one.ordered_quantity])).toEqual([
    ['v', 'A', 'Ann', 10],
    ['w', 'B', 'Bob', 7],
  ])
})

test('the next delivery is the earliest that is expected, late or not; of one day, the first listed', () => {
  const orders = [
    order({ id: 'o0', expected_delivery_date: null }),
    order({ id: 'o1', expected_delivery_date: '2026-03-20' }),
    order({ id: 'o2', on_hold: true, lines: [of({ delivered_quantity: 4 }), of()] }),
    order({ id: 'o3' }),
  ]
  expect(nextDelivery(orders, today)).toEqual({
    purchase_order_id: 'o2',
    name: 'PO-1',
    order_type: 'purchase',
    location_id: 'l1',
    location_name: 'Dock',
    expected_delivery_date: '2026-03-10',
    days_late: 2,
    on_hold: true,
    outstanding_quantity: 16,
  })
  expect(nextDelivery(orders.slice(0, 1), today)).toBeNull()
  expect(nextDelivery([], today)).toBeNull()
})

test('totals count late and held orders; an order is late from the day after it was expected', () => {
  const orders = [
    order({ expected_delivery_date: '2026-03-11', lines: [of(), of({ quantity: 1 })] }),
    order({ expected_delivery_date: today, on_hold: true, lines: [of({ quantity: 3 })] }),
    order({ expected_delivery_date: null, lines: [of({ quantity: 2 })] }),
  ]
  expect(incomingTotals(orders, 'EUR', today)).toMatchObject({
    orders: 3,
    ordered_quantity: 16,
    late_orders: 1,
    late_quantity: 11,
    held_orders: 1,
    held_quantity: 3,
    outstanding_cost: { cents: 3_208, currency: 'USD' },
    next_delivery: { expected_delivery_date: '2026-03-11' },
    next_delivery_reason_code: null,
    next_delivery_reason: null,
  })
})

test('totals of several currencies have no cost; without orders the cost is zero in the currency of the organisation', () => {
  expect(incomingTotals([order(), order({ currency: 'EUR' })], 'GBP', today).outstanding_cost).toMatchObject({
    cents: null,
    currency: null,
    reason: 'The open orders are in several currencies.',
  })
  expect(incomingTotals([], 'GBP', today)).toMatchObject({
    orders: 0,
    outstanding_cost: { cents: 0, currency: 'GBP' },
    next_delivery: null,
    next_delivery_reason_code: 'nothing_on_order',
    next_delivery_reason: 'Nothing is on order.',
  })
  expect(incomingTotals([order({ expected_delivery_date: null })], 'GBP', today)).toMatchObject({
    next_delivery_reason_code: 'no_expected_date',
    next_delivery_reason: 'No open order has an expected delivery date.',
  })
})

test('a variant counts the orders with something of it outstanding, and their earliest date', () => {
  const orders = [
    order({ expected_delivery_date: '2026-03-20', lines: [of({ quantity: 3 }), of({ variant_id: 'w' })] }),
    order({ expected_delivery_date: '2026-03-15', lines: [of({ quantity: 4 })] }),
    order({
      expected_delivery_date: '2026-03-01',
      lines: [of({ delivered_quantity: 10 }), of({ variant_id: 'w', quantity: 1 })],
    }),
    order({ expected_delivery_date: null, lines: [of({ quantity: 5, delivered_quantity: 1 })] }),
  ]
  const found = incomingByVariant(orders, variants)
  expect(
    found.map((one) => [one.sku, one.variant_title, one.orders, one.next_delivery_date, one.outstanding_quantity]),
  ).toEqual([
    ['A', 'Ann', 3, '2026-03-15', 11],
    ['B', 'Bob', 2, '2026-03-01', 11],
    ['C', 'Cy', 0, null, 0],
  ])
  expect(found[0]!.variant_id).toBe('v')
  expect(incomingByVariant(orders.slice(3), variants)[0]).toMatchObject({ orders: 1, next_delivery_date: null })
})

test('months stand in their order, and orders without a date last', () => {
  const on = (expected_delivery_date: string | null) => order({ expected_delivery_date })
  const dates = ['2026-04-30', null, '2026-03-31', '2027-01-01', '2026-04-01', null]
  const expected = [
    ['2026-03', 1, 10],
    ['2026-04', 2, 20],
    ['2027-01', 1, 10],
    [null, 2, 20],
  ]
  for (const all of [dates, dates.toReversed()])
    expect(incomingByMonth(all.map(on)).map((one) => [one.month, one.orders, one.ordered_quantity])).toEqual(
      expected as never,
    )
})
