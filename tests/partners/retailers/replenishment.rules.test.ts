/** What an account should be sent, at the boundaries of its fill rate target. */
import { expect, test } from 'bun:test'
import {
  exclusionOf,
  normalQuantile,
  recommendationOf,
  recommend,
  weeklyDeviation,
} from '../../../server/partners/retailers/replenishment.rules.ts'
import type { Arrival, VariantFacts } from '../../../server/partners/retailers/variant_facts.store.ts'
import { limits } from '../../../server/contract/limits.ts'

const today = '2026-11-22'
/** Four periods of 10, 20, 10 and 20 units: a mean of 15 and a sample deviation of 5.7735. */
const facts: VariantFacts = {
  variant_id: 'v',
  sku: 'J-M',
  product_id: 'p',
  product_title: 'Jumper',
  variant_title: 'M',
  is_reported: true,
  known_days: 28,
  known_periods: 4,
  weekly_sum: 60,
  weekly_squares: 1_000,
  counted_on: today,
  on_hand: 0,
  units: 60,
  velocity: 15,
  estimate: 0,
  weeks_of_cover: 0,
  available: 1_000,
}
const weeks = 1 + limits.retailer_cover_weeks
const safetyAt = (fill_rate_target_pct: number) =>
  recommendationOf(facts, [], { today, transit_time_days: 7, fill_rate_target_pct }).safety_units!

/** Quantiles of the standard normal distribution, from published tables. */
const published: [number, number][] = [
  [50, 0],
  [80, 0.8416],
  [95, 1.6449],
  [97.5, 1.96],
  [99, 2.3263],
  [99.5, 2.5758],
  [99.9, 3.0902],
]

test('safety stock is the published quantile of the fill rate target times the deviation over the weeks', () => {
  for (const [pct, quantile] of published) {
    expect(normalQuantile(pct / 100)).toBeCloseTo(quantile, 3)
    const units = quantile * Math.sqrt(100 / 3) * Math.sqrt(weeks)
    expect(Math.abs(safetyAt(pct) - units)).toBeLessThan(0.06)
  }
})

test('the quantile is exact to seven decimals on both sides of 0.97575, where its formula changes', () => {
  const exact: [number, number][] = [
    [0.8, 0.841_621_23],
    [0.97, 1.880_793_61],
    [0.98, 2.053_748_91],
    [0.999, 3.090_232_31],
  ]
  for (const [share, quantile] of exact) expect(normalQuantile(share)).toBeCloseTo(quantile, 7)
})

test('a target above 99.9 per cent needs as much as one of 99.9, and one below half needs none', () => {
  expect(safetyAt(100)).toBe(safetyAt(99.9))
  expect(safetyAt(99.9)).toBeGreaterThan(safetyAt(99.8))
  expect(safetyAt(49)).toBe(0)
})

test('an account without a target, or with one reported period, has no safety stock and says why', () => {
  const without = recommendationOf(facts, [], { today, transit_time_days: 7, fill_rate_target_pct: null })
  expect([without.safety_units, without.safety_reason]).toEqual([
    null,
    'The account has no fill rate target; no safety stock is included.',
  ])
  const early = recommendationOf({ ...facts, known_periods: 1 }, [], {
    today,
    transit_time_days: 7,
    fill_rate_target_pct: 95,
  })
  expect(early.safety_reason).toBe('Fewer than two whole weeks were reported; no safety stock is included.')
})

const terms = { today, transit_time_days: 7, fill_rate_target_pct: null }
/** Sells 14 units a week, two a day, so that 14 are needed to reorder and 70 are the target. */
const steady = { ...facts, velocity: 14, estimate: 40, weeks_of_cover: 2.857 }
const arrival = (arrives_on: string, units: number, variant_id = 'v'): Arrival => ({
  kind: 'shipment',
  order_id: 'o',
  order_name: 'SO-1',
  fulfilment_id: 'f',
  shipped_on: today,
  variant_id,
  arrives_on,
  units,
})

test('a plan fills the stock up to the transit time and four weeks, and ships when it falls to the reorder point', () => {
  expect(recommendationOf(steady, [], terms)).toEqual({
    variant_id: 'v',
    sku: 'J-M',
    product_id: 'p',
    product_title: 'Jumper',
    variant_title: 'M',
    quantity: 30,
    needed_units: 30,
    ship_by: '2026-12-05',
    arrive_by: '2026-12-12',
    why: 'The stock and what is on its way fall to the reorder point on the ship-by day.',
    sales_velocity_per_week: 14,
    estimated_on_hand: 40,
    incoming: 0,
    weeks_of_cover: 2.9,
    safety_units: null,
    safety_reason: 'The account has no fill rate target; no safety stock is included.',
    reorder_point: 14,
    target_units: 70,
    available_units: 1_000,
  })
})

