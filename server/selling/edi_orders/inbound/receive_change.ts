/** Changes of orders (860, or an 850 that replaces or cancels one): a draft takes them, after that a person decides. */
import { Refusal } from '../../../contract/refusals.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { PurchaseOrderChange860 } from '../../../edi/documents/purchase_order_change_860.ts'
import type {
  EdiDocumentHandler,
  HandlerContext,
  HandlerOutcome,
  ReceivedEdiDocument,
} from '../../../interchanges/handler.ts'
import { cancelLocked } from '../../orders/cancel.ts'
import { type LockedOrder, lockOrder, readLocked, withLines } from '../../orders/locked_order.store.ts'
import { announceOrders } from '../../orders/order.store.ts'
import { openExceptions } from '../../../exceptions/open.ts'
import { acknowledgeChange, settleQuestions } from '../outbound/acknowledge.ts'
import { applyChange } from './apply_change.ts'
import { type Asked, readAsked } from './asked/decided.ts'
import { headerNotes } from './asked/header_notes.rules.ts'
import { linesAfter } from './change.rules.ts'
import { placeAmong, repeatedSentence } from './change_sequence.rules.ts'
import { factsOf, readKnownChanges } from './changes.store.ts'
import {
  type EdiOrder,
  findByNumber,
  lockNumber,
  markAnswered,
  readEdiOrder,
  readSiblings,
} from '../edi_order.store.ts'
import { holdEdiDocument } from './hold_document.ts'
import { exceptionsOf, notesOfProblems } from './order_lines.ts'
import { headerAfter, lineReplacementNotes, olderThanOrder, replacementNotes } from './replacement.rules.ts'
import { divideChange, namesOf } from './split_change.rules.ts'

/** As a person reads it, e.g. "Change 2 of order PO-1". */
export const changeName = ({ purpose, change_number, number }: PurchaseOrderChange860): string =>
  purpose === 'cancellation'
    ? `The cancellation of order ${number}`
    : `Change ${change_number === null ? '' : `${change_number} `}of order ${number}`

const namedMax = 10

/** Which of the orders a change concerns into which the order was split, or why that is not clear. */
function whereSplit(
  before: LockedOrder,
  others: readonly LockedOrder[],
  changed: ReturnType<typeof linesAfter>,
): string {
  const orders = [before, ...others]
  const split = `${before.name} was split into ${namesOf(orders)}`
  const parts = 'fault' in changed ? changed : divideChange(orders, changed)
  if ('fault' in parts) return `${split}, and ${parts.fault}.`
  return `${split}. It concerns ${namesOf(parts.map(({ order }) => order))}.`
}

interface Arriving {
  what: string
  received: ReceivedEdiDocument
  change: PurchaseOrderChange860
  order_id: string
  /** Why it does not follow those that arrived before it; null if it does. */
  disorder: string | null
}

const sentencesOf = (parts: readonly string[]) => parts.map((part) => `${part[0]!.toUpperCase()}${part.slice(1)}`)

/** Holds the change for each of the reasons, and what of it is not understood. */
async function holdChange(
  sql: Sql,
  context: HandlerContext,
  { what, received, change, order_id, disorder }: Arriving,
  ...reasons: readonly string[]
): Promise<HandlerOutcome> {
  const unread = received.problems.slice(0, namedMax).map(({ sentence }) => `${sentence}.`)
  const [first, ...more] = [...(disorder === null ? [] : [`${disorder}.`]), ...reasons]
  const why = [first!, ...sentencesOf(more), ...unread].join(' ')
  const about = { kind: 'order_change', order_id } as const
  const held = await holdEdiDocument(sql, context, received, `${what} waits for a decision: ${why}`, about)
  return { ...held, facts: factsOf(received, change, 'held') }
}

