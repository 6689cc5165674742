import { operation } from '../../contract/operation.ts'
import { StocktakeId } from './model.ts'
import { lockOpen } from './store.ts'

export const deleteStocktake = operation({
  id: 'stocktakes.delete',
  route: 'DELETE /api/v1/stocktakes/{stocktake_id}',
  summary: 'Delete a stocktake',
  description: 'Deletes an open stocktake and its lines. No stock moves. A posted stocktake cannot be deleted.',
  params: StocktakeId,
  status: 204,
  refusals: ['stocktake_not_on_file'],
  async run({ sql, caller, params }) {
    await lockOpen(sql, caller.organization_id, params.stocktake_id)
    await sql`
      delete from stocktakes
      where organization_id = ${caller.organization_id} and stocktake_id = ${params.stocktake_id}`
  },
})