test('safety stock raises the reorder point and the target', () => {
  const plan = recommendationOf(steady, [], { ...terms, fill_rate_target_pct: 95 })
  const safety = 1.6449 * Math.sqrt(100 / 3) * Math.sqrt(weeks)
  expect(plan.safety_units).toBe(Math.round(safety * 10) / 10)
  expect([plan.reorder_point, plan.target_units]).toEqual([
    Math.round((14 + safety) * 10) / 10,
    Math.round((70 + safety) * 10) / 10,
  ])
  expect(plan.needed_units).toBe(Math.ceil(30 + safety))
  expect(plan.ship_by).toBe('2026-11-24')
})

test('what arrives up to the end of the covered weeks counts as there', () => {
  const incoming = (arrives_on: string) => recommendationOf(steady, [arrival(arrives_on, 3), arrival(today, 1)], terms)
  expect([incoming('2026-12-27').incoming, incoming('2026-12-28').incoming]).toEqual([4, 1])
  expect(incoming('2026-12-27')).toMatchObject({ needed_units: 26, ship_by: '2026-12-07' })
})

test('a plan ships today where the stock does not last beyond the transit time', () => {
  const plan = (estimate: number) => recommendationOf({ ...steady, estimate }, [], terms)
  const late = 'The stock and what is on its way do not last beyond the transit time.'
  expect([plan(15).ship_by, plan(15).why, plan(15).arrive_by]).toEqual([today, late, '2026-11-29'])
  expect(plan(16)).toMatchObject({ ship_by: '2026-11-23' })
  expect(plan(0)).toMatchObject({ ship_by: today, needed_units: 70 })
})

test('a plan needs whole units, and none where the stock covers the target', () => {
  const needed = (estimate: number) => recommendationOf({ ...steady, estimate }, [], terms).needed_units
  expect([needed(69.5), needed(70), needed(71), needed(69.000_000_1)]).toEqual([1, 0, 0, 1])
})

test('a plan ships no more than is available, and says so', () => {
  const limited = recommendationOf({ ...steady, available: 29 }, [], terms)
  expect([limited.quantity, limited.needed_units]).toEqual([29, 30])
  expect(limited.why).toEndWith('on the ship-by day. Fewer units are available than needed.')
  expect(recommendationOf({ ...steady, available: 30 }, [], terms).why).toEndWith('on the ship-by day.')
})

test('the sample deviation needs two periods, and is none where they are equal', () => {
  const deviation = (known_periods: number, weekly_sum: number, weekly_squares: number) =>
    weeklyDeviation({ ...facts, known_periods, weekly_sum, weekly_squares })
  expect([deviation(0, 0, 0), deviation(1, 5, 25)]).toEqual([null, null])
  expect(deviation(2, 6, 20)).toBeCloseTo(Math.SQRT2, 10)
  expect(deviation(3, 30, 300)).toBe(0)
  // Rounding can leave less than nothing.
  expect(deviation(3, 0.3, 0.029_999_999)).toBe(0)
})

test('a variant is excluded with its reason', () => {
  const reason = (values: Partial<VariantFacts>, of = terms) => exclusionOf({ ...steady, ...values }, of)
  expect(reason({})).toBeNull()
  expect(reason({ velocity: null })).toBe('The account reported no sales figure of the variant in the window.')
  expect(reason({ velocity: 0, on_hand: null, estimate: null })).toBe('The variant did not sell in the window.')
  expect(reason({ on_hand: null, estimate: null })).toBe(
    'The account reported no shelf count of the variant in the window.',
  )
  expect(exclusionOf(steady, { ...terms, transit_time_days: null })).toBe('The account has no transit time.')
})

test('recommendations come by ship-by day, then by weeks of cover, then by SKU', () => {
  const variant = (variant_id: string, values: Partial<VariantFacts> = {}) => ({
    ...steady,
    variant_id,
    sku: variant_id,
    ...values,
  })
  const found = recommend(
    [
      variant('enough', { estimate: 70 }),
      variant('d'),
      variant('b', { weeks_of_cover: 2.7 }),
      variant('z', { estimate: 10 }),
      variant('c'),
      variant('still', { velocity: 0 }),
      variant('fed', { estimate: 10 }),
    ],
    [arrival('2026-11-25', 60, 'fed')],
    terms,
  )
  expect(found.recommendations.map(({ sku }) => sku)).toEqual(['z', 'b', 'c', 'd'])
  expect(found.variants_with_enough).toBe(2)
  expect(found.excluded).toEqual([
    { variant_id: 'still', sku: 'still', reason: 'The variant did not sell in the window.' },
  ])
})
