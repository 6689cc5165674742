import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { DeliveryPath } from './deliveries.model.ts'
import { readDeliveries } from './deliveries.store.ts'
import { PurchaseOrderDelivery } from '../orders/model.ts'

export const getPurchaseOrderDelivery = operation({
  id: 'purchase_orders.get_delivery',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries/{delivery_id}',
  summary: 'Get a delivery',
  description:
    'Returns a delivery against an order. A delivery that was removed or belongs to another order is not found.',
  params: DeliveryPath,
  answer: PurchaseOrderDelivery,
  refusals: ['purchase_order_delivery_not_on_file'],
  async run({ sql, caller, params: { purchase_order_id, delivery_id } }) {
    const [delivery] = await readDeliveries(sql, caller.organization_id, [purchase_order_id], [delivery_id])
    return delivery ?? refuse('purchase_order_delivery_not_on_file')
  },
})
