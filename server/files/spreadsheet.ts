/**
 * Spreadsheets that people upload: CSV, XLSX and XLS, told apart by content. Each is read in a worker that is thrown
 * away afterwards, a few at a time and organisations in turn, within limits on size unpacked, ratio, cells and seconds. Formulas and macros are
 * never evaluated. A file that is not taken throws a SheetFault, whose rule goes into the caller's refusal.
 */
import { limits } from '../contract/limits.ts'
import { createLimiter } from '../queue/limiter.ts'
import { inThread } from './in_thread.ts'
import { type Sheet, SheetFault, type SheetLimits, type SheetRow, unreadable } from './spreadsheet/sheet.ts'
import type { Order, Outcome } from './spreadsheet/worker.ts'

export { type Sheet, SheetFault } from './spreadsheet/sheet.ts'

export interface SpreadsheetOptions {
  /** Whose file it is: organisations take turns. */
  organization_id: string
  /** Headers of the columns to read, in the order in which each row answers them; null: every column of the file. */
  columns: readonly string[] | null
  /** true: a file may be without some of the columns, whose cells are then null. */
  optional?: boolean
  /** Rows below the headers that are still taken. */
  rows_max: number
  /** Tighter limits than the service's own, for tests. */
  limits?: Partial<SheetLimits & { spreadsheet_seconds_max: number }>
}

const limiter = createLimiter({
  at_once_max: limits.spreadsheets_at_once_max,
  at_once_per_organization_max: limits.spreadsheets_at_once_per_organization_max,
  waiting_max: limits.spreadsheets_waiting_max,
  waiting_per_organization_max: limits.spreadsheets_waiting_per_organization_max,
  wait_seconds_max: limits.turn_wait_seconds_max,
  busy: 'Many files are being read just now. Send this one again in a moment.',
})

/** Reads the first sheet of a file. The bytes move to the worker and are no longer the caller's. */
export function readSpreadsheet(bytes: Uint8Array, options: SpreadsheetOptions): Promise<Sheet> {
  return limiter.run(options.organization_id, () => readInWorker(bytes, options))
}

const memoryMb = 2_048

async function readInWorker(bytes: Uint8Array, options: SpreadsheetOptions): Promise<Sheet> {
  const { rows_max, optional = false } = options
  const columns = { names: options.columns, optional }
  const settled = { ...limits, ...options.limits }
  const { spreadsheet_seconds_max: seconds_max } = settled
  const order: Order = { bytes, columns, limits: pickLimits(settled, rows_max) }
  const program = new URL('./spreadsheet/worker.ts', import.meta.url)
  const rows: SheetRow[] = []
  const isPart = (part: Outcome) => {
    if ('rule' in part) return false
    for (const row of part.sheet.rows) rows.push(row)
    return !part.is_last
  }
  const outcome = await inThread<Outcome>(program, order, { memory_mb: memoryMb, seconds_max }, isPart)
  if (outcome === 'too_late') throw new SheetFault(`names a file that takes longer than ${seconds_max} seconds to read`)
  if (outcome === 'out_of_memory') throw new SheetFault(unreadable)
  if ('rule' in outcome) throw new SheetFault(outcome.rule)
  return { ...outcome.sheet, rows }
}

const pickLimits = (from: Omit<SheetLimits, 'rows_max'>, rows_max: number): SheetLimits => ({
  spreadsheet_inflated_bytes_max: from.spreadsheet_inflated_bytes_max,
  spreadsheet_ratio_max: from.spreadsheet_ratio_max,
  spreadsheet_ratio_free_bytes: from.spreadsheet_ratio_free_bytes,
  spreadsheet_cells_max: from.spreadsheet_cells_max,
  spreadsheet_area_max: from.spreadsheet_area_max,
  spreadsheet_xls_bytes_max: from.spreadsheet_xls_bytes_max,
  rows_max,
})
