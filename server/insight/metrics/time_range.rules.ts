/** The days that a time range means. Pure. */
import { named } from '../../contract/openapi/named.ts'
import { addDays, daysBetween, mondayOf } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'

export const rangeKinds = named('MetricRangeKind', ['relative', 'complete', 'to_date', 'absolute'])
export const rangeUnits = named('MetricRangeUnit', ['day', 'week', 'month', 'year'])
type Unit = (typeof rangeUnits)[number]

export interface TimeRange {
  kind: (typeof rangeKinds)[number]
  amount?: number
  unit?: Unit
  start?: string
  end?: string
}

const bounds = {
  relative: ['amount', 'unit'],
  complete: ['amount', 'unit'],
  to_date: ['unit'],
  absolute: ['start', 'end'],
} as const satisfies Record<TimeRange['kind'], readonly (keyof TimeRange)[]>
const fieldNames = ['amount', 'unit', 'start', 'end'] as const

const where = 'query.time_range'

/** Refuses a field that the kind does not have, and the absence of one that it has. */
export function checkTimeRange(range: TimeRange): void {
  const own: readonly string[] = bounds[range.kind]
  for (const name of fieldNames) {
    if (range[name] === undefined && own.includes(name))
      refuseField(`${where}.${name}`, `is required for the kind ${range.kind}`)
    if (range[name] !== undefined && !own.includes(name))
      refuseField(`${where}.${name}`, `must not be sent for the kind ${range.kind}`, [...own])
  }
}

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

/** The same day of another month, or the last one of a shorter month. */
function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** First day of the unit that contains a day. */
function startOf(day: string, unit: Unit): string {
  switch (unit) {
    case 'day':
      return day
    case 'week':
      return mondayOf(day)
    case 'month':
      return firstOfMonth(day)
    case 'year':
      return `${day.slice(0, 4)}-01-01`
  }
}

function addUnits(day: string, unit: Unit, amount: number): string {
  switch (unit) {
    case 'day':
      return addDays(day, amount)
    case 'week':
      return addDays(day, 7 * amount)
    case 'month':
      return addMonths(day, amount)
    case 'year':
      return addMonths(day, 12 * amount)
  }
}

function daysOf({ kind, amount, unit, start, end }: TimeRange, today: string): Period {
  switch (kind) {
    case 'relative':
      return { start: addDays(addUnits(today, unit!, -amount!), 1), end: today }
    case 'complete': {
      const current = startOf(today, unit!)
      return { start: addUnits(current, unit!, -amount!), end: addDays(current, -1) }
    }
    case 'to_date':
      return { start: startOf(today, unit!), end: today }
    case 'absolute':
      return { start: start!, end: end! }
  }
}

export function resolveTimeRange(range: TimeRange, today: string): Period {
  const window = daysOf(range, today)
  if (range.kind === 'absolute' && window.end < window.start)
    refuseField(`${where}.end`, `must not be before ${where}.start`)
  if (window.start > today) refuseField(`${where}.start`, `must not be after today, ${today}`)
  if (daysBetween(window.start, window.end) >= limits.metrics_window_days_max)
    refuseField(
      `${where}.${range.kind === 'absolute' ? 'end' : 'amount'}`,
      `must make a window of at most ${limits.metrics_window_days_max} days`,
    )
  return window
}
