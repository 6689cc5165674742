/** The months of a buy plan, and the days of the year before that their first figures come from. Pure. */
import { addDays, dayAt } from '../../calendar/days.ts'
import { fiscalMonthsOf, type Period } from '../../calendar/retail_calendar.ts'
import type { PlanCalendar } from '../known_values.ts'

export interface PlanYear {
  fiscal_year: number
  fiscal_year_start_month: number
  calendar: PlanCalendar
}

export interface PlanMonth extends Period {
  /** 1 is the first month of the fiscal year. */
  month: number
  /** Weeks of a month of the 4-5-4 calendar; null for a calendar month. */
  weeks: number | null
}

export const lastMonthOfYear = (startMonth: number) => ((startMonth + 10) % 12) + 1

const calendarMonth = (year: number, startMonth: number, month: number): Period => ({
  start: dayAt(Date.UTC(year, startMonth + month - 2, 1)),
  end: dayAt(Date.UTC(year, startMonth + month - 1, 0)),
})

export function planMonths({ fiscal_year, fiscal_year_start_month, calendar }: PlanYear): PlanMonth[] {
  if (calendar === 'retail_4_5_4')
    return fiscalMonthsOf(fiscal_year, fiscal_year_start_month).map(({ month, weeks, start, end }) => ({
      month,
      weeks,
      start,
      end,
    }))
  return Array.from({ length: 12 }, (_, i) => ({
    month: i + 1,
    weeks: null,
    ...calendarMonth(fiscal_year, fiscal_year_start_month, i + 1),
  }))
}

/**
 * The days of last year that each month is compared with. Weeks align by date, 52 weeks back, so that a year after one
 * with 53 weeks keeps its seasons; a 53rd week has no equal, since 52 weeks before it this year begins.
 */
export function lastYearOf(year: PlanYear): PlanMonth[] {
  const months = planMonths(year)
  if (year.calendar === 'gregorian') return planMonths({ ...year, fiscal_year: year.fiscal_year - 1 })
  const lastDay = addDays(months[0]!.start, -1)
  return months.map(({ month, weeks, start, end }) => {
    const ended = addDays(end, -364)
    return { month, weeks, start: addDays(start, -364), end: ended < lastDay ? ended : lastDay }
  })
}

/** The year before that, month by month, with as many days each. */
export const yearBeforeLastOf = (year: PlanYear, lastYear: readonly PlanMonth[]): PlanMonth[] =>
  year.calendar === 'gregorian'
    ? planMonths({ ...year, fiscal_year: year.fiscal_year - 2 })
    : lastYear.map((month) => ({ ...month, start: addDays(month.start, -364), end: addDays(month.end, -364) }))

export type Phase = 'past' | 'current' | 'future'

export const phaseOf = ({ start, end }: Period, today: string): Phase =>
  end < today ? 'past' : start > today ? 'future' : 'current'
