/** SQL of the worker. Every write that ends a step checks the attempt: a worker whose lease was taken over changes nothing. */
import { import_batches, imports } from '../../../db/schema/imports.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import type { ImportState, ImportTask } from '../known_values.ts'
import { type Allotment, type Ended, type Job, type QueueTable } from '../../queue/kind.ts'
import { claimedJobs, dueGroups } from '../../queue/statements.ts'
import type { Entry, Outcomes } from '../report/entries.ts'

export interface ImportJob extends Job {
  import_id: string
  task: ImportTask
}

export const importsChannel = 'imports'

export const importsTable: QueueTable = {
  name: 'imports',
  id: 'import_id',
  group: 'task',
  group_type: 'text',
  states: { waiting: 'running', done: 'completed', failed: 'failed' },
  lease_seconds: limits.import_lease_seconds,
  retry_seconds: limits.import_retry_seconds,
  isWaiting: (sql) => sql`d.next_attempt_at is not null`,
  // Imports of an organisation write one after the other, in the order in which they were requested.
  isReady: (sql) => sql`(d.task = 'preview' or not exists (
    select from imports e
    where e.organization_id = d.organization_id and e.task in ('run', 'undo') and e.next_attempt_at is not null
      and (e.requested_at, e.import_id) < (d.requested_at, d.import_id)))`,
}

export const findImportGroups = (sql: Sql) => dueGroups(sql, importsTable, 'organization')

export const claimImports = (sql: Sql, allotments: readonly Allotment[]) => sql<ImportJob[]>`
  with ${claimedJobs(sql, importsTable, allotments)}
  select c.organization_id, c.import_id, c.organization_id::text as destination, c.attempts as attempt, c.task
  from claimed c`

/** ended: the step has recorded the new state itself. continued: it goes on in its next turn. */
export type Slice = { end: 'ended' | 'continued' } | { end: 'failed'; message: string }

const sliceRows = recordset(imports, ['organization_id', 'import_id', 'attempts as attempt', 'fault'], {
  alias: 'e',
  extra: { is_continued: 'boolean' },
})

/** Releases the leases of attempts that did not end their import. A failure is tried again, then it ends the import. */
export async function finishSlices(sql: Sql, ended: readonly Ended<ImportJob, Slice>[]): Promise<number> {
  const open = ended.flatMap(({ job, outcome }) => (outcome.end === 'ended' ? [] : [{ job, outcome }]))
  if (open.length === 0) return ended.length
  const rows = open.map(({ job: { organization_id, import_id, attempt }, outcome }) => ({
    organization_id,
    import_id,
    attempt,
    fault: outcome.end === 'failed' ? interrupted : null,
    is_continued: outcome.end === 'continued',
  }))
  const waits = `{${limits.import_retry_seconds.join(',')}}`
  const { count } = await sql`
    update imports d set
      leased_until = null,
      round_failures = case when e.is_continued then 0 else d.round_failures + 1 end,
      next_attempt_at = case when e.is_continued then now()
        else now() + make_interval(secs => (${waits}::text::int[])[d.round_failures + 1]) end,
      state = case when not e.is_continued and d.round_failures >= ${limits.import_retry_seconds.length}
        then 'failed' else d.state end,
      fault = case when not e.is_continued and d.round_failures >= ${limits.import_retry_seconds.length}
        then e.fault else d.fault end,
      updated_at = now()
    from ${sliceRows.from(rows)}
    where d.organization_id = e.organization_id and d.import_id = e.import_id and d.attempts = e.attempt
      and d.leased_until is not null`
  return ended.length - open.length + count
}

const interrupted = {
  rule: 'could not be imported because of an error of the service; what was done is in the report, and the import can be run again',
  row_number: null,
  column: null,
  value: null,
}

