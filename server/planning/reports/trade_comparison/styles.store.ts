/** Products that sold most, and those on hand that sold least, in some days. */
import { addDays } from '../../../calendar/days.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import type { Sql } from '../../../contract/call.ts'
import { isInOwnCurrency, netSum } from '../../../insight/sales/sales_facts.store.ts'
import { salesByProduct } from '../../../selling/sales_facts/rollups.ts'
import type { ReportCall } from '../report_call.ts'

export interface StyleSales {
  list: 'top' | 'bottom'
  product_id: string
  product_title: string
  category_id: string | null
  net_cents: number
  net_units: number
  on_hand: number
  /** Products whose net sales are unknown, of all. */
  unranked: number
}

/** Products lists of `limit` rows; where neither list has a row, one row without a product counts the unranked. */
export async function readStyles(
  sql: Sql,
  { organization_id, currency, time_zone }: ReportCall,
  window: Period,
  limit: number,
): Promise<{ styles: StyleSales[]; unranked: number }> {
  const is_own_currency = await isInOwnCurrency(sql, { organization_id, currency }, window)
  const rows = await sql<
    (Omit<StyleSales, 'product_id' | 'product_title'> & Record<'product_id' | 'product_title', string | null>)[]
  >`
    with keyed as (
      select f.day, f.sales_channel_id, f.product_id, f.currency, sum(f.row_count) as row_count,
        sum(f.units - f.returned_units) as net_units,
        sum(f.gross_sales_cents - f.discounts_cents - f.returns_cents) as net_cents
      from (${salesByProduct(sql, organization_id, window)}) f
      group by f.day, f.sales_channel_id, f.product_id, f.currency
    ), sold as materialized (
      select s.product_id, sum(s.net_units)::float8 as net_units,
        ${netSum(sql, { organization_id, currency, is_own_currency })}
      from keyed s group by s.product_id having sum(s.row_count) <> 0
    ), held as materialized (
      select v.product_id, sum(l.units)::float8 as on_hand
      from (
        select variant_id, on_hand as units from stock_levels where organization_id = ${organization_id}
        union all
        select variant_id, -quantity_delta from stock_movements
        where organization_id = ${organization_id}
          and occurred_at >= ${addDays(window.end, 1)}::date::timestamp at time zone ${time_zone}
      ) l
      join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
      group by v.product_id having sum(l.units) <> 0
    ), style as materialized (
      select coalesce(s.product_id, h.product_id) as product_id, coalesce(s.net_cents, 0) as net_cents,
        coalesce(s.net_units, 0) as net_units, coalesce(h.on_hand, 0) as on_hand, s.product_id is not null as is_sold
      from sold s full join held h on h.product_id = s.product_id
      where s.unrated_currency is null
    ), listed as (
      (select 'top' as list, y.* from style y where y.is_sold
        order by y.net_cents desc, y.net_units desc, y.product_id limit ${limit})
      union all
      (select 'bottom', y.* from style y where y.on_hand > 0
        order by y.net_cents, y.on_hand desc, y.product_id limit ${limit})
    )
    select l.list, l.product_id, p.title as product_title, p.category_id, l.net_cents, l.net_units, l.on_hand,
      u.unranked
    from (select count(*)::int as unranked from sold where unrated_currency is not null) u
    left join listed l on true
    left join lateral (
      select title, category_id from products
      where organization_id = ${organization_id} and product_id = l.product_id offset 0
    ) p on true
    order by l.list desc, case when l.list = 'top' then -l.net_cents else l.net_cents end,
      case when l.list = 'top' then -l.net_units else -l.on_hand end, l.product_id`
  const isListed = (row: (typeof rows)[number]): row is StyleSales => row.product_id !== null
  return { styles: rows.filter(isListed), unranked: rows[0]!.unranked }
}
