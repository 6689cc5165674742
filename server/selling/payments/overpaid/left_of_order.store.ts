/** What can still be paid back of the money for the order of a consumer. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Sql } from '../../../contract/sql.ts'
import { readRefundable } from '../../returns/return_facts.store.ts'
import { isInForce, paidOutCents } from '../in_force.store.ts'

/** The order, those to which its lines and the money went, and those whose money went there as well. */
export async function readOrdersOfMoney(sql: Sql, organization_id: string, order_id: string): Promise<string[]> {
  const rows = await sql<{ order_id: string }[]>`
    with went as (
      select ${order_id}::uuid as order_id
      union
      select a.order_id from customer_payments p
      join payment_allocations a on a.organization_id = ${organization_id} and a.customer_payment_id = p.customer_payment_id
      where p.organization_id = ${organization_id} and p.order_id = ${order_id}
    )
    select order_id from went
    union
    select p.order_id from payment_allocations a
    join customer_payments p on p.organization_id = ${organization_id} and p.customer_payment_id = a.customer_payment_id
    where a.organization_id = ${organization_id} and a.order_id in (select order_id from went) and p.order_id is not null`
  return rows.map((row) => row.order_id)
}

/**
 * Payments for the orders that were not paid out, less what refunds and exchanges took of them. The orders are locked.
 * What was paid out of a payment that was reversed afterwards is owed back, so it takes off what the others left.
 */
export async function readLeftOfOrders(
  sql: Sql,
  organization_id: string,
  orderIds: readonly string[],
): Promise<number> {
  const [orders, [unallocated]] = await Promise.all([
    readRefundable(sql, organization_id, orderIds),
    sql<{ cents: number }[]>`
      select coalesce(sum(case when ${isInForce(sql, organization_id)} then p.amount_cents - coalesce((
          select sum(a.amount_cents) from payment_allocations a
          where a.organization_id = ${organization_id} and a.customer_payment_id = p.customer_payment_id
        ), 0) else 0 end - ${paidOutCents(sql, organization_id)}), 0)::float8 as cents
      from customer_payments p
      where p.organization_id = ${organization_id} and p.order_id = any(${arrayLiteral(orderIds)}::uuid[])
        and p.reverses_payment_id is null and p.pays_out_payment_id is null`,
  ])
  return orders.reduce((sum, { payments_left_cents }) => sum + (payments_left_cents ?? 0), unallocated!.cents)
}
