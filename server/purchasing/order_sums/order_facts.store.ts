/** Orders of commitments at the cost of their lines: drafted, on order and received, by day. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { OrderFact } from '../../commitment_grids/known_values.ts'
import { openOrderStatuses } from '../../contract/stock.ts'
import type { Sql } from '../../contract/call.ts'
import { orderAndDeliverySums } from './order_sums.sql.ts'

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
  with wanted as materialized (
    select o.purchase_order_id, o.status, o.expected_delivery_date, k.commitment_id,
      o.currency = k.currency as is_own_currency
    from purchase_orders o
    join commitments k on k.organization_id = ${organization_id} and k.commitment_id = o.commitment_id
    where o.organization_id = ${organization_id} and o.commitment_id = any(${arrayLiteral(commitment_ids)}::uuid[])
      and o.order_type <> 'transfer'
  ), ${orderAndDeliverySums(sql, organization_id)}, lines as materialized (
    select s.*, coalesce(s.due_on, s.expected_delivery_date) as day from order_sum s
  ), facts as (
    select commitment_id, is_own_currency, purchase_order_id, category_id, day, case status when 'draft' then 'drafted' else 'on_order' end as band,
      outstanding_cost as cost, outstanding_lines as lines, outstanding_uncosted_lines as uncosted_lines
    from lines where outstanding_lines > 0 and status in ${sql(['draft', ...openOrderStatuses])}
    union all
    select commitment_id, is_own_currency, purchase_order_id, category_id, (received_at at time zone ${time_zone})::date, 'received', received_cost,
      received_lines, received_uncosted_lines
    from delivery_sum
    union all
    select commitment_id, is_own_currency, purchase_order_id, category_id, null, 'received', undated_cost, undated_lines, undated_uncosted_lines
    from lines where undated_lines > 0
  )
  select f.commitment_id, (f.purchase_order_id is not distinct from ${ownOrderId}::uuid) as is_own,
    f.band, f.category_id, c.name as category, f.day,
    coalesce(sum(f.cost) filter (where f.is_own_currency), 0)::text as amount,
    sum(f.uncosted_lines)::int as uncosted_lines,
    coalesce(sum(f.lines - f.uncosted_lines) filter (where not f.is_own_currency), 0)::int as foreign_lines
  from facts f
  left join categories c on c.organization_id = ${organization_id} and c.category_id = f.category_id
  group by f.commitment_id, is_own, f.band, f.category_id, c.name, f.day`
