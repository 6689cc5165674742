/** Puts an order's paper on its way to the supplier, in the transaction that issues the order. */
import type { Caller, DocumentTools, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { nextControlNumber, ownIdentity } from '../../edi/control_numbers.ts'
import { writeInterchange } from '../../edi/x12/envelope.ts'
import { write850 } from '../../edi/x12/purchase_order_850.ts'
import { X12Fault } from '../../edi/x12/segments.ts'
import { enqueue, type NewDocument } from '../../documents/queue.ts'
import { type PrintedOrder, documentFingerprint } from '../../documents/printing/printed_order.ts'
import type { Issue, SupplierChannel } from './issue.model.ts'
import { planCancellation, planDocument } from './issue.rules.ts'
import { readEarlierDocuments, readReach, type Reach } from './issue.store.ts'
import { fieldsOf850 } from './document_850.rules.ts'
import { markOf, readPrintedOrder } from './document.store.ts'
import type { LockedOrder } from '../orders/store.ts'

type Refuse = (desc: string) => never

/** Who gets it on this channel; refuses where the supplier cannot be reached so. */
function recipientOf(channel: SupplierChannel, reach: Reach, asked: Issue, cannot: Refuse): string | null {
  const { supplier_name, order_email, contact_email, edi_qualifier, edi_id } = reach
  if (channel === 'link') return null
  if (channel === 'email') {
    const to = asked.to ?? [order_email ?? contact_email].filter((address) => address !== null)
    return to.length > 0
      ? to.join(', ')
      : cannot(`${supplier_name} has no order_email and no primary contact with an address. Name one, or send \`to\`.`)
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

/** As a recipient is written down: qualifier and id of the partner. */
function partnerOf(recipient: string) {
  const [qualifier, ...id] = recipient.split(':')
  return { qualifier: qualifier!, id: id.join(':').trimEnd() }
}

async function writeEdi(
  printed: PrintedOrder,
  { sql, caller, reach, recipient, now, cannot }: Occasion,
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
      code: 'PO',
      transaction: write850(fieldsOf850(printed)),
    })
    return { payload: { interchange }, control_number }
  } catch (error) {
    if (error instanceof X12Fault) return cannot(`It cannot be sent over EDI: ${error.message}`)
    throw error
  }
}

const addDays = (instant: string, days: number) => new Date(Date.parse(instant) + days * 86_400_000).toISOString()

async function writePayload(channel: SupplierChannel, printed: PrintedOrder, occasion: Occasion): Promise<Written> {
  const { caller, recipient, now, message } = occasion
  if (channel === 'edi') return writeEdi(printed, occasion)
  if (channel === 'link') return { payload: { printed }, expires_at: addDays(now, limits.document_link_days) }
  const reply_to = caller.kind === 'session' ? caller.email : null
  return { payload: { printed, to: recipient!.split(', '), reply_to, message } }
}

interface Occasion {
  sql: Sql
  caller: Caller
  reach: Reach
  recipient: string | null
  /** What the mail says above the order. */
  message: string | null
  now: string
  cannot: Refuse
}

/** Fields that say nothing on this channel are refused, lest somebody believes that they were heeded. */
function checkAsked(channel: SupplierChannel, asked: Issue): void {
  for (const field of ['to', 'message'] as const)
    if (asked[field] !== undefined && channel !== 'email') refuseField(field, 'is heeded on the channel email alone')
}

export interface QueuedDocument {
  document_id: string
  channel: SupplierChannel
}

export interface SendingCall {
  sql: Sql
  caller: Caller
  now: string
  documents: DocumentTools
}

/** Freezes the order as it now stands and enqueues it; refuses `conflict` where the same paper already went this way. */
export async function queueDocument(call: SendingCall, order: LockedOrder, asked: Issue): Promise<QueuedDocument> {
  const { sql, caller, now, documents } = call
  const { organization_id } = caller
  const { purchase_order_id, name } = order
  const cannot: Refuse = (desc) => refuse('conflict', { desc, data: { act: 'issue', status: order.status } })
  const reach = await readReach(sql, organization_id, order.supplier_id!)
  const channel = asked.channel ?? reach.order_channel
  checkAsked(channel, asked)
  const recipient = recipientOf(channel, reach, asked, cannot)
  const occasion = { revision: 1, is_replacement: false, issued_on: now.slice(0, 10), is_sent: true }
  const [said, before] = await Promise.all([
    readPrintedOrder(sql, organization_id, purchase_order_id, occasion),
    readEarlierDocuments(sql, organization_id, purchase_order_id),
  ])
  const fingerprint = documentFingerprint(said)
  const plan =
    planDocument(before, { channel, recipient, fingerprint }) ??
    cannot(`${name} has not changed since it was issued this way. Change it first, or name another channel or address.`)
  const printed = { ...said, ...plan }
  const message = asked.message?.trim() ?? null
  const written = await writePayload(channel, printed, { sql, caller, reach, recipient, message, now, cannot })
  const document: NewDocument = {
    channel,
    purchase_order_id,
    name,
    revision: plan.revision,
    recipient,
    concurrency_key: channel,
    fingerprint,
    is_sent: documents.sends(channel),
    ...written,
  }
  return { document_id: await enqueue(sql, caller, document), channel }
}

/**
 * Tells whoever may have the order that it is cancelled, on the way by which they got it. What still waits is called
 * back before; where nobody can have it, nobody is told.
 */
export async function sendCancellations(call: SendingCall, order: LockedOrder): Promise<void> {
  const { sql, caller, now, documents } = call
  const { organization_id } = caller
  const { purchase_order_id, name, supplier_id } = order
  const { revision, reached } = planCancellation(await readEarlierDocuments(sql, organization_id, purchase_order_id))
  if (supplier_id === null || reached.length === 0) return
  const cannot: Refuse = (desc) => refuse('conflict', { desc, data: { act: 'cancel', status: order.status } })
  const occasion = { revision, is_replacement: false, issued_on: now.slice(0, 10), is_sent: true }
  const [reach, said] = await Promise.all([
    readReach(sql, organization_id, supplier_id),
    readPrintedOrder(sql, organization_id, purchase_order_id, occasion),
  ])
  const printed: PrintedOrder = { ...said, mark: markOf('cancelled'), is_cancellation: true }
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
