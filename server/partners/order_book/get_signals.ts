import { named } from '../../contract/openapi/named.ts'
import { order_book_revisions } from '../../../db/schema/wholesale/order_book.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import type { Fragment } from '../../contract/sql.ts'
import { addDays } from '../../calendar/days.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  CalendarDate,
  Choice,
  Count,
  Nullable,
  OpenChoice,
  Reason,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { pagingQuery } from '../../tables/table.ts'
import { inCommitment } from './book.store.ts'
import { lineColumns, lineFields, lineJoins, lineOf, type LineRow } from './line.model.ts'
import { dollars, nullableQty, qty, seasonFields } from './model.ts'
import { type BookScope, bookQuery, knownUntil, scopeOf } from './scope.ts'
import { seasonCodeOf } from './season.rules.ts'

const kinds = named('BookSignalKind', ['cut', 'moved', 'held', 'unconfirmed'])
type Kind = (typeof kinds)[number]

const startOfDay = (sql: Sql, day: string, { known }: BookScope) => sql`
  (${day}::date)::timestamp at time zone ${known.time_zone}`

/**
 * Lines that were revised within the window, or ever held, or without a verdict and with a ship window by the latest
 * possible notice date; among them are those that are going.
 */
const candidates = (sql: Sql, { organization_id, season_code, known }: BookScope, since: Fragment) => sql`
  array(
    select r.book_line_id from order_book_revisions r
    where r.organization_id = ${organization_id} and r.season_code = ${season_code} and r.recorded_at >= ${since}
      and r.recorded_at <= ${knownUntil(sql, known)} and r.revision > 1
    union
    select r.book_line_id from order_book_revisions r
    where r.organization_id = ${organization_id} and r.season_code = ${season_code} and r.held_by is not null
      and not r.is_cancelled
    union
    select r.book_line_id from order_book_revisions r
    where r.organization_id = ${organization_id} and r.season_code = ${season_code} and r.verdict is null
      and not r.is_cancelled and r.ship_window_start is not null
      and r.ship_window_start < ${known.day}::date + coalesce((select max(t.cancellation_notice_days)
        from trading_partners t where t.organization_id = ${organization_id}), 0)
  )`

/** Their last revision that was known, under the alias `b`. */
const candidateLines = (sql: Sql, scope: BookScope, since: string) => sql`
  (select distinct on (r.book_line_id) r.book_line_id, r.revision, r.recorded_at, r.trading_partner_id, r.currency,
      r.quantity, r.unit_price_cents, r.ship_window_start, r.commitment_id, r.held_by, r.is_cancelled, r.verdict
    from order_book_revisions r
    where r.organization_id = ${scope.organization_id}
      and r.book_line_id = any(${candidates(sql, scope, startOfDay(sql, since, scope))})
      and r.recorded_at <= ${knownUntil(sql, scope.known)}
    order by r.book_line_id, r.revision desc nulls last) b`

/**
 * Lines with their state before the window: the last revision of the day before it, or the first one of a line that was
 * recorded within. Only lines that were revised within the window have another state, and only for them it is looked up.
 */
const signals = (sql: Sql, scope: BookScope, since: string) => sql`
  select b.book_line_id, b.revision, b.currency, g.kind, g.signal_qty, g.signal_price, g.previous_quantity,
    g.previous_ship_window_start, g.notice_date
  from (
    select b.*, coalesce(p.quantity, b.quantity) as old_quantity, coalesce(p.is_cancelled, b.is_cancelled) as was_cancelled,
      case when p.quantity is null then b.unit_price_cents else p.unit_price_cents end as old_price,
      p.ship_window_start as old_start
    from (
      select b.*, b.ship_window_start - coalesce(t.cancellation_notice_days, 0) as notice,
        b.revision > 1 and b.recorded_at >= ${startOfDay(sql, since, scope)} as is_revised
      from ${candidateLines(sql, scope, since)}
      join trading_partners t on t.organization_id = ${scope.organization_id}
        and t.trading_partner_id = b.trading_partner_id
      where ${inCommitment(sql, scope)}
    ) b
    left join lateral (
      select r.quantity, r.is_cancelled, r.unit_price_cents, r.ship_window_start
      from order_book_revisions r
      where r.organization_id = ${scope.organization_id} and r.book_line_id = b.book_line_id
        and (r.revision = 1 or r.recorded_at < ${startOfDay(sql, since, scope)})
      order by r.revision desc limit 1
    ) p on b.is_revised
    where b.is_revised or not b.is_cancelled
      and (b.held_by is not null or b.verdict is null and b.notice < ${scope.known.day}::date)
  ) b
  cross join lateral (values
    ('cut', case when b.was_cancelled then 0 else b.old_quantity - case when b.is_cancelled then 0 else b.quantity end end,
      b.old_price, b.old_quantity, null::date, null::date),
    ('moved', case when b.ship_window_start > b.old_start and not b.is_cancelled then b.quantity else 0 end,
      b.unit_price_cents, null::int, b.old_start, null::date),
    ('held', case when b.held_by is not null and not b.is_cancelled then b.quantity else 0 end,
      b.unit_price_cents, null::int, null::date, null::date),
    ('unconfirmed', case when b.verdict is null and not b.is_cancelled and b.notice < ${scope.known.day}::date
      then b.quantity else 0 end, b.unit_price_cents, null::int, null::date, b.notice)
  ) g (kind, signal_qty, signal_price, previous_quantity, previous_ship_window_start, notice_date)
  where g.signal_qty > 0`

