/** Outstanding units of open and draft orders by order, category and due day, at cost and at retail. */
import { openOrderStatuses } from '../../../contract/stock.ts'
import type { Sql } from '../../../contract/call.ts'
import { orderSums } from '../../../purchasing/order_sums/order_sums.sql.ts'

export interface OrderDue {
  purchase_order_id: string
  name: string
  status: string
  on_hold: boolean
  cancel_date: string | null
  category_id: string | null
  /** Null if neither the line nor its order has a due date. */
  due_on: string | null
  units: number
  /** Whole cents in the organisation's currency; only lines whose cost or price is known and can be converted. */
  cost: number
  retail: number
  is_costed: boolean
  is_priced: boolean
  /** A currency of the costs, and of some price, without a rate; null if every amount can be converted. */
  unrated_currency: string | null
  unrated_price_currency: string | null
}

/**
 * Lines with units outstanding. Costs and prices in another currency are converted at the newest rate. Transfers move
 * stock that was already bought, so they are left out.
 */
export const readOrdersDue = (
  sql: Sql,
  { organization_id, time_zone }: { organization_id: string; time_zone: string },
): PromiseLike<OrderDue[]> => sql<OrderDue[]>`
  with rates as (
    select distinct on (currency) currency, organization_currency_per_unit as rate from exchange_rates
    where organization_id = ${organization_id} and rate_date <= (now() at time zone ${time_zone})::date
    order by currency, rate_date desc
  ), wanted as materialized (
    select o.purchase_order_id, o.expected_delivery_date from purchase_orders o
    where o.organization_id = ${organization_id} and o.status in ${sql(['draft', ...openOrderStatuses])}
      and o.order_type <> 'transfer'
  ), ${orderSums(sql, organization_id)}, due as (
    select s.purchase_order_id, s.category_id, coalesce(s.due_on, s.expected_delivery_date) as due_on,
      sum(s.outstanding_units)::float8 as units, sum(s.outstanding_cost) as cost,
      sum(s.outstanding_uncosted_lines) = 0 as is_costed,
      sum(s.outstanding_retail * case when s.price_currency = g.currency then 1 else r.rate end) as retail,
      sum(s.outstanding_unpriced_lines) = 0 as is_priced,
      min(s.price_currency) filter (where s.price_currency <> g.currency and r.rate is null) as unrated_price_currency
    from order_sum s
    join organizations g on g.organization_id = ${organization_id}
    left join rates r on r.currency = s.price_currency
    where s.outstanding_lines > 0
    group by 1, 2, 3
  )
  select d.purchase_order_id, o.name, o.status, o.on_hold, o.cancel_date, d.category_id, d.due_on, d.units,
    coalesce(round(d.cost * f.rate * 100), 0)::float8 as cost, coalesce(round(d.retail), 0)::float8 as retail,
    d.is_costed, d.is_priced, case when f.rate is null then o.currency end as unrated_currency, d.unrated_price_currency
  from due d
  join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = d.purchase_order_id
  join organizations g on g.organization_id = ${organization_id}
  left join rates c on c.currency = o.currency
  cross join lateral (select case when o.currency = g.currency then 1 else c.rate end as rate) f
  order by d.due_on nulls last, o.name, d.purchase_order_id`
