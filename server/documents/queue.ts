/**
 * Papers that leave the house. What a paper says is frozen in the transaction that decides to send it, so that order and
 * paper agree or neither exists; the worker (worker.ts) hands each to its channel. A channel that has nothing to send with
 * stores its papers: they can be read, fetched, and sent later.
 */
import { uuidv7 } from 'uuidv7'
import type { Caller, Fragment, Sql } from '../contract/call.ts'
import { actorOf } from '../ledger/actor.ts'

/** email, edi and link carry an order to its supplier, warehouse announces it to where it will arrive. */
export const channel_names = ['email', 'edi', 'link', 'warehouse'] as const
export type ChannelName = (typeof channel_names)[number]

export const document_states = ['queued', 'sent', 'failed', 'stored', 'replaced'] as const
export type DocumentState = (typeof document_states)[number]
export const document_state_words =
  'How far it has come. queued: to be sent, or tried again. sent: taken by the other side. failed: four attempts failed, or it was refused for good. stored: nothing sends it, it is there to be fetched and passed on. replaced: overtaken before it left, by a newer paper of the order or by its end.'

/** The channel on which workers hear that something waits. */
export const outbound_channel = 'outbound_documents'

export interface NewDocument {
  channel: ChannelName
  purchase_order_id: string
  /** What people call it: the order's name. */
  name: string
  revision: number
  /** Who gets it, for a person; null where nobody is named. */
  recipient: string | null
  /** What is capped together: at most a few attempts are under way under one key. */
  concurrency_key: string
  /** concurrency_key: it replaces what waits under its own key alone; every other document to the supplier when left out. */
  replaces?: 'concurrency_key'
  /** All that the channel needs to write the paper. */
  payload: object
  /** Of what the paper says, so that the same is not sent twice. */
  fingerprint: string
  /** false: it is stored, and nothing sends it. */
  is_sent: boolean
  control_number?: number
  /** How long its signed address lives. */
  expires_at?: string
}

/**
 * What waits of the order and must not arrive after this paper: whatever says something else on any way to the supplier,
 * and the same on the same way. The same paper to somebody else stays.
 */
const replaceWaiting = (sql: Sql, organization_id: string, by: NewDocument) =>
  endWaiting(
    sql,
    organization_id,
    by.purchase_order_id,
    sql`case when ${by.replaces === 'concurrency_key'} then concurrency_key = ${by.concurrency_key}
      else channel <> 'warehouse' and (fingerprint <> ${by.fingerprint}
        or (channel = ${by.channel} and recipient is not distinct from ${by.recipient}::text)) end`,
  )

/** Calls back what waits for the supplier: the order is over, and its paper must not arrive now. */
export const withdrawDocuments = (sql: Sql, organization_id: string, purchase_order_id: string) =>
  endWaiting(sql, organization_id, purchase_order_id, sql`channel <> 'warehouse'`)

/** Rows are locked in one order, as the worker locks those that it ends. */
const endWaiting = (sql: Sql, organization_id: string, purchase_order_id: string, which: Fragment) => sql`
  with waiting as (
    select document_id from outbound_documents
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id} and state = 'queued'
      and ${which}
    order by document_id for update
  )
  update outbound_documents d set state = 'replaced', next_attempt_at = null, ended_at = now()
  from waiting where d.organization_id = ${organization_id} and d.document_id = waiting.document_id`

/**
 * Puts a paper into the queue, or on file where nothing sends it, in the caller's transaction; answers its id. The
 * caller holds the order's row, so that two papers of one order cannot pass each other here.
 */
export async function enqueue(sql: Sql, caller: Caller, document: NewDocument): Promise<string> {
  const { organization_id } = caller
  const document_id = uuidv7()
  const { channel, purchase_order_id, is_sent } = document
  await replaceWaiting(sql, organization_id, document)
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

export const wakeOutbound = (sql: Sql) => sql`select pg_notify(${outbound_channel}, '')`
