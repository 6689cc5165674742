/** What is read of a spreadsheet: its first sheet as text, below a row of headers. */
import type { limits } from '../../contract/limits.ts'

export interface SheetRow {
  /** As a person sees it in the file; the first is 1. */
  row_number: number
  /** One for each column asked for, or as many as the row has; null where the cell is empty. */
  cells: (string | null)[]
}

export interface Sheet {
  headers: string[]
  /** Row of the headers; set if every column was requested. */
  header_row?: number
  /** Empty where a column that the file must have is not among the headers. */
  rows: SheetRow[]
}

export interface Columns {
  /** Headers of the columns to read, in the order in which each row answers them; null: every column of the file. */
  names: readonly string[] | null
  /** Whether a file may be without some of them: their cells are then null. */
  optional: boolean
}

export type SheetLimits = Record<
  | Extract<keyof typeof limits, `spreadsheet_${'inflated_bytes' | 'ratio' | 'cells' | 'area' | 'xls_bytes'}_max`>
  | 'rows_max',
  number
> & { spreadsheet_ratio_free_bytes: number }

/** Why a file is not taken, in words that follow the name of the field that named it. */
export class SheetFault extends Error {
  constructor(readonly rule: string) {
    super(rule)
  }
}

export const unreadable = 'names a file that cannot be read as CSV, XLSX or XLS'

/** Collects rows below the first that holds anything, and only the columns that were asked for. */
export class SheetBuilder {
  readonly #columns: Columns
  readonly #limits: SheetLimits
  #headers: string[] | null = null
  #places: number[] = []
  #rows: SheetRow[] = []
  #header_row = 0
  #cells = 0

  constructor(columns: Columns, limits: SheetLimits) {
    this.#columns = columns
    this.#limits = limits
  }

  add(row_number: number, cells: readonly (string | null | undefined)[]): void {
    // Cells that a file leaves out are holes, which reduce, map and every pass over.
    this.#cells += cells.reduce<number>((count) => count + 1, 0)
    if (this.#cells > this.#limits.spreadsheet_cells_max) throw new SheetFault(tooManyCells(this.#limits))
    const settled = cells.map((cell) => cell?.trim() || null)
    if (settled.every((cell) => cell === null)) return
    if (this.#headers === null) {
      this.#headers = Array.from(settled, (cell) => cell ?? '')
      this.#places = (this.#columns.names ?? []).map((column) => this.#place(column))
      this.#header_row = row_number
    } else if (this.#columns.optional || !this.#places.includes(-1)) {
      const own = this.#columns.names === null ? Array.from(settled) : this.#places.map((place) => settled[place])
      this.#rows.push({ row_number, cells: own.map((cell) => cell ?? null) })
      if (this.#rows.length > this.#limits.rows_max)
        throw new SheetFault(`names a file of more than ${this.#limits.rows_max.toLocaleString('en-US')} rows`)
    }
  }

  #place(column: string): number {
    const first = this.#headers!.indexOf(column)
    if (first !== this.#headers!.lastIndexOf(column))
      throw new SheetFault(`names a file that has two columns headed "${column}"`)
    return first
  }

  finish(): Sheet {
    if (this.#headers === null) throw new SheetFault('names a file that holds nothing')
    const place = this.#columns.names === null ? { header_row: this.#header_row } : {}
    return { headers: this.#headers, ...place, rows: this.#rows }
  }
}

export const tooManyCells = (limits: SheetLimits) =>
  `names a file of more than ${limits.spreadsheet_cells_max.toLocaleString('en-US')} cells`

export const tooLargeAnArea = (limits: SheetLimits) =>
  `names a file that has more than ${limits.spreadsheet_area_max.toLocaleString('en-US')} places for cells, its rows times its widest row; clear the cells far to the right`
