/** What open and draft orders still bring, by order, category and due day, at cost and at retail. */
import { openOrderStatuses } from '../../../contract/stock.ts'
import type { Sql } from '../../../contract/call.ts'

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
  ), due as (
    select o.purchase_order_id, p.category_id, coalesce(l.expected_delivery_date, o.expected_delivery_date) as due_on,
      sum(l.units)::float8 as units, sum(l.units * l.unit_cost) as cost, bool_and(l.unit_cost is not null) as is_costed,
      sum(l.units * v.price_cents * case when p.currency = g.currency then 1 else r.rate end) as retail,
      bool_and(v.price_cents is not null and (p.currency = g.currency or r.rate is not null)) as is_priced
    from purchase_orders o
    join organizations g on g.organization_id = ${organization_id}
    cross join lateral (
      select l.variant_id, l.quantity - l.delivered_quantity as units, l.unit_cost, l.expected_delivery_date
      from purchase_order_lines l
      where l.organization_id = ${organization_id} and l.purchase_order_id = o.purchase_order_id
        and l.quantity > l.delivered_quantity offset 0
    ) l
    join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    left join rates r on r.currency = p.currency
    where o.organization_id = ${organization_id} and o.status in ${sql(['draft', ...openOrderStatuses])}
      and o.order_type <> 'transfer'
    group by 1, 2, 3
  )
  select d.purchase_order_id, o.name, o.status, o.on_hold, o.cancel_date, d.category_id, d.due_on, d.units,
    coalesce(round(d.cost * f.rate * 100), 0)::float8 as cost, coalesce(round(d.retail), 0)::float8 as retail,
    d.is_costed and f.rate is not null as is_costed, d.is_priced
  from due d
  join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = d.purchase_order_id
  join organizations g on g.organization_id = ${organization_id}
  left join rates c on c.currency = o.currency
  cross join lateral (select case when o.currency = g.currency then 1 else c.rate end as rate) f
  order by d.due_on nulls last, o.name, d.purchase_order_id`
