/**
 * The queue of documents to accounts. A document's record is frozen in the transaction that decides to send it, so that
 * order and document agree or neither exists; the worker writes its interchange and hands it to the account's transport.
 */
import type { Sql } from '../contract/call.ts'
import type { EdiDocumentState, SentEdiDocumentType } from './known_values.ts'

/** The notification channel that wakes workers. */
export const ediDocumentsChannel = 'edi_documents'

export interface NewEdiDocument {
  document_type: Exclude<SentEdiDocumentType, '997'>
  trading_partner_id: string
  order_id?: string
  invoice_id?: number
  credit_note_id?: string
  /** As the mapping of the type takes it (edi/documents/). */
  record: object
  /** The document in whose place it was made again. */
  corrects?: { document_id: number; reason: string }
}

export interface QueuedEdiDocument {
  document_id: number
  state: EdiDocumentState
  sentence: string
}

/** Takes documents of this type by EDI: true only for an account with a profile that lists it. */
export async function takesEdiDocument(
  sql: Sql,
  organization_id: string,
  { trading_partner_id, document_type }: Pick<NewEdiDocument, 'trading_partner_id' | 'document_type'>,
): Promise<boolean> {
  const [row] = await sql<{ takes: boolean }[]>`
    select ${document_type} = any (documents_taken) as takes from account_edi_profiles
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
  return row?.takes ?? false
}

/** Queues a document in the caller's transaction; null where the account does not take it. */
export async function queueEdiDocument(
  sql: Sql,
  { organization_id, now }: { organization_id: string; now: string },
  document: NewEdiDocument,
): Promise<QueuedEdiDocument | null> {
  const {
    document_type,
    trading_partner_id,
    order_id = null,
    invoice_id = null,
    credit_note_id = null,
    record,
    corrects,
  } = document
  if (!(await takesEdiDocument(sql, organization_id, document))) return null
  const sentence = `The ${document_type} is waiting to be sent.`
  const [row] = await sql<{ document_id: number }[]>`
    insert into edi_documents (organization_id, document_type, direction, state, sentence, network, trading_partner_id,
      order_id, invoice_id, credit_note_id, record, corrects_document_id, correction_reason, next_attempt_at, created_at)
    values (${organization_id}, ${document_type}, 'outbound', 'queued', ${sentence}, 'edi_network',
      ${trading_partner_id}, ${order_id}, ${invoice_id}, ${credit_note_id}, ${JSON.stringify(record)}::text::jsonb,
      ${corrects?.document_id ?? null}, ${corrects?.reason ?? null}, ${now}::timestamptz, ${now}::timestamptz)
    returning document_id::float8 as document_id`
  await sql`select pg_notify(${ediDocumentsChannel}, '')`
  return { document_id: row!.document_id, state: 'queued', sentence }
}
