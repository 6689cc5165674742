import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { example_id, Shape, Type, Whole } from '../../contract/schema.ts'
import { NewDelivery, RecordedDelivery } from './deliveries.model.ts'
import { PurchaseOrderPath } from '../orders/model.ts'
import { receive } from './receive.ts'
import { lockOrder } from '../orders/store.ts'

const deliveries_max = limits.purchase_order_deliveries_bulk_max
const lines_max = limits.purchase_order_lines_max

export const recordPurchaseOrderDeliveries = operation({
  id: 'purchase_orders.record_deliveries',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries/bulk',
  summary: 'Record several deliveries',
  desc: ({ total_recorded, total_on_file }) =>
    `${counted(total_recorded, 'delivery', 'deliveries')} recorded; ${total_on_file} on file already, of which nothing moved.`,
  description: `Records up to ${deliveries_max} deliveries of one order in one write, in the order given, each as recording it alone would, with at most ${lines_max.toLocaleString('en-US')} lines over all of them. All are booked or none. Deliveries that are on file with the same figures are answered as they are and counted in \`total_on_file\`.`,
  params: PurchaseOrderPath,
  body: Shape(
    {
      deliveries: Type.Array(NewDelivery, {
        minItems: 1,
        maxItems: deliveries_max,
        description: 'The deliveries, first arrival first.',
      }),
    },
    { examples: [{ deliveries: [{ line_items: [{ variant_id: example_id, received_quantity: 24 }] }] }] },
  ),
  answer: Shape({
    deliveries: Type.Array(RecordedDelivery, { description: 'As they are on file, in the order of the request.' }),
    total_recorded: Whole('How many were booked now.', { examples: [1] }),
    total_on_file: Whole('How many had been told before and moved nothing.', { examples: [0] }),
  }),
  refusals: ['purchase_order_not_on_file', 'conflict'],
  emits: ['receipt.recorded', 'movement.recorded', 'purchase_order_updated', 'exception.opened'],
  async run({ sql, caller, params, body, now }) {
    const lines = body.deliveries.reduce((sum, { line_items }) => sum + line_items.length, 0)
    if (lines > lines_max) refuseField('deliveries', `may hold at most ${lines_max} lines over all of them`)
    const order = await lockOrder(sql, caller.organization_id, params.purchase_order_id)
    const told = body.deliveries.map((one, i) => ({ told: one, at: `deliveries[${i}].` }))
    const deliveries = await receive(sql, caller, now, order, told)
    const total_on_file = deliveries.filter(({ already_on_file }) => already_on_file).length
    return { deliveries, total_recorded: deliveries.length - total_on_file, total_on_file }
  },
})
