/** One workbook, read in a thread of its own: what it costs in time and memory, no other request pays. */
import { parentPort } from 'node:worker_threads'
import { FileFault } from '../file_fault.ts'
import { readWorkbookRows } from './workbook.ts'
import type { SheetLimits, SheetRow } from './sheet.ts'

export interface Order {
  bytes: Uint8Array
  limits: SheetLimits
}

export type Outcome = { rows: SheetRow[] } | { rule: string }

parentPort!.once('message', ({ bytes, limits }: Order) => {
  let outcome: Outcome
  try {
    outcome = { rows: readWorkbookRows(bytes, limits) }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    outcome = { rule: error.facts.rule }
  }
  parentPort!.postMessage(outcome)
})
