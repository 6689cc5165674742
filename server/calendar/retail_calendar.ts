/**
 * Periods of time as merchandisers count them. The retail calendar is the 4-5-4 calendar of the National Retail
 * Federation: weeks run Sunday to Saturday, a quarter's months have 4, 5 and 4 weeks, and the year ends on the Saturday
 * nearest to the end of the month before its first month. Some years therefore have a 53rd week, in their last month.
 * Days are UTC calendar days as YYYY-MM-DD. Pure.
 */
import { named } from '../contract/openapi/named.ts'
import { addDays, dayAt, daysBetween, earlier, mondayOf, weekdayOf } from './days.ts'

export interface Period {
  start: string
  /** The last day, included. */
  end: string
}

const monthWeeks = [4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4] as const

/** First day of fiscal year `year`: the Sunday after the Saturday nearest to the end of the preceding month. */
export function fiscalYearStart(year: number, startMonth = 2): string {
  const eve = dayAt(Date.UTC(year, startMonth - 1, 0))
  const sinceSaturday = (weekdayOf(eve) + 1) % 7
  const saturday = sinceSaturday <= 3 ? addDays(eve, -sinceSaturday) : addDays(eve, 7 - sinceSaturday)
  return addDays(saturday, 1)
}

export const fiscalWeeksOf = (year: number, startMonth = 2) =>
  daysBetween(fiscalYearStart(year, startMonth), fiscalYearStart(year + 1, startMonth)) / 7

export interface FiscalMonth extends Period {
  fiscal_year: number
  /** 1 is the first month of the fiscal year. */
  month: number
  weeks: number
}

export function fiscalMonthsOf(year: number, startMonth = 2): FiscalMonth[] {
  const extra = fiscalWeeksOf(year, startMonth) - 52
  let start = fiscalYearStart(year, startMonth)
  return monthWeeks.map((usual, i) => {
    const weeks = usual + (i === 11 ? extra : 0)
    const month = { fiscal_year: year, month: i + 1, weeks, start, end: addDays(start, weeks * 7 - 1) }
    start = addDays(start, weeks * 7)
    return month
  })
}

export function fiscalMonthOf(day: string, startMonth = 2): FiscalMonth {
  const year = Number(day.slice(0, 4))
  // A fiscal year that starts with January may start in the last days of December.
  const own = [year + 1, year, year - 1].find((one) => fiscalYearStart(one, startMonth) <= day)!
  return fiscalMonthsOf(own, startMonth).find(({ end }) => day <= end)!
}

export const grains = named('CalendarGrain', ['day', 'week', 'month', 'fiscal_week', 'fiscal_month'])
export type Grain = (typeof grains)[number]

/** The period of the given grain that contains a day. */
export function periodOf(day: string, grain: Grain, startMonth = 2): Period {
  switch (grain) {
    case 'day':
      return { start: day, end: day }
    case 'week':
      return { start: mondayOf(day), end: addDays(mondayOf(day), 6) }
    case 'month': {
      const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
      return { start: dayAt(Date.UTC(year, month - 1, 1)), end: dayAt(Date.UTC(year, month, 0)) }
    }
    case 'fiscal_week': {
      const start = addDays(day, -weekdayOf(day))
      return { start, end: addDays(start, 6) }
    }
    case 'fiscal_month': {
      const { start, end } = fiscalMonthOf(day, startMonth)
      return { start, end }
    }
  }
}

/** The periods of a grain that make up a window; the first and the last are cut to it. */
export function periodsIn(window: Period, grain: Grain, startMonth = 2): Period[] {
  const periods: Period[] = []
  for (let start = window.start; start <= window.end;) {
    const { end } = periodOf(start, grain, startMonth)
    periods.push({ start, end: earlier(end, window.end) })
    start = addDays(end, 1)
  }
  return periods
}
