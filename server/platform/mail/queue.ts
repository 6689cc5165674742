/**
 * Account mail: invitations and password resets. A mail is written in the transaction that creates its token and sent
 * by the worker (worker.ts). When no mail server is configured, it is stored to be read and forwarded.
 */
import { mails } from '../../../db/schema/mails.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { PreparedMail, Sql } from '../../contract/call.ts'

export const mailStateWords =
  'Delivery state of the mail. queued: waiting to be sent or retried. sent: accepted by the mail server. failed: four attempts failed, or the mail server refused it permanently. stored: no mail server is configured; read the mail and forward it.'

/** Notification channel for queued mail. */
export const mailChannel = 'mails'

/** A mail as it is sent or shown; its text is encrypted. */
export const mailColumns = selection(mails, 'm', ['mail_id', 'recipient', 'subject', 'encrypted_text'])
export type StoredMail = RowOf<typeof mailColumns>

export async function insertMail(sql: Sql, mail: PreparedMail): Promise<string> {
  const { mail_id, is_sent } = mail
  await sql`
    insert into mails (mail_id, kind, recipient, subject, encrypted_text, state, next_attempt_at, ended_at, expires_at)
    values (${mail_id}, ${mail.kind}, ${mail.recipient}, ${mail.subject}, ${mail.encrypted_text},
      ${is_sent ? 'queued' : 'stored'}, case when ${is_sent} then now() end, case when ${is_sent} then null else now() end,
      now() + make_interval(mins => ${mail.minutes}))`
  if (is_sent) await sql`select pg_notify(${mailChannel}, '')`
  return mail_id
}
