import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { CalendarDate, Nullable, Reason, Shape, Type, Whole } from '../../contract/schema.ts'
import { inCommitment, seasonSums } from './book.store.ts'
import { curveOf, type DayChange } from './curve.rules.ts'
import { ComparisonShape, dollars, nullableQty, qty, seasonFields } from './model.ts'
import { type BookScope, bookQuery, scopeOf } from './scope.ts'
import { comparisonOf, priorScopeOf } from './season_book.ts'
import { firstShipWindow, seasonCodeOf, type ShipWindow, startOf } from './season.rules.ts'
import { readDollarRates } from '../../exchange_rates/dollar_rates.ts'

/**
 * By how much each day changed what is booked, in each currency. A line that is cancelled or leaves the commitment counts
 * as zero from then on. With the ship windows of the lines as they are now.
 */
const readChanges = (sql: Sql, scope: BookScope) => sql<(DayChange & { ship_windows: ShipWindow[] })[]>`
  with b as materialized (
    select b.*, not b.is_cancelled and ${inCommitment(sql, scope)} as counts from ${seasonSums(sql, scope)}
  )
  select c.day::text as day, c.currency, c.units, c.value_cents, c.unpriced_lines, (
      select coalesce(jsonb_agg(jsonb_build_object('day', w.day, 'units', w.units)), '[]') from (
        select b.ship_window_start as day, sum(b.units::float8) as units from b
        where b.counts and b.ship_window_start < 'infinity'
        group by b.ship_window_start having sum(b.line_count) > 0) w
    ) as ship_windows
  from (
    select (b.recorded_from at time zone ${scope.known.time_zone})::date as day, b.currency,
      coalesce(sum(b.units::float8) filter (where b.counts), 0) as units,
      coalesce(sum(b.value_cents::float8) filter (where b.counts), 0) as value_cents,
      coalesce(sum(b.unpriced_lines) filter (where b.counts), 0)::int as unpriced_lines
    from b
    group by 1, b.currency
  ) c
  order by c.day, c.currency`

type Changes = Awaited<ReturnType<typeof readChanges>>

/** Every row has all of them. */
const firstWindowOf = ([first]: readonly Changes[number][]) => firstShipWindow(first?.ship_windows ?? [])

const hasChange = ({ units, value_cents, unpriced_lines }: DayChange) =>
  units !== 0 || value_cents !== 0 || unpriced_lines !== 0

const Point = Shape(
  {
    days_before_start: Whole('Days until the season starts; negative after its start.', { examples: [72] }),
    date: Nullable(
      CalendarDate('The day of this season; null if its start is not known.', { examples: ['2026-11-21'] }),
    ),
    booked_qty: nullableQty('Units booked by the end of the day; null after `as_of`.', 120),
    booked_value_usd: dollars('Value of the units booked; null after `as_of`.', 4_800),
    prior_date: Nullable(
      CalendarDate('The day of the prior season; null if its start is not known.', { examples: ['2025-11-21'] }),
    ),
    prior_booked_qty: nullableQty('Units booked of the prior season; null where it is not compared with.', 96),
    prior_booked_value_usd: dollars('Value of the units booked of the prior season.', 3_840),
  },
  { $id: 'BookingsPoint' },
)

export const getCurve = operation({
  id: 'order_book.get_curve',
  route: 'GET /api/v1/order-book/curve',
  summary: 'Get the bookings curve of a season',
  description: `Returns what was booked for a season in total by each day, counted in days before its start, next to the prior season. A point is the book as it was known at the end of its day, so cancellations and reductions lower the curve on the day they were recorded. Points are \`step_days\` apart, from the first booking of either season, at most ${limits.order_book_curve_days_max} days before the start, to the last day that is known; \`as_of\` is a point as well. Both seasons use the exchange rates in force on \`as_of\`, so that rates do not move the curve. Without a known start there are no points, and \`points_reason\` explains it. Keys bound to a trading account are refused.`,
  account: 'aggregate',
  query: Type.Object(
    {
      ...bookQuery,
      step_days: Type.Optional(
        Whole('Days between two points.', { minimum: 1, maximum: limits.order_book_curve_step_max, default: 7 }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      ...seasonFields,
      booked_qty: qty('Units booked by `as_of`.', 120),
      step_days: Whole('Days between two points.', { examples: [7] }),
      points: Type.Array(Point, { description: 'Points, the earliest first.' }),
      points_reason: Reason,
      value_reason: Reason,
      comparison: ComparisonShape,
    },
    { $id: 'BookingsCurve' },
  ),
  async run({ sql, caller, query, now }) {
    const { step_days = 7 } = query
    const scope = await scopeOf(sql, caller, query, now)
    const priorScope = priorScopeOf(scope, query)
    const [changes, before] = await Promise.all([
      readChanges(sql, scope),
      priorScope === null ? [] : readChanges(sql, priorScope),
    ])
    const start = startOf(query.season_start, firstWindowOf(changes))
    const first_ship_window = firstWindowOf(before)
    const comparison = comparisonOf(scope, start, query, {
      scope: priorScope,
      has_lines: before.length > 0,
      first_ship_window,
    })
    const currencies = [...changes, ...before].map(({ currency }) => currency)
    const as_of = scope.known.day
    const curve = curveOf({
      as_of,
      season_start: start.season_start,
      prior_start: comparison.basis === 'none' ? null : comparison.prior_season_start,
      changes: changes.filter(hasChange),
      before: before.filter(hasChange),
      rates: await readDollarRates(sql, scope.organization_id, currencies, as_of),
      step_days,
    })
    return {
      season_code: seasonCodeOf(query.season_code),
      as_of,
      season_start: start.season_start,
      season_source: start.source,
      step_days,
      ...curve,
      comparison,
    }
  },
})
