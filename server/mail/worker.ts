/** Sends account mail on the queue's runner: leased, fenced, tried again after a minute, ten and an hour. */
import type { Database } from '../../db/client.ts'
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { failureOf, mailbox, openTransport } from '../outbound/lanes/email.ts'
import type { Sending } from '../outbound/lane.ts'
import { type Ended, startQueue, type Worker } from '../outbox/runner.ts'
import type { SecretBox } from '../outbox/secret.ts'
import type { MailSettings } from '../settings.ts'
import { mail_channel } from './queue.ts'

interface ClaimedMail {
  mail_id: string
  recipient: string
  subject: string
  sealed_text: Uint8Array
  attempt: number
}

const concurrency = 4
const attempts_max = limits.outbound_retry_seconds.length + 1

const claimMails = (sql: Sql, most: number) => sql<ClaimedMail[]>`
  update mails m set attempts = m.attempts + 1,
    next_attempt_at = now() + make_interval(secs => ${limits.outbound_lease_seconds})
  from (
    select mail_id from mails where state = 'queued' and next_attempt_at <= now()
    order by next_attempt_at limit ${most} for update skip locked
  ) due
  where m.mail_id = due.mail_id
  returning m.mail_id, m.recipient, m.subject, m.sealed_text, m.attempts as attempt`

async function send(mail: ClaimedMail, { url, from }: MailSettings, box: SecretBox): Promise<Sending> {
  const transport = await openTransport(url)
  try {
    const { response } = await transport.sendMail({
      from,
      to: mailbox(mail.recipient),
      messageId: `<${mail.mail_id}@${from.slice(from.indexOf('@') + 1)}>`,
      subject: mail.subject,
      text: box.open(mail.sealed_text, mail.mail_id),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return { is_sent: true, status: Number.parseInt(response, 10) || null, detail: response }
  } catch (error) {
    return failureOf(error as Error)
  } finally {
    transport.close()
  }
}

/** What expired meanwhile is given up: its token is worth nothing any more. */
async function finishMail(sql: Sql, { claimed, outcome }: Ended<ClaimedMail, Sending>): Promise<void> {
  const { is_sent, is_final = false, status, detail } = outcome
  const retry_seconds = limits.outbound_retry_seconds[claimed.attempt - 1] ?? null
  const is_over = is_sent || is_final || claimed.attempt >= attempts_max
  await sql`
    update mails m set status = ${status}, detail = ${detail?.slice(0, 500) ?? null},
      state = case when e.is_over then ${is_sent ? 'sent' : 'failed'} else 'queued' end,
      ended_at = case when e.is_over then now() end,
      next_attempt_at = case when e.is_over then null else now() + make_interval(secs => ${retry_seconds ?? 0}::int) end
    from (select ${is_over} or now() + make_interval(secs => ${retry_seconds ?? 0}::int) > expires_at as is_over
      from mails where mail_id = ${claimed.mail_id}) e
    where m.mail_id = ${claimed.mail_id} and m.attempts = ${claimed.attempt} and m.state = 'queued'`
}

export function startMails(db: Database, settings: MailSettings, box: SecretBox): Worker {
  return startQueue<ClaimedMail, Sending>(db, {
    name: 'account mail',
    channel: mail_channel,
    concurrency,
    per_room: concurrency,
    claim: (most) => claimMails(db.door, most),
    roomOf: () => 'mail server',
    attempt: (mail) => send(mail, settings, box),
    finish: (ended) => Promise.all(ended.map((one) => finishMail(db.door, one))),
  })
}
