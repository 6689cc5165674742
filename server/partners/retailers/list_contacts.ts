import { account_contacts } from '../../../db/schema/wholesale/accounts.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { SecretTools, Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { CalendarDate, Flag, Nullable, OpenChoice, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { pseudonymOf, readCustomerKey } from '../../selling/customers/customer_key.ts'
import { accountContactTypes } from '../known_values.ts'
import { domainsOf } from './domains.rules.ts'
import { PartnerPath, readAccountFacts, reasonOf } from './model.ts'

const Contact = Shape(
  {
    id: OwnId('The contact.'),
    name: Text('Name of the contact.', { examples: ['Inês Carvalho'] }),
    email: Nullable(Text('E-mail address; null if unknown.', { examples: ['ines@northgate.example'] })),
    phone: Nullable(Text('Phone number; null if unknown.', { examples: ['+351 22 000 0000'] })),
    role: Nullable(Text('Role at the account; null if unknown.', { examples: ['Knitwear buyer'] })),
    department: Nullable(Text('Department; null if unknown.', { examples: ['Buying'] })),
    contact_type: OpenChoice(accountContactTypes, 'What the contact is responsible for.'),
    last_interaction_date: Nullable(
      CalendarDate("Day of the last order that was placed with the contact's e-mail address; null if none is known."),
    ),
    last_interaction_reason: reasonOf('last_interaction_date'),
    is_main: Flag("Whether this is the account's main contact."),
  },
  { $id: 'RetailerContact' },
)

const columns = selection(account_contacts, 'c', [
  'contact_id as id',
  'name',
  'email',
  'phone',
  'role',
  'department',
  'contact_type',
  'is_main',
])
type ContactRow = RowOf<typeof columns>

/** When each address last ordered, by address; customers are stored by their pseudonym only. */
async function readLastOrders(sql: Sql, secrets: SecretTools, organization_id: string, emails: readonly string[]) {
  const key = emails.length === 0 ? null : await readCustomerKey(sql, secrets, organization_id)
  if (key === null) return new Map<string, string>()
  const pseudonyms = new Map(emails.map((email) => [pseudonymOf(key, email), email]))
  const rows = await sql<{ pseudonym: string; last_order_at: string }[]>`
    select encode(c.pseudonym, 'hex') as pseudonym, c.last_order_at from customers c
    where c.organization_id = ${organization_id} and c.last_order_at is not null
      and c.pseudonym in (select decode(p.hex, 'hex') from unnest(${arrayLiteral([...pseudonyms.keys()])}::text[]) p (hex))`
  return new Map(rows.map((row) => [pseudonyms.get(row.pseudonym)!, row.last_order_at]))
}

export const listRetailerContacts = operation({
  id: 'accounts.list_contacts',
  route: 'GET /api/v1/wholesale/retailers/{partner_id}/contacts',
  summary: 'List contacts of an account',
  description:
    "Returns the contacts of an account, the main contact first, then by name, and the e-mail domains of its people: those of the contacts' addresses and of the account's customers, without public mail providers.",
  params: PartnerPath,
  answer: Shape({
    name: Text('Name of the account.', { examples: ['Northgate Stores'] }),
    trading_partner_id: OwnId('The account.'),
    domains: Type.Array(Text('E-mail domain.'), {
      description: 'E-mail domains of the account, sorted.',
      examples: [['northgate.example']],
    }),
    domains_reason: Nullable(Text('Why `domains` is empty, as a sentence; null if it is not.')),
    contacts: Type.Array(Contact, { description: 'Contacts of the account.' }),
  }),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id, time_zone }, params: { partner_id }, secrets, now }) {
    const account = await readAccountFacts(sql, organization_id, partner_id, dayInTimeZone(time_zone, now))
    const [contacts, customers] = await Promise.all([
      sql<ContactRow[]>`
        select ${columns} from account_contacts c
        where c.organization_id = ${organization_id} and c.trading_partner_id = ${partner_id}
        order by c.is_main desc, lower(c.name), c.contact_id`,
      sql<{ domain: string }[]>`
        select distinct lower(c.email_domain) as domain from customers c
        where c.organization_id = ${organization_id} and c.trading_partner_id = ${partner_id}
          and c.email_domain is not null`,
    ])
    const emails = contacts.flatMap(({ email }) => email ?? [])
    const orders = await readLastOrders(sql, secrets, organization_id, emails)
    return {
      name: account.name,
      trading_partner_id: account.trading_partner_id,
      ...domainsOf(
        emails,
        customers.map(({ domain }) => domain),
      ),
      contacts: contacts.map((contact) => {
        const at = contact.email === null ? undefined : orders.get(contact.email)
        const missing =
          contact.email === null
            ? 'The contact has no e-mail address on file.'
            : "No order was placed with the contact's e-mail address."
        return {
          ...contact,
          last_interaction_date: at === undefined ? null : dayInTimeZone(time_zone, at),
          last_interaction_reason: at === undefined ? missing : null,
        }
      }),
    }
  },
})
