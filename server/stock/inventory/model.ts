/** Fields shared by the stock reads. */
import { limits } from '../../contract/limits.ts'
import { CalendarDate } from '../../contract/schema.ts'

export const WindowStart = CalendarDate('First day of the window.', { examples: ['2026-10-01'] })
export const WindowEnd = CalendarDate(
  `Last day of the window, included; at most ${limits.stock_window_days_max} days after \`start_date\`.`,
)
