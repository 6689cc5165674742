/** Money on orders that are merged and split. */
import type { ChangelogEntry } from '../entry.ts'

export const moneyOfOrders: readonly ChangelogEntry[] = [
  {
    id: 'money-of-merged-and-split-orders',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'sales'],
    title: 'Money that was paid on an order goes along as it is merged or split',
    detail: `What was paid on orders before their invoice goes to the order that they are merged into, and what the rest of a split order
    has too much goes to the part that is split off, as far as that is open. Before, it stayed on the first order as overpaid, while the other one was open,
    and refunds of merged consumer orders were limited to the payments for one of them. Money of a consumer is applied again to the orders
    that it was on, and its payouts are bounded by the refunds of all of them.`,
    action_required: null,
    covers: [
      'session.merge_orders',
      'session.split_order',
      'session.apply_payment',
      'session.pay_out_payment',
      'session.get_order_balance',
      'session.get_unallocated_money',
    ],
  },
]
