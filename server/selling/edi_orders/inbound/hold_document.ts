/** Documents that a person decides on. */
import type { Sql } from '../../../contract/sql.ts'
import { type NewException, openExceptions } from '../../../exceptions/open.ts'
import type { HandlerContext, HandlerOutcome, ReceivedEdiDocument } from '../../../interchanges/handler.ts'
import { orderSubject } from '../../orders/order.store.ts'

/** Type of the subject of an exception about a document that belongs to no order. */
export const documentSubject = 'edi_document'

/** What a held cancellation says: no order is owed an answer. */
export const cancelsNothing = 'is cancelled, but no such order has arrived over EDI.'

/** Holds a document that belongs to no order. */
export async function holdEdiDocument(
  sql: Sql,
  { organization_id, now }: Pick<HandlerContext, 'organization_id' | 'now'>,
  { document_id }: Pick<ReceivedEdiDocument, 'document_id'>,
  sentence: string,
  { kind = 'order_not_taken', order_id }: { kind?: NewException['kind']; order_id?: string } = {},
): Promise<HandlerOutcome> {
  const subject =
    order_id === undefined ? { type: documentSubject, id: String(document_id) } : { type: orderSubject, id: order_id }
  await openExceptions(sql, organization_id, now, [{ kind, severity: 'warning', subject, sentence }])
  return { state: 'held', sentence, ...(order_id === undefined ? {} : { order_id }) }
}
