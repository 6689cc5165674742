/** The sheets of a workbook. Those with the same headers are one table; what stands on others is not read. */
import { FileFault } from '../../files/file_fault.ts'
import { type SheetRow, sheetRules } from '../../files/spreadsheet/sheet.ts'
import { normalHeader } from '../mapping/headers.rules.ts'
import type { RawRow } from './csv_rows.ts'

export interface NamedSheet {
  /** Empty in a workbook with one sheet. */
  name: string
  rows: readonly RawRow[]
}

/** A sheet of the table. */
export interface TableSheet extends NamedSheet {
  /** Rows above the headers. */
  titles: readonly RawRow[]
}

export interface WorkbookTable {
  sheets: TableSheet[]
  /** Sheets with rows that have other headers. */
  others: NamedSheet[]
}

export function sheetsOf(rows: readonly SheetRow[]): NamedSheet[] {
  const begins = rows.flatMap(({ sheet }, at) => (at === 0 || sheet !== undefined ? [at] : []))
  return begins.map((at, i) => ({ name: rows[at]!.sheet ?? '', rows: rows.slice(at, begins[i + 1]) }))
}

const lastOf = (cells: RawRow['cells']) => cells.findLastIndex((cell) => cell !== null)
const normalOf = (cells: RawRow['cells']) =>
  cells.slice(0, lastOf(cells) + 1).map((cell) => (cell === null ? '' : normalHeader(cell)))

/** Headers stand within the first rows; titles may be above them. */
export const titlesMax = 20

/** The table whose headers are in a row, with the rows of every sheet that has the same ones. */
export function tableOf(rows: readonly SheetRow[], header_row: number): WorkbookTable {
  const all = sheetsOf(rows)
  const headers = normalOf(rows.find(({ row_number }) => row_number === header_row)?.cells ?? [])
  const table: WorkbookTable = { sheets: [], others: [] }
  for (const { name, rows: own } of all) {
    const at = own
      .slice(0, titlesMax)
      .findIndex(
        ({ row_number, cells }) => row_number === header_row || normalOf(cells).join('\n') === headers.join('\n'),
      )
    if (at === -1) table.others.push({ name, rows: own })
    else table.sheets.push({ name, titles: own.slice(0, at), rows: own.slice(at + 1) })
  }
  return table
}

/** A sheet with most of the headers, in another order or with others between them, may have rows that are meant to be read. */
export function refuseOtherLayouts({ others }: WorkbookTable, headers: RawRow['cells']): void {
  const known = new Set(normalOf(headers).filter((text) => text !== ''))
  const isLike = ({ cells }: RawRow) => {
    const count = new Set(normalOf(cells).filter((text) => known.has(text))).size
    return count >= 2 && count * 2 >= known.size
  }
  const like = others.find(({ rows }) => rows.slice(0, titlesMax).some(isLike))
  if (like !== undefined) throw new FileFault(sheetRules.otherLayout(like.name))
}
