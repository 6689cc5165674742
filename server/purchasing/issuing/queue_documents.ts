/** Queues an order's document for the supplier, in the transaction that issues the order. */
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Caller, DocumentTools, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { nextControlNumber, ownIdentity } from '../../edi/control_numbers.ts'
import { write850 } from '../../edi/documents/purchase_order_850.ts'
import { X12Error } from '../../edi/x12/faults.ts'
import { writeInterchange } from '../../edi/x12/write_interchange.ts'
import { enqueue, type NewOutboundDocument } from '../../documents/queue.ts'
import { type PrintedOrder, documentFingerprint } from '../../documents/printing/printed_order.ts'
import type { Issue, SupplierChannel } from './issue.model.ts'
import { nextCancellation, nextDocument } from './issue.rules.ts'
import { readEarlierDocuments, readReach, type Reach } from './issue.store.ts'
import { fieldsOf850 } from './document_850.rules.ts'
import { markOf, readPrintedOrder } from './document.store.ts'
import type { LockedOrder } from '../orders/store.ts'

type Refuse = (desc: string) => never

/** The recipient on this channel; refuses if the supplier cannot be reached by it. */
function recipientOf(channel: SupplierChannel, reach: Reach, options: Issue, cannot: Refuse): string | null {
  const { supplier_name, order_email, contact_email, edi_qualifier, edi_id } = reach
  if (channel === 'link') return null
  if (channel === 'email') {
    const to = options.to ?? [order_email ?? contact_email].filter((address) => address !== null)
    return to.length > 0
      ? to.join(', ')
      : cannot(
          `${supplier_name} has no order_email and no primary contact with an e-mail address. Set one of them, or send \`to\`.`,
        )
  }
  return edi_qualifier === null || edi_id === null
    ? cannot(`${supplier_name} has no EDI identity. Set edi_qualifier and edi_id, or choose another channel.`)
    : `${edi_qualifier}:${edi_id}`
}

interface Written {
  payload: object
  control_number?: number
  expires_at?: string
}

/** The partner of a recipient stored as `qualifier:id`. */
function partnerOf(recipient: string) {
  const [qualifier, ...id] = recipient.split(':')
  return { qualifier: qualifier!, id: id.join(':').trimEnd() }
}

async function writeEdi(
  printed: PrintedOrder,
  { sql, caller, reach, recipient, now, cannot }: SendContext,
): Promise<Written> {
  const { organization_id } = caller
  const receiver = partnerOf(recipient!)
  const control_number = await nextControlNumber(sql, organization_id, receiver)
  try {
    const interchange = writeInterchange({
      sender: ownIdentity(organization_id, { edi_qualifier: reach.own_edi_qualifier, edi_id: reach.own_edi_id }),
      receiver,
      usage: reach.sandbox ? 'T' : 'P',
      control_number,
      now,
      transactions: [write850(fieldsOf850(printed))],
    })
    return { payload: { interchange }, control_number }
  } catch (error) {
    if (error instanceof X12Error) return cannot(`The order cannot be sent over EDI: ${error.message}`)
    throw error
  }
}

const addDays = (instant: string, days: number) => new Date(Date.parse(instant) + days * 86_400_000).toISOString()

async function writePayload(channel: SupplierChannel, printed: PrintedOrder, context: SendContext): Promise<Written> {
  const { caller, recipient, now, message } = context
  if (channel === 'edi') return writeEdi(printed, context)
  if (channel === 'link') return { payload: { printed }, expires_at: addDays(now, limits.document_link_days) }
  const reply_to = caller.kind === 'session' ? caller.email : null
  return { payload: { printed, to: recipient!.split(', '), reply_to, message } }
}

interface SendContext {
  sql: Sql
  caller: Caller
  reach: Reach
  recipient: string | null
  /** The message above the order in the e-mail. */
  message: string | null
  now: string
  cannot: Refuse
}

