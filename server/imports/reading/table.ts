/** The table of a file: its headers, and its rows as often as they are asked for. */
import { isSliceOver, nextSlice } from '../../queue/slices.ts'
import type { RawRow } from './csv_rows.ts'
import { inspect } from './encoding.ts'
import type { FileBytes } from './file_bytes.ts'
import { isBlankRow, type IsHeader, readHead } from './head.ts'
import { tableOf, type WorkbookTable } from './further_sheets.ts'
import { sheetRowsOf } from './sheet_rows.ts'
import { type FileFormat, openSource, startOf } from './source.ts'

export interface Table {
  sha256: string
  format: FileFormat
  headers: (string | null)[]
  /** The first rows below the headers. */
  first_rows: readonly RawRow[]
  /** Rows above the headers. */
  titles: readonly RawRow[]
  /** Rows below the headers that hold anything, few at a time. */
  rows(): AsyncGenerator<readonly RawRow[]>
  /** Of a workbook with several sheets: those of the table, and the others. */
  workbook: WorkbookTable | null
}

/** Others have their turn between them. */
const rowsAtOnce = 500

/** null: there is no such file. `rows_max`: rows of a workbook that are still taken. `isHeader`: where titles may stand above. */
export async function openTable(file: FileBytes, rows_max?: number, isHeader?: IsHeader): Promise<Table | null> {
  const chunks = await file.find()
  if (chunks === null) return null
  const { sha256, is_workbook, encoding, bom_bytes } = await inspect(chunks, file.organization_id)
  const sheetRows = sheetRowsOf(file, rows_max)
  const head = await readHead(file, { encoding, bom_bytes }, sheetRows, isHeader)
  if (head === null) return null
  const { headers, header_row, delimiter, titles, rows: first_rows } = head
  const format = { is_workbook, encoding, delimiter, header_row, bom_bytes }
  const source = openSource(file, format, sheetRows)
  const sheets = is_workbook ? tableOf(await sheetRows(), header_row) : null
  return {
    sha256,
    format,
    headers,
    first_rows,
    titles,
    workbook: sheets !== null && sheets.sheets.length + sheets.others.length > 1 ? sheets : null,
    async *rows() {
      for await (const { rows } of source.from(startOf(format)))
        for (let at = 0; at < rows.length; at += rowsAtOnce) {
          if (isSliceOver()) await nextSlice(file.organization_id)
          yield rows.slice(at, at + rowsAtOnce).filter((row) => !isBlankRow(row))
        }
    },
  }
}
