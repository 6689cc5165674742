/** The customer of a new order, identified by e-mail address, of which only a pseudonym is stored. */
import type { SecretTools, Sql } from '../../contract/call.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { normalizeEmail } from '../customers/customer.rules.ts'
import { makeCustomerKey, pseudonymOf } from '../customers/customer_key.ts'
import { diffCustomers, writeCustomers } from '../customers/diff_customers.ts'

export interface SubmittedCustomer {
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

/** Creates or updates the customer, counts the order, and returns the id. */
export async function recordCustomer(
  sql: Sql,
  secrets: SecretTools,
  context: WriteContext,
  { email, ...person }: SubmittedCustomer,
  { trading_partner_id, ordered_at, is_bound }: CustomerOrder,
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
  const [row] = await countOrder(sql, organization_id, pseudonym, ordered_at)
  return row!.customer_id
}
