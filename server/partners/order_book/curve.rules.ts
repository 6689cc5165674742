/** Cumulative bookings by days before the start of a season. Pure. */
import { addDays, daysBetween } from '../../calendar/days.ts'
import { limits } from '../../contract/limits.ts'
import type { DollarRates } from '../../exchange_rates/dollar_rates.ts'
import { dollarValue, type ValuePart } from './value.rules.ts'

/** By how much a day changed what is booked in a currency. */
export interface DayChange extends ValuePart {
  day: string
  units: number
}

interface CurveFacts {
  as_of: string
  season_start: string | null
  prior_start: string | null
  changes: readonly DayChange[]
  before: readonly DayChange[]
  rates: DollarRates
  step_days: number
}

/** What is booked at the end of a day: the sum of the changes until then. Days must be asked in their order. */
function runningTotal(changes: readonly DayChange[], rates: DollarRates, as_of: string) {
  const parts = new Map<string, ValuePart>()
  let units = 0
  let next = 0
  return (day: string) => {
    for (; next < changes.length && changes[next]!.day <= day; next++) {
      const { currency, value_cents, unpriced_lines, units: more } = changes[next]!
      const held = parts.get(currency) ?? { currency, value_cents: 0, unpriced_lines: 0 }
      parts.set(currency, {
        currency,
        value_cents: held.value_cents + value_cents,
        unpriced_lines: held.unpriced_lines + unpriced_lines,
      })
      units += more
    }
    return { units, value: dollarValue([...parts.values()], rates, as_of) }
  }
}

/** Days before the start of each point: multiples of the step, and that of `as_of`. */
function distances({ as_of, season_start, prior_start, changes, before, step_days }: CurveFacts): number[] {
  const own = daysBetween(as_of, season_start!)
  const days = [own]
  const [first] = changes
  if (first !== undefined) days.push(daysBetween(first.day, season_start!))
  if (prior_start !== null && before.length > 0)
    days.push(daysBetween(before[0]!.day, prior_start), daysBetween(before.at(-1)!.day, prior_start))
  const furthest = Math.min(Math.max(...days), Math.max(limits.order_book_curve_days_max, own))
  const nearest = Math.max(Math.min(...days), Math.min(-limits.order_book_curve_days_max, own))
  const points = new Set([own])
  for (let at = Math.ceil(furthest / step_days) * step_days; at >= nearest; at -= step_days) points.add(at)
  return [...points].toSorted((a, b) => b - a)
}

/** Null wherever a day is after `as_of`, or the season is not compared with. */
export function curveOf(facts: CurveFacts) {
  const { as_of, season_start, prior_start, changes, before, rates } = facts
  const last = runningTotal(changes, rates, as_of)(as_of)
  if (season_start === null)
    return {
      booked_qty: last.units,
      points: [],
      points_reason: 'The start of the season is not known, since no line has a ship window. Send season_start.',
      value_reason: last.value.reason,
    }
  const [own, prior] = [runningTotal(changes, rates, as_of), runningTotal(before, rates, as_of)]
  const points = distances(facts).map((days_before_start) => {
    const date = addDays(season_start, -days_before_start)
    const prior_date = prior_start === null ? null : addDays(prior_start, -days_before_start)
    const booked = date > as_of ? null : own(date)
    const then = prior_date === null || prior_date > as_of ? null : prior(prior_date)
    return {
      days_before_start,
      date,
      booked_qty: booked?.units ?? null,
      booked_value_usd: booked?.value.usd ?? null,
      prior_date,
      prior_booked_qty: then?.units ?? null,
      prior_booked_value_usd: then?.value.usd ?? null,
    }
  })
  return { booked_qty: last.units, points, points_reason: null, value_reason: last.value.reason }
}
