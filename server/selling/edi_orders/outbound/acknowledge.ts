/**
 * Acknowledgements of orders that arrived over EDI (855), and of their changes (865), queued in the transaction that
 * decides.
 */
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { Acknowledgement855 } from '../../../edi/documents/acknowledgement_855.ts'
import type { AnsweredLine, ChangeAcknowledgement865 } from '../../../edi/documents/change_acknowledgement_865.ts'
import type { PurchaseOrder850 } from '../../../edi/documents/purchase_order_850.ts'
import type { BuyerSkuQualifier } from '../../../edi/documents/record.ts'
import { resolveExceptions } from '../../../exceptions/open.ts'
import type { WriteContext } from '../../../imports/record_diff.ts'
import { queueEdiDocument } from '../../../interchanges/queue_document.ts'
import { type LockedOrder, readLocked, withLines } from '../../orders/locked_order.store.ts'
import { orderSubject } from '../../orders/order.store.ts'
import { answerAdded, answerChange, answerLine, isOrderedOtherwise } from './answers.rules.ts'
import { changedDays, type DatedAnswer, partName } from './changed_days.rules.ts'
import type { LineAfter } from '../inbound/change.rules.ts'
import { type EdiOrder, markAnswered, readEdiOrder, readSiblings, type StoredLine } from '../edi_order.store.ts'
import { referencesOf } from './item_ids.rules.ts'
import { readItemQualifier, readParties } from './parties.store.ts'

const answeredKinds = [
  'unknown_sku',
  'identifiers_disagree',
  'price_mismatch',
  'quantity_not_in_packs',
  'unknown_door',
  'quantity_short',
  'not_understood',
] as const

/** What taking an order paper may leave open about its draft. */
const paperKinds = [...answeredKinds, 'duplicate_order', 'document_unreadable'] as const

type Answer = Omit<Acknowledgement855, 'lines'>

export async function headerOf(
  sql: Sql,
  { organization_id, now, time_zone }: WriteContext,
  order: LockedOrder,
  { number, release_number, header }: EdiOrder,
): Promise<Answer> {
  const parties = await readParties(sql, organization_id, order.trading_partner_id!)
  return {
    number,
    release_number: release_number === '' ? null : release_number,
    ordered_on: header.ordered_on,
    acknowledged_on: dayInTimeZone(time_zone, now),
    supplier_reference: order.name,
    vendor_number: header.vendor_number,
    department: header.department,
    currency: order.currency,
    ...referencesOf(header),
    buyer: header.buyer ?? parties.buyer,
    supplier: header.supplier ?? parties.supplier,
    ship_to: header.ship_to,
  }
}

/** Closes the exceptions that the acknowledgement decides. */
export async function settleQuestions(
  sql: Sql,
  { organization_id, now, actor }: WriteContext,
  order_id: string,
  kinds: readonly (typeof paperKinds)[number][] = answeredKinds,
): Promise<void> {
  const subject = { type: orderSubject, id: order_id }
  for (const kind of kinds)
    await resolveExceptions(sql, organization_id, now, { kind, subject, resolution: 'answered', resolved_by: actor })
}

/**
 * Lines that the buyer took off the draft need no acknowledgement, unless it took off all of them. One that arrived without
 * units has a fault, and is answered.
 */
function stillOrdered(lines: readonly StoredLine[]): readonly StoredLine[] {
  const ordered = lines.filter(({ line, fault }) => line.quantity > 0 || fault !== null)
  return ordered.length === 0 ? lines : ordered
}

/** Positions of a draft at which other quantities stand than the buyer ordered last; none for an order not from EDI. */
export async function readOrderedOtherwise(
  sql: Sql,
  organization_id: string,
  order: LockedOrder,
): Promise<ReadonlySet<number>> {
  const edi = order.origin === 'edi' ? await readEdiOrder(sql, organization_id, order.order_id) : null
  const lines = edi?.lines ?? []
  return new Set(lines.filter((line) => isOrderedOtherwise(line, order)).map(({ position }) => position))
}

/** The 855 of an order as it is agreed now. */
export const acknowledgementOf = async (
  sql: Sql,
  context: WriteContext,
  order: LockedOrder,
  edi: EdiOrder,
): Promise<Acknowledgement855> => ({
  ...(await headerOf(sql, context, order, edi)),
  lines: stillOrdered(edi.lines).map((line) => answerLine(line, order)),
})

/**
 * Acknowledges an order whose every line has its verdict, once; nothing is sent for one that did not arrive over EDI. What
 * was open about the draft of a paper is decided with it.
 */
export async function acknowledgeOrder(sql: Sql, context: WriteContext, order: LockedOrder): Promise<void> {
  const { organization_id, now } = context
  const { order_id, trading_partner_id } = order
  if (order.origin === 'document') return settleQuestions(sql, context, order_id, paperKinds)
  if (order.origin !== 'edi' || trading_partner_id === null) return
  const edi = await readEdiOrder(sql, organization_id, order_id)
  if (edi === null || edi.answered_at !== null) return
  await markAnswered(sql, organization_id, order_id, now)
  await settleQuestions(sql, context, order_id)
  const record = await acknowledgementOf(sql, context, order, edi)
  await queueEdiDocument(sql, { organization_id, now }, { document_type: '855', trading_partner_id, order_id, record })
}

