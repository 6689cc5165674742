/** Re-encrypts every stored secret with the current SECRET_KEY, so that the previous one can be removed. */
import type { Sql } from '../../contract/call.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import { type AuthKey, movedToCurrent } from '../sign_in/auth_keys.ts'
import { CommandFault } from './command_fault.ts'

interface Encrypted {
  /** null: the secret belongs to no organisation. */
  organization_id: string | null
  id: string
  encrypted: Uint8Array
}

export interface Reencrypted {
  /** Secrets that were re-encrypted. */
  moved: number
  /** Secrets already encrypted with the current key. */
  current: number
}

/** One transaction: if any secret cannot be decrypted, none is changed. */
export async function reencrypt(sql: Sql, secrets: SecretBox): Promise<Reencrypted> {
  const webhooks = await sql<Encrypted[]>`
    select organization_id, webhook_id as id, encrypted_secret as encrypted from webhooks
    where encrypted_secret is not null order by organization_id, webhook_id for update`
  const connections = await sql<Encrypted[]>`
    select organization_id, connection_id as id, encrypted_token as encrypted from warehouse_connections
    order by organization_id, connection_id for update`
  const ledgers = await sql<Encrypted[]>`
    select organization_id, accounting_connection_id as id, encrypted_token as encrypted from accounting_connections
    order by organization_id, accounting_connection_id for update`
  const reports = await sql<Encrypted[]>`
    select organization_id, connection_id as id, encrypted_report_secret as encrypted from warehouse_connections
    where encrypted_report_secret is not null order by organization_id, connection_id for update`
  const transports = await sql<Encrypted[]>`
    select organization_id, trading_partner_id as id, encrypted_secret as encrypted from edi_connections
    where encrypted_secret is not null order by organization_id, trading_partner_id for update`
  const keys = await sql<Encrypted[]>`
    select organization_id, organization_id as id, encrypted_key as encrypted from customer_keys
    order by organization_id for update`
  const mails = await sql<Encrypted[]>`
    select null as organization_id, mail_id as id, encrypted_text as encrypted from mails order by mail_id for update`
  const [movedWebhooks, movedConnections, movedLedgers, movedReports, movedTransports, movedKeys, movedMails] = [
    webhooks,
    connections,
    ledgers,
    reports,
    transports,
    keys,
    mails,
  ].map((rows) => movedRows(rows, secrets)) as [string, string, string, string, string, string, string]
  // They are kept for hours, and are only read if a request is sent again.
  await sql`delete from remembered_session_writes`
  await sql`
    update webhooks w set encrypted_secret = decode(m.encrypted, 'base64')
    from jsonb_to_recordset(${movedWebhooks}::text::jsonb) as m (organization_id uuid, id uuid, encrypted text)
    where w.organization_id = m.organization_id and w.webhook_id = m.id`
  await sql`
    update warehouse_connections c set encrypted_token = decode(m.encrypted, 'base64')
    from jsonb_to_recordset(${movedConnections}::text::jsonb) as m (organization_id uuid, id uuid, encrypted text)
    where c.organization_id = m.organization_id and c.connection_id = m.id`
  await sql`
    update accounting_connections c set encrypted_token = decode(m.encrypted, 'base64')
    from jsonb_to_recordset(${movedLedgers}::text::jsonb) as m (organization_id uuid, id uuid, encrypted text)
    where c.organization_id = m.organization_id and c.accounting_connection_id = m.id`
  await sql`
    update warehouse_connections c set encrypted_report_secret = decode(m.encrypted, 'base64')
    from jsonb_to_recordset(${movedReports}::text::jsonb) as m (organization_id uuid, id uuid, encrypted text)
    where c.organization_id = m.organization_id and c.connection_id = m.id`
  await sql`
    update edi_connections c set encrypted_secret = decode(m.encrypted, 'base64')
    from jsonb_to_recordset(${movedTransports}::text::jsonb) as m (organization_id uuid, id uuid, encrypted text)
    where c.organization_id = m.organization_id and c.trading_partner_id = m.id`
  await sql`
    update customer_keys k set encrypted_key = decode(m.encrypted, 'base64')
    from jsonb_to_recordset(${movedKeys}::text::jsonb) as m (organization_id uuid, encrypted text)
    where k.organization_id = m.organization_id`
  await sql`
    update mails set encrypted_text = decode(m.encrypted, 'base64')
    from jsonb_to_recordset(${movedMails}::text::jsonb) as m (id uuid, encrypted text) where mail_id = m.id`
  const all = [...webhooks, ...connections, ...ledgers, ...reports, ...transports, ...keys, ...mails]
  const current = all.filter(({ encrypted }) => secrets.isCurrent(encrypted)).length
  return { moved: all.length - current, current }
}

