/**
 * What the orders of commitments contain in the months of one fiscal year: outstanding units of open orders in the month
 * of their due date, and units received in the month of their delivery. Unlike readOrderFacts, which has the whole season, it
 * reads neither ended orders nor deliveries of other years.
 */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { addDays } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import type { OrderFact } from '../../commitment_grids/order_facts.store.ts'
import type { Sql } from '../../contract/call.ts'
import { openOrderStatuses } from '../../contract/stock.ts'

interface IntakeScope {
  organization_id: string
  time_zone: string
}

/** Amounts by month, dated on its first day. Overdue and undated orders count in the current month. */
export const readIntakeFacts = (
  sql: Sql,
  { organization_id, time_zone }: IntakeScope,
  commitment_ids: readonly string[],
  months: readonly Period[],
  today: string,
): PromiseLike<OrderFact[]> => {
  const [start, end] = [months[0]!.start, months.at(-1)!.end]
  const starts = arrayLiteral(months.map((month) => month.start))
  const due = sql`coalesce(l.expected_delivery_date, o.expected_delivery_date)`
  return sql<OrderFact[]>`
    with ordered as (
      select o.commitment_id, l.variant_id, l.unit_cost, o.currency = k.currency as is_own_currency,
        l.quantity - l.delivered_quantity as units, greatest(${due}, ${today}::date) as day, 'on_order' as band
      from purchase_orders o
      join commitments k on k.organization_id = ${organization_id} and k.commitment_id = o.commitment_id
      join purchase_order_lines l on l.organization_id = ${organization_id} and l.purchase_order_id = o.purchase_order_id
      where o.organization_id = ${organization_id} and o.commitment_id = any(${arrayLiteral(commitment_ids)}::uuid[])
        and o.order_type <> 'transfer' and o.status in ${sql([...openOrderStatuses])}
        and l.quantity > l.delivered_quantity
    ), received as (
      select o.commitment_id, l.variant_id, l.unit_cost, o.currency = k.currency as is_own_currency,
        r.received_quantity as units, (d.received_at at time zone ${time_zone})::date as day, 'received' as band
      from purchase_order_deliveries d
      join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = d.purchase_order_id
        and o.commitment_id = any(${arrayLiteral(commitment_ids)}::uuid[]) and o.order_type <> 'transfer'
      join commitments k on k.organization_id = ${organization_id} and k.commitment_id = o.commitment_id
      join purchase_order_delivery_lines r on r.organization_id = ${organization_id} and r.delivery_id = d.delivery_id
        and r.received_quantity > 0
      join purchase_order_lines l on l.organization_id = ${organization_id}
        and l.purchase_order_id = r.purchase_order_id and l.line_id = r.line_id
      where d.organization_id = ${organization_id} and d.removed_at is null
        and d.received_at >= ${addDays(start, -1)}::timestamptz and d.received_at < ${addDays(end, 2)}::timestamptz
    ), facts as (select * from ordered union all select * from received)
    select f.commitment_id, false as is_own, f.band, p.category_id, null::text as category,
      ((${starts}::date[])[width_bucket(f.day, ${starts}::date[])])::text as day,
      coalesce(sum(f.units * f.unit_cost) filter (where f.is_own_currency), 0)::text as amount,
      (count(*) filter (where f.unit_cost is null))::int as uncosted_lines,
      (count(*) filter (where f.unit_cost is not null and not f.is_own_currency))::int as foreign_lines
    from facts f
    join variants v on v.organization_id = ${organization_id} and v.variant_id = f.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    where f.day >= ${start}::date and f.day <= ${end}::date
    group by 1, 3, 4, 6`
}
