/** Facts about the variants of a page: their sales, and units sold by day. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { textFragment } from '../../../../db/sql/fragment.ts'
import type { Sql } from '../../../contract/call.ts'
import type { Fragment } from '../../../contract/sql.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import { runStatement } from '../../../tables/page.ts'
import { runningSumsOfVariant } from '../running_sums/running_sums.sql.ts'
import { netSum } from '../sales_facts.store.ts'

export interface SoldUnits {
  variant_id: string
  /** The row that it counts for. */
  row_id: string
  /** Day and units sold, for days with sales. */
  days: [day: string, units: number][]
  units: number
  returned_units: number
  /** Gross sales minus discounts in the organisation's currency. */
  net_cents: number
  unrated_currency: string | null
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

/** The variants with their sales; by the key of each variant, so that nothing else is read. */
const soldOf = (sql: Sql, scope: SoldScope, { key, ids }: PageRows) => sql`
  select w.variant_id, w.row_id, d.day, d.currency, d.units, d.returned_units, d.net_cents
  from (
    select v.variant_id, ${textFragment(`v.${key}`)} as row_id from variants v
    where v.organization_id = ${scope.organization_id} and ${textFragment(`v.${key}`)} = any(${arrayLiteral(ids)}::uuid[])
  ) w
  left join lateral (
    select s.day, s.currency, sum(s.units) as units, sum(s.returned_units) as returned_units,
      sum(s.gross_sales_cents - s.discounts_cents) as net_cents
    from sales_daily s
    join sales_channels n on n.organization_id = ${scope.organization_id} and n.sales_channel_id = s.sales_channel_id
    where s.organization_id = ${scope.organization_id} and s.variant_id = w.variant_id
      and s.day >= ${scope.window.start}::date and s.day <= ${scope.window.end}::date
      and (${scope.sales_channel_ids}::uuid[] is null or s.sales_channel_id = any(${scope.sales_channel_ids}::uuid[]))
      and (${scope.channel_types}::text[] is null or n.channel_type = any(${scope.channel_types}::text[]))
    group by s.day, s.currency
  ) d on true`

/** The variants, with or without sales. */
export const readSoldUnits = (sql: Sql, scope: SoldScope, rows: PageRows) => sql<SoldUnits[]>`
  select s.variant_id, s.row_id,
    coalesce(jsonb_agg(jsonb_build_array(s.day, s.units)) filter (where s.units > 0), '[]') as days,
    coalesce(sum(s.units), 0)::float8 as units, coalesce(sum(s.returned_units), 0)::float8 as returned_units,
    ${netSum(sql, scope)}
  from (${soldOf(sql, scope, rows)}) s
  group by s.variant_id, s.row_id`

const summedFigures = ['units', 'returned_units', 'gross_sales_cents', 'discounts_cents']
const parameters = { organization: '$1', start: '$2::date', end: '$3::date' }
const runningUnits = (key: PageRows['key']) => `
  select w.variant_id, w.row_id, coalesce(d.units, 0)::float8 as units,
    coalesce(d.returned_units, 0)::float8 as returned_units, coalesce(d.net_cents, 0)::float8 as net_cents,
    null::text as unrated_currency
  from (
    select v.variant_id, v.${key} as row_id from variants v
    where v.organization_id = $1 and v.${key} = any($4::uuid[])
  ) w
  cross join lateral (
    select sum(s.units) as units, sum(s.returned_units) as returned_units,
      sum(s.gross_sales_cents - s.discounts_cents) as net_cents
    from (${runningSumsOfVariant(summedFigures, parameters, 'w.variant_id')}) s
  ) d`
const runningUnitsOf = { variant_id: runningUnits('variant_id'), product_id: runningUnits('product_id') }

/** The same from running sums, without the days. */
export const readRunningUnits = (
  sql: Sql,
  { organization_id, window: { start, end } }: SoldScope,
  { key, ids }: PageRows,
): Promise<Omit<SoldUnits, 'days'>[]> =>
  runStatement<Omit<SoldUnits, 'days'>>(
    sql,
    { text: runningUnitsOf[key], params: [organization_id, start, end, arrayLiteral(ids)] },
    true,
  )

export interface SpanOfDays {
  variant_id: string
  first_day: string
  last_day: string
}

/** Units sold by variants within spans that do not overlap, by day, of the days with sales. */
export const readSoldOn = (sql: Sql, organization_id: string, spans: readonly SpanOfDays[]) => sql<
  { variant_id: string; day: string; units: number }[]
>`
  select a.variant_id, s.day::text as day, sum(s.units)::float8 as units
  from unnest(${arrayLiteral(spans.map(({ variant_id }) => variant_id))}::uuid[],
    ${arrayLiteral(spans.map(({ first_day }) => first_day))}::date[],
    ${arrayLiteral(spans.map(({ last_day }) => last_day))}::date[]) a (variant_id, first_day, last_day)
  cross join lateral (
    select s.day, s.units from sales_daily s
    where s.organization_id = ${organization_id} and s.variant_id = a.variant_id
      and s.day between a.first_day and a.last_day offset 0
  ) s
  group by a.variant_id, s.day having sum(s.units) > 0`
