import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Order, OrderPath } from './model.ts'
import { boundAccount, readOrder } from './order.store.ts'

export const getOrder = operation({
  id: 'orders.get',
  route: 'GET /api/v1/sales/orders/{order_id}',
  summary: 'Get a sales order',
  description:
    'Returns one sales order whole: its lines with their quantities, prices and verdicts, and its shipments with cartons. A key that is bound to a trading account finds only the orders of that account.',
  params: OrderPath,
  answer: Order,
  refusals: ['order_not_on_file'],
  async run({ sql, caller, params: { order_id } }) {
    const order = await readOrder(sql, caller.organization_id, order_id)
    const bound = boundAccount(caller)
    if (bound !== null && order.account?.trading_partner_id !== bound) refuse('order_not_on_file')
    return order
  },
})
