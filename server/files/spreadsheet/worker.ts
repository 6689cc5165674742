/** One workbook, read in a thread of its own: what it costs in time and memory, no other request pays. */
import { parentPort } from 'node:worker_threads'
import { FileFault } from '../file_fault.ts'
import type { SheetLimits, SheetRow } from './sheet.ts'
import { readWorkbookRows } from './workbook.ts'

export interface Order {
  bytes: Uint8Array
  limits: SheetLimits
}

/** Rows arrive in parts that are received quickly; the last one says so. */
export type Outcome = { rows: readonly SheetRow[]; is_last: boolean } | { rule: string }

/** Cells of one message: receiving them takes a few milliseconds. */
export const partCellsMax = 5_000

/** Rows in parts of at most `partCellsMax` cells, or of one row. */
export function* partsOf(rows: readonly SheetRow[]): Generator<readonly SheetRow[]> {
  let [start, cells] = [0, 0]
  for (const [at, row] of rows.entries()) {
    if (at > start && cells + row.cells.length > partCellsMax) {
      yield rows.slice(start, at)
      ;[start, cells] = [at, 0]
    }
    cells += row.cells.length
  }
  yield rows.slice(start)
}

function answer(read: () => readonly SheetRow[]): void {
  try {
    const parts = [...partsOf(read())]
    const send = () => parentPort!.postMessage({ rows: parts.shift()!, is_last: parts.length === 0 } satisfies Outcome)
    parentPort!.on('message', send)
    send()
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    parentPort!.postMessage({ rule: error.facts.rule } satisfies Outcome)
  }
}

parentPort?.once('message', ({ bytes, limits }: Order) => answer(() => readWorkbookRows(bytes, limits)))
