/**
 * Demand events as regressors. What an event did is measured on the products that it concerns, as their units over what
 * season and their usual rate would have sold. Weeks of the past are cleaned of it, and coming events are expected to do what
 * past events of their kind did. Pure.
 */
import { addDays, daysBetween, later } from '../../calendar/days.ts'

export interface DemandEvent {
  event_id: string
  kind: string
  starts_on: string
  ends_on: string
  /** Empty lists concern everything. */
  variant_ids: readonly string[]
  category_ids: readonly string[]
  sales_channel_ids: readonly string[]
}

/** Share of each week's days that an event covers. */
export function weekShares(
  { starts_on, ends_on }: DemandEvent,
  first_week: string,
  weeks: number,
): Map<number, number> {
  const shares = new Map<number, number>()
  const from = Math.max(0, Math.floor(daysBetween(first_week, starts_on) / 7))
  for (let week = from; week < weeks; week++) {
    const monday = addDays(first_week, 7 * week)
    const begin = later(monday, starts_on)
    const end = addDays(monday, 6) < ends_on ? addDays(monday, 6) : ends_on
    if (begin > end) break
    shares.set(week, (daysBetween(begin, end) + 1) / 7)
  }
  return shares
}

export interface Effect {
  event: DemandEvent
  shares: Map<number, number>
  /** Factor of demand on a day of the event. */
  uplift: number
}

/** Expected units at which a measured uplift counts half. */
const upliftUnits = 15
const upliftBounds = [0.1, 8] as const
/** An event that lacked stock says nothing about the demand of the next. */
const withoutForesight = ['stockout']

const bounded = (uplift: number) => Math.min(upliftBounds[1], Math.max(upliftBounds[0], uplift))

export interface Evidence {
  sold: number
  /** Expected units of the weeks, and of the event's days among them. */
  expected: number
  expected_in_event: number
}

/** Uplift on the event's days: what sold beyond the expected of the other days, drawn towards none. */
export const upliftOf = ({ sold, expected, expected_in_event }: Evidence): number =>
  bounded((Math.max(0, sold - (expected - expected_in_event)) + upliftUnits) / (expected_in_event + upliftUnits))

/** The effect of each event; `evidenceOf` returns null for an event that has not begun. */
export function effectsOf(
  events: readonly DemandEvent[],
  first_week: string,
  { weeks, origin_weeks }: { weeks: number; origin_weeks: number },
  evidenceOf: (event: DemandEvent, shares: ReadonlyMap<number, number>) => Evidence,
): Effect[] {
  const measured = events.map((event) => {
    const shares = weekShares(event, first_week, weeks)
    const known = new Map([...shares].filter(([week]) => week < origin_weeks))
    return { event, shares, evidence: known.size === 0 ? null : evidenceOf(event, known) }
  })
  const kinds = Map.groupBy(
    measured.filter(({ evidence }) => evidence !== null),
    ({ event }) => event.kind,
  )
  const upliftOfKind = (kind: string) => {
    const sum: Evidence = { sold: 0, expected: 0, expected_in_event: 0 }
    for (const { evidence } of kinds.get(kind) ?? [])
      for (const key of ['sold', 'expected', 'expected_in_event'] as const) sum[key] += evidence![key]
    return withoutForesight.includes(kind) ? 1 : upliftOf(sum)
  }
  return measured.map(({ event, shares, evidence }) => ({
    event,
    shares,
    uplift: evidence === null ? upliftOfKind(event.kind) : upliftOf(evidence),
  }))
}

/** Whether an event concerns an item. */
export function concerns(
  { variant_ids, category_ids, sales_channel_ids }: DemandEvent,
  item: { variant_id: string; category_id: string | null; sales_channel_id: string },
): boolean {
  if (sales_channel_ids.length > 0 && !sales_channel_ids.includes(item.sales_channel_id)) return false
  if (variant_ids.length === 0 && category_ids.length === 0) return true
  return variant_ids.includes(item.variant_id) || (item.category_id !== null && category_ids.includes(item.category_id))
}
