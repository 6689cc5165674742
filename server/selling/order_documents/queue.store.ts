/** SQL of the queue of papers: due, claimed and ended readings. They queue by account. */
import { order_documents } from '../../../db/schema/selling/order_documents.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import { openExceptions } from '../../exceptions/open.ts'
import type { Allotment, Ended, Job, QueueTable } from '../../queue/kind.ts'
import { claimedJobs, dueGroups, settledJobs } from '../../queue/statements.ts'
import { documentSubject } from './document.store.ts'
import type { Problem } from './reading/reading.ts'

export const orderPapersChannel = 'order_documents'

const documentsTable: QueueTable = {
  name: 'order_documents',
  id: 'document_id',
  group: 'trading_partner_id',
  group_type: 'uuid',
  // A reading that succeeds ends the job in its own transaction, as read or refused.
  states: { waiting: 'queued', done: 'refused', failed: 'failed' },
  lease_seconds: limits.order_document_lease_seconds,
  retry_seconds: limits.order_document_retry_seconds,
  isWaiting: (sql) => sql`d.state = 'queued'`,
}

export const findOrderPaperGroups = (sql: Sql) => dueGroups(sql, documentsTable, 'organization')

const claimedColumns = selection(order_documents, 'c', ['document_id', 'format', 'sha256'])
export type ReadingJob = Job & RowOf<typeof claimedColumns>

export const claimOrderPapers = (sql: Sql, allotments: readonly Allotment[]) => sql<ReadingJob[]>`
  with ${claimedJobs(sql, documentsTable, allotments)}
  select c.organization_id, c.organization_id::text as destination, c.attempts as attempt, ${claimedColumns}
  from claimed c`

/** ended: the attempt wrote its result. lost: another worker has the paper. failed: it is read again, unless final. */
export type Attempt = { end: 'ended' | 'lost' } | { end: 'failed'; is_final: boolean }

const endedRows = recordset(order_documents, ['organization_id', 'document_id as id', 'attempts as attempt'], {
  alias: 'r',
  extra: { is_done: 'boolean', is_final: 'boolean' },
})

interface Settled {
  organization_id: string
  document_id: string
  file_name: string
  state: string
  now: string
}

async function reportFailed(sql: Sql, { organization_id, document_id, file_name, now }: Settled): Promise<void> {
  const sentence = `${file_name} could not be read because of a fault of the service. File it again.`
  const problem: Problem = { code: 'interrupted', line_number: null, sentence }
  await sql`
    update order_documents set problems = ${JSON.stringify([problem])}::text::jsonb, read_at = now()
    where organization_id = ${organization_id} and document_id = ${document_id}`
  const subject = { type: documentSubject, id: document_id }
  await openExceptions(sql, organization_id, new Date(now).toISOString(), [
    { kind: 'document_unreadable', severity: 'warning', subject, sentence },
  ])
}

/** Records failed attempts; returns how many of all attempts still counted. */
export async function finishOrderPapers(sql: Sql, ended: readonly Ended<ReadingJob, Attempt>[]): Promise<number> {
  const rows = ended.flatMap(({ job: { organization_id, document_id, attempt }, outcome }) =>
    outcome.end === 'failed'
      ? [{ organization_id, id: document_id, attempt, is_done: false, is_final: outcome.is_final }]
      : [],
  )
  const done = ended.filter(({ outcome }) => outcome.end === 'ended').length
  if (rows.length === 0) return done
  const settled = await sql<Settled[]>`
    with ended as (
      select * from ${endedRows.from(rows)}
    ), ${settledJobs(sql, documentsTable)}
    select s.organization_id, s.id as document_id, d.file_name, s.state, now() as now
    from settled s
    join order_documents d on d.organization_id = s.organization_id and d.document_id = s.id`
  for (const one of settled) if (one.state === 'failed') await reportFailed(sql, one)
  return done + settled.length
}
