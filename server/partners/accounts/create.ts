import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { RecordDiff } from '../../imports/record_diff.ts'
import { writeContext } from '../../records/write_context.ts'
import { AccountDetail, NewAccount, service } from './account.model.ts'
import { type AccountWrite, diffAccounts, writeAccounts } from './diff_accounts.ts'
import { readAccount, refuseFault } from './account.store.ts'

export const createAccount = sessionOperation({
  id: 'session.create_account',
  route: 'POST /api/v1/wholesale/accounts',
  summary: 'Create a trading account',
  desc: ({ name }) => `Account ${name} created.`,
  description:
    'Creates a trading account: a retailer that the organisation sells to. Doors, contacts and the EDI profile are added with their own operations. The name and the reference must be unique in the organisation.',
  service,
  status: 201,
  body: NewAccount,
  answer: AccountDetail,
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    const context = writeContext(caller, now)
    const diff = (await diffAccounts(sql, context, [body]))[0]!
    if (diff.outcome === 'refused') refuseFault(diff.faults)
    if (diff.outcome !== 'created') refuseExisting(body.name, diff)
    const { write } = diff
    await writeAccounts(sql, context, [write])
    return readAccount(sql, organization_id, write.trading_partner_id)
  },
})

/** The diff found an account by its name or by its reference. */
function refuseExisting(name: string, diff: RecordDiff<AccountWrite>): never {
  const held = diff.outcome === 'changed' ? diff.write.previous!.name : name.trim()
  const isNamed = held.toLowerCase() === name.trim().toLowerCase()
  refuseField(isNamed ? 'name' : 'account_reference', 'belongs to another account')
}
