/** What accounts say of documents that were sent to them (824, 864), shown on these documents. */
import { edi_documents } from '../../../../db/schema/wholesale/edi.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { Advice, ApplicationAdvice824 } from '../../../edi/documents/advices/application_advice_824.ts'
import type { TextMessage864 } from '../../../edi/documents/advices/text_message_864.ts'
import { aboutEdiDocument, openOnce, resolveAbout } from '../../../interchanges/exceptions.ts'
import type {
  EdiDocumentHandler,
  HandlerContext,
  HandlerOutcome,
  ReceivedEdiDocument,
} from '../../../interchanges/handler.ts'
import { adviceSentence, documentName, messageSentence, namedNumbers } from './advice.rules.ts'

const columns = selection(edi_documents, 'd', ['document_id::float8', 'document_type', 'state', 'order_id'])
type Spoken = RowOf<typeof columns> & { number: string | null }

/** A text can name many documents; these are shown it. */
const spokenMax = 20

/** Documents to the account that have one of these numbers, the newest of each kind and number. */
const findByNumbers = (
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  numbers: readonly string[],
  document_type: string | null,
) => sql<Spoken[]>`
  select distinct on (d.document_type, number) ${columns},
    coalesce(d.record ->> 'shipment_number', d.record ->> 'number') as number
  from edi_documents d
  where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
    and d.direction = 'outbound' and d.state in ('sent', 'accepted', 'rejected')
    and (${document_type}::text is null or d.document_type = ${document_type})
    and (d.record ->> 'shipment_number' = any(${[...numbers]}::text[])
      or d.record ->> 'number' = any(${[...numbers]}::text[]))
  order by d.document_type, number, d.created_at desc, d.document_id desc
  limit ${spokenMax}`

const findByControlNumber = (
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  group: string,
  { set_control_number, document_type }: Advice,
) => sql<Spoken[]>`
  select ${columns}, coalesce(d.record ->> 'shipment_number', d.record ->> 'number') as number
  from edi_documents d
  where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
    and d.group_control_number = ${group} and d.direction = 'outbound'
    and (${document_type}::text is null or d.document_type = ${document_type})
    and (${set_control_number}::text is null or d.set_control_number = ${set_control_number})
  order by d.created_at desc, d.document_id desc limit 1`

const plainNumber = (text: string) => text.replace(/^0+(?=\d)/, '')

async function findAdvised(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  advice: Advice,
): Promise<Spoken[]> {
  const { group_control_number, reference, document_type } = advice
  if (group_control_number !== null) {
    const group = plainNumber(group_control_number)
    const sent = await findByControlNumber(sql, organization_id, trading_partner_id, group, advice)
    if (sent.length > 0) return [...sent]
  }
  if (reference === null) return []
  return [...(await findByNumbers(sql, organization_id, trading_partner_id, [reference], document_type))]
}

const stateAfter = ({ verdict }: Advice, before: string): string => {
  if (verdict === 'rejected') return 'rejected'
  return verdict === 'unknown' ? before : 'accepted'
}

/** The document says what the account says; one that it rejected, or took with faults, has an exception. */
async function showAdvice(
  sql: Sql,
  { organization_id, now }: HandlerContext,
  { document_id, state }: Spoken,
  advice: Advice,
  sentence: string,
): Promise<void> {
  const after = stateAfter(advice, state)
  await sql`
    update edi_documents set state = ${after}, sentence = ${sentence}
    where organization_id = ${organization_id} and document_id = ${document_id}`
  const subject = aboutEdiDocument(document_id)
  if (advice.verdict === 'accepted') {
    await resolveAbout(sql, organization_id, now, { kind: 'edi_rejected', subject, resolution: 'accepted' })
    return
  }
  const severity = advice.verdict === 'rejected' ? 'blocking' : 'warning'
  await openOnce(sql, organization_id, now, { kind: 'edi_rejected', severity, subject, sentence })
}

/** What is about no document on file, or is for a person to read, waits for one. */
export const hold = async (
  sql: Sql,
  { organization_id, now }: HandlerContext,
  document_id: number,
  sentence: string,
): Promise<void> => {
  const subject = aboutEdiDocument(document_id)
  await openOnce(sql, organization_id, now, { kind: 'edi_held', severity: 'warning', subject, sentence })
}

async function receive824(
  sql: Sql,
  context: HandlerContext,
  { document_id, account, record }: ReceivedEdiDocument,
): Promise<HandlerOutcome> {
  const { organization_id } = context
  const sentences: string[] = []
  const orders = new Set<string>()
  let isHeld = false
  for (const advice of (record as ApplicationAdvice824).advices) {
    const spoken = await findAdvised(sql, organization_id, account.trading_partner_id, advice)
    for (const one of spoken) {
      const sentence = adviceSentence(account.name, advice, documentName(one.document_type, one.number))
      await showAdvice(sql, context, one, advice, sentence)
      if (one.order_id !== null) orders.add(one.order_id)
      sentences.push(sentence)
    }
    if (spoken.length > 0) continue
    const named = [advice.document_type, advice.reference].filter((one) => one !== null).join(' ')
    sentences.push(adviceSentence(account.name, advice, `document ${named}, which is not on file`.replace('  ', ' ')))
    isHeld = true
  }
  const sentence = sentences.join(' ')
  if (isHeld) await hold(sql, context, document_id, sentence)
  const [order_id] = orders
  return { state: isHeld ? 'held' : 'processed', sentence, ...(orders.size === 1 ? { order_id } : {}) }
}

async function receive864(
  sql: Sql,
  context: HandlerContext,
  { document_id, account, record }: ReceivedEdiDocument,
): Promise<HandlerOutcome> {
  const { organization_id } = context
  const message = record as TextMessage864
  const numbers = namedNumbers(message)
  const spoken =
    numbers.length === 0 ? [] : await findByNumbers(sql, organization_id, account.trading_partner_id, numbers, null)
  const said = messageSentence(account.name, message)
  if (spoken.length > 0)
    await sql`
      update edi_documents set sentence = ${said}
      where organization_id = ${organization_id}
        and document_id = any(${arrayLiteral(spoken.map((one) => String(one.document_id)))}::bigint[])`
  const names = spoken.map((one) => documentName(one.document_type, one.number))
  const sentence = names.length === 0 ? said : `${said} (about the ${names.join(', the ')})`
  await hold(sql, context, document_id, sentence)
  const orders = new Set(spoken.flatMap(({ order_id }) => order_id ?? []))
  const [order_id] = orders
  return { state: 'held', sentence, ...(orders.size === 1 ? { order_id } : {}) }
}

export const handle824: EdiDocumentHandler = { document_type: '824', handle: receive824 }
export const handle864: EdiDocumentHandler = { document_type: '864', handle: receive864 }
