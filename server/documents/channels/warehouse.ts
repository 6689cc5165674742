/**
 * Inbounds are posted to the system of the warehouse as JSON. Address and token are those of the connection as it stands
 * when the message leaves, so a connection that was deactivated meanwhile is sent nothing. A warehouse upserts by
 * inbound_id and passes over a revision that is not above the one it holds: messages arrive at least once.
 */
import type { Sql } from '../../contract/call.ts'
import type { AddressRules } from '../../http_client/address.ts'
import { postParcel } from '../../http_client/post.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import type { Channel, Outgoing, Sending } from '../channel.ts'
import { sendingOf } from './posted.ts'

export interface WarehousePayload {
  connection_id: string
  message: object
}

/** What the warehouse gets. */
export const inboundBytes = ({ message }: WarehousePayload): Uint8Array => Buffer.from(JSON.stringify(message), 'utf8')

const nowhere = (detail: string): Sending => ({ is_sent: false, status: null, detail, is_final: true })

export const warehouseChannel = (sql: Sql, secrets: SecretBox, rules: AddressRules): Channel => ({
  async send({ organization_id, document_id, payload }: Outgoing) {
    const inbound = payload as WarehousePayload
    const { connection_id } = inbound
    const [connection] = await sql<{ url: string; encrypted_token: Uint8Array; is_active: boolean }[]>`
      select url, encrypted_token, is_active from warehouse_connections
      where organization_id = ${organization_id} and connection_id = ${connection_id}`
    if (connection === undefined || !connection.is_active) return nowhere('connection_deactivated')
    let token: string
    try {
      token = secrets.decrypt(connection.encrypted_token, connection_id)
    } catch {
      return nowhere('secret_unreadable')
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
    return sendingOf(outcome)
  },
})
