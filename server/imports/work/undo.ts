/** Takes an import back, the last batch first. Records on which something depends stay, and the report says why. */
import { limits } from '../../contract/limits.ts'
import {
  addOutcomes,
  type Entry,
  fromEntry,
  noOutcomes,
  type Outcomes,
  refusedOutcome,
  toEntry,
} from '../report/entries.ts'
import { collectSometimes } from './garbage.ts'
import { lockOrganization } from './run.ts'
import { checkpoint, endTask, nextToUndo, type Slice, type UndoBatch, writeUndo } from './store.ts'
import { importContext, type Work } from './work.ts'

const batchTime = { deadline_ms: limits.import_batch_seconds_max * 1_000 }

export async function undo(work: Work): Promise<Slice> {
  const { db, job, row } = work
  const outcomes = (row.undo_result as Outcomes | null) ?? noOutcomes()
  for (let done = row.batches_done; ; done++) {
    const [batch] = await nextToUndo(db.reads, job)
    if (batch === undefined) break
    const entries = await db.write(async (sql) => {
      const undone = await undoBatch(sql, work, batch)
      const undo_result = structuredClone(outcomes)
      addOutcomes(undo_result, undone)
      await writeUndo(sql, job, { batch_number: batch.batch_number, entries: undone })
      await checkpoint(sql, job, { undo_result, batches_done: done + 1 })
      return undone
    }, batchTime)
    addOutcomes(outcomes, entries)
    await collectSometimes(entries.length)
    if (work.isOver()) return { end: 'continued' }
  }
  const state = outcomes.records.refused > 0 ? 'partly_undone' : 'undone'
  await db.write((sql) => endTask(sql, job, { state }))
  return { end: 'ended' }
}

async function undoBatch(sql: Parameters<typeof lockOrganization>[0], work: Work, batch: UndoBatch): Promise<Entry[]> {
  const { kind, job } = work
  await lockOrganization(sql, job.organization_id)
  const written = (batch.entries as Entry[])
    .map(fromEntry)
    .filter(({ outcome, is_written }) => outcome === 'created' || outcome === 'changed' || is_written === true)
  const undos = (batch.undos ?? []) as object[]
  if (undos.length === 0) return []
  const reversed = await kind.undo!(sql, await importContext(sql, work), undos.toReversed())
  const undone = reversed.toReversed()
  return written.map(({ rows, name }, i) => {
    const one = undone[i]!
    if (one.outcome === 'refused') return toEntry(refusedOutcome(rows, name, one.faults))
    return toEntry({ rows, outcome: one.outcome, name, details: [] })
  })
}
