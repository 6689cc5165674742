/**
 * Mail about accounts: invitations and password resets. A mail is written in the transaction that makes its token, and
 * sent by the worker (worker.ts). Where no mail server is configured it is stored, to be read and passed on.
 */
import type { PreparedMail, Sql } from '../../contract/call.ts'
export const mail_state_words =
  'How far its mail has come. queued: to be sent, or tried again. sent: taken by the mail server. failed: given up after four attempts, or refused for good. stored: no mail server is configured; read the mail and pass it on.'

/** The channel on which workers hear that a mail waits. */
export const mail_channel = 'mails'

export async function insertMail(sql: Sql, mail: PreparedMail): Promise<string> {
  const { mail_id, is_sent } = mail
  await sql`
    insert into mails (mail_id, kind, recipient, subject, encrypted_text, state, next_attempt_at, ended_at, expires_at)
    values (${mail_id}, ${mail.kind}, ${mail.recipient}, ${mail.subject}, ${mail.encrypted_text},
      ${is_sent ? 'queued' : 'stored'}, case when ${is_sent} then now() end, case when ${is_sent} then null else now() end,
      now() + make_interval(mins => ${mail.minutes}))`
  if (is_sent) await sql`select pg_notify(${mail_channel}, '')`
  return mail_id
}
