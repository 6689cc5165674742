/** Makes a document to an account again, in place of one that could not be sent, was rejected, or says what was wrong. */
import { edi_documents } from '../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Shape } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { aboutEdiDocument, resolveAbout } from '../../interchanges/exceptions.ts'
import type { SentEdiDocumentType } from '../../interchanges/known_values.ts'
import { nameOf } from '../../interchanges/outbound/ended.rules.ts'
import { queueEdiDocument } from '../../interchanges/queue_document.ts'
import { writeContext } from '../../records/write_context.ts'
import { isMade, rebuild } from '../../selling/edi_orders/outbound/rebuilt_document.ts'
import { lockOrder } from '../../selling/orders/locked_order.store.ts'
import { readEdiDocument } from './documents.store.ts'
import { EdiDocument, EdiDocumentPath, Reason, service } from './model.ts'

const columns = selection(edi_documents, 'd', [
  'document_id::float8',
  'document_type',
  'direction',
  'state',
  'sentence',
  'order_id',
  'trading_partner_id',
  'interchange_id',
  'invoice_id::float8',
  'credit_note_id',
  'record',
])
type Corrected = RowOf<typeof columns>

const readSent = async (sql: Sql, organization_id: string, document_id: number) => {
  const [row] = await sql<(Corrected & { is_leased: boolean })[]>`
    select ${columns}, coalesce(d.leased_until > now(), false) as is_leased from edi_documents d
    where d.organization_id = ${organization_id} and d.document_id = ${document_id}`
  return row
}

/** A later document about the same shipment, invoice, credit note, order or change; null if this one is the last. */
async function findLater(sql: Sql, organization_id: string, one: Corrected): Promise<number | null> {
  const { document_id, document_type, order_id, invoice_id, credit_note_id, record } = one
  const shipment = document_type === '856' ? (record as { shipment_number: string }).shipment_number : null
  const [row] = await sql<{ document_id: number }[]>`
    select d.document_id::float8 as document_id from edi_documents d
    where d.organization_id = ${organization_id} and d.order_id = ${order_id} and d.document_type = ${document_type}
      and d.direction = 'outbound' and d.document_id <> ${document_id} and d.state <> 'withdrawn'
      and (d.created_at, d.document_id) > (
        select o.created_at, o.document_id from edi_documents o
        where o.organization_id = ${organization_id} and o.document_id = ${document_id})
      and d.invoice_id is not distinct from ${invoice_id}::bigint
      and d.credit_note_id is not distinct from ${credit_note_id}::uuid
      and (${shipment}::text is null or d.record ->> 'shipment_number' = ${shipment})
      and (${document_type} <> '865' or d.corrects_document_id = ${document_id})
    order by d.created_at desc, d.document_id desc limit 1`
  return row?.document_id ?? null
}

const [received, unsent] = [new Set(['sent', 'accepted']), new Set(['queued', 'stored'])]
const isBeingSent = 'the document is being sent'
const isNotMade = 'what it is about is gone, or is not in a state of which one can be made'

function checkState(one: Corrected & { is_leased: boolean }): void {
  const { document_type, direction, state, order_id, record, interchange_id, is_leased } = one
  const act = 'correct'
  if (direction === 'inbound' || order_id === null || !['810', '855', '856', '865'].includes(document_type))
    refuse('conflict', {
      desc: 'Only an invoice (810), a shipping notice (856), or an acknowledgement (855, 865) to an account about an order can be corrected.',
      data: { act, document_type, direction },
    })
  if (state === 'withdrawn') refuse('conflict', { desc: `It was withdrawn. ${one.sentence}`, data: { act, state } })
  if (record === null)
    refuse('conflict', {
      desc: 'What the document said was erased at the end of its retention.',
      data: { act, reason: 'erased' },
    })
  if (state === 'queued' && (is_leased || interchange_id !== null))
    refuse('conflict', {
      desc: `The ${nameOf(document_type)} is being sent and may have arrived. Correct it once it is sent or has failed.`,
      data: { act, state },
    })
}

/** What the new document is to the account: an original where the first one never took effect there. */
function purposeAfter({ state, record }: Corrected): string {
  const before = (record as { purpose?: string }).purpose ?? 'original'
  return received.has(state) ? 'replacement' : before
}

const withPurpose = (record: object, document_type: string, purpose: string): object => {
  if (document_type === '856') return { ...record, purpose }
  return purpose === 'original' ? record : { ...record, purpose }
}