const importColumns = selection(imports, 'i', [
  'organization_id',
  'import_id',
  'kind',
  'state',
  'file_key',
  'byte_count',
  'sha256',
  'options',
  'columns',
  'mapping',
  'reading',
  'is_read',
  'rows_total',
  'batches_total',
  'batches_done',
  'preview',
  'result',
  'undo_result',
  'actor',
])
export type ImportRow = RowOf<typeof importColumns>

/** The import of a job whose attempt still counts; undefined where it was cancelled or taken over. */
export async function readJob(sql: Sql, { organization_id, import_id, attempt }: ImportJob) {
  const [row] = await sql<(ImportRow & { currency: string; time_zone: string })[]>`
    select ${importColumns}, o.currency, o.time_zone
    from imports i
    join organizations o on o.organization_id = i.organization_id
    where i.organization_id = ${organization_id} and i.import_id = ${import_id} and i.attempts = ${attempt}
      and i.leased_until is not null`
  return row
}

/** The attempt no longer counts: the import was cancelled, or another worker has it. Its transaction is rolled back. */
export class AttemptLost extends Error {}

export interface Progress {
  reading?: object
  rows_total?: number
  batches_total?: number
  batches_done?: number
  preview?: Outcomes
  result?: Outcomes
  undo_result?: Outcomes
}

/** Records progress in the transaction of the work, and renews the lease. */
export async function checkpoint(sql: Sql, job: ImportJob, progress: Progress): Promise<void> {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))
  const { count } = await sql`
    update imports set
      leased_until = now() + make_interval(secs => ${limits.import_lease_seconds}),
      round_failures = 0,
      reading = coalesce(${json(progress.reading)}::text::jsonb, reading),
      rows_total = coalesce(${progress.rows_total ?? null}, rows_total),
      batches_total = coalesce(${progress.batches_total ?? null}, batches_total),
      batches_done = coalesce(${progress.batches_done ?? null}, batches_done),
      preview = coalesce(${json(progress.preview)}::text::jsonb, preview),
      result = coalesce(${json(progress.result)}::text::jsonb, result),
      undo_result = coalesce(${json(progress.undo_result)}::text::jsonb, undo_result),
      updated_at = now()
    where organization_id = ${job.organization_id} and import_id = ${job.import_id} and attempts = ${job.attempt}
      and leased_until is not null`
  if (count === 0) throw new AttemptLost('the import was cancelled or taken over')
}

export interface End {
  state: ImportState
  is_read?: boolean
  questions?: readonly object[]
  fault?: object
}

/** Ends the task, under the attempt; the import leaves the queue. */
export async function endTask(sql: Sql, job: ImportJob, { state, is_read, questions = [], fault }: End): Promise<void> {
  const { count } = await sql`
    update imports set state = ${state}, next_attempt_at = null, leased_until = null, ended_at = now(),
      is_read = coalesce(${is_read ?? null}, is_read),
      questions = ${JSON.stringify(questions)}::text::jsonb,
      fault = ${fault === undefined ? null : JSON.stringify(fault)}::text::jsonb,
      updated_at = now()
    where organization_id = ${job.organization_id} and import_id = ${job.import_id} and attempts = ${job.attempt}
      and leased_until is not null`
  if (count === 0) throw new AttemptLost('the import was cancelled or taken over')
}

export const markRead = (sql: Sql, job: ImportJob) => sql`
  update imports set is_read = true
  where organization_id = ${job.organization_id} and import_id = ${job.import_id}`

const placeRows = recordset(import_batches, ['batch_number', 'first_row', 'last_row', 'byte_start', 'byte_end'])

export interface NewBatch {
  batch_number: number
  first_row: number
  last_row: number
  byte_start: number | null
  byte_end: number | null
}

export const insertBatches = (sql: Sql, job: ImportJob, batches: readonly NewBatch[]) => sql`
  insert into import_batches (organization_id, import_id, ${placeRows.names})
  select ${job.organization_id}, ${job.import_id}, ${placeRows.values} from ${placeRows.from(batches)}`

