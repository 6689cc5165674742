import { operation } from '../../contract/operation.ts'
import { Stocktake, StocktakeId } from './model.ts'
import { findStocktake } from './store.ts'

export const getStocktake = operation({
  id: 'stocktakes.get',
  route: 'GET /api/v1/stocktakes/{stocktake_id}',
  summary: 'Get a stocktake',
  description:
    'Returns a stocktake with its totals. The totals can change while the stocktake is open and are frozen when it is posted.',
  params: StocktakeId,
  answer: Stocktake,
  refusals: ['stocktake_not_on_file'],
  run: ({ sql, caller, params }) => findStocktake(sql, caller.organization_id, params.stocktake_id),
})
