/** All rows of a small file at once, for callers whose response reports each row. */
import type { Files } from '../../contract/call.ts'
import type { RawRow } from './csv_rows.ts'
import { inspect } from './encoding.ts'
import { FileFault } from './file_fault.ts'
import { readHead } from './head.ts'
import { openSource } from './source.ts'

export interface WholeFile {
  headers: (string | null)[]
  rows: RawRow[]
}

/** null: the organisation has no such file. */
export async function readWholeFile(
  files: Files,
  organization_id: string,
  file_key: string,
  rows_max: number,
): Promise<WholeFile | null> {
  const chunks = await files.stream(organization_id, file_key)
  if (chunks === null) return null
  const { is_workbook, encoding, bom_bytes } = await inspect(chunks)
  const head = await readHead(files, organization_id, file_key, { encoding, bom_bytes })
  if (head === null) return null
  const { headers, header_row, delimiter } = head
  const source = openSource(
    files,
    { organization_id, file_key },
    { is_workbook, encoding, delimiter, header_row, bom_bytes },
  )
  const rows: RawRow[] = []
  for await (const read of source.from({ row_number: 0, offset: is_workbook ? null : bom_bytes })) {
    rows.push(...read.rows.filter(({ cells }) => cells.some((cell) => cell !== null)))
    if (rows.length > rows_max) throw new FileFault(`has more than ${rows_max.toLocaleString('en-US')} rows`)
  }
  if (rows.length === 0) throw new FileFault('has no rows below the header row')
  return { headers, rows }
}
