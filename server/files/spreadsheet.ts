/**
 * Spreadsheets that people upload: CSV, XLSX and XLS, told apart by content. Each is read in a worker that is thrown
 * away afterwards, a few at a time and organisations in turn, within limits on size unpacked, ratio, cells and seconds. Formulas and macros are
 * never evaluated. A file that is not taken throws a SheetFault, whose rule goes into the caller's refusal.
 */
import { Worker } from 'node:worker_threads'
import { limits } from '../contract/limits.ts'
import { createLimiter } from '../queue/limiter.ts'
import { type Sheet, SheetFault, type SheetLimits, unreadable } from './spreadsheet/sheet.ts'
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

async function readInWorker(bytes: Uint8Array, options: SpreadsheetOptions): Promise<Sheet> {
  const { rows_max, optional = false } = options
  const columns = { names: options.columns, optional }
  const settled = { ...limits, ...options.limits }
  const worker = new Worker(new URL('./spreadsheet/worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      const { spreadsheet_seconds_max: seconds } = settled
      const late = () => resolve({ rule: `names a file that takes longer than ${seconds} seconds to read` })
      timer = setTimeout(late, seconds * 1000)
      worker.once('message', resolve)
      worker.once('error', (error) => (isOutOfMemory(error) ? resolve({ rule: unreadable }) : reject(error)))
      worker.once('exit', () => reject(new Error('the worker that reads spreadsheets ended without an answer')))
      const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
      const order: Order = { bytes: own, columns, limits: pickLimits(settled, rows_max) }
      worker.postMessage(order, [own.buffer as ArrayBuffer])
    })
    if ('rule' in outcome) throw new SheetFault(outcome.rule)
    return outcome.sheet
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const isOutOfMemory = (error: unknown) => (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'

const pickLimits = (from: Omit<SheetLimits, 'rows_max'>, rows_max: number): SheetLimits => ({
  spreadsheet_inflated_bytes_max: from.spreadsheet_inflated_bytes_max,
  spreadsheet_ratio_max: from.spreadsheet_ratio_max,
  spreadsheet_ratio_free_bytes: from.spreadsheet_ratio_free_bytes,
  spreadsheet_cells_max: from.spreadsheet_cells_max,
  spreadsheet_area_max: from.spreadsheet_area_max,
  spreadsheet_xls_bytes_max: from.spreadsheet_xls_bytes_max,
  rows_max,
})
