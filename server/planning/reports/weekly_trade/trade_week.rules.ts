/** The week of a report, the weeks it is compared with, and the part of a monthly plan that falls into it. Pure. */
import Big from 'big.js'
import { addDays, daysBetween, earlier, later } from '../../../calendar/days.ts'
import { fiscalWeeksOf, fiscalYearStart, type Period } from '../../../calendar/retail_calendar.ts'
import { refuseField } from '../../../contract/refusals.ts'

export interface TradeWeek {
  fiscal_year: number
  week: number
  /** Sunday to Saturday. */
  days: Period
}

/** The week that a text such as 2026-W07 names; a week that the fiscal year does not have is refused. */
export function weekOf(text: string, startMonth: number): TradeWeek {
  const [fiscal_year, week] = [Number(text.slice(0, 4)), Number(text.slice(6))]
  const weeks = fiscalWeeksOf(fiscal_year, startMonth)
  if (week < 1 || week > weeks)
    refuseField('week', `must be a week of fiscal year ${fiscal_year}, which has ${weeks} weeks`)
  const start = addDays(fiscalYearStart(fiscal_year, startMonth), 7 * (week - 1))
  return { fiscal_year, week, days: { start, end: addDays(start, 6) } }
}

export interface ComparedWeeks {
  /** Whether the current day is in the week, so that its sales are not complete. */
  is_running: boolean
  /** The days of the week until today, or until the last one of which the sales are known. */
  counted: Period
  /** As many days 52 weeks earlier. */
  last_year: Period
  /** The four complete weeks that stock cover is measured with, or the last 28 days that are recorded. */
  recent: Period
}

/** The caller refuses a week that has not started. */
export function comparedWeeks({ days }: TradeWeek, today: string, recorded_through: string = today): ComparedWeeks {
  const is_running = today <= days.end
  const through = earlier(earlier(today, recorded_through), days.end)
  // A week of which nothing is recorded is shown as a whole, without figures.
  const counted = { start: days.start, end: through < days.start ? earlier(today, days.end) : through }
  const isWhole = !is_running && through === days.end
  const lastDay = earlier(isWhole ? days.end : addDays(days.start, -1), recorded_through)
  return {
    is_running,
    counted,
    last_year: { start: addDays(counted.start, -364), end: addDays(counted.end, -364) },
    recent: { start: addDays(lastDay, -27), end: lastDay },
  }
}

/** Cents of the first days of a month, so that the parts of a month always add up to it. */
export const shareOfDays = (cents: number, days: number, total: number) =>
  Number(Big(cents).times(days).div(total).round(0, Big.roundHalfUp))

/** The part of a month's amount that falls on the days of the week; zero if none of them is in the month. */
export function shareOfMonth(cents: number, month: Period, week: Period): number {
  const start = later(week.start, month.start)
  const end = earlier(week.end, month.end)
  if (end < start) return 0
  const total = daysBetween(month.start, month.end) + 1
  const before = daysBetween(month.start, start)
  return shareOfDays(cents, daysBetween(month.start, end) + 1, total) - shareOfDays(cents, before, total)
}
