/** What an import and a preview check of a row and of its period before its item and its door are found. Pure. */
import { daysBetween, weekdayOf } from '../../calendar/days.ts'
import { limits } from '../../contract/limits.ts'
import { weekdays } from './declaration/declaration.model.ts'
import type { DeclarationRow } from './declaration/declaration.store.ts'
import type { SellOutFaultReason } from '../known_values.ts'
import { refuseReport } from './reading/refuse_report.ts'
import { netUnits, overlapOf, periodKey, type SellOutRow } from './reading/row.rules.ts'

interface Period {
  period_start: string
  period_end: string
}

/** Why all rows of the period are refused for good; null if they are not. */
export function periodFault({ period_start, period_end }: Period, today: string): SellOutFaultReason | null {
  if (period_start > today) return 'future_period'
  return daysBetween(period_start, period_end) >= limits.sell_out_period_days_max ? 'long_period' : null
}

export const figureFault = (row: SellOutRow): SellOutFaultReason | null =>
  netUnits(row) === null && row.on_hand === null ? 'no_figure' : null

export const faultOfRow = (row: SellOutRow, today: string): SellOutFaultReason | null =>
  periodFault(row, today) ?? figureFault(row)

/** A week that ends on another day than the account's weeks would overlap the next report. */
export function checkWeekday(
  { period_start, period_end, row_number }: SellOutRow,
  { week_anchor_dow }: Pick<DeclarationRow, 'week_anchor_dow'>,
): void {
  if (week_anchor_dow === null || daysBetween(period_start, period_end) !== 6) return
  const dow = (weekdayOf(period_end) + 6) % 7
  if (dow === week_anchor_dow) return
  refuseReport(
    'other_week_days',
    `Row ${row_number} reports a week that ends on ${weekdays[dow]}, ${period_end}. The weeks of this account end on ${weekdays[week_anchor_dow]}.`,
    'week_anchor_dow',
    `is ${week_anchor_dow}, and row ${row_number} has a week that ends on ${weekdays[dow]}`,
  )
}

/** Two periods of one account share no day, unless they are the same. */
export function refuseOverlap(periods: readonly Period[]): void {
  const overlap = overlapOf(periods)
  if (overlap === null) return
  const [one, other] = overlap.map(({ period_start, period_end }) => periodKey(period_start, period_end))
  refuseReport(
    'overlapping_periods',
    `The periods ${one} and ${other} overlap, so their units would count twice. Nothing was imported.`,
    'period_start',
    `belongs to a period that overlaps ${one}`,
  )
}
