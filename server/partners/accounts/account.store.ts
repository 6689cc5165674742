/** SQL of trading accounts. */
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { RecordFault } from '../../imports/record_plan.ts'
import {
  type Account,
  type AccountContact,
  type AccountDetail,
  contactColumns,
  ediColumns,
  type EdiProfile,
  valueColumns,
} from './account.model.ts'

const accountColumns = selections(
  selection(trading_partners, 't', ['trading_partner_id']),
  valueColumns,
  selection(trading_partners, 't', ['archived_at', 'created_at', 'updated_at']),
)
type AccountRow = RowOf<typeof accountColumns> & { price_list_name: string | null; doors_on_file: number }

/** A page of accounts by name; `which` is over trading_partners t. */
export async function selectAccounts(sql: Sql, which: Fragment, limit = 1, offset = 0): Promise<Account[]> {
  const rows = await sql<AccountRow[]>`
    select ${accountColumns}, p.name as price_list_name, (select count(*)::int from account_doors d
      where d.organization_id = t.organization_id and d.trading_partner_id = t.trading_partner_id) as doors_on_file
    from (select * from trading_partners t where ${which}
      order by lower(t.name), t.trading_partner_id limit ${limit} offset ${offset}) t
    left join price_lists p on p.organization_id = t.organization_id and p.price_list_id = t.price_list_id
    order by lower(t.name), t.trading_partner_id`
  return rows.map(({ price_list_id, price_list_name, ...row }) => ({
    ...row,
    price_list: price_list_id === null ? null : { price_list_id, name: price_list_name! },
  }))
}

interface StoredConnection {
  connected_by: string | null
  settings: unknown
  has_secret: boolean
  last_polled_at: string | null
  fault: string | null
}

function profileOf(row: Omit<EdiProfile, 'connection'> & StoredConnection): EdiProfile {
  const { connected_by, settings, has_secret, last_polled_at, fault, ...profile } = row
  if (connected_by === null) return { ...profile, connection: null }
  const of = connected_by === 'folder' ? {} : { [connected_by]: settings }
  return { ...profile, connection: { ...of, has_secret, last_polled_at, fault } }
}

const refuseUnknown = (): never => refuse('not_found', { desc: 'No trading account of this organisation has that id.' })

export async function readAccount(sql: Sql, organization_id: string, id: string): Promise<AccountDetail> {
  const [[account], contacts, [edi_profile]] = await Promise.all([
    selectAccounts(sql, sql`t.organization_id = ${organization_id} and t.trading_partner_id = ${id}`),
    sql<AccountContact[]>`
      select ${contactColumns} from account_contacts c
      where c.organization_id = ${organization_id} and c.trading_partner_id = ${id}
      order by c.is_main desc, lower(c.name), c.contact_id`,
    sql<(Omit<EdiProfile, 'connection'> & StoredConnection)[]>`
      select ${ediColumns}, c.transport as connected_by, c.settings as settings, c.encrypted_secret is not null as has_secret,
        c.last_polled_at, c.fault
      from account_edi_profiles e
      left join edi_connections c on c.organization_id = e.organization_id
        and c.trading_partner_id = e.trading_partner_id
      where e.organization_id = ${organization_id} and e.trading_partner_id = ${id}`,
  ])
  return account === undefined
    ? refuseUnknown()
    : { ...account, contacts: [...contacts], edi_profile: edi_profile === undefined ? null : profileOf(edi_profile) }
}

const lockedColumns = selection(trading_partners, 't', ['trading_partner_id', 'name', 'archived_at'])

/** Locks the account's row, which serialises changes to the account and to what belongs to it. */
export async function lockAccount(sql: Sql, organization_id: string, id: string) {
  const [row] = await sql<RowOf<typeof lockedColumns>[]>`
    select ${lockedColumns} from trading_partners t
    where t.organization_id = ${organization_id} and t.trading_partner_id = ${id} for no key update`
  return row ?? refuseUnknown()
}

export const accountIsArchived = 'the account is archived'

/** As lockAccount; refuses an archived account. */
export async function lockLiveAccount(sql: Sql, organization_id: string, id: string) {
  const account = await lockAccount(sql, organization_id, id)
  if (account.archived_at !== null)
    refuse('conflict', {
      desc: `${account.name} is archived. Restore the account before changing it.`,
      data: {
        field: 'trading_partner_id',
        rule: 'is an archived account',
        allowed: ['an account that is not archived'],
      },
    })
  return account
}

/** Refuses the first fault of a record, in the words of `refuseField`. */
export function refuseFault([first]: readonly RecordFault[], at = ''): never {
  const { field, rule, allowed } = first!
  refuseField(`${at}${field}`, rule, allowed)
}
