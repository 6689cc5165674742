import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { Refusal, refuseField } from '../../contract/refusals.ts'
import { example_id, Id, Shape, type Static, Type, Whole } from '../../contract/schema.ts'
import { createOrders, creatorOf } from '../order_creation/creation.ts'
import { line_fields, order_fields, type OrderDraft } from '../order_creation/draft.ts'
import { NewPurchaseOrder, OrganizationPath } from '../orders/model.ts'

const ManufacturingOrder = Shape({
  variant_id: Id('The variant to make.'),
  location_id: Id('Where it is made and received.'),
  recommended_location_id: Type.Optional(
    Id(
      'Where planning recommends to take the components from; it becomes `source_location_id`, which is `location_id` when left out.',
    ),
  ),
  quantity: line_fields.quantity,
  order_date: Type.Optional(order_fields.order_date),
  expected_delivery_date: Type.Optional(order_fields.expected_delivery_date),
})
type ManufacturingOrder = Static<typeof ManufacturingOrder>

const orders_max = limits.purchase_orders_bulk_max

export const createManufacturingOrders = operation({
  id: 'purchase_orders.manufacturing_bulk',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/manufacturing/bulk',
  summary: 'Create many manufacturing orders',
  desc: ({ total_created }) => `${counted(total_created, 'manufacturing order')} created.`,
  description: `Creates up to ${orders_max} manufacturing orders in one write, each a draft of one variant to be made, as creating it alone would: it is costed in the organisation's currency, ordered today when \`order_date\` is left out, and has no supplier. All are created or none: a refusal names the field, e.g. \`manufacturing_orders[2].variant_id\`. Components are reserved by auto-allocate, not here.`,
  params: OrganizationPath,
  body: Shape(
    {
      manufacturing_orders: Type.Array(ManufacturingOrder, {
        minItems: 1,
        maxItems: orders_max,
        description: 'The orders.',
      }),
    },
    { examples: [{ manufacturing_orders: [{ variant_id: example_id, location_id: example_id, quantity: 24 }] }] },
  ),
  answer: Shape({
    purchase_orders: Type.Array(NewPurchaseOrder, { description: 'What was created, in the order of the request.' }),
    total_created: Whole('How many orders were created.'),
  }),
  emits: ['new_purchase_order'],
  async run({ sql, caller, body, now }) {
    const drafts = body.manufacturing_orders.map(draftOf)
    const purchase_orders = await createOrders(sql, creatorOf(caller), now, drafts).catch(refuseInWordsOfRequest)
    return { purchase_orders, total_created: purchase_orders.length }
  },
})

function draftOf(order: ManufacturingOrder, i: number): OrderDraft {
  const { variant_id, quantity, recommended_location_id, ...rest } = order
  return {
    ...rest,
    at: `manufacturing_orders[${i}].`,
    order_type: 'manufacturing',
    source_location_id: recommended_location_id ?? null,
    line_items: [{ variant_id, quantity }],
  }
}

/** An order's line and source have names of their own here; a refusal speaks in these. */
function refuseInWordsOfRequest(error: unknown): never {
  if (!(error instanceof Refusal) || typeof error.data?.field !== 'string') throw error
  const field = error.data.field.replace('line_items[0].', '').replace('source_location_id', 'recommended_location_id')
  refuseField(field, String(error.data.rule))
}
