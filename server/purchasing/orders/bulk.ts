import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { sampleId, Shape, Type } from '../../contract/schema.ts'
import { createOrders, creatorOf } from '../order_creation/creation.ts'
import { NewOrder } from '../order_creation/draft.ts'
import { draftOf } from '../order_creation/draft.store.ts'
import { NewPurchaseOrders, OrganizationPath } from './model.ts'

const ordersMax = limits.purchase_orders_bulk_max

export const createPurchaseOrders = operation({
  id: 'purchase_orders.bulk',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/bulk',
  summary: 'Create purchase orders in bulk',
  desc: ({ total_created }) => `${counted(total_created, 'purchase order')} created.`,
  description: `Creates up to ${ordersMax} orders of any type in one transaction, with at most ${limits.purchase_order_lines_max.toLocaleString('en-US')} lines in total. The rules for creating a single order apply to each. Either all orders are created or none; an error names the order and the field.`,
  params: OrganizationPath,
  body: Shape(
    {
      purchase_orders: Type.Array(NewOrder, {
        minItems: 1,
        maxItems: ordersMax,
        description: 'The orders to create.',
      }),
    },
    { examples: [{ purchase_orders: [{ location_id: sampleId, supplier_id: sampleId }] }] },
  ),
  answer: NewPurchaseOrders,
  emits: ['new_purchase_order'],
  async run({ sql, caller, body, now }) {
    const drafts = await Promise.all(
      body.purchase_orders.map((one, i) => draftOf(sql, caller.organization_id, one, `purchase_orders[${i}].`)),
    )
    const lines = drafts.reduce((sum, { line_items }) => sum + line_items.length, 0)
    if (lines > limits.purchase_order_lines_max)
      refuseField('purchase_orders', `may contain at most ${limits.purchase_order_lines_max} lines in total`)
    const purchase_orders = await createOrders(sql, creatorOf(caller), now, drafts)
    return { purchase_orders, total_created: purchase_orders.length }
  },
})
