/** Money on orders goes where their lines go: to the order that they are merged into, and to one that is split off. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { type InForce, takeFrom } from './allocation.rules.ts'
import { lockPayments, readInForce } from './in_force.store.ts'
import { readOrderBalances } from './overpaid/order_balance.store.ts'
import { openOf, overpaidOf } from './overpaid/overpaid.rules.ts'
import { insertAllocations } from './write_payments.ts'

interface NamedOrder {
  order_id: string
  name: string
}

/** Money on the orders themselves, the latest first; its payments are locked. */
async function lockOnOrders(sql: Sql, organization_id: string, orderIds: readonly string[]): Promise<InForce[]> {
  const which = () => sql`a.order_id = any(${arrayLiteral(orderIds)}::uuid[]) and a.invoice_id is null`
  const before = await readInForce(sql, organization_id, which())
  if (before.length === 0) return []
  await lockPayments(
    sql,
    organization_id,
    before.map(({ customer_payment_id }) => customer_payment_id),
  )
  return [...(await readInForce(sql, organization_id, which()))]
}

const move = (sql: Sql, context: WriteContext, moved: readonly InForce[], order_id: string, reason: string) => {
  const today = dayInTimeZone(context.time_zone, context.now)
  return insertAllocations(
    sql,
    context,
    // The latest money is still the latest.
    moved.toReversed().flatMap((one) => {
      const allocated_on = one.allocated_on > today ? one.allocated_on : today
      return [
        { ...one, amount_cents: 0 - one.amount_cents, cause: 'unapplied' as const, reason, allocated_on },
        { ...one, order_id, cause: 'applied' as const, reason, allocated_on },
      ]
    }),
  )
}

/** All money of the merged orders goes to the order that has their lines. The orders are locked. */
export async function mergeMoney(
  sql: Sql,
  context: WriteContext,
  into: NamedOrder,
  others: readonly NamedOrder[],
): Promise<void> {
  const ids = others.map(({ order_id }) => order_id)
  const onOrders = await lockOnOrders(sql, context.organization_id, ids)
  await move(sql, context, onOrders, into.order_id, `Merged into ${into.name}.`)
}

/**
 * What the rest of the order has too much since a part was split off goes to that part, as far as it is open, the latest first.
 * The orders are locked and saved.
 */
export async function splitMoney(sql: Sql, context: WriteContext, rest: NamedOrder, fresh: NamedOrder): Promise<void> {
  const { organization_id } = context
  const onOrder = await lockOnOrders(sql, organization_id, [rest.order_id])
  if (onOrder.length === 0) return
  const balances = await readOrderBalances(sql, organization_id, [rest.order_id, fresh.order_id])
  const of = ({ order_id }: NamedOrder) => balances.find((one) => one.order_id === order_id)!
  const moved = takeFrom(onOrder, Math.min(overpaidOf(of(rest)), openOf(of(fresh))))
  await move(sql, context, moved, fresh.order_id, `Split off ${rest.name}.`)
}
