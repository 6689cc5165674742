/** SQL of the order book: its lines as they were known at a moment, and their sums by account. */
import { fragment } from '../../../db/sql/fragment.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { nilId } from '../../contract/schema.ts'
import type { Fragment } from '../../contract/sql.ts'
import { type BookScope, knownUntil } from './scope.ts'
import type { ShipWindow } from './season.rules.ts'

/**
 * The last revision of each line that was known, under the alias `b`; cancelled lines are among them. The index of the
 * season or of the account has the revisions of a line together, the last one first.
 */
export const bookLines = (sql: Sql, scope: BookScope) => sql`
  (select distinct on (r.book_line_id) r.*
    from order_book_revisions r
    where r.organization_id = ${scope.organization_id}
      ${scope.trading_partner_id === null ? sql`` : sql`and r.trading_partner_id = ${scope.trading_partner_id}`}
      ${scope.season_code === null ? sql`` : sql`and r.season_code = ${scope.season_code}`}
      and r.recorded_at <= ${knownUntil(sql, scope.known)}
    order by r.book_line_id, r.revision desc nulls last) b`

/** The quarter of an hour of a moment, computed once in a statement. */
const quarterOf = (sql: Sql, at: Fragment) => sql`(select date_bin('15 minutes', ${at}, '2000-01-01 00:00:00+00'))`

/**
 * The book of a season under the alias `b`: the sums of the quarters of an hour up to the moment. A
 * quarter that an instant divides is read from its revisions. Added up by any of the columns they are the lines in that
 * state; a state that all of its lines have left adds up to zero lines.
 */
export const seasonSums = (sql: Sql, scope: BookScope) => {
  const ofScope = (alias: Fragment) => sql`
    ${alias}.organization_id = ${scope.organization_id}
      ${scope.season_code === null ? sql`` : sql`and ${alias}.season_code = ${scope.season_code}`}
      ${scope.trading_partner_id === null ? sql`` : sql`and ${alias}.trading_partner_id = ${scope.trading_partner_id}`}`
  const until = knownUntil(sql, scope.known)
  const quarter = quarterOf(sql, until)
  const lastQuarter = sql`
    union all
    select r.trading_partner_id, ${quarter}, r.currency, coalesce(k.commitment_id, ${nilId}),
      coalesce(k.ship_window_start, 'infinity'), case k.booking_type when 'prebook' then '-infinity'
        when 'at_once' then 'infinity' else r.booked_on end, k.held_by is not null, k.is_cancelled, k.way,
      k.way * k.quantity, k.way * k.quantity * coalesce(k.unit_price_cents, 0),
      case when k.unit_price_cents is null then k.way else 0 end
    from order_book_revisions r
    cross join lateral (
      select case when k.revision = r.revision then 1 else -1 end as way, k.*
      from order_book_revisions k
      where k.organization_id = ${scope.organization_id} and k.book_line_id = r.book_line_id
        and k.revision between r.revision - 1 and r.revision
    ) k
    where ${ofScope(fragment`r`)} and r.recorded_at >= ${quarter} and r.recorded_at <= ${until}`
  return sql`
    (select s.trading_partner_id, s.recorded_from, s.currency, s.commitment_id, s.ship_window_start, s.booked_on,
        s.is_held, s.is_cancelled, s.line_count, s.units, s.value_cents, s.unpriced_lines
      from order_book_sums s
      where ${ofScope(fragment`s`)}
        and s.recorded_from ${scope.known.instant === null ? sql`<=` : sql`<`} ${quarter}
      ${scope.known.instant === null ? sql`` : lastQuarter}) b`
}

/** A line of another commitment is not in the scope; a commitment may change from one revision to the next. */
export const inCommitment = (sql: Sql, { commitment_id }: BookScope) =>
  commitment_id === null ? sql`true` : sql`b.commitment_id = ${commitment_id}::uuid`

/**
 * Whether an account, with its terms `t`, can no longer cancel a line. One with a notice period may cancel up to and
 * including the notice date; without a stated term it may cancel.
 */
const isFirm = (sql: Sql, { known }: BookScope) => sql`
  coalesce(t.cancellation_term = 'not_cancellable' or t.cancellation_term = 'notice_period'
    and b.ship_window_start - t.cancellation_notice_days < ${known.day}::date, false)`

export const firmness = (sql: Sql, scope: BookScope) => sql`
  case when b.held_by is not null then 'held' when ${isFirm(sql, scope)} then 'firm' else 'cancellable' end`

export interface BookSums {
  trading_partner_id: string
  currency: string
  lines: number
  booked_qty: number
  value_cents: number
  unpriced_lines: number
  firm_qty: number
  firm_cents: number
  cancellable_qty: number
  cancellable_cents: number
  held_qty: number
  held_cents: number
  cancelled_qty: number
  lines_dated: number
  lines_undated: number
  ship_windows: ShipWindow[]
}

