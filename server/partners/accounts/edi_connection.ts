/** The connection over which interchanges of an account travel: checked and saved with its EDI profile. */
import { assignments, differences } from '../../../db/sql/lists.ts'
import type { SecretTools, Sql, WebhookTools } from '../../contract/call.ts'
import { isDifferent } from '../../contract/difference.ts'
import { refuseField } from '../../contract/refusals.ts'
import { connectionTransports, type ConnectionTransport } from '../../interchanges/known_values.ts'
import { destinationOf } from '../../interchanges/transports/destination.rules.ts'
import type { ConnectionBody, SftpSettings } from '../../interchanges/transports/settings.ts'

interface Asked {
  transport?: string
  connection?: ConnectionBody
}

/** The URL whose host the connection reaches, and the field that names it. */
function reached({ transport, connection }: Asked): { field: string; url: string } | null {
  if (transport === 'http' && connection?.http !== undefined)
    return { field: 'connection.http.url', url: connection.http.url }
  if (transport === 'sftp' && connection?.sftp !== undefined) {
    const { host } = connection.sftp
    return { field: 'connection.sftp.host', url: `https://${host.includes(':') ? `[${host}]` : host}` }
  }
  return null
}

/** Refuses a connection that is not the transport's, and one that leads to no public address. */
export async function checkConnection(connectionRequest: Asked, webhooks: WebhookTools): Promise<void> {
  const { transport = 'stored', connection } = connectionRequest
  for (const kind of ['http', 'sftp'] as const) {
    const isGiven = connection?.[kind] !== undefined
    if (isGiven && transport !== kind) refuseField(`connection.${kind}`, `can be sent only with the transport ${kind}`)
    if (!isGiven && transport === kind) refuseField(`connection.${kind}`, `must be sent with the transport ${kind}`)
  }
  const sftp = connection?.sftp
  if (sftp?.password !== undefined && sftp.private_key !== undefined)
    refuseField('connection.sftp.private_key', 'must not be sent together with password')
  const target = reached(connectionRequest)
  if (target === null) return
  const addressFault = await webhooks.checkAddress(target.url)
  if ('rule' in addressFault) refuseField(target.field, addressFault.rule)
}

interface Place {
  organization_id: string
  trading_partner_id: string
  now: string
  encrypt: SecretTools['encrypt']
}

/** Settings without the secret, and the secret; undefined if none was sent. */
function partsOf({ connection }: Asked): { settings: object; secret: string | undefined } {
  if (connection?.http !== undefined) {
    const { bearer_token, ...settings } = connection.http
    return { settings, secret: bearer_token }
  }
  if (connection?.sftp !== undefined) {
    const { password, private_key, ...settings } = connection.sftp
    return { settings, secret: password ?? private_key }
  }
  return { settings: {}, secret: undefined }
}

const isPolled = (transport: string, settings: object): boolean =>
  transport === 'folder' || (transport === 'sftp' && ((settings as SftpSettings).in_folder ?? null) !== null)

interface StoredConnection {
  transport: ConnectionTransport
  settings: object
  encrypted_secret: Uint8Array | null
}

const readStored = async (
  sql: Sql,
  { organization_id, trading_partner_id }: Place,
): Promise<StoredConnection | undefined> => {
  const [stored] = await sql<StoredConnection[]>`
    select transport, settings, encrypted_secret from edi_connections
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
  return stored
}

/** The stored secret where the connection still leads to its destination; a secret is sent nowhere else. */
function keptSecret(
  stored: StoredConnection | undefined,
  transport: ConnectionTransport,
  settings: object,
): Uint8Array | null {
  const isSamePlace =
    stored?.transport === transport && destinationOf(transport, stored.settings) === destinationOf(transport, settings)
  return isSamePlace ? stored.encrypted_secret : null
}

/** Whether the connection and its secret changed, for the audit log. */
export interface SavedConnection {
  is_changed: boolean
  secret: 'stored' | 'deleted' | 'as before'
}

const isConnected = (transport: string): transport is ConnectionTransport =>
  connectionTransports.some((one) => one === transport)

const connectionNames = ['transport', 'settings', 'state', 'encrypted_secret']

/** Writes the connection of the transport, or deletes it if interchanges are stored. */
export async function saveConnection(sql: Sql, place: Place, connectionRequest: Asked): Promise<SavedConnection> {
  const { organization_id, trading_partner_id, now, encrypt } = place
  const { transport = 'stored' } = connectionRequest
  const stored = await readStored(sql, place)
  const wasSecret = (stored?.encrypted_secret ?? null) !== null
  if (!isConnected(transport)) {
    await sql`
      delete from edi_connections
      where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
    return { is_changed: stored !== undefined, secret: wasSecret ? 'deleted' : 'as before' }
  }
  const { settings, secret } = partsOf(connectionRequest)
  const encrypted = secret === undefined ? keptSecret(stored, transport, settings) : encrypt(secret, trading_partner_id)
  if (transport === 'sftp' && encrypted === null)
    refuseField(
      'connection.sftp.password',
      'must be sent, or private_key instead: none is stored for this host, port, user name and host key',
    )
  const state = isPolled(transport, settings) ? 'polled' : 'sending_only'
  await sql`
    insert into edi_connections as c (organization_id, trading_partner_id, transport, settings, encrypted_secret, state,
      next_attempt_at, created_at, updated_at)
    values (${organization_id}, ${trading_partner_id}, ${transport}, ${JSON.stringify(settings)}::text::jsonb,
      ${encrypted}, ${state}, case when ${state} = 'polled' then ${now}::timestamptz end, ${now}, ${now})
    on conflict on constraint edi_connections_pk do update
    set ${assignments([...connectionNames, 'next_attempt_at', 'updated_at'])}, leased_until = null,
      round_failures = 0, fault = null
    where ${differences(connectionNames, 'c')}`
  return {
    is_changed:
      stored?.transport !== transport ||
      isDifferent(stored.settings, settings) ||
      isDifferent(settings, stored.settings),
    secret: secret !== undefined ? 'stored' : wasSecret && encrypted === null ? 'deleted' : 'as before',
  }
}
