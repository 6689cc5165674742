/** The overview of a variant: cover and health of a place, and of all places together. */
import { expect, test } from 'bun:test'
import type { OpenOrder } from '../../../server/catalogue/incoming/incoming.rules.ts'
import {
  type Facts,
  healthOf,
  type LocationSales,
  type VariantPace,
  overviewOf,
  type StockLevel,
} from '../../../server/catalogue/variants/variant_overview.rules.ts'
import { cover } from '../../../server/contract/stock.ts'
import type { CoverReason } from '../../../server/ledger/cover.model.ts'
import type { DemandFigures } from '../../../server/ledger/rates/demand.model.ts'

const noDemand: DemandFigures = {
  consumer_units: null,
  consumer_days: null,
  consumer_units_per_day: null,
  consumer_basis: null,
  unmeasured_locations: null,
  wholesale_units: null,
  shipping_days: null,
  wholesale_units_per_day: null,
  once_shipped: null,
}

const today = '2026-03-10'
const level = (changes: Partial<StockLevel> = {}): StockLevel => ({
  location_id: 'l1',
  location_name: 'Dock',
  on_hand: 30,
  committed: 2,
  available: 28,
  incoming: 5,
  units_per_day: '2',
  sold_units_per_day: '1.23456',
  rate_lack: null,
  cover_lack: null,
  days_of_cover: 14,
  health: 'caution',
  lead_time_days: 10,
  review_period_days: 5,
  ...changes,
})
const facts = (changes: Partial<Facts> = {}): Facts => ({
  is_assembled: false,
  pace: pace(),
  levels: [level()],
  ledger: [],
  sales: [],
  orders: [],
  demand: [],
  currency: 'EUR',
  days: ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'],
  today,
  ...changes,
})
const pace = (changes: Partial<VariantPace> = {}): VariantPace => ({
  units_per_day: '0.0000',
  reason_code: null,
  ...noDemand,
  units_per_day_in_bundles: '0.0000',
  basis: 'in_stock_days',
  in_stock_days: 3,
  stockout_days: 1,
  untracked_days: 0,
  ...changes,
})
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

const sales = (location_id: string, last_sold_on: string | null, units: number): LocationSales => ({
  location_id,
  location_name: location_id.toUpperCase(),
  last_sold_on,
  periods: [
    { weeks: 4, units, returned_units: 1, net_cents: units * 100 },
    { weeks: 13, units: units * 10, returned_units: 2, net_cents: units * 1_000 },
  ],
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

test('a rate that is missing has the cause that was measured, unless units were sold since', () => {
  const of = (units: number, rate_lack: CoverReason | null, cover_lack: CoverReason | null = rate_lack) =>
    overviewOf(
      facts({
        levels: [level({ units_per_day: null, sold_units_per_day: null, days_of_cover: null, rate_lack, cover_lack })],
        sales: [sales('l1', today, units)],
      }),
    ).locations[0]!
  const codes = (place: ReturnType<typeof of>) => [place.cover_reason_code, place.velocity.reason_code]
  expect(codes(of(0, 'nothing_sold'))).toEqual(['nothing_sold', 'nothing_sold'])
  expect(codes(of(1, 'nothing_sold'))).toEqual(['not_measured', 'not_measured'])
  expect(codes(of(1, 'single_wholesale_shipment'))).toEqual(['single_wholesale_shipment', 'single_wholesale_shipment'])
  expect(codes(of(0, 'not_measured', 'sold_without_stock'))).toEqual(['sold_without_stock', 'not_measured'])
  expect(of(1, 'single_wholesale_shipment').velocity.reason).toContain('wholesale shipments of one day')
  // A place without a level was never measured: its sales say which.
  const without = (units: number) => overviewOf(facts({ levels: [], sales: [sales('l1', today, units)] })).locations[0]!
  expect([codes(without(0))[0], codes(without(1))[0]]).toEqual(['nothing_sold', 'sold_without_stock'])
})

test('a total without cover has the cause of its velocity, or that its units were sold before the ledger', () => {
  const of = (units: number, changes: Partial<VariantPace> = {}) =>
    overviewOf(facts({ levels: [], sales: [sales('l1', today, units)], pace: pace(changes) })).total
  expect(of(0).cover_reason_code).toBe('nothing_sold')
  expect(of(3).cover_reason_code).toBe('sold_before_the_ledger')
  const single = of(3, { units_per_day: null, reason_code: 'single_wholesale_shipment' })
  expect([single.cover_reason_code, single.velocity.reason_code]).toEqual([
    'single_wholesale_shipment',
    'single_wholesale_shipment',
  ])
})

test('demand is shown by kind, in total and for the places where there is some', () => {
  const demand: DemandFigures = {
    consumer_units: 6,
    consumer_days: 3,
    consumer_units_per_day: 2,
    consumer_basis: 'in_stock_days',
    unmeasured_locations: 0,
    wholesale_units: 13,
    shipping_days: 1,
    wholesale_units_per_day: null,
    once_shipped: 1,
  }
  const { total, locations } = overviewOf(
    facts({
      pace: pace({ ...demand, consumer_units: 60 }),
      levels: [level(), level({ location_id: 'l2', location_name: 'Yard' })],
      demand: [{ location_id: 'l2', ...demand, consumer_units_per_day: null, unmeasured_locations: 1 }],
    }),
  )
  expect(total.velocity.by_demand).toMatchObject({
    consumer: { units: 60, days: 3, units_per_day: 2, basis: 'in_stock_days', reason_code: null, reason: null },
    wholesale: { units: 13, days: 4, shipping_days: 1, units_per_day: null, reason_code: 'single_wholesale_shipment' },
  })
  expect(locations[1]!.velocity.by_demand.consumer).toMatchObject({
    units_per_day: null,
    unmeasured_locations: 1,
    reason_code: 'out_of_stock',
  })
  expect(locations[0]!.velocity.by_demand).toMatchObject({
    consumer: { units: 0, days: 4, units_per_day: 0, basis: 'as_sold' },
    wholesale: { units: 0, shipping_days: 0, units_per_day: 0, unmeasured_variants: 0, reason_code: null },
  })
})
