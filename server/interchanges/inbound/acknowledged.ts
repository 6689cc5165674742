/** An account's acknowledgements of what was sent to it: a 997 to a group, or a TA1 to an interchange. */
import { edi_documents } from '../../../db/schema/wholesale/edi.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { FunctionalAcknowledgement997 } from '../../edi/documents/functional_acknowledgement_997.ts'
import type { InterchangeAcknowledgement } from '../../edi/documents/interchange_acknowledgement_ta1.ts'
import { aboutEdiDocument, openOnce, resolveAbout } from '../exceptions.ts'
import type { HandlerOutcome } from '../handler.ts'
import {
  type Answer,
  type AcknowledgedDocument,
  answersTo,
  answerToInterchange,
  unknownFaults,
} from './acknowledged.rules.ts'

const answeredColumns = selection(edi_documents, 'd', [
  'document_id::float8',
  'document_type',
  'state',
  'set_control_number',
])

interface From {
  organization_id: string
  trading_partner_id: string
  account_name: string
  now: string
}

/** Control numbers start over after the highest one, so a number means its newest interchange. */
const newestOf = (rows: readonly (AcknowledgedDocument & { interchange_id: string | null })[]) =>
  rows.filter(({ interchange_id }) => interchange_id === rows[0]?.interchange_id)

const interchangeColumns = selection(edi_documents, 'd', ['interchange_id'])
type Found = RowOf<typeof answeredColumns> & RowOf<typeof interchangeColumns>

async function recordAnswers(sql: Sql, from: From, answers: readonly Answer[]): Promise<void> {
  if (answers.length === 0) return
  const { organization_id, now } = from
  // The attempt number changes, so that a send that is under way does not overwrite the acknowledgement.
  await sql`
    update edi_documents d set state = r.state, sentence = r.sentence, attempts = d.attempts + 1, leased_until = null,
      next_attempt_at = null, ended_at = coalesce(d.ended_at, ${now}), sent_at = coalesce(d.sent_at, ${now})
    from ${answerRows.from(answers.map(({ document_id, state, sentence }) => ({ document_id, state, sentence })))}
    where d.organization_id = ${organization_id} and d.document_id = r.document_id`
  for (const { document_id, state, has_faults, sentence } of answers) {
    const subject = aboutEdiDocument(document_id)
    await resolveAbout(sql, organization_id, now, { kind: 'edi_undelivered', subject, resolution: state })
    if (!has_faults)
      await resolveAbout(sql, organization_id, now, { kind: 'edi_rejected', subject, resolution: 'accepted' })
    else
      await openOnce(sql, organization_id, now, {
        kind: 'edi_rejected',
        severity: state === 'rejected' ? 'blocking' : 'warning',
        subject,
        sentence:
          state === 'rejected'
            ? `${sentence} Correct the cause, then send a new document.`
            : `${sentence} Nothing needs to be sent again unless the account asks for it; correct the cause for later documents.`,
      })
  }
}

const answerRows = recordset(edi_documents, ['document_id', 'state', 'sentence'], { alias: 'r' })

/** Marks the documents of the acknowledged group. One that finds faults in what was not sent waits for a person. */
export async function takeAcknowledgement(
  sql: Sql,
  from: From,
  document_id: number,
  acknowledgement: FunctionalAcknowledgement997,
): Promise<HandlerOutcome> {
  const { organization_id, trading_partner_id, account_name, now } = from
  const group = acknowledgement.group_control_number.replace(/^0+(?=\d)/, '')
  const documents = await sql<Found[]>`
    select ${answeredColumns}, ${interchangeColumns} from edi_documents d
    where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
      and d.group_control_number = ${group} and d.direction = 'outbound'
    order by d.created_at desc, d.document_id desc
    for no key update`
  const newest = newestOf(documents)
  const answers = answersTo(acknowledgement, newest, account_name)
  await recordAnswers(sql, from, answers)
  const unknown = unknownFaults(acknowledgement, newest, account_name)
  const sentence = [...answers.map((one) => one.sentence), ...(unknown === null ? [] : [unknown])].join(' ')
  if (unknown === null)
    return {
      state: 'processed',
      sentence:
        sentence === ''
          ? `${account_name} acknowledged the group ${acknowledgement.group_code} ${group}, which was not sent to it.`
          : sentence,
    }
  const subject = aboutEdiDocument(document_id)
  await openOnce(sql, organization_id, now, { kind: 'edi_held', severity: 'warning', subject, sentence: unknown })
  return { state: 'held', sentence }
}

/** Marks the documents of the acknowledged interchange; false if there is none of this number. */
export async function takeInterchangeAnswer(
  sql: Sql,
  from: From,
  answer: InterchangeAcknowledgement,
): Promise<boolean> {
  const { organization_id, trading_partner_id, account_name } = from
  const group = String(answer.control_number)
  const documents = await sql<Found[]>`
    select ${answeredColumns}, ${interchangeColumns} from edi_documents d
    where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
      and d.group_control_number = ${group} and d.direction = 'outbound'
    order by d.created_at desc, d.document_id desc
    for no key update`
  if (documents.length === 0) return false
  await recordAnswers(sql, from, answerToInterchange(answer, newestOf(documents), account_name))
  return true
}
