/** SQL of the order book: its lines as they were known at a moment, and their sums by account. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { type BookScope, knownUntil } from './scope.ts'

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

/** As bookLines, with the columns alone that the index of the season has, so that no row of the table is read. */
export const seasonLines = (sql: Sql, scope: BookScope) => sql`
  (select distinct on (r.book_line_id) r.book_line_id, r.revision, r.recorded_at, r.trading_partner_id, r.currency,
      r.booked_on, r.booking_type, r.quantity, r.unit_price_cents, r.ship_window_start, r.commitment_id, r.held_by,
      r.is_cancelled, r.verdict
    from order_book_revisions r
    where r.organization_id = ${scope.organization_id}
      ${scope.trading_partner_id === null ? sql`` : sql`and r.trading_partner_id = ${scope.trading_partner_id}`}
      ${scope.season_code === null ? sql`` : sql`and r.season_code = ${scope.season_code}`}
      and r.recorded_at <= ${knownUntil(sql, scope.known)}
    order by r.book_line_id, r.revision desc nulls last) b`

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
  first_ship_window: string | null
}

/**
 * Sums of an account's lines in one currency. Whole cents below 2^53 add up exactly as float8. Lines are added up by how
 * firm they are first, so that each is looked at once. An account whose lines are all cancelled has a row of zeros. The
 * planner expects two values of a condition but 200 of another expression, and would sort all lines to group by that.
 */
export const readBookSums = (sql: Sql, scope: BookScope) => sql<BookSums[]>`
  select g.trading_partner_id, g.currency,
    coalesce(sum(g.lines) filter (where not g.is_cancelled), 0)::int as lines,
    coalesce(sum(g.units) filter (where not g.is_cancelled), 0)::float8 as booked_qty,
    coalesce(sum(g.value_cents) filter (where not g.is_cancelled), 0) as value_cents,
    coalesce(sum(g.lines - g.priced_lines) filter (where not g.is_cancelled), 0)::int as unpriced_lines,
    coalesce(sum(g.units) filter (where not g.is_cancelled and not g.is_held and g.is_firm), 0)::float8 as firm_qty,
    coalesce(sum(g.value_cents) filter (where not g.is_cancelled and not g.is_held and g.is_firm), 0) as firm_cents,
    coalesce(sum(g.units) filter (where not g.is_cancelled and not g.is_held and not g.is_firm), 0)::float8
      as cancellable_qty,
    coalesce(sum(g.value_cents) filter (where not g.is_cancelled and not g.is_held and not g.is_firm), 0)
      as cancellable_cents,
    coalesce(sum(g.units) filter (where not g.is_cancelled and g.is_held), 0)::float8 as held_qty,
    coalesce(sum(g.value_cents) filter (where not g.is_cancelled and g.is_held), 0) as held_cents,
    coalesce(sum(g.units) filter (where g.is_cancelled), 0)::float8 as cancelled_qty,
    coalesce(sum(g.dated_lines) filter (where not g.is_cancelled), 0)::int as lines_dated,
    coalesce(sum(g.lines - g.dated_lines) filter (where not g.is_cancelled), 0)::int as lines_undated,
    (min(g.first_ship_window) filter (where not g.is_cancelled))::text as first_ship_window
  from (
    select b.trading_partner_id, b.currency, b.is_cancelled, b.held_by is not null as is_held,
      ${isFirm(sql, scope)} as is_firm, count(*) as lines,
      sum(b.quantity) as units, coalesce(sum((b.quantity * b.unit_price_cents)::float8), 0) as value_cents,
      count(b.unit_price_cents) as priced_lines, count(b.ship_window_start) as dated_lines,
      min(b.ship_window_start) as first_ship_window
    from ${seasonLines(sql, scope)}
    join trading_partners t on t.organization_id = ${scope.organization_id}
      and t.trading_partner_id = b.trading_partner_id
    where ${inCommitment(sql, scope)}
    group by b.trading_partner_id, b.currency, b.is_cancelled, 4, 5
  ) g
  group by g.trading_partner_id, g.currency`

export interface BookSplit {
  prebook_qty: number | null
  at_once_qty: number | null
}

/** Units booked before the season starts and since, unless a line states it; null while the start is not known. */
export async function readSplit(sql: Sql, scope: BookScope, season_start: string | null): Promise<BookSplit> {
  const [row] = await sql<BookSplit[]>`
    select case when bool_or(g.type is null) then null
        else coalesce(sum(g.units) filter (where g.type = 'prebook'), 0)::float8 end as prebook_qty,
      case when bool_or(g.type is null) then null
        else coalesce(sum(g.units) filter (where g.type = 'at_once'), 0)::float8 end as at_once_qty
    from (
      select coalesce(b.booking_type, case when b.booked_on < ${season_start}::date then 'prebook'
          when b.booked_on >= ${season_start}::date then 'at_once' end) as type, sum(b.quantity) as units
      from ${seasonLines(sql, scope)}
      where not b.is_cancelled and ${inCommitment(sql, scope)}
      group by 1
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
