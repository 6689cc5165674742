/** Facts for an import of orders: the records that orders name, and the orders that are known already. */
import type { Sql } from '../../contract/sql.ts'
import { readGoods } from './matching/goods.store.ts'
import type { FoundGoods } from './matching/match_line.rules.ts'
import type { KnownOrder } from './progress/known_order.model.ts'
import { readKnownOrders } from './progress/known_order.store.ts'
import type { OrderRecord } from './reading/order_record.ts'

/** Ids by id and by name in lower case; null where several have the name. */
export type Names = ReadonlyMap<string, string | null>

function namesOf(rows: readonly { id: string; name: string }[]): Names {
  const names = new Map<string, string | null>()
  for (const { id, name } of rows) {
    const word = name.trim().toLowerCase()
    names.set(word, names.has(word) ? null : id)
  }
  for (const { id } of rows) names.set(id, id)
  return names
}

export interface FoundChannel {
  id: string
  name: string
  channel_type: string
  trading_partner_id: string | null
  is_active: boolean
}
export interface FoundLocation {
  id: string
  name: string
  is_active: boolean
}
export interface FoundAccount {
  id: string
  name: string
  is_archived: boolean
  payment_terms: string | null
}
export interface OrderFacts {
  time_zone: string
  channels: readonly FoundChannel[]
  channelNames: Names
  locations: readonly FoundLocation[]
  locationNames: Names
  accounts: ReadonlyMap<string, FoundAccount>
  accountNames: Names
  goods: FoundGoods
  /** By source system and number. */
  orders: ReadonlyMap<string, KnownOrder>
}

export const sourceKey = (source_system: string, order_number: string): string =>
  JSON.stringify([source_system, order_number])

export const byOrderSource = (orders: readonly KnownOrder[]): OrderFacts['orders'] =>
  new Map(orders.map((one) => [sourceKey(one.source_system, one.external_id), one]))

const readAccounts = (sql: Sql, organization_id: string, words: readonly string[]) => sql<FoundAccount[]>`
  select trading_partner_id as id, name, archived_at is not null as is_archived, payment_terms from trading_partners
  where organization_id = ${organization_id}
    and (lower(name) = any(${words}::text[]) or trading_partner_id::text = any(${words}::text[]))`

const distinct = (texts: readonly (string | null)[]) => [...new Set(texts.flatMap((text) => text ?? []))]

export async function readOrderFacts(
  sql: Sql,
  organization_id: string,
  records: readonly OrderRecord[],
): Promise<OrderFacts> {
  const lines = records.flatMap((record) => record.lines)
  const words = distinct(records.map(({ account }) => account?.trim().toLowerCase() ?? null))
  const [[organization], channels, locations, accounts, goods, orders] = await Promise.all([
    sql<{ time_zone: string }[]>`select time_zone from organizations where organization_id = ${organization_id}`,
    sql<FoundChannel[]>`
      select sales_channel_id as id, name, channel_type, trading_partner_id, is_active from sales_channels
      where organization_id = ${organization_id}`,
    sql<FoundLocation[]>`
      select location_id as id, name, is_active from locations where organization_id = ${organization_id}`,
    words.length === 0 ? [] : readAccounts(sql, organization_id, words),
    readGoods(sql, organization_id, lines),
    readKnownOrders(sql, organization_id, records),
  ])
  return {
    time_zone: organization!.time_zone,
    channels,
    channelNames: namesOf(channels),
    locations,
    locationNames: namesOf(locations),
    accounts: new Map(accounts.map((account) => [account.id, account])),
    accountNames: namesOf(accounts),
    goods,
    orders: byOrderSource(orders),
  }
}