/** Refuses options that this channel would ignore. */
function checkOptions(channel: SupplierChannel, options: Issue): void {
  for (const field of ['to', 'message'] as const)
    if (options[field] !== undefined && channel !== 'email')
      refuseField(field, 'can be sent only with the channel email')
}

export interface QueuedOutboundDocument {
  document_id: string
  channel: SupplierChannel
}

export interface IssueCall {
  sql: Sql
  caller: Caller
  now: string
  documents: DocumentTools
}

/** Freezes and queues the order's current document; refuses `conflict` if the same document was already issued this way. */
export async function queueOrderDocument(
  call: IssueCall,
  order: LockedOrder,
  options: Issue,
): Promise<QueuedOutboundDocument> {
  const { sql, caller, now, documents } = call
  const { organization_id } = caller
  const { purchase_order_id, name } = order
  const cannot: Refuse = (desc) => refuse('conflict', { desc, data: { act: 'issue', status: order.status } })
  const reach = await readReach(sql, organization_id, order.supplier_id!)
  const channel = options.channel ?? reach.order_channel
  checkOptions(channel, options)
  const recipient = recipientOf(channel, reach, options, cannot)
  const context = { revision: 1, is_replacement: false, issued_on: dayInTimeZone(caller.time_zone, now), is_sent: true }
  const [draft, before] = await Promise.all([
    readPrintedOrder(sql, organization_id, purchase_order_id, context),
    readEarlierDocuments(sql, organization_id, purchase_order_id),
  ])
  const fingerprint = documentFingerprint(draft)
  const next =
    nextDocument(before, { channel, recipient, fingerprint }) ??
    cannot(
      `${name} has not changed since it was issued to this recipient by this channel. Change the order first, or choose another channel or address.`,
    )
  const printed = { ...draft, ...next }
  const message = options.message?.trim() ?? null
  const written = await writePayload(channel, printed, { sql, caller, reach, recipient, message, now, cannot })
  const document: NewOutboundDocument = {
    channel,
    purchase_order_id,
    name,
    revision: next.revision,
    recipient,
    concurrency_key: channel,
    fingerprint,
    is_sent: documents.sends(channel),
    ...written,
  }
  return { document_id: await enqueue(sql, caller, document), channel }
}

/**
 * Notifies everyone who may have the order that it is cancelled, by the channel on which they got it. Queued documents
 * were withdrawn before; if nobody can have the order, nobody is notified.
 */
export async function sendCancellations(call: IssueCall, order: LockedOrder): Promise<void> {
  const { sql, caller, now, documents } = call
  const { organization_id } = caller
  const { purchase_order_id, name, supplier_id } = order
  const { revision, reached } = nextCancellation(await readEarlierDocuments(sql, organization_id, purchase_order_id))
  if (supplier_id === null || reached.length === 0) return
  const cannot: Refuse = (desc) => refuse('conflict', { desc, data: { act: 'cancel', status: order.status } })
  const context = { revision, is_replacement: false, issued_on: dayInTimeZone(caller.time_zone, now), is_sent: true }
  const [reach, draft] = await Promise.all([
    readReach(sql, organization_id, supplier_id),
    readPrintedOrder(sql, organization_id, purchase_order_id, context),
  ])
  const printed: PrintedOrder = { ...draft, mark: markOf('cancelled'), is_cancellation: true }
  for (const { channel, recipient } of reached) {
    const { payload, ...rest } = await writePayload(channel, printed, {
      sql,
      caller,
      reach,
      recipient,
      message: null,
      now,
      cannot,
    })
    await enqueue(sql, caller, {
      channel,
      purchase_order_id,
      name,
      revision,
      recipient,
      concurrency_key: channel,
      fingerprint: documentFingerprint(printed),
      is_sent: documents.sends(channel),
      payload: { ...payload, is_cancellation: true },
      ...rest,
    })
  }
}
