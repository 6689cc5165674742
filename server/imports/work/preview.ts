/** Previews an import: reads the file through, then compares each batch with what is stored, in a transaction that cannot write. */
import { limits } from '../../contract/limits.ts'
import type { ImportKind } from '../kind.ts'
import { mapInSlices } from '../../queue/slices.ts'
import type { RecordDiff } from '../record_diff.ts'
import {
  addOutcomes,
  type Entry,
  noOutcomes,
  type Outcomes,
  type RecordOutcome,
  refusedOutcome,
  toEntry,
  unchangedOutcome,
  writtenOutcome,
} from '../report/entries.ts'
import type { ReadRecord, RecordReading } from '../values/records.ts'
import { collectSometimes } from './garbage.ts'
import type { KeyIndex } from './key_index.ts'
import { readingAhead } from './read_ahead.ts'
import { restoreKeys } from './restore_keys.ts'
import { decideColumns, type ReadingState } from './reading_state.ts'
import { addClaims, findRepeats, type Repeats, separate, storedRepeats } from './repeats.ts'
import { scan } from './scan.ts'
import { checkpoint, dropKeyHashes, endTask, nextToPreview, type Slice, writePreview } from './store.ts'
import { importContext, inspectFile, recordReading, sourceOf, type Work } from './work.ts'

const batchTime = { deadline_ms: limits.import_batch_seconds_max * 1_000 }

export async function preview(work: Work): Promise<Slice> {
  const state = await scan(work)
  if (state === null) return { end: 'continued' }
  const { questions } = decideColumns(state, work.mapping, work.fields)
  if (questions.length > 0) {
    await work.db.write((sql) => endTask(sql, work.job, { state: 'needs_answer', is_read: true, questions }))
    return { end: 'ended' }
  }
  return diffBatches(work, state)
}

/** The keys of the preview that this process left last, for its next turn. */
let left: { import_id: string; attempt: number; keys: KeyIndex } | undefined

/** The keys that this process has stored are complete if no other attempt has started since. */
async function keysOf(work: Work, state: ReadingState): Promise<KeyIndex> {
  const { import_id, attempt } = work.job
  const own = left
  left = undefined
  const isComplete = work.row.preview !== null && own?.import_id === import_id && own.attempt === attempt - 1
  return isComplete ? own.keys : restoreKeys(work, state.rows)
}

async function diffBatches(work: Work, state: ReadingState): Promise<Slice> {
  const { db, job, row } = work
  const reading = recordReading(work, state)
  const readBatch = readingAhead(sourceOf(work, state), reading)
  const keys = await keysOf(work, state)
  const outcomes = (row.preview as Outcomes | null) ?? noOutcomes()
  for (let done = row.preview === null ? 0 : row.batches_done; ;) {
    const [batch, following] = await nextToPreview(db.reads, job, 2)
    if (batch === undefined) break
    const records = await readBatch(batch, following)
    const repeats = await findRepeats(work, records, keys)
    const entries = await diffBatch(work, reading, records, repeats)
    await addClaims(work, records, entries, keys)
    addOutcomes(outcomes, entries)
    const key_hashes = keys.taken()
    await db.write(async (sql) => {
      const { batch_number } = batch
      await writePreview(sql, job, { batch_number, entries, repeats: storedRepeats(repeats), key_hashes })
      await checkpoint(sql, job, { preview: outcomes, batches_done: ++done })
    })
    await collectSometimes(records.length)
    if (work.isOver()) {
      left = { import_id: job.import_id, attempt: job.attempt, keys }
      return { end: 'continued' }
    }
  }
  // A file replaced while it was previewed would be seen at the run; this says so at once.
  await inspectFile(work)
  await db.write(async (sql) => {
    await dropKeyHashes(sql, job)
    await checkpoint(sql, job, { preview: outcomes })
    await endTask(sql, job, { state: 'previewed' })
  })
  return { end: 'ended' }
}

export function outcomeOf(name: string, rows: readonly number[], diff: RecordDiff<unknown>): RecordOutcome {
  if (diff.outcome === 'refused') return { ...refusedOutcome(rows, name, diff.faults), is_written: 'write' in diff }
  if (diff.outcome === 'created' || diff.outcome === 'changed') return writtenOutcome(rows, name, diff)
  return unchangedOutcome(rows, name, diff.notes ?? [])
}

/** Entries of a batch in the order of its rows. */
export function entriesOf(
  kind: ImportKind,
  records: readonly ReadRecord[],
  refused: ReadonlyMap<ReadRecord, RecordOutcome>,
  diffs: readonly RecordDiff<unknown>[],
): Promise<Entry[]> {
  let place = 0
  return mapInSlices(records, (one) =>
    toEntry(refused.get(one) ?? outcomeOf(kind.nameOf(one.record), one.rows, diffs[place++]!)),
  )
}

async function diffBatch(
  work: Work,
  { kind }: RecordReading,
  records: readonly ReadRecord[],
  repeats: Repeats,
): Promise<Entry[]> {
  const { readable, refused } = separate(kind, records, repeats)
  const diffs = await work.db.snapshot(async (sql) => {
    await sql`set local statement_timeout = '20s'`
    return kind.diff(
      sql,
      await importContext(sql, work),
      readable.map(({ record }) => record),
    )
  }, batchTime)
  return entriesOf(kind, records, refused, diffs)
}
