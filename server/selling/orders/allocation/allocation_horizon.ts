/**
 * How far ahead orders hold stock: those whose ship window opens later wait, so that they do not hold what is sold now.
 * The account's horizon counts, else that of the organisation; without one every order holds stock.
 */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { openOrderStatuses } from '../../../contract/stock.ts'
import { isAssembled } from '../../../ledger/bundles/parts.ts'
import type { Fragment, Sql } from '../../../contract/call.ts'

/** Whether the ship window of order o of account p, which may be none, opens after the horizon; g is the organisation. */
export const opensLater = (sql: Sql): Fragment => sql`
  (o.ship_window_start > (now() at time zone g.time_zone)::date
    + coalesce(p.allocation_horizon_days, g.allocation_horizon_days)) is true`

/** Whether an order that is to be written waits; the day is one of the organisation. */
export async function waits(
  sql: Sql,
  organization_id: string,
  order: { trading_partner_id: string | null; ship_window_start: string | null },
): Promise<boolean> {
  const { trading_partner_id, ship_window_start } = order
  if (ship_window_start === null) return false
  const [row] = await sql<{ is_later: boolean }[]>`
    select ${opensLater(sql)} as is_later
    from (select ${ship_window_start}::date as ship_window_start) o
    join organizations g on g.organization_id = ${organization_id}
    left join trading_partners p on p.organization_id = ${organization_id}
      and p.trading_partner_id = ${trading_partner_id}::uuid`
  return row!.is_later
}

/** What could cover the outstanding units of a line that waits. */
export interface Cover {
  line_item_id: string
  units: number
  available: number
  incoming: number
  incoming_by: string | null
}

/**
 * Lines that want units of orders that wait, with the units available at their location and those that open orders
 * bring there by the day on which the ship window opens. Other orders may want the same units. Bundles that are assembled
 * when sold have no stock of their own.
 */
export const readCovers = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<Cover[]>`
  select l.line_id as line_item_id, w.units::float8 as units, greatest(coalesce(s.on_hand - s.committed, 0), 0)::float8 as available,
    i.units::float8 as incoming, i.due_on as incoming_by
  from sales_orders o
  join organizations g on g.organization_id = ${organization_id}
  left join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = o.trading_partner_id
  join order_lines l on l.organization_id = ${organization_id} and l.order_id = o.order_id
  cross join lateral (select l.quantity - l.cancelled_quantity - l.fulfilled_quantity + l.over_shipped_quantity
    - l.allocated_quantity as units) w
  left join stock_levels s on s.organization_id = ${organization_id} and s.variant_id = l.variant_id
    and s.location_id = coalesce(l.location_id, o.location_id)
  cross join lateral (
    select coalesce(sum(b.quantity - b.delivered_quantity), 0) as units,
      max(coalesce(b.expected_delivery_date, c.expected_delivery_date))::text as due_on
    from (select * from purchase_order_lines b where b.organization_id = ${organization_id}
      and b.variant_id = l.variant_id and b.delivered_quantity < b.quantity offset 0) b
    join purchase_orders c on c.organization_id = ${organization_id} and c.purchase_order_id = b.purchase_order_id
    where c.status in ${sql([...openOrderStatuses])} and c.location_id = coalesce(l.location_id, o.location_id)
      and coalesce(b.expected_delivery_date, c.expected_delivery_date) <= o.ship_window_start
  ) i
  where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(ids)}::uuid[])
    and o.lifecycle not in ('draft', 'fulfilled', 'cancelled') and w.units > 0 and ${opensLater(sql)}
    and not ${isAssembled(sql, organization_id, sql`l.variant_id`)}`
