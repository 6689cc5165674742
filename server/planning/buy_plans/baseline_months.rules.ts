/** How much of each month of the year before is known, and so what a plan's first figures may say of it. Pure. */
import type { Period } from '../../calendar/retail_calendar.ts'
import type { BaselineFill, MonthState } from '../known_values.ts'
import { lastYearOf, type PlanMonth, type PlanYear } from './plan_calendar.rules.ts'

/** The days whose actuals are known; `from` is null where nothing was recorded. */
export interface Known {
  from: string | null
  through: string
}

export function stateOf({ start, end }: Period, { from, through }: Known): MonthState {
  if (from === null || end < from || start > through) return 'none'
  return from <= start && end <= through ? 'whole' : 'partial'
}

const daysOf = ({ start, end }: Period, { from, through }: Known) =>
  `${from !== null && from > start ? from : start} to ${through < end ? through : end}`

/** Why a month is not whole; null if it is. */
export function whyNotWhole(month: Period, known: Known): string | null {
  const state = stateOf(month, known)
  if (state === 'whole') return null
  if (state === 'partial')
    return `Of the days ${month.start} to ${month.end} of last year, ${daysOf(month, known)} are recorded.`
  return known.from !== null && month.start > known.through
    ? `The days ${month.start} to ${month.end} of last year are not recorded: sales are recorded until ${known.through}.`
    : `The days ${month.start} to ${month.end} of last year are not recorded.`
}

/** What a plan stores of the actuals that its first figures were made of. */
export interface Baseline extends PlanYear {
  baseline_source: string
  baseline_fill: BaselineFill
  baseline_from: string | null
  baseline_through: string | null
}

/** Without a first day, all of the year before counts up to the last one. */
const knownOf = ({ baseline_from, baseline_through }: Baseline, months: readonly PlanMonth[]): Known => ({
  from: baseline_through === null ? null : (baseline_from ?? months[0]!.start),
  through: baseline_through ?? months[0]!.start,
})

/** What last year's actuals cover of each month; none of a plan that was not made of them. */
export function baselineMonths(plan: Baseline) {
  if (plan.baseline_source !== 'last_year_actuals') return []
  const months = lastYearOf(plan)
  const known = knownOf(plan, months)
  return months.map((month) => {
    const state = stateOf(month, known)
    const isFilled = plan.baseline_fill === 'year_before' ? state !== 'whole' : state === 'none'
    return {
      month: month.month,
      start_date: month.start,
      end_date: month.end,
      actuals: state,
      filled_from: isFilled && plan.baseline_fill !== 'none' ? plan.baseline_fill : null,
      reason: whyNotWhole(month, known),
    }
  })
}

/** Why cells of these months can lack a value: none of their days of last year is known. By the number of the month. */
export const unrecordedMonths = (plan: Baseline): ReadonlyMap<number, string> =>
  new Map(
    baselineMonths(plan).flatMap(({ month, actuals, reason }) =>
      actuals === 'none' && reason !== null ? [[month, `${reason} No value has been entered.`] as const] : [],
    ),
  )
