/** Reported periods in responses: keyed by their first and last day. */
import { named } from '../../../contract/openapi/named.ts'
import { addDays, daysBetween } from '../../../calendar/days.ts'
import { periodKey } from '../reading/row.rules.ts'

export const periodGrains = named('SellOutPeriodGrain', ['day', 'week', 'month', 'other', 'mixed'])
export type PeriodGrain = Exclude<(typeof periodGrains)[number], 'mixed'>

export interface PeriodBounds {
  period_start: string
  period_end: string
}

export const daysOf = ({ period_start, period_end }: PeriodBounds): number => daysBetween(period_start, period_end) + 1

/** Retail months have four or five weeks. */
export function grainOf(period: PeriodBounds): PeriodGrain {
  const days = daysOf(period)
  if (days === 1) return 'day'
  if (days === 7) return 'week'
  const isCalendarMonth =
    period.period_start.endsWith('-01') && addDays(period.period_end, 1).endsWith('-01') && days <= 31
  return isCalendarMonth || days === 28 || days === 35 ? 'month' : 'other'
}

export function commonGrain(periods: readonly PeriodBounds[]): (typeof periodGrains)[number] | null {
  const grains = new Set(periods.map(grainOf))
  return grains.size === 0 ? null : grains.size === 1 ? [...grains][0]! : 'mixed'
}

export const boundsOf = (period: PeriodBounds) => ({
  grain: grainOf(period),
  period_days: daysOf(period),
  period_start: period.period_start,
  period_end: period.period_end,
})

export const keyOf = ({ period_start, period_end }: PeriodBounds) => periodKey(period_start, period_end)

/** Every period once, oldest first. */
export function axisOf(periods: Iterable<PeriodBounds>) {
  const byKey = new Map<string, PeriodBounds>()
  for (const period of periods) byKey.set(keyOf(period), period)
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, period]) => ({ key, ...boundsOf(period) }))
}

interface Window {
  to: string
  starts_from: string
}

/** More than the days from the first to the last day of any period in the window. */
export const periodPlaces = ({ to, starts_from }: Window): number => daysBetween(starts_from, to) + 1

/** The period of a number: its first day counted from starts_from, times the places, and its further days. */
export function periodOf(number: number, window: Window): PeriodBounds {
  const places = periodPlaces(window)
  const period_start = addDays(window.starts_from, Math.floor(number / places))
  return { period_start, period_end: addDays(period_start, number % places) }
}

/** Null where nothing was measured. */
export const unitsOf = ({ units_rows, units }: { units_rows: number; units: number }) =>
  units_rows === 0 ? null : units