/** Sums of an account's lines in one currency. An account whose lines are all cancelled has a row of zeros. */
export const readBookSums = (sql: Sql, scope: BookScope) => sql<BookSums[]>`
  select g.trading_partner_id, g.currency,
    coalesce(sum(g.lines) filter (where not g.is_cancelled), 0)::int as lines,
    coalesce(sum(g.units) filter (where not g.is_cancelled), 0) as booked_qty,
    coalesce(sum(g.value_cents) filter (where not g.is_cancelled), 0) as value_cents,
    coalesce(sum(g.unpriced_lines) filter (where not g.is_cancelled), 0)::int as unpriced_lines,
    coalesce(sum(g.units) filter (where not g.is_cancelled and not g.is_held and g.is_firm), 0) as firm_qty,
    coalesce(sum(g.value_cents) filter (where not g.is_cancelled and not g.is_held and g.is_firm), 0) as firm_cents,
    coalesce(sum(g.units) filter (where not g.is_cancelled and not g.is_held and not g.is_firm), 0) as cancellable_qty,
    coalesce(sum(g.value_cents) filter (where not g.is_cancelled and not g.is_held and not g.is_firm), 0)
      as cancellable_cents,
    coalesce(sum(g.units) filter (where not g.is_cancelled and g.is_held), 0) as held_qty,
    coalesce(sum(g.value_cents) filter (where not g.is_cancelled and g.is_held), 0) as held_cents,
    coalesce(sum(g.units) filter (where g.is_cancelled), 0) as cancelled_qty,
    coalesce(sum(g.lines) filter (where not g.is_cancelled and g.ship_window_start < 'infinity'), 0)::int as lines_dated,
    coalesce(sum(g.lines) filter (where not g.is_cancelled and g.ship_window_start = 'infinity'), 0)::int
      as lines_undated,
    coalesce(jsonb_agg(jsonb_build_object('day', g.ship_window_start, 'units', g.units))
      filter (where not g.is_cancelled and g.ship_window_start < 'infinity'), '[]') as ship_windows
  from (
    select b.*, ${isFirm(sql, scope)} as is_firm
    from (
      select b.trading_partner_id, b.currency, b.is_cancelled, b.is_held, b.ship_window_start,
        sum(b.line_count) as lines, sum(b.units::float8) as units, sum(b.value_cents::float8) as value_cents,
        sum(b.unpriced_lines) as unpriced_lines
      from ${seasonSums(sql, scope)}
      where ${inCommitment(sql, scope)}
      group by b.trading_partner_id, b.currency, b.is_cancelled, b.is_held, b.ship_window_start
      having sum(b.line_count) > 0
    ) b
    join trading_partners t on t.organization_id = ${scope.organization_id}
      and t.trading_partner_id = b.trading_partner_id
  ) g
  group by g.trading_partner_id, g.currency`

export interface BookSplit {
  prebook_qty: number | null
  at_once_qty: number | null
}

/** Units booked before the season starts and since, unless a line states it; null while the start is not known. */
export async function readSplit(sql: Sql, scope: BookScope, season_start: string | null): Promise<BookSplit> {
  const [row] = await sql<BookSplit[]>`
    select case when bool_or(g.is_ahead is null) then null
        else coalesce(sum(g.units) filter (where g.is_ahead), 0) end as prebook_qty,
      case when bool_or(g.is_ahead is null) then null
        else coalesce(sum(g.units) filter (where not g.is_ahead), 0) end as at_once_qty
    from (
      select case b.booked_on when '-infinity' then true when 'infinity' then false
        else b.booked_on < ${season_start}::date end as is_ahead, sum(b.units::float8) as units
      from ${seasonSums(sql, scope)}
      where not b.is_cancelled and ${inCommitment(sql, scope)}
      group by b.booked_on
      having sum(b.line_count) > 0
    ) g`
  return row!
}

const accountColumns = selection(trading_partners, 't', [
  'trading_partner_id',
  'name',
  'account_reference',
  'account_tier',
  'fill_rate_target_pct::float8',
  'cancellation_term',
  'cancellation_notice_days',
])
export type BookAccount = RowOf<typeof accountColumns> & { doors_on_file: number; sales_channel_id: string | null }

/** The accounts with these ids. Terms and names are today's: accounts keep no history. */
export const readBookAccounts = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<BookAccount[]>`
  select ${accountColumns}, coalesce(d.doors, 0) as doors_on_file, c.sales_channel_id
  from trading_partners t
  left join (
    select trading_partner_id, count(*)::int as doors from account_doors
    where organization_id = ${organization_id} and is_active
      and trading_partner_id = any(${arrayLiteral(ids)}::uuid[])
    group by trading_partner_id
  ) d on d.trading_partner_id = t.trading_partner_id
  left join (
    select distinct on (trading_partner_id) trading_partner_id, sales_channel_id from sales_channels
    where organization_id = ${organization_id} and trading_partner_id = any(${arrayLiteral(ids)}::uuid[])
    order by trading_partner_id, is_active desc, created_at, sales_channel_id
  ) c on c.trading_partner_id = t.trading_partner_id
  where t.organization_id = ${organization_id} and t.trading_partner_id = any(${arrayLiteral(ids)}::uuid[])`

/** Units of the lines whose price is open. */
export async function readUnitsWithoutPrice(sql: Sql, scope: BookScope, rows: readonly BookSums[]): Promise<number> {
  if (rows.every(({ unpriced_lines }) => unpriced_lines === 0)) return 0
  const [row] = await sql<{ units: number }[]>`
    select coalesce(sum(b.quantity), 0)::float8 as units from ${bookLines(sql, scope)}
    where not b.is_cancelled and b.unit_price_cents is null and ${inCommitment(sql, scope)}`
  return row!.units
}
