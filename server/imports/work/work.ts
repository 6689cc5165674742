/** One attempt at an import: what its steps share. */
import type { Database } from '../../../db/client/database.ts'
import type { Files, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import type { FieldValue, ImportFields } from '../field.ts'
import type { ImportCatalogue, ImportContext, ImportKind } from '../kind.ts'
import { readOptions } from '../mapping/check.ts'
import { withFamilies } from '../mapping/profile_mapping.ts'
import type { Mapping } from '../profile.ts'
import { inspect } from '../reading/encoding.ts'
import { FileFault } from '../../files/file_fault.ts'
import { type FileBytes, streamOf, uploadedBytes } from '../reading/file_bytes.ts'
import { fileRules } from '../reading/file_rules.ts'
import { openSource, type RowSource } from '../reading/source.ts'
import { type FieldReader, readersOf } from '../values/field_reader.ts'
import { readingOf, type RecordReading } from '../values/records.ts'
import { decideColumns, type ReadingState } from './reading_state.ts'
import { type ImportJob, type ImportRow, readJob } from './store.ts'

export interface WorkContext {
  db: Database
  files: Files
  catalogue: ImportCatalogue
  secrets: SecretBox
  /** An attempt ends after this; limits.import_slice_seconds unless a test says otherwise. */
  slice_seconds?: number
  /** Imports of this organisation alone; of every one unless stated. */
  organization_id?: string
}

export interface Work extends WorkContext {
  job: ImportJob
  row: ImportRow
  kind: ImportKind
  fields: ImportFields
  mapping: Mapping
  options: Record<string, FieldValue | null>
  currency: string
  /** In which times without an offset are read. */
  time_zone: string
  /** Whether the attempt has had its time. */
  isOver: () => boolean
}

/** null: the attempt no longer counts. */
export async function beginWork(context: WorkContext, job: ImportJob): Promise<Work | null> {
  const { db, catalogue, slice_seconds = limits.import_slice_seconds } = context
  const row = await readJob(db.reads, job)
  if (row === undefined) return null
  const kind = catalogue.kinds.find(({ name }) => name === row.kind)
  if (kind === undefined) throw new FileFault(`is of the kind ${row.kind}, which this service does not import`)
  const more = await kind.findFields?.(db.reads, job.organization_id)
  const mapping = row.mapping as Mapping
  const until = performance.now() + slice_seconds * 1_000
  const { currency } = row
  return {
    ...context,
    job,
    row,
    kind,
    fields: withFamilies(kind, { ...kind.fields, ...more }, mapping),
    mapping,
    options: readOptions(kind, row.options as Record<string, string>, currency) as Work['options'],
    currency,
    time_zone: mapping.time_zone ?? row.time_zone,
    isOver: () => performance.now() >= until,
  }
}

export const batchRowsOf = ({ kind }: Work): number => kind.batch_rows ?? 1_000

export const fileOf = ({ files, row, job }: Work): FileBytes => uploadedBytes(files, job.organization_id, row.file_key)

/** Hashes the file, and refuses it where its bytes are not those that were mapped. */
export async function inspectFile(work: Work) {
  const inspected = await inspect(await streamOf(fileOf(work)), work.job.organization_id)
  if (inspected.sha256 !== work.row.sha256) throw new FileFault(fileRules.replaced)
  return inspected
}

export const sourceOf = (work: Work, { format }: ReadingState): RowSource => openSource(fileOf(work), format)

export const readersFor = (work: Work, state: ReadingState): FieldReader[] => {
  const { fields, mapping, currency, time_zone } = work
  const { decisions } = decideColumns(state, mapping, fields)
  return readersOf(fields, mapping, state.headers, decisions, { currency, time_zone })
}

export function joinOf({ kind, mapping }: Work, readers: readonly FieldReader[]): FieldReader | null {
  if (kind.join_by === undefined || mapping.joins_rows === false) return null
  const reader = readers.find(({ name, index }) => name === kind.join_by && index !== null)
  return reader === undefined ? null : { ...reader, blank_joins: mapping.blank_joins === true }
}

export function recordReading(work: Work, state: ReadingState): RecordReading {
  const { kind, fields, options, currency, time_zone } = work
  const readers = readersFor(work, state)
  const context = { currency, time_zone, is_workbook: state.format.is_workbook }
  const join = joinOf(work, readers)
  const { headers } = state
  return readingOf({ kind, fields, readers, join, width: headers.length, headers, options, context })
}

/** `now` is the database's: of the transaction in which the kind works. */
export async function importContext(
  sql: Sql,
  { job, row, currency, options, secrets }: Work,
): Promise<ImportContext<never>> {
  const [clock] = await sql<{ now: string; time_zone: string }[]>`
    select now() as now, time_zone from organizations where organization_id = ${job.organization_id}`
  return {
    organization_id: job.organization_id,
    import_id: job.import_id,
    actor: row.actor,
    now: new Date(clock!.now).toISOString(),
    currency,
    time_zone: clock!.time_zone,
    options: options as never,
    secrets,
  }
}
