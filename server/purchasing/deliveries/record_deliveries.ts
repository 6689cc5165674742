import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { holdBundles } from '../../ledger/bundles/parts.ts'
import { Count, sampleId, Shape, Type } from '../../contract/schema.ts'
import { NewDelivery, RecordedDelivery } from './deliveries.model.ts'
import { PurchaseOrderPath } from '../orders/model.ts'
import { receive } from './receive.ts'
import { lockOrder } from '../orders/store.ts'

const deliveriesMax = limits.purchase_order_deliveries_bulk_max
const linesMax = limits.purchase_order_lines_max

export const recordPurchaseOrderDeliveries = operation({
  id: 'purchase_orders.record_deliveries',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries/bulk',
  summary: 'Record deliveries in bulk',
  desc: ({ total_recorded, total_on_file }) =>
    `${counted(total_recorded, 'delivery', 'deliveries')} recorded; ${total_on_file} already on file.`,
  description: `Records up to ${deliveriesMax} deliveries of one order in one transaction, in the order given, with at most ${linesMax.toLocaleString('en-US')} lines in total. The rules for recording a single delivery apply to each. Either all deliveries are booked or none. Deliveries that are already on file with the same figures are returned unchanged and counted in \`total_on_file\`.`,
  params: PurchaseOrderPath,
  body: Shape(
    {
      deliveries: Type.Array(NewDelivery, {
        minItems: 1,
        maxItems: deliveriesMax,
        description: 'The deliveries, earliest arrival first.',
      }),
    },
    { examples: [{ deliveries: [{ line_items: [{ variant_id: sampleId, received_quantity: 24 }] }] }] },
  ),
  answer: Shape({
    deliveries: Type.Array(RecordedDelivery, { description: 'The recorded deliveries, in the order of the request.' }),
    total_recorded: Count('Number of deliveries booked by this call.', { examples: [1] }),
    total_on_file: Count('Number of deliveries that were already on file.', { examples: [0] }),
  }),
  refusals: ['purchase_order_not_on_file', 'conflict'],
  conflict:
    'An order is not approved or issued, is on hold, or has everything delivered; a delivery brings more than is outstanding without `accept_over_receipt`; or the components or the source do not have the units. Nothing is recorded.',
  emits: [
    'receipt.recorded',
    'movement.recorded',
    'purchase_order_updated',
    'order.updated',
    'exception.opened',
    'exception.resolved',
  ],
  async run({ sql, caller, params, body, now }) {
    const lines = body.deliveries.reduce((sum, { line_items }) => sum + line_items.length, 0)
    if (lines > linesMax) refuseField('deliveries', `may contain at most ${linesMax} lines in total`)
    await holdBundles(sql, caller.organization_id)
    const order = await lockOrder(sql, caller.organization_id, params.purchase_order_id)
    const submitted = body.deliveries.map((one, i) => ({ submitted: one, at: `deliveries[${i}].` }))
    const deliveries = await receive(sql, caller, now, order, submitted)
    const total_on_file = deliveries.filter(({ already_on_file }) => already_on_file).length
    return { deliveries, total_recorded: deliveries.length - total_on_file, total_on_file }
  },
})
