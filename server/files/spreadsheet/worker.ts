/** One file, read in a thread of its own: what it costs in time and memory, no other request pays. */
import { parentPort } from 'node:worker_threads'
import { readSheet } from './read.ts'
import { type Columns, type Sheet, SheetFault, type SheetLimits } from './sheet.ts'

export interface Order {
  bytes: Uint8Array
  columns: Columns
  limits: SheetLimits
}

export type Outcome = { sheet: Sheet } | { rule: string }

parentPort!.once('message', ({ bytes, columns, limits }: Order) => {
  let outcome: Outcome
  try {
    outcome = { sheet: readSheet(bytes, columns, limits) }
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error
    outcome = { rule: error.rule }
  }
  parentPort!.postMessage(outcome)
})
