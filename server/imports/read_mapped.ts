/** The rows of an upload as texts, by the headers that a request states for its fields. */
import type { Files } from '../contract/call.ts'
import { mapInSlices } from '../queue/slices.ts'
import { fileHeaders, unreadHeaders } from './mapping/file_headers.ts'
import { statedColumns } from './mapping/stated.ts'
import { readUpload } from './reading/whole_file.ts'

export type TextRow<F extends string> = { row_number: number } & Record<F, string | null>

export interface MappedUpload {
  s3_key: string
  mappings: Readonly<Record<string, string>>
}

/** A text is null where the cell is blank or the field is not mapped. */
export async function readMapped<F extends string>(
  files: Files,
  organization_id: string,
  { s3_key, mappings }: MappedUpload,
  { fields, rows_max }: { fields: readonly F[]; rows_max: number },
): Promise<{ rows: TextRow<F>[]; ignored_columns: string[] }> {
  const file = await readUpload(files, organization_id, s3_key, rows_max)
  const headers = fileHeaders(file.headers)
  const columns = statedColumns(mappings, headers, 's3_key')
  const places = fields.map((field) => columns.find((column) => column.field === field)?.index ?? -1)
  const textsOf = (cells: readonly (string | null)[]) =>
    Object.fromEntries(fields.map((field, i) => [field, cells[places[i]!] ?? null])) as Record<F, string | null>
  const rows = await mapInSlices(
    file.rows,
    ({ row_number, cells }) => ({ row_number, ...textsOf(cells) }),
    organization_id,
  )
  return { rows, ignored_columns: unreadHeaders(headers, columns) }
}
