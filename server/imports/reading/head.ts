/** The beginning of a file: where its table begins, its headers, and rows from which a mapping is proposed. */
import { limits } from '../../contract/limits.ts'
import { collect } from '../../files/collect.ts'
import { FileFault } from '../../files/file_fault.ts'
import type { SheetRow } from '../../files/spreadsheet.ts'
import { csvFormatOf, headBytes } from './csv_format.ts'
import { type RawRow, readCsvRows } from './csv_rows.ts'
import { isWorkbook, type TextEncoding } from './encoding.ts'
import { type FileBytes, inlineBytes, streamOf } from './file_bytes.ts'
import { fileRules } from './file_rules.ts'
import { sheetsOf, titlesMax } from './further_sheets.ts'
import { type SheetRows, sheetRowsOf } from './sheet_rows.ts'

export interface Head {
  headers: (string | null)[]
  header_row: number
  /** Delimiter of a CSV file. */
  delimiter: string
  rows: RawRow[]
  is_workbook: boolean
  /** Rows above the header row. */
  titles: RawRow[]
}

/** Whether a row can be the header row, where titles may stand above it. */
export type IsHeader = (cells: readonly (string | null)[]) => boolean

const headRows = 200

interface Beginning {
  bytes: Uint8Array
  is_whole: boolean
  given: TextEncoding | undefined
  isHeader: IsHeader | undefined
}

async function readCsvHead(owner: string, { bytes, is_whole, given, isHeader }: Beginning): Promise<Head> {
  const layout = isHeader === undefined ? 'table' : 'paper'
  const { bom_bytes, has_named, ...format } = csvFormatOf(bytes, is_whole, { layout, ...(given && { given }) })
  const rows: RawRow[] = []
  const chunks = await streamOf(inlineBytes(owner, bytes), { start: bom_bytes })
  for await (const read of readCsvRows(chunks, format, { offset: bom_bytes, row_number: 0, owner }, is_whole))
    rows.push(...read.rows)
  return headOf(has_named ? rows.slice(1) : rows, { delimiter: format.delimiter, is_workbook: false }, isHeader)
}

export const isBlankRow = ({ cells }: RawRow): boolean => cells.every((cell) => cell === null)

/** The header row is the first that holds anything, or below titles the first that can be one. */
function headOf(rows: readonly RawRow[], format: Pick<Head, 'delimiter' | 'is_workbook'>, isHeader?: IsHeader): Head {
  const filled = rows.filter((row) => !isBlankRow(row))
  const at = isHeader === undefined ? 0 : filled.slice(0, titlesMax).findIndex(({ cells }) => isHeader(cells))
  const titles = filled.slice(0, Math.max(at, 0))
  const [header, ...rest] = filled.slice(titles.length)
  if (header === undefined) throw new FileFault(fileRules.noHeader)
  if (header.cells.some((cell) => cell?.includes('\u0000')))
    throw new FileFault(fileRules.headerText, { row_number: header.row_number })
  if (header.cells.length > limits.import_columns_max) throw new FileFault(fileRules.tooManyColumns)
  return { headers: header.cells, header_row: header.row_number, ...format, rows: rest.slice(0, headRows), titles }
}

/** Of a workbook the first sheet with a row that can be the header row, otherwise the first one. */
function workbookHead(rows: readonly SheetRow[], isHeader?: IsHeader): Head {
  const sheets = sheetsOf(rows)
  const own = isHeader && sheets.find((sheet) => sheet.rows.slice(0, titlesMax).some(({ cells }) => isHeader(cells)))
  return headOf((own ?? sheets[0])?.rows ?? [], { delimiter: ',', is_workbook: true }, isHeader)
}

/** `given`: what is known of a file that was looked through. null: there is no such file. */
export async function readHead(
  file: FileBytes,
  given?: TextEncoding,
  sheetRows: SheetRows = sheetRowsOf(file),
  isHeader?: IsHeader,
): Promise<Head | null> {
  const chunks = await file.find({ end: headBytes })
  if (chunks === null) return null
  const bytes = await collect(chunks)
  if (isWorkbook(bytes)) return workbookHead(await sheetRows(), isHeader)
  return readCsvHead(file.organization_id, { bytes, is_whole: bytes.length < headBytes, given, isHeader })
}

/**
 * The beginning of a file whose headers may stand below titles or instructions: those are in its first row, unless only a later
 * one can be the header row.
 */
export async function findHead(file: FileBytes, isHeader: IsHeader, given?: TextEncoding): Promise<Head | null> {
  const sheetRows = sheetRowsOf(file)
  const first = await readHead(file, given, sheetRows)
  if (first === null || isHeader(first.headers)) return first
  const below = await readHead(file, given, sheetRows, isHeader)
  return below !== null && below.header_row !== first.header_row ? below : first
}
