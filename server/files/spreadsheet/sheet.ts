/** The rows of a workbook's sheets as text. */
import type { limits } from '../../contract/limits.ts'
import { FileFault } from '../file_fault.ts'

export interface SheetRow {
  /** As a person sees it in the file; the first is 1. Rows of a further sheet are numbered on. */
  row_number: number
  /** Of a workbook with several sheets, the name of the one that begins with this row. */
  sheet?: string
  /** As many as the row has; trimmed, and null where blank. */
  cells: (string | null)[]
}

/** The sheet that a workbook's notes, text boxes, headers and footers of pages are given as, behind all others. */
export const besideCells = 'notes, text boxes, headers and footers'

export type SheetLimits = Record<
  | Extract<keyof typeof limits, `spreadsheet_${'inflated_bytes' | 'ratio' | 'cells' | 'area' | 'xls_bytes'}_max`>
  | 'rows_max',
  number
> & { spreadsheet_ratio_free_bytes: number }

const shown = (count: number) => count.toLocaleString('en-US')

export const sheetRules = {
  unreadable: 'cannot be read as CSV, XLSX or XLS',
  openDocument: 'is an OpenDocument spreadsheet (ODS), which is not read; save it as XLSX',
  protected: 'is protected by a password',
  cutOff: (part: string) => `is damaged: its part ${part} is cut off`,
  hiddenRows: (rows: readonly number[], count: number, sheet: string | null = null) =>
    `has hidden rows with values (${rows.join(', ')}${count > rows.length ? ` and ${count - rows.length} more` : ''}${sheet === null ? '' : ` of the sheet “${sheet}”`}); show or delete them`,
  otherLayout: (sheet: string) =>
    `has the sheet “${sheet}” with the headers of another sheet in another order or number; give both the same headers, or remove one`,
  tooManyRows: (rows_max: number) => `has more than ${shown(rows_max)} rows`,
  tooManyCells: ({ spreadsheet_cells_max }: Pick<SheetLimits, 'spreadsheet_cells_max'>) =>
    `has more than ${shown(spreadsheet_cells_max)} cells`,
  tooLargeAnArea: ({ spreadsheet_area_max }: SheetLimits) =>
    `has more than ${shown(spreadsheet_area_max)} places for cells, its rows times its widest row; clear the cells far to the right`,
  tooManyBytes: ({ spreadsheet_xls_bytes_max }: SheetLimits) =>
    `is an XLS file of more than ${shown(spreadsheet_xls_bytes_max)} bytes`,
  unpacksToMore: (bytes_max: number) => `unpacks to more than ${shown(bytes_max)} bytes`,
  tooSlow: (seconds_max: number) => `takes longer than ${seconds_max} seconds to read`,
} as const

/** Collects the rows that hold anything, within the limits. */
export class SheetRows {
  readonly rows: SheetRow[] = []
  readonly #limits: SheetLimits
  #cells = 0

  constructor(limits: SheetLimits) {
    this.#limits = limits
  }

  add(row_number: number, cells: readonly (string | null | undefined)[]): void {
    // Cells that a file leaves out are holes, which reduce, map and every pass over.
    this.#cells += cells.reduce<number>((count) => count + 1, 0)
    if (this.#cells > this.#limits.spreadsheet_cells_max) throw new FileFault(sheetRules.tooManyCells(this.#limits))
    const settled = Array.from(cells, (cell) => cell?.trim() || null)
    if (settled.every((cell) => cell === null)) return
    this.rows.push({ row_number, cells: settled })
    // The header row is not counted.
    if (this.rows.length > this.#limits.rows_max + 1) throw new FileFault(sheetRules.tooManyRows(this.#limits.rows_max))
  }
}
