import { operation } from '../../../contract/operation.ts'
import { Nullable } from '../../../contract/schema.ts'
import { AccountQuery, Declaration, describeDeclaration } from './declaration.model.ts'
import { findAccount, findDeclaration } from './declaration.store.ts'

export const getDeclaration = operation({
  id: 'sell_out.get_declaration',
  route: 'GET /api/v1/sell-out/declaration',
  summary: 'Get the sell-out declaration',
  description:
    'Returns how the reports of an account are read, in codes and as sentences; null if they have not been declared.',
  query: AccountQuery,
  answer: Nullable(Declaration),
  async run({ sql, caller, query }) {
    const account = await findAccount(sql, caller, query.account_id)
    const row = await findDeclaration(sql, caller.organization_id, account.trading_partner_id)
    return row === null ? null : describeDeclaration(account, row)
  },
})
