import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Count, Shape, Type } from '../../contract/schema.ts'
import { readDeliveries } from './deliveries.store.ts'
import { PurchaseOrderDelivery, PurchaseOrderPath } from '../orders/model.ts'

export const listPurchaseOrderDeliveries = operation({
  id: 'purchase_orders.list_deliveries',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries',
  summary: 'List purchase order deliveries',
  description: 'Returns the deliveries against an order, earliest arrival first. Removed deliveries are not included.',
  params: PurchaseOrderPath,
  answer: Shape({
    items: Type.Array(PurchaseOrderDelivery, { description: 'The deliveries, earliest arrival first.' }),
    total_count: Count('Number of deliveries.', { examples: [1] }),
  }),
  refusals: ['purchase_order_not_on_file'],
  async run({ sql, caller: { organization_id }, params: { purchase_order_id } }) {
    const [[order], items] = await Promise.all([
      sql<{ one: number }[]>`
        select 1 as one from purchase_orders
        where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}`,
      readDeliveries(sql, organization_id, [purchase_order_id]),
    ])
    if (order === undefined) refuse('purchase_order_not_on_file')
    return { items, total_count: items.length }
  },
})