/** Files that arrived over EDI and cannot be read, one after another, since they may be large. */
export async function reencryptArrived(sql: Sql, secrets: SecretBox): Promise<Reencrypted> {
  const ids = await sql<{ id: string }[]>`
    select interchange_id as id from edi_interchanges where arrived_content is not null order by 1`
  let moved = 0
  for (const { id } of ids) {
    const rows = await sql<Encrypted[]>`
      select organization_id, interchange_id as id, arrived_content as encrypted from edi_interchanges
      where interchange_id = ${id} and arrived_content is not null for update`
    for (const { organization_id, encrypted } of rows) {
      if (secrets.isCurrent(encrypted)) continue
      await sql`
        update edi_interchanges set arrived_content = ${secrets.encrypt(decryptedWith(secrets, encrypted, id), id)}
        where organization_id = ${organization_id!} and interchange_id = ${id}`
      moved++
    }
  }
  return { moved, current: ids.length - moved }
}

/** Secrets of second factors, which better-auth encrypts. */
export async function reencryptTwoFactor(sql: Sql, keys: readonly AuthKey[]): Promise<Reencrypted> {
  const rows = await sql<{ id: string; secret: string; codes: string }[]>`
    select id, secret, "backupCodes" as codes from two_factor order by id for update`
  let moved = 0
  for (const { id, secret, codes } of rows) {
    const [newSecret, newCodes] = await Promise.all([secret, codes].map((text) => movedFactor(keys, id, text)))
    if (newSecret === null && newCodes === null) continue
    moved++
    await sql`
      update two_factor set secret = ${newSecret ?? secret}, "backupCodes" = ${newCodes ?? codes} where id = ${id}`
  }
  return { moved, current: rows.length - moved }
}

const movedFactor = (keys: readonly AuthKey[], id: string, encrypted: string) =>
  movedToCurrent(keys, encrypted).catch(() => refuseForeign(id))

/** The rows encrypted with another key, re-encrypted, as JSON. */
function movedRows(rows: readonly Encrypted[], secrets: SecretBox): string {
  const others = rows.filter(({ encrypted }) => !secrets.isCurrent(encrypted))
  return JSON.stringify(
    others.map(({ organization_id, id, encrypted }) => ({
      organization_id,
      id,
      encrypted: secrets.encrypt(decryptedWith(secrets, encrypted, id), id).toString('base64'),
    })),
  )
}

function decryptedWith(secrets: SecretBox, encrypted: Uint8Array, id: string): string {
  try {
    return secrets.decrypt(encrypted, id)
  } catch {
    return refuseForeign(id)
  }
}

function refuseForeign(id: string): never {
  throw new CommandFault(
    `The secret of ${id} was encrypted with neither SECRET_KEY nor SECRET_KEY_PREVIOUS. Nothing was changed.`,
  )
}

export const reencryptReport = ({ moved, current }: Reencrypted): string =>
  `Encrypted ${moved} ${moved === 1 ? 'secret' : 'secrets'} with the current SECRET_KEY; ${current} already used it. ` +
  'SECRET_KEY_PREVIOUS can be removed once every process has the new key.'
