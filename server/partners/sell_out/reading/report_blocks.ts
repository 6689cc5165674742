/**
 * Rows of a report that are no sales: a week that dates the rows below it, headers that are repeated, and totals, which are compared
 * with the rows that they add up. What stands alone in its row is kept as a note, and looked through like a title.
 */
import type { RawRow } from '../../../imports/reading/csv_rows.ts'
import { refuseReport } from './refuse_report.ts'
import { namesWeek, titledPeriod, type TitledPeriod } from './report_layout.rules.ts'
import { type Compared, totalOf, Totals } from './report_totals.rules.ts'

export interface ReportRow extends RawRow {
  /** The week of a row above it, within the table. */
  week?: TitledPeriod
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

  constructor(headers: Cells) {
    this.#headers = headers
  }

  async *pass(batches: AsyncIterable<readonly RawRow[]>): AsyncGenerator<readonly ReportRow[]> {
    this.#week = undefined
    this.#repeated = null
    this.#isStated = false
    this.notes.length = 0
    const totals = new Totals(this.#headers)
    for await (const rows of batches) yield rows.flatMap((row) => this.#read(row, totals))
  }

  /** The first rows, from which a mapping is proposed. */
  first(rows: readonly RawRow[]): RawRow[] {
    return rows.filter(
      (row) => weekOf(row) === null && !isSame(row.cells, this.#headers) && totalOf(row.cells) === null,
    )
  }

  #read(row: RawRow, totals: Totals): ReportRow[] {
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
    if (isAlone(row.cells) && this.notes.length < notesMax && !isNumber(row.cells)) this.notes.push(row)
    const differing = totals.add(row)
    if (differing !== null) refuseTotal(row.row_number, differing)
    if (totalOf(row.cells) !== null) return []
    if (this.#repeated !== null && this.#isByWeek) refuseBlock(this.#repeated)
    this.#isStated = false
    return [this.#week === undefined ? row : { ...row, week: this.#week }]
  }
}
