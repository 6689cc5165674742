/** SQL of the mail queue. Mails wait by sender: an organisation, or all sign-in mail. */
import { writeArray } from '../../db/client/values.ts'
import { mails } from '../../db/schema/mails.ts'
import { recordset } from '../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../db/sql/selection.ts'
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import type { SendResult } from '../documents/channel.ts'
import type { Allotment, Ended, Group, Job } from '../queue/kind.ts'
import { storedDetail } from '../queue/detail.ts'

const claimedColumns = selection(mails, 'm', [
  'mail_id',
  'organization_id as owner_id',
  'recipient',
  'subject',
  'encrypted_text',
  'attachments',
])
/** `organization_id` of the job is the sender. */
export type ClaimedMail = Job & RowOf<typeof claimedColumns> & { is_expired: boolean }

/** All mail leaves through one server. */
const mailServer = 'mail server'

/** The first due mail of each sender, found by skipping through the index. */
export const findDueSenders = (sql: Sql) => sql<Group[]>`
  with recursive senders as (
    (select m.sender_id, m.next_attempt_at from mails m where m.state = 'queued'
      order by m.sender_id, m.next_attempt_at limit 1)
    union all
    select next.* from senders s cross join lateral (
      select m.sender_id, m.next_attempt_at from mails m where m.state = 'queued' and m.sender_id > s.sender_id
      order by m.sender_id, m.next_attempt_at limit 1
    ) next
  )
  select s.sender_id as organization_id, ${mailServer} as group_id, ${mailServer} as destination,
    s.next_attempt_at as due_since
  from senders s where s.next_attempt_at <= now()`

/** Leases the longest-waiting mails of each sender; during the lease, next_attempt_at is its end. */
export async function claimMails(sql: Sql, allotments: readonly Allotment[]): Promise<ClaimedMail[]> {
  const senders = writeArray(
    allotments.map(({ organization_id }) => organization_id),
    String,
  )
  const counts = writeArray(
    allotments.map(({ jobs_max }) => jobs_max),
    String,
  )
  return sql<ClaimedMail[]>`
    with due as (
      select picked.mail_id
      from unnest(${senders}::text::uuid[], ${counts}::text::int[]) as a (sender_id, jobs_max)
      cross join lateral (
        select w.mail_id from mails w
        where w.state = 'queued' and w.sender_id = a.sender_id and w.next_attempt_at <= now()
        order by w.next_attempt_at limit a.jobs_max for update skip locked
      ) picked
    )
    update mails m set attempts = m.attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${limits.outbound_lease_seconds})
    from due where m.mail_id = due.mail_id
    returning m.sender_id as organization_id, ${mailServer} as destination, ${claimedColumns}, m.attempts as attempt,
      m.expires_at <= now() as is_expired`
}

const endedRows = recordset(mails, ['mail_id', 'attempts as attempt', 'status', 'detail'], {
  alias: 'r',
  extra: { is_sent: 'boolean', is_final: 'boolean', retry_seconds: 'int' },
})

const settledColumns = selection(mails, 'm', [
  'mail_id',
  'organization_id',
  'kind',
  'recipient',
  'state',
  'status',
  'detail',
  'ended_at!',
])
/** A mail whose last attempt ended, as sent or failed. */
export type EndedMail = RowOf<typeof settledColumns>

const detailLengthMax = 500
/**
 * Records attempts; returns how many leases were still held, and the mails that ended. A mail that would expire before
 * its retry fails at once. Rows are locked in one order.
 */
export async function finishMails(
  sql: Sql,
  ended: readonly Ended<ClaimedMail, SendResult>[],
): Promise<{ held: number; over: EndedMail[] }> {
  const rows = ended.map(({ job, outcome: { is_sent, is_final = false, status, detail } }) => {
    const retry_seconds = limits.outbound_retry_seconds[job.attempt - 1]
    return {
      mail_id: job.mail_id,
      attempt: job.attempt,
      status,
      detail: storedDetail(detail, detailLengthMax),
      is_sent,
      is_final: is_final || retry_seconds === undefined,
      retry_seconds: retry_seconds ?? 0,
    }
  })
  const settled = await sql<(Omit<EndedMail, 'ended_at'> & { ended_at: string | null })[]>`
    with held as (
      select r.*, r.is_sent or r.is_final or now() + make_interval(secs => r.retry_seconds) > m.expires_at as is_over
      from (select * from ${endedRows.from(rows)} order by r.mail_id) r
      cross join lateral (
        select m.expires_at from mails m
        where m.mail_id = r.mail_id and m.attempts = r.attempt and m.state = 'queued' for update
      ) m
    )
    update mails m set status = h.status, detail = h.detail,
      state = case when not h.is_over then m.state when h.is_sent then 'sent' else 'failed' end,
      ended_at = case when h.is_over then now() end,
      next_attempt_at = case when not h.is_over then now() + make_interval(secs => h.retry_seconds) end
    from held h where m.mail_id = h.mail_id
    returning ${settledColumns}`
  const over = settled.flatMap(({ ended_at, ...mail }) => (ended_at === null ? [] : [{ ...mail, ended_at }]))
  return { held: settled.length, over }
}
