/** Stock and receipts by category and month, at cost and at retail, from the sums of the value of the stock. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Sql } from '../../../contract/call.ts'
import { unreversed } from '../../../ledger/unreversed.ts'
import { addDays } from '../../../calendar/days.ts'
import { nilId } from '../../../contract/schema.ts'
import {
  stockValueDays,
  stockValueTotals,
  unfoldedVariants,
  valueChanges,
} from '../../../stock/stock_values/value_changes.sql.ts'
import type { PlanMonth } from '../plan_calendar.rules.ts'

/** Movements of one month, in decimal cents: what they add to the stock, and the receipts among them. */
export interface MonthMoves {
  month: number
  cost: string
  retail: string
  received_cost: string
  received_retail: string
  received_uncosted: number
  /** Whether the price of every variant that moved is known. */
  is_priced: boolean
}

export interface CategoryStock {
  category_id: string | null
  /** Stock as it is now, in decimal cents. */
  cost: string
  retail: string
  /** Whether the cost and the price of every variant with stock or movements is known. */
  is_costed: boolean
  is_priced: boolean
  /** Months with movements; those after the last month count as one month more. */
  moves: MonthMoves[]
}

export interface StockScope {
  organization_id: string
  time_zone: string
}

/**
 * Units are valued at the moving average cost of their level and at the regular price of the variant, as both are now;
 * receipts at the landed cost that the ledger recorded. A price in another currency is converted at the newest rate.
 */
export const readStockActuals = (
  sql: Sql,
  { organization_id, time_zone }: StockScope,
  months: readonly PlanMonth[],
): PromiseLike<CategoryStock[]> => {
  const first = months[0]!.start
  const days = arrayLiteral([...months.map(({ start }) => start), addDays(months.at(-1)!.end, 1)])
  return sql<CategoryStock[]>`
    with marked as materialized (${unfoldedVariants(sql, organization_id)}), ${valueChanges(sql, organization_id)}, rates as (
      select distinct on (currency) currency, organization_currency_per_unit as rate from exchange_rates
      where organization_id = ${organization_id} and rate_date <= (now() at time zone ${time_zone})::date
      order by currency, rate_date desc
    ), moved as (
      select d.category_id, d.currency, width_bucket(d.day, ${days}::date[]) as month, sum(d.row_count) as row_count,
        sum(d.uncosted_rows) as uncosted_rows, sum(d.unpriced_rows) as unpriced_rows, sum(d.cost) as cost,
        sum(d.retail) as retail, sum(d.received_cost) as received_cost, sum(d.received_retail) as received_retail,
        sum(d.received_uncosted_rows) as received_uncosted
      from (${stockValueDays(sql, organization_id, first)}) d
      group by 1, 2, 3 having sum(d.row_count) <> 0
    ), months as (
      select m.category_id, m.month, sum(m.cost) * 100 as cost, sum(m.retail * f.rate) as retail,
        sum(m.received_cost) * 100 as received_cost, sum(m.received_retail * f.rate) as received_retail,
        sum(m.received_uncosted) as received_uncosted, bool_and(m.uncosted_rows = 0) as is_costed,
        bool_and(m.unpriced_rows = 0 and f.rate is not null) as is_priced
      from moved m
      join organizations o on o.organization_id = ${organization_id}
      left join rates r on r.currency = m.currency
      cross join lateral (select case when m.currency = o.currency then 1 else r.rate end as rate) f
      group by m.category_id, m.month
    ), held as (
      select t.category_id, t.currency, sum(t.cost) as cost, sum(t.retail) as retail,
        sum(t.stocked_levels) as stocked_levels, sum(t.uncosted_levels) as uncosted_levels,
        sum(t.unpriced_levels) as unpriced_levels
      from (${stockValueTotals(sql, organization_id)}) t
      group by t.category_id, t.currency having sum(t.level_count) <> 0
    ), stock as (
      select h.category_id, sum(h.cost) * 100 as cost, sum(h.retail * f.rate) as retail,
        bool_and(h.uncosted_levels = 0) as is_costed,
        bool_and(h.unpriced_levels = 0 and (h.stocked_levels = 0 or f.rate is not null)) as is_priced
      from held h
      join organizations o on o.organization_id = ${organization_id}
      left join rates r on r.currency = h.currency
      cross join lateral (select case when h.currency = o.currency then 1 else r.rate end as rate) f
      group by h.category_id
    )
    select nullif(s.category_id, ${nilId}) as category_id, coalesce(s.cost, 0)::text as cost,
      coalesce(s.retail, 0)::text as retail, s.is_costed and coalesce(m.is_costed, true) as is_costed,
      s.is_priced and coalesce(m.is_priced, true) as is_priced, coalesce(m.moves, '[]') as moves
    from stock s
    left join (
      select category_id, bool_and(is_costed) as is_costed, bool_and(is_priced) as is_priced,
        jsonb_agg(jsonb_build_object('month', month, 'cost', cost::text, 'retail', coalesce(retail, 0)::text,
          'received_cost', received_cost::text, 'received_retail', coalesce(received_retail, 0)::text,
          'received_uncosted', received_uncosted::int, 'is_priced', is_priced)) as moves
      from months group by category_id
    ) m on m.category_id = s.category_id`
}

/** Day of the first movement that is not reversed; null if there is none. */
export async function readLedgerStart(sql: Sql, { organization_id, time_zone }: StockScope): Promise<string | null> {
  const [row] = await sql<{ began_on: string | null }[]>`
    select (select ((m.occurred_at at time zone ${time_zone})::date)::text from stock_movements m
      where m.organization_id = ${organization_id} and ${unreversed(sql)}
      order by m.occurred_at limit 1) as began_on`
  return row!.began_on
}
