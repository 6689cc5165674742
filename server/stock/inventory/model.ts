/** Fields and checks shared by the stock reads. */
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { CalendarDate } from '../../contract/schema.ts'
import { daysBetween } from '../../calendar/days.ts'

export const WindowStart = CalendarDate('First day of the window.', { examples: ['2026-10-01'] })
export const WindowEnd = CalendarDate(
  `Last day of the window, included; at most ${limits.stock_window_days_max} days after \`start_date\`.`,
)

export function checkWindow(start_date: string, end_date: string, daysMax: number): void {
  if (end_date < start_date) refuseField('end_date', 'must not be before start_date')
  if (daysBetween(start_date, end_date) > daysMax)
    refuseField('end_date', `must be at most ${daysMax} days after start_date`)
}