const batchColumns = selection(import_batches, 'b', [
  'batch_number',
  'first_row',
  'last_row',
  'byte_start::float8',
  'byte_end::float8',
  'repeats',
  'brought',
  'given',
])
export type BatchRow = RowOf<typeof batchColumns>

/** Batches that the step has not passed, in order. */
export const nextToPreview = (sql: Sql, { organization_id, import_id }: ImportJob, count: number) => sql<BatchRow[]>`
  select ${batchColumns} from import_batches b
  where b.organization_id = ${organization_id} and b.import_id = ${import_id} and b.preview_entries is null
  order by b.batch_number limit ${count}`

export const nextToRun = (sql: Sql, { organization_id, import_id }: ImportJob, count: number) => sql<BatchRow[]>`
  select ${batchColumns} from import_batches b
  where b.organization_id = ${organization_id} and b.import_id = ${import_id} and b.entries is null
  order by b.batch_number limit ${count}`

const undoColumns = selection(import_batches, 'b', ['batch_number', 'entries!', 'undos'])
export type UndoBatch = RowOf<typeof undoColumns>

export const nextToUndo = (sql: Sql, { organization_id, import_id }: ImportJob) => sql<UndoBatch[]>`
  select ${undoColumns} from import_batches b
  where b.organization_id = ${organization_id} and b.import_id = ${import_id} and b.entries is not null
    and b.undo_entries is null
  order by b.batch_number desc limit 1`

interface Passed {
  batch_number: number
  entries: readonly Entry[]
}

export const writePreview = (
  sql: Sql,
  { organization_id, import_id }: ImportJob,
  { batch_number, entries, repeats, key_hashes }: Passed & { repeats: readonly object[]; key_hashes: Uint8Array },
) => sql`
  update import_batches set preview_entries = ${JSON.stringify(entries)}::text::jsonb,
    repeats = ${repeats.length === 0 ? null : JSON.stringify(repeats)}::text::jsonb, key_hashes = ${key_hashes}
  where organization_id = ${organization_id} and import_id = ${import_id} and batch_number = ${batch_number}`

export const writeRun = (
  sql: Sql,
  { organization_id, import_id }: ImportJob,
  { batch_number, entries, undos }: Passed & { undos: readonly object[] },
) => sql`
  update import_batches set entries = ${JSON.stringify(entries)}::text::jsonb,
    undos = ${undos.length === 0 ? null : JSON.stringify(undos)}::text::jsonb
  where organization_id = ${organization_id} and import_id = ${import_id} and batch_number = ${batch_number}
    and entries is null`

export const writeUndo = (
  sql: Sql,
  { organization_id, import_id }: ImportJob,
  { batch_number, entries }: Passed,
) => sql`
  update import_batches set undo_entries = ${JSON.stringify(entries)}::text::jsonb
  where organization_id = ${organization_id} and import_id = ${import_id} and batch_number = ${batch_number}`

export const readKeyHashes = (sql: Sql, { organization_id, import_id }: ImportJob, after: number) => sql<
  { batch_number: number; key_hashes: Uint8Array }[]
>`
  select batch_number, key_hashes from import_batches
  where organization_id = ${organization_id} and import_id = ${import_id} and key_hashes is not null
    and batch_number > ${after}
  order by batch_number limit 20`

export const writeKeyHashes = (
  sql: Sql,
  { organization_id, import_id }: ImportJob,
  { batch_number, key_hashes }: { batch_number: number; key_hashes: Uint8Array },
) => sql`
  update import_batches set key_hashes = ${key_hashes}
  where organization_id = ${organization_id} and import_id = ${import_id} and batch_number = ${batch_number}`

export const dropKeyHashes = (sql: Sql, { organization_id, import_id }: ImportJob) => sql`
  update import_batches set key_hashes = null
  where organization_id = ${organization_id} and import_id = ${import_id} and key_hashes is not null`
