/**
 * An invoice or credit note that could not be posted opens an exception about it. It is resolved by posting it again, as
 * soon as the accounting system accepts it.
 */
import { exceptions } from '../../../../db/schema/exceptions.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import type { Sql } from '../../../contract/sql.ts'
import { openExceptions, resolveExceptions } from '../../../exceptions/open.ts'
import { reasonOf } from '../../../documents/undelivered.rules.ts'
import { type EndedPosting, ledgerOf } from './posting.rules.ts'

const kind = 'ledger_post_failed'

const withdrawals = { invoice: 'The void of ', 'credit note': 'The cancellation of ' } as const

const sentenceOf = (posting: EndedPosting) =>
  `${posting.is_withdrawn ? withdrawals[posting.noun] : ''}${posting.name} could not be posted to ${ledgerOf(posting)}: ${reasonOf(posting)}. Post the ${posting.noun} again once the cause is fixed.`

const resolutions = { invoice: 'invoice_posted', 'credit note': 'credit_note_posted' } as const

const subjectRows = recordset(exceptions, ['organization_id', 'subject_type', 'subject_id'])

const keyOf = ({ organization_id, subject_id }: { organization_id: string; subject_id: string }) =>
  `${organization_id} ${subject_id}`

async function readOpen(sql: Sql, ended: readonly EndedPosting[]): Promise<Set<string>> {
  const subjects = ended.map(({ organization_id, subject }) => ({
    organization_id,
    subject_type: subject.type,
    subject_id: subject.id,
  }))
  const open = await sql<{ organization_id: string; subject_id: string }[]>`
    select e.organization_id, e.subject_id
    from ${subjectRows.from(subjects)}
    join exceptions e on e.organization_id = n.organization_id and e.subject_type = n.subject_type
      and e.subject_id = n.subject_id and e.kind = ${kind} and e.resolved_at is null`
  return new Set(open.map(keyOf))
}

export async function updateExceptions(sql: Sql, ended: readonly EndedPosting[]): Promise<void> {
  const over = ended.filter(({ state }) => state !== 'queued')
  if (over.length === 0) return
  const open = await readOpen(sql, over)
  for (const posting of over) {
    const { organization_id, state, at, subject } = posting
    const isOpen = open.has(keyOf({ organization_id, subject_id: subject.id }))
    if (state === 'failed' && !isOpen)
      await openExceptions(sql, organization_id, at, [
        { kind, severity: 'warning', subject, sentence: sentenceOf(posting) },
      ])
    if (state === 'posted' && isOpen)
      await resolveExceptions(sql, organization_id, at, {
        kind,
        subject,
        resolution: resolutions[posting.noun],
        resolved_by: 'service:accounting',
      })
  }
}
