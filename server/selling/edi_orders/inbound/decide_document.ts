import { listOf } from '../../../contract/outcome.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuse } from '../../../contract/refusals.ts'
import { Choice, Nullable, OpenChoice, OwnId, Shape, Text, Whole } from '../../../contract/schema.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { PurchaseOrder850 } from '../../../edi/documents/purchase_order_850.ts'
import type { PurchaseOrderChange860 } from '../../../edi/documents/purchase_order_change_860.ts'
import { resolveExceptions, type Settlement } from '../../../exceptions/open.ts'
import type { WriteContext } from '../../../imports/record_diff.ts'
import type { HandlerOutcome } from '../../../interchanges/handler.ts'
import { ediDocumentStates } from '../../../interchanges/known_values.ts'
import { queueEdiDocument } from '../../../interchanges/queue_document.ts'
import { writeContext } from '../../../records/write_context.ts'
import { cancelLocked } from '../../orders/cancel.ts'
import { type LockedOrder, lockOrders } from '../../orders/locked_order.store.ts'
import { announceOrders, orderSubject } from '../../orders/order.store.ts'
import { refusalOf } from '../../orders/rules.ts'
import { acknowledgeChange, type AnsweredChange, refusedOrder, wholeOrder } from '../outbound/acknowledge.ts'
import { changedDays, type DatedAnswer } from '../outbound/changed_days.rules.ts'
import { applyChange, type AppliedChange, type AppliedLine } from './apply_change.ts'
import { checkStays, leftOut, readAsked } from './asked/decided.ts'
import { changeOfOrder, type LineAfter, linesAfter, statedLines } from './change.rules.ts'
import { placeAmong } from './change_sequence.rules.ts'
import { factsOf, readKnownChanges } from './changes.store.ts'
import { type EdiOrder, findByNumber, lockNumber, readEdiOrder, readSiblings } from '../edi_order.store.ts'
import { type HeldEdiDocument, lockHeld, readRecord, settleHeld } from './held_document.store.ts'
import { documentSubject, holdEdiDocument } from './hold_document.ts'
import { changeName } from './receive_change.ts'
import { receiveOrder } from './receive_order.ts'
import { applyToParts } from './split_change.ts'

interface Held {
  document: HeldEdiDocument
  order: LockedOrder
  edi: EdiOrder
  change: PurchaseOrderChange860
  changed: LineAfter[]
  /** Why the change cannot be read against its order: its lines are then as it states them, and it can only be declined. */
  fault: string | null
  /** Orders that were split off from it. */
  parts: LockedOrder[]
}

const orderOf = ({ record }: Pick<HeldEdiDocument, 'record'>) => record as PurchaseOrder850

const readChange = (document: HeldEdiDocument): PurchaseOrderChange860 =>
  document.document_type === '860' ? (document.record as PurchaseOrderChange860) : changeOfOrder(orderOf(document))

/** The change with its order; null if the document is an order of its own, as one that replaces an unknown order is. */
async function readHeldChange(sql: Sql, organization_id: string, document: HeldEdiDocument): Promise<Held | null> {
  const purpose = document.document_type === '850' ? orderOf(document).purpose : null
  if (purpose === 'original' || purpose === 'duplicate') return null
  const change = readChange(document)
  const { number, release_number } = change
  const key = { trading_partner_id: document.account.trading_partner_id, number, release_number }
  await lockNumber(sql, organization_id, key)
  const known = await findByNumber(sql, organization_id, key)
  if (known?.is_edi !== true && purpose === 'replacement') return null
  if (known === null || !known.is_edi)
    refuse('conflict', { desc: `No order ${number} of ${document.account.name} has arrived over EDI.` })
  const siblings = await readSiblings(sql, organization_id, known.order_id)
  const orders = await lockOrders(sql, organization_id, [known.order_id, ...siblings])
  const order = orders.get(known.order_id)!
  const edi = (await readEdiOrder(sql, organization_id, known.order_id))!
  const changed = linesAfter(edi.lines, change)
  if ((await readSiblings(sql, organization_id, known.order_id)).join() !== siblings.join())
    refuse('conflict', { desc: `${order.name} is being split or merged. Decide again once that is done.` })
  const parts = siblings.map((id) => orders.get(id)!)
  const read = 'fault' in changed ? { changed: statedLines(change), fault: changed.fault } : { changed, fault: null }
  return { document, order, edi, change, ...read, parts }
}

