import { operation } from '../../contract/operation.ts'
import { readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { linesTable } from './lines_table.ts'
import { StocktakeId } from './model.ts'
import { findStocktake } from './store.ts'

export const listStocktakeLines = operation({
  id: 'stocktakes.list_lines',
  route: 'GET /api/v1/stocktakes/{stocktake_id}/table',
  summary: 'List the lines of a stocktake',
  description:
    'A page of the lines of one count, by SKU: what the system held, what was counted and what the difference is worth. While the count is open, `moved_quantity` says what moved since each line was counted; it is added on top of the count when that is posted.',
  params: StocktakeId,
  query: tableQuery(linesTable),
  answer: Page(linesTable.row),
  refusals: ['stocktake_not_on_file'],
  async run({ sql, caller, params, query }) {
    const [page] = await Promise.all([
      readPage(
        sql,
        linesTable,
        caller.organization_id,
        query,
        (param) => `n.stocktake_id = ${param(params.stocktake_id)}::uuid`,
      ),
      findStocktake(sql, caller.organization_id, params.stocktake_id),
    ])
    return page
  },
})
