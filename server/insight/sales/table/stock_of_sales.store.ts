/** Facts about the variants of a page: units received, and units sold by day. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Sql } from '../../../contract/call.ts'
import { addDays } from '../../../calendar/days.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import { runStatement } from '../../../tables/page.ts'
import { runningSumsOfVariant } from '../running_sums/sums_of_one.sql.ts'
import { netSum } from '../sales_facts.store.ts'

export interface ReceivedUnits {
  variant_id: string
  /** Received from suppliers and from manufacturing, reversals deducted. */
  received: number
  /** Stock that the ledger was opened with. */
  opened: number
}

/** By day of the movements in the organisation's time zone, as sales count. */
export const readReceivedUnits = (
  sql: Sql,
  { organization_id, time_zone, window: { start, end } }: SoldScope,
  variant_ids: readonly string[],
) => sql<ReceivedUnits[]>`
  select l.variant_id, coalesce(sum(m.units) filter (where m.kind <> 'opening'), 0)::int as received,
    coalesce(sum(m.units) filter (where m.kind = 'opening'), 0)::int as opened
  from stock_levels l
  cross join lateral (
    select kind, quantity_delta as units from stock_movements
    where organization_id = ${organization_id} and variant_id = l.variant_id and location_id = l.location_id
      and occurred_at >= ${start}::date::timestamp at time zone ${time_zone}
      and occurred_at < ${addDays(end, 1)}::date::timestamp at time zone ${time_zone}
      and kind in ('receipt', 'assembly_in', 'opening')
  ) m
  where l.organization_id = ${organization_id} and l.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])
  group by l.variant_id`

export interface SoldUnits {
  variant_id: string
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

export const readVariantsOf = (sql: Sql, organization_id: string, product_ids: readonly string[]) => sql<
  { variant_id: string; product_id: string }[]
>`
  select variant_id, product_id from variants
  where organization_id = ${organization_id} and product_id = any(${arrayLiteral(product_ids)}::uuid[])`

/** The variants with their sales; by the key of each variant, so that nothing else is read. */
const soldOf = (sql: Sql, scope: SoldScope, variant_ids: readonly string[]) => sql`
  select w.variant_id, d.day, d.currency, d.units, d.returned_units, d.net_cents
  from unnest(${arrayLiteral(variant_ids)}::uuid[]) w (variant_id)
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
export const readSoldUnits = (sql: Sql, scope: SoldScope, variant_ids: readonly string[]) => sql<SoldUnits[]>`
  select s.variant_id,
    coalesce(jsonb_agg(jsonb_build_array(s.day, s.units)) filter (where s.units > 0), '[]') as days,
    coalesce(sum(s.units), 0)::float8 as units, coalesce(sum(s.returned_units), 0)::float8 as returned_units,
    ${netSum(sql, scope)}
  from (${soldOf(sql, scope, variant_ids)}) s
  group by s.variant_id`

const summedFigures = ['units', 'returned_units', 'gross_sales_cents', 'discounts_cents']
const runningUnits = `
  select w.variant_id, coalesce(d.units, 0)::float8 as units, coalesce(d.returned_units, 0)::float8 as returned_units,
    coalesce(d.net_cents, 0)::float8 as net_cents, null::text as unrated_currency
  from unnest($4::uuid[]) w (variant_id)
  cross join lateral (
    select sum(s.units) as units, sum(s.returned_units) as returned_units,
      sum(s.gross_sales_cents - s.discounts_cents) as net_cents
    from (${runningSumsOfVariant(summedFigures, { organization: '$1', start: '$2::date', end: '$3::date' }, 'w.variant_id')}) s
  ) d`

/** The same from running sums, without the days. */
export const readRunningUnits = (
  sql: Sql,
  { organization_id, window: { start, end } }: SoldScope,
  variant_ids: readonly string[],
): Promise<Omit<SoldUnits, 'days'>[]> =>
  runStatement<Omit<SoldUnits, 'days'>>(
    sql,
    { text: runningUnits, params: [organization_id, start, end, arrayLiteral(variant_ids)] },
    true,
  )

/** Units sold by variants on days, of the pairs that were sold. */
export const readSoldOn = (
  sql: Sql,
  organization_id: string,
  pairs: readonly { variant_id: string; day: string }[],
) => sql<{ variant_id: string; day: string; units: number }[]>`
  select a.variant_id, a.day::text as day, sum(s.units)::float8 as units
  from unnest(${arrayLiteral(pairs.map(({ variant_id }) => variant_id))}::uuid[],
    ${arrayLiteral(pairs.map(({ day }) => day))}::date[]) a (variant_id, day)
  join sales_daily s on s.organization_id = ${organization_id} and s.variant_id = a.variant_id and s.day = a.day
  group by a.variant_id, a.day having sum(s.units) > 0`
