/** What the orders of commitments contain, at the cost of their lines: drafted, on order and received, by day. */
import { arrayLiteral } from '../../db/sql/array_literal.ts'
import { openOrderStatuses } from '../contract/stock.ts'
import type { Sql } from '../contract/call.ts'
import type { OrderBand } from './known_values.ts'

export interface OrderFact {
  commitment_id: string
  /** Whether the order is the one asked for. */
  is_own: boolean
  band: OrderBand
  category_id: string | null
  category: string | null
  /** Due date, or the day of the receipt; null if there is none. */
  day: string | null
  /** Decimal amount in the commitment's currency; lines without a cost in it are left out. */
  amount: string
  uncosted_lines: number
  foreign_lines: number
}

/**
 * Outstanding units count on their due date, received units on the days of their deliveries; units that were recorded as
 * delivered without a delivery have no day. Transfers move stock that was already bought, so they are left out. The facts of
 * one order can be told apart from those of the others.
 */
export const readOrderFacts = (
  sql: Sql,
  { organization_id, time_zone }: { organization_id: string; time_zone: string },
  commitment_ids: readonly string[],
  ownOrderId: string | null = null,
): PromiseLike<OrderFact[]> => sql<OrderFact[]>`
  with lines as materialized (
    select o.commitment_id, o.purchase_order_id, o.status, o.currency = k.currency as is_own_currency, l.line_id,
      l.unit_cost, l.quantity, l.delivered_quantity, p.category_id,
      coalesce(l.expected_delivery_date, o.expected_delivery_date) as due_on
    from purchase_orders o
    join commitments k on k.organization_id = ${organization_id} and k.commitment_id = o.commitment_id
    cross join lateral (
      select * from purchase_order_lines l
      where l.organization_id = ${organization_id} and l.purchase_order_id = o.purchase_order_id offset 0
    ) l
    join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    where o.organization_id = ${organization_id} and o.commitment_id = any(${arrayLiteral(commitment_ids)}::uuid[])
      and o.order_type <> 'transfer'
  ), receipts as (
    select l.commitment_id, l.category_id, l.unit_cost, l.is_own_currency, l.line_id, l.purchase_order_id,
      (d.received_at at time zone ${time_zone})::date as day, r.received_quantity as units
    from lines l
    join purchase_order_delivery_lines r on r.organization_id = ${organization_id}
      and r.purchase_order_id = l.purchase_order_id and r.line_id = l.line_id
    join purchase_order_deliveries d on d.organization_id = ${organization_id} and d.delivery_id = r.delivery_id
      and d.removed_at is null
  ), facts as (
    select commitment_id, purchase_order_id, category_id, unit_cost, is_own_currency, due_on as day,
      quantity - delivered_quantity as units, case status when 'draft' then 'drafted' else 'on_order' end as band
    from lines where status in ${sql(['draft', ...openOrderStatuses])}
    union all
    select commitment_id, purchase_order_id, category_id, unit_cost, is_own_currency, day, units, 'received'
    from receipts
    union all
    select l.commitment_id, l.purchase_order_id, l.category_id, l.unit_cost, l.is_own_currency, null,
      l.delivered_quantity - coalesce(r.units, 0), 'received'
    from lines l
    left join (
      select purchase_order_id, line_id, sum(units) as units from receipts group by purchase_order_id, line_id
    ) r on r.purchase_order_id = l.purchase_order_id and r.line_id = l.line_id
  )
  select f.commitment_id, (f.purchase_order_id is not distinct from ${ownOrderId}::uuid) as is_own,
    f.band, f.category_id, c.name as category, f.day,
    coalesce(sum(f.units * f.unit_cost) filter (where f.is_own_currency), 0)::text as amount,
    (count(*) filter (where f.unit_cost is null))::int as uncosted_lines,
    (count(*) filter (where f.unit_cost is not null and not f.is_own_currency))::int as foreign_lines
  from facts f
  left join categories c on c.organization_id = ${organization_id} and c.category_id = f.category_id
  where f.units > 0
  group by f.commitment_id, is_own, f.band, f.category_id, c.name, f.day`
