/**
 * Orders of commitments in the months of one fiscal year: outstanding units of open orders in the month of their due
 * date, and units received in the month of their delivery. Unlike readOrderFacts, which has the whole season, it reads
 * neither ended orders nor deliveries of other years.
 */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { addDays } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import type { OrderFact } from '../../commitment_grids/known_values.ts'
import type { Sql } from '../../contract/call.ts'
import { openOrderStatuses } from '../../contract/stock.ts'
import { orderAndDeliverySums } from '../../purchasing/order_sums/order_sums.sql.ts'

/** Amounts of orders in one currency; `amount` is zero where that is not the commitment's. */
export interface IntakeFact extends OrderFact {
  /** Currency of the orders. */
  currency: string
  /** Decimal amount in it; lines without a cost are left out. */
  order_amount: string
}

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
): PromiseLike<IntakeFact[]> => {
  const [start, end] = [months[0]!.start, months.at(-1)!.end]
  const starts = arrayLiteral(months.map((month) => month.start))
  return sql<IntakeFact[]>`
    with wanted as materialized (
      select o.purchase_order_id, o.expected_delivery_date, o.status in ${sql([...openOrderStatuses])} as is_open,
        k.commitment_id, o.currency, o.currency = k.currency as is_own_currency
      from purchase_orders o
      join commitments k on k.organization_id = ${organization_id} and k.commitment_id = o.commitment_id
      where o.organization_id = ${organization_id} and o.commitment_id = any(${arrayLiteral(commitment_ids)}::uuid[])
        and o.order_type <> 'transfer' and (o.status in ${sql([...openOrderStatuses])} or exists (
          select from purchase_order_deliveries d
          where d.organization_id = ${organization_id} and d.purchase_order_id = o.purchase_order_id
            and d.removed_at is null and d.received_at >= ${addDays(start, -1)}::timestamptz
            and d.received_at < ${addDays(end, 2)}::timestamptz))
    ), ${orderAndDeliverySums(sql, organization_id)}, facts as (
      select s.commitment_id, s.currency, s.is_own_currency, s.category_id, s.outstanding_cost as cost, s.outstanding_lines as lines,
        s.outstanding_uncosted_lines as uncosted_lines,
        greatest(coalesce(s.due_on, s.expected_delivery_date), ${today}::date) as day, 'on_order' as band
      from order_sum s
      where s.is_open and s.outstanding_lines > 0
      union all
      select d.commitment_id, d.currency, d.is_own_currency, d.category_id, d.received_cost, d.received_lines, d.received_uncosted_lines,
        (d.received_at at time zone ${time_zone})::date, 'received'
      from delivery_sum d
    )
    select f.commitment_id, false as is_own, f.band, f.category_id, c.name as category,
      ((${starts}::date[])[width_bucket(f.day, ${starts}::date[])])::text as day,
      f.currency, sum(f.cost)::text as order_amount,
      coalesce(sum(f.cost) filter (where f.is_own_currency), 0)::text as amount,
      sum(f.uncosted_lines)::int as uncosted_lines,
      coalesce(sum(f.lines - f.uncosted_lines) filter (where not f.is_own_currency), 0)::int as foreign_lines
    from facts f
    left join categories c on c.organization_id = ${organization_id} and c.category_id = f.category_id
    where f.day >= ${start}::date and f.day <= ${end}::date
    group by 1, 3, 4, 5, 6, 7`
}