const shippedOf = ({ lines }: LockedOrder) => lines.reduce((sum, line) => sum + line.fulfilled_quantity, 0)

/** A cancelled order keeps the units that have shipped; the acknowledgement says so line by line. */
async function cancelAll(sql: Sql, context: WriteContext, { order, changed }: Held): Promise<AppliedChange> {
  const refusal = refusalOf('cancel', order)
  if (refusal !== null) refuse('conflict', { desc: refusal })
  const cancelled =
    order.lifecycle === 'cancelled'
      ? order
      : await cancelLocked(sql, context, order, 'The account cancelled the order.')
  return { order: cancelled, lines: changed.map((after) => ({ after, why: null })) }
}

/** Applies the change where its lines are now, and answers for all orders into which the buyer's was split. */
async function takeSplitChange(sql: Sql, context: WriteContext, held: Held): Promise<HandlerOutcome> {
  const { order, parts, edi, change, changed, document } = held
  const orders = [order, ...parts]
  const { saved, lines } = await applyToParts(sql, context, {
    orders,
    edi,
    change,
    changed,
    problems: document.problems,
  })
  const first = saved.find(({ order_id }) => order_id === order.order_id) ?? order
  const facts = factsOf(document, change, 'applied')
  const { sentence, ...notes } = leftOut(changeName(change), {
    lines,
    isOrderChanged: false,
    problems: document.problems,
  })
  await acknowledgeWhole(sql, context, first, edi, {
    change_number: change.change_number,
    lines: answersOf(lines),
    dated: notes,
  })
  await announceOrders(
    sql,
    context.organization_id,
    saved.map(({ order_id, lifecycle }) => ({
      order_id,
      event: lifecycle === 'cancelled' ? 'order.cancelled' : 'order.updated',
    })),
  )
  const names = listOf(
    saved.map(({ name }) => name),
    'and',
  )
  return {
    state: 'processed',
    sentence: `${changeName(change)} was taken on ${names}.${sentence}`,
    order_id: order.order_id,
    facts,
  }
}

const acknowledgeWhole = async (
  sql: Sql,
  context: WriteContext,
  order: LockedOrder,
  edi: EdiOrder,
  answered: AnsweredChange,
) => acknowledgeChange(sql, context, await wholeOrder(sql, context, order), edi, answered)

const answersOf = (lines: readonly AppliedLine[]) =>
  lines.map(({ after, why }) => ({ after, is_applied: why === null }))

/** A change of days alone names no line and is answered by all of them as unchanged (NC), since an 865 needs lines. */
const answeredLines = ({ edi, changed }: Held): LineAfter[] =>
  changed.length > 0
    ? changed
    : edi.lines.map(({ position, line }) => ({ position, change: 'unchanged' as const, line }))

/** A change that others overtook while it was held stays so once more, with an exception that names them. */
async function heldAsLate(
  sql: Sql,
  context: WriteContext,
  { document, order, change, edi, changed, parts: others }: Held,
): Promise<HandlerOutcome | null> {
  const { order_id } = order
  const facts = factsOf(document, change, 'held')
  const known = await readKnownChanges(sql, context.organization_id, order_id, document.document_id)
  const place = placeAmong(known, facts)
  if (place === null || 'repeats' in place || document.sentence.includes(place.fault.slice(1))) return null
  const wishes = await readAsked(sql, context.organization_id, { order, others, edi, change, changed })
  const sentence = `${changeName(change)} waits for a decision: ${place.fault}. Take it again to apply it nevertheless. ${wishes.join(' ')}`
  const held = await holdEdiDocument(sql, context, document, sentence, { kind: 'order_change', order_id })
  return { ...held, facts }
}

/** The days of the order, with what of the change was not applied. */
const withNotes = (dated: DatedAnswer | undefined, notes: string | undefined): DatedAnswer | undefined =>
  notes === undefined ? dated : { ...dated, notes: [dated?.notes ?? [], notes].flat().join(' ') }

