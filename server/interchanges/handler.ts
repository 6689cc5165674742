/** Handlers of arriving documents; boot/edi_handlers.ts lists them. */
import type { Sql } from '../contract/call.ts'
import type { Problem } from '../edi/understood/walk.ts'

export interface ReceivedEdiDocument {
  document_id: number
  document_type: string
  /** Control number of the interchange. */
  control_number: number
  /** Day and time that its interchange states, as YYYY-MM-DDTHH:MM; null if it states none. */
  sent_at: string | null
  account: { trading_partner_id: string; name: string }
  /** As the reader of its type makes it (edi/documents/read_document.ts). */
  record: object
  /** What in it is not understood; its handler opens an exception that names it. */
  problems: readonly Problem[]
}

export interface HandlerContext {
  organization_id: string
  /** Recorded on what the document causes, e.g. edi:Northgate Stores. */
  actor: string
  now: string
  /** The organisation's currency. */
  currency: string
  /** IANA name of the time zone in which the organisation's days begin. */
  time_zone: string
}

/**
 * processed: it had its effect. held: a person decides, and an exception says so. rejected: it cannot be understood; the
 * 997 rejects it. `sentence` says what happened, for the account's list of documents.
 */
export interface HandlerOutcome {
  state: 'processed' | 'held' | 'rejected'
  sentence: string
  order_id?: string
  /** What later documents are compared with, kept with this one. */
  facts?: object
}

export interface EdiDocumentHandler {
  document_type: string
  /**
   * Runs in the transaction that records the document. An X12Error means rejected, and a Refusal held with its sentence:
   * nothing of it is kept. Any other error is retried.
   */
  handle(sql: Sql, context: HandlerContext, received: ReceivedEdiDocument): Promise<HandlerOutcome>
}
