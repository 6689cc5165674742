/**
 * Days whose units differ from what is usual more than chance explains. The usual level is a running median of units
 * divided by weekday factors; residuals are taken of square roots, whose variation does not depend on the level, and are
 * measured in median absolute deviations, so that the unusual days themselves do not hide each other. Pure.
 */
import { addDays, eachDay, weekdayOf } from '../../../calendar/days.ts'
import type { DayUnits } from './daily_units.store.ts'

/** Days on each side that the usual level of a day is the median of. */
const reachDays = 21
/**
 * The same where the series has so many on both sides, so that three weeks of a promotion are no level of their own. At its ends
 * they would lie on one side alone, and what grows would be unusual.
 */
const longReachDays = 45
export const scoreMin = 3.5
/** A smaller difference is never suggested. */
export const unitsDifferenceMin = 5
export const daysMin = 56
export const averageUnitsMin = 1
/** Makes the median absolute deviation of a normal distribution its standard deviation. */
const normal = 1.4826

export interface Suggestion {
  starts_on: string
  ends_on: string
  direction: 'increase' | 'decrease'
  units: number
  expected_units: number
  /** Score of the most unusual day. */
  score: number
}

export interface Series {
  days: string[]
  units: number[]
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** From the first sale on. */
export function seriesOf(sales: readonly DayUnits[], end_day: string): Series {
  const soldOn = new Map(sales.map(({ day, units }) => [day, units]))
  const days = sales.length === 0 ? [] : eachDay(sales[0]!.day, end_day)
  return { days, units: days.map((day) => soldOn.get(day) ?? 0) }
}

export const hasEnough = ({ days, units }: Series): boolean =>
  days.length >= daysMin && units.reduce((sum, one) => sum + one, 0) >= averageUnitsMin * days.length

const around = (figures: readonly number[], i: number, reach = reachDays) =>
  figures.slice(Math.max(0, i - reach), i + reach + 1)

function levelOf(figures: readonly number[], i: number): number {
  const isWithin = i >= longReachDays && i + longReachDays < figures.length
  return median(around(figures, i, isWithin ? longReachDays : reachDays))
}

/** Median of the ratio of a weekday's units to the level around them. */
function factorsOf({ days, units }: Series): number[] {
  const levels = units.map((_, i) => median(around(units, i)))
  return Array.from({ length: 7 }, (_, weekday) => {
    const ratios = units.flatMap((one, i) =>
      weekdayOf(days[i]!) === weekday && levels[i]! > 0 ? [one / levels[i]!] : [],
    )
    return ratios.length === 0 ? 1 : Math.max(median(ratios), 0.05)
  })
}

/** Usual units of each day. */
export function expectedUnits(series: Series): number[] {
  const factors = factorsOf(series)
  const factorOf = (i: number) => factors[weekdayOf(series.days[i]!)]!
  const deseasonalised = series.units.map((one, i) => one / factorOf(i))
  return deseasonalised.map((_, i) => levelOf(deseasonalised, i) * factorOf(i))
}

const root = (units: number) => 2 * Math.sqrt(units + 3 / 8)

export function suggest(series: Series, known: ReadonlySet<string>): Suggestion[] {
  const { days, units } = series
  const expected = expectedUnits(series)
  const residuals = units.map((one, i) => root(one) - root(expected[i]!))
  const scale = Math.max(1, normal * median(residuals.map((one) => Math.abs(one - median(residuals)))))
  const suggestions: Suggestion[] = []
  for (const [i, day] of days.entries()) {
    const score = residuals[i]! / scale
    const difference = units[i]! - expected[i]!
    if (known.has(day) || Math.abs(score) < scoreMin || Math.abs(difference) < unitsDifferenceMin) continue
    const direction = difference > 0 ? 'increase' : 'decrease'
    const last = suggestions.at(-1)
    if (last !== undefined && last.direction === direction && addDays(last.ends_on, 1) === day) {
      last.ends_on = day
      last.units += units[i]!
      last.expected_units += expected[i]!
      last.score = Math.abs(score) > Math.abs(last.score) ? score : last.score
    } else
      suggestions.push({
        starts_on: day,
        ends_on: day,
        direction,
        units: units[i]!,
        expected_units: expected[i]!,
        score,
      })
  }
  return suggestions.toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score))
}
