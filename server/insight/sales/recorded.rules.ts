/** Which days of sales are known, and which periods can be compared like for like. Pure. */
import { daysBetween } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'

export interface Recorded {
  /** The current day of the organisation. */
  today: string
  /** First day with recorded sales; null if nothing was recorded yet. */
  sales_begin_on: string | null
  /** The last day whose sales are known; silence up to it is zero. */
  recorded_through: string
}

const notStarted = 'The period has not started.'
export const recordedUntil = (day: string) => `Sales are recorded until ${day}.`
const recordedFrom = (day: string) => `Sales are recorded from ${day} on.`

/** Why nothing is known of a period that ended before the first recorded sale; null if it did not. */
export const whyNotRecorded = ({ end }: Period, sales_begin_on: string): string | null =>
  end < sales_begin_on ? recordedFrom(sales_begin_on) : null

/** Why a period without rows is unknown; null where it is a measured zero. */
export function whyUnknown(period: Period, { today, sales_begin_on, recorded_through }: Recorded): string | null {
  if (period.start > today) return notStarted
  if (period.start > recorded_through) return recordedUntil(recorded_through)
  return sales_begin_on === null ? null : whyNotRecorded(period, sales_begin_on)
}

/** Why the sum of a period that has begun is not known; null where it is what was recorded. */
export function whyNoSum(period: Period, { sales_begin_on, recorded_through }: Recorded): string | null {
  if (sales_begin_on === null) return 'No sales have been recorded.'
  if (period.end > recorded_through) return recordedUntil(recorded_through)
  return whyNotRecorded(period, sales_begin_on)
}

/** Why sales before `start` do not make a whole period to compare with; null where they do, or nothing was recorded. */
export const whyNotWhole = ({ start }: Period, { sales_begin_on }: Pick<Recorded, 'sales_begin_on'>): string | null =>
  sales_begin_on !== null && start < sales_begin_on
    ? `${recordedFrom(sales_begin_on).slice(0, -1)}, and the period to compare with begins on ${start}.`
    : null

const days = ({ start, end }: Period) => daysBetween(start, end) + 1

/** Why sums of a window are not compared with those of the period before: it has fewer days. */
export const whyShorter = (window: Period, previous: Period): string | null =>
  days(previous) < days(window)
    ? `The period to compare with has ${days(previous)} days, and the window has ${days(window)}.`
    : null
