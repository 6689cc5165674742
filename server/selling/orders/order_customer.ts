/** The customer who placed an order, identified by e-mail address. */
import type { SecretTools, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Line, Text, Type } from '../../contract/schema.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { normalizeEmail } from '../customers/customer.rules.ts'
import { makeCustomerKey, pseudonymOf } from '../customers/customer_key.ts'
import { type CustomerWrite, diffCustomers, insertCustomer, writeCustomers } from '../customers/diff_customers.ts'

export const OrderCustomer = Type.Object(
  {
    email: Text('E-mail address; only its pseudonym and its domain are stored.', {
      minLength: 3,
      maxLength: 254,
      examples: ['jo@example.com'],
    }),
    name: Type.Optional(
      Line('Name; stored shortened, such as "Jo D."', { maxLength: limits.name_length_max, examples: ['Jo Doe'] }),
    ),
    country_code: Type.Optional(
      Text('Country (ISO 3166-1 alpha-2).', {
        pattern: '^[A-Z]{2}$',
        'x-rule': 'must be two capital letters, A to Z',
        examples: ['US'],
      }),
    ),
    region: Type.Optional(Line('First-level subdivision.', { maxLength: limits.name_length_max, examples: ['US-NY'] })),
    postcode: Type.Optional(
      Line('Postcode; only its first two characters are stored, as the region if none is sent.', {
        maxLength: 20,
        examples: ['10001'],
      }),
    ),
  },
  { $id: 'OrderCustomer', additionalProperties: false, description: 'The person who ordered.' },
)

/** The customer is identified by e-mail address, of which only a pseudonym is stored. */
interface SubmittedCustomer {
  email: string
  name?: string
  country_code?: string
  region?: string
  postcode?: string
}

interface CustomerOf {
  trading_partner_id: string | null
  /** Whether the caller's key is bound to the account: it changes no customer who is not the account's. */
  is_bound: boolean
}

/** Two changes of a customer at once: the second waits for the first, and adds to what it wrote. */
const lockCustomer = (sql: Sql, organization_id: string, pseudonym: string) => sql`
  select pg_advisory_xact_lock(hashtextextended(${`customer ${organization_id} ${pseudonym}`}, 0))`

async function readId(sql: Sql, organization_id: string, pseudonym: string): Promise<string> {
  const [row] = await sql<{ customer_id: string }[]>`
    select customer_id from customers
    where organization_id = ${organization_id} and pseudonym = decode(${pseudonym}, 'hex')`
  return row!.customer_id
}

/**
 * Creates or updates the customer, and returns the id. An order of a customer who stays as on file locks nothing here, and
 * orders of a new one wait for the first alone: orders of one customer at once are counted (`countOrder`) one by one.
 */
export async function identifyCustomer(
  sql: Sql,
  secrets: SecretTools,
  context: WriteContext,
  { email, ...person }: SubmittedCustomer,
  { trading_partner_id, is_bound }: CustomerOf,
): Promise<string> {
  const { organization_id } = context
  const key = await makeCustomerKey(sql, secrets, organization_id)
  const pseudonym = pseudonymOf(key, normalizeEmail(email))
  const nextWrite = async () => {
    const [diff] = await diffCustomers(secrets)(sql, context, [{ email, ...person, trading_partner_id }])
    if (diff!.outcome === 'unchanged') return null
    if (diff!.outcome !== 'refused') return diff!.write
    const { field, rule } = diff!.faults[0]!
    return refuseField(`customer.${field}`, rule)
  }
  const isOurs = ({ previous }: CustomerWrite) =>
    !is_bound || previous === null || previous.trading_partner_id === trading_partner_id
  let write = await nextWrite()
  if (write?.previous === null) {
    if (await insertCustomer(sql, secrets, context, write)) return write.customer_id
    write = await nextWrite()
  }
  if (write !== null && isOurs(write)) {
    await lockCustomer(sql, organization_id, pseudonym)
    write = await nextWrite()
    if (write !== null && isOurs(write)) await writeCustomers(secrets)(sql, context, [write])
  }
  return readId(sql, organization_id, pseudonym)
}

interface CountedOrder {
  customer_id: string
  ordered_at: string
}

/** Counts a new order. Its transaction then holds the customer until it ends, so this belongs among its last statements. */
export const countOrder = (sql: Sql, organization_id: string, { customer_id, ordered_at }: CountedOrder) => sql`
  update customers set orders_count = orders_count + 1,
    first_order_at = least(first_order_at, ${ordered_at}::timestamptz),
    last_order_at = greatest(last_order_at, ${ordered_at}::timestamptz)
  where organization_id = ${organization_id} and customer_id = ${customer_id}`

/** Numbers and times of the orders that customers have. */
export async function recountCustomers(sql: Sql, organization_id: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from customers where organization_id = ${organization_id} and customer_id = any(${ids}::uuid[])
    order by customer_id for no key update`
  await sql`
    update customers c set orders_count = s.orders, first_order_at = s.first_at, last_order_at = s.last_at
    from unnest(${ids}::uuid[]) as n (customer_id)
    cross join lateral (
      select count(*)::int as orders, min(o.ordered_at) as first_at, max(o.ordered_at) as last_at from sales_orders o
      where o.organization_id = ${organization_id} and o.customer_id = n.customer_id
    ) s
    where c.organization_id = ${organization_id} and c.customer_id = n.customer_id`
}
