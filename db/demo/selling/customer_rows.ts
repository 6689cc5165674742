/** Customers of the orders: pseudonyms, shortened names and coarse regions, as the service stores them. */
import { displayNameWords, domainOf, shortenName } from '../../../server/selling/customers/customer.rules.ts'
import { pseudonymOf } from '../../../server/selling/customers/customer_key.ts'
import { CopyBuffer, textArray } from '../copy.ts'
import { hashOf, type MakeId } from '../random.ts'
import { firstNames, lastNames } from '../vocabulary.ts'
import type { SoldOrder } from './sold_orders.ts'

/** The customer of each consumer order that has one, by the order's index; sales of stores have none. */
export interface Buyers {
  of: ReadonlyMap<number, number>
  orders: ReadonlyMap<number, readonly SoldOrder[]>
}

const storeStreams = [3, 4]
const regions = ['US-NY', 'US-CA', 'US-TX', 'US-IL', 'US-WA', 'US-MA']

/** Two customers in three order once; the others come back. */
export function buyersOf(seed: number, orders: readonly SoldOrder[]): Buyers {
  const known = orders.filter(({ account, stream }) => account === null && !storeStreams.includes(stream))
  const customers = Math.max(1, Math.ceil(known.length * 0.7))
  const of = new Map(known.map(({ index }) => [index, hashOf(seed, index, 63) % customers]))
  return { of, orders: Map.groupBy(known, ({ index }) => of.get(index)!) }
}

/** Without a key, as where the service's secret is not at hand, customers have no pseudonym. */
export function customerRows(
  facts: { organization_id: string; makeId: MakeId; seed: number },
  key: string | null,
  buyers: Buyers,
  placedAt: (order: SoldOrder) => string,
): CopyBuffer {
  const table = new CopyBuffer(
    'customers',
    'customer_id kind pseudonym email_domain display_name display_name_words country_code region first_order_at last_order_at orders_count created_at updated_at',
  )
  for (const [customer, orders] of [...buyers.orders].toSorted(([one], [other]) => one - other)) {
    const name = `${firstNames[customer % firstNames.length]} ${lastNames[(customer * 7) % lastNames.length]}`
    const email = `${name.toLowerCase().replace(' ', '.')}.${customer}@mail${customer % 3}.example`
    const times = orders.map(placedAt).toSorted()
    const display_name = shortenName(name)
    table.add(facts.organization_id, [
      facts.makeId('customer', customer),
      'consumer',
      key === null ? null : `\\x${pseudonymOf(key, email)}`,
      domainOf(email),
      display_name,
      textArray(displayNameWords(display_name)),
      'US',
      regions[hashOf(facts.seed, customer, 64) % regions.length],
      times[0],
      times.at(-1),
      orders.length,
      times[0],
      times.at(-1),
    ])
  }
  return table
}
