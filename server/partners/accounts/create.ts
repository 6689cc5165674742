import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { RecordPlan } from '../../imports/record_plan.ts'
import { writeContext } from '../../records/write_context.ts'
import { AccountDetail, NewAccount, service } from './account.model.ts'
import { type AccountWrite, planAccounts, writeAccounts } from './account.plan.ts'
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
    const plan = (await planAccounts(sql, context, [body]))[0]!
    if (plan.outcome === 'refused') refuseFault(plan.faults)
    if (plan.outcome !== 'created') refuseExisting(body.name, plan)
    const { write } = plan
    await writeAccounts(sql, context, [write])
    return readAccount(sql, organization_id, write.trading_partner_id)
  },
})

/** The plan found an account by its name or by its reference. */
function refuseExisting(name: string, plan: RecordPlan<AccountWrite>): never {
  const held = plan.outcome === 'changed' ? plan.write.previous!.name : name.trim()
  const isNamed = held.toLowerCase() === name.trim().toLowerCase()
  refuseField(isNamed ? 'name' : 'account_reference', 'belongs to another account')
}
