/**
 * Posts inbounds to the warehouse's system as JSON. Address and token are read when the message is sent, so a connection
 * deactivated in the meantime gets nothing. Messages arrive at least once: a warehouse upserts by inbound_id and ignores
 * a revision that is not higher than the one it holds.
 */
import { warehouse_connections } from '../../../db/schema/warehouses.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import type { AddressRules } from '../../http_client/address.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import type { Channel, Outgoing, SendResult } from '../channel.ts'
import { postWithToken } from './post_with_token.ts'

export interface WarehousePayload {
  connection_id: string
  message: object
}

/** The request body that the warehouse gets. */
export const inboundBytes = ({ message }: WarehousePayload): Uint8Array => Buffer.from(JSON.stringify(message), 'utf8')

const connectionColumns = selection(warehouse_connections, 'c', [
  'url',
  'fulfilment_url',
  'encrypted_token',
  'is_active',
])

export interface WarehouseMessage {
  organization_id: string
  connection_id: string
  /** The connection's URL that it is posted to. */
  to: 'url' | 'fulfilment_url'
  /** Sent as Idempotency-Key, the same in all attempts. */
  message_id: string
  body: Uint8Array
}

/** Posts a message to the warehouse's current address with its current token. */
export async function postToWarehouse(
  sql: Sql,
  secrets: SecretBox,
  rules: AddressRules,
  { organization_id, connection_id, to, message_id, body }: WarehouseMessage,
): Promise<SendResult> {
  const [connection] = await sql<RowOf<typeof connectionColumns>[]>`
    select ${connectionColumns} from warehouse_connections c
    where organization_id = ${organization_id} and connection_id = ${connection_id}`
  const current = connection && { ...connection, id: connection_id, hook_url: connection[to] }
  return postWithToken({ secrets, rules }, current, { message_id, body: () => body })
}

export const warehouseChannel = (sql: Sql, secrets: SecretBox, rules: AddressRules): Channel => ({
  send: ({ organization_id, document_id, payload }: Outgoing) => {
    const inbound = payload as WarehousePayload
    const { connection_id } = inbound
    const body = inboundBytes(inbound)
    const message = { organization_id, connection_id, to: 'url', message_id: document_id, body } as const
    return postToWarehouse(sql, secrets, rules, message)
  },
})
