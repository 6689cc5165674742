/** What the doors of an account sold, from sums by period and door. Pure. */
import type { Days } from './coverage.store.ts'
import { type AccountPeriod, type DoorPeriods, type NamedDoor, periodOf } from './doors.store.ts'
import { boundsOf, keyOf } from './period.rules.ts'

interface Week {
  key: string
  bounds: ReturnType<typeof boundsOf>
  units: number | null
  on_hand: number | null
  variants: number
}

/** The key and bounds of a period are made once for all doors, of which a large account has hundreds. */
function periodsOf(days: Days) {
  const known = new Map<number, Pick<Week, 'key' | 'bounds'>>()
  return (number: number) => {
    const found = known.get(number)
    if (found !== undefined) return found
    const period = periodOf(number, days)
    const made = { key: keyOf(period), bounds: boundsOf(period) }
    known.set(number, made)
    return made
  }
}
type Periods = ReturnType<typeof periodsOf>

const weeksOf = ({ periods, units, on_hand, variants }: Omit<DoorPeriods, 'door_id'>, periodFor: Periods): Week[] =>
  periods.map((number, at) => {
    const { key, bounds } = periodFor(number)
    return { key, bounds, units: units[at]!, on_hand: on_hand[at]!, variants: variants[at]! }
  })

/** Null if neither is known. */
const plus = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b)

function byWeek(weeks: readonly Week[]) {
  const entries: Record<string, Week['bounds'] & Pick<Week, 'units' | 'on_hand' | 'variants'>> = {}
  for (const { key, bounds, units, on_hand, variants } of weeks) entries[key] = { ...bounds, units, on_hand, variants }
  return entries
}

/** Units sold of those that could be: sold in the window, or still there at its end. */
function sellThrough(units: number | null, on_hand: number | null) {
  const reason =
    units === null
      ? 'No sales figure was reported.'
      : on_hand === null
        ? 'No shelf count was reported for the last week.'
        : units + on_hand <= 0
          ? 'Nothing was sold and nothing is on hand.'
          : null
  const sell_through = reason === null ? Math.round((units! / (units! + on_hand!)) * 10_000) / 10_000 : null
  return { sell_through, sell_through_reason: reason }
}

function figuresOf(weeks: readonly Week[]) {
  const last = weeks.at(-1)
  const units = weeks.reduce<number | null>((total, week) => plus(total, week.units), null)
  const on_hand = last?.on_hand ?? null
  return {
    units,
    on_hand,
    variants: last?.variants ?? 0,
    weeks_reported: weeks.length,
    last_week: last === undefined ? null : last.key,
    ...sellThrough(units, on_hand),
  }
}

export interface DoorFacts {
  account_id: string
  account_name: string
  days: Days
  found: readonly DoorPeriods[]
  account_periods: readonly AccountPeriod[]
  doors: readonly NamedDoor[]
}

/** Doors by units, the largest first; doors without a figure last. */
export function doorsOf({ account_id, account_name, days, found, account_periods, doors }: DoorFacts) {
  const named = new Map(doors.map((door) => [door.door_id, door]))
  const whole = { door_reference: null, name: account_name, kind: null }
  const periodFor = periodsOf(days)
  const rows = found.map((one) => {
    const weeks = weeksOf(one, periodFor)
    const { door_id } = one
    const { door_reference, name, kind } = named.get(door_id) ?? whole
    return {
      door_id: door_id === account_id ? null : door_id,
      door_reference,
      name,
      kind,
      ...figuresOf(weeks),
      by_week: byWeek(weeks),
    }
  })
  const ranked = rows.toSorted(
    (a, b) =>
      (b.units ?? Number.NEGATIVE_INFINITY) - (a.units ?? Number.NEGATIVE_INFINITY) ||
      a.name.localeCompare(b.name) ||
      (a.door_reference ?? '').localeCompare(b.door_reference ?? ''),
  )
  const weeks = accountWeeks(found, account_periods, periodFor)
  return {
    period_axis: weeks.map(({ key, bounds }) => ({ key, ...bounds })),
    doors: ranked.map((door, at) => ({ rank: at + 1, ...door })),
    account_total: figuresOf(weeks),
    by_week: byWeek(weeks),
  }
}

/** The account's own sums; a variant that several doors have counts once. */
function accountWeeks(
  found: readonly DoorPeriods[],
  account_periods: readonly AccountPeriod[],
  periodFor: Periods,
): Week[] {
  const variants = new Map(account_periods.map((period) => [keyOf(period), period.variants]))
  const sums = new Map<number, Week>()
  for (const { periods, units, on_hand } of found)
    for (const [at, number] of periods.entries()) {
      let week = sums.get(number)
      if (week === undefined) {
        const { key, bounds } = periodFor(number)
        week = { key, bounds, units: null, on_hand: null, variants: variants.get(key) ?? 0 }
        sums.set(number, week)
      }
      week.units = plus(week.units, units[at]!)
      week.on_hand = plus(week.on_hand, on_hand[at]!)
    }
  return [...sums].toSorted(([a], [b]) => a - b).map(([, week]) => week)
}
