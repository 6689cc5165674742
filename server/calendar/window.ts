/** The window of days that a read covers: its shape in responses, and the check of the requested days. */
import { refuseField } from '../contract/refusals.ts'
import { CalendarDate, isAnsweredDate, Shape } from '../contract/schema.ts'
import { addDays } from './days.ts'
import type { Period } from './retail_calendar.ts'

const days = {
  start_date: CalendarDate('First day of the window.'),
  end_date: CalendarDate('Last day of the window, included.'),
  end_exclusive: CalendarDate('Day after the last day of the window.'),
}

export const windowShape = (description: string) =>
  Shape(days, { $id: 'DayWindow', about: 'A window of days.', description })

/** The window of stock on hand and net sales, which is `{start, end_exclusive}` in the contract. */
export const halfOpenWindowShape = (description: string) =>
  Shape(
    { start: CalendarDate('First day of the window, the same as `start_date`.'), ...days },
    { $id: 'HalfOpenDayWindow', about: 'A window of days.', description },
  )

export const windowOf = ({ start, end }: Period) => ({
  start_date: start,
  end_date: end,
  end_exclusive: addDays(end, 1),
})

export const halfOpenWindowOf = ({ start, end }: Period) => ({ start, ...windowOf({ start, end }) })

/** Longest distance between the first and the last day. */
type Longest = { days: number } | { years: number }

/** The same date some years later; 28 February where it does not exist. */
function addYears(day: string, years: number): string {
  const later = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
  return isAnsweredDate(later) ? later : `${later.slice(0, -2)}28`
}

/** Such as `400 days` or `1 year`, for descriptions and refusals. */
export const lengthOf = (longest: Longest) =>
  'days' in longest ? `${longest.days} days` : `${longest.years} ${longest.years === 1 ? 'year' : 'years'}`

/** Refuses a window whose last day is before the first one, or more than `longest` after it; the last day is included. */
export function checkWindow(
  { start, end }: Period,
  longest: Longest,
  [first, last] = ['start_date', 'end_date'] as [string, string],
): void {
  if (end < start) refuseField(last, `must not be before ${first}`)
  const latest = 'days' in longest ? addDays(start, longest.days) : addYears(start, longest.years)
  if (end > latest) refuseField(last, `must be at most ${lengthOf(longest)} after ${first}`, [`at most ${latest}`])
}
