/** SQL of postings: due, claimed and finished ones. Postings queue by connection. */
import { invoice_posting_attempts } from '../../../../db/schema/selling/accounting.ts'
import { invoices } from '../../../../db/schema/selling/fulfilments.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import type { Sql } from '../../../contract/sql.ts'
import { limits } from '../../../contract/limits.ts'
import { type SendResult } from '../../../documents/channel.ts'
import { ageSeconds, type Allotment, type Ended, type Job, type QueueTable } from '../../../queue/kind.ts'
import { claimedJobs, dueGroups, settledJobs } from '../../../queue/statements.ts'
import { invoiceSubject } from '../model.ts'
import { type EndedPosting, ledgerSentence, readReference } from './posting.rules.ts'
import { updateExceptions } from './unposted.ts'
import { storedDetail } from '../../../queue/detail.ts'

export const postingsTable: QueueTable = {
  name: 'invoice_postings',
  id: 'invoice_id',
  group: 'accounting_connection_id',
  group_type: 'uuid',
  states: { waiting: 'queued', done: 'posted', failed: 'failed' },
  lease_seconds: limits.outbound_lease_seconds,
  retry_seconds: limits.outbound_retry_seconds,
  isWaiting: (sql) => sql`d.state = 'queued'`,
}

export interface ClaimedPosting extends Job {
  invoice_id: number
  accounting_connection_id: string
  revision: number
}

export const findDuePostings = (sql: Sql) => dueGroups(sql, postingsTable, 'group')

export const claimPostings = (sql: Sql, allotments: readonly Allotment[]) => sql<ClaimedPosting[]>`
  with ${claimedJobs(sql, postingsTable, allotments)}
  select c.organization_id, c.accounting_connection_id::text as destination, c.attempts as attempt, c.accounting_connection_id, c.revision,
    c.invoice_id::float8 as invoice_id
  from claimed c`

const endedRows = recordset(
  invoice_posting_attempts,
  ['organization_id', 'invoice_id as id', 'attempt', 'revision', 'duration_ms', 'status', 'detail'],
  { alias: 'r', extra: { age_seconds: 'float8', is_done: 'boolean', is_final: 'boolean' } },
)

const ledgerRows = recordset(invoices, [
  'organization_id',
  'invoice_id',
  'ledger_state',
  'ledger_sentence',
  'ledger_external_id',
  'ledger_external_url',
])

/** Writes the outcome of the attempts to the ledger columns of their invoices. */
async function writeLedgerStates(sql: Sql, ended: readonly EndedPosting[]): Promise<void> {
  const rows = ended.map((posting) => {
    const { organization_id, subject, state: ledger_state } = posting
    const { external_id, external_url } = readReference(posting)
    return {
      organization_id,
      invoice_id: Number(subject.id),
      ledger_state,
      ledger_sentence: ledgerSentence(posting),
      ledger_external_id: external_id,
      ledger_external_url: external_url,
    }
  })
  await sql`
    update invoices i set ledger_state = n.ledger_state, ledger_sentence = n.ledger_sentence,
      ledger_external_id = coalesce(n.ledger_external_id, i.ledger_external_id),
      ledger_external_url = coalesce(n.ledger_external_url, i.ledger_external_url),
      ledger_posted_at = case when n.ledger_state = 'posted' then now() else i.ledger_posted_at end
    from ${ledgerRows.from(rows)}
    where i.organization_id = n.organization_id and i.invoice_id = n.invoice_id`
}

interface Settled extends Omit<EndedPosting, 'subject' | 'noun'> {
  invoice_id: number
}

/** Records finished attempts; returns how many leases were still held. A final failure opens an exception. */
export async function finishPostings(sql: Sql, ended: readonly Ended<ClaimedPosting, SendResult>[]): Promise<number> {
  const rows = ended.map(({ job, outcome, started_ms, duration_ms }) => ({
    organization_id: job.organization_id,
    id: job.invoice_id,
    attempt: job.attempt,
    revision: job.revision,
    age_seconds: ageSeconds({ started_ms }),
    duration_ms,
    is_done: outcome.is_sent,
    is_final: outcome.is_final ?? false,
    status: outcome.status,
    detail: storedDetail(outcome.detail),
  }))
  const settled = await sql<Settled[]>`
    with ended as (
      select * from ${endedRows.from(rows)}
    ), ${settledJobs(sql, postingsTable)}, written as (
      insert into invoice_posting_attempts (organization_id, invoice_id, attempt, revision, started_at, duration_ms,
        outcome, status, detail)
      select organization_id, id, attempt, revision, now() - make_interval(secs => age_seconds), duration_ms,
        case when is_done then 'posted' else 'failed' end, status, detail
      from ended
      on conflict do nothing
    )
    select s.organization_id, s.id::float8 as invoice_id, s.state, i.name, i.ledger_name as ledger,
      i.state = 'void' as is_withdrawn, h.status, h.detail, now() as at
    from settled s
    join held h using (organization_id, id)
    join invoices i on i.organization_id = s.organization_id and i.invoice_id = s.id
    order by s.organization_id, s.id`
  if (settled.length === 0) return 0
  const postings = settled.map(({ invoice_id, ...posting }) => ({
    ...posting,
    subject: { type: invoiceSubject, id: String(invoice_id) },
    noun: 'invoice' as const,
  }))
  await writeLedgerStates(sql, postings)
  await updateExceptions(sql, postings)
  return settled.length
}