export interface AnsweredChange {
  change_number: string | null
  lines: readonly { after: LineAfter; is_applied: boolean }[]
  /** Lines that the buyer did not order over EDI, as they are agreed now. */
  added?: readonly AnsweredLine[]
  /** The days of the order, if they are others than before. */
  dated?: DatedAnswer
}

/** Acknowledges a change; returns whether the account takes the acknowledgement. */
export async function acknowledgeChange(
  sql: Sql,
  context: WriteContext,
  order: LockedOrder,
  edi: EdiOrder,
  { change_number, lines, added = [], dated }: AnsweredChange,
): Promise<boolean> {
  const { organization_id, now } = context
  const record: ChangeAcknowledgement865 = {
    ...(await headerOf(sql, context, order, edi)),
    change_number,
    ...dated,
    lines: [...lines.map(({ after, is_applied }) => answerChange(after, order, is_applied)), ...added],
  }
  const { order_id, trading_partner_id } = order
  const queued = await queueEdiDocument(
    sql,
    { organization_id, now },
    { document_type: '865', trading_partner_id: trading_partner_id!, order_id, record },
  )
  return queued !== null
}

const agreedFields = ['quantity', 'cancelled_quantity', 'unit_price_cents', 'requested_ship_date'] as const

/** The buyer's lines to which a change on this side agrees otherwise than before, and such lines that it did not order. */
function agreedOtherwise(
  edi: EdiOrder,
  before: LockedOrder,
  after: LockedOrder,
  { item_qualifier, dated }: { item_qualifier: BuyerSkuQualifier | null; dated: DatedAnswer | undefined },
) {
  const known = new Map(before.lines.map((line) => [line.line_id, line]))
  const isDated = dated !== undefined || before.requested_ship_date !== after.requested_ship_date
  const changed = after.lines.filter((line) => {
    const was = known.get(line.line_id)
    return isDated || was === undefined || agreedFields.some((name) => was[name] !== line[name])
  })
  const positions = new Set(changed.map(({ edi_position }) => edi_position))
  return {
    ordered: edi.lines.filter(({ position }) => positions.has(position)),
    added: changed
      .filter(({ edi_position }) => edi_position === null)
      .map((line) => answerAdded(line, after, { is_new: !known.has(line.line_id), item_qualifier })),
  }
}

/** The orders into which the order of a buyer was split, beside this one. */
async function readOthers(sql: Sql, organization_id: string, order: LockedOrder): Promise<LockedOrder[]> {
  const siblings = await readSiblings(sql, organization_id, order.order_id)
  return withLines(sql, organization_id, await readLocked(sql, organization_id, siblings))
}

/** The order with the lines of the others, since its buyer ordered all of them at once. */
function joined(order: LockedOrder, others: readonly LockedOrder[]): LockedOrder {
  const lines = [order, ...others].flatMap((one) =>
    one.lines.map((line) => ({
      ...line,
      requested_ship_date: line.requested_ship_date ?? one.requested_ship_date,
    })),
  )
  return { ...order, requested_ship_date: null, lines }
}

export const wholeOrder = async (
  sql: Sql,
  { organization_id }: WriteContext,
  order: LockedOrder,
): Promise<LockedOrder> => joined(order, await readOthers(sql, organization_id, order))

/**
 * Once an 855 has answered an order, a change on this side is sent to its buyer in an 865 with the lines concerned, or with all
 * of them if the days of the order change. Lines that were added on this side are included, with the ids of the item.
 */
export async function acknowledgeLive(
  sql: Sql,
  context: WriteContext,
  before: LockedOrder,
  after: LockedOrder,
): Promise<void> {
  const { organization_id } = context
  if (after.origin !== 'edi' || after.trading_partner_id === null) return
  const edi = await readEdiOrder(sql, organization_id, after.order_id)
  if (edi === null || edi.answered_at === null) return
  const item_qualifier = await readItemQualifier(sql, organization_id, after.trading_partner_id)
  const others = await readOthers(sql, organization_id, after)
  const dated = changedDays(before, after, { days: others, part: partName(after, edi.lines) })
  const { ordered, added } = agreedOtherwise(edi, before, after, { item_qualifier, dated })
  if (ordered.length + added.length === 0) return
  const lines = ordered.map(({ position, line }) => ({
    after: { position, change: 'changed' as const, line },
    is_applied: true,
  }))
  await acknowledgeChange(sql, context, joined(after, others), edi, { change_number: null, lines, added, dated })
}

/** The acknowledgement of an order of which nothing is taken, and which is no order here. */
export async function refusedOrder(
  sql: Sql,
  {
    organization_id,
    now,
    time_zone,
    trading_partner_id,
  }: Pick<WriteContext, 'organization_id' | 'now' | 'time_zone'> & { trading_partner_id: string },
  { lines, ...header }: PurchaseOrder850,
): Promise<Acknowledgement855> {
  const parties = await readParties(sql, organization_id, trading_partner_id)
  const { number, release_number, ordered_on, vendor_number, department, currency, ship_to } = header
  const nothing = { requested_ship_date: null, lines: [] }
  return {
    number,
    release_number,
    ordered_on,
    acknowledged_on: dayInTimeZone(time_zone, now),
    supplier_reference: null,
    vendor_number,
    department,
    currency,
    ...referencesOf({ ...header }),
    buyer: header.buyer ?? parties.buyer,
    supplier: header.supplier ?? parties.supplier,
    ship_to,
    lines: lines.map((line, i) => answerLine({ position: i + 1, line, fault: null }, nothing)),
  }
}
