/** SQL of outbound documents: due, claimed and finished ones. Documents queue by concurrency key. */
import { outbound_attempts, outbound_documents } from '../../db/schema/documents.ts'
import { recordset } from '../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../db/sql/selection.ts'
import { arrayLiteral } from '../../db/sql/array_literal.ts'
import { type ChannelName } from './known_values.ts'
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { ageSeconds, type Allotment, type Ended, type Group, type QueueTable } from '../queue/kind.ts'
import { claimedJobs, firstDue, settledJobs, waitingGroups } from '../queue/statements.ts'
import type { Outgoing, SendResult } from './channel.ts'
import { endedColumns, type EndedOutboundDocument, updateExceptions } from './undelivered.ts'
import { storedDetail } from '../queue/detail.ts'

export const documentsTable: QueueTable = {
  name: 'outbound_documents',
  id: 'document_id',
  group: 'concurrency_key',
  group_type: 'text',
  states: { waiting: 'queued', done: 'sent', failed: 'failed' },
  lease_seconds: limits.outbound_lease_seconds,
  retry_seconds: limits.outbound_retry_seconds,
  isWaiting: (sql) => sql`d.state = 'queued'`,
  // A document for the supplier waits while its order is on hold. A cancelled order is never released, so its documents
  // are not held back. Only this order's hold is read, not all held orders.
  isReady: (sql) => sql`(d.channel = 'warehouse' or not (
    select o.on_hold and o.status <> 'cancelled' from purchase_orders o
    where o.organization_id = d.organization_id and o.purchase_order_id = d.purchase_order_id))`,
}

/** Groups with a document due that these channels send. A concurrency key begins with the channel of its documents. */
export const findDueGroups = (sql: Sql, channels: readonly ChannelName[]) => sql<Group[]>`
  with recursive ${waitingGroups(sql, documentsTable)}
  select g.organization_id, g.group_id, g.group_id as destination, first.due_since
  from groups g
  cross join ${firstDue(sql, documentsTable)} first
  where g.next_attempt_at <= now() and split_part(g.group_id, ' ', 1) = any(${arrayLiteral(channels)}::text[])`

const claimedColumns = selection(outbound_documents, 'c', [
  'document_id',
  'channel',
  'purchase_order_id',
  'name',
  'revision',
  'recipient',
  'payload',
  'created_at',
])
export type ClaimedOutboundDocument = RowOf<typeof claimedColumns>

export const claimOutboundDocuments = (sql: Sql, allotments: readonly Allotment[]) => sql<Outgoing[]>`
  with ${claimedJobs(sql, documentsTable, allotments)}
  select c.organization_id, c.concurrency_key as destination, c.attempts as attempt, ${claimedColumns},
    extract(epoch from now())::int as unix_seconds
  from claimed c`

const endedRows = recordset(
  outbound_attempts,
  ['organization_id', 'document_id as id', 'attempt', 'duration_ms', 'status', 'detail'],
  { alias: 'r', extra: { age_seconds: 'float8', is_done: 'boolean', is_final: 'boolean' } },
)

/**
 * Records finished attempts; returns how many leases were still held. An attempt whose lease was taken over is still
 * recorded. A final failure opens an exception in the same transaction.
 */
export async function finishOutboundDocuments(
  sql: Sql,
  ended: readonly Ended<Outgoing, SendResult>[],
): Promise<number> {
  const rows = ended.map(({ job, outcome, started_ms, duration_ms }) => ({
    organization_id: job.organization_id,
    id: job.document_id,
    attempt: job.attempt,
    age_seconds: ageSeconds({ started_ms }),
    duration_ms,
    is_done: outcome.is_sent,
    is_final: outcome.is_final ?? false,
    status: outcome.status,
    detail: storedDetail(outcome.detail),
  }))
  const settled = await sql<(Omit<EndedOutboundDocument, 'ended_at'> & { ended_at: string | null })[]>`
    with ended as (
      select * from ${endedRows.from(rows)}
    ), ${settledJobs(sql, documentsTable)}, written as (
      insert into outbound_attempts (organization_id, document_id, attempt, started_at, duration_ms, outcome, status,
        detail)
      select organization_id, id, attempt, now() - make_interval(secs => age_seconds), duration_ms,
        case when is_done then 'sent' else 'failed' end, status, detail
      from ended
      on conflict do nothing
    )
    select s.organization_id, s.id as document_id, ${endedColumns}, s.state,
      d.payload -> 'is_cancellation' is not null as is_cancellation, h.status, h.detail, s.ended_at
    from settled s
    join held h using (organization_id, id)
    cross join lateral (
      select * from outbound_documents d
      where d.organization_id = s.organization_id and d.document_id = s.id
    ) d`
  await updateExceptions(
    sql,
    settled.flatMap(({ ended_at, ...document }) =>
      ended_at !== null && (document.state === 'sent' || document.state === 'failed') ? { ...document, ended_at } : [],
    ),
  )
  return settled.length
}
