/** Events of purchasing: purchase orders and their deliveries. */
import type { Events } from '../contract/events.ts'
import { PurchaseOrder, PurchaseOrderDelivery } from './orders/model.ts'

const purchase_order = {
  record: PurchaseOrder,
  read: 'GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}',
} as const

export const purchasingEvents = {
  'receipt.recorded': {
    sent_when: 'A delivery against a purchase order is recorded and moves stock.',
    record: PurchaseOrderDelivery,
    read: 'GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries/{delivery_id}',
  },
  new_purchase_order: { sent_when: 'A purchase order is created.', ...purchase_order },
  purchase_order_updated: {
    sent_when: 'A purchase order changes: its fields, lines, state, hold or deliveries.',
    ...purchase_order,
  },
} satisfies Events
