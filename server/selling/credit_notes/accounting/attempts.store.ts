/** SQL of postings of credit notes: due, claimed and finished ones. Postings queue by connection. */
import { credit_note_posting_attempts, credit_notes } from '../../../../db/schema/selling/credit_notes.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import type { Sql } from '../../../contract/sql.ts'
import { type SendResult } from '../../../documents/channel.ts'
import { ageSeconds, type Allotment, type Ended, type Job, type QueueTable } from '../../../queue/kind.ts'
import { storedDetail } from '../../../queue/detail.ts'
import { claimedJobs, dueGroups, settledJobs } from '../../../queue/statements.ts'
import { postingsTable } from '../../invoices/accounting/attempts.store.ts'
import { type EndedPosting, ledgerSentence, readReference } from '../../invoices/accounting/posting.rules.ts'
import { updateExceptions } from '../../invoices/accounting/unposted.ts'
import { creditNoteSubject } from '../model.ts'

const creditPostingsTable: QueueTable = { ...postingsTable, name: 'credit_note_postings', id: 'credit_note_id' }

export interface ClaimedCreditPosting extends Job {
  credit_note_id: string
  accounting_connection_id: string
  revision: number
}

export const findDueCreditPostings = (sql: Sql) => dueGroups(sql, creditPostingsTable, 'group')

export const claimCreditPostings = (sql: Sql, allotments: readonly Allotment[]) => sql<ClaimedCreditPosting[]>`
  with ${claimedJobs(sql, creditPostingsTable, allotments)}
  select c.organization_id, c.accounting_connection_id::text as destination, c.attempts as attempt,
    c.accounting_connection_id, c.revision, c.credit_note_id
  from claimed c`

const endedRows = recordset(
  credit_note_posting_attempts,
  ['organization_id', 'credit_note_id as id', 'attempt', 'revision', 'duration_ms', 'status', 'detail'],
  { alias: 'r', extra: { age_seconds: 'float8', is_done: 'boolean', is_final: 'boolean' } },
)

const ledgerRows = recordset(credit_notes, [
  'organization_id',
  'credit_note_id',
  'ledger_state',
  'ledger_sentence',
  'ledger_external_id',
  'ledger_external_url',
])

/** Writes the outcome of the attempts to the ledger columns of their credit notes. */
async function writeLedgerStates(sql: Sql, ended: readonly EndedPosting[]): Promise<void> {
  const rows = ended.map((posting) => {
    const { external_id, external_url } = readReference(posting)
    return {
      organization_id: posting.organization_id,
      credit_note_id: posting.subject.id,
      ledger_state: posting.state,
      ledger_sentence: ledgerSentence(posting),
      ledger_external_id: external_id,
      ledger_external_url: external_url,
    }
  })
  await sql`
    update credit_notes c set ledger_state = n.ledger_state, ledger_sentence = n.ledger_sentence,
      ledger_external_id = coalesce(n.ledger_external_id, c.ledger_external_id),
      ledger_external_url = coalesce(n.ledger_external_url, c.ledger_external_url),
      ledger_posted_at = case when n.ledger_state = 'posted' then now() else c.ledger_posted_at end
    from ${ledgerRows.from(rows)}
    where c.organization_id = n.organization_id and c.credit_note_id = n.credit_note_id`
}

interface Settled extends Omit<EndedPosting, 'subject' | 'noun'> {
  credit_note_id: string
}

/** Records finished attempts; returns how many leases were still held. A final failure opens an exception. */
export async function finishCreditPostings(
  sql: Sql,
  ended: readonly Ended<ClaimedCreditPosting, SendResult>[],
): Promise<number> {
  const rows = ended.map(({ job, outcome, started_ms, duration_ms }) => ({
    organization_id: job.organization_id,
    id: job.credit_note_id,
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
    ), ${settledJobs(sql, creditPostingsTable)}, written as (
      insert into credit_note_posting_attempts (organization_id, credit_note_id, attempt, revision, started_at,
        duration_ms, is_posted, status, detail)
      select organization_id, id, attempt, revision, now() - make_interval(secs => age_seconds), duration_ms, is_done,
        status, detail
      from ended
      on conflict do nothing
    )
    select s.organization_id, s.id as credit_note_id, s.state, c.name, c.ledger_name as ledger,
      c.state = 'cancelled' as is_withdrawn, h.status, h.detail, now() as at
    from settled s
    join held h using (organization_id, id)
    join credit_notes c on c.organization_id = s.organization_id and c.credit_note_id = s.id
    order by s.organization_id, s.id`
  if (settled.length === 0) return 0
  const postings = settled.map(({ credit_note_id, ...posting }) => ({
    ...posting,
    subject: { type: creditNoteSubject, id: credit_note_id },
    noun: 'credit note' as const,
  }))
  await writeLedgerStates(sql, postings)
  await updateExceptions(sql, postings)
  return settled.length
}
