/** Components that a manufacturing order holds back. */
import type { Sql } from '../../contract/call.ts'

/** Gives back what the order holds, levels locked in the ledger's order, and forgets what it has not used. */
export async function releaseComponents(sql: Sql, organization_id: string, purchase_order_id: string): Promise<void> {
  await sql`
    select from stock_levels l
    where l.organization_id = ${organization_id} and (l.variant_id, l.location_id) in (
      select c.variant_id, c.location_id from purchase_order_components c
      where c.organization_id = ${organization_id} and c.purchase_order_id = ${purchase_order_id}
        and c.reserved_quantity > 0)
    order by l.variant_id, l.location_id for update`
  await sql`
    update stock_levels l set committed = l.committed - c.reserved_quantity
    from purchase_order_components c
    where c.organization_id = ${organization_id} and c.purchase_order_id = ${purchase_order_id}
      and c.reserved_quantity > 0 and l.organization_id = c.organization_id and l.variant_id = c.variant_id
      and l.location_id = c.location_id`
  await sql`
    update purchase_order_components set reserved_quantity = 0
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}`
  await sql`
    delete from purchase_order_components
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id} and consumed_quantity = 0`
}
