import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { sampleId } from '../../contract/schema.ts'
import { createOrders, creatorOf } from './creation.ts'
import { NewOrder } from './draft.ts'
import { draftOf } from './draft.store.ts'
import { NewPurchaseOrder, OrganizationPath } from '../orders/model.ts'

const body = {
  ...NewOrder,
  examples: [{ location_id: sampleId, supplier_id: sampleId, line_items: [{ variant_id: sampleId, quantity: 24 }] }],
}

export const createPurchaseOrder = operation({
  id: 'purchase_orders.create',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders',
  summary: 'Create a purchase order',
  desc: ({ name, total_line_items }) =>
    `Purchase order ${name} created as a draft with ${counted(total_line_items, 'line')}.`,
  description:
    "Creates a draft: a purchase from a supplier, a manufacturing order, or a transfer between two locations. The order uses the supplier's currency; transfers and orders without a supplier use the organisation's. If a line has no `unit_cost`, it takes the supplier's cost for the variant, or else the variant's own cost if that is in the same currency, or else none. Lines of a transfer always take the cost at which the source holds them. `order_date` defaults to today, and `expected_delivery_date` to the order date plus the supplier's lead time, if known. The request fails and nothing is created if a line has an unknown or archived variant, if the commitment is unknown, closed or retired, or if a transfer needs more of a variant than its source has available. Nothing is on order until the order is approved.",
  params: OrganizationPath,
  body,
  answer: NewPurchaseOrder,
  emits: ['new_purchase_order'],
  async run({ sql, caller, body, now }) {
    const draft = await draftOf(sql, caller.organization_id, body, '')
    const [order] = await createOrders(sql, creatorOf(caller), now, [draft])
    return order!
  },
})
