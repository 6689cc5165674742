/** Facts for an import of orders: the records that orders name, and the orders that are stored already. */
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'
import { readGoods } from './matching/goods.store.ts'
import type { FoundGoods } from './matching/match_line.rules.ts'
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
/** Units of an order that was imported before, over all its lines. */
export interface FoundOrder {
  source_system: string
  external_id: string
  order_id: string
  name: string
  fulfilled: number
  cancelled: number
  returned: number
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
  orders: ReadonlyMap<string, FoundOrder>
}

export const sourceKey = (source_system: string, order_number: string): string =>
  JSON.stringify([source_system, order_number])

const wantedOrders = recordset(sales_orders, [], { extra: { source_system: 'text', external_id: 'text' } })

const readOrders = (sql: Sql, organization_id: string, records: readonly OrderRecord[]) => sql<FoundOrder[]>`
  select n.source_system, n.external_id, o.order_id, o.name, l.fulfilled, l.cancelled, r.returned
  from ${wantedOrders.from(records.map((one) => ({ source_system: one.source_system, external_id: one.order_number })))}
  join sales_orders o on o.organization_id = ${organization_id} and o.source_system = n.source_system
    and o.external_id = n.external_id
  cross join lateral (
    select coalesce(sum(l.fulfilled_quantity), 0)::float8 as fulfilled,
      coalesce(sum(l.cancelled_quantity), 0)::float8 as cancelled
    from order_lines l where l.organization_id = ${organization_id} and l.order_id = o.order_id
  ) l
  cross join lateral (
    select coalesce(sum(t.received_quantity), 0)::float8 as returned
    from returns b
    join return_lines t on t.organization_id = ${organization_id} and t.return_id = b.return_id
    where b.organization_id = ${organization_id} and b.order_id = o.order_id
  ) r`

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
    readOrders(sql, organization_id, records),
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
    orders: new Map(orders.map((one) => [sourceKey(one.source_system, one.external_id), one])),
  }
}
