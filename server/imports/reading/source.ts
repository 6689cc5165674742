/** The rows below the headers of a file: in order from a place on, and by batch. A workbook is read whole, once. */
import { type RawRow, readCsvRows } from './csv_rows.ts'
import type { Encoding } from './encoding.ts'
import type { SheetRow } from '../../files/spreadsheet.ts'
import { type FileBytes, streamOf } from './file_bytes.ts'
import { refuseOtherLayouts, tableOf } from './further_sheets.ts'
import { type SheetRows, sheetRowsOf } from './sheet_rows.ts'

/** How to read a file's bytes, known once the whole file was scanned. */
export interface FileFormat {
  is_workbook: boolean
  encoding: Encoding
  delimiter: string
  header_row: number
  bom_bytes: number
}

/** Position of a batch in its file. */
export interface BatchPlace {
  first_row: number
  last_row: number
  byte_start: number | null
  byte_end: number | null
}

/** A row and the place in the file where it ends; null in a workbook. */
export interface Position {
  row_number: number
  offset: number | null
}

export const startOf = ({ is_workbook, bom_bytes }: FileFormat): Position => ({
  row_number: 0,
  offset: is_workbook ? null : bom_bytes,
})

export interface RowsRead {
  rows: readonly (RawRow & { end: number })[]
  /** The place in the file after a row; null in a workbook. */
  offsetOf: (end: number) => number | null
}

export interface RowSource {
  /** Rows behind a place. */
  from(after: Position): AsyncGenerator<RowsRead>
  batch(place: BatchPlace): Promise<readonly RawRow[]>
}

export const openSource = (file: FileBytes, format: FileFormat, sheetRows: SheetRows = sheetRowsOf(file)): RowSource =>
  format.is_workbook ? workbookSource(sheetRows, format) : csvSource(file, format)

function csvSource(file: FileBytes, format: FileFormat): RowSource {
  const owner = file.organization_id
  return {
    async *from({ row_number, offset }) {
      const start = { row_number, offset: offset ?? format.bom_bytes, owner }
      const chunks = await streamOf(file, { start: start.offset })
      for await (const { rows, offsetOf } of readCsvRows(chunks, format, start)) {
        const data = rows.filter((row) => row.row_number > format.header_row)
        if (data.length > 0) yield { rows: data, offsetOf }
      }
    },
    async batch({ first_row, byte_start, byte_end }) {
      const chunks = await streamOf(file, { start: byte_start!, end: byte_end! })
      const all: RawRow[] = []
      const start = { row_number: first_row - 1, offset: byte_start!, owner }
      for await (const { rows } of readCsvRows(chunks, format, start))
        all.push(...rows.filter(({ row_number }) => row_number > format.header_row))
      return all
    },
  }
}

/** Rows below the headers on every sheet that has them. A workbook has no cells behind the last one of a row that holds anything. */
function rowsBelow(all: readonly SheetRow[], { header_row }: FileFormat): readonly RawRow[] {
  const headers = all.find(({ row_number }) => row_number === header_row)?.cells ?? []
  const table = tableOf(all, header_row)
  refuseOtherLayouts(table, headers)
  const rows = table.sheets.flatMap((sheet) => sheet.rows)
  for (const { cells } of rows) while (cells.length < headers.length) cells.push(null)
  return rows
}

function workbookSource(sheetRows: SheetRows, format: FileFormat): RowSource {
  let reading: Promise<readonly RawRow[]> | undefined
  const behind = async (row_number: number) => {
    const rows = await (reading ??= sheetRows().then((all) => rowsBelow(all, format)))
    return rows.filter((row) => row.row_number > Math.max(row_number, format.header_row))
  }
  return {
    async *from({ row_number }) {
      const rows = await behind(row_number)
      if (rows.length > 0) yield { rows: rows.map((row) => ({ ...row, end: 0 })), offsetOf: () => null }
    },
    batch: async ({ first_row, last_row }) =>
      (await behind(first_row - 1)).filter(({ row_number }) => row_number <= last_row),
  }
}
