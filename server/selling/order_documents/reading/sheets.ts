/** Rows of a CSV file or of the first sheet of a workbook, with the place of each cell. Runs in the reading thread. */
import { limits } from '../../../contract/limits.ts'
import { FileFault } from '../../../files/file_fault.ts'
import { readWorkbookRows } from '../../../files/spreadsheet/workbook.ts'
import { sheetRules } from '../../../files/spreadsheet/sheet.ts'
import { csvFormatOf } from '../../../imports/reading/csv_format.ts'
import { type RawRow, readCsvRows } from '../../../imports/reading/csv_rows.ts'
import { inlineBytes, streamOf } from '../../../imports/reading/file_bytes.ts'
import { isBlankRow } from '../../../imports/reading/head.ts'
import { type Cell, PaperFault, type ReadRow } from './reading.ts'

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

const cellsOf = ({ row_number, cells }: RawRow): ReadRow =>
  Array.from(cells.slice(0, columnsMax), (text, i): Cell | null =>
    text === null
      ? null
      : { text, confidence: 1, place: { page: null, box: null, cell: `${columnName(i)}${row_number}` } },
  )

export async function readSheetRows(bytes: Uint8Array, isText: boolean): Promise<ReadRow[]> {
  try {
    const rows = isText ? await csvRows(bytes) : readWorkbookRows(bytes, { ...limits, rows_max: rowsMax })
    if (rows.length === 0) throw new PaperFault('damaged', 'The file is empty.')
    return rows.map(cellsOf)
  } catch (error) {
    if (error instanceof FileFault) throw faultOf(error)
    throw error
  }
}
