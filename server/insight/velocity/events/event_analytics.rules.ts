/**
 * The uplift of an event against the expected level. Expected units of a day are the average of the days before the event
 * times the factor of the weekday. Pure.
 */
import { addDays, eachDay, earlier, later, weekdayOf } from '../../../calendar/days.ts'
import type { DayUnits } from './daily_units.store.ts'

/** Days before the event that the expected level is measured on. */
export const baselineDays = 84
/** Below either, there is too little data. */
export const baselineDaysMin = 28
export const baselineUnitsMin = 20
export const level = 0.9
const quantile = 1.6449
/** Days of an average weekday that each weekday's factor is drawn towards the average by. */
const priorDays = 2

export interface Interval {
  low: number
  high: number
}

export interface Uplift {
  expected: number[]
  expected_units: number
  uplift_units: number
  interval: Interval
}

export interface Analysis {
  /** Days of the event that are over. */
  days: string[]
  units: number[]
  baseline_days: number
  baseline_units: number
  reason: 'not_started' | 'too_little_data' | null
  uplift: Uplift | null
}

export interface Asked {
  starts_on: string
  ends_on: string
  today: string
  sales: readonly DayUnits[]
  /** Days of other events, which say nothing about the expected level. */
  excluded: ReadonlySet<string>
}

const sum = (figures: readonly number[]) => figures.reduce((total, one) => total + one, 0)

/** The days before the event from the first sale on, without those of other events. */
function baselineOf({ starts_on, sales, excluded }: Asked): string[] {
  const first = sales[0]?.day ?? starts_on
  const from = addDays(starts_on, -baselineDays)
  return eachDay(later(first, from), starts_on).filter((day) => !excluded.has(day))
}

/** Factor of each weekday, Sunday first; their average over the days is about 1. */
export function weekdayFactors(days: readonly string[], units: readonly number[]): number[] {
  const average = sum(units) / days.length
  const factors = Array.from({ length: 7 }, (_, weekday) => {
    const own = units.filter((_one, i) => weekdayOf(days[i]!) === weekday)
    return (sum(own) + priorDays * average) / ((own.length + priorDays) * average)
  })
  const mean = sum(days.map((day) => factors[weekdayOf(day)]!)) / days.length
  return factors.map((factor) => factor / mean)
}

/**
 * Units of a day vary by the dispersion times their expected number, at least as independent purchases do. The interval
 * adds the variation of the event's days and the uncertainty of the level.
 */
function upliftOf(
  days: readonly string[],
  actual: number,
  baseline: readonly string[],
  sold: readonly number[],
): Uplift {
  const factors = weekdayFactors(baseline, sold)
  const average = sum(sold) / baseline.length
  const expectedOn = (day: string) => average * factors[weekdayOf(day)]!
  const pearson = sum(baseline.map((day, i) => (sold[i]! - expectedOn(day)) ** 2 / expectedOn(day)))
  const dispersion = Math.max(1, pearson / (baseline.length - 7))
  const expected = days.map(expectedOn)
  const expected_units = sum(expected)
  const deviation = Math.sqrt(dispersion * (expected_units + expected_units ** 2 / sum(sold)))
  const uplift_units = actual - expected_units
  const interval = { low: uplift_units - quantile * deviation, high: uplift_units + quantile * deviation }
  return { expected, expected_units, uplift_units, interval }
}

export function analyse(asked: Asked): Analysis {
  const { starts_on, ends_on, today, sales } = asked
  const soldOn = new Map(sales.map(({ day, units }) => [day, units]))
  const after = addDays(ends_on, 1)
  const days = eachDay(starts_on, earlier(after, today))
  const units = days.map((day) => soldOn.get(day) ?? 0)
  const baseline = baselineOf(asked)
  const sold = baseline.map((day) => soldOn.get(day) ?? 0)
  const baseline_units = sum(sold)
  const facts = { days, units, baseline_days: baseline.length, baseline_units }
  if (days.length === 0) return { ...facts, reason: 'not_started', uplift: null }
  if (baseline.length < baselineDaysMin || baseline_units < baselineUnitsMin)
    return { ...facts, reason: 'too_little_data', uplift: null }
  return { ...facts, reason: null, uplift: upliftOf(days, sum(units), baseline, sold) }
}
