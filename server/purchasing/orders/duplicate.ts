import { operation } from '../../contract/operation.ts'
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Packing } from '../../contract/units_of_measure.ts'
import { createOrders, creatorOf } from '../order_creation/creation.ts'
import type { DraftLine, OrderDraft } from '../order_creation/draft.ts'
import { NewPurchaseOrder, PurchaseOrderPath } from './model.ts'

export const duplicatePurchaseOrder = operation({
  id: 'purchase_orders.duplicate',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/duplicate',
  summary: 'Duplicate a purchase order',
  desc: ({ name }) => `Purchase order ${name} created as a draft copy.`,
  description:
    "Creates a draft with the type, locations, supplier, commitment, notes, container type and freight of an existing order of any status, and with its lines: quantities, units of purchase, costs and duty. Lines of a transfer take the cost at which the source holds them today. The copy has today's order date, and no `external_id`, other dates, hold or deliveries. It is validated like a new order, so it fails if a record it refers to has been archived, closed or deactivated since.",
  params: PurchaseOrderPath,
  answer: NewPurchaseOrder,
  refusals: ['purchase_order_not_on_file'],
  emits: ['new_purchase_order'],
  async run({ sql, caller, params, now }) {
    const draft = await draftFrom(sql, caller.organization_id, params.purchase_order_id)
    const [order] = await createOrders(sql, creatorOf(caller), now, [draft])
    return order!
  },
})

interface LineRow extends Packing {
  variant_id: string
  quantity: number
  unit_cost: string | null
  duty_bp: number | null
}

async function draftFrom(sql: Sql, organization_id: string, purchase_order_id: string): Promise<OrderDraft> {
  const [[order], lines] = await Promise.all([
    sql<Omit<OrderDraft, 'at' | 'line_items'>[]>`
      select order_type, location_id, supplier_id, source_location_id, commitment_id, notes, container_type_id,
        freight_per_container_cents::float8 as freight_per_container_cents
      from purchase_orders
      where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}`,
    sql<LineRow[]>`
      select variant_id, quantity, unit_cost, duty_bp, purchase_unit, purchase_unit_factor, inner_pack_quantity
      from purchase_order_lines
      where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}
      order by line_id`,
  ])
  if (order === undefined) refuse('purchase_order_not_on_file')
  const isTransfer = order.order_type === 'transfer'
  const line_items = lines.map(({ variant_id, quantity, unit_cost, duty_bp, ...packing }): DraftLine => ({
    variant_id,
    quantity,
    copied_cost: isTransfer ? null : unit_cost,
    duty_bp,
    packing,
  }))
  return { ...order, at: '', line_items }
}
