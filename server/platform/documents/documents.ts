/** Papers that left, or wait to: listed, read, fetched, and sent again where they failed. */
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { documentFile, documentFileName } from '../../documents/document_file.ts'
import { wakeOutbound } from '../../documents/queue.ts'
import { ExportLink, linkFile } from '../../tables/export_table.ts'
import { Page } from '../../tables/table.ts'
import { Document, DocumentId, DocumentQuery, DocumentWhole, pageDefault, service } from './model.ts'
import { countDocuments, documentOf, lockDocument, readDocument, selectAttempts, selectDocuments } from './store.ts'

export const listDocuments = sessionOperation({
  id: 'session.list_documents',
  route: 'GET /api/v1/outbound/documents',
  summary: 'List papers',
  description:
    'Every paper that left the organisation, or waits to: orders to suppliers by mail, EDI or link, and inbounds to warehouses; newest first.',
  service,
  needs: 'member',
  query: DocumentQuery,
  answer: Page(Document),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = pageDefault, ...filter } = query
    const [rows, filtered_max_size] = await Promise.all([
      selectDocuments(sql, organization_id, { ...filter, limit, offset }),
      countDocuments(sql, organization_id, filter),
    ])
    return { rows: rows.map(documentOf), size: rows.length, offset, filtered_max_size }
  },
})

export const getDocument = sessionOperation({
  id: 'session.get_document',
  route: 'GET /api/v1/outbound/documents/{document_id}',
  summary: 'Get one paper whole',
  description: 'The paper with each attempt to send it, and its address where it is a link.',
  service,
  needs: 'member',
  params: DocumentId,
  answer: DocumentWhole,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params: { document_id }, documents }) {
    const [row, tries] = await Promise.all([
      readDocument(sql, organization_id, document_id),
      selectAttempts(sql, organization_id, document_id),
    ])
    const is_open = row.channel === 'link' && !row.is_expired
    // The address bears the order's name alone; it is the newest paper's as well as this one's.
    const linkName = documentFileName({ channel: row.channel, name: row.name, revision: 1 })
    const link_url = is_open ? documents.documentUrl(organization_id, document_id, linkName) : null
    return { ...documentOf(row), link_url, expires_at: row.expires_at, tries: [...tries] }
  },
})

export const fetchDocument = sessionOperation({
  id: 'session.fetch_document',
  route: 'GET /api/v1/outbound/documents/{document_id}/file',
  summary: 'Fetch a paper as a file',
  description:
    'Answers an address that gives the paper as its recipient got it, for 60 minutes: a PDF, the text of an interchange, or the JSON of an inbound.',
  service,
  needs: 'member',
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
  summary: 'Send a paper again',
  desc: ({ name, state }) => `The paper of ${name} is ${state} again.`,
  description:
    'Starts a fresh round for a paper that failed, or that was stored because there was nothing to send it with. What waits, was sent or was replaced is refused `conflict`, and so is a link, a paper to the supplier of an order that is over, and a channel that the service still has nothing to send on.',
  service,
  needs: 'member',
  params: DocumentId,
  answer: Document,
  refusals: ['not_found', 'conflict'],
  async run({ sql, caller: { organization_id }, params: { document_id }, documents }) {
    const { state, channel, name, has_newer, is_over } = await lockDocument(sql, organization_id, document_id)
    const stop = (desc: string): never => refuse('conflict', { desc, data: { state, channel } })
    if (state !== 'failed' && state !== 'stored')
      stop(`This paper of ${name} is ${state}; there is nothing to send again.`)
    if (channel === 'link') stop('A link is not sent. Read it, and pass its address on.')
    if (is_over) stop(`${name} is over; its supplier is not sent it any more.`)
    if (has_newer) stop(`There is a newer paper of ${name}; this one would undo it.`)
    if (!documents.sends(channel))
      stop(`The service has nothing to send ${channel} with. Fetch the paper and pass it on.`)
    await sql`
      update outbound_documents
      set state = 'queued', round_failures = 0, next_attempt_at = now(), ended_at = null
      where organization_id = ${organization_id} and document_id = ${document_id}`
    await wakeOutbound(sql)
    return documentOf(await readDocument(sql, organization_id, document_id))
  },
})
