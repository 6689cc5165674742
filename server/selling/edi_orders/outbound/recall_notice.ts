/** What the account is told by EDI when a shipment that was announced to it is voided or corrected. */
import type { Sql } from '../../../contract/sql.ts'
import type { WriteContext } from '../../../imports/record_diff.ts'
import { queueEdiDocument } from '../../../interchanges/queue_document.ts'
import type { LockedOrder } from '../../orders/locked_order.store.ts'
import { readNoticed, readSent, withdrawNotice } from './notices.store.ts'
import { noticeFaultOf, noticeOf, type Shipment } from './shipping_notice.rules.ts'

/** What was announced of a shipment: nothing, a notice that could be withdrawn, or one that was sent. */
export type Announced = 'nothing' | 'withdrawn' | 'sent'

/** Withdraws the notice of the shipment, or finds that it was sent. Before any stock level is locked. */
export async function withdrawAnnounced(
  sql: Sql,
  organization_id: string,
  { order_id }: LockedOrder,
  shipment_name: string,
): Promise<Announced> {
  const isWithdrawn = await withdrawNotice(sql, organization_id, order_id, shipment_name)
  if ((await readSent(sql, organization_id, order_id)).has(shipment_name)) return 'sent'
  return isWithdrawn ? 'withdrawn' : 'nothing'
}

interface Recalled {
  order: LockedOrder
  /** As it was announced. */
  before: Shipment
  /** As it is after the correction; null if it was voided. */
  after: Shipment | null
  announced: Announced
}

/** Queues what the account must know. Returns what it is told, or that it must be told otherwise; empty if nothing. */
export async function recallNotice(
  sql: Sql,
  context: WriteContext,
  { order, before, after, announced }: Recalled,
): Promise<string[]> {
  const { order_id, trading_partner_id } = order
  const { name } = before
  if (announced === 'nothing' || trading_partner_id === null) return []
  const noticed = await readNoticed(sql, context, order_id, trading_partner_id)
  const fault = after === null ? null : noticeFaultOf({ ...noticed, shipment: after })
  const isMade = after !== null && fault === null
  const why = fault === null ? '' : ` ${fault.sentence}`
  if (announced === 'withdrawn' && !isMade)
    return [`The shipping notice (856) of ${name} was withdrawn before it was sent.${why}`]
  const purpose = announced === 'withdrawn' ? 'original' : isMade ? 'replacement' : 'cancellation'
  const record = noticeOf({ ...noticed, shipment: isMade ? after : before }, purpose)
  const queued = await queueEdiDocument(sql, context, { document_type: '856', trading_partner_id, order_id, record })
  if (queued === null)
    return [`The account takes no 856 any more, and one of ${name} was sent: tell the account that it does not hold.`]
  if (purpose === 'original') return [`The shipping notice (856) of ${name} was rewritten before it was sent.`]
  if (purpose === 'replacement') return [`The shipping notice (856) of ${name} that was sent is replaced by another.`]
  return [`The shipping notice (856) of ${name} that was sent is cancelled by another.${why}`]
}
