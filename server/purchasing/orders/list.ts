import { operation } from '../../contract/operation.ts'
import { readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { OrganizationPath } from './model.ts'
import { purchaseOrdersTable } from './purchase_orders_table.ts'

export const listPurchaseOrders = operation({
  id: 'purchase_orders.list',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders',
  summary: 'List purchase orders',
  description:
    'A page of orders of every kind and status, newest first unless another order is named; ten of them when neither limit nor offset is given. What the filters take is answered by the filter values of purchase orders.',
  params: OrganizationPath,
  query: tableQuery(purchaseOrdersTable),
  answer: Page(purchaseOrdersTable.row),
  run: ({ sql, caller, query }) => readPage(sql, purchaseOrdersTable, caller.organization_id, query),
})
