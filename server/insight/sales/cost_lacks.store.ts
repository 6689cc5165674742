/** Units of which the cost of sales is unknown, by why it is: read where a figure lacks it. */
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Sql } from '../../contract/call.ts'
import { noCostStated } from '../../ledger/costs/lacks.rules.ts'
import type { CostLack } from './cost_lacks.rules.ts'

/** What lacks are told apart by; others add up. */
export interface LacksBy {
  day: boolean
  sales_channel: boolean
  location: boolean
  category: boolean
  product: boolean
}

export const nothingApart: LacksBy = {
  day: false,
  sales_channel: false,
  location: false,
  category: false,
  product: false,
}

/** More are not told apart: a figure then says only that a cost is unknown. */
const lacksMax = 10_000

/** The currency of which a rate was lacking when the units of a fulfilment line t left; null where none was. */
const unratedOf = (sql: Sql, organization_id: string) => sql`
  (select min(m.unrated_currency) from stock_movements m
    where m.organization_id = ${organization_id} and m.document_type = 'fulfilment_request'
      and m.document_id = t.fulfilment_id::text and m.document_line_id = t.order_line_id::text)`

/** Imported days count on their own; what orders have on them does not. */
const notImported = (sql: Sql, organization_id: string) => sql`
  not exists (select from sales_channel_days d where d.organization_id = ${organization_id} and d.day = u.day
    and d.sales_channel_id = u.sales_channel_id and d.origin = 'import')`

const unitsWithoutCost = (sql: Sql, organization_id: string, { start, end }: Period) => sql`
  select o.ordered_on as day, o.sales_channel_id, o.location_id, l.variant_id, 'not_shipped' as lack, null::text as currency,
    l.quantity - l.cancelled_quantity - l.fulfilled_quantity as units
  from sales_orders o
  join order_lines l on l.organization_id = ${organization_id} and l.order_id = o.order_id and l.unit_cost is null
    and l.quantity - l.cancelled_quantity > l.fulfilled_quantity
  where o.organization_id = ${organization_id} and o.ordered_on >= ${start}::date and o.ordered_on <= ${end}::date
    and not o.is_wholesale and o.lifecycle <> 'draft'
  union all
  select s.day, s.sales_channel_id, s.location_id, s.variant_id, case when coalesce(s.currency, ${noCostStated}) = ${noCostStated} then 'no_cost' else 'no_rate' end,
    nullif(s.currency, ${noCostStated}), s.units
  from (
    select case when o.is_wholesale then f.shipped_on else o.ordered_on end as day, o.sales_channel_id,
      case when o.is_wholesale then f.location_id else o.location_id end as location_id, t.variant_id,
      t.quantity as units, ${unratedOf(sql, organization_id)} as currency
    from fulfilment_lines t
    join fulfilments f on f.organization_id = ${organization_id} and f.fulfilment_id = t.fulfilment_id
    join sales_orders o on o.organization_id = ${organization_id} and o.order_id = f.order_id
    where t.organization_id = ${organization_id} and t.unit_cost is null
      and case when o.is_wholesale then f.shipped_on else o.ordered_on end between ${start}::date and ${end}::date
    union all
    select i.received_on, r.sales_channel_id, i.location_id, n.variant_id, n.received_quantity - n.surplus_quantity,
      (select min(${unratedOf(sql, organization_id)})
        from return_lines k
        join fulfilment_lines t on t.organization_id = ${organization_id} and t.order_line_id = k.order_line_id
        where k.organization_id = ${organization_id} and k.return_id = n.return_id and k.line_id = n.line_id)
    from return_receipts i
    join returns r on r.organization_id = ${organization_id} and r.return_id = i.return_id
      and r.sales_channel_id is not null
    join return_receipt_lines n on n.organization_id = ${organization_id} and n.return_id = i.return_id
      and n.receipt_number = i.receipt_number and n.unit_cost is null
    where i.organization_id = ${organization_id} and i.received_on >= ${start}::date and i.received_on <= ${end}::date
  ) s`

export async function readCostLacks(
  sql: Sql,
  organization_id: string,
  window: Period,
  by: LacksBy,
): Promise<readonly CostLack[]> {
  const rows = await sql<CostLack[]>`
    select case when ${by.day} then u.day end::text as day,
      case when ${by.sales_channel} then u.sales_channel_id end as sales_channel,
      case when ${by.location} then u.location_id end as location,
      case when ${by.category} then p.category_id end as category, case when ${by.product} then p.product_id end as product,
      u.lack, u.currency, sum(u.units)::float8 as units
    from (
      select u.* from (${unitsWithoutCost(sql, organization_id, window)}) u where ${notImported(sql, organization_id)}
      union all
      select s.day, s.sales_channel_id, s.location_id, s.variant_id, 'imported', null, s.units + s.returned_units - s.costed_units
      from sales_daily s
      join sales_channel_days d on d.organization_id = ${organization_id} and d.day = s.day
        and d.sales_channel_id = s.sales_channel_id and d.origin = 'import'
      where s.organization_id = ${organization_id} and s.day >= ${window.start}::date and s.day <= ${window.end}::date
        and s.costed_units < s.units + s.returned_units
    ) u
    join variants v on v.organization_id = ${organization_id} and v.variant_id = u.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    group by 1, 2, 3, 4, 5, 6, 7
    order by 6, 7, 1, 2, 3, 4, 5
    limit ${lacksMax + 1}`
  return rows.length > lacksMax ? [] : rows
}
