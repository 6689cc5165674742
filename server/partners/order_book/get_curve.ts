import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { CalendarDate, Nullable, Reason, Shape, Type, Whole } from '../../contract/schema.ts'
import { inCommitment } from './book.store.ts'
import { curveOf, type DayChange } from './curve.rules.ts'
import { ComparisonShape, dollars, nullableQty, qty, seasonFields } from './model.ts'
import { type BookScope, bookQuery, knownUntil, scopeOf } from './scope.ts'
import { comparisonOf, priorScopeOf } from './season_book.ts'
import { seasonCodeOf, startOf } from './season.rules.ts'
import { readDollarRates } from './value.rules.ts'

/**
 * By how much each day changed what is booked, in each currency: of every revision, the difference to the one before, in
 * the order of the index. A line that is cancelled or leaves the commitment counts as zero from then on. With the first
 * ship window of the lines as they are now, which is looked at in the same pass.
 */
const readChanges = (sql: Sql, scope: BookScope) => sql<(DayChange & { first_ship_window: string | null })[]>`
  select c.day::text as day, c.currency, sum(c.units)::float8 as units, sum(c.value_cents) as value_cents,
    sum(c.unpriced)::int as unpriced_lines, (min(c.last_ship_window))::text as first_ship_window
  from (
    select (s.recorded_at at time zone ${scope.known.time_zone})::date as day, s.currency,
      s.units - coalesce(lead(s.units) over line, 0) as units,
      s.value_cents - coalesce(lead(s.value_cents) over line, 0) as value_cents,
      s.unpriced - coalesce(lead(s.unpriced) over line, 0) as unpriced,
      case when s.units > 0 and lag(s.revision) over line is null then s.ship_window_start end as last_ship_window
    from (
      select b.book_line_id, b.revision, b.recorded_at, b.currency, b.ship_window_start,
        case when n.counts then b.quantity else 0 end as units,
        case when n.counts then coalesce((b.quantity * b.unit_price_cents)::float8, 0) else 0 end as value_cents,
        case when n.counts and b.unit_price_cents is null then 1 else 0 end as unpriced
      from order_book_revisions b
      cross join lateral (select not b.is_cancelled and coalesce(${inCommitment(sql, scope)}, false) as counts) n
      where b.organization_id = ${scope.organization_id} and b.season_code = ${scope.season_code}
        and b.recorded_at <= ${knownUntil(sql, scope.known)}
    ) s
    window line as (partition by s.book_line_id order by s.revision desc nulls last)
  ) c
  group by c.day, c.currency
  order by c.day, c.currency`

type Changes = Awaited<ReturnType<typeof readChanges>>

const firstShipWindow = (changes: readonly Changes[number][]) =>
  changes.flatMap(({ first_ship_window }) => first_ship_window ?? []).toSorted()[0] ?? null

const hasChange = ({ units, value_cents, unpriced_lines }: DayChange) =>
  units !== 0 || value_cents !== 0 || unpriced_lines !== 0

const Point = Shape({
  days_before_start: Whole('Days until the season starts; negative after its start.', { examples: [72] }),
  date: Nullable(CalendarDate('The day of this season; null if its start is not known.', { examples: ['2026-11-21'] })),
  booked_qty: nullableQty('Units booked by the end of the day; null after `as_of`.', 120),
  booked_value_usd: dollars('Value of the units booked; null after `as_of`.', 4_800),
  prior_date: Nullable(
    CalendarDate('The day of the prior season; null if its start is not known.', { examples: ['2025-11-21'] }),
  ),
  prior_booked_qty: nullableQty('Units booked of the prior season; null where it is not compared with.', 96),
  prior_booked_value_usd: dollars('Value of the units booked of the prior season.', 3_840),
})

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
  answer: Shape({
    ...seasonFields,
    booked_qty: qty('Units booked by `as_of`.', 120),
    step_days: Whole('Days between two points.', { examples: [7] }),
    points: Type.Array(Point, { description: 'Points, the earliest first.' }),
    points_reason: Reason,
    value_reason: Reason,
    comparison: ComparisonShape,
  }),
  async run({ sql, caller, query, now }) {
    const { step_days = 7 } = query
    const scope = await scopeOf(sql, caller, query, now)
    const priorScope = priorScopeOf(scope, query)
    const [changes, before] = await Promise.all([
      readChanges(sql, scope),
      priorScope === null ? [] : readChanges(sql, priorScope),
    ])
    const start = startOf(query.season_start, firstShipWindow(changes))
    const first_ship_window = firstShipWindow(before)
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