interface FoundSignal {
  book_line_id: string
  revision: number
  kind: Kind
  signal_qty: number
  signal_value_usd: number | null
  previous_quantity: number | null
  previous_ship_window_start: string | null
  notice_date: string | null
}

interface Asked {
  since: string
  kind: Kind | null
  own_currency: string
  offset: number
  limit: number
}

/**
 * The totals of each kind and the signals of a page, both from one look at the book. Values are converted before the
 * sort, so that lines in several currencies are in one order.
 */
const readSignals = (sql: Sql, scope: BookScope, { since, kind, own_currency, offset, limit }: Asked) => sql<
  { totals: { kind: Kind; lines: number; units: number }[]; page: FoundSignal[] }[]
>`
  with found as materialized (${signals(sql, scope, since)}),
  rates as (
    select c.currency, case when c.currency = 'USD' then 1 else f.rate / d.rate end as factor
    from (select distinct currency from found) c
    cross join lateral (
      select case when c.currency = ${own_currency} then 1 else (
        select r.organization_currency_per_unit from exchange_rates r
        where r.organization_id = ${scope.organization_id} and r.currency = c.currency
          and r.rate_date <= ${scope.known.day}::date
        order by r.rate_date desc limit 1) end as rate
    ) f
    cross join (
      select case when ${own_currency} = 'USD' then 1 else (
        select r.organization_currency_per_unit from exchange_rates r
        where r.organization_id = ${scope.organization_id} and r.currency = 'USD'
          and r.rate_date <= ${scope.known.day}::date
        order by r.rate_date desc limit 1) end as rate
    ) d
  ), page as (
    select f.book_line_id, f.revision, f.kind, f.signal_qty, f.previous_quantity, f.previous_ship_window_start,
      f.notice_date, (round(f.signal_qty * f.signal_price * x.factor) / 100)::float8 as signal_value_usd
    from found f
    join rates x on x.currency = f.currency
    where ${kind}::text is null or f.kind = ${kind}
    order by signal_value_usd desc nulls last, f.signal_qty desc, f.kind, f.book_line_id
    limit ${limit} offset ${offset}
  )
  select
    (select coalesce(jsonb_agg(t), '[]') from (
      select kind, count(*) as lines, sum(signal_qty) as units from found group by kind) t) as totals,
    (select coalesce(jsonb_agg(p order by p.signal_value_usd desc nulls last, p.signal_qty desc, p.kind, p.book_line_id),
      '[]') from page p) as page`

type SignalLine = LineRow & { product_title: string; is_cancelled: boolean }

const keyRows = recordset(order_book_revisions, ['book_line_id', 'revision'])

const readLines = (sql: Sql, organization_id: string, signals: readonly FoundSignal[]) => sql<SignalLine[]>`
  select ${lineColumns(sql)}, p.title as product_title, b.is_cancelled
  from (select distinct ${keyRows.values} from ${keyRows.from(
    signals.map(({ book_line_id, revision }) => ({ book_line_id, revision })),
  )}) n
  join order_book_revisions b on b.organization_id = ${organization_id} and b.book_line_id = n.book_line_id
    and b.revision = n.revision
  ${lineJoins(sql, organization_id)}
  join products p on p.organization_id = ${organization_id} and p.product_id = b.product_id`

function signalOf({ revision: _revision, ...signal }: FoundSignal, line: SignalLine, as_of: string) {
  const reason =
    line.unit_price_cents === null
      ? 'The price of the line is open.'
      : `No exchange rate from ${line.currency} to US dollars is in force on ${as_of}.`
  return { ...lineOf(line), ...signal, value_reason: signal.signal_value_usd === null ? reason : null }
}

