import { sessionOperation } from '../../contract/operation.ts'
import { AccountDetail, AccountPath, service } from './account.model.ts'
import { readAccount } from './account.store.ts'

export const getAccount = sessionOperation({
  id: 'session.get_account',
  route: 'GET /api/v1/wholesale/accounts/{trading_partner_id}',
  summary: 'Get a trading account',
  description: 'Returns a trading account with its terms, its contacts and its EDI profile.',
  service,
  params: AccountPath,
  answer: AccountDetail,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readAccount(sql, caller.organization_id, params.trading_partner_id),
})
