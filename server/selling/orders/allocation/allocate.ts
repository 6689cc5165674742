import { counted } from '../../../contract/outcome.ts'
import { operation } from '../../../contract/operation.ts'
import { actorOf } from '../../../ledger/actor.ts'
import { allocateLines, settleShortages, shortageOf } from './allocation.ts'
import { checkAct, lockOrder, saveOrders } from '../locked_order.store.ts'
import { Order, OrderPath } from '../model.ts'
import { announceOrders, readOrder } from '../order.store.ts'

export const allocateOrder = operation({
  id: 'orders.allocate',
  route: 'POST /api/v1/sales/orders/{order_id}/allocate',
  summary: 'Allocate a sales order',
  desc: ({ name, line_items }) => {
    const short = shortageOf({ lines: line_items })
    if (short === 0) return `All outstanding units of ${name} hold stock.`
    const held = line_items.reduce((sum, line) => sum + line.allocated_quantity, 0)
    return `${name}: ${held} of ${held + short} held; ${counted(short, 'unit')} short.`
  },
  description:
    'Holds stock for the outstanding units of an order at its location, as far as it is available, also where its ship window opens after the horizon of allocation. A job allocates all open orders every five minutes (the automatic allocation). Orders whose ship window ends first come first, or else by cancel date, or else by requested ship date; then older orders; then by account tier. Held units stay on hand, count as committed, and reduce what is available to promise at once. If fewer units than needed are available, those are held, and a later call can hold the rest; a call that can hold nothing more changes no line. A shortage opens an exception of kind `allocation_short`, and the message states how many of the outstanding units are held. After `unallocate`, the order takes part in the automatic allocation again. Fails with `conflict` for a draft, for an order that is on hold, and for one that is fulfilled or cancelled.',
  params: OrderPath,
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict: 'The order is a draft, on hold, fulfilled or cancelled.',
  emits: ['order.updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, now }) {
    const { organization_id } = caller
    const before = await lockOrder(sql, caller, order_id)
    checkAct('allocate', before)
    const [allocated] = await allocateLines(sql, organization_id, [before])
    const after = { ...allocated!, is_allocated_on_request: false }
    const isSame = shortageOf(after) === shortageOf(before) && !before.is_allocated_on_request
    const [saved] = isSame
      ? [before]
      : await saveOrders(sql, { organization_id, now, actor: actorOf(caller) }, [{ before, after }])
    await settleShortages(sql, { organization_id, now, resolved_by: actorOf(caller) }, [saved!])
    if (isSame) return readOrder(sql, organization_id, order_id)
    const [order] = await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
    return order!
  },
})
