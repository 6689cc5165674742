/** SQL of outbound documents: due, claimed and ended ones. They queue by account. */
import { edi_documents } from '../../../db/schema/wholesale/edi.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import type { SendResult } from '../../documents/channel.ts'
import type { Allotment, Ended, Job, QueueTable } from '../../queue/kind.ts'
import { claimedJobs, dueGroups, isOver, settledJobs } from '../../queue/statements.ts'
import { aboutEdiDocument, openOnce, resolveAbout } from '../exceptions.ts'
import { sentencesOf } from './ended.rules.ts'
import { storedDetail } from '../../queue/detail.ts'

export const documentsTable: QueueTable = {
  name: 'edi_documents',
  id: 'document_id',
  group: 'trading_partner_id',
  group_type: 'uuid',
  states: { waiting: 'queued', done: 'sent', failed: 'failed' },
  lease_seconds: limits.outbound_lease_seconds,
  retry_seconds: limits.outbound_retry_seconds,
  isWaiting: (sql) => sql`d.state = 'queued'`,
}

export const findDueGroups = (sql: Sql) => dueGroups(sql, documentsTable, 'group')

const claimedColumns = selections(
  selection(edi_documents, 'c', ['document_id::float8', 'document_type', 'trading_partner_id', 'interchange_id']),
  selection(trading_partners, 't', ['name as account_name']),
)
export interface ClaimedEdiDocument extends Job, RowOf<typeof claimedColumns> {}

export const claimEdiDocuments = (sql: Sql, allotments: readonly Allotment[]) => sql<ClaimedEdiDocument[]>`
  with ${claimedJobs(sql, documentsTable, allotments)}
  select c.organization_id, c.trading_partner_id::text as destination, c.attempts as attempt, ${claimedColumns}
  from claimed c
  join trading_partners t on t.organization_id = c.organization_id and t.trading_partner_id = c.trading_partner_id`

/** stored: the account has no transport, and a person fetches the document. */
export interface SendOutcome extends SendResult {
  is_stored?: boolean
}

const endedRows = recordset(edi_documents, ['organization_id', 'document_id as id'], {
  alias: 'r',
  extra: {
    attempt: 'int',
    is_done: 'boolean',
    is_final: 'boolean',
    is_stored: 'boolean',
    detail: 'text | null',
    done_sentence: 'text',
    again_sentence: 'text',
    failed_sentence: 'text',
  },
})

interface Settled {
  organization_id: string
  document_id: number
  attempts: number
  state: string
  sentence: string
  ended_at: string | null
  now: string
}

const rowOf = ({ job, outcome }: Ended<ClaimedEdiDocument, SendOutcome>) => {
  const { document_type, account_name } = job
  const detail = storedDetail(outcome.detail)
  const { is_stored = false } = outcome
  const sentences = sentencesOf({ document_type, account_name, is_stored, status: outcome.status, detail })
  return {
    organization_id: job.organization_id,
    id: job.document_id,
    attempt: job.attempt,
    is_done: outcome.is_sent,
    is_final: outcome.is_final ?? false,
    is_stored,
    detail,
    done_sentence: sentences.done,
    again_sentence: sentences.again,
    failed_sentence: sentences.failed,
  }
}

/** Records ended attempts; returns how many leases were still held. A failed document opens an exception. */
export async function finishEdiDocuments(
  sql: Sql,
  ended: readonly Ended<ClaimedEdiDocument, SendOutcome>[],
): Promise<number> {
  const is_over = isOver(sql, documentsTable)
  const more = sql`
    sentence = case when h.is_done then h.done_sentence when ${is_over} then h.failed_sentence else h.again_sentence end,
    sent_at = case when h.is_done and not h.is_stored then coalesce(d.sent_at, now()) else d.sent_at end,`
  const done = sql`case when h.is_stored then 'stored' else 'sent' end`
  const settled = await sql<Settled[]>`
    with ended as (
      select * from ${endedRows.from(ended.map(rowOf))}
    ), ${settledJobs(sql, documentsTable, more, done)}
    select s.organization_id, s.id::float8 as document_id, h.attempt as attempts, s.state,
      case when s.state = 'failed' then h.failed_sentence else h.done_sentence end as sentence, s.ended_at, now() as now
    from settled s
    join held h using (organization_id, id)`
  for (const { organization_id, document_id, ended_at, attempts, state, sentence, now: at } of settled) {
    if (ended_at === null) continue
    const now = new Date(at).toISOString()
    const about = { kind: 'edi_undelivered', subject: aboutEdiDocument(document_id) } as const
    if (state === 'failed') await openOnce(sql, organization_id, now, { ...about, severity: 'blocking', sentence })
    // Without an earlier attempt there is nothing to resolve.
    else if (attempts > 1) await resolveAbout(sql, organization_id, now, { ...about, resolution: state })
  }
  return settled.length
}
