import { operation } from '../../contract/operation.ts'
import { readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { linesTable } from './lines_table.ts'
import { StocktakeId } from './model.ts'
import { findStocktake } from './store.ts'

export const listStocktakeLines = operation({
  id: 'stocktakes.list_lines',
  route: 'GET /api/v1/stocktakes/{stocktake_id}/table',
  summary: 'List stocktake lines',
  description:
    'Returns a page of the lines of a stocktake, sorted by SKU: the system quantity, the counted quantity and the value of the difference. While the stocktake is open, `moved_quantity` is the number of units that have moved since the line was counted. Posting adds it to the counted quantity.',
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
