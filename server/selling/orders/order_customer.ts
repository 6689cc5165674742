/** The customer who placed an order, identified by e-mail address. */
import type { SecretTools, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Line, Text, Type } from '../../contract/schema.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { normalizeEmail } from '../customers/customer.rules.ts'
import { makeCustomerKey, pseudonymOf } from '../customers/customer_key.ts'
import { diffCustomers, writeCustomers } from '../customers/diff_customers.ts'

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

interface CustomerOrder {
  trading_partner_id: string | null
  ordered_at: string
  /** Whether the caller's key is bound to the account: it changes no customer who is not the account's. */
  is_bound: boolean
}

/** Two orders of a new customer at once: the second waits for the first and finds the customer. */
const lockCustomer = (sql: Sql, organization_id: string, pseudonym: string) => sql`
  select pg_advisory_xact_lock(hashtextextended(${`customer ${organization_id} ${pseudonym}`}, 0))`

const countOrder = (sql: Sql, organization_id: string, pseudonym: string, ordered_at: string) => sql<
  { customer_id: string }[]
>`
  update customers set orders_count = orders_count + 1,
    first_order_at = least(first_order_at, ${ordered_at}::timestamptz),
    last_order_at = greatest(last_order_at, ${ordered_at}::timestamptz)
  where organization_id = ${organization_id} and pseudonym = decode(${pseudonym}, 'hex')
  returning customer_id`

/** Creates or updates the customer; returns the pseudonym. Orders of one new customer at once follow each other. */
async function writeCustomer(
  sql: Sql,
  secrets: SecretTools,
  context: WriteContext,
  { email, ...person }: SubmittedCustomer,
  { trading_partner_id, is_bound }: Omit<CustomerOrder, 'ordered_at'>,
): Promise<string> {
  const { organization_id } = context
  const key = await makeCustomerKey(sql, secrets, organization_id)
  const pseudonym = pseudonymOf(key, normalizeEmail(email))
  await lockCustomer(sql, organization_id, pseudonym)
  const [diff] = await diffCustomers(secrets)(sql, context, [{ email, ...person, trading_partner_id }])
  if (diff!.outcome === 'refused') {
    const { field, rule } = diff!.faults[0]!
    refuseField(`customer.${field}`, rule)
  }
  const write = diff!.outcome === 'unchanged' ? null : diff!.write
  const isAnothers = is_bound && write?.previous != null && write.previous.trading_partner_id !== trading_partner_id
  if (write !== null && !isAnothers) await writeCustomers(secrets)(sql, context, [write])
  return pseudonym
}

/** Creates or updates the customer, counts the order, and returns the id. */
export async function recordCustomer(
  sql: Sql,
  secrets: SecretTools,
  context: WriteContext,
  customer: SubmittedCustomer,
  { ordered_at, ...order }: CustomerOrder,
): Promise<string> {
  const pseudonym = await writeCustomer(sql, secrets, context, customer, order)
  const [row] = await countOrder(sql, context.organization_id, pseudonym, ordered_at)
  return row!.customer_id
}

/** Creates or updates the customer of an order that exists, and returns the id; `recountCustomers` counts it after. */
export async function identifyCustomer(
  sql: Sql,
  secrets: SecretTools,
  context: WriteContext,
  customer: SubmittedCustomer,
  order: Omit<CustomerOrder, 'ordered_at'>,
): Promise<string> {
  const pseudonym = await writeCustomer(sql, secrets, context, customer, order)
  const [row] = await sql<{ customer_id: string }[]>`
    select customer_id from customers
    where organization_id = ${context.organization_id} and pseudonym = decode(${pseudonym}, 'hex')`
  return row!.customer_id
}

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
