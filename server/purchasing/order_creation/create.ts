import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { example_id } from '../../contract/schema.ts'
import { createOrders, creatorOf } from './creation.ts'
import { NewOrder } from './draft.ts'
import { draftOf } from './draft.store.ts'
import { NewPurchaseOrder, OrganizationPath } from '../orders/model.ts'

const body = {
  ...NewOrder,
  examples: [
    { location_id: example_id, supplier_id: example_id, line_items: [{ variant_id: example_id, quantity: 24 }] },
  ],
}

export const createPurchaseOrder = operation({
  id: 'purchase_orders.create',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders',
  summary: 'Create a purchase order',
  desc: ({ name, total_line_items }) =>
    `Purchase order ${name} created as a draft with ${counted(total_line_items, 'line')}.`,
  description:
    "Creates a draft: a purchase from a supplier, a manufacturing order of the own workshop, or a transfer between two locations. It is costed in the supplier's currency, a transfer in the organisation's.\n\nA line without `unit_cost` takes what the supplier asks for the variant, else the variant's own cost where that is in the same currency, else none; a transfer's lines always take what their source holds them at. `order_date` is today when left out, and `expected_delivery_date` is then the supplier's lead time later, where one is known.\n\nRefused whole: a line of an unknown or archived variant, an unknown commitment or one that is closed, and a transfer that draws more of a variant than its source holds beyond what is promised. Nothing is on order until the order is approved.",
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
