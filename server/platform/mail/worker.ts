/** Sends account mail, as a kind of the queue (queue/kind.ts); retried after 1 minute, 10 minutes and 1 hour. */
import type { Database } from '../../../db/client/database.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { failureOf, mailbox, openTransport } from '../../documents/channels/email.ts'
import type { SendResult } from '../../documents/channel.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import type { Caps, Ended, Group, Job, Kind } from '../../queue/kind.ts'
import { startQueue, type Worker } from '../../queue/worker.ts'
import type { MailSettings } from '../../settings/settings.ts'
import { mailChannel, mailColumns, type StoredMail } from './queue.ts'

type ClaimedMail = Job & StoredMail

/** Account mail belongs to users, not organisations, and uses one mail server, so it is one group. */
const caps: Caps = { total: 4, organization: 4, destination: 4, organization_destination: 4, timed_out: 4 }
const everybody = ''
const mailServer = 'mail server'
const attemptsMax = limits.outbound_retry_seconds.length + 1

const findDueMails = (sql: Sql) => sql<Group[]>`
  select ${everybody} as organization_id, ${mailServer} as group_id, ${mailServer} as destination,
    min(next_attempt_at) as due_since
  from mails where state = 'queued' and next_attempt_at <= now()
  having count(*) > 0`

const claimMails = (sql: Sql, most: number) => sql<ClaimedMail[]>`
  update mails m set attempts = m.attempts + 1,
    next_attempt_at = now() + make_interval(secs => ${limits.outbound_lease_seconds})
  from (
    select mail_id from mails where state = 'queued' and next_attempt_at <= now()
    order by next_attempt_at limit ${most} for update skip locked
  ) due
  where m.mail_id = due.mail_id
  returning ${everybody} as organization_id, ${mailServer} as destination, ${mailColumns},
    m.attempts as attempt`

async function send(mail: ClaimedMail, { url, from }: MailSettings, box: SecretBox): Promise<SendResult> {
  const transport = await openTransport(url)
  try {
    const { response } = await transport.sendMail({
      from,
      to: mailbox(mail.recipient),
      messageId: `<${mail.mail_id}@${from.slice(from.indexOf('@') + 1)}>`,
      subject: mail.subject,
      text: box.decrypt(mail.encrypted_text, mail.mail_id),
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

/** A mail whose token would expire before the retry fails for good. Returns 1 if this attempt still held the lease. */
async function finishMail(sql: Sql, { job, outcome }: Ended<ClaimedMail, SendResult>): Promise<number> {
  const { is_sent, is_final = false, status, detail } = outcome
  const retry_seconds = limits.outbound_retry_seconds[job.attempt - 1] ?? null
  const is_over = is_sent || is_final || job.attempt >= attemptsMax
  const { count } = await sql`
    update mails m set status = ${status}, detail = ${detail?.slice(0, 500) ?? null},
      state = case when e.is_over then ${is_sent ? 'sent' : 'failed'} else 'queued' end,
      ended_at = case when e.is_over then now() end,
      next_attempt_at = case when e.is_over then null else now() + make_interval(secs => ${retry_seconds ?? 0}::int) end
    from (select ${is_over} or now() + make_interval(secs => ${retry_seconds ?? 0}::int) > expires_at as is_over
      from mails where mail_id = ${job.mail_id}) e
    where m.mail_id = ${job.mail_id} and m.attempts = ${job.attempt} and m.state = 'queued'`
  return count
}

const mails = (db: Database, settings: MailSettings, box: SecretBox): Kind<ClaimedMail, SendResult> => ({
  name: 'account mail',
  channel: mailChannel,
  caps,
  attempt_seconds_max: limits.outbound_timeout_seconds,
  findGroups: () => findDueMails(db.door),
  claim: (allotments) =>
    claimMails(
      db.door,
      allotments.reduce((sum, { jobs_max }) => sum + jobs_max, 0),
    ),
  run: (mail) => send(mail, settings, box),
  failed: (reason) => ({ is_sent: false, status: null, detail: reason === 'timed_out' ? reason : reason.message }),
  evaluate: ({ is_sent, is_final }) => ({ is_done: is_sent, is_final }),
  finish: async (ended) => {
    const held = await Promise.all(ended.map((one) => finishMail(db.door, one)))
    return held.reduce((sum, count) => sum + count, 0)
  },
})

export const startMails = (db: Database, settings: MailSettings, box: SecretBox): Worker =>
  startQueue(db, mails(db, settings, box))
