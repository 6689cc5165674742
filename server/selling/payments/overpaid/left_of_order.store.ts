/** What can still be paid back of the money for the order of a consumer. */
import type { Sql } from '../../../contract/sql.ts'
import { readRefundable } from '../../returns/return_facts.store.ts'
import { isInForce, paidOutCents } from '../in_force.store.ts'

/** Payments of the order that were not paid out, less what refunds and exchanges took of them. The order is locked. */
export async function readLeftOfOrder(sql: Sql, organization_id: string, order_id: string): Promise<number> {
  const [[order], [unallocated]] = await Promise.all([
    readRefundable(sql, organization_id, [order_id]),
    sql<{ cents: number }[]>`
      select coalesce(sum(p.amount_cents - ${paidOutCents(sql, organization_id)} - coalesce((
          select sum(a.amount_cents) from payment_allocations a
          where a.organization_id = ${organization_id} and a.customer_payment_id = p.customer_payment_id
        ), 0)), 0)::float8 as cents
      from customer_payments p
      where p.organization_id = ${organization_id} and p.order_id = ${order_id} and ${isInForce(sql, organization_id)}`,
  ])
  // A payment of the order is on file, so what refunds left is known.
  return order!.payments_left_cents! + unallocated!.cents
}
