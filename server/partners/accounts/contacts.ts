/** The contacts of an account. They are read with the account. */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { differenceOf } from '../../contract/difference.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, Flag, Id, isMailAddress, Line, Nullable, Shape, type Static, Type } from '../../contract/schema.ts'
import { accountContactTypes } from '../known_values.ts'
import { AccountContact, AccountPath, contactColumns, service } from './account.model.ts'
import { accountIsArchived, lockLiveAccount } from './account.store.ts'

const path = '/api/v1/wholesale/accounts/{trading_partner_id}/contacts' as const
const ContactPath = Shape({ trading_partner_id: Id('The trading account.'), contact_id: Id('The contact.') })

const line = (description: string, example: string) =>
  Nullable(Line(description, { maxLength: 200, examples: [example] }))
const fields = {
  name: Line('Name of the contact.', { maxLength: 200, examples: ['Inês Carvalho'] }),
  email: Nullable(
    Line('E-mail address; unique within the account (case-insensitive).', {
      maxLength: 254,
      examples: ['ines@meridian.example'],
    }),
  ),
  phone: line('Phone number.', '+351 22 000 0000'),
  role: line('Role at the account.', 'Knitwear buyer'),
  department: line('Department.', 'Buying'),
  contact_type: Choice(accountContactTypes, 'What the contact is responsible for.'),
  is_main: Flag("Whether this is the account's main contact; true takes the place of the current one."),
}

const NewContact = Shape(
  {
    name: fields.name,
    email: Type.Optional(fields.email),
    phone: Type.Optional(fields.phone),
    role: Type.Optional(fields.role),
    department: Type.Optional(fields.department),
    contact_type: Type.Optional({
      ...fields.contact_type,
      description: `${fields.contact_type.description} Defaults to other.`,
    }),
    is_main: Type.Optional({ ...fields.is_main, description: `${fields.is_main.description} Defaults to false.` }),
  },
  {
    $id: 'NewAccountContact',
    examples: [{ name: 'Inês Carvalho', email: 'ines@meridian.example', contact_type: 'buyer' }],
  },
)
const ContactChange = Shape(
  {
    name: Type.Optional(fields.name),
    email: Type.Optional(fields.email),
    phone: Type.Optional(fields.phone),
    role: Type.Optional(fields.role),
    department: Type.Optional(fields.department),
    contact_type: Type.Optional(fields.contact_type),
    is_main: Type.Optional(fields.is_main),
  },
  { $id: 'AccountContactChange', examples: [{ phone: '+351 22 000 0001' }] },
)
type ContactChange = Static<typeof ContactChange>

const trimmed = (body: ContactChange): ContactChange =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
  )

interface Owner {
  organization_id: string
  trading_partner_id: string
}

/** The caller holds the lock on the account, so that addresses and the main contact cannot change meanwhile. */
async function checkContact(sql: Sql, owner: Owner, contact_id: string | null, change: ContactChange): Promise<void> {
  const { email, phone } = change
  if (phone != null && !/\d/.test(phone)) refuseField('phone', 'must contain at least one digit')
  if (email == null) return
  if (!isMailAddress(email)) refuseField('email', 'must be an e-mail address')
  const [other] = await sql`
    select from account_contacts
    where organization_id = ${owner.organization_id} and trading_partner_id = ${owner.trading_partner_id}
      and lower(email) = lower(${email}) and contact_id is distinct from ${contact_id}::uuid`
  if (other !== undefined) refuseField('email', 'belongs to another contact of this account')
}

const clearMain = (sql: Sql, { organization_id, trading_partner_id }: Owner, now: string) => sql`
  update account_contacts set is_main = false, updated_at = ${now}
  where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id} and is_main`

async function readContact(sql: Sql, owner: Owner, contact_id: string): Promise<AccountContact> {
  const [contact] = await sql<AccountContact[]>`
    select ${contactColumns} from account_contacts c
    where c.organization_id = ${owner.organization_id} and c.trading_partner_id = ${owner.trading_partner_id}
      and c.contact_id = ${contact_id}`
  return contact ?? refuse('not_found', { desc: 'No contact of this account has that id.' })
}

