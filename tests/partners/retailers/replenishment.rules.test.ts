/** What an account should be sent, at the boundaries of its fill rate target. */
import { expect, test } from 'bun:test'
import { normalQuantile, recommendationOf } from '../../../server/partners/retailers/replenishment.rules.ts'
import type { VariantFacts } from '../../../server/partners/retailers/variant_facts.store.ts'
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
  expect(early.safety_reason).toBe('Fewer than two periods were reported; no safety stock is included.')
})
