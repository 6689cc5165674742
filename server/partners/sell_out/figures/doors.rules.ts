/** What the doors of an account sold, from sums by period and door. Pure. */
import type { AbsenceConvention } from '../../known_values.ts'
import type { AccountPeriod, DoorPeriod, NamedDoor } from './doors.store.ts'
import { boundsOf, keyOf, onHandOf, unitsOf } from './period.rules.ts'

interface Week {
  key: string
  bounds: ReturnType<typeof boundsOf>
  units: number | null
  on_hand: number | null
  variants: number
}

/**
 * The sums of the scope for each reported period and door. Where a missing row means that nothing was sold, a door that
 * reported the period without a row of the scope sold zero; otherwise it has no figure.
 */
export function withAbsentZeros(
  scoped: readonly DoorPeriod[],
  all: readonly DoorPeriod[],
  convention: AbsenceConvention | null,
): DoorPeriod[] {
  if (convention !== 'row_omitted') return [...scoped]
  const found = new Set(scoped.map((one) => `${keyOf(one)} ${one.door_id}`))
  const absent = all.filter((one) => one.units_rows > 0 && !found.has(`${keyOf(one)} ${one.door_id}`))
  return [
    ...scoped,
    ...absent.map((one) => ({ ...one, row_count: 0, units_rows: 1, units: 0, on_hand_rows: 0, on_hand: 0 })),
  ]
}

type WeekOf = (one: DoorPeriod) => Week

/** The bounds of a period are made once for all doors, of which a large account has hundreds. */
function makeWeekOf(): WeekOf {
  const known = new Map<string, Week['bounds']>()
  return (one) => {
    const key = keyOf(one)
    const bounds = known.get(key) ?? boundsOf(one)
    known.set(key, bounds)
    return { key, bounds, units: unitsOf(one), on_hand: onHandOf(one), variants: one.row_count }
  }
}

const sum = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}

const byWeek = (weeks: readonly Week[]) =>
  Object.fromEntries(
    weeks.map(({ key, bounds, units, on_hand, variants }) => [key, { ...bounds, units, on_hand, variants }]),
  )

const inOrder = (weeks: readonly Week[]): Week[] => weeks.toSorted((a, b) => (a.key < b.key ? -1 : 1))

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
  const units = sum(weeks.map((week) => week.units))
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
  periods: readonly DoorPeriod[]
  account_periods: readonly AccountPeriod[]
  doors: readonly NamedDoor[]
}

/** Doors by units, the largest first; doors without a figure last. */
export function doorsOf({ account_id, account_name, periods, account_periods, doors }: DoorFacts) {
  const named = new Map(doors.map((door) => [door.door_id, door]))
  const whole = { door_reference: null, name: account_name, kind: null }
  const weekOf = makeWeekOf()
  const byDoor = Map.groupBy<string, DoorPeriod>(periods, ({ door_id }) => door_id)
  const rows = [...byDoor].map(([door_id, ofDoor]) => {
    const weeks = inOrder(ofDoor.map(weekOf))
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
  const weeks = accountWeeks(periods, account_periods, weekOf)
  return {
    doors: ranked.map((door, at) => ({ rank: at + 1, ...door })),
    account_total: figuresOf(weeks),
    by_week: byWeek(weeks),
  }
}

/** The account's own sums; a variant that several doors have counts once. */
function accountWeeks(
  periods: readonly DoorPeriod[],
  account_periods: readonly AccountPeriod[],
  weekOf: WeekOf,
): Week[] {
  const variants = new Map(account_periods.map((period) => [keyOf(period), period.variants]))
  const weeks = [...Map.groupBy(periods.map(weekOf), ({ key }) => key)].map(([key, parts]) => ({
    key,
    bounds: parts[0]!.bounds,
    units: sum(parts.map((part) => part.units)),
    on_hand: sum(parts.map((part) => part.on_hand)),
    variants: variants.get(key) ?? 0,
  }))
  return inOrder(weeks)
}
