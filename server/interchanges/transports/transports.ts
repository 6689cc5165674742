/** The transports of this process, and the connection of an account as it is at an attempt. */
import { edi_connections } from '../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { AddressRules } from '../../http_client/address.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import type { ConnectionTransport } from '../known_values.ts'
import { folderTransport } from './folder.ts'
import { httpTransport } from './http.ts'
import { sftpTransport } from './sftp.ts'
import type { Connection, Transport } from './transport.ts'

export type Transports = Record<ConnectionTransport, Transport>

export const openTransports = (data_dir: string, rules: AddressRules): Transports => ({
  folder: folderTransport(data_dir),
  http: httpTransport(rules),
  sftp: sftpTransport(rules),
})

const connectionColumns = selection(edi_connections, 'c', ['transport', 'settings', 'encrypted_secret'])

/** The connection over which the account's documents travel now; undefined if they are stored. */
export async function readConnection(
  sql: Sql,
  secrets: SecretBox,
  organization_id: string,
  trading_partner_id: string,
): Promise<{ transport: ConnectionTransport; connection: Connection } | undefined> {
  const [row] = await sql<RowOf<typeof connectionColumns>[]>`
    select ${connectionColumns} from edi_connections c
    where c.organization_id = ${organization_id} and c.trading_partner_id = ${trading_partner_id}`
  if (row === undefined) return undefined
  const { encrypted_secret } = row
  const secret = () => (encrypted_secret === null ? null : secrets.decrypt(encrypted_secret, trading_partner_id))
  return {
    transport: row.transport as ConnectionTransport,
    connection: { organization_id, trading_partner_id, settings: row.settings as object, secret },
  }
}
