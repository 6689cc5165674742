/** Papers as files: what a recipient got, byte for byte what was frozen. */
import type { Sql } from '../contract/call.ts'
import type { MadeFile, ReadyFile } from '../tables/made_file.ts'
import type { EdiPayload } from './channels/edi.ts'
import { inboundBytes, type WarehousePayload } from './channels/warehouse.ts'
import { fileNameOf, type Paper } from './printing/printed_order.ts'
import { renderPaper } from './printing/render.ts'
import type { LaneName } from './queue.ts'

const extensions: Record<LaneName, string> = { email: 'pdf', link: 'pdf', edi: 'edi', warehouse: 'json' }

/** E.g. PO-1042-2.pdf, the second revision. */
export const documentFileName = ({
  lane,
  name,
  revision,
}: {
  lane: LaneName
  name: string
  revision: number
}): string => `${fileNameOf(name)}${revision > 1 ? `-${revision}` : ''}.${extensions[lane]}`

const readers: Record<LaneName, (payload: object, organization_id: string) => ReadyFile> = {
  email: printed,
  link: printed,
  edi: (payload) => ({
    content_type: 'application/edi-x12',
    bytes: async () => Buffer.from((payload as EdiPayload).interchange, 'latin1'),
  }),
  warehouse: (payload) => ({
    content_type: 'application/json',
    bytes: async () => inboundBytes(payload as WarehousePayload),
  }),
}

function printed(payload: object, organization_id: string): ReadyFile {
  const { paper } = payload as { paper: Paper }
  return { content_type: 'application/pdf', bytes: () => renderPaper(organization_id, paper) }
}

export const documentFile: MadeFile = {
  name: 'outbound_document',
  async make(sql: Sql, organization_id, query) {
    const [row] = await sql<{ lane: LaneName; payload: object }[]>`
      select lane, payload from outbound_documents
      where organization_id = ${organization_id} and document_id = ${String(query.document_id)}`
    return row === undefined ? null : readers[row.lane](row.payload, organization_id)
  },
}