/** Ends the document that was corrected: one that has not left is withdrawn, and any other names its replacement. */
async function endCorrected(
  sql: Sql,
  { organization_id, now, actor }: WriteContext,
  { document_id, document_type, state, sentence }: Corrected,
  by: number,
  reason: string,
): Promise<void> {
  const isUnsent = unsent.has(state)
  const words = `Corrected by document ${by}: ${reason.replace(/\.$/, '')}.`
  await sql`
    update edi_documents set state = ${isUnsent ? 'withdrawn' : state},
      sentence = ${isUnsent ? `Not sent. ${words}` : `${sentence} ${words}`},
      next_attempt_at = null, leased_until = null, ended_at = coalesce(ended_at, ${now})
    where organization_id = ${organization_id} and document_id = ${document_id}`
  for (const kind of ['edi_undelivered', 'edi_rejected'] as const)
    await resolveAbout(sql, organization_id, now, {
      kind,
      subject: aboutEdiDocument(document_id),
      resolution: `corrected by the ${nameOf(document_type)} ${by}`,
      resolved_by: actor,
    })
}

export const correctEdiDocument = sessionOperation({
  id: 'session.correct_edi_document',
  route: 'POST /api/v1/wholesale/edi/documents/{edi_document_id}/correct',
  summary: 'Correct an EDI document',
  desc: ({ sentence }) => sentence,
  description:
    'Makes an invoice (810), a shipping notice (856) or an acknowledgement (855, 865) again from what is on file now, and queues it in place of the document: the order with its answers, the shipment as it is recorded or corrected, the names, numbers and addresses of both sides. The lines of an 865 stay what was decided. Use it once the cause is corrected, where `resend` would send the original bytes. Where the account received the first document (sent or accepted), the new one says that it replaces it: code 05 in BIG08, BSN01, BAK01 or BCA01. One that failed or was rejected by the account is followed by an original, and one that has not left yet is withdrawn. The first document names the new one in its `sentence`, and the new one has `corrects_document_id` and `correction_reason`. To take back a shipping notice, void its shipment. Fails with `conflict`, and `data.reason` or `data.state` names why.',
  service,
  params: EdiDocumentPath,
  body: Shape({ reason: Reason }),
  answer: EdiDocument,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(
    'the document came from the account or is of a type that cannot be corrected',
    isBeingSent,
    'it was withdrawn or corrected before',
    isNotMade,
    'the account takes no such document any more',
  ),
  emits: ['exception.resolved'],
  async run(call) {
    const { sql, caller, params, body, now } = call
    const context = writeContext(caller, now)
    const { organization_id } = context
    const reason = body.reason.trim()
    if (reason === '') refuseField('reason', 'must not be blank')
    const id = params.edi_document_id
    const before = await readSent(sql, organization_id, id)
    if (before === undefined) return refuse('not_found', { desc: 'No EDI document of this organisation has that id.' })
    const order = before.order_id === null ? null : await lockOrder(sql, caller, before.order_id)
    await sql`
      select from edi_documents
      where organization_id = ${organization_id} and document_id = ${id} for no key update`
    const document = (await readSent(sql, organization_id, id))!
    checkState(document)
    const later = await findLater(sql, organization_id, document)
    if (later !== null)
      refuse('conflict', {
        desc: `Document ${later} has replaced it. Correct that one.`,
        data: { act: 'correct', reason: 'corrected', document_id: later },
      })
    const made = await rebuild(sql, context, order!, document)
    if (made === null || !isMade(made))
      return refuse('conflict', {
        desc: made?.sentence ?? 'The document is about nothing that is on file.',
        data: { act: 'correct', reason: made?.reason ?? 'gone' },
      })
    const { document_type, trading_partner_id, order_id, invoice_id, credit_note_id } = document
    const queued = await queueEdiDocument(sql, context, {
      document_type: document_type as Exclude<SentEdiDocumentType, '997'>,
      trading_partner_id,
      order_id: order_id!,
      ...(invoice_id === null ? {} : { invoice_id }),
      ...(credit_note_id === null ? {} : { credit_note_id }),
      record: withPurpose(made.record, document_type, purposeAfter(document)),
      corrects: { document_id: id, reason },
    })
    if (queued === null)
      return refuse('conflict', {
        desc: `The account takes no ${document_type} any more: its EDI profile does not list it.`,
        data: { act: 'correct', reason: 'not_taken' },
      })
    await endCorrected(sql, context, document, queued.document_id, reason)
    return readEdiDocument(call, queued.document_id)
  },
})
