/** Forecasts as planners read them: which weeks, how far off they were, and the interval of a sum. Pure. */
import { addDays, daysBetween, earlier, mondayOf } from '../../../calendar/days.ts'
import { scoredLags } from '../../../contract/stock.ts'

/** Complete weeks that the score of a forecast is taken over. */
export const scoreWeeks = 13
/** Measured weeks without which a sum has no interval. */
export const intervalWeeksMin = 8
/** The normal deviate of an 80% interval. */
const deviate = 1.2816

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

export interface WeekRange {
  first_week: string
  last_week: string
}

/** The weeks in which the window begins and ends; from the running week on unless said, as many as the horizon has. */
export function weeksShown(
  today: string,
  { start_date = today, end_date }: { start_date?: string; end_date?: string },
  horizon_weeks: number,
): WeekRange & { weeks: number } {
  const first_week = mondayOf(start_date)
  const last_week = end_date === undefined ? addDays(first_week, 7 * (horizon_weeks - 1)) : mondayOf(end_date)
  return { first_week, last_week, weeks: daysBetween(first_week, last_week) / 7 + 1 }
}

export const weekStarts = ({ first_week, last_week }: WeekRange): string[] =>
  Array.from({ length: daysBetween(first_week, last_week) / 7 + 1 }, (_, i) => addDays(first_week, 7 * i))

/** The last weeks that are over and whose sales are recorded to their end. */
export function weeksScored(today: string, recorded_through: string): WeekRange {
  const last_week = addDays(mondayOf(earlier(today, addDays(recorded_through, 1))), -7)
  return { first_week: addDays(last_week, -7 * (scoreWeeks - 1)), last_week }
}

/** Why the sales of a week are not known; null where they are. */
export function actualLack(week_start: string, today: string, recorded_through: string | null) {
  const sunday = addDays(week_start, 6)
  if (sunday >= today) return 'week_not_over'
  return recorded_through === null || recorded_through < sunday ? 'not_recorded' : null
}

/** Forecast less sales as a share of sales: above zero, too much was expected. */
export const biasOf = (forecast_units: number, actual_units: number): number | null =>
  actual_units > 0 ? round((forecast_units - actual_units) / actual_units, 4) : null

/** The share of the error of the naive forecast that a forecast saves. */
export const valueAdded = (wmase: number | null): number | null => (wmase === null ? null : round(1 - wmase, 4))

/** The shortest lag at which accuracy is measured that is no shorter than a forecast's own; none beyond the longest. */
export const lagMeasured = (origin_week: string, week_start: string): number | null =>
  scoredLags.find((lag) => lag >= daysBetween(origin_week, week_start) / 7) ?? null

export interface MeasuredSum {
  forecast_units: number
  actual_units: number
}

/**
 * The interval of a sum of forecasts. Errors of its parts are neither independent nor the same, so their intervals cannot be
 * added up: it follows from how far the sum itself was off in past weeks, relative to its forecast. Few weeks make it wider,
 * as Student's distribution does. Null without enough weeks.
 */
export function intervalOfSum(
  units: number,
  measured: readonly MeasuredSum[],
): { lower_units: number; upper_units: number } | null {
  const errors = measured
    .filter(({ forecast_units }) => forecast_units > 0)
    .map(({ forecast_units, actual_units }) => (actual_units - forecast_units) / forecast_units)
  if (errors.length < intervalWeeksMin) return null
  const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)
  const student = deviate + (deviate ** 3 + deviate) / (4 * errors.length)
  const half = student * deviation * units
  return { lower_units: round(Math.max(0, units - half), 2), upper_units: round(units + half, 2) }
}
