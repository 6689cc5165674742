import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { holdBundles } from '../../ledger/bundles/parts.ts'
import { sampleId } from '../../contract/schema.ts'
import { NewDelivery, RecordedDelivery } from './deliveries.model.ts'
import { PurchaseOrderPath } from '../orders/model.ts'
import { receive } from './receive.ts'
import { lockOrder } from '../orders/store.ts'

const body = { ...NewDelivery, examples: [{ line_items: [{ variant_id: sampleId, received_quantity: 24 }] }] }

export const recordPurchaseOrderDelivery = operation({
  id: 'purchase_orders.record_delivery',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries',
  summary: 'Record a delivery',
  desc: ({ already_on_file, moved_units, units, purchase_order_name, recorded_at }) =>
    already_on_file
      ? `This delivery to ${purchase_order_name} is already on file, recorded at ${recorded_at} with ${counted(units, 'unit')}. No stock moved.`
      : `${counted(moved_units, 'unit')} received on ${purchase_order_name}.`,
  description:
    "Books the delivered units at the order's destination, with one ledger movement for each line, and updates the average cost.\n\nFor a purchase order the movement is a `receipt` at the line's unit cost, landed with the freight and duty that the order plans or was billed. Unit costs are kept with up to ten decimals and shown with four. A cost in another currency than the organisation's is converted at the newest rate on or before the day of arrival; without one it is unknown until such a rate is set. A delivery that arrived before stock was counted is in the count and is offset there, unless `not_in_count` is true. For a transfer the movement is a `transfer_in` at the cost at which the line left its source. For a manufacturing order it is an `assembly_in` at the total cost of its components, and each component leaves as an `assembly_out` according to the active bill of materials, reserved units first. The order is then `partially_delivered` or `delivered`.\n\nA request with the same location, time, reference and lines as a delivery on file returns that delivery with `already_on_file: true` and `moved_units: 0`; no stock moves and no event is sent. A second delivery of the same lines therefore needs its own `received_at` or `reference`. More units than outstanding are refused with `conflict`, and nothing is booked, unless `accept_over_receipt` is true; then they are booked and an `over_receipt` exception is opened. A transfer can never receive more than left its source. The request also fails with `conflict` if the order is a draft, cancelled, closed, delivered or on hold, if a transfer was not issued, if components are not available, or if a variant to be made has no active bill of materials.",
  params: PurchaseOrderPath,
  body,
  answer: RecordedDelivery,
  refusals: ['purchase_order_not_on_file', 'conflict'],
  conflict:
    'The order is not approved or issued, is on hold, or has everything delivered; the delivery brings more than is outstanding without `accept_over_receipt`; or its components or its source do not have the units.',
  emits: [
    'receipt.recorded',
    'movement.recorded',
    'purchase_order_updated',
    'order.updated',
    'exception.opened',
    'exception.resolved',
  ],
  async run({ sql, caller, params, body, now }) {
    await holdBundles(sql, caller.organization_id)
    const order = await lockOrder(sql, caller.organization_id, params.purchase_order_id)
    const [delivery] = await receive(sql, caller, now, order, [{ submitted: body, at: '' }])
    return delivery!
  },
})
