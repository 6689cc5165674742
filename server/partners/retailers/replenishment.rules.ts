/** Recommends the units of each variant to send to an account next. Pure. */
import { addDays } from '../../calendar/days.ts'
import { limits } from '../../contract/limits.ts'
import { coverReason, figureReasons } from './reasons.rules.ts'
import { rounded } from './sales_figures.rules.ts'
import type { Arrival, VariantFacts } from './variant_facts.store.ts'

export interface Terms {
  today: string
  transit_time_days: number | null
  fill_rate_target_pct: number | null
}

const coverWeeks = limits.retailer_cover_weeks

/** Coefficients of Acklam's rational approximation of the normal quantile; its relative error is below 1.2e-9. */
const central = {
  up: [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
  ],
  down: [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1],
}
const tail = {
  up: [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ],
  down: [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
}
const polynomial = (coefficients: readonly number[], x: number) =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)

/** Standard deviations above the mean that cover a share of outcomes from 0.5 to below 1. */
export function normalQuantile(share: number): number {
  if (share > 0.97575) {
    const q = Math.sqrt(-2 * Math.log(1 - share))
    return -polynomial(tail.up, q) / polynomial(tail.down, q)
  }
  const q = share - 0.5
  const r = q * q
  return (polynomial(central.up, r) * q) / polynomial(central.down, r)
}

/** A target of 100 per cent would need endless stock; one below half needs none. */
const shareOf = (targetPct: number) => Math.min(Math.max(targetPct / 100, 0.5), 0.999)

/** Sample standard deviation of units per week; null with fewer than two whole weeks. */
export function weeklyDeviation({ known_periods: n, weekly_sum, weekly_squares }: VariantFacts): number | null {
  if (n < 2) return null
  return Math.sqrt(Math.max(weekly_squares - (weekly_sum * weekly_sum) / n, 0) / (n - 1))
}

function safetyOf(facts: VariantFacts, { fill_rate_target_pct }: Terms, weeks: number) {
  const deviation = weeklyDeviation(facts)
  if (fill_rate_target_pct === null)
    return {
      units: 0,
      safety_units: null,
      safety_reason: 'The account has no fill rate target; no safety stock is included.',
    }
  if (deviation === null)
    return {
      units: 0,
      safety_units: null,
      safety_reason: 'Fewer than two whole weeks were reported; no safety stock is included.',
    }
  const units = normalQuantile(shareOf(fill_rate_target_pct)) * deviation * Math.sqrt(weeks)
  return { units, safety_units: rounded(units, 1), safety_reason: null }
}

/** Why nothing can be recommended; null if it can. */
export function exclusionOf(facts: VariantFacts, { transit_time_days }: Terms): string | null {
  const { velocity, estimate } = figureReasons(facts)
  return (
    velocity ??
    coverReason({ ...facts, estimate: 0 }) ??
    estimate ??
    (transit_time_days === null ? 'The account has no transit time.' : null)
  )
}

const whyOf = (limited: boolean, ship_by: string, today: string) =>
  `${ship_by === today ? 'The stock and what is on its way do not last beyond the transit time.' : 'The stock and what is on its way fall to the reorder point on the ship-by day.'}${limited ? ' Fewer units are available than needed.' : ''}`

/** The recommendation for a variant that is not excluded; it needs no units where the stock covers the target. */
export function recommendationOf(facts: VariantFacts, arrivals: readonly Arrival[], terms: Terms) {
  const { today } = terms
  const transit = terms.transit_time_days!
  const velocity = facts.velocity!
  const weeks = transit / 7 + coverWeeks
  const horizon = addDays(today, transit + coverWeeks * 7)
  const due = arrivals.filter(({ arrives_on }) => arrives_on <= horizon)
  const incoming = due.reduce((sum, { units }) => sum + units, 0)
  const safety = safetyOf(facts, terms, weeks)
  const position = facts.estimate! + incoming
  const reorder_point = (velocity * transit) / 7 + safety.units
  const target = velocity * weeks + safety.units
  const needed_units = Math.max(Math.ceil(rounded(target - position, 6)), 0)
  const daysLeft = Math.floor(rounded(((position - reorder_point) / velocity) * 7, 6))
  const ship_by = addDays(today, Math.max(daysLeft, 0))
  const quantity = Math.min(needed_units, facts.available)
  return {
    variant_id: facts.variant_id,
    sku: facts.sku,
    product_id: facts.product_id,
    product_title: facts.product_title,
    variant_title: facts.variant_title,
    quantity,
    needed_units,
    ship_by,
    arrive_by: addDays(ship_by, transit),
    why: whyOf(quantity < needed_units, ship_by, today),
    sales_velocity_per_week: rounded(velocity, 2),
    estimated_on_hand: facts.estimate!,
    incoming,
    weeks_of_cover: rounded(facts.weeks_of_cover!, 1),
    safety_units: safety.safety_units,
    safety_reason: safety.safety_reason,
    reorder_point: rounded(reorder_point, 1),
    target_units: rounded(target, 1),
    available_units: facts.available,
  }
}
export type Recommendation = ReturnType<typeof recommendationOf>

const byUrgency = (a: Recommendation, b: Recommendation) =>
  a.ship_by.localeCompare(b.ship_by) || a.weeks_of_cover - b.weeks_of_cover || a.sku.localeCompare(b.sku)

/** Recommendations, the most urgent first, and the variants without one. */
export function recommend(facts: readonly VariantFacts[], arrivals: readonly Arrival[], terms: Terms) {
  const arrivalsOf = Map.groupBy(arrivals, ({ variant_id }) => variant_id)
  const checked = facts.map((one) => ({ one, reason: exclusionOf(one, terms) }))
  const included = checked
    .filter(({ reason }) => reason === null)
    .map(({ one }) => recommendationOf(one, arrivalsOf.get(one.variant_id) ?? [], terms))
  return {
    recommendations: included.filter(({ needed_units }) => needed_units > 0).toSorted(byUrgency),
    variants_with_enough: included.filter(({ needed_units }) => needed_units === 0).length,
    excluded: checked
      .filter(({ reason }) => reason !== null)
      .map(({ one: { variant_id, sku }, reason }) => ({ variant_id, sku, reason: reason! })),
  }
}