async function takeChange(sql: Sql, context: WriteContext, held: Held): Promise<HandlerOutcome> {
  const { organization_id } = context
  const { order, edi, change, changed, parts: others, document } = held
  const { order_id } = order
  const isCancellation = change.purpose === 'cancellation'
  if (held.fault !== null) refuse('conflict', { desc: `${changeName(change)} cannot be read: ${held.fault}.` })
  const late = await heldAsLate(sql, context, held)
  if (late !== null) return late
  if (order.lifecycle !== 'draft') checkStays(changeName(change), { order, others, edi, change, changed })
  if (others.length > 0) return takeSplitChange(sql, context, held)
  if (!isCancellation && (order.lifecycle === 'fulfilled' || order.lifecycle === 'cancelled'))
    refuse('conflict', { desc: `${order.name} is ${order.lifecycle}; decline the change.` })
  const applied = isCancellation
    ? await cancelAll(sql, context, held)
    : await applyChange(sql, context, order, edi, changed, change, document.problems)
  const answers = answersOf(applied.lines)
  const dated = changedDays(order, applied.order)
  const isOrderChanged = isCancellation || dated !== undefined || applied.order.notes !== order.notes
  const { sentence, notes } = leftOut(changeName(change), {
    lines: applied.lines,
    isOrderChanged,
    problems: document.problems,
  })
  const lines = answers.length > 0 ? answers : answeredLines(held).map((after) => ({ after, is_applied: true }))
  if (order.lifecycle !== 'draft' || isCancellation)
    await acknowledgeChange(sql, context, applied.order, edi, {
      change_number: change.change_number,
      lines,
      dated: withNotes(dated, notes),
    })
  if (order.lifecycle !== 'cancelled')
    await announceOrders(sql, organization_id, [
      { order_id, event: isCancellation && shippedOf(order) === 0 ? 'order.cancelled' : 'order.updated' },
    ])
  const facts = factsOf(held.document, change, 'applied')
  return { state: 'processed', sentence: `${changeName(change)} was taken.${sentence}`, order_id, facts }
}

async function declineChange(sql: Sql, context: WriteContext, held: Held): Promise<HandlerOutcome> {
  const { order, edi, change } = held
  const facts = factsOf(held.document, change, 'declined')
  const lines = answeredLines(held).map((after) => ({ after, is_applied: false }))
  await acknowledgeChange(sql, context, order, edi, { change_number: change.change_number, lines })
  return { state: 'processed', sentence: `${changeName(change)} was declined.`, order_id: order.order_id, facts }
}

/**
 * An order that is declined is acknowledged line by line; a second one with the same number is not, since it has its
 * acknowledgement.
 */
async function declineOrder(
  sql: Sql,
  { organization_id, now, time_zone }: WriteContext,
  document: HeldEdiDocument,
): Promise<HandlerOutcome> {
  const { account, order_id } = document
  const record = orderOf(document)
  const sentence = `Order ${record.number} was declined.`
  if (order_id !== null) return { state: 'processed', sentence, order_id }
  const { trading_partner_id } = account
  const answer = await refusedOrder(sql, { organization_id, now, time_zone, trading_partner_id }, record)
  await queueEdiDocument(sql, { organization_id, now }, { document_type: '855', trading_partner_id, record: answer })
  return { state: 'processed', sentence }
}

const heldKinds = ['order_change', 'order_not_taken', 'duplicate_order'] as const

/** Resolves what was opened about the document: on itself, or on the order, which other held documents may concern. */
async function settleExceptions(
  sql: Sql,
  { organization_id, now, actor: resolved_by }: WriteContext,
  { document_id, order_id, sentence }: HeldEdiDocument,
  resolution: string,
): Promise<void> {
  const about: Pick<Settlement, 'subject' | 'sentence'>[] = [
    { subject: { type: documentSubject, id: String(document_id) } },
    ...(order_id === null ? [] : [{ subject: { type: orderSubject, id: order_id }, sentence }]),
  ]
  for (const one of about)
    for (const kind of heldKinds)
      await resolveExceptions(sql, organization_id, now, { kind, ...one, resolution, resolved_by })
}

