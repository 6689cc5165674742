/**
 * What is on its way: the units of open orders that were not delivered, line by line, by how sure they are. Shipped
 * come first, then what the supplier confirmed beyond deliveries and shipments, then the rest. `incoming` of a level is
 * their sum, written by refreshIncoming whenever an order changes.
 */
import type { Sql } from '../contract/call.ts'
import { open_order_statuses } from '../contract/stock.ts'

/** The open lines of these variants with their order, and in_transit, confirmed and on_order, which sum to units. */
export const openSupply = (sql: Sql, organization_id: string, variant_ids: readonly string[]) => sql`
  select o.purchase_order_id, o.name, o.order_type, o.expected_delivery_date as due, o.location_id, l.variant_id,
    w.units, s.in_transit, a.confirmed, w.units - s.in_transit - a.confirmed as on_order
  from purchase_order_lines l
  join purchase_orders o on o.organization_id = l.organization_id and o.purchase_order_id = l.purchase_order_id
  cross join lateral (select greatest(l.quantity - l.delivered_quantity, 0) as units) w
  cross join lateral (select least(greatest(l.in_transit_quantity, 0), w.units) as in_transit) s
  cross join lateral (
    select least(greatest(coalesce(l.confirmed_quantity, 0) - l.delivered_quantity - s.in_transit, 0),
      w.units - s.in_transit) as confirmed
  ) a
  where l.organization_id = ${organization_id} and l.variant_id = any(${`{${variant_ids.join(',')}}`}::uuid[])
    and o.status = any(${`{${open_order_statuses.join(',')}}`}::text[])`

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
