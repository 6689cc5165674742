/** Figures of the doors of an account, from sums by period and door. Pure. */
import type { Days } from './coverage.store.ts'
import type { AccountPeriod, DoorPeriods, NamedDoor } from './doors.store.ts'
import { boundsOf, keyOf, periodOf } from './period.rules.ts'

interface Week {
  number: number
  key: string
  bounds: ReturnType<typeof boundsOf>
  units: number | null
  on_hand: number | null
  variants: number
}

/** The key and bounds of a period are made once for all doors, of which a large account has hundreds. */
function periodsOf(days: Days) {
  const known = new Map<number, Pick<Week, 'number' | 'key' | 'bounds'>>()
  return (number: number) => {
    const door = known.get(number)
    if (door !== undefined) return door
    const period = periodOf(number, days)
    const made = { number, key: keyOf(period), bounds: boundsOf(period) }
    known.set(number, made)
    return made
  }
}
type Periods = ReturnType<typeof periodsOf>

const inOrder = (weeks: readonly Week[]): Week[] => weeks.toSorted((a, b) => a.number - b.number)

/**
 * If a missing row means that nothing was sold, a door that reported a period without a row of the scope sold zero;
 * otherwise it has no figure.
 */
function weeksOf({ periods, units, on_hand, variants, reported }: DoorPeriods, periodFor: Periods): Week[] {
  const weeks = periods.map((number, at): Week => {
    const { key, bounds } = periodFor(number)
    return { number, key, bounds, units: units[at]!, on_hand: on_hand[at]!, variants: variants[at]! }
  })
  const reportedPeriods = new Set(periods)
  const absent = reported.filter((number) => !reportedPeriods.has(number))
  if (absent.length === 0) return weeks
  return inOrder([
    ...weeks,
    ...absent.map((number): Week => ({ ...periodFor(number), units: 0, on_hand: null, variants: 0 })),
  ])
}

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
  const weeksByDoor = found.map((one) => weeksOf(one, periodFor))
  const rows = found.map(({ door_id }, at) => {
    const weeks = weeksByDoor[at]!
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
  const weeks = accountWeeks(weeksByDoor, account_periods)
  return {
    period_axis: weeks.map(({ key, bounds }) => ({ key, ...bounds })),
    doors: ranked.map((door, at) => ({ rank: at + 1, ...door })),
    account_total: figuresOf(weeks),
    by_week: byWeek(weeks),
  }
}

/** The account's own sums; a variant that several doors have counts once. */
function accountWeeks(weeksByDoor: readonly (readonly Week[])[], account_periods: readonly AccountPeriod[]): Week[] {
  const variants = new Map(account_periods.map((period) => [keyOf(period), period.variants]))
  const sums = new Map<number, Week>()
  for (const weeks of weeksByDoor)
    for (const week of weeks) {
      const sum = sums.get(week.number)
      if (sum === undefined) sums.set(week.number, { ...week, variants: variants.get(week.key) ?? 0 })
      else {
        sum.units = plus(sum.units, week.units)
        sum.on_hand = plus(sum.on_hand, week.on_hand)
      }
    }
  return inOrder([...sums.values()])
}
