/** SQL of requests to warehouses, as orders write and read them. The order is locked before its requests. */
import { variants } from '../../../db/schema/catalogue.ts'
import { locations } from '../../../db/schema/organizations.ts'
import { warehouse_requests } from '../../../db/schema/selling/warehouse_requests.ts'
import { warehouse_connections } from '../../../db/schema/warehouses.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import type { RequestMessage, VariantText } from './request.rules.ts'

/** The notification channel that wakes workers. */
export const requestsChannel = 'warehouse_requests'

const connectionColumns = selections(
  selection(warehouse_connections, 'c', ['connection_id', 'name', 'fulfilment_url']),
  selection(locations, 'w', ['name as location_name']),
)
export type FulfilmentConnection = RowOf<typeof connectionColumns>

/** The active connection at a location; null without one. */
export async function readConnection(
  sql: Sql,
  organization_id: string,
  location_id: string,
): Promise<FulfilmentConnection | null> {
  const [row] = await sql<FulfilmentConnection[]>`
    select ${connectionColumns} from warehouse_connections c
    join locations w on w.organization_id = ${organization_id} and w.location_id = c.location_id
    where c.organization_id = ${organization_id} and c.location_id = ${location_id} and c.is_active`
  return row ?? null
}

/** Names in a message: of the account, if the order has one, and of the variants. */
export async function readTexts(sql: Sql, organization_id: string, order: LockedOrder) {
  const ids = order.lines.map(({ variant_id }) => variant_id)
  const [accounts, texts] = await Promise.all([
    sql<{ name: string }[]>`
      select name from trading_partners
      where organization_id = ${organization_id} and trading_partner_id = ${order.trading_partner_id}::uuid`,
    sql<VariantText[]>`
      select ${selection(variants, 'v', ['variant_id', 'barcode'])}, p.title || ', ' || v.title as title
      from variants v
      join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
      where v.organization_id = ${organization_id} and v.variant_id = any(${arrayLiteral(ids)}::uuid[])`,
  ])
  return { account_name: accounts[0]?.name ?? null, variants: [...texts] }
}

const openColumns = selection(warehouse_requests, 'r', [
  'request_id',
  'connection_id',
  'location_id',
  'revision',
  'state',
  'attempts',
])
export interface OpenRequest extends RowOf<typeof openColumns> {
  message: RequestMessage
}

/** Requests of a locked order that a warehouse still is to ship, locked. */
export const lockRequests = (sql: Sql, organization_id: string, order_id: string) => sql<OpenRequest[]>`
  select ${openColumns}, r.message from warehouse_requests r
  where r.organization_id = ${organization_id} and r.order_id = ${order_id} and r.status = 'requested'
  order by r.request_id for update`

interface Author {
  organization_id: string
  actor: string
  now: string
}

/** Inserts a request and queues its message. */
export const insertRequest = (
  sql: Sql,
  { organization_id, actor, now }: Author,
  connection_id: string,
  message: RequestMessage,
) => sql`
  insert into warehouse_requests (organization_id, request_id, order_id, connection_id, location_id, revision, status,
    state, message, next_attempt_at, created_by, created_at, updated_at)
  values (${organization_id}, ${message.request_id}, ${message.order.order_id}, ${connection_id},
    ${message.location.location_id}, ${message.revision}, ${message.status}, 'queued',
    ${JSON.stringify(message)}::text::jsonb, now(), ${actor}, ${now}, ${now})`

/** Queues another revision, or the same one again. A running attempt of the one before loses its lease. */
export const requeueRequest = (
  sql: Sql,
  { organization_id, now }: Omit<Author, 'actor'>,
  connection_id: string,
  message: RequestMessage,
  state: 'queued' | 'withdrawn',
) => sql`
  update warehouse_requests set connection_id = ${connection_id}, revision = ${message.revision},
    status = ${message.status}, state = ${state}, message = ${JSON.stringify(message)}::text::jsonb,
    attempts = attempts + 1, round_failures = 0, leased_until = null,
    next_attempt_at = case when ${state === 'queued'} then now() end,
    ended_at = case when ${state === 'queued'} then null else now() end, updated_at = ${now}
  where organization_id = ${organization_id} and request_id = ${message.request_id}`

export const completeRequest = (sql: Sql, { organization_id, now }: Omit<Author, 'actor'>, request_id: string) => sql`
  update warehouse_requests set status = 'completed', completed_at = ${now}, updated_at = ${now},
    state = case when state = 'queued' then 'sent' else state end, next_attempt_at = null, leased_until = null
  where organization_id = ${organization_id} and request_id = ${request_id}`

export const wakeRequests = (sql: Sql) => sql`select pg_notify(${requestsChannel}, '')`
