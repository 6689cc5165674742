import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { actorOf } from '../../ledger/actor.ts'
import { allocateLines, resolveShortages, shortageOf } from './allocation.ts'
import { checkAct, lockOrder, saveOrders } from './locked_order.store.ts'
import { Order, OrderPath } from './model.ts'
import { announceOrders, readOrder } from './order.store.ts'

export const allocateOrder = operation({
  id: 'orders.allocate',
  route: 'POST /api/v1/sales/orders/{order_id}/allocate',
  summary: 'Allocate a sales order',
  desc: ({ name, line_items }) => {
    const short = shortageOf({ lines: line_items })
    return short === 0
      ? `All outstanding units of ${name} hold stock.`
      : `Available stock is held for ${name}; ${counted(short, 'unit')} short.`
  },
  description:
    'Holds stock for the outstanding units of an order at its location, as far as it is available. Held units stay on hand, count as committed, and leave what is available to promise at once. If fewer units than needed are available, those are held, and a later call can hold the rest; a call that can hold nothing more changes nothing. Fails with `conflict` for a draft and for an order that is fulfilled or cancelled.',
  params: OrderPath,
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict: 'The order is a draft, fulfilled or cancelled.',
  emits: ['order.updated', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, now }) {
    const { organization_id } = caller
    const before = await lockOrder(sql, caller, order_id)
    checkAct('allocate', before)
    const [after] = await allocateLines(sql, organization_id, [before])
    if (shortageOf(after!) === shortageOf(before)) return readOrder(sql, organization_id, order_id)
    const saved = await saveOrders(sql, { organization_id, now }, [{ before, after: after! }])
    await resolveShortages(sql, { organization_id, now, resolved_by: actorOf(caller) }, saved)
    const [order] = await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
    return order!
  },
})
