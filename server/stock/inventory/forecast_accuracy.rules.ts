/** Forecast error by week and over several weeks, from sums computed in SQL. Pure. */
import { addDays, daysBetween, earlier, mondayOf } from '../../calendar/days.ts'

/** One complete week, summed over every variant and channel with a forecast for it. */
export interface WeekSums {
  week_start: string
  variants: number
  forecast_units: number
  actual_units: number
  absolute_error: number
  /** Error of the naive forecast, which repeats the sales of the same week a year earlier. */
  naive_error: number
  /** Units sold in the scope in the same week a year earlier; with zero there is no naive forecast. */
  units_year_before: number
  sold_without_forecast: number
}

export interface Measures {
  wmape: number | null
  wmape_reason: string | null
  wmase: number | null
  wmase_reason: string | null
}

export type MeasuredWeek = Omit<WeekSums, 'units_year_before' | 'naive_error'> &
  Measures & { week_end: string; naive_error: number | null }

const round = (value: number) => Math.round(value * 10_000) / 10_000
const sum = (weeks: readonly WeekSums[], field: keyof Omit<WeekSums, 'week_start'>) =>
  round(weeks.reduce((total, week) => total + week[field], 0))

const reasons = {
  no_forecast: 'There is no forecast for this week.',
  nothing_sold: 'No variant with a forecast was sold.',
  no_year_before: 'Nothing was sold in the same week a year earlier, so there is no naive forecast to compare with.',
  naive_exact: 'Sales equal those of a year earlier exactly, so there is no naive error to compare with.',
}

export type AccuracyLack = keyof typeof reasons

export interface CodedMeasures {
  wmape: number | null
  wmape_lack: AccuracyLack | null
  wmase: number | null
  wmase_lack: AccuracyLack | null
}

/** WMAPE over all the weeks; WMASE over those with sales a year earlier. Null with the code of its cause. */
export function codedMeasures(weeks: readonly WeekSums[]): CodedMeasures {
  const forecast = weeks.filter(({ variants }) => variants > 0)
  if (forecast.length === 0) return { wmape: null, wmape_lack: 'no_forecast', wmase: null, wmase_lack: 'no_forecast' }
  const actual = sum(forecast, 'actual_units')
  const compared = forecast.filter(({ units_year_before }) => units_year_before > 0)
  const naive = sum(compared, 'naive_error')
  return {
    wmape: actual > 0 ? round(sum(forecast, 'absolute_error') / actual) : null,
    wmape_lack: actual > 0 ? null : 'nothing_sold',
    wmase: naive > 0 ? round(sum(compared, 'absolute_error') / naive) : null,
    wmase_lack: naive > 0 ? null : compared.length > 0 ? 'naive_exact' : 'no_year_before',
  }
}

export function measure(weeks: readonly WeekSums[]): Measures {
  const { wmape, wmape_lack, wmase, wmase_lack } = codedMeasures(weeks)
  return {
    wmape,
    wmape_reason: wmape_lack && reasons[wmape_lack],
    wmase,
    wmase_reason: wmase_lack && reasons[wmase_lack],
  }
}

export function measureWeek(week: WeekSums): MeasuredWeek {
  const { units_year_before, naive_error, ...shown } = week
  return {
    ...shown,
    week_end: addDays(week.week_start, 6),
    naive_error: units_year_before > 0 ? naive_error : null,
    ...measure([week]),
  }
}

export const trailingOf = (weeks: readonly WeekSums[]) => ({
  weeks: weeks.filter(({ variants }) => variants > 0).length,
  forecast_units: sum(weeks, 'forecast_units'),
  actual_units: sum(weeks, 'actual_units'),
  absolute_error: sum(weeks, 'absolute_error'),
  ...measure(weeks),
})

export interface WeekWindow {
  first_week: string
  last_week: string
  weeks: number
}

/** The complete past weeks (Monday to Sunday) of a window; null when there are none. */
export function weeksOf(
  today: string,
  selection: { start_date?: string; end_date?: string; weeks: number },
): WeekWindow | null {
  const yesterday = addDays(today, -1)
  const end = earlier(selection.end_date ?? yesterday, yesterday)
  const last_week = addDays(mondayOf(addDays(end, 1)), -7)
  const first_week =
    selection.start_date === undefined
      ? addDays(last_week, -7 * (selection.weeks - 1))
      : mondayOf(addDays(selection.start_date, 6))
  if (first_week > last_week) return null
  return { first_week, last_week, weeks: daysBetween(first_week, last_week) / 7 + 1 }
}
