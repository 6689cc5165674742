/** Statements about outbound documents in the app. */
import { outbound_documents } from '../../../db/schema/documents.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { type ChannelName } from '../../documents/known_values.ts'
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { documentFileName } from '../../documents/document_file.ts'
import type { Attempt, OutboundDocument } from './model.ts'

interface Selected extends Omit<OutboundDocument, 'file_name'> {
  channel: ChannelName
  expires_at: string | null
  is_expired: boolean
}

export interface OutboundDocumentFilter {
  document_id?: string
  channel?: string
  state?: string
  purchase_order_id?: string
  limit?: number
  offset?: number
}

const chosen = (sql: Sql, organization_id: string, filter: OutboundDocumentFilter) => sql`
  d.organization_id = ${organization_id}
    and (${filter.document_id ?? null}::uuid is null or d.document_id = ${filter.document_id ?? null})
    and (${filter.channel ?? null}::text is null or d.channel = ${filter.channel ?? null})
    and (${filter.state ?? null}::text is null or d.state = ${filter.state ?? null})
    and (${filter.purchase_order_id ?? null}::uuid is null or d.purchase_order_id = ${filter.purchase_order_id ?? null})`

export const selectOutboundDocuments = (sql: Sql, organization_id: string, filter: OutboundDocumentFilter) => sql<
  Selected[]
>`
  select d.document_id, d.channel, d.state, d.purchase_order_id, d.name, d.revision, d.recipient,
    d.control_number::int as control_number, d.attempts, d.next_attempt_at, d.created_by, d.created_at, d.ended_at,
    d.expires_at, coalesce(d.expires_at <= now(), false) as is_expired
  from outbound_documents d
  where ${chosen(sql, organization_id, filter)}
  order by d.created_at desc nulls last, d.document_id desc nulls last
  limit ${filter.limit ?? 1} offset ${filter.offset ?? 0}`

export const countOutboundDocuments = (sql: Sql, organization_id: string, filter: OutboundDocumentFilter) => sql<
  { filtered: number }[]
>`
  select count(*)::int as filtered from outbound_documents d where ${chosen(sql, organization_id, filter)}`

export function documentOf(row: Selected): OutboundDocument {
  const { expires_at: _expires, is_expired: _expired, ...document } = row
  return { ...document, file_name: documentFileName({ ...row, channel: row.channel }) }
}

/** A document of the organisation; refuses not_found otherwise. */
export async function readOutboundDocument(sql: Sql, organization_id: string, document_id: string): Promise<Selected> {
  const [row] = await selectOutboundDocuments(sql, organization_id, { document_id })
  return row ?? refuse('not_found', { desc: 'No document of this organisation has that id.' })
}

export const selectAttempts = (sql: Sql, organization_id: string, document_id: string) => sql<Attempt[]>`
  select attempt, started_at, duration_ms, outcome, status::int as status, detail
  from outbound_attempts
  where organization_id = ${organization_id} and document_id = ${document_id}
  order by attempt`

const lockedColumns = selection(outbound_documents, 'd', ['state', 'channel', 'name'])
export interface Resendable extends RowOf<typeof lockedColumns> {
  has_newer: boolean
  /** The order is closed or cancelled, so the document is no longer sent to its supplier. */
  is_over: boolean
}

/** Locks the document and reads whether the order has a newer one. */
export async function lockOutboundDocument(
  sql: Sql,
  organization_id: string,
  document_id: string,
): Promise<Resendable> {
  // The order is locked first, as wherever a document is queued.
  await sql`
    select 1 from purchase_orders o
    where o.organization_id = ${organization_id} and o.purchase_order_id = (
      select purchase_order_id from outbound_documents
      where organization_id = ${organization_id} and document_id = ${document_id})
    for update`
  const [row] = await sql<Resendable[]>`
    select ${lockedColumns}, exists (
      select from outbound_documents n
      where n.organization_id = d.organization_id and n.purchase_order_id = d.purchase_order_id
        and (n.created_at, n.document_id) > (d.created_at, d.document_id)
        and case when d.channel = 'warehouse' then n.concurrency_key = d.concurrency_key
          else n.channel <> 'warehouse' and (n.fingerprint <> d.fingerprint
            or (n.channel = d.channel and n.recipient is not distinct from d.recipient)) end) as has_newer,
      d.channel <> 'warehouse' and d.payload -> 'is_cancellation' is null
        and o.status in ('closed', 'cancelled') as is_over
    from outbound_documents d
    join purchase_orders o on o.organization_id = d.organization_id and o.purchase_order_id = d.purchase_order_id
    where d.organization_id = ${organization_id} and d.document_id = ${document_id}
    for update of d`
  return row ?? refuse('not_found', { desc: 'No document of this organisation has that id.' })
}
