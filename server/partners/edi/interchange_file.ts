/** The bytes of an interchange, from a signed URL: as they arrived while it cannot be read, without personal data after that. */
import { edi_interchanges } from '../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { arrivedBytes } from './interchanges.store.ts'
import type { MadeFile } from '../../tables/made_file.ts'

const columns = selection(edi_interchanges, 'i', ['content', 'content_erased_at', 'arrived_content'])

export const interchangeFile: MadeFile = {
  name: 'edi_interchange',
  async make(sql, organization_id, query, secrets) {
    const [row] = await sql<RowOf<typeof columns>[]>`
      select ${columns} from edi_interchanges i
      where i.organization_id = ${organization_id} and i.interchange_id = ${String(query.interchange_id)}`
    if (row === undefined || row.content_erased_at !== null) return null
    const { arrived_content } = row
    if (arrived_content !== null) {
      const bytes = () => Promise.resolve(arrivedBytes(secrets, arrived_content, String(query.interchange_id)))
      return { content_type: 'application/octet-stream', bytes }
    }
    return { content_type: 'application/edi-x12', bytes: () => Promise.resolve(row.content) }
  },
}
