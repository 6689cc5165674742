/** Fields and checks shared by the stock reads. */
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { CalendarDate, Nullable, Num, OpenChoice, Text } from '../../contract/schema.ts'
import { cover, stock_healths } from '../../contract/stock.ts'
import { daysBetween } from '../../calendar/retail_calendar.ts'

export const not_sold_reason = `Nothing was sold in the last ${cover.window_days} days.`

export const cover_fields = {
  days_of_cover: Nullable(
    Num(
      `Days the available units last at the average daily sales of the last ${cover.window_days} days, counting only in-stock days; null when nothing was sold.`,
    ),
  ),
  health: OpenChoice(
    stock_healths,
    `Stock health: out_of_stock at 0 available units; critical below the supplier's lead time; caution below lead time plus review period; overstocked above ${cover.overstocked_above_days / 7} weeks of cover; otherwise healthy.`,
  ),
  cover_reason: Nullable(Text('Reason why days of cover is null; null when it is present.', { examples: [null] })),
}

export const WindowStart = CalendarDate('First day of the window.', { examples: ['2026-10-01'] })
export const WindowEnd = CalendarDate(
  `Last day of the window, included; at most ${limits.stock_window_days_max} days after \`start_date\`.`,
)

export function checkWindow(start_date: string, end_date: string, days_max: number): void {
  if (end_date < start_date) refuseField('end_date', 'must not be before start_date')
  if (daysBetween(start_date, end_date) > days_max)
    refuseField('end_date', `must be at most ${days_max} days after start_date`)
}
