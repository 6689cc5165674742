/**
 * GET /documents/{token}/{file}: the order behind a supplier's link, readable without a key. The document is as it was
 * issued. If the order was cancelled or issued again since, a banner in the header says so.
 */
import type { Sql } from '../contract/call.ts'
import { refuse } from '../contract/refusals.ts'
import { answerFile } from '../pipeline/answer_file.ts'
import type { PipelineContext } from '../pipeline/context.ts'
import type { DocumentName } from './links.ts'
import { fileNameOf, type PrintedOrder } from './printing/printed_order.ts'
import { renderPdf } from './printing/render.ts'

export interface DocumentContext extends PipelineContext {
  /** The document that a signed address names; null when it is not one of ours. */
  readDocumentToken: (token: string) => DocumentName | null
}

interface Linked {
  name: string
  document: PrintedOrder
  holds: boolean
  is_cancelled: boolean
  is_replaced: boolean
}

async function readLinked(sql: Sql, organization_id: string, document_id: string): Promise<Linked | null> {
  const [row] = await sql<Linked[]>`
    select d.name, d.payload -> 'printed' as document, d.expires_at > now() as holds, o.status = 'cancelled' as is_cancelled,
      exists (select from outbound_documents n where n.organization_id = d.organization_id
        and n.purchase_order_id = d.purchase_order_id and n.channel in ('email', 'edi', 'link')
        and n.revision > d.revision) as is_replaced
    from outbound_documents d
    join purchase_orders o on o.organization_id = d.organization_id and o.purchase_order_id = d.purchase_order_id
    where d.organization_id = ${organization_id} and d.document_id = ${document_id} and d.channel = 'link'`
  return row ?? null
}

const findLinked = ({ db }: DocumentContext, { organization_id, document_id }: DocumentName) =>
  readLinked(db.of(organization_id).reads, organization_id, document_id)

const markOf = ({ is_cancelled, is_replaced }: Linked): string | null =>
  is_cancelled
    ? 'CANCELLED: please do not deliver'
    : is_replaced
      ? 'REPLACED: the order was sent again with changes'
      : null

/** An expired, altered or invented link gets the same response, so that links cannot be probed. */
export const answerDocumentLink = (
  context: DocumentContext,
  request: Request,
  token: string,
  file_name: string,
  peer_address: string,
): Promise<Response> =>
  answerFile(context, request, { shown_path: `/documents/…/${file_name}`, peer_address }, async () => {
    const named = context.readDocumentToken(token)
    const linked = named && (await findLinked(context, named))
    if (named === null || linked === null || !linked.holds || file_name !== `${fileNameOf(linked.name)}.pdf`)
      return refuse('document_link_invalid')
    return {
      body: await renderPdf(named.organization_id, { ...linked.document, mark: markOf(linked) }),
      content_type: 'application/pdf',
      disposition: `inline; filename="${file_name}"`,
    }
  })
