/** One file, read in a thread of its own: what it costs in time and memory, no other request pays. */
import { parentPort } from 'node:worker_threads'
import { readSheet } from './read.ts'
import { type Columns, type Sheet, SheetFault, type SheetLimits } from './sheet.ts'

export interface Order {
  bytes: Uint8Array
  columns: Columns
  limits: SheetLimits
}

/** A sheet arrives in parts that are received quickly: each has the next rows, and the last one says so. */
export type Outcome = { sheet: Sheet; is_last: boolean } | { rule: string }

/** Cells of one message: receiving them takes a few milliseconds. */
export const partCellsMax = 5_000

/** The sheet in parts of at most `partCellsMax` cells, or of one row. */
export function* partsOf({ rows, ...head }: Sheet): Generator<Sheet> {
  let [start, cells] = [0, 0]
  for (const [at, row] of rows.entries()) {
    if (at > start && cells + row.cells.length > partCellsMax) {
      yield { ...head, rows: rows.slice(start, at) }
      ;[start, cells] = [at, 0]
    }
    cells += row.cells.length
  }
  yield { ...head, rows: rows.slice(start) }
}

function answer(read: () => Sheet): void {
  try {
    const parts = [...partsOf(read())]
    const send = () => parentPort!.postMessage({ sheet: parts.shift()!, is_last: parts.length === 0 } satisfies Outcome)
    parentPort!.on('message', send)
    send()
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error
    parentPort!.postMessage({ rule: error.rule } satisfies Outcome)
  }
}

parentPort?.once('message', ({ bytes, columns, limits }: Order) => answer(() => readSheet(bytes, columns, limits)))
