import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { Refusal, refuseField } from '../../contract/refusals.ts'
import { sampleId, Id, Shape, type Static, Type } from '../../contract/schema.ts'
import { createOrders, creatorOf } from '../order_creation/creation.ts'
import { lineFields, orderFields, type OrderDraft } from '../order_creation/draft.ts'
import { NewPurchaseOrders, OrganizationPath } from '../orders/model.ts'

const ManufacturingOrder = Shape(
  {
    variant_id: Id('The variant to be made.'),
    location_id: Id('The location at which it is made and received.'),
    recommended_location_id: Type.Optional(
      Id(
        'The location to take the components from, as recommended by planning; becomes `source_location_id`. Defaults to `location_id`.',
      ),
    ),
    quantity: lineFields.quantity,
    order_date: Type.Optional(orderFields.order_date),
    expected_delivery_date: Type.Optional(orderFields.expected_delivery_date),
  },
  { $id: 'NewManufacturingOrder' },
)
type ManufacturingOrder = Static<typeof ManufacturingOrder>

const ordersMax = limits.purchase_orders_bulk_max

export const createManufacturingOrders = operation({
  id: 'purchase_orders.manufacturing_bulk',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/manufacturing/bulk',
  summary: 'Create manufacturing orders in bulk',
  desc: ({ total_created }) => `${counted(total_created, 'manufacturing order')} created.`,
  description: `Creates up to ${ordersMax} manufacturing orders in one transaction, each a draft for one variant. The orders use the organisation's currency and have no supplier; \`order_date\` defaults to today. Either all orders are created or none; an error names the field, e.g. \`manufacturing_orders[2].variant_id\`. Components are not reserved; use auto-allocate.`,
  params: OrganizationPath,
  body: Shape(
    {
      manufacturing_orders: Type.Array(ManufacturingOrder, {
        minItems: 1,
        maxItems: ordersMax,
        description: 'The orders to create.',
      }),
    },
    { examples: [{ manufacturing_orders: [{ variant_id: sampleId, location_id: sampleId, quantity: 24 }] }] },
  ),
  answer: NewPurchaseOrders,
  emits: ['new_purchase_order'],
  async run({ sql, caller, body, now }) {
    const drafts = body.manufacturing_orders.map(draftOf)
    const purchase_orders = await createOrders(sql, creatorOf(caller), now, drafts).catch(refuseByRequestField)
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

/** The request has its own names for an order's line and source; refusals must use these. */
function refuseByRequestField(error: unknown): never {
  if (!(error instanceof Refusal) || typeof error.data?.field !== 'string') throw error
  const field = error.data.field.replace('line_items[0].', '').replace('source_location_id', 'recommended_location_id')
  refuseField(field, String(error.data.rule), error.data.allowed as string[] | undefined)
}