/** Lines and units of each kind, whatever the requested kind. */
function totalsOf(rows: readonly { kind: Kind; lines: number; units: number }[]) {
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  return Object.fromEntries(
    kinds.map((kind) => [kind, { lines: byKind.get(kind)?.lines ?? 0, units: byKind.get(kind)?.units ?? 0 }]),
  ) as Record<Kind, { lines: number; units: number }>
}

const Total = (description: string) =>
  Shape(
    { lines: qty('Number of lines.', 1), units: qty('Units at stake.', 20) },
    { $id: 'SignalTotal', about: 'Lines of the order book with signals of a kind, and their units.', description },
  )

const Signal = Shape(
  {
    kind: OpenChoice(
      kinds,
      'cut: fewer units than before the window, or cancelled. moved: a later ship window than before. held: held now. unconfirmed: no verdict after its notice date.',
    ),
    signal_qty: qty('Units at stake: those cut, or all of the line.', 20),
    signal_value_usd: dollars('Units at stake times the price; of cut units the earlier price.', 800),
    value_reason: Reason,
    is_cancelled: Type.Boolean({ description: 'Whether the line was cancelled.' }),
    previous_quantity: nullableQty('Units before the cut; null for the other kinds.', 140),
    previous_ship_window_start: Nullable(
      CalendarDate('First day of the ship window before it was moved; null for the other kinds.'),
    ),
    notice_date: Nullable(CalendarDate('Notice date of an unconfirmed line; null for the other kinds.')),
    product_title: Text('Title of the style.', { examples: ['Merino crew jumper'] }),
    ...lineFields,
  },
  { $id: 'BookSignal' },
)

export const getSignals = operation({
  id: 'order_book.get_signals',
  route: 'GET /api/v1/order-book/signals',
  summary: 'Get the signals of a season',
  description: `Returns the lines of a season that are at risk: cut or moved to a later ship window within the window from \`since\` to \`as_of\`, held now, or without a verdict after their notice date, the largest value first. A line can have several kinds. The earlier state of a line is that at the end of the day before \`since\`, or its first one if it was recorded later. The notice date is the notice days of the account before the ship window, or the first day of the ship window if the account has none; a line without a ship window has no notice date. Cut units have the price that they had before. Lines whose price is open come last. Keys bound to a trading account are refused.`,
  account: 'aggregate',
  query: Type.Object(
    {
      season_code: bookQuery.season_code,
      commitment_id: bookQuery.commitment_id,
      as_of: bookQuery.as_of,
      since: Type.Optional(
        CalendarDate(
          `First day on which lines count as cut or moved; by default ${limits.order_book_signal_days} days before \`as_of\`.`,
        ),
      ),
      kind: Type.Optional(Choice(kinds, 'Only signals of this kind.')),
      ...pagingQuery(),
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      season_code: seasonFields.season_code,
      as_of: seasonFields.as_of,
      since: CalendarDate('First day on which lines count as cut or moved.'),
      totals: Shape(
        {
          cut: Total('Lines that were cut.'),
          moved: Total('Lines that were moved.'),
          held: Total('Lines that are held.'),
          unconfirmed: Total('Lines without a verdict after their notice date.'),
        },
        { description: 'All signals of each kind, whatever the requested kind.' },
      ),
      rows: Type.Array(Signal, { description: 'Signals of this page.' }),
      size: Count('Number of rows on this page.', { examples: [1] }),
      offset: Whole('Offset of this page.', { examples: [0] }),
      filtered_max_size: Count('Number of signals of the requested kind.', { examples: [1] }),
    },
    { $id: 'BookSignalPage' },
  ),
  async run({ sql, caller, query, now }) {
    const { kind = null, offset = 0, limit = limits.page_limit_default } = query
    const scope = await scopeOf(sql, caller, query, now)
    const since = query.since ?? addDays(scope.known.day, -limits.order_book_signal_days)
    if (since > scope.known.day) refuseField('since', 'must not be after as_of', [`at most ${scope.known.day}`])
    const requestedKinds: readonly Kind[] = kind === null ? kinds : [kind]
    const request = { since, kind, own_currency: caller.currency, offset, limit }
    const [signalPage] = await readSignals(sql, scope, request)
    const { page, totals: counts } = signalPage!
    const lines = new Map((await readLines(sql, scope.organization_id, page)).map((line) => [line.book_line_id, line]))
    const totals = totalsOf(counts)
    return {
      season_code: seasonCodeOf(query.season_code),
      as_of: scope.known.day,
      since,
      totals,
      rows: page.map((one) => signalOf(one, lines.get(one.book_line_id)!, scope.known.day)),
      size: page.length,
      offset,
      filtered_max_size: requestedKinds.reduce((sum, one) => sum + totals[one].lines, 0),
    }
  },
})
