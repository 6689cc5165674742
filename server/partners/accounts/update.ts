import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuseField } from '../../contract/refusals.ts'
import { writeContext } from '../../records/write_context.ts'
import { AccountChange, AccountDetail, AccountPath, service } from './account.model.ts'
import { planAccounts, writeAccounts } from './account.plan.ts'
import { accountIsArchived, lockLiveAccount, readAccount, refuseFault } from './account.store.ts'

export const updateAccount = sessionOperation({
  id: 'session.update_account',
  route: 'PATCH /api/v1/wholesale/accounts/{trading_partner_id}',
  summary: 'Update a trading account',
  desc: ({ name }) => `Account ${name} saved.`,
  description:
    'Changes the fields that are sent; null clears a field. A cancellation term other than notice_period clears `cancellation_notice_days`. A request that changes nothing leaves `updated_at` as it is. Fails with `conflict` if the account is archived.',
  service,
  params: AccountPath,
  body: AccountChange,
  answer: AccountDetail,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(accountIsArchived),
  async run({ sql, caller, params, body, now }) {
    const { organization_id } = caller
    if (Object.keys(body).length === 0)
      refuseField('body', 'must contain at least one field to change', Object.keys(AccountChange.properties))
    const { trading_partner_id } = await lockLiveAccount(sql, organization_id, params.trading_partner_id)
    const context = writeContext(caller, now)
    const plan = (await planAccounts(sql, context, [{ ...body, trading_partner_id }]))[0]!
    if (plan.outcome === 'refused') refuseFault(plan.faults)
    if (plan.outcome === 'changed') await writeAccounts(sql, context, [plan.write])
    return readAccount(sql, organization_id, trading_partner_id)
  },
})
