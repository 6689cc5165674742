import { isDifferent } from '../../contract/difference.ts'
import { operation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Flag, Shape, Text, Type } from '../../contract/schema.ts'
import { PurchaseOrder, PurchaseOrderPath } from './model.ts'
import { checkAct } from './rules.ts'
import { lockOrder, orderChanged, readOrder } from './store.ts'

export const holdPurchaseOrder = operation({
  id: 'purchase_orders.hold',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/hold',
  summary: 'Hold or release a purchase order',
  desc: ({ name, on_hold, hold_reason }) =>
    on_hold
      ? `Purchase order ${name} is on hold${hold_reason === null ? '' : ` (${hold_reason})`}.`
      : `Purchase order ${name} is no longer on hold.`,
  description:
    'Puts an order on hold with a reason, or releases it. The hold is separate from the status. Until it is released, the order cannot be approved, issued, allocated, sent to a warehouse or received. It can still be changed, cancelled and closed, its deliveries can be corrected, and its units stay on order. Holding an order again replaces the reason; sending the same reason changes nothing.',
  params: PurchaseOrderPath,
  body: Shape(
    {
      reason: Type.Optional(
        Text('Reason for the hold; required to hold the order.', { maxLength: 500, examples: ['Wrong price'] }),
      ),
      on_hold: Type.Optional(Flag('true holds the order, false releases it. Defaults to true.')),
    },
    { examples: [{ reason: 'Wrong price' }] },
  ),
  answer: PurchaseOrder,
  refusals: ['purchase_order_not_on_file', 'conflict'],
  conflict: 'The order is delivered, closed or cancelled, or an order to release is not on hold.',
  emits: ['purchase_order_updated'],
  async run({ sql, caller: { organization_id }, params: { purchase_order_id }, body, now }) {
    const holds = body.on_hold ?? true
    const reason = body.reason?.trim() ?? ''
    if (holds && reason === '') refuseField('reason', 'is required to hold an order and must not be blank')
    if (!holds && body.reason !== undefined) refuseField('reason', 'can be sent only when holding the order')
    const order = await lockOrder(sql, organization_id, purchase_order_id)
    checkAct('hold', order)
    if (!holds && !order.on_hold) {
      refuse('conflict', {
        desc: `${order.name} is not on hold, so it cannot be released.`,
        data: { act: 'hold', status: order.status, on_hold: false },
      })
    }
    const held = { on_hold: holds, hold_reason: holds ? reason : null }
    if (!isDifferent(order, held)) return readOrder(sql, organization_id, purchase_order_id)
    await sql`
      update purchase_orders set on_hold = ${held.on_hold}, hold_reason = ${held.hold_reason}
      where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}`
    await orderChanged(sql, organization_id, [purchase_order_id], now)
    return readOrder(sql, organization_id, purchase_order_id)
  },
})
