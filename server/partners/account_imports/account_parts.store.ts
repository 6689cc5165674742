/** SQL of the doors and contacts of many accounts. */
import { account_contacts, account_doors, trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { selection } from '../../../db/sql/selection.ts'
import { assignments } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/call.ts'
import { type AccountValues, valueColumns } from '../accounts/account.model.ts'
import type { ContactValues, DoorValues, Part } from './account_parts.rules.ts'

const doorFields = ['door_reference', 'name', 'kind', 'country_code', 'region', 'is_active'] as const
const contactFields = ['name', 'email', 'phone', 'role', 'department', 'contact_type'] as const
const doorColumns = selection(account_doors, 'd', ['door_id as id', 'trading_partner_id', ...doorFields])
const contactColumns = selection(account_contacts, 'c', ['contact_id as id', 'trading_partner_id', ...contactFields])

const partOf = <V>({ id, trading_partner_id, ...values }: { id: string; trading_partner_id: string } & V) =>
  ({ id, trading_partner_id, values }) as unknown as Part<V>

export const readDoors = async (sql: Sql, organization_id: string, accounts: readonly string[]) =>
  (
    await sql<(Omit<Part<DoorValues>, 'values'> & DoorValues)[]>`
      select ${doorColumns} from account_doors d
      where d.organization_id = ${organization_id} and d.trading_partner_id = any(${arrayLiteral(accounts)}::uuid[])
      order by d.door_id`
  ).map((row) => partOf<DoorValues>(row))

export const readContacts = async (sql: Sql, organization_id: string, accounts: readonly string[]) =>
  (
    await sql<(Omit<Part<ContactValues>, 'values'> & ContactValues)[]>`
      select ${contactColumns} from account_contacts c
      where c.organization_id = ${organization_id} and c.trading_partner_id = any(${arrayLiteral(accounts)}::uuid[])
      order by c.contact_id`
  ).map((row) => partOf<ContactValues>(row))

export const readAccounts = async (sql: Sql, organization_id: string, ids: readonly string[]) => {
  const rows = await sql<(AccountValues & { trading_partner_id: string })[]>`
    select t.trading_partner_id, ${valueColumns} from trading_partners t
    where t.organization_id = ${organization_id} and t.trading_partner_id = any(${arrayLiteral(ids)}::uuid[])`
  return new Map(rows.map(({ trading_partner_id, ...values }) => [trading_partner_id, values as AccountValues]))
}

const wordRows = recordset(trading_partners, ['account_reference', 'name'], { extra: { at: 'int' } })

/** Ids of accounts in the order of the names; null where there is none. */
export const findAccounts = async (
  sql: Sql,
  organization_id: string,
  names: readonly { account_reference: string | null; name: string }[],
) => {
  const rows = await sql<{ at: number; id: string | null }[]>`
    select n.at, coalesce(r.trading_partner_id, m.trading_partner_id) as id
    from ${wordRows.from(names.map(({ account_reference, name }, at) => ({ at, account_reference, name })))}
    left join trading_partners r on r.organization_id = ${organization_id}
      and lower(r.account_reference) = lower(n.account_reference)
    left join trading_partners m on m.organization_id = ${organization_id} and lower(m.name) = lower(n.name)`
  const ids = new Map(rows.map(({ at, id }) => [at, id]))
  return names.map((_, at) => ids.get(at) ?? null)
}

/** Serialises changes to the accounts and to what belongs to them, as every operation on one does. */
export const lockAccounts = (sql: Sql, organization_id: string, ids: readonly string[]) => sql`
  select from trading_partners where organization_id = ${organization_id}
    and trading_partner_id = any(${arrayLiteral(ids)}::uuid[])
  order by trading_partner_id for no key update`

const doorRows = recordset(account_doors, ['door_id', 'trading_partner_id', ...doorFields])
const contactRows = recordset(account_contacts, ['contact_id', 'trading_partner_id', ...contactFields])

interface Owner {
  organization_id: string
  now: string
}

export const writeDoors = (sql: Sql, { organization_id, now }: Owner, doors: readonly Part<DoorValues>[]) => sql`
  insert into account_doors (organization_id, ${doorRows.names}, created_at, updated_at)
  select ${organization_id}, ${doorRows.values}, ${now}::timestamptz, ${now}::timestamptz
  from ${doorRows.from(doors.map(({ id, trading_partner_id, values }) => ({ door_id: id, trading_partner_id, ...values })))}
  on conflict on constraint account_doors_pk do update set ${assignments([...doorFields, 'updated_at'])}`

export const writeContacts = (
  sql: Sql,
  { organization_id, now }: Owner,
  contacts: readonly Part<ContactValues>[],
) => sql`
  insert into account_contacts (organization_id, ${contactRows.names}, created_at, updated_at)
  select ${organization_id}, ${contactRows.values}, ${now}::timestamptz, ${now}::timestamptz
  from ${contactRows.from(
    contacts.map(({ id, trading_partner_id, values }) => ({ contact_id: id, trading_partner_id, ...values })),
  )}
  on conflict on constraint account_contacts_pk do update set ${assignments([...contactFields, 'updated_at'])}`

export const deleteDoors = (sql: Sql, organization_id: string, ids: readonly string[]) => sql`
  delete from account_doors
  where organization_id = ${organization_id} and door_id = any(${arrayLiteral(ids)}::uuid[])`

export const deleteContacts = (sql: Sql, organization_id: string, ids: readonly string[]) => sql`
  delete from account_contacts
  where organization_id = ${organization_id} and contact_id = any(${arrayLiteral(ids)}::uuid[])`

export const deleteAccounts = (sql: Sql, organization_id: string, ids: readonly string[]) => sql`
  delete from trading_partners
  where organization_id = ${organization_id} and trading_partner_id = any(${arrayLiteral(ids)}::uuid[])`

/** Accounts that something beside doors and contacts refers to. */
export const readUsed = async (sql: Sql, organization_id: string, accounts: readonly string[]) => {
  const ids = arrayLiteral(accounts)
  const rows = await sql<{ id: string }[]>`
    select trading_partner_id as id from account_edi_profiles
    where organization_id = ${organization_id} and trading_partner_id = any(${ids}::uuid[])
    union select trading_partner_id from sales_channels
    where organization_id = ${organization_id} and trading_partner_id = any(${ids}::uuid[])
    union select trading_partner_id from api_keys
    where organization_id = ${organization_id} and trading_partner_id = any(${ids}::uuid[])
    union select trading_partner_id from sales_orders
    where organization_id = ${organization_id} and trading_partner_id = any(${ids}::uuid[])
    union select trading_partner_id from order_book_lines
    where organization_id = ${organization_id} and trading_partner_id = any(${ids}::uuid[])
    union select trading_partner_id from invoices
    where organization_id = ${organization_id} and trading_partner_id = any(${ids}::uuid[])
    union select trading_partner_id from customers
    where organization_id = ${organization_id} and trading_partner_id = any(${ids}::uuid[])
    union select trading_partner_id from sell_out_declarations
    where organization_id = ${organization_id} and trading_partner_id = any(${ids}::uuid[])`
  return new Set(rows.map(({ id }) => id))
}

/** Doors that reports of sell-out refer to. */
export const readReportedDoors = async (sql: Sql, organization_id: string, accounts: readonly string[]) => {
  const rows = await sql<{ id: string }[]>`
    select distinct door_id as id from sell_out_reports
    where organization_id = ${organization_id} and trading_partner_id = any(${arrayLiteral(accounts)}::uuid[])`
  return new Set(rows.map(({ id }) => id))
}
