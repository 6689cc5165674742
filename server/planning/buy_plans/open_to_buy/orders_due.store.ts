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
  /** Decimal cents in the organisation's currency; only lines whose cost or price is known and can be converted. */
  cost: string
  retail: string
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
  ), lines as (
    select o.purchase_order_id, o.name, o.status, o.on_hold, o.cancel_date, p.category_id,
      coalesce(l.expected_delivery_date, o.expected_delivery_date) as due_on, l.quantity - l.delivered_quantity as units,
      l.unit_cost * case when o.currency = g.currency then 1 else c.rate end as cost,
      v.price_cents * case when p.currency = g.currency then 1 else r.rate end as price
    from purchase_orders o
    join organizations g on g.organization_id = ${organization_id}
    cross join lateral (
      select l.variant_id, l.quantity, l.delivered_quantity, l.unit_cost, l.expected_delivery_date
      from purchase_order_lines l
      where l.organization_id = ${organization_id} and l.purchase_order_id = o.purchase_order_id offset 0
    ) l
    join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    left join rates c on c.currency = o.currency
    left join rates r on r.currency = p.currency
    where o.organization_id = ${organization_id} and o.status in ${sql(['draft', ...openOrderStatuses])}
      and o.order_type <> 'transfer' and l.quantity > l.delivered_quantity
  )
  select purchase_order_id, name, status, on_hold, cancel_date, category_id, due_on, sum(units)::float8 as units,
    coalesce(sum(units * cost) * 100, 0)::text as cost, coalesce(sum(units * price), 0)::text as retail,
    bool_and(cost is not null) as is_costed, bool_and(price is not null) as is_priced
  from lines
  group by purchase_order_id, name, status, on_hold, cancel_date, category_id, due_on
  order by due_on nulls last, name, purchase_order_id`