export const createAccountContact = sessionOperation({
  id: 'session.create_account_contact',
  route: `POST ${path}`,
  summary: 'Create a contact of an account',
  desc: ({ name }) => `Contact ${name} created.`,
  description: `Creates a contact of a trading account, which has at most ${limits.account_contacts_max}. Fails with \`conflict\` if the account is archived or has that many.`,
  service,
  status: 201,
  params: AccountPath,
  body: NewContact,
  answer: AccountContact,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(accountIsArchived, `it has ${limits.account_contacts_max} contacts, the maximum`),
  async run({ sql, caller: { organization_id }, params, body, now }) {
    const { trading_partner_id, name } = await lockLiveAccount(sql, organization_id, params.trading_partner_id)
    const owner = { organization_id, trading_partner_id }
    const contact = trimmed(body)
    await checkContact(sql, owner, null, contact)
    const [count] = await sql<{ contacts: number }[]>`
      select count(*)::int as contacts from account_contacts
      where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
    if (count!.contacts >= limits.account_contacts_max)
      refuse('conflict', {
        desc: `${name} has ${limits.account_contacts_max} contacts, the maximum. Delete one first.`,
        data: {
          field: 'trading_partner_id',
          rule: 'has the maximum number of contacts',
          allowed: [limits.account_contacts_max],
        },
      })
    if (contact.is_main === true) await clearMain(sql, owner, now)
    const contact_id = uuidv7()
    const row = { ...owner, contact_id, contact_type: 'other', ...contact, created_at: now, updated_at: now }
    await sql`insert into account_contacts ${sql(row)}`
    return readContact(sql, owner, contact_id)
  },
})

export const updateAccountContact = sessionOperation({
  id: 'session.update_account_contact',
  route: `PATCH ${path}/{contact_id}`,
  summary: 'Update a contact of an account',
  desc: ({ name }) => `Contact ${name} saved.`,
  description:
    'Changes the fields that are sent; null clears a field. Fails with `conflict` if the account is archived.',
  service,
  params: ContactPath,
  body: ContactChange,
  answer: AccountContact,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(accountIsArchived),
  async run({ sql, caller: { organization_id }, params, body, now }) {
    if (Object.keys(body).length === 0)
      refuseField('body', 'must contain at least one field to change', Object.keys(ContactChange.properties))
    const { trading_partner_id } = await lockLiveAccount(sql, organization_id, params.trading_partner_id)
    const owner = { organization_id, trading_partner_id }
    const contact = await readContact(sql, owner, params.contact_id)
    const changed = differenceOf(contact, trimmed(body))
    if (Object.keys(changed).length === 0) return contact
    await checkContact(sql, owner, contact.contact_id, changed)
    if (changed.is_main === true) await clearMain(sql, owner, now)
    await sql`
      update account_contacts set ${sql({ ...changed, updated_at: now })}
      where organization_id = ${organization_id} and contact_id = ${contact.contact_id}`
    return readContact(sql, owner, contact.contact_id)
  },
})

export const deleteAccountContact = sessionOperation({
  id: 'session.delete_account_contact',
  route: `DELETE ${path}/{contact_id}`,
  summary: 'Delete a contact of an account',
  description: 'Deletes a contact of a trading account. Fails with `conflict` if the account is archived.',
  service,
  status: 204,
  params: ContactPath,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(accountIsArchived),
  async run({ sql, caller: { organization_id }, params }) {
    const { trading_partner_id } = await lockLiveAccount(sql, organization_id, params.trading_partner_id)
    const { contact_id } = await readContact(sql, { organization_id, trading_partner_id }, params.contact_id)
    await sql`
      delete from account_contacts where organization_id = ${organization_id} and contact_id = ${contact_id}`
  },
})
