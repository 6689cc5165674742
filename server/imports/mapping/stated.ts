/** The mapping of a request that states the header of each field, such as `{ "sku": "Item code" }`. */
import { refuseField } from '../../contract/refusals.ts'
import { checkHeader } from './check.ts'
import type { FileHeaders } from './file_headers.ts'

export interface StatedColumn {
  field: string
  header: string
  index: number
}

/** Refuses what does not fit the file. `fileField`: the field that is refused where several columns have a header. */
export function statedColumns(
  mappings: Readonly<Record<string, string>>,
  headers: FileHeaders,
  fileField?: string,
): StatedColumn[] {
  const columns: StatedColumn[] = []
  for (const [field, stated] of Object.entries(mappings)) {
    const [at, header] = [`mappings.${field}`, stated.trim()]
    if (header === '') refuseField(at, 'must not be blank')
    const index = checkHeader(at, header, headers.places(header), headers, fileField)
    const other = columns.find((column) => column.index === index)
    if (other !== undefined) refuseField(at, `maps to the same column as mappings.${other.field}`)
    columns.push({ field, header, index })
  }
  return columns
}
