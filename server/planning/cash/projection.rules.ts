/** Money in as the live plans project it: planned net sales of each month, divided evenly over its days. Pure. */
import { addDays, daysBetween, eachDay } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import { divide } from '../buy_plans/cells/spread.rules.ts'
import { unplanned } from '../buy_plans/cells/sums.rules.ts'
import { noRate, type ToUsd } from './cash.rules.ts'

export interface PlannedSales extends Period {
  /** Plans of one fiscal year plan other categories, so their sales are added up. */
  fiscal_year: number
  /** Null while a cell has no value. */
  cents: number | null
  currency: string
}

export interface Projection {
  source: 'forward_curve' | null
  /** Why weeks, or all of them, have no figure; null if every week has one. */
  reason: string | null
  weekly_cents: (number | null)[] | null
}

interface Days {
  /** Null where one of the plans has no value. */
  byDay: Map<string, number | null>
  reason: string | null
}

/** Planned sales of each day in US cents; a month adds up to its plan to the cent. A day of two fiscal years has the later. */
function salesByDay(months: readonly PlannedSales[], toUsd: ToUsd): Days {
  const years = new Map<number, Map<string, number | null>>()
  let missing: string | null = null
  for (const { fiscal_year, start, end, cents, currency } of months) {
    const usd_cents = cents === null ? null : toUsd(cents, currency)
    if (usd_cents === null) missing ??= cents === null ? unplanned : noRate(currency)
    const days = Array.from({ length: daysBetween(start, end) + 1 }, () => 1)
    const parts = usd_cents === null ? null : divide(usd_cents, days)
    const year = years.get(fiscal_year) ?? new Map<string, number | null>()
    for (const at of days.keys()) {
      const day = addDays(start, at)
      const before = year.get(day) ?? (year.has(day) ? null : 0)
      year.set(day, before === null || parts === null ? null : before + parts[at]!)
    }
    years.set(fiscal_year, year)
  }
  const inOrder = [...years].toSorted(([one], [other]) => one - other)
  return { byDay: new Map(inOrder.flatMap(([, year]) => [...year])), reason: missing }
}

/** The first week begins with the current day. A week has a figure if each of its days lies in a planned month. */
export function projectionOf(
  months: readonly PlannedSales[],
  weeks: readonly Period[],
  today: string,
  toUsd: ToUsd,
): Projection {
  const last = weeks.at(-1)!.end
  const { byDay, reason } = salesByDay(
    months.filter(({ start, end }) => start <= last && end >= today),
    toUsd,
  )
  const weekly_cents = weeks.map(({ start, end }) => {
    const from = start < today ? today : start
    const days = eachDay(from, addDays(end, 1)).map((day) => byDay.get(day) ?? null)
    return days.includes(null) ? null : days.reduce<number>((sum, cents) => sum + cents!, 0)
  })
  const uncovered = weeks.find((_, at) => weekly_cents[at] === null)
  if (uncovered === undefined) return { source: 'forward_curve', reason: null, weekly_cents }
  const without = reason ?? `No buy plan with a published version covers the week from ${uncovered.start} on.`
  return weekly_cents.every((cents) => cents === null)
    ? { source: null, reason: without, weekly_cents: null }
    : { source: 'forward_curve', reason: without, weekly_cents }
}
