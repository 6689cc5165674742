import { uuidv7 } from 'uuidv7'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { holdBundles } from '../../ledger/bundles/parts.ts'
import { Shape, Type } from '../../contract/schema.ts'
import { checkShipped, outstandingOf } from './arrival.rules.ts'
import { not_in_count, received_at, reference } from './deliveries.model.ts'
import { PurchaseOrder, PurchaseOrderPath } from '../orders/model.ts'
import { announceDeliveries, bookArrivals, dateArrivals, fingerprintOf } from './receive.ts'
import { readLinesToReceive } from './receiving.store.ts'
import { checkAct } from '../orders/rules.ts'
import { lockOrder, readOrder } from '../orders/store.ts'

const DeliveryDetails = Shape(
  {
    received_at: Type.Optional(received_at),
    reference: Type.Optional(reference),
    not_in_count: Type.Optional(not_in_count),
  },
  { examples: [{ reference: 'DN 8812' }], description: 'Time and reference of the delivery. The body may be omitted.' },
)
DeliveryDetails.default = {}

export const markPurchaseOrderDelivered = operation({
  id: 'purchase_orders.mark_delivered',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/mark_delivered',
  summary: 'Mark a purchase order as delivered',
  desc: ({ name }) => `Everything outstanding on ${name} is recorded as delivered.`,
  description:
    'Records one delivery of all outstanding units, as if each line had been recorded, and returns the order, which is then `delivered`. Of two concurrent calls only one succeeds. Fails with `conflict` if the order is a draft, delivered, closed, cancelled or on hold, if a transfer has not been issued, or if the components of a manufacturing order are not available.',
  params: PurchaseOrderPath,
  body: DeliveryDetails,
  answer: PurchaseOrder,
  refusals: ['purchase_order_not_on_file', 'conflict'],
  conflict:
    'The order is not approved or issued, is on hold, or has no outstanding units; or its components or its source do not have the units.',
  emits: [
    'receipt.recorded',
    'movement.recorded',
    'purchase_order_updated',
    'order.updated',
    'exception.opened',
    'exception.resolved',
  ],
  async run({ sql, caller, params: { purchase_order_id }, body, now }) {
    const { organization_id } = caller
    await holdBundles(sql, organization_id)
    const order = await lockOrder(sql, organization_id, purchase_order_id)
    checkAct('receive', order)
    checkShipped(order)
    await dateArrivals(sql, caller, now, order, [{ at: '', received_at: body.received_at ?? now }])
    const lines = await readLinesToReceive(sql, organization_id, purchase_order_id)
    const outstanding = lines
      .map((line) => ({ line, received_quantity: outstandingOf(order, line) }))
      .filter(({ received_quantity }) => received_quantity > 0)
    if (outstanding.length === 0) {
      refuse('conflict', {
        desc: `${order.name} has no outstanding units.`,
        data: { act: 'receive', status: order.status },
      })
    }
    const delivery_id = uuidv7()
    const arrival = {
      delivery_id,
      // The outstanding units differ each time, so this delivery never counts as a duplicate of another.
      fingerprint: fingerprintOf(delivery_id),
      received_at: body.received_at ?? now,
      reference: body.reference ?? null,
      not_in_count: body.not_in_count ?? false,
      lines: outstanding,
    }
    await bookArrivals(sql, caller, now, order, lines, [arrival])
    await announceDeliveries(sql, organization_id, purchase_order_id, [delivery_id])
    return readOrder(sql, organization_id, purchase_order_id)
  },
})
