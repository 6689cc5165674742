/** The plan of a week: each cell is divided over the days of its month, and stock moves evenly from month end to month end. Pure. */
import { addDays, daysBetween } from '../../../calendar/days.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import { type Actual, add, known, unknown } from '../../../contract/money.ts'
import { shareOfDays, shareOfMonth } from '../../reports/weekly_trade/trade_week.rules.ts'
import type { Cell } from '../cells/cells.store.ts'
import { sumOfMonth, unplannedOf } from '../cells/sums.rules.ts'
import type { PlanMonth } from '../plan_calendar.rules.ts'

export interface WssiFigures {
  opening_stock: Actual
  sales: Actual
  markdown: Actual
  intake: Actual
  closing_stock: Actual
}

/** A figure of the cells on some days of the plan. */
export function plannedOn(
  days: Period,
  cells: readonly Cell[],
  months: readonly PlanMonth[],
  figure: 'sales' | 'markdown' | 'margin',
): Actual {
  let cents = 0
  for (const cell of cells) {
    const month = months[cell.month - 1]!
    if (month.end < days.start || month.start > days.end) continue
    const planned = cell[figure]
    if (planned === null) return unknown(unplannedOf(cells.length), 'no_plan_value')
    cents += shareOfMonth(planned, month, days)
  }
  return known(cents)
}

/** Planned stock at retail at the end of a day; before the first month it is the stock that the year opens with. */
export function plannedStock(
  day: string,
  cells: readonly Cell[],
  months: readonly PlanMonth[],
  yearOpening: Actual,
): Actual {
  const month = months.find(({ start, end }) => start <= day && day <= end)
  if (month === undefined) return yearOpening
  const closingOf = (number: number): Actual => {
    const own = cells.filter((cell) => cell.month === number)
    const cents = sumOfMonth(own, 'closing_stock_retail')
    return cents === null ? unknown(unplannedOf(own.length), 'no_plan_value') : known(cents)
  }
  const closing = closingOf(month.month)
  if (day === month.end) return closing
  const opening = month.month === 1 ? yearOpening : closingOf(month.month - 1)
  const change = add([1, closing], [-1, opening])
  if (change.cents === null) return change
  const [passed, total] = [daysBetween(month.start, day) + 1, daysBetween(month.start, month.end) + 1]
  return add([1, opening], [1, known(shareOfDays(change.cents, passed, total))])
}

/** The intake is what closing stock, sales and markdowns need beyond the opening stock. */
export function planOfWeek(
  week: Period,
  cells: readonly Cell[],
  months: readonly PlanMonth[],
  yearOpening: Actual,
): WssiFigures {
  const opening_stock = plannedStock(addDays(week.start, -1), cells, months, yearOpening)
  const closing_stock = plannedStock(week.end, cells, months, yearOpening)
  const sales = plannedOn(week, cells, months, 'sales')
  const markdown = plannedOn(week, cells, months, 'markdown')
  const intake = add([1, closing_stock], [-1, opening_stock], [1, sales], [1, markdown])
  return { opening_stock, sales, markdown, intake, closing_stock }
}
