import { sessionOperation } from '../../../contract/operation.ts'
import { Shape, Type } from '../../../contract/schema.ts'
import { ReturnPath } from '../model.ts'
import { readReturn } from '../store.ts'
import { ReturnExchange } from './exchange.model.ts'
import { readExchanges } from './exchange.store.ts'

export const listExchanges = sessionOperation({
  id: 'session.list_exchanges',
  route: 'GET /api/v1/sales/returns/{return_id}/exchanges',
  summary: 'List the exchanges of a return',
  description:
    'Returns the exchanges of a return, oldest first, cancelled ones included: what comes back and what replaces it, in money, and how the difference is settled. At most one is in force.',
  service: 'returns',
  params: ReturnPath,
  answer: Shape(
    { exchanges: Type.Array(ReturnExchange, { description: 'Exchanges of the return, oldest first.' }) },
    { $id: 'ReturnExchanges' },
  ),
  refusals: ['return_not_on_file'],
  async run({ sql, caller, params: { return_id } }) {
    await readReturn(sql, caller, return_id)
    const exchanges = await readExchanges(sql, caller.organization_id, [return_id])
    return { exchanges: exchanges.get(return_id) ?? [] }
  },
})
