/** Sales of the report's periods by category or by channel, and the stock at the end of a day. */
import { salesByCategory } from '../../../selling/sales_facts/rollups.ts'
import { readStock } from '../../../stock/stock_days/read_stock.store.ts'
import { isInOwnCurrency, netSum } from '../../../insight/sales/sales_facts.store.ts'
import { addDays } from '../../../calendar/days.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import type { Sql } from '../../../contract/call.ts'

interface TradeScope {
  organization_id: string
  currency: string
}

/** One row for each amount: each is converted exactly and rounded once. */
export interface TradeSales {
  /** Position of the period. */
  period: number
  /** Null for products without a category. */
  key: string | null
  figure: 'net' | 'gross' | 'discounts' | 'returns'
  net_cents: number
  unrated_currency: string | null
  units: number
  returned_units: number
  costed_units: number
  /** In cents, and not rounded. */
  known_cost: string
}

export async function readTradeSales(
  sql: Sql,
  { organization_id, currency }: TradeScope,
  periods: readonly Period[],
  by: 'category' | 'channel',
): Promise<TradeSales[]> {
  const starts = periods.map(({ start }) => start).toSorted()
  const ends = periods.map(({ end }) => end).toSorted()
  const window = { start: starts[0]!, end: ends.at(-1)! }
  const is_own_currency = await isInOwnCurrency(sql, { organization_id, currency }, window)
  const days = periods.map(({ start, end }, period) => ({ period, first_day: start, last_day: end }))
  return sql<TradeSales[]>`
    select p.period, g.*
    from jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) as p (period int, first_day date, last_day date)
    cross join lateral (
      select s.key, s.figure, sum(s.units)::float8 as units, sum(s.returned_units)::float8 as returned_units,
        sum(s.costed_units)::float8 as costed_units, sum(s.known_cost_cents)::text as known_cost,
        ${netSum(sql, { organization_id, currency, is_own_currency })}
      from (
        select f.day, case when ${by === 'category'} then f.category_id else f.sales_channel_id end as key, f.currency,
          f.row_count, f.units, f.returned_units, f.costed_units, f.known_cost_cents, k.figure, k.net_cents
        from (${salesByCategory(sql, organization_id, window)}) f
        cross join lateral (values
          ('net', f.gross_sales_cents - f.discounts_cents - f.returns_cents),
          ('gross', f.gross_sales_cents),
          ('discounts', f.discounts_cents),
          ('returns', f.returns_cents)) k (figure, net_cents)
      ) s
      where s.day >= p.first_day and s.day <= p.last_day
      group by s.key, s.figure having sum(s.row_count) <> 0 offset 0
    ) g`
}

export interface CategoryUnits {
  key: string | null
  on_hand: number
}

/** Units on hand at the end of each of these days: those of now without what has moved since. */
export async function readUnitsAtEach(
  sql: Sql,
  { organization_id }: TradeScope,
  days: readonly string[],
): Promise<(day: string) => CategoryUnits[]> {
  const all = { organization_id, categories: null, location_ids: null }
  const ends = [...new Set(days)].toSorted()
  // The first period ends with the first day, and each other one with the next.
  const periods = ends.map((end, i) => ({ start: i === 0 ? end : addDays(ends[i - 1]!, 1), end }))
  const stock = await readStock(sql, all, periods)
  return (day) =>
    stock.map(({ category_id, on_hand, moved }) => ({
      key: category_id,
      on_hand: ends.reduce((units, end, i) => (end >= day ? units - (moved[i + 1] ?? 0) : units), on_hand),
    }))
}

export async function readUnitsAt(sql: Sql, scope: TradeScope, day: string): Promise<CategoryUnits[]> {
  return (await readUnitsAtEach(sql, scope, [day]))(day)
}

interface Named {
  key: string
  name: string
}

export const readCategoryNames = (sql: Sql, organization_id: string) => sql<Named[]>`
  select category_id as key, name from categories where organization_id = ${organization_id} order by name, category_id`

export const readChannelNames = (sql: Sql, organization_id: string) => sql<Named[]>`
  select sales_channel_id as key, name from sales_channels where organization_id = ${organization_id}
  order by name, sales_channel_id`

/** Commitments that are declared or approved, with the categories that they have budgets for; null for all. */
export const readCommitmentCovers = (sql: Sql, organization_id: string) => sql<
  (Named & { category_ids: string[] | null })[]
>`
  select k.commitment_id as key, k.name,
    case when count(*) filter (where b.budget_id is not null and b.category_id is null) > 0 then null
      else coalesce(jsonb_agg(b.category_id) filter (where b.category_id is not null), '[]') end as category_ids
  from commitments k
  left join commitment_budgets b on b.organization_id = ${organization_id} and b.commitment_id = k.commitment_id
  where k.organization_id = ${organization_id} and k.status in ('declared', 'approved')
  group by k.commitment_id, k.name
  order by k.name, k.commitment_id`
