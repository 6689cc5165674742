/** The demand of a variant in its overview: by kind, and the causes of rates that are missing. */
import { expect, test } from 'bun:test'
import { overviewOf, type VariantPace } from '../../../server/catalogue/variants/variant_overview.rules.ts'
import type { CoverReason } from '../../../server/ledger/cover.model.ts'
import type { DemandFigures } from '../../../server/ledger/rates/demand.model.ts'
import { facts, level, pace, sales, today } from './overview_facts.ts'

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

test('weeks of cover are those of the exact rate, as every other read rounds them', () => {
  const weeks = (available: number, units_per_day: string) =>
    overviewOf(facts({ levels: [level({ available, units_per_day })] })).locations[0]!.weeks_of_cover
  expect(weeks(2, '1.1428571428571429')).toBe(0.3)
  expect(weeks(2, '1.1428572')).toBe(0.2)
  const total = (available: number, units_per_day: string) =>
    overviewOf(facts({ levels: [level({ available, units_per_day })] })).total.days_of_cover
  // One unit at 20 in 3 days: 0.15 days.
  expect(total(1, '6.6666666666666667')).toBe(0.2)
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
