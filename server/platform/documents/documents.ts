/** Outbound documents: list, get, download, and resend after a failure. */
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { documentFile, documentFileName } from '../../documents/document_file.ts'
import { wakeOutbound } from '../../documents/queue.ts'
import { ExportLink, linkFile } from '../../tables/export_table.ts'
import { countedPage } from '../../tables/page.ts'
import { Page } from '../../tables/table.ts'
import { Document, DocumentId, DocumentQuery, DocumentWhole, pageDefault, service } from './model.ts'
import { countDocuments, documentOf, lockDocument, readDocument, selectAttempts, selectDocuments } from './store.ts'

export const listDocuments = sessionOperation({
  id: 'session.list_documents',
  route: 'GET /api/v1/outbound/documents',
  summary: 'List documents',
  description:
    'Lists sent and waiting documents of the organisation: orders to suppliers by e-mail, EDI or link, and inbounds to warehouses; newest first.',
  service,
  query: DocumentQuery,
  answer: Page(Document),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = pageDefault, ...filter } = query
    const reading = selectDocuments(sql, organization_id, { ...filter, limit, offset })
    return countedPage(offset, reading, countDocuments(sql, organization_id, filter), documentOf)
  },
})

export const getDocument = sessionOperation({
  id: 'session.get_document',
  route: 'GET /api/v1/outbound/documents/{document_id}',
  summary: 'Get a document',
  description: 'Returns a document with every attempt to send it, and its URL if it is a link.',
  service,
  params: DocumentId,
  answer: DocumentWhole,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params: { document_id }, documents }) {
    const [row, tries] = await Promise.all([
      readDocument(sql, organization_id, document_id),
      selectAttempts(sql, organization_id, document_id),
    ])
    const is_open = row.channel === 'link' && !row.is_expired
    // The URL contains only the order's name, since every revision of a link has the same file name.
    const linkName = documentFileName({ channel: row.channel, name: row.name, revision: 1 })
    const link_url = is_open ? documents.documentUrl(organization_id, document_id, linkName) : null
    return { ...documentOf(row), link_url, expires_at: row.expires_at, tries: [...tries] }
  },
})

export const fetchDocument = sessionOperation({
  id: 'session.fetch_document',
  route: 'GET /api/v1/outbound/documents/{document_id}/file',
  summary: 'Download a document',
  description:
    'Returns a URL, valid for 60 minutes, of the document as its recipient received it: a PDF, the text of an interchange, or the JSON of an inbound.',
  service,
  params: DocumentId,
  answer: ExportLink,
  refusals: ['not_found'],
  async run(call) {
    const { sql, caller, params } = call
    const row = await readDocument(sql, caller.organization_id, params.document_id)
    const { document_id, channel } = row
    return linkFile(call, {
      table: documentFile.name,
      query: { document_id },
      file_name: documentFileName({ ...row, channel }),
      row_count: 1,
    })
  },
})

export const sendDocument = sessionOperation({
  id: 'session.send_document',
  route: 'POST /api/v1/outbound/documents/{document_id}/send',
  summary: 'Resend a document',
  desc: ({ name, state }) => `The document of ${name} is ${state} again.`,
  description:
    'Starts a new round of attempts for a document that failed, or that was stored because its channel was not configured. Refused with `conflict` if the document is waiting, sent or replaced, if it is a link, if it is for the supplier of a closed or cancelled order, or if its channel is still not configured.',
  service,
  params: DocumentId,
  answer: Document,
  refusals: ['not_found', 'conflict'],
  conflict:
    'The document is waiting, sent or replaced; it is a link; its order is closed or cancelled, or has a newer document; or its channel is not configured.',
  async run({ sql, caller: { organization_id }, params: { document_id }, documents }) {
    const { state, channel, name, has_newer, is_over } = await lockDocument(sql, organization_id, document_id)
    const stop = (desc: string): never => refuse('conflict', { desc, data: { state, channel } })
    if (state !== 'failed' && state !== 'stored') stop(`This document of ${name} is ${state} and cannot be resent.`)
    if (channel === 'link') stop('A link is not sent by the service. Get its URL and pass it on.')
    if (is_over) stop(`${name} is closed or cancelled and is no longer sent to its supplier.`)
    if (has_newer) stop(`${name} has a newer document, which this one would replace with an older revision.`)
    if (!documents.sends(channel))
      stop(`The channel ${channel} is not configured. Download the document and pass it on.`)
    await sql`
      update outbound_documents
      set state = 'queued', round_failures = 0, next_attempt_at = now(), ended_at = null
      where organization_id = ${organization_id} and document_id = ${document_id}`
    await wakeOutbound(sql)
    return documentOf(await readDocument(sql, organization_id, document_id))
  },
})
