/** Rows of a CSV file or of the sheets of a workbook, with the place of each cell. Runs in the reading thread. */
import { limits } from '../../../contract/limits.ts'
import { FileFault } from '../../../files/file_fault.ts'
import {
  readHtmlSheets,
  readWorkbookSheets,
  type WholeWorkbook,
  type WorkbookSheet,
} from '../../../files/spreadsheet/workbook.ts'
import { sheetRules } from '../../../files/spreadsheet/sheet.ts'
import { csvFormatOf } from '../../../imports/reading/csv_format.ts'
import { type RawRow, readCsvRows } from '../../../imports/reading/csv_rows.ts'
import { inlineBytes, streamOf } from '../../../imports/reading/file_bytes.ts'
import { isBlankRow } from '../../../imports/reading/head.ts'
import { isHtml } from './format.rules.ts'
import { type Cell, type Hidden, PaperFault, type ReadRow, sheetName } from './reading.ts'

/** Below the first; more than any order, and few enough to be looked through as a whole. */
const rowsMax = 5_000
const columnsMax = 200

/** A, B … Z, AA, AB … */
export function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

async function csvRows(bytes: Uint8Array): Promise<RawRow[]> {
  const { bom_bytes, has_named, ...format } = csvFormatOf(bytes, true, { layout: 'paper' })
  const rows: RawRow[] = []
  const chunks = await streamOf(inlineBytes('', bytes), { start: bom_bytes })
  for await (const read of readCsvRows(chunks, format, { offset: bom_bytes, row_number: 0 })) {
    rows.push(...read.rows.filter((row) => !isBlankRow(row) && !(has_named && row.row_number === 1)))
    if (rows.length > rowsMax + 1) throw new FileFault(sheetRules.tooManyRows(rowsMax))
  }
  return rows
}

const codes = [
  [/password/, 'encrypted'],
  [/more than/, 'too_large'],
] as const

function faultOf({ facts: { rule } }: FileFault): PaperFault {
  const code = codes.find(([words]) => words.test(rule))?.[1] ?? 'damaged'
  return new PaperFault(code, `The file ${rule}.`)
}

const cellsOf = ({ row_number, cells }: RawRow, sheet = ''): ReadRow =>
  Array.from(cells.slice(0, columnsMax), (text, i): Cell | null =>
    text === null
      ? null
      : { text, confidence: 1, place: { page: null, box: null, cell: `${sheet}${columnName(i)}${row_number}` } },
  )

/** The value of a cell that spans rows stands in each of them. */
function fillMerged({ rows, merges }: WorkbookSheet, read: ReadRow[]): void {
  const places = new Map(rows.map(({ row_number }, i) => [row_number, i]))
  const last = rows.at(-1)?.row_number ?? 0
  for (const { column, first_row, last_row } of merges) {
    const cell = read[places.get(first_row) ?? -1]?.[column]
    if (cell == null || column >= columnsMax) continue
    for (let row = first_row + 1; row <= Math.min(last_row, last); row++) {
      const own = read[places.get(row) ?? -1]
      if (own === undefined) continue
      while (own.length < column) own.push(null)
      own[column] ??= { ...cell, is_merged: true }
    }
  }
}

interface SheetCells {
  rows: ReadRow[]
  hidden: Hidden[]
}

/** The cells of a sheet, without those of hidden rows and columns. */
function visibleOf(sheet: WorkbookSheet, prefix: string): SheetCells {
  const read = sheet.rows.map((row) => cellsOf(row, prefix))
  fillMerged(sheet, read)
  const isHiddenRow = (at: number) => sheet.hidden_rows.has(sheet.rows[at]!.row_number)
  const hidden = read.flatMap((row, at): Hidden[] =>
    isHiddenRow(at) ? [{ kind: 'row', name: `${prefix}${sheet.rows[at]!.row_number}`, rows: [row] }] : [],
  )
  const seen = read.filter((_, at) => !isHiddenRow(at))
  const columns = [...sheet.hidden_columns].filter((at) => seen.some((row) => row[at] != null))
  for (const at of columns) hidden.push({ kind: 'column', name: `${prefix}${columnName(at)}`, rows: seen.map((row) => [row[at] ?? null]) })
  const rows = seen.map((row) => row.map((cell, at) => (sheet.hidden_columns.has(at) ? null : cell)))
  return { rows: rows.filter((row) => row.some((cell) => cell !== null)), hidden }
} // prettier-ignore

/** An empty row begins a further sheet. */
function cellsOfSheets(sheets: readonly WorkbookSheet[]): SheetCells {
  const all: SheetCells = { rows: [], hidden: [] }
  for (const sheet of sheets) {
    const prefix = all.rows.length === 0 ? '' : `${sheet.name}!`
    if (sheet.is_hidden) {
      const rows = sheet.rows.map((row) => cellsOf(row, `${sheet.name}!`))
      if (rows.length > 0) all.hidden.push({ kind: 'sheet', name: sheet.name, rows })
      continue
    }
    const { rows, hidden } = visibleOf(sheet, prefix)
    all.hidden.push(...hidden)
    if (rows.length > 0) all.rows.push(...(all.rows.length === 0 ? rows : [[], ...rows]))
  }
  return all
}

/** A page that states its encoding is read in it or not at all; another one is UTF-8, else as Windows writes it. */
function textOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1')
  const label = /charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
  const decode = (name: string) => new TextDecoder(name as 'utf-8', { fatal: true }).decode(bytes)
  if (label !== undefined) return decode(label)
  try {
    return decode('utf-8')
  } catch {
    return decode('windows-1252')
  }
}

const sheetsOf = (bytes: Uint8Array, of: Parameters<typeof readWorkbookSheets>[1]): WholeWorkbook =>
  isHtml(bytes) ? readHtmlSheets(textOf(bytes), of) : readWorkbookSheets(bytes, of)

export interface ReadSheets {
  rows: ReadRow[]
  /** Names of sheets, headers and footers of printed pages, notes, text boxes. */
  texts: Cell[]
  hidden: Hidden[]
}

const textCell = (text: string, cell: string): Cell => ({ text, confidence: 1, place: { page: null, box: null, cell } })

function wholeOf({ sheets, texts }: WholeWorkbook, isPage: boolean): ReadSheets {
  const named = isPage ? [] : sheets.filter(({ rows, is_hidden }) => rows.length > 0 && !is_hidden)
  return {
    ...cellsOfSheets(sheets),
    texts: [
      ...named.map(({ name }) => textCell(name, sheetName)),
      ...texts.map((text) => textCell(text, 'header, footer or note')),
    ],
  }
}

export async function readSheets(bytes: Uint8Array, isText: boolean): Promise<ReadSheets> {
  try {
    const read = isText
      ? { rows: (await csvRows(bytes)).map((row) => cellsOf(row)), texts: [], hidden: [] }
      : wholeOf(sheetsOf(bytes, { ...limits, rows_max: rowsMax }), isHtml(bytes))
    if (read.rows.length === 0) throw new PaperFault('damaged', 'The file is empty.')
    return read
  } catch (error) {
    if (error instanceof FileFault) throw faultOf(error)
    throw error
  }
}

export const readSheetRows = async (bytes: Uint8Array, isText: boolean): Promise<ReadRow[]> =>
  (await readSheets(bytes, isText)).rows