/** What is refused while it is applied is held: everything is checked before it is written. */
async function changeDraft(
  sql: Sql,
  context: HandlerContext,
  arriving: Arriving,
  { before, edi }: { before: LockedOrder; edi: EdiOrder },
): Promise<HandlerOutcome> {
  const { organization_id, now } = context
  const { what, received, change, order_id } = arriving
  const changed = linesAfter(edi.lines, change)
  if ('fault' in changed) return holdChange(sql, context, arriving, `${changed.fault}.`)
  if (arriving.disorder !== null) return holdChange(sql, context, arriving)
  const facts = factsOf(received, change, 'applied')
  if (change.purpose === 'cancellation') {
    const order = await cancelLocked(sql, context, before, 'The account cancelled the order.')
    await markAnswered(sql, organization_id, order_id, now)
    await settleQuestions(sql, context, order_id)
    const lines = changed.map((after) => ({ after, is_applied: true }))
    const notes = [...notesOfProblems(received.problems), ...headerNotes(edi.header, change, before)]
    await openExceptions(sql, organization_id, now, exceptionsOf({ order_id, number: edi.number }, notes))
    await acknowledgeChange(sql, context, order, edi, { change_number: change.change_number, lines })
    await announceOrders(sql, organization_id, [{ order_id, event: 'order.cancelled' }])
    return { state: 'processed', sentence: `${before.name} is cancelled.`, order_id, facts }
  }
  try {
    await applyChange(sql, context, before, edi, changed, change, received.problems)
  } catch (error) {
    if (error instanceof Refusal) return holdChange(sql, context, arriving, error.desc)
    throw error
  }
  await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
  return { state: 'processed', sentence: `${what} is in the draft ${before.name}.`, order_id, facts }
}

/** What a person decides on: why the change cannot be read, or else what it asks for. */
async function askedOf(sql: Sql, organization_id: string, decision: Omit<Asked, 'changed'>): Promise<string[]> {
  const changed = linesAfter(decision.edi.lines, decision.change)
  return 'fault' in changed ? [`${changed.fault}.`] : readAsked(sql, organization_id, { ...decision, changed })
}

/** What a replacement no longer states, as a person who decides on it reads it. */
function lostSentences(edi: EdiOrder, change: PurchaseOrderChange860): string[] {
  const changed = linesAfter(edi.lines, change)
  const ofLines = 'fault' in changed ? [] : lineReplacementNotes(changed)
  return [...replacementNotes(headerAfter(edi.header, change), false), ...ofLines].map(
    ({ name, sentence }) => `${name}: ${sentence}.`,
  )
}

export async function receiveChange(
  sql: Sql,
  context: HandlerContext,
  received: ReceivedEdiDocument,
  order_id: string,
  change: PurchaseOrderChange860,
): Promise<HandlerOutcome> {
  const { organization_id } = context
  const before = await lockOrder(sql, { organization_id, account: null }, order_id)
  const [edi, known, siblings] = [
    (await readEdiOrder(sql, organization_id, order_id))!,
    await readKnownChanges(sql, organization_id, order_id, received.document_id),
    await readSiblings(sql, organization_id, order_id),
  ]
  const what = changeName(change)
  const place = placeAmong(known, factsOf(received, change, 'held'))
  if (place !== null && 'repeats' in place)
    return { state: 'processed', sentence: repeatedSentence(what, place.repeats), order_id }
  const arriving: Arriving = {
    what,
    received,
    change,
    order_id,
    disorder: place?.fault ?? olderThanOrder(edi.header, change),
  }
  if (siblings.length > 0) {
    const others = await withLines(sql, organization_id, await readLocked(sql, organization_id, siblings))
    const why = whereSplit(before, others, linesAfter(edi.lines, change))
    const wishes = await askedOf(sql, organization_id, { order: before, others, edi, change })
    return holdChange(sql, context, arriving, why, ...wishes)
  }
  if (before.lifecycle !== 'draft') {
    const lost = lostSentences(edi, change)
    const wishes = await askedOf(sql, organization_id, { order: before, others: [], edi, change })
    return holdChange(sql, context, arriving, `${before.name} is ${before.lifecycle}.`, ...wishes, ...lost)
  }
  return changeDraft(sql, context, arriving, { before, edi })
}

export const handle860: EdiDocumentHandler = {
  document_type: '860',
  async handle(sql, context, received) {
    const change = received.record as PurchaseOrderChange860
    const { number, release_number } = change
    const key = { trading_partner_id: received.account.trading_partner_id, number, release_number }
    await lockNumber(sql, context.organization_id, key)
    const known = await findByNumber(sql, context.organization_id, key)
    if (known?.is_edi === true) return receiveChange(sql, context, received, known.order_id, change)
    const held = await holdEdiDocument(
      sql,
      context,
      received,
      `${changeName(change)} arrived, but no such order has arrived over EDI.`,
    )
    return { ...held, facts: factsOf(received, change, 'held') }
  },
}
