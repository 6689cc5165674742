/** The weeks of a plan, which of them are shown, and what of them is over. Pure. */
import { addDays, daysBetween, earlier, later, mondayOf } from '../../../calendar/days.ts'
import { type Period, periodsIn } from '../../../calendar/retail_calendar.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { type Phase, phaseOf, type PlanMonth } from '../plan_calendar.rules.ts'

export interface WssiWeek extends Period {
  /** 1 is the first week of the plan. */
  number: number
  phase: Phase
  /** The last day of which the sales are known; null if none is. */
  actual_through: string | null
}

/** Weeks from Sunday to Saturday; those at the ends of a plan on calendar months are cut to it. */
export const weeksOf = (
  months: readonly PlanMonth[],
  { today, recorded_through }: { today: string; recorded_through: string },
): WssiWeek[] =>
  periodsIn({ start: months[0]!.start, end: months.at(-1)!.end }, 'fiscal_week').map((days, i) => {
    const through = earlier(earlier(today, recorded_through), days.end)
    return {
      ...days,
      number: i + 1,
      phase: phaseOf(days, today),
      actual_through: through < days.start ? null : through,
    }
  })

interface Asked {
  start_date?: string | undefined
  end_date?: string | undefined
}

/** Needs no plan, so that it is said of any. */
export function checkOrder({ start_date, end_date }: Asked): void {
  if (start_date !== undefined && end_date !== undefined && end_date < start_date)
    refuseField('end_date', 'must not be before start_date')
}

/** Half of the plan's year by default: that of today, or the one that is nearest to it. */
export function weeksShown(
  weeks: readonly WssiWeek[],
  months: readonly PlanMonth[],
  { start_date, end_date }: Asked,
  today: string,
): readonly WssiWeek[] {
  const [first, last] = [months[0]!.start, months.at(-1)!.end]
  for (const [field, day] of Object.entries({ start_date, end_date }))
    if (day !== undefined && (day < first || day > last))
      refuseField(field, 'must be a day of the plan', [`from ${first} to ${last}`])
  const second = months[6]!.start
  const half = today < second ? { start: first, end: addDays(second, -1) } : { start: second, end: last }
  const start = start_date ?? (end_date === undefined ? half.start : first)
  const end = end_date ?? (start_date === undefined ? half.end : last)
  return weeks.filter((week) => week.end >= start && week.start <= end)
}

/** Units of the days by the weekly forecasts that they lie in, from Monday to Sunday; null where a day has none. */
export function forecastOfDays(days: Period, byMonday: ReadonlyMap<string, number>): number | null {
  let units = 0
  for (let monday = mondayOf(days.start); monday <= days.end; monday = addDays(monday, 7)) {
    const week = byMonday.get(monday)
    if (week === undefined) return null
    const [from, to] = [later(days.start, monday), earlier(days.end, addDays(monday, 6))]
    units += (week * (daysBetween(from, to) + 1)) / 7
  }
  return units
}
