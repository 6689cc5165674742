import { listFilterValues } from '../../tables/filter_values.ts'
import { OrganizationPath } from './model.ts'
import { purchaseOrdersTable } from './purchase_orders_table.ts'

export const listPurchaseOrderFilters = listFilterValues({
  id: 'purchase_orders.list_filters',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders/filters',
  params: OrganizationPath,
  row: ['purchase order', 'purchase orders'],
  table: purchaseOrdersTable,
  fields: ['status', 'order_type', 'on_hold', 'supplier_id', 'location_id', 'source_location_id', 'commitment_id'],
  example: 'issued',
  named_by: { suppliers: 'supplier_id', locations: 'location_id', commitments: 'commitment_id' },
})
