/** SQL of outbound documents: due, claimed and ended ones. They queue by account. */
import { edi_documents } from '../../../db/schema/wholesale/edi.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import type { SendResult } from '../../documents/channel.ts'
import type { Allotment, Ended, Job, QueueTable } from '../../queue/kind.ts'
import { claimedJobs, dueGroups, settledJobs } from '../../queue/statements.ts'
import { aboutDocument, openOnce, resolveAbout } from '../exceptions.ts'
import { endOf } from './ended.rules.ts'

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

const claimedColumns = selection(edi_documents, 'c', [
  'document_id::float8',
  'document_type',
  'trading_partner_id',
  'interchange_id',
])
export interface ClaimedDocument extends Job, RowOf<typeof claimedColumns> {}

export const claimDocuments = (sql: Sql, allotments: readonly Allotment[]) => sql<ClaimedDocument[]>`
  with ${claimedJobs(sql, documentsTable, allotments)}
  select c.organization_id, c.trading_partner_id::text as destination, c.attempts as attempt, ${claimedColumns}
  from claimed c`

/** stored: the account has no transport, and a person fetches the document. */
export interface SendOutcome extends SendResult {
  is_stored?: boolean
}

const endedRows = recordset(edi_documents, ['organization_id', 'document_id as id'], {
  alias: 'r',
  extra: { attempt: 'int', is_done: 'boolean', is_final: 'boolean', is_stored: 'boolean', detail: 'text | null' },
})

const settledColumns = selections(
  selection(edi_documents, 'd', ['organization_id', 'document_id::float8', 'document_type', 'attempts']),
  selection(trading_partners, 't', ['name as account_name']),
)
export interface SettledDocument extends RowOf<typeof settledColumns> {
  state: string
  ended_at: string | null
  is_stored: boolean
  detail: string | null
  now: string
}

const writtenRows = recordset(edi_documents, ['organization_id', 'document_id', 'state', 'sentence'], { alias: 'r' })

const detailLengthMax = 2_000

/** Text from another system, without characters that the database rejects. */
const plain = (text: string | null): string | null =>
  text === null ? null : text.toWellFormed().replaceAll('\u0000', '').slice(0, detailLengthMax)

/** Records ended attempts; returns how many leases were still held. A failed document opens an exception. */
export async function finishDocuments(
  sql: Sql,
  ended: readonly Ended<ClaimedDocument, SendOutcome>[],
): Promise<number> {
  const rows = ended.map(({ job, outcome }) => ({
    organization_id: job.organization_id,
    id: job.document_id,
    attempt: job.attempt,
    is_done: outcome.is_sent,
    is_final: outcome.is_final ?? false,
    is_stored: outcome.is_stored ?? false,
    detail: plain(outcome.detail),
  }))
  const settled = await sql<SettledDocument[]>`
    with ended as (
      select * from ${endedRows.from(rows)}
    ), ${settledJobs(sql, documentsTable)}
    select ${settledColumns}, s.state, s.ended_at, h.is_stored, h.detail, now() as now
    from settled s
    join held h using (organization_id, id)
    join edi_documents d on d.organization_id = s.organization_id and d.document_id = s.id
    join trading_partners t on t.organization_id = d.organization_id and t.trading_partner_id = d.trading_partner_id`
  const known = settled.map((one) => ({ one, end: endOf(one) }))
  await writeEnds(sql, known)
  for (const { one, end } of known) {
    const { organization_id, document_id, ended_at } = one
    if (ended_at === null) continue
    const now = new Date(one.now).toISOString()
    const about = { kind: 'edi_undelivered', subject: aboutDocument(document_id) } as const
    if (end.state === 'failed')
      await openOnce(sql, organization_id, now, { ...about, severity: 'blocking', sentence: end.sentence })
    // Without an earlier attempt there is nothing to resolve.
    else if (one.attempts > 1) await resolveAbout(sql, organization_id, now, { ...about, resolution: end.state })
  }
  return settled.length
}

const writeEnds = (
  sql: Sql,
  known: readonly { one: SettledDocument; end: { state: string; sentence: string } }[],
) => sql`
  update edi_documents d set state = r.state, sentence = r.sentence,
    sent_at = case when r.state = 'sent' then coalesce(d.sent_at, now()) else d.sent_at end
  from ${writtenRows.from(
    known.map(({ one: { organization_id, document_id }, end }) => ({
      organization_id,
      document_id,
      state: end.state as 'sent',
      sentence: end.sentence,
    })),
  )}
  where d.organization_id = r.organization_id and d.document_id = r.document_id`
