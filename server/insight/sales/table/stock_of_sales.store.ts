/** Facts about the variants of a page: their sales, and what they lost without stock. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { textFragment } from '../../../../db/sql/fragment.ts'
import type { Sql } from '../../../contract/call.ts'
import type { Fragment } from '../../../contract/sql.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import { runStatement } from '../../../tables/page.ts'
import { runningSumsOfVariant } from '../running_sums/running_sums.sql.ts'
import { lostInWindow } from '../../velocity/measured.ts'

export interface SoldUnits {
  variant_id: string
  /** The row that it counts for. */
  row_id: string
  units: number
  returned_units: number
  /** Units with a known regular price, and those of them that sold below it. */
  priced_units: number
  markdown_units: number
}

export interface SoldScope {
  organization_id: string
  time_zone: string
  currency: string
  is_own_currency: boolean
  /** Whether running sums serve the window, of every channel. */
  is_running: boolean
  window: Period
  /** PostgreSQL array literals; null for all. */
  sales_channel_ids: string | null
  channel_types: string | null
  location_ids: string | null
}

/** The rows of a page: variants, or products over their variants. */
export interface PageRows {
  key: 'variant_id' | 'product_id'
  ids: readonly string[]
}

/** The ids of the variants, as an array. */
export const variantIdsOf = (sql: Sql, organization_id: string, { key, ids }: PageRows): Fragment =>
  key === 'variant_id'
    ? sql`${arrayLiteral(ids)}::uuid[]`
    : sql`array(select v.variant_id from variants v
      where v.organization_id = ${organization_id} and v.product_id = any(${arrayLiteral(ids)}::uuid[]))`

/** The variants, with or without sales; by the key of each, so that nothing else is read. */
export const readSoldUnits = (sql: Sql, scope: SoldScope, { key, ids }: PageRows) => sql<SoldUnits[]>`
  select w.variant_id, w.row_id, d.units::float8 as units, d.returned_units::float8 as returned_units,
    d.priced_units::float8 as priced_units, d.markdown_units::float8 as markdown_units
  from (
    select v.variant_id, ${textFragment(`v.${key}`)} as row_id from variants v
    where v.organization_id = ${scope.organization_id} and ${textFragment(`v.${key}`)} = any(${arrayLiteral(ids)}::uuid[])
  ) w
  cross join lateral (
    select coalesce(sum(s.units), 0) as units, coalesce(sum(s.returned_units), 0) as returned_units,
      coalesce(sum(s.priced_units), 0) as priced_units, coalesce(sum(s.known_markdown_units), 0) as markdown_units
    from sales_daily s
    join sales_channels n on n.organization_id = ${scope.organization_id} and n.sales_channel_id = s.sales_channel_id
    where s.organization_id = ${scope.organization_id} and s.variant_id = w.variant_id
      and s.day >= ${scope.window.start}::date and s.day <= ${scope.window.end}::date
      and (${scope.sales_channel_ids}::uuid[] is null or s.sales_channel_id = any(${scope.sales_channel_ids}::uuid[]))
      and (${scope.location_ids}::uuid[] is null or s.location_id = any(${scope.location_ids}::uuid[]))
      and (${scope.channel_types}::text[] is null or n.channel_type = any(${scope.channel_types}::text[]))
  ) d`

const summedFigures = ['units', 'returned_units', 'priced_units', 'known_markdown_units']
const parameters = { organization: '$1', start: '$2::date', end: '$3::date' }
const runningUnits = (key: PageRows['key']) => `
  select w.variant_id, w.row_id, coalesce(d.units, 0)::float8 as units,
    coalesce(d.returned_units, 0)::float8 as returned_units, coalesce(d.priced_units, 0)::float8 as priced_units,
    coalesce(d.markdown_units, 0)::float8 as markdown_units
  from (
    select v.variant_id, v.${key} as row_id from variants v
    where v.organization_id = $1 and v.${key} = any($4::uuid[])
  ) w
  cross join lateral (
    select sum(s.units) as units, sum(s.returned_units) as returned_units, sum(s.priced_units) as priced_units,
      sum(s.known_markdown_units) as markdown_units
    from (${runningSumsOfVariant(summedFigures, parameters, 'w.variant_id')}) s
  ) d`
const runningUnitsOf = { variant_id: runningUnits('variant_id'), product_id: runningUnits('product_id') }

/** The same from running sums. */
export const readRunningUnits = (
  sql: Sql,
  { organization_id, window: { start, end } }: SoldScope,
  { key, ids }: PageRows,
): Promise<SoldUnits[]> =>
  runStatement<SoldUnits>(
    sql,
    { text: runningUnitsOf[key], params: [organization_id, start, end, arrayLiteral(ids)] },
    true,
  )

/** The variants among some that sold, in any channel, from the start of the window to before their ledger began. */
export const readSoldBefore = (
  sql: Sql,
  { organization_id, window }: SoldScope,
  begun: readonly { variant_id: string; began_on: string }[],
) => sql<{ variant_id: string }[]>`
  select a.variant_id
  from unnest(${arrayLiteral(begun.map(({ variant_id }) => variant_id))}::uuid[],
    ${arrayLiteral(begun.map(({ began_on }) => began_on))}::date[]) a (variant_id, began_on)
  where exists (
    select from sales_daily s
    where s.organization_id = ${organization_id} and s.variant_id = a.variant_id and s.units > 0
      and s.day >= ${window.start}::date and s.day < a.began_on
  )`

export interface LostUnits {
  /** The row that the variant counts for. */
  row_id: string
  /** Days that the ledger covers, and those without stock where consumers buy. */
  tracked_days: number
  stockout_days: number
  /** Exact decimals; null where nothing was in stock on any day, or the ledger covers none. */
  lost_units: string | null
  lost_cents: string | null
  /** A currency without a rate, for want of which the cents are unknown. */
  unrated_currency: string | null
}

const lostOf = { variant_id: lostInWindow('variant_id'), product_id: lostInWindow('product_id') }

/** What each variant lost, as velocity measures it, up to a day of the window or before it. */
export const readLostUnits = (
  sql: Sql,
  { organization_id, window, sales_channel_ids, channel_types, location_ids }: SoldScope,
  { key, ids }: PageRows,
  last_day: string,
): Promise<LostUnits[]> =>
  last_day < window.start
    ? sql<LostUnits[]>`
      select ${textFragment(`v.${key}`)} as row_id, 0 as tracked_days, 0 as stockout_days, null::text as lost_units,
        null::text as lost_cents, null::text as unrated_currency
      from variants v
      where v.organization_id = ${organization_id} and ${textFragment(`v.${key}`)} = any(${arrayLiteral(ids)}::uuid[])`
    : runStatement<LostUnits>(sql, {
        text: lostOf[key],
        params: [
          organization_id,
          window.start,
          last_day,
          arrayLiteral(ids),
          sales_channel_ids,
          channel_types,
          location_ids,
        ],
      })
