/** Rows of a CSV file or of the first sheet of a workbook, with the place of each cell. Runs in the reading thread. */
import { limits } from '../../../contract/limits.ts'
import { findDelimiter, firstLine } from '../../../files/spreadsheet/csv.ts'
import { readSheet } from '../../../files/spreadsheet/read.ts'
import { SheetFault } from '../../../files/spreadsheet/sheet.ts'
import { type Cell, PaperFault, type ReadRow } from './reading.ts'

/** More than any order, and few enough to be looked through as a whole. */
const rowsMax = 5_000
const columnsMax = 200

/** A, B … Z, AA, AB … */
export function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/**
 * A paper often begins with a title, from which its delimiter cannot be told; the one that most lines have is named in
 * a first line, as spreadsheets do. `shift`: how many rows that adds.
 */
function withDelimiter(bytes: Uint8Array): { bytes: Uint8Array; shift: number } {
  if (bytes[0] === 0xff || bytes[0] === 0xfe) return { bytes, shift: 0 }
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  if (text.startsWith('sep=')) return { bytes, shift: 0 }
  const used = findDelimiter(text.slice(0, 65_536).replaceAll(/[\r\n]+/g, ' '))
  if (used === findDelimiter(firstLine(text))) return { bytes, shift: 0 }
  return { bytes: Buffer.concat([Buffer.from(`sep=${used}\n`), Buffer.from(text, 'latin1')]), shift: 1 }
}

const codes = [
  [/password/, 'encrypted'],
  [/more than/, 'too_large'],
] as const

function faultOf({ rule }: SheetFault): PaperFault {
  const code = codes.find(([words]) => words.test(rule))?.[1] ?? 'damaged'
  const words = rule.replace(/^names a file of /, 'has ').replace(/^names a file that /, '')
  return new PaperFault(code, words === 'holds nothing' ? 'The file is empty.' : `The file ${words}.`)
}

export function readSheetRows(file: Uint8Array, isText: boolean): ReadRow[] {
  const { bytes, shift } = isText ? withDelimiter(file) : { bytes: file, shift: 0 }
  try {
    const {
      headers,
      header_row = 1,
      rows,
    } = readSheet(bytes, { names: null, optional: false }, { ...limits, rows_max: rowsMax })
    const all = [{ row_number: header_row, cells: headers.map((header) => header || null) }, ...rows]
    return all.map(({ row_number, cells }) =>
      Array.from(cells.slice(0, columnsMax), (text, i): Cell | null =>
        text === null
          ? null
          : {
              text,
              confidence: 1,
              place: { page: null, box: null, cell: `${columnName(i)}${row_number - shift}` },
            },
      ),
    )
  } catch (error) {
    if (error instanceof SheetFault) throw faultOf(error)
    throw error
  }
}
