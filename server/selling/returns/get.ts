import { operation } from '../../contract/operation.ts'
import { Return, ReturnPath } from './model.ts'
import { readReturn } from './store.ts'

export const getReturn = operation({
  id: 'returns.get',
  route: 'GET /api/v1/sales/returns/{return_id}',
  summary: 'Get a return',
  description: 'Returns a return with its lines, its stock movements and the sentences of its open exceptions.',
  params: ReturnPath,
  answer: Return,
  refusals: ['return_not_on_file', 'account_mismatch'],
  run: ({ sql, caller, params }) => readReturn(sql, caller, params.return_id),
})
