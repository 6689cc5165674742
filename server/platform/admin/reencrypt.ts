/** Moves every stored secret to the current SECRET_KEY, so that the previous one can be taken away. */
import type { Sql } from '../../contract/call.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import { CommandFault } from './command_fault.ts'

interface Sealed {
  /** null: the secret belongs to no organisation. */
  organization_id: string | null
  id: string
  sealed: Uint8Array
}

export interface Reencrypted {
  /** Secrets that were encrypted anew. */
  moved: number
  /** Secrets that already had the current key. */
  current: number
}

/** One transaction: with any secret that cannot be opened, none is changed. */
export async function reencrypt(sql: Sql, secrets: SecretBox): Promise<Reencrypted> {
  const webhooks = await sql<Sealed[]>`
    select organization_id, webhook_id as id, sealed_secret as sealed from webhooks
    where sealed_secret is not null order by organization_id, webhook_id for update`
  const connections = await sql<Sealed[]>`
    select organization_id, connection_id as id, sealed_token as sealed from warehouse_connections
    order by organization_id, connection_id for update`
  const mails = await sql<Sealed[]>`
    select null as organization_id, mail_id as id, sealed_text as sealed from mails order by mail_id for update`
  const opened = [webhooks, connections, mails].map((rows) => movedRows(rows, secrets))
  const [moved_webhooks, moved_connections, moved_mails] = opened as [string, string, string]
  await sql`
    update webhooks w set sealed_secret = decode(m.sealed, 'base64')
    from jsonb_to_recordset(${moved_webhooks}::text::jsonb) as m (organization_id uuid, id uuid, sealed text)
    where w.organization_id = m.organization_id and w.webhook_id = m.id`
  await sql`
    update warehouse_connections c set sealed_token = decode(m.sealed, 'base64')
    from jsonb_to_recordset(${moved_connections}::text::jsonb) as m (organization_id uuid, id uuid, sealed text)
    where c.organization_id = m.organization_id and c.connection_id = m.id`
  await sql`
    update mails set sealed_text = decode(m.sealed, 'base64')
    from jsonb_to_recordset(${moved_mails}::text::jsonb) as m (id uuid, sealed text) where mail_id = m.id`
  const all = [...webhooks, ...connections, ...mails]
  const current = all.filter(({ sealed }) => secrets.isCurrent(sealed)).length
  return { moved: all.length - current, current }
}

/** The rows of another key, encrypted anew, as JSON. */
function movedRows(rows: readonly Sealed[], secrets: SecretBox): string {
  const others = rows.filter(({ sealed }) => !secrets.isCurrent(sealed))
  return JSON.stringify(
    others.map(({ organization_id, id, sealed }) => ({
      organization_id,
      id,
      sealed: secrets.seal(openedWith(secrets, sealed, id), id).toString('base64'),
    })),
  )
}

function openedWith(secrets: SecretBox, sealed: Uint8Array, id: string): string {
  try {
    return secrets.open(sealed, id)
  } catch {
    throw new CommandFault(
      `The secret of ${id} was encrypted with neither SECRET_KEY nor SECRET_KEY_PREVIOUS. Nothing was changed.`,
    )
  }
}

export const reencryptReport = ({ moved, current }: Reencrypted): string =>
  `Encrypted ${moved} ${moved === 1 ? 'secret' : 'secrets'} with the current SECRET_KEY; ${current} already had it. ` +
  'SECRET_KEY_PREVIOUS can be removed once every process has the new key.'
