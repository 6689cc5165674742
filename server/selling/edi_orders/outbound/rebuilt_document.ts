/** Documents about an order, made again from what is on file now. The order is locked. */
import type { Sql } from '../../../contract/sql.ts'
import type { ChangeAcknowledgement865 } from '../../../edi/documents/change_acknowledgement_865.ts'
import type { ShippingNotice856 } from '../../../edi/documents/shipping_notice_856.ts'
import type { WriteContext } from '../../../imports/record_diff.ts'
import { readCreditNotes } from '../../credit_notes/credit_note.store.ts'
import { readShipments } from '../../fulfilment/shipment.store.ts'
import { readInvoices } from '../../invoices/invoice.store.ts'
import type { LockedOrder } from '../../orders/locked_order.store.ts'
import { readEdiOrder } from '../edi_order.store.ts'
import { acknowledgementOf, headerOf, wholeOrder } from './acknowledge.ts'
import { readNoticed } from './notices.store.ts'
import { memoOf } from './queue_credit_memo.ts'
import { invoiceRecord, readHeader } from './queue_invoice.ts'
import { noticeFaultOf, noticeOf } from './shipping_notice.rules.ts'

/** What cannot be made, and why, as a sentence. */
export interface NotMade {
  reason: string
  sentence: string
}
export type Made = { record: object } | NotMade

export const isMade = (made: Made): made is { record: object } => 'record' in made

const gone = (reason: string, sentence: string): NotMade => ({ reason, sentence })

/** The notice of a shipment; of the last one, if none is named. */
export async function noticeOn(
  sql: Sql,
  context: WriteContext,
  { order_id, name: order, trading_partner_id }: LockedOrder,
  named: { name?: string; shipment_id?: string },
  purpose: ShippingNotice856['purpose'] = 'original',
): Promise<Made> {
  const shipments = (await readShipments(sql, context.organization_id, [order_id])).get(order_id) ?? []
  const isNamed = named.name !== undefined || named.shipment_id !== undefined
  const shipment = isNamed
    ? shipments.find(({ name, shipment_id }) => name === named.name || shipment_id === named.shipment_id?.toLowerCase())
    : shipments.at(-1)
  if (shipment === undefined && !isNamed) return gone('not_shipped', `Nothing of ${order} has shipped.`)
  if (shipment === undefined)
    return gone('no_shipment', `${named.name ?? 'The shipment'} is none of ${order} any more.`)
  const noticed = { ...(await readNoticed(sql, context, order_id, trading_partner_id!)), shipment }
  return noticeFaultOf(noticed) ?? { record: noticeOf(noticed, purpose) }
}

export async function acknowledgementOn(sql: Sql, context: WriteContext, order: LockedOrder): Promise<Made> {
  const edi = await readEdiOrder(sql, context.organization_id, order.order_id)
  if (edi === null) return gone('not_from_edi', `${order.name} did not arrive over EDI, so it has no 855.`)
  return { record: await acknowledgementOf(sql, context, await wholeOrder(sql, context, order), edi) }
}

/** The lines and the days are what was decided about the change; places, parties and numbers are those on file now. */
async function changeAnswerOn(
  sql: Sql,
  context: WriteContext,
  order: LockedOrder,
  before: ChangeAcknowledgement865,
): Promise<Made> {
  const edi = await readEdiOrder(sql, context.organization_id, order.order_id)
  if (edi === null) return gone('not_from_edi', `${order.name} did not arrive over EDI, so it has no 865.`)
  const { change_number, days, notes, lines } = before
  const header = await headerOf(sql, context, order, edi)
  const dated = { ...(days === undefined ? {} : { days }), ...(notes === undefined ? {} : { notes }) }
  return { record: { ...header, change_number, ...dated, lines } }
}

export async function invoiceOn(sql: Sql, { organization_id }: WriteContext, invoice_id: number): Promise<Made> {
  const [invoice] = await readInvoices(sql, organization_id, [invoice_id])
  if (invoice === undefined) return gone('no_invoice', 'No invoice of this organisation has that id.')
  if (invoice.state === 'void') return gone('void', `${invoice.name} is void, so there is no 810 of it to send.`)
  return { record: await invoiceRecord(sql, organization_id, invoice) }
}

async function creditMemoOn(
  sql: Sql,
  { organization_id }: WriteContext,
  order: LockedOrder,
  id: string,
): Promise<Made> {
  const [note] = await readCreditNotes(sql, organization_id, [id])
  if (note!.state === 'cancelled')
    return gone('cancelled', `${note!.name} is cancelled, so there is no 810 of it to send.`)
  const { order_id, trading_partner_id } = order
  const head = await readHeader(sql, organization_id, { order_id, trading_partner_id: trading_partner_id! })
  return { record: memoOf(note!, head) }
}

interface Rebuilt {
  document_type: string
  invoice_id: number | null
  credit_note_id: string | null
  record: object | null
}

/** The document as it would be made now; null for a type that is not made of an order. */
export async function rebuild(
  sql: Sql,
  context: WriteContext,
  order: LockedOrder,
  { document_type, invoice_id, credit_note_id, record }: Rebuilt,
): Promise<Made | null> {
  if (document_type === '855') return acknowledgementOn(sql, context, order)
  if (document_type === '865') return changeAnswerOn(sql, context, order, record as ChangeAcknowledgement865)
  if (document_type === '856') {
    const { shipment_number } = record as ShippingNotice856
    return noticeOn(sql, context, order, { name: shipment_number })
  }
  if (invoice_id !== null) return invoiceOn(sql, context, invoice_id)
  return credit_note_id === null ? null : creditMemoOn(sql, context, order, credit_note_id)
}
