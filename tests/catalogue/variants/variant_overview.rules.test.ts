/** The overview of a variant: cover and health of a place, and of all places together. */
import { expect, test } from 'bun:test'
import type { OpenOrder } from '../../../server/catalogue/incoming/incoming.rules.ts'
import {
  healthOf,
  type LocationSales,
  overviewOf,
  type StockLevel,
  type VariantPace,
} from '../../../server/catalogue/variants/variant_overview.rules.ts'
import { cover } from '../../../server/contract/stock.ts'
import { facts, level, pace, sales, today } from './overview_facts.ts'

const totalOf = (...levels: StockLevel[]) => overviewOf(facts({ levels })).total

test('health depends on the days of cover: below the lead time, the review period after it, and half a year', () => {
  const health = (available: number, units_per_day: string | null = '1') =>
    healthOf({ available, units_per_day, lead_time_days: 10, review_period_days: 5 })
  expect(health(0)).toBe('out_of_stock')
  expect(health(-1, null)).toBe('out_of_stock')
  expect([health(1, null), health(1, '0'), health(1_000, '-1')]).toEqual(['healthy', 'healthy', 'healthy'])
  expect([health(9), health(10), health(14), health(15)]).toEqual(['critical', 'caution', 'caution', 'healthy'])
  const above = cover.overstocked_above_days
  expect([health(above), health(above + 1)]).toEqual(['healthy', 'overstocked'])
  // Ten units at a third of a unit more than one a day are less than ten days.
  expect(health(10, '1.0001')).toBe('critical')
  expect(health(30, '3.00000000001')).toBe('caution')
})

test('places add up, and the longest lead time and review period apply to the total', () => {
  const other = level({
    location_id: 'l2',
    on_hand: 7,
    committed: 1,
    available: 6,
    incoming: 3,
    units_per_day: '0.5',
    sold_units_per_day: '0.00004',
    lead_time_days: 12,
    review_period_days: 4,
  })
  expect(totalOf(level(), other)).toMatchObject({
    on_hand_qty: 37,
    committed_qty: 3,
    available_qty: 34,
    incoming_qty: 8,
    days_of_cover: 13.6,
    weeks_of_cover: 1.9,
    cover_reason_code: null,
    cover_reason: null,
    health: 'caution',
    lead_time_days: 12,
    review_period_days: 5,
    velocity: { units_per_day: 0, reason_code: null, reason: null },
  })
  // A place without a rate adds none, and does not make the sum unknown.
  expect(totalOf(level(), level({ units_per_day: null, sold_units_per_day: null })).days_of_cover).toBe(28)
})

test('without a rate there is no cover; without available units it is zero', () => {
  expect(totalOf(level({ units_per_day: null }))).toMatchObject({
    days_of_cover: null,
    weeks_of_cover: null,
    cover_reason_code: 'nothing_sold',
    cover_reason: 'Nothing was sold in the last 28 days.',
    health: 'healthy',
  })
  expect(totalOf(level({ units_per_day: '0' })).days_of_cover).toBeNull()
  expect(totalOf(level({ available: 0 }))).toMatchObject({
    days_of_cover: 0,
    weeks_of_cover: 0,
    health: 'out_of_stock',
  })
  expect(totalOf(level({ available: -4 })).days_of_cover).toBe(0)
  expect(totalOf()).toMatchObject({
    on_hand_qty: 0,
    days_of_cover: null,
    lead_time_days: cover.lead_time_days_default,
    review_period_days: cover.review_period_days_default,
    velocity: { units_per_day: 0, reason_code: null, reason: null },
  })
})

test('a place has its own figures, and weeks of cover from them', () => {
  const [place] = overviewOf(facts()).locations
  expect(place).toMatchObject({
    location_id: 'l1',
    location_name: 'Dock',
    on_hand_qty: 30,
    committed_qty: 2,
    available_qty: 28,
    incoming_qty: 5,
    days_of_cover: 14,
    weeks_of_cover: 2,
    health: 'caution',
    lead_time_days: 10,
    review_period_days: 5,
  })
})

