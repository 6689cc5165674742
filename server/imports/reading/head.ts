/** The beginning of a file: its headers, and rows from which a mapping is proposed. */
import type { Files } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { findDelimiter, firstLine } from '../../files/spreadsheet/csv.ts'
import { readSpreadsheet, type Sheet, SheetFault } from '../../files/spreadsheet.ts'
import { type RawRow, readCsvRows } from './csv_rows.ts'
import { byMark, isWorkbook, type TextEncoding, Utf8Check } from './encoding.ts'
import { FileFault } from './file_fault.ts'
import { fileRules } from './file_rules.ts'

export interface Head {
  headers: (string | null)[]
  header_row: number
  /** Delimiter of a CSV file. */
  delimiter: string
  rows: RawRow[]
}

const headBytes = 262_144
const headRows = 200

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function readBytes(files: Files, organization_id: string, file_key: string): Promise<Uint8Array | null> {
  const chunks = await files.stream(organization_id, file_key, { end: headBytes })
  if (chunks === null) return null
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

/** By the beginning alone; a byte far below can still make it another one, which reading the whole file finds. */
function encodingOf(bytes: Uint8Array, isWhole: boolean): TextEncoding {
  const marked = byMark(bytes)
  if (marked !== null) return marked
  const check = new Utf8Check()
  check.add(bytes)
  return { encoding: check.finish(isWhole), bom_bytes: 0 }
}

/** Excel's own first line that names the delimiter is no row of data. */
const named = /^sep=(.)(?:\r\n|[\r\n])/

/** `given`: the encoding, where the whole file was read through. */
async function readCsvHead(bytes: Uint8Array, isWhole: boolean, given?: TextEncoding): Promise<Head> {
  const { encoding, bom_bytes } = given ?? encodingOf(bytes, isWhole)
  const text = new TextDecoder(encoding).decode(bytes)
  const separator = named.exec(text)?.[1]
  const body = separator === undefined ? text : text.replace(named, '')
  const delimiter = separator ?? findDelimiter(firstLine(body))
  const rows: RawRow[] = []
  const start = { offset: bom_bytes, row_number: 0 }
  for await (const read of readCsvRows(once(bytes.subarray(bom_bytes)), { encoding, delimiter }, start, isWhole))
    rows.push(...read.rows)
  return headOf(separator === undefined ? rows : rows.slice(1), delimiter)
}

const isBlank = ({ cells }: RawRow) => cells.every((cell) => cell === null)

function headOf(rows: readonly RawRow[], delimiter: string): Head {
  const [header, ...rest] = rows.filter((row) => !isBlank(row))
  if (header === undefined) throw new FileFault(fileRules.noHeader)
  if (header.cells.some((cell) => cell?.includes('\u0000')))
    throw new FileFault(fileRules.headerText, { row_number: header.row_number })
  if (header.cells.length > limits.import_columns_max) throw new FileFault(fileRules.tooManyColumns)
  return { headers: header.cells, header_row: header.row_number, delimiter, rows: rest.slice(0, headRows) }
}

/** A workbook has no cells behind the last one of a row that holds anything. */
function withBlanks(sheet: Sheet): Sheet {
  const width = sheet.headers.length
  for (const { cells } of sheet.rows) while (cells.length < width) cells.push(null)
  return sheet
}

export async function readWorkbook(bytes: Uint8Array, organization_id: string): Promise<Sheet> {
  try {
    const rows_max = limits.import_rows_max
    return withBlanks(await readSpreadsheet(bytes, { organization_id, columns: null, rows_max }))
  } catch (error) {
    if (error instanceof SheetFault)
      throw new FileFault(error.rule.replace(/^names a file (that|of) /, (_, word) => (word === 'of' ? 'has ' : '')))
    throw error
  }
}

/** null: the organisation has no such file. */
export async function readHead(
  files: Files,
  organization_id: string,
  file_key: string,
  given?: TextEncoding,
): Promise<Head | null> {
  const bytes = await readBytes(files, organization_id, file_key)
  if (bytes === null) return null
  if (!isWorkbook(bytes)) return readCsvHead(bytes, bytes.length < headBytes, given)
  const file = await files.read(organization_id, file_key)
  if (file === null) return null
  const { headers, header_row = 1, rows } = await readWorkbook(file.bytes, organization_id)
  const header = { row_number: header_row, cells: headers.map((text) => text || null) }
  return headOf([header, ...rows.slice(0, headRows)], ',')
}
