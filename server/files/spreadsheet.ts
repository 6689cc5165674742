/**
 * Workbooks that people upload, XLSX and XLS, told apart by content. Each is read in a worker that is thrown away
 * afterwards, a few at a time and organisations in turn, within limits on size unpacked, ratio, cells and seconds. Formulas
 * and macros are never evaluated. A file that is not taken throws a FileFault.
 */
import { limits } from '../contract/limits.ts'
import { createLimiter } from '../queue/limiter.ts'
import { FileFault } from './file_fault.ts'
import { inThread } from './in_thread.ts'
import { type SheetLimits, type SheetRow, sheetRules } from './spreadsheet/sheet.ts'
import type { Order, Outcome } from './spreadsheet/worker.ts'

export { type SheetRow } from './spreadsheet/sheet.ts'

export interface WorkbookOptions {
  /** Whose file it is: organisations take turns. */
  organization_id: string
  /** Rows below the headers that are still taken. */
  rows_max: number
  /** Tighter limits than the service's own, for tests. */
  limits?: Partial<SheetLimits & { spreadsheet_seconds_max: number }>
}

/** Turns of files that are held in memory as a whole, workbooks and CSV alike. */
export const wholeFiles = createLimiter({
  at_once_max: limits.spreadsheets_at_once_max,
  at_once_per_organization_max: limits.spreadsheets_at_once_per_organization_max,
  waiting_max: limits.spreadsheets_waiting_max,
  waiting_per_organization_max: limits.spreadsheets_waiting_per_organization_max,
  wait_seconds_max: limits.turn_wait_seconds_max,
  busy: 'Many files are being read just now. Send this one again in a moment.',
})

/** Reads the rows that hold anything, of the sheets that are not hidden. The bytes move to the worker and are no longer the caller's. */
export function readWorkbook(bytes: Uint8Array, options: WorkbookOptions): Promise<SheetRow[]> {
  return wholeFiles.run(options.organization_id, () => readInWorker(bytes, options))
}

const memoryMb = 2_048

async function readInWorker(bytes: Uint8Array, options: WorkbookOptions): Promise<SheetRow[]> {
  const settled = { ...limits, ...options.limits }
  const { spreadsheet_seconds_max: seconds_max } = settled
  const order: Order = { bytes, limits: pickLimits(settled, options.rows_max) }
  const program = new URL('./spreadsheet/worker.ts', import.meta.url)
  const rows: SheetRow[] = []
  const isPart = (part: Outcome) => {
    if ('rule' in part) return false
    for (const row of part.rows) rows.push(row)
    return !part.is_last
  }
  const outcome = await inThread<Outcome>(program, order, { memory_mb: memoryMb, seconds_max }, isPart)
  if (outcome === 'too_late') throw new FileFault(sheetRules.tooSlow(seconds_max))
  if (outcome === 'out_of_memory') throw new FileFault(sheetRules.unreadable)
  if ('rule' in outcome) throw new FileFault(outcome.rule)
  return rows
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
