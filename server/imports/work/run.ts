/**
 * Writes an import, a batch in each transaction: diff, write, entries and checkpoint commit together or not at all. An
 * advisory lock of the organisation lets one import write at a time.
 */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RecordDiff } from '../record_diff.ts'
import { addOutcomes, type Entry, noOutcomes, type Outcomes } from '../report/entries.ts'
import type { ReadRecord, RecordReading } from '../values/records.ts'
import { collectSometimes } from './garbage.ts'
import { entriesOf } from './preview.ts'
import { readingAhead } from './read_ahead.ts'
import { repeatsOf, separate } from './repeats.ts'
import type { ReadingState } from './reading_state.ts'
import { AttemptLost, type BatchRow, checkpoint, endTask, nextToRun, type Slice, writeRun } from './store.ts'
import { importContext, inspectFile, recordReading, sourceOf, type Work } from './work.ts'

const batchTime = { deadline_ms: limits.import_batch_seconds_max * 1_000 }

export const lockOrganization = (sql: Sql, organization_id: string) => sql`
  select set_config('statement_timeout', '20s', true), set_config('lock_timeout', '10s', true),
    pg_advisory_xact_lock(hashtextextended(${`import ${organization_id}`}, 0))::text`

const diffAttemptsMax = 5

/** A kind refuses `conflict` where a record changed between its diff and its lock: the batch is compared again. */
async function retryingConflicts<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (attempt === diffAttemptsMax || !(error instanceof Refusal) || error.code !== 'conflict') throw error
    }
  }
}

/** PostgreSQL analyses a table by itself a minute after about this many changes. */
const analyzedRecords = 1_000

async function analyze({ db, kind }: Work): Promise<void> {
  if (kind.analyze === undefined) return
  await db.write(async (sql) => {
    await kind.analyze!(sql)
  })
}

type Written = Extract<RecordDiff<unknown>, { write: unknown }>
const isWritten = (diff: RecordDiff<unknown>): diff is Written => 'write' in diff

export async function run(work: Work): Promise<Slice> {
  const { db, job, row } = work
  await inspectFile(work)
  const state = row.reading as ReadingState
  const reading = recordReading(work, state)
  const readBatch = readingAhead(sourceOf(work, state), reading)
  const outcomes = (row.result as Outcomes | null) ?? noOutcomes()
  for (let done = row.batches_done; ; done++) {
    const [batch, following] = await nextToRun(db.reads, job, 2)
    if (batch === undefined) break
    const records = await readBatch(batch, following)
    const entries = await retryingConflicts(() =>
      db.write(async (sql) => {
        const written = await writeBatch(sql, work, reading, batch, records)
        const result = structuredClone(outcomes)
        addOutcomes(result, written)
        await checkpoint(sql, job, { result, batches_done: done + 1 })
        return written
      }, batchTime),
    )
    addOutcomes(outcomes, entries)
    // Also after the first batch: an import may be cancelled, and others read meanwhile.
    if (done === 0 && entries.length >= analyzedRecords) await analyze(work)
    await collectSometimes(records.length)
    if (work.isOver()) return { end: 'continued' }
  }
  if (row.batches_total! > 1) await analyze(work)
  await db.write((sql) => endTask(sql, job, { state: 'completed' }))
  return { end: 'ended' }
}

async function writeBatch(
  sql: Sql,
  work: Work,
  { kind }: RecordReading,
  batch: BatchRow,
  records: readonly ReadRecord[],
): Promise<Entry[]> {
  await lockOrganization(sql, work.job.organization_id)
  const context = await importContext(sql, work)
  const { readable, refused } = separate(kind, records, repeatsOf(batch))
  const diffs = await kind.diff(
    sql,
    context,
    readable.map(({ record }) => record),
  )
  const writes = diffs.flatMap((diff) => (isWritten(diff) ? [diff.write] : []))
  // The outcomes are put into words while the database writes.
  const [written, entries] = await Promise.all([
    writes.length === 0 ? [] : kind.write(sql, context, writes),
    entriesOf(kind, records, refused, diffs),
  ])
  const undos = written.map(({ undo }) => undo)
  const { count } = await writeRun(sql, work.job, { batch_number: batch.batch_number, entries, undos })
  if (count === 0) throw new AttemptLost('the batch was written by another worker')
  return entries
}
