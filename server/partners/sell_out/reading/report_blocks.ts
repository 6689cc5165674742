/**
 * Rows of a report that are no sales: a week that dates the rows below it, headers that are repeated, and totals, which are compared
 * with the rows that they add up. What stands alone in its row is kept as a note, and looked through like a title.
 */
import type { RawRow } from '../../../imports/reading/csv_rows.ts'
import { refuseReport } from './refuse_report.ts'
import { comparisonAt } from './report_comparisons.rules.ts'
import { namesWeek, titledPeriod, type TitledPeriod } from './report_layout.rules.ts'
import type { ReportSheet, ReportSheets } from './report_sheets.ts'
import { type Compared, totalOf, Totals } from './report_totals.rules.ts'

export interface ReportRow extends RawRow {
  /** The week of a row above it, within the table. */
  week?: TitledPeriod
  /** What makes it a row of another period or of a plan. */
  comparison?: string
}

type Cells = readonly (string | null)[]

const isAlone = (cells: Cells) => cells.filter((cell) => cell !== null).length === 1
const isSame = (one: Cells, other: Cells) => one.length === other.length && one.every((cell, i) => cell === other[i])

/** An item or a store without figures is a row. */
const isNumber = (cells: Cells) => cells.some((cell) => cell !== null && /^(?=\S*\d)\S+$/.test(cell.trim()))

const notesMax = 50

/** The week of a row that states one and nothing else; null for any other row. */
function weekOf({ cells, row_number }: RawRow): TitledPeriod | null {
  const stated = cells.filter((cell) => cell !== null)
  if (stated.length > 2 || !namesWeek(stated.join(' '))) return null
  const week = titledPeriod({ titles: [{ row_number, cells }] })
  if (week !== null) return week
  return refuseReport(
    'unreadable_file',
    `Row ${row_number} says “${stated.join(' ').slice(0, 120)}”, which is no week, or one with two readings. Write its date as YYYY-MM-DD.`,
    'file',
    'has a week between its rows that is not understood',
  )
}

function refuseTotal(row_number: number, { header, stated, sum }: Compared): never {
  return refuseReport(
    'unreadable_file',
    `Row ${row_number} states a total of ${stated} in ${header}, and the rows that it adds up have ${sum}. Correct the file, or remove the total.`,
    'file',
    'has a total that is not the sum of its rows',
  )
}

/** Rows below headers without a week of their own are not known to be of the week above them. */
function refuseBlock(row_number: number): never {
  return refuseReport(
    'unreadable_file',
    `Row ${row_number} repeats the headers without a week, and other blocks of the file state theirs. Write the week of the block above its headers.`,
    'file',
    'has a block without a week between blocks that state theirs',
  )
}

const bareDoor = (reference: string) =>
  reference
    .trim()
    .toLowerCase()
    .replace(/^0+(?=.)/, '')

function refuseDoor(row_number: number, door: string, { name, place }: ReportSheet): never {
  return refuseReport(
    'unreadable_file',
    `Row ${row_number} is of store ${door}, and stands on the sheet “${name}” of store ${place}. Correct one of them.`,
    'file',
    'has a row of another store than its sheet',
  )
}

/** The rows of a table that are sales, each with its week. */
export class ReportBlocks {
  /** The first rows with one cell, after a pass over the table. */
  readonly notes: RawRow[] = []
  readonly #headers: Cells
  #week: TitledPeriod | undefined
  /** Whether a row of the table states a week, after which each block has its own. */
  #isByWeek = false
  /** The row of headers that were repeated, until a week or a row follows them. */
  #repeated: number | null = null
  /** A row states a week, and no other row has followed it. */
  #isStated = false

  /** With a column of stores where the names of sheets state them. */
  readonly headers: (string | null)[]
  readonly #sheets: ReportSheets | null
  /** Whether sheets state stores that no column has. */
  readonly #isPlaced: boolean
  /** The sheet of the row at hand. */
  #sheet: ReportSheet | null = null

  constructor(headers: (string | null)[], sheets: ReportSheets | null = null) {
    this.#headers = headers
    this.#sheets = sheets
    this.#isPlaced = sheets !== null && sheets.place_column === -1 && sheets.sheets.some(({ place }) => place !== null)
    this.headers = this.#isPlaced ? [...headers, 'Store'] : headers
  }

  async *pass(batches: AsyncIterable<readonly RawRow[]>): AsyncGenerator<readonly ReportRow[]> {
    this.#week = undefined
    this.#repeated = null
    this.#isStated = false
    this.notes.length = 0
    this.#sheet = null
    const totals = new Totals(this.#headers)
    for await (const rows of batches) yield rows.flatMap((row) => this.#read(row, totals))
  }

  /** The first rows, from which a mapping is proposed. */
  first(rows: readonly RawRow[]): RawRow[] {
    return rows
      .filter((row) => weekOf(row) === null && !isSame(row.cells, this.#headers) && totalOf(row.cells) === null)
      .map((row) => this.#placed(row, this.#sheetOf(row)))
  }

  #sheetOf({ row_number }: RawRow): ReportSheet | null {
    return this.#sheets?.sheets.findLast(({ first_row }) => first_row <= row_number) ?? null
  }

  /** A row with the store of its sheet. */
  #placed<R extends RawRow>(row: R, sheet: ReportSheet | null): R {
    if (sheet === null || sheet.place === null) return row
    if (this.#isPlaced) return { ...row, cells: [...this.#headers.map((_, i) => row.cells[i] ?? null), sheet.place] }
    const own = row.cells[this.#sheets!.place_column] ?? null
    if (own !== null && bareDoor(own) !== bareDoor(sheet.place)) refuseDoor(row.row_number, own, sheet)
    return row
  }

  #begin(sheet: ReportSheet, totals: Totals): void {
    this.#sheet = sheet
    this.#week = sheet.week ?? undefined
    this.#repeated = null
    this.#isStated = false
    totals.begin()
  }

  #read(row: RawRow, totals: Totals): ReportRow[] {
    const sheet = this.#sheetOf(row)
    if (sheet !== null && sheet !== this.#sheet) this.#begin(sheet, totals)
    const week = weekOf(row)
    if (week !== null) {
      // A week right above repeated headers, or right below them, is that of their rows.
      this.#week = week
      this.#isByWeek = true
      this.#isStated = true
      this.#repeated = null
      totals.begin()
      return []
    }
    if (isSame(row.cells, this.#headers)) {
      if (!this.#isStated) this.#repeated = row.row_number
      return []
    }
    const compares = comparisonAt(row.cells, this.#headers)
    if (compares !== -1 && !isAlone(row.cells))
      return [{ ...this.#placed(row, sheet), comparison: row.cells[compares]! }]
    if (isAlone(row.cells) && this.notes.length < notesMax && !isNumber(row.cells)) this.notes.push(row)
    const differing = totals.add(row)
    if (differing !== null) refuseTotal(row.row_number, differing)
    if (totalOf(row.cells) !== null) return []
    if (this.#repeated !== null && this.#isByWeek) refuseBlock(this.#repeated)
    this.#isStated = false
    const placed = this.#placed(row, sheet)
    return [this.#week === undefined ? placed : { ...placed, week: this.#week }]
  }
}