test('days with and without stock are counted where the ledger covers them', () => {
  const day = (date: string, closing: number) => ({
    day: date,
    peak: closing,
    closing,
    is_moved_at_start: true,
    received: 0,
    opened: 0,
  })
  const ledger = [
    { location_id: 'l1', opening: 0, began_on: '2026-03-07', days: [day('2026-03-07', 5), day('2026-03-09', 0)] },
  ]
  const { total, locations } = overviewOf(facts({ ledger, levels: [level(), level({ location_id: 'l2' })] }))
  expect(total.velocity).toMatchObject({ in_stock_days: 3, stockout_days: 1, untracked_days: 0 })
  expect(locations[0]!.velocity).toMatchObject({
    in_stock_days: 2,
    stockout_days: 1,
    untracked_days: 1,
    stock_days_reason_code: null,
    stock_days_reason: null,
  })
  expect(locations[1]!.velocity).toMatchObject({
    in_stock_days: null,
    stockout_days: null,
    untracked_days: 4,
    stock_days_reason_code: 'not_in_the_ledger',
    stock_days_reason: 'The ledger has no movements of this variant up to the end of the window.',
  })
})

test('sales are summed over each period that ends yesterday; one without sales is zero', () => {
  const { total, locations } = overviewOf(
    facts({ sales: [sales('l1', '2026-03-01', 2), sales('l2', '2026-03-05', 3)] }),
  )
  expect(total.sales.map(({ weeks, start, end }) => [weeks, start, end])).toEqual([
    [4, '2026-02-10', '2026-03-09'],
    [13, '2025-12-09', '2026-03-09'],
    [52, '2025-03-11', '2026-03-09'],
  ])
  expect(total.sales.map((one) => [one.units_sold, one.units_returned, one.net_sales.cents])).toEqual([
    [5, 2, 500],
    [50, 4, 5_000],
    [0, 0, 0],
  ])
  expect(total.sales[0]!.net_sales.currency).toBe('EUR')
  expect(locations.map((one) => one.sales[0]!.units_sold)).toEqual([2, 3])
})

test('the last sale is the latest of all places; a variant that was never sold says so', () => {
  const of = (...all: LocationSales[]) => overviewOf(facts({ sales: all })).total
  expect(
    of(sales('l1', '2026-03-05', 2), sales('l2', '2026-03-01', 3), sales('l3', null, 0), sales('l4', '2026-02-01', 0)),
  ).toMatchObject({
    last_sold_on: '2026-03-05',
    last_sold_reason_code: null,
    last_sold_reason: null,
  })
  expect(of(sales('l1', null, 0))).toMatchObject({
    last_sold_on: null,
    last_sold_reason_code: 'never_sold',
    last_sold_reason: 'The variant has never been sold.',
  })
})

const order = (id: string, location_id: string, expected_delivery_date: string | null): OpenOrder =>
  ({
    id,
    name: id,
    order_type: 'purchase',
    location_id,
    location_name: location_id.toUpperCase(),
    expected_delivery_date,
    on_hold: false,
    currency: 'EUR',
    lines: [],
  }) as unknown as OpenOrder

test('places stand by name, and those of one name by id', () => {
  const named = (...places: [id: string, name: string][]) =>
    overviewOf(
      facts({ levels: places.map(([location_id, location_name]) => level({ location_id, location_name })) }),
    ).locations.map((one) => one.location_id)
  const places: [string, string][] = [
    ['e', 'B'],
    ['b', 'C'],
    ['c', 'B'],
    ['d', 'B'],
    ['f', 'A'],
    ['a', 'D'],
  ]
  const expected = ['f', 'c', 'd', 'e', 'b', 'a']
  expect(named(...places)).toEqual(expected)
  expect(named(...places.toReversed())).toEqual(expected)
})

