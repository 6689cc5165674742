/** SQL of imports as their operations read and change them. */
import { imports } from '../../../db/schema/imports.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { counted, listOf } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import { type ImportState, type ImportTask, type RowOutcome, rowOutcomes } from '../../imports/known_values.ts'
import { type Entry, fromEntry, type Outcomes } from '../../imports/report/entries.ts'
import { importsChannel } from '../../imports/work/store.ts'
import type { ImportShape, ImportSummary, OutcomesShape } from './model.ts'

const summaryColumns = selection(imports, 'i', [
  'import_id',
  'kind',
  'state',
  'file_key',
  'file_name',
  'byte_count',
  'profile',
  'task',
  'next_attempt_at',
  'rows_total',
  'batches_total',
  'batches_done',
  'created_at',
  'updated_at',
])
type SummaryRow = RowOf<typeof summaryColumns> & { expires_at: string }

const summaryOf = (row: SummaryRow): ImportSummary => ({
  import_id: row.import_id,
  kind: row.kind,
  state: row.state,
  file_key: row.file_key,
  file_name: row.file_name,
  byte_count: row.byte_count,
  profile: row.profile,
  progress: {
    task: row.task as ImportTask,
    is_queued: row.next_attempt_at !== null,
    rows_total: row.rows_total,
    batches_total: row.batches_total,
    batches_done: row.batches_done,
  },
  created_at: row.created_at,
  updated_at: row.updated_at,
  expires_at: row.expires_at,
})

export async function selectImports(
  sql: Sql,
  organization_id: string,
  state: string | null,
  limit: number,
  offset: number,
): Promise<{ rows: ImportSummary[]; filtered: number }> {
  const [rows, [counts]] = await Promise.all([
    sql<SummaryRow[]>`
      select ${summaryColumns}, i.updated_at + make_interval(days => ${limits.import_days}) as expires_at
      from imports i
      where i.organization_id = ${organization_id} and (${state}::text is null or i.state = ${state})
      order by i.created_at desc, i.import_id desc limit ${limit} offset ${offset}`,
    sql<{ filtered: number }[]>`
      select count(*)::int as filtered from imports
      where organization_id = ${organization_id} and (${state}::text is null or state = ${state})`,
  ])
  return { rows: rows.map(summaryOf), filtered: counts!.filtered }
}

const wholeColumns = selection(imports, 'i', [
  'sha256',
  'options',
  'columns',
  'rows_above',
  'mapping',
  'questions',
  'fault',
  'preview',
  'result',
  'undo_result',
])
type WholeRow = SummaryRow & RowOf<typeof wholeColumns>

const verbs: Record<RowOutcome, string> = {
  created: 'created',
  changed: 'changed',
  unchanged: 'unchanged',
  refused: 'refused',
  undone: 'undone',
}

function sentenceOf({ records }: Outcomes): string {
  const total = rowOutcomes.reduce((sum, outcome) => sum + records[outcome], 0)
  if (total > 0 && records.unchanged === total) return `Nothing to change: ${counted(total, 'record')} unchanged.`
  const parts = rowOutcomes.flatMap((outcome) =>
    records[outcome] === 0 ? [] : `${records[outcome].toLocaleString('en-US')} ${verbs[outcome]}`,
  )
  return parts.length === 0 ? 'No records.' : `Records: ${parts.join(', ')}.`
}

function sampleOf(entry: Entry) {
  const { rows, name, details } = fromEntry(entry)
  return {
    row_number: rows[0]!,
    row_count: rows.length,
    record: name,
    details: details.map(({ allowed, ...detail }) => ({ ...detail, allowed: allowed === null ? null : [...allowed] })),
  }
}

export function outcomesOf(stored: object | null): OutcomesShape | null {
  if (stored === null) return null
  const { records, rows, first } = stored as Outcomes
  const samples = rowOutcomes.map((outcome) => [outcome, first[outcome].map(sampleOf)])
  return {
    sentence: sentenceOf(stored as Outcomes),
    records,
    rows,
    first: Object.fromEntries(samples) as OutcomesShape['first'],
  }
}

