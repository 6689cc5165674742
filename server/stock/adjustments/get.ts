import { sessionOperation } from '../../contract/operation.ts'
import { AdjustmentDetail, AdjustmentPath, service } from './model.ts'
import { readAdjustment } from './store.ts'

export const getAdjustment = sessionOperation({
  id: 'session.get_stock_adjustment',
  route: 'GET /api/v1/stock-adjustments/{adjustment_id}',
  summary: 'Get a stock adjustment',
  description:
    'Returns a stock adjustment with its lines. The stock movements of an adjustment, reversals included, are listed by `GET /api/v1/inventory/movements` with document type `manual_adjustment`.',
  service,
  params: AdjustmentPath,
  answer: AdjustmentDetail,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readAdjustment(sql, caller.organization_id, params.adjustment_id),
})