test('every place with stock, sales or orders is listed by name, with its own next delivery', () => {
  const { total, locations } = overviewOf(
    facts({
      levels: [level({ location_id: 'b', location_name: 'Same' }), level({ location_id: 'a', location_name: 'Same' })],
      sales: [sales('z', null, 0), sales('b', null, 0)],
      orders: [order('o1', 'c', '2026-03-20'), order('o2', 'a', '2026-03-12')],
    }),
  )
  expect(locations.map(({ location_id, location_name }) => [location_id, location_name])).toEqual([
    ['c', 'C'],
    ['a', 'Same'],
    ['b', 'Same'],
    ['z', 'Z'],
  ])
  expect(total.next_delivery).toMatchObject({ name: 'o2' })
  expect(locations.map((one) => one.next_delivery?.name)).toEqual(['o1', 'o2', undefined, undefined])
  expect(locations[2]).toMatchObject({ next_delivery_reason_code: 'nothing_on_order' })
  // A place without a level has no stock, and the lead time that applies by default.
  expect(locations[0]).toMatchObject({ on_hand_qty: 0, lead_time_days: cover.lead_time_days_default })
})

test('the total has the velocity of the variant, whatever the rates of its locations are', () => {
  const of = (changes: Partial<VariantPace>) => overviewOf(facts({ pace: pace(changes) })).total
  expect(of({ units_per_day: '1.2346' }).velocity).toMatchObject({
    units_per_day: 1.2346,
    basis: 'in_stock_days',
    reason_code: null,
    in_stock_days: 3,
    stockout_days: 1,
    stock_days_reason: null,
  })
  expect(of({ units_per_day: null, reason_code: 'out_of_stock' }).velocity).toMatchObject({
    units_per_day: null,
    reason_code: 'out_of_stock',
    reason: 'The variant was out of stock on every tracked day wherever consumers buy it.',
  })
  expect(of({ basis: 'as_sold', in_stock_days: 0, stockout_days: 0, untracked_days: 4 }).velocity).toMatchObject({
    basis: 'as_sold',
    in_stock_days: null,
    stockout_days: null,
    untracked_days: 4,
    stock_days_reason_code: 'not_in_the_ledger',
  })
})

test('what sold where no stock stood is not called nothing, and is demand for the total', () => {
  const unrated = { units_per_day: null, sold_units_per_day: null, days_of_cover: null, available: 28 }
  const of = (units: number, changes: Partial<VariantPace>, is_assembled = false) => {
    const lack = units === 0 ? 'nothing_sold' : 'sold_without_stock'
    const levels = [level({ ...unrated, rate_lack: lack, cover_lack: lack })]
    return overviewOf(facts({ is_assembled, levels, sales: [sales('l1', today, units)], pace: pace(changes) }))
  }
  const sold = of(330, { units_per_day: '2.0000' })
  expect(sold.locations[0]).toMatchObject({
    days_of_cover: null,
    cover_reason_code: 'sold_without_stock',
    cover_reason: expect.stringContaining('on none on which the ledger has stock'),
    velocity: { units_per_day: null, reason_code: 'sold_without_stock' },
  })
  expect(sold.total).toMatchObject({ days_of_cover: 14, cover_reason_code: null, velocity: { units_per_day: 2 } })
  expect(of(0, { units_per_day: '1.5000', units_per_day_in_bundles: '0.5000' }).total.days_of_cover).toBe(14)
  expect(of(0, { units_per_day: '2.0000', units_per_day_in_bundles: null }).total.days_of_cover).toBe(14)
  expect(of(0, {})).toMatchObject({
    total: { days_of_cover: null, cover_reason_code: 'nothing_sold', velocity: { units_per_day: 0 } },
    locations: [{ cover_reason_code: 'nothing_sold', velocity: { reason_code: 'nothing_sold' } }],
  })
  expect(of(330, { units_per_day: null, reason_code: 'out_of_stock' }).total).toMatchObject({
    days_of_cover: null,
    cover_reason_code: 'out_of_stock',
  })
  expect(of(330, { units_per_day: '2.0000' }, true).total).toMatchObject({
    days_of_cover: null,
    cover_reason_code: 'assembled_when_sold',
  })
})