const importOf = (row: WholeRow): ImportShape => ({
  ...summaryOf(row),
  sha256: row.sha256,
  kind_options: row.options as ImportShape['kind_options'],
  columns: row.columns as ImportShape['columns'],
  rows_above: row.rows_above as ImportShape['rows_above'],
  mapping: row.mapping as ImportShape['mapping'],
  questions: row.questions as ImportShape['questions'],
  fault: row.fault as ImportShape['fault'],
  preview: outcomesOf(row.preview),
  result: outcomesOf(row.result),
  undo_result: outcomesOf(row.undo_result),
})

export const refuseUnknown = (): never => refuse('not_found', { desc: 'No import of this organisation has that id.' })

export async function findImport(sql: Sql, organization_id: string, import_id: string): Promise<ImportShape> {
  const [row] = await sql<WholeRow[]>`
    select ${summaryColumns}, ${wholeColumns}, i.updated_at + make_interval(days => ${limits.import_days}) as expires_at
    from imports i
    where i.organization_id = ${organization_id} and i.import_id = ${import_id}`
  return row === undefined ? refuseUnknown() : importOf(row)
}

const lockedColumns = selection(imports, 'i', [
  'kind',
  'state',
  'task',
  'options',
  'columns',
  'mapping',
  'is_read',
  'questions',
  'preview',
  'result',
])
export type LockedImport = RowOf<typeof lockedColumns> & { state: ImportState; task: ImportTask }

/** Locks the import, and refuses one that the operation cannot be applied to in its state. */
export async function lockImport(
  sql: Sql,
  organization_id: string,
  import_id: string,
  states: readonly ImportState[],
): Promise<LockedImport> {
  const [row] = await sql<LockedImport[]>`
    select ${lockedColumns} from imports i
    where i.organization_id = ${organization_id} and i.import_id = ${import_id} for update`
  if (row === undefined) return refuseUnknown()
  if (!states.includes(row.state))
    refuse('conflict', {
      desc: `The import is in the state ${row.state}; it must be in the state ${listOf(states, 'or')}.`,
      data: { state: row.state, allowed: [...states] },
    })
  return row
}

const working = { preview: 'previewing', run: 'running', undo: 'undoing' } as const

/** Queues a task of a locked import. */
export async function queueTask(
  sql: Sql,
  organization_id: string,
  import_id: string,
  task: ImportTask,
  actor: string,
): Promise<void> {
  const [counts] = await sql<{ at_work: number }[]>`
    select count(*)::int as at_work from imports
    where organization_id = ${organization_id} and next_attempt_at is not null`
  if (counts!.at_work >= limits.imports_at_work_max)
    refuse('rate_limited', {
      desc: `${counts!.at_work} imports of this organisation are waiting or in progress, the maximum. Wait until one has ended.`,
      retry_after_seconds: 30,
    })
  await sql`
    update imports set state = ${working[task]}, task = ${task}, requested_at = clock_timestamp(), next_attempt_at = now(),
      leased_until = null, round_failures = 0, ended_at = null,
      batches_done = case when ${task} = 'run' then (
        select count(*)::int from import_batches b
        where b.organization_id = ${organization_id} and b.import_id = ${import_id} and b.entries is not null) else 0 end,
      actor = ${actor}, fault = null,
      updated_at = now()
    where organization_id = ${organization_id} and import_id = ${import_id}`
  await sql`select pg_notify(${importsChannel}, '')`
}

/** Deletes the results of an earlier reading of the file. */
export async function forgetReading(sql: Sql, organization_id: string, import_id: string): Promise<void> {
  await sql`delete from import_batches where organization_id = ${organization_id} and import_id = ${import_id}`
  await sql`
    update imports set reading = null, is_read = false, preview = null, questions = '[]', rows_total = 0,
      batches_total = 0, batches_done = 0
    where organization_id = ${organization_id} and import_id = ${import_id}`
}
