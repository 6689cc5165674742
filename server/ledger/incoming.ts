/**
 * What is on its way. A line of an order counts from the day the order is issued until it is delivered or closed: what
 * the supplier confirmed (what was asked, while unanswered) less what arrived, and never less than what is in transit.
 * `incoming` of a level is that sum, written by refreshIncoming whenever an order changes.
 */
import type { Sql } from '../contract/call.ts'

/** Lines still expected: purchase_order_id, name, order_type, due, location_id, variant_id, units, in_transit. */
export const openSupply = (sql: Sql, organization_id: string, variant_ids: readonly string[]) => sql`
  select o.purchase_order_id, o.name, o.order_type, o.expected_delivery_date as due, o.location_id, l.variant_id,
    l.confirmed_quantity is not null as is_confirmed, l.in_transit_quantity as in_transit,
    greatest(coalesce(l.confirmed_quantity, l.quantity) - l.delivered_quantity, l.in_transit_quantity, 0) as units
  from purchase_order_lines l
  join purchase_orders o on o.organization_id = l.organization_id and o.purchase_order_id = l.purchase_order_id
  where l.organization_id = ${organization_id} and l.variant_id = any(${`{${variant_ids.join(',')}}`}::uuid[])
    and o.status in ('issued', 'partially_delivered')`

/** Writes `incoming` of these variants at every location anew, locking levels in the ledger's order. */
export async function refreshIncoming(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
): Promise<void> {
  const ids = `{${variant_ids.join(',')}}`
  await sql`
    insert into stock_levels (organization_id, variant_id, location_id)
    select distinct ${organization_id}::uuid, s.variant_id, s.location_id
    from (${openSupply(sql, organization_id, variant_ids)}) s
    order by s.variant_id, s.location_id
    on conflict do nothing`
  await sql`
    select from stock_levels where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])
    order by variant_id, location_id for update`
  await sql`
    update stock_levels l set incoming = coalesce(s.units, 0)
    from stock_levels k
    left join (
      select variant_id, location_id, sum(units)::int as units
      from (${openSupply(sql, organization_id, variant_ids)}) one group by variant_id, location_id
    ) s using (variant_id, location_id)
    where k.organization_id = ${organization_id} and k.variant_id = any(${ids}::uuid[])
      and l.organization_id = k.organization_id and l.variant_id = k.variant_id and l.location_id = k.location_id
      and l.incoming is distinct from coalesce(s.units, 0)`
}
