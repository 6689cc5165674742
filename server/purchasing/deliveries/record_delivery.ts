import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { example_id } from '../../contract/schema.ts'
import { NewDelivery, RecordedDelivery } from './deliveries.model.ts'
import { PurchaseOrderPath } from '../orders/model.ts'
import { receive } from './receive.ts'
import { lockOrder } from '../orders/store.ts'

const body = { ...NewDelivery, examples: [{ line_items: [{ variant_id: example_id, received_quantity: 24 }] }] }

export const recordPurchaseOrderDelivery = operation({
  id: 'purchase_orders.record_delivery',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries',
  summary: 'Record a delivery',
  desc: ({ already_on_file, moved_units, units, purchase_order_name, recorded_at }) =>
    already_on_file
      ? `This delivery to ${purchase_order_name} is on file already, recorded at ${recorded_at} with ${counted(units, 'unit')}; nothing moved.`
      : `${counted(moved_units, 'unit')} received on ${purchase_order_name}.`,
  description:
    "Books what arrived at the order's destination: one ledger movement for each line, which moves the moving average.\n\nOf a purchase it is a `receipt` at the line's unit cost, landed with the freight and duty that the order plans or was billed (what rounding a unit's cost to four decimals leaves is booked beside it as a `cost_adjustment`, once it comes to a cent); a cost in another currency than the organisation's is not taken for it, and the average stays. Of a transfer it is a `transfer_in` at the cost at which the line left its source. Of a manufacturing order it is an `assembly_in` at what its components cost together, and each component leaves as an `assembly_out` by the active bill of materials, what the order holds back first.\n\nThe order is then `partially_delivered` or `delivered`.\n\nA telling with the same place, time, paper and lines as a delivery on file answers that delivery with `already_on_file: true` and `moved_units: 0`, moves nothing and sends nothing, so a second arrival of the same lines needs a `received_at` or `reference` of its own.\n\nMore units than are outstanding are refused `conflict`, whole, unless `accept_over_receipt` is true; then they are booked and an `over_receipt` exception is opened. A transfer never takes more than left its source. Also `conflict`: an order that is a draft, cancelled, closed, delivered or on hold, a transfer that was not issued, components that are not available, and a variant to be made that has no active bill of materials.",
  params: PurchaseOrderPath,
  body,
  answer: RecordedDelivery,
  refusals: ['purchase_order_not_on_file', 'conflict'],
  emits: ['receipt.recorded', 'movement.recorded', 'purchase_order_updated', 'exception.opened'],
  async run({ sql, caller, params, body, now }) {
    const order = await lockOrder(sql, caller.organization_id, params.purchase_order_id)
    const [delivery] = await receive(sql, caller, now, order, [{ told: body, at: '' }])
    return delivery!
  },
})
