import { sessionOperation } from '../../contract/operation.ts'
import { basketTable } from './basket_table.ts'
import { readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'

export const listBasket = sessionOperation({
  id: 'session.list_basket_items',
  route: 'GET /api/v1/purchase-basket',
  summary: 'List the purchase basket',
  description:
    'Returns the items waiting to be ordered, each with its supplier and cost. The basket belongs to the organisation: all members see and change the same one.',
  service: 'purchase_order',
  query: tableQuery(basketTable),
  answer: Page(basketTable.row),
  run: ({ sql, caller, query }) => readPage(sql, basketTable, caller.organization_id, query),
})
