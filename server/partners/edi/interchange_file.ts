/** The bytes of an interchange, from a signed URL. */
import { edi_interchanges } from '../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { MadeFile } from '../../tables/made_file.ts'

const columns = selection(edi_interchanges, 'i', ['content', 'content_erased_at'])

export const interchangeFile: MadeFile = {
  name: 'edi_interchange',
  async make(sql, organization_id, query) {
    const [row] = await sql<RowOf<typeof columns>[]>`
      select ${columns} from edi_interchanges i
      where i.organization_id = ${organization_id} and i.interchange_id = ${String(query.interchange_id)}`
    if (row === undefined || row.content_erased_at !== null) return null
    return { content_type: 'application/edi-x12', bytes: () => Promise.resolve(row.content) }
  },
}
