/**
 * Mail to people. A mail is written in the transaction that causes it and sent by the worker (worker.ts). When no mail
 * server is configured, it is stored to be read and forwarded. Account mail belongs to no organisation; other mail
 * belongs to one, may carry its files and is sent in its share of the worker. Purchase orders have a queue of their own
 * (documents/queue.ts).
 */
import { mails } from '../../db/schema/mails.ts'
import { recordset } from '../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../db/sql/selection.ts'
import type { PreparedMail, Sql } from '../contract/call.ts'

export const mailStateWords =
  'Delivery state of the mail. queued: waiting to be sent or retried. sent: accepted by the mail server. failed: four attempts failed, or the mail server refused it permanently. stored: no mail server is configured; read the mail and forward it.'

/** Notification channel for queued mail. */
export const mailChannel = 'mails'

/** A mail as it is sent or shown; its text is encrypted. */
export const mailColumns = selection(mails, 'm', ['mail_id', 'recipient', 'subject', 'encrypted_text'])
export type StoredMail = RowOf<typeof mailColumns>

const mailRows = recordset(
  mails,
  ['organization_id', 'mail_id', 'kind', 'recipient', 'subject', 'attachments', 'state'],
  { extra: { encrypted: 'text', minutes: 'int' } },
)

/** Writes mails with one statement, in the caller's transaction. */
export async function insertMails(sql: Sql, prepared: readonly PreparedMail[]): Promise<void> {
  if (prepared.length === 0) return
  const rows = prepared.map((mail) => ({
    organization_id: mail.organization_id ?? null,
    mail_id: mail.mail_id,
    kind: mail.kind,
    recipient: mail.recipient,
    subject: mail.subject,
    attachments: [...(mail.attachments ?? [])],
    state: mail.is_sent ? 'queued' : 'stored',
    encrypted: Buffer.from(mail.encrypted_text).toString('base64'),
    minutes: mail.minutes,
  }))
  await sql`
    insert into mails (organization_id, mail_id, kind, recipient, subject, attachments, state, encrypted_text,
      next_attempt_at, ended_at, expires_at)
    select n.organization_id, n.mail_id, n.kind, n.recipient, n.subject, n.attachments, n.state,
      decode(n.encrypted, 'base64'), case when n.state = 'queued' then now() end,
      case when n.state <> 'queued' then now() end, now() + make_interval(mins => n.minutes)
    from ${mailRows.from(rows)}`
  if (prepared.some(({ is_sent }) => is_sent)) await sql`select pg_notify(${mailChannel}, '')`
}

export async function insertMail(sql: Sql, mail: PreparedMail): Promise<string> {
  await insertMails(sql, [mail])
  return mail.mail_id
}
