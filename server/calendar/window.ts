/** The window of days that a read covers: its shape in responses, and the check of the requested days. */
import { refuseField } from '../contract/refusals.ts'
import { CalendarDate, Shape } from '../contract/schema.ts'
import { addDays, daysBetween } from './days.ts'
import type { Period } from './retail_calendar.ts'

const days = {
  start_date: CalendarDate('First day of the window.'),
  end_date: CalendarDate('Last day of the window, included.'),
  end_exclusive: CalendarDate('Day after the last day of the window.'),
}

export const windowShape = (description: string) => Shape(days, { description })

/** The window of stock on hand and net sales, which is `{start, end_exclusive}` in the contract. */
export const halfOpenWindowShape = (description: string) =>
  Shape({ start: CalendarDate('First day of the window, the same as `start_date`.'), ...days }, { description })

export const windowOf = ({ start, end }: Period) => ({
  start_date: start,
  end_date: end,
  end_exclusive: addDays(end, 1),
})

export const halfOpenWindowOf = ({ start, end }: Period) => ({ start, ...windowOf({ start, end }) })

export function checkWindow(start_date: string, end_date: string, daysMax: number): void {
  if (end_date < start_date) refuseField('end_date', 'must not be before start_date')
  if (daysBetween(start_date, end_date) > daysMax)
    refuseField('end_date', `must be at most ${daysMax} days after start_date`)
}
