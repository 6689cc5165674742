/** Customers of imported orders: of an e-mail address that several orders have, one customer. */
import { customers } from '../../../db/schema/selling/customers.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { SecretTools } from '../../contract/call.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { type CustomerRecord, normalizeEmail } from '../customers/customer.rules.ts'
import { makeCustomerKey, pseudonymOf } from '../customers/customer_key.ts'
import { diffCustomers, writeCustomers } from '../customers/diff_customers.ts'
import type { OrderWrite } from './resolve_order.rules.ts'

const countRows = recordset(customers, [], {
  extra: { pseudonym: 'text', orders: 'int', first_at: 'timestamptz', last_at: 'timestamptz' },
})

interface OrderedBy {
  pseudonym: string
  orders: number
  first_at: string
  last_at: string
}

const countOrders = (sql: Sql, organization_id: string, counts: readonly OrderedBy[]) => sql<
  { customer_id: string; pseudonym: string }[]
>`
  update customers c set orders_count = c.orders_count + n.orders, first_order_at = least(c.first_order_at, n.first_at),
    last_order_at = greatest(c.last_order_at, n.last_at)
  from ${countRows.from(counts)}
  where c.organization_id = ${organization_id} and c.pseudonym = decode(n.pseudonym, 'hex')
  returning c.customer_id, n.pseudonym`

const laterOf = (one: string, other: string) => (Date.parse(one) < Date.parse(other) ? other : one)
const earlierOf = (one: string, other: string) => (Date.parse(one) < Date.parse(other) ? one : other)

function countsOf(orders: readonly { pseudonym: string; ordered_at: string }[]): OrderedBy[] {
  const counts = new Map<string, OrderedBy>()
  for (const { pseudonym, ordered_at } of orders) {
    const count = counts.get(pseudonym) ?? { pseudonym, orders: 0, first_at: ordered_at, last_at: ordered_at }
    counts.set(pseudonym, {
      pseudonym,
      orders: count.orders + 1,
      first_at: earlierOf(count.first_at, ordered_at),
      last_at: laterOf(count.last_at, ordered_at),
    })
  }
  return [...counts.values()].toSorted((one, other) => (one.pseudonym < other.pseudonym ? -1 : 1))
}

/** One record for each e-mail address, with what the last order says that says it. */
function peopleOf(all: readonly CustomerRecord[]): CustomerRecord[] {
  const people = new Map<string, CustomerRecord>()
  for (const record of all) {
    const email = normalizeEmail(record.email!)
    const stated = Object.fromEntries(Object.entries(record).filter(([, value]) => value != null))
    people.set(email, { ...people.get(email), ...stated })
  }
  return [...people.values()]
}

export interface OrderCustomers {
  /** Ids by order. */
  of: ReadonlyMap<string, string>
  /** Those that these orders created: undone, they leave none of them without orders. */
  created: ReadonlySet<string>
}

/** Creates or updates the customers of orders, counts their orders, and returns their ids. */
export async function writeOrderCustomers(
  sql: Sql,
  context: WriteContext & { secrets: SecretTools },
  writes: readonly OrderWrite[],
): Promise<OrderCustomers> {
  const named = writes.flatMap(({ order_id, trading_partner_id, record: { customer, ordered_at } }) =>
    customer?.email == null ? [] : [{ order_id, ordered_at, customer: { ...customer, trading_partner_id } }],
  )
  if (named.length === 0) return { of: new Map(), created: new Set() }
  const { organization_id, secrets } = context
  const key = await makeCustomerKey(sql, secrets, organization_id)
  const diffs = await diffCustomers(secrets)(sql, context, peopleOf(named.map(({ customer }) => customer)))
  const fresh = diffs.flatMap((diff) => {
    if (diff.outcome === 'refused') throw new Error(`a customer was refused: ${diff.faults[0]?.rule}`)
    return 'write' in diff ? [diff.write] : []
  })
  await writeCustomers(secrets)(sql, context, fresh)
  const orders = named.map(({ order_id, ordered_at, customer }) => ({
    order_id,
    ordered_at,
    pseudonym: pseudonymOf(key, customer.email!),
  }))
  const counted = await countOrders(sql, organization_id, countsOf(orders))
  const ids = new Map(counted.map(({ pseudonym, customer_id }) => [pseudonym, customer_id]))
  return {
    of: new Map(orders.map(({ order_id, pseudonym }) => [order_id, ids.get(pseudonym)!])),
    created: new Set(fresh.flatMap(({ customer_id, previous }) => (previous === null ? customer_id : []))),
  }
}
