/** Archiving a trading account and restoring it. What was booked, ordered or reported under it stays. */
import { sessionOperation } from '../../contract/operation.ts'
import { AccountDetail, AccountPath, service } from './account.model.ts'
import { lockAccount, readAccount } from './account.store.ts'

const setArchived = (verb: 'archive' | 'restore', description: string) =>
  sessionOperation({
    id: `session.${verb}_account`,
    route: `POST /api/v1/wholesale/accounts/{trading_partner_id}/${verb}`,
    summary: verb === 'archive' ? 'Archive a trading account' : 'Restore a trading account',
    desc: ({ name, archived_at }) => `Account ${name} is ${archived_at === null ? 'in use' : 'archived'}.`,
    description,
    service,
    params: AccountPath,
    answer: AccountDetail,
    refusals: ['not_found'],
    async run({ sql, caller: { organization_id }, params, now }) {
      const { trading_partner_id, archived_at } = await lockAccount(sql, organization_id, params.trading_partner_id)
      if ((archived_at === null) === (verb === 'archive'))
        await sql`
          update trading_partners set archived_at = ${verb === 'archive' ? now : null}, updated_at = ${now}
          where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
      return readAccount(sql, organization_id, trading_partner_id)
    },
  })

export const archiveAccount = setArchived(
  'archive',
  'Takes the account out of use: it can no longer be changed, and its name and reference stay taken. What was recorded for it stays. Archiving an archived account changes nothing.',
)
export const restoreAccount = setArchived(
  'restore',
  'Brings an archived account back into use. Restoring an account that is in use changes nothing.',
)