async function takeAgain(sql: Sql, context: WriteContext, document: HeldEdiDocument): Promise<HandlerOutcome> {
  const outcome = await receiveOrder(sql, context, document, orderOf(document))
  // Its number came on file while it was held: from now on it waits as the second order of the number.
  if (outcome.state === 'held' && document.order_id === null && outcome.order_id != null) return outcome
  // Thrown, so that the exceptions of a second attempt are not kept.
  if (outcome.state !== 'processed') refuse('conflict', { desc: outcome.sentence })
  return outcome
}

export const decideEdiDocument = sessionOperation({
  id: 'session.decide_edi_document',
  route: 'POST /api/v1/wholesale/edi/documents/{edi_document_id}/decision',
  summary: 'Decide on a held order or change',
  desc: ({ sentence }) => sentence,
  description:
    'Takes or declines an 850 or 860 that is held for a person. A change that is taken is applied to its order, or to the order that its lines were split off to, for units that have not shipped, as far as the exception about it says: removed units release their stock, added units hold what is available, and a warehouse that was asked to ship the order gets the next revision of the request. The account is answered with an 865 line by line, where it takes one, and `sentence` names the lines that were rejected; declining rejects every line of the change. A price changes only on a line of which nothing has shipped; split the other units off first. An order that was held, such as one of an archived account, or one that replaces an order which is not on file, is processed again when it is taken, and answered with an 855 that rejects every line when it is declined; a second order with the number of another is never taken, and declining it sends nothing. If another order with the number was recorded in the meantime, the document stays `held`, and `duplicate_order` is opened on that order. The exception about the document is resolved. Fails with `conflict` if the document is not held, if the cause for which an order was held remains, if the change cannot be read against the lines of the order, such as one that changes a line which the order does not have (declining is possible), if it states otherwise what stays here (a place, terms, the currency, a reference, who pays the freight, an allowance), if every line of it would be rejected or nothing of it is understood, if the order was split and it is not clear which of the orders the change concerns, or if a warehouse was asked to ship the order and has no connection any more.',
  service: 'wholesale',
  params: Shape({ edi_document_id: Whole('Id of the EDI document.', { minimum: 1, examples: [8812] }) }),
  body: Shape(
    { decision: Choice(['take', 'decline'], 'What becomes of the document.') },
    { examples: [{ decision: 'decline' }] },
  ),
  answer: Shape({
    document_id: Whole('Id of the EDI document.', { examples: [8812] }),
    state: OpenChoice(ediDocumentStates, 'State of the document.'),
    sentence: Text('State as a sentence to display.', { examples: ['Change 2 of order PO 77120 was taken.'] }),
    order_id: Nullable(OwnId('Id of the order that the document concerns; null if there is none.')),
  }),
  refusals: ['not_found', 'conflict'],
  conflict:
    'The document is not held, or cannot be found in its interchange any more; the cause for which an order was held remains; the order of a change has not arrived over EDI, or is fulfilled or cancelled; the change cannot be read against the lines of the order, states otherwise what stays, or has nothing that can be applied; the order was split, and units of a changed line are left to ship on several of its parts, or the change moves days of all of them; or a warehouse was asked to ship it and has no connection any more.',
  emits: ['order.created', 'order.updated', 'order.cancelled', 'exception.opened', 'exception.resolved'],
  prepare: ({ sql, caller: { organization_id }, params: { edi_document_id } }) =>
    readRecord(sql, organization_id, edi_document_id),
  async run({ sql, caller, params: { edi_document_id: document_id }, body, now, prepared: read }) {
    const { organization_id } = caller
    const context = writeContext(caller, now)
    const document = await lockHeld(sql, organization_id, document_id, read)
    const takes = body.decision === 'take'
    const held = await readHeldChange(sql, organization_id, document)
    // First, so that what is announced about the order counts the exception no more.
    await settleExceptions(sql, context, document, takes ? 'taken' : 'declined')
    const decide =
      held === null
        ? (takes ? takeAgain : declineOrder)(sql, context, document)
        : (takes ? takeChange : declineChange)(sql, context, held)
    const outcome = await decide
    await settleHeld(sql, organization_id, document_id, outcome)
    const { state, sentence, order_id = null } = outcome
    return { document_id, state, sentence, order_id }
  },
})
