import { operation } from '../../contract/operation.ts'
import { readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { stocktakesTable } from './stocktakes_table.ts'

export const listStocktakes = operation({
  id: 'stocktakes.list',
  route: 'GET /api/v1/stocktakes/table',
  summary: 'List stocktakes',
  description: 'Returns a page of open and posted stocktakes with their totals, the latest count date first.',
  query: tableQuery(stocktakesTable),
  answer: Page(stocktakesTable.row),
  run: ({ sql, caller, query }) => readPage(sql, stocktakesTable, caller.organization_id, query),
})
