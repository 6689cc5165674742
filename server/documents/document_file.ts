/** Documents as files: byte for byte what the recipient got. */
import type { Sql } from '../contract/call.ts'
import type { MadeFile, ReadyFile } from '../tables/made_file.ts'
import type { EdiPayload } from './channels/edi.ts'
import { inboundBytes, type WarehousePayload } from './channels/warehouse.ts'
import { fileNameOf, type PrintedOrder } from './printing/printed_order.ts'
import { renderPdf } from './printing/render.ts'
import type { ChannelName } from './queue.ts'

const extensions: Record<ChannelName, string> = { email: 'pdf', link: 'pdf', edi: 'edi', warehouse: 'json' }

/** E.g. PO-1042-2.pdf, the second revision. */
export const documentFileName = ({
  channel,
  name,
  revision,
}: {
  channel: ChannelName
  name: string
  revision: number
}): string => `${fileNameOf(name)}${revision > 1 ? `-${revision}` : ''}.${extensions[channel]}`

const readers: Record<ChannelName, (payload: object, organization_id: string) => ReadyFile> = {
  email: readPrinted,
  link: readPrinted,
  edi: (payload) => ({
    content_type: 'application/edi-x12',
    bytes: async () => Buffer.from((payload as EdiPayload).interchange, 'latin1'),
  }),
  warehouse: (payload) => ({
    content_type: 'application/json',
    bytes: async () => inboundBytes(payload as WarehousePayload),
  }),
}

function readPrinted(payload: object, organization_id: string): ReadyFile {
  const { printed } = payload as { printed: PrintedOrder }
  return { content_type: 'application/pdf', bytes: () => renderPdf(organization_id, printed) }
}

export const documentFile: MadeFile = {
  name: 'outbound_document',
  async make(sql: Sql, organization_id, query) {
    const [row] = await sql<{ channel: ChannelName; payload: object }[]>`
      select channel, payload from outbound_documents
      where organization_id = ${organization_id} and document_id = ${String(query.document_id)}`
    return row === undefined ? null : readers[row.channel](row.payload, organization_id)
  },
}
