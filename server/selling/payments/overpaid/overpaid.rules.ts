/** What of the money on orders is more than they come to, and which payments it is of. Pure. */
import { type InForce, takeFrom } from '../allocation.rules.ts'
import type { OrderBalanceRow } from './order_balance.store.ts'

type Sums = Pick<OrderBalanceRow, 'agreed_cents' | 'invoiced_cents' | 'paid_cents' | 'paid_back_cents'>

/** What no invoice bills yet. */
const unbilledOf = ({ agreed_cents, invoiced_cents }: Sums): number => Math.max(agreed_cents - invoiced_cents, 0)

/** Money on the order beyond what is left to be invoiced, unless it was paid back. */
export const overpaidOf = (sums: Sums): number => Math.max(sums.paid_cents - sums.paid_back_cents - unbilledOf(sums), 0)

/** What is left to be paid before the next invoice. */
export const openOf = (sums: Sums): number => Math.max(unbilledOf(sums) - sums.paid_cents, 0)

/** Overpaid money by payment, the latest one first in each order, since it is freed first; `onOrders` comes in that order. */
export function overpaidMoney(orders: readonly OrderBalanceRow[], onOrders: readonly InForce[]): InForce[] {
  const ofOrder = Map.groupBy(onOrders, ({ order_id }) => order_id)
  return orders.flatMap((order) => takeFrom(ofOrder.get(order.order_id) ?? [], overpaidOf(order)))
}
