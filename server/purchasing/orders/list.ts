import { operation } from '../../contract/operation.ts'
import { followedFields, followQuery } from '../../tables/follow/changes.ts'
import { readFollowedPage } from '../../tables/follow/followed_page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { OrganizationPath } from './model.ts'
import { purchaseOrdersTable } from './purchase_orders_table.ts'

export const listPurchaseOrders = operation({
  id: 'purchase_orders.list',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders',
  summary: 'List purchase orders',
  description:
    'Returns a page of orders of all types and statuses, newest first by default; ten orders if neither limit nor offset is sent. Use List purchase order filters to get the values that the filters accept.',
  params: OrganizationPath,
  query: tableQuery(purchaseOrdersTable, followQuery),
  answer: Page(purchaseOrdersTable.row, followedFields),
  refusals: ['watermark_expired'],
  run: ({ sql, caller, query }) =>
    readFollowedPage(sql, purchaseOrdersTable, 'purchase_order', caller.organization_id, query),
})
