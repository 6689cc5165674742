/**
 * Posts inbounds to the warehouse's system as JSON. Address and token are read when the message is sent, so a connection
 * deactivated in the meantime gets nothing. Messages arrive at least once: a warehouse upserts by inbound_id and ignores
 * a revision that is not higher than the one it holds.
 */
import { warehouse_connections } from '../../../db/schema/warehouses.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import type { AddressRules } from '../../http_client/address.ts'
import { postParcel } from '../../http_client/post.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import type { Channel, Outgoing, SendResult } from '../channel.ts'
import { sendResultOf } from './post_result.ts'

export interface WarehousePayload {
  connection_id: string
  message: object
}

/** The request body that the warehouse gets. */
export const inboundBytes = ({ message }: WarehousePayload): Uint8Array => Buffer.from(JSON.stringify(message), 'utf8')

const notSendable = (detail: string): SendResult => ({ is_sent: false, status: null, detail, is_final: true })

const connectionColumns = selection(warehouse_connections, 'c', ['url', 'encrypted_token', 'is_active'])

export const warehouseChannel = (sql: Sql, secrets: SecretBox, rules: AddressRules): Channel => ({
  async send({ organization_id, document_id, payload }: Outgoing) {
    const inbound = payload as WarehousePayload
    const { connection_id } = inbound
    const [connection] = await sql<RowOf<typeof connectionColumns>[]>`
      select ${connectionColumns} from warehouse_connections c
      where organization_id = ${organization_id} and connection_id = ${connection_id}`
    if (connection === undefined || !connection.is_active) return notSendable('connection_deactivated')
    let token: string
    try {
      token = secrets.decrypt(connection.encrypted_token, connection_id)
    } catch {
      return notSendable('secret_unreadable')
    }
    const outcome = await postParcel(
      {
        hook_url: connection.url,
        body: inboundBytes(inbound),
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          'Idempotency-Key': document_id,
        },
      },
      rules,
    )
    return sendResultOf(outcome)
  },
})
