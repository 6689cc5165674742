/**
 * The queue of outgoing documents. A document's content is frozen in the transaction that decides to send it, so that
 * order and document agree or neither exists. The worker (worker.ts) hands each to its channel. Documents of a channel
 * that is not configured are stored: they can be read, downloaded and sent later.
 */
import { type ChannelName } from './known_values.ts'
import { uuidv7 } from 'uuidv7'
import type { Caller, Fragment, Sql } from '../contract/call.ts'
import { actorOf } from '../ledger/actor.ts'
export const documentStateDescription =
  'State of the document. queued: waiting to be sent or retried. sent: accepted by the recipient. failed: all four attempts failed, or the recipient rejected it for good. stored: no channel sends it; it can be downloaded and passed on. replaced: a newer document of the order, or the end of the order, made it obsolete before it was sent.'

/** The notification channel that wakes workers. */
export const outboundChannel = 'outbound_documents'

export interface NewOutboundDocument {
  channel: ChannelName
  purchase_order_id: string
  /** Display name: the order's name. */
  name: string
  revision: number
  /** Display name or address of the recipient; null if there is none. */
  recipient: string | null
  /** Documents with the same key share a limit on concurrent attempts. */
  concurrency_key: string
  /** concurrency_key: replace only queued documents with the same key. Omitted: replace the order's others to the supplier. */
  replaces?: 'concurrency_key'
  /** Everything the channel needs to produce the document. */
  payload: object
  /** Hash of the content, so that the same content is not sent twice. */
  fingerprint: string
  /** false: store it without sending. */
  is_sent: boolean
  control_number?: number
  /** When its signed URL expires. */
  expires_at?: string
}

/**
 * Replaces queued documents of the order that must not arrive after this one: any with different content for the supplier,
 * and any with the same content for the same channel and recipient. The same content for another recipient stays queued.
 */
const replaceQueued = (sql: Sql, organization_id: string, by: NewOutboundDocument) =>
  endQueued(
    sql,
    organization_id,
    by.purchase_order_id,
    sql`case when ${by.replaces === 'concurrency_key'} then concurrency_key = ${by.concurrency_key}
      else channel <> 'warehouse' and (fingerprint <> ${by.fingerprint}
        or (channel = ${by.channel} and recipient is not distinct from ${by.recipient}::text)) end`,
  )

/** Withdraws the documents queued for the supplier: the order has ended, so they must not arrive. */
export const withdrawOutboundDocuments = (sql: Sql, organization_id: string, purchase_order_id: string) =>
  endQueued(sql, organization_id, purchase_order_id, sql`channel <> 'warehouse'`)

/** Locks rows in the same order as the worker does, to avoid deadlocks. */
const endQueued = (sql: Sql, organization_id: string, purchase_order_id: string, which: Fragment) => sql`
  with waiting as (
    select document_id from outbound_documents
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id} and state = 'queued'
      and ${which}
    order by document_id for update
  )
  update outbound_documents d set state = 'replaced', next_attempt_at = null, ended_at = now()
  from waiting where d.organization_id = ${organization_id} and d.document_id = waiting.document_id`

/**
 * Queues a document, or stores it if nothing sends it, in the caller's transaction; returns its id. The caller holds the
 * lock on the order's row, so that two documents of one order cannot overtake each other here.
 */
export async function enqueue(sql: Sql, caller: Caller, document: NewOutboundDocument): Promise<string> {
  const { organization_id } = caller
  const document_id = uuidv7()
  const { channel, purchase_order_id, is_sent } = document
  await replaceQueued(sql, organization_id, document)
  await sql`
    insert into outbound_documents (organization_id, document_id, channel, purchase_order_id, name, revision, state,
      recipient, concurrency_key, payload, fingerprint, control_number, next_attempt_at, expires_at, created_by, ended_at)
    values (${organization_id}, ${document_id}, ${channel}, ${purchase_order_id}, ${document.name}, ${document.revision},
      ${is_sent ? 'queued' : 'stored'}, ${document.recipient}, ${document.concurrency_key},
      ${JSON.stringify(document.payload)}::text::jsonb, ${document.fingerprint}, ${document.control_number ?? null},
      case when ${is_sent} then now() end, ${document.expires_at ?? null}, ${actorOf(caller)},
      case when ${is_sent} then null else now() end)`
  if (is_sent) await wakeOutbound(sql)
  return document_id
}

export const wakeOutbound = (sql: Sql) => sql`select pg_notify(${outboundChannel}, '')`
