/** SQL of due reports as jobs of the queue; those of one schedule wait together. */
import { report_deliveries, report_delivery_mails } from '../../../db/schema/planning/report_schedules.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { PreparedMail, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { insertMails } from '../../mail/queue.ts'
import type { Allotment, Ended, Job, QueueTable } from '../../queue/kind.ts'
import { claimedJobs, dueGroups, settledJobs } from '../../queue/statements.ts'
import { announceEnded } from './deliveries.store.ts'

const table: QueueTable = {
  name: 'report_deliveries',
  id: 'receipt_id',
  group: 'schedule_id',
  group_type: 'uuid',
  states: { waiting: 'queued', done: 'sending', failed: 'failed' },
  lease_seconds: limits.report_lease_seconds,
  retry_seconds: limits.report_retry_seconds,
  isWaiting: (sql) => sql`d.state = 'queued'`,
}

export const findDueReports = (sql: Sql) => dueGroups(sql, table, 'organization')

const claimedColumns = selection(report_deliveries, 'c', [
  'receipt_id',
  'schedule_id',
  'name',
  'report',
  'period',
  'asked',
  'recipients',
  'formats',
  'due_at',
])
export type ReportJob = Job & RowOf<typeof claimedColumns>

export const claimReports = (sql: Sql, allotments: readonly Allotment[]) => sql<ReportJob[]>`
  with ${claimedJobs(sql, table, allotments)}
  select c.organization_id, c.organization_id::text as destination, c.attempts as attempt, ${claimedColumns}
  from claimed c`

export type DeliveryFile = RowOf<typeof filesColumn>['files'][number]
const filesColumn = selection(report_deliveries, 'd', ['files'])

const mailRows = recordset(report_delivery_mails, ['position', 'recipient', 'mail_id', 'outcome'])

/**
 * Queues the mails of a computed report, in one transaction with its files. Returns false where another worker has the
 * report: the attempt's number is the fence. Without a mail server the mails are stored, and the report has gone out.
 */
export async function writeReport(
  sql: Sql,
  { organization_id, receipt_id, attempt }: ReportJob,
  { as_of, files, mails }: { as_of: string; files: readonly DeliveryFile[]; mails: readonly PreparedMail[] },
): Promise<boolean> {
  const is_sent = mails.some((mail) => mail.is_sent)
  const { count } = await sql`
    update report_deliveries set state = ${is_sent ? 'sending' : 'delivered'}, as_of = ${as_of},
      files = ${JSON.stringify(files)}::text::jsonb, delivered_at = case when ${is_sent} then null else now() end,
      failure = null, next_attempt_at = null,
      leased_until = null, ended_at = now()
    where organization_id = ${organization_id} and receipt_id = ${receipt_id} and state = 'queued'
      and attempts = ${attempt} and leased_until is not null`
  if (count === 0) return false
  await insertMails(sql, mails)
  const rows = mails.map(({ recipient, mail_id }, i) => ({
    position: i + 1,
    recipient,
    mail_id,
    outcome: is_sent ? 'queued' : 'stored',
  }))
  await sql`
    insert into report_delivery_mails (organization_id, receipt_id, ended_at, ${mailRows.names})
    select ${organization_id}, ${receipt_id}, case when ${is_sent} then null else now() end, ${mailRows.values}
    from ${mailRows.from(rows)}`
  if (!is_sent) await announceEnded(sql, organization_id, [receipt_id])
  return true
}

/** written: the attempt queued its mails. lost: another worker has the report. failed: retried, unless final. */
export type Attempt = { end: 'written' | 'lost' } | { end: 'failed'; is_final: boolean; failure: string }

const endedRows = recordset(
  report_deliveries,
  ['organization_id', 'receipt_id as id', 'attempts as attempt', 'failure'],
  {
    alias: 'r',
    extra: { is_done: 'boolean', is_final: 'boolean' },
  },
)

interface Settled {
  organization_id: string
  receipt_id: string
  state: string
}

/** Records failed attempts; returns how many of all attempts still counted. A report that fails for good is announced. */
export async function finishReports(sql: Sql, ended: readonly Ended<ReportJob, Attempt>[]): Promise<number> {
  const rows = ended.flatMap(({ job: { organization_id, receipt_id, attempt }, outcome }) =>
    outcome.end === 'failed'
      ? [
          {
            organization_id,
            id: receipt_id,
            attempt,
            failure: outcome.failure,
            is_done: false,
            is_final: outcome.is_final,
          },
        ]
      : [],
  )
  const done = ended.filter(({ outcome }) => outcome.end === 'written').length
  if (rows.length === 0) return done
  // The reason of the last failure is what a receipt that fails for good states.
  const settled = await sql<Settled[]>`
    with ended as (
      select * from ${endedRows.from(rows)}
    ), ${settledJobs(sql, table, sql`failure = h.failure,`)}
    select s.organization_id, s.id as receipt_id, s.state from settled s`
  const failed = settled.filter(({ state }) => state === 'failed')
  for (const [organization_id, of] of Map.groupBy(failed, (one) => one.organization_id))
    await announceEnded(
      sql,
      organization_id,
      of.map(({ receipt_id }) => receipt_id),
    )
  return done + settled.length
}
