/** An account's acknowledgements of what was sent to it: a 997 to a group, or a TA1 to an interchange. */
import { edi_documents } from '../../../db/schema/wholesale/edi.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { FunctionalAcknowledgement997 } from '../../edi/documents/functional_acknowledgement_997.ts'
import type { InterchangeAcknowledgement } from '../../edi/documents/interchange_acknowledgement_ta1.ts'
import { aboutEdiDocument, openOnce, resolveAbout } from '../exceptions.ts'
import { type Answer, type AcknowledgedDocument, answersTo, answerToInterchange } from './acknowledged.rules.ts'

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
  rows.filter(({ interchange_id }) => interchange_id === rows[0]!.interchange_id)

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
  for (const { document_id, state, sentence } of answers) {
    const subject = aboutEdiDocument(document_id)
    await resolveAbout(sql, organization_id, now, { kind: 'edi_undelivered', subject, resolution: state })
    if (state === 'accepted')
      await resolveAbout(sql, organization_id, now, { kind: 'edi_rejected', subject, resolution: 'accepted' })
    else
      await openOnce(sql, organization_id, now, {
        kind: 'edi_rejected',
        severity: 'blocking',
        subject,
        sentence: `${sentence} Correct the cause, then send a new document.`,
      })
  }
}

const answerRows = recordset(edi_documents, ['document_id', 'state', 'sentence'], { alias: 'r' })

/** Marks the documents of the acknowledged group; returns what happened, for the list of documents. */
export async function takeAcknowledgement(
  sql: Sql,
  from: From,
  acknowledgement: FunctionalAcknowledgement997,
): Promise<string> {
  const { organization_id, trading_partner_id, account_name } = from
  const group = acknowledgement.group_control_number.replace(/^0+(?=\d)/, '')
  const documents = await sql<Found[]>`
    select ${answeredColumns}, ${interchangeColumns} from edi_documents d
    where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
      and d.group_control_number = ${group} and d.direction = 'outbound'
    order by d.created_at desc, d.document_id desc
    for no key update`
  const answers = documents.length === 0 ? [] : answersTo(acknowledgement, newestOf(documents), account_name)
  await recordAnswers(sql, from, answers)
  if (answers.length === 0)
    return `${account_name} acknowledged the group ${acknowledgement.group_code} ${group}, which was not sent to it.`
  return answers.map(({ sentence }) => sentence).join(' ')
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
