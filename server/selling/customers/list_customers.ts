import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, Text, Type } from '../../contract/schema.ts'
import { readRowCount } from '../../tables/row_counts.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { checkAccountIsNamed } from '../bound_keys.ts'
import { displayNameWords } from './customer.rules.ts'
import { pseudonymOf, readCustomerKey } from './customer_key.ts'
import { Customer, customerColumns, type SelectedCustomer, shapeCustomer } from './model.ts'

export const listCustomers = operation({
  id: 'orders.list_customers',
  route: 'GET /api/v1/sales/customers',
  summary: 'List customers',
  description:
    'Returns a page of customers, the one with the most recent order first, and those without orders last. Customers are stored as pseudonyms: no street, phone number or e-mail address is returned. A key that is bound to a trading account must name it in `trading_partner_id`.',
  query: Type.Object(
    {
      ...pagingQuery(),
      trading_partner_id: Type.Optional(Id('Only customers of this trading account.')),
      search: Type.Optional(
        Text(
          'An e-mail address, which finds the customer with exactly this address, or words of display names, which must all match a whole word, case ignored. The address is compared as a pseudonym and never logged.',
          { maxLength: limits.search_length_max, examples: ['ada'] },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Page(Customer),
  async run({ sql, caller, query, secrets }) {
    const { organization_id } = caller
    const { offset = 0, limit = 8, trading_partner_id, search = '' } = query
    checkAccountIsNamed(caller, trading_partner_id)
    if (trading_partner_id !== undefined) await checkAccount(sql, organization_id, trading_partner_id)
    const text = search.trim()
    const key = text.includes('@') ? await readCustomerKey(sql, secrets, organization_id) : null
    const scope: Scope = {
      organization_id,
      trading_partner_id,
      words: text.includes('@') ? [] : wordsOf(text),
      pseudonym: text.includes('@') ? (key === null ? '' : pseudonymOf(key, text)) : null,
    }
    return countedPage(
      offset,
      sql<SelectedCustomer[]>`
        select ${customerColumns} from customers c
        left join trading_partners a on a.organization_id = c.organization_id
          and a.trading_partner_id = c.trading_partner_id
        where ${scoped(sql, scope)}
        order by c.last_order_at desc nulls last, c.customer_id desc limit ${limit} offset ${offset}`,
      countCustomers(sql, scope),
      shapeCustomer,
    )
  },
})

/** Text without any letter, such as a dot, is a word that no name has. */
function wordsOf(text: string): string[] {
  const words = displayNameWords(text.normalize('NFC').replaceAll(/\s+/g, ' ')).filter(Boolean)
  return words.length === 0 && text !== '' ? [text] : words
}

interface Scope {
  organization_id: string
  trading_partner_id: string | undefined
  words: readonly string[]
  /** In hexadecimal; empty if no customer can have it, null if no address was searched for. */
  pseudonym: string | null
}

async function countCustomers(sql: Sql, scope: Scope): Promise<{ filtered: number }[]> {
  const isWhole = scope.trading_partner_id === undefined && scope.words.length === 0 && scope.pseudonym === null
  if (isWhole) return [{ filtered: await readRowCount(sql, scope.organization_id, 'customers') }]
  return await sql<
    { filtered: number }[]
  >`select count(*)::int as filtered from customers c where ${scoped(sql, scope)}`
}

const scoped = (sql: Sql, { organization_id, trading_partner_id, words, pseudonym }: Scope) => sql`
  c.organization_id = ${organization_id}
    ${trading_partner_id === undefined ? sql`` : sql`and c.trading_partner_id = ${trading_partner_id}`}
    ${words.length === 0 ? sql`` : sql`and c.display_name_words @> ${[...words]}::text[]`}
    ${pseudonym === null ? sql`` : sql`and c.pseudonym = decode(${pseudonym}, 'hex')`}`

async function checkAccount(sql: Sql, organization_id: string, trading_partner_id: string): Promise<void> {
  const [account] = await sql`
    select trading_partner_id from trading_partners
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
  if (account === undefined) refuseField('trading_partner_id', 'must be a trading account of this organisation')
}
