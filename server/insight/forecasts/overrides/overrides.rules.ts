/** Overrides of forecasts: how a category's units are spread, what a request changes, and how good planners were. Pure. */
import { addDays, daysBetween, mondayOf } from '../../../calendar/days.ts'

/** Weeks ahead that may be overridden. */
export const overrideWeeksAhead = 104

/**
 * Spreads whole units by weights: each gets its whole part, and the units that remain go to the largest fractions, in the
 * order given where they are equal. The parts sum to the total. Without a weight above zero nothing can be spread.
 */
export function spreadUnits(total: number, weights: readonly number[]): number[] | null {
  const sum = weights.reduce((all, one) => all + one, 0)
  if (sum <= 0) return null
  const exact = weights.map((weight) => (total * weight) / sum)
  const parts = exact.map(Math.floor)
  const left = total - parts.reduce((all, one) => all + one, 0)
  const byFraction = exact.map((value, at) => ({ at, fraction: value - Math.floor(value) }))
  byFraction.sort((one, other) => other.fraction - one.fraction)
  for (const { at } of byFraction.slice(0, left)) parts[at]! += 1
  return parts
}

export type WeekFault = 'not_a_monday' | 'over' | 'too_far'

/** Why a week cannot be overridden; null if it can: the running week can until it is over. */
export function weekFault(week_start: string, today: string): WeekFault | null {
  if (mondayOf(week_start) !== week_start) return 'not_a_monday'
  if (addDays(week_start, 7) <= today) return 'over'
  return daysBetween(mondayOf(today), week_start) > 7 * overrideWeeksAhead ? 'too_far' : null
}

export interface InForce {
  /** Null if there is no override, or if it was removed. */
  units: number | null
  reason: string | null
}

export type Change = 'created' | 'corrected' | 'removed'

/** What an entry does to what is in force; null if it changes nothing. */
export function changeOf(before: InForce, units: number | null, reason: string): Change | null {
  if (before.units === null) return units === null ? null : 'created'
  if (units === null) return 'removed'
  return units === before.units && reason === before.reason ? null : 'corrected'
}

export interface ScoredSums {
  overrides: number
  override_units: number
  statistical_units: number
  actual_units: number
  override_error: number
  statistical_error: number
}

const round = (value: number) => Math.round(value * 10_000) / 10_000
const share = (part: number, of: number) => (of > 0 ? round(part / of) : null)

/** How far off planners were, beside the statistical forecasts that they saw. */
export function scoreOverrides(sums: ScoredSums) {
  const { overrides, override_units, statistical_units, actual_units, override_error, statistical_error } = sums
  return {
    overrides,
    override_units: round(override_units),
    statistical_units: round(statistical_units),
    actual_units: round(actual_units),
    override_error: round(override_error),
    statistical_error: round(statistical_error),
    override_bias: share(override_units - actual_units, actual_units),
    statistical_bias: share(statistical_units - actual_units, actual_units),
    bias_reason_code: overrides === 0 ? ('no_override' as const) : actual_units > 0 ? null : ('nothing_sold' as const),
    value_added: statistical_error > 0 ? round(1 - override_error / statistical_error) : null,
    value_added_reason_code:
      overrides === 0 ? ('no_override' as const) : statistical_error > 0 ? null : ('forecast_exact' as const),
  }
}
