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
import { acknowledgeChange, settleQuestions } from '../outbound/acknowledge.ts'
import { applyChange } from './apply_change.ts'
import { linesAfter } from './change.rules.ts'
import { findByNumber, lockNumber, markAnswered, readEdiOrder, readSiblings } from '../edi_order.store.ts'
import { holdEdiDocument } from './hold_document.ts'
import { divideChange, namesOf } from './split_change.rules.ts'

/** As a person reads it, e.g. "Change 2 of order PO-1". */
export const changeName = ({ purpose, change_number, number }: PurchaseOrderChange860): string =>
  purpose === 'cancellation'
    ? `The cancellation of order ${number}`
    : `Change ${change_number === null ? '' : `${change_number} `}of order ${number}`

const namedMax = 10

/** Which of the orders a change concerns into which the order was split, or why that is not clear. */
async function whereSplit(
  sql: Sql,
  organization_id: string,
  before: LockedOrder,
  siblings: readonly string[],
  changed: ReturnType<typeof linesAfter>,
): Promise<string> {
  const others = await withLines(sql, organization_id, await readLocked(sql, organization_id, siblings))
  const orders = [before, ...others]
  const split = `${before.name} was split into ${namesOf(orders)}`
  const parts = 'fault' in changed ? changed : divideChange(orders, changed)
  if ('fault' in parts) return `${split}, and ${parts.fault}.`
  return `${split}. It concerns ${namesOf(parts.map(({ order }) => order))}.`
}

export async function receiveChange(
  sql: Sql,
  context: HandlerContext,
  received: ReceivedEdiDocument,
  order_id: string,
  change: PurchaseOrderChange860,
): Promise<HandlerOutcome> {
  const { organization_id, now } = context
  const [before, edi] = [
    await lockOrder(sql, { organization_id, account: null }, order_id),
    (await readEdiOrder(sql, organization_id, order_id))!,
  ]
  const what = changeName(change)
  const unread = received.problems.slice(0, namedMax).map(({ sentence }) => ` ${sentence}.`)
  const hold = (why: string) =>
    holdEdiDocument(sql, context, received, `${what} waits for a decision: ${why}${unread.join('')}`, {
      kind: 'order_change',
      order_id,
    })
  const siblings = await readSiblings(sql, organization_id, order_id)
  if (siblings.length > 0)
    return hold(await whereSplit(sql, organization_id, before, siblings, linesAfter(edi.lines, change)))
  if (before.lifecycle !== 'draft') return hold(`${before.name} is ${before.lifecycle}.`)
  const changed = linesAfter(edi.lines, change)
  if ('fault' in changed) return hold(`${changed.fault}.`)
  if (change.purpose === 'cancellation') {
    const order = await cancelLocked(sql, context, before, 'The account cancelled the order.')
    await markAnswered(sql, organization_id, order_id, now)
    await settleQuestions(sql, context, order_id)
    const lines = changed.map((after) => ({ after, is_applied: true }))
    await acknowledgeChange(sql, context, order, edi, { change_number: change.change_number, lines })
    await announceOrders(sql, organization_id, [{ order_id, event: 'order.cancelled' }])
    return { state: 'processed', sentence: `${before.name} is cancelled.`, order_id }
  }
  try {
    await applyChange(sql, context, before, edi, changed, change, received.problems)
  } catch (error) {
    // Everything is checked before it is written.
    if (error instanceof Refusal) return hold(error.desc)
    throw error
  }
  await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
  return { state: 'processed', sentence: `${what} is in the draft ${before.name}.`, order_id }
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
    return holdEdiDocument(
      sql,
      context,
      received,
      `${changeName(change)} arrived, but no such order has arrived over EDI.`,
    )
  },
}
