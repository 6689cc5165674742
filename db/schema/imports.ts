/**
 * Imports of files: what each was asked to do, what its file says, and its batches. A batch is a range of rows that is
 * previewed, written and undone in one transaction each; its row is the checkpoint, committed with the work.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { importStates, importTasks } from '../../server/imports/known_values.ts'
import { bytes, instant, isOneOf, organizationId, queueColumns, recordedNow } from './columns.ts'
import { organizations } from './organizations.ts'
import { user } from './sign_in.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** A job of the queue while it has a next_attempt_at; then `task` is what the worker does. */
export const imports = pgTable(
  'imports',
  {
    organization_id: tenant(),
    import_id: uuid().notNull(),
    kind: text().notNull(),
    state: text().notNull(),
    task: text().notNull(),
    /** Runs of an organisation follow each other in the order in which they were requested. */
    requested_at: instant(),
    ...queueColumns(),
    file_key: text().notNull(),
    file_name: text().notNull(),
    byte_count: integer().notNull(),
    /** Hash of the file when the import was created; a file with other bytes is refused. */
    sha256: text().notNull(),
    options: jsonb().$type<object>().notNull().default({}),
    /** Headers with sample values and the proposed field of each column. */
    columns: jsonb().$type<object[]>().notNull(),
    /** Titles and instructions above the headers, which are not read. */
    rows_above: jsonb().$type<object[]>().notNull().default([]),
    /** Null until somebody, or a profile, has confirmed it. */
    mapping: jsonb().$type<object>(),
    /** Name of the built-in profile, or of the saved one with its version. */
    profile: text(),
    /**
     * How to read the bytes, and the formats of dates and numbers in each column; null until the whole file was read.
     */
    reading: jsonb().$type<object>(),
    is_read: boolean().notNull().default(false),
    questions: jsonb().$type<object[]>().notNull().default([]),
    /** Why the file as a whole was refused. */
    fault: jsonb().$type<object>(),
    rows_total: integer().notNull().default(0),
    batches_total: integer().notNull().default(0),
    batches_done: integer().notNull().default(0),
    /** Counts by outcome and the first rows of each; of the preview, of the run and of its undoing. */
    preview: jsonb().$type<object>(),
    result: jsonb().$type<object>(),
    undo_result: jsonb().$type<object>(),
    actor: text().notNull(),
    created_by: text().references(() => user.id, { onDelete: 'set null' }),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'imports_pk', columns: [t.organization_id, t.import_id] }),
    index('imports_due_by_task')
      .on(t.organization_id, t.task, t.next_attempt_at)
      .where(sql`next_attempt_at is not null`),
    index('imports_newest').on(t.organization_id, t.created_at.desc(), t.import_id.desc()),
    index('imports_by_update').on(t.updated_at),
    index('imports_by_file').on(t.organization_id, t.file_key),
    check('imports_state_known', isOneOf(t.state, importStates)),
    check('imports_task_known', isOneOf(t.task, importTasks)),
    check(
      'imports_queued_while_working',
      sql`(${t.state} in ('previewing', 'running', 'undoing')) = (${t.next_attempt_at} is not null)`,
    ),
  ],
)

/** Rows from first_row to last_row. What each step left behind is null until the step has passed the batch. */
export const import_batches = pgTable(
  'import_batches',
  {
    organization_id: tenant(),
    import_id: uuid().notNull(),
    batch_number: integer().notNull(),
    first_row: integer().notNull(),
    last_row: integer().notNull(),
    /** First byte in a CSV file; null for workbooks, which are read whole. */
    byte_start: bigint({ mode: 'number' }),
    byte_end: bigint({ mode: 'number' }),
    /** Rows of later batches that belong to records of this one, each with its place in the file. */
    brought: jsonb().$type<[row: number, start: number | null, end: number | null][]>().notNull().default([]),
    /** Rows that belong to records of earlier batches. */
    given: jsonb().$type<number[]>().notNull().default([]),
    /** The outcome of each record, in the form of server/imports/report/entries.ts. */
    preview_entries: jsonb().$type<unknown[]>(),
    /** Hashes of the keys of its records, eight bytes each with their row, by which repeats are found. */
    key_hashes: bytes(),
    /** Rows whose record repeats an earlier one, with that one's row, and which claim is repeated where it is not the key. */
    repeats: jsonb().$type<[row: number, standing: number, claim?: number][]>(),
    entries: jsonb().$type<unknown[]>(),
    /** Data that the kind needs to undo each write, in the order of the writes. */
    undos: jsonb().$type<object[]>(),
    undo_entries: jsonb().$type<unknown[]>(),
  },
  (t) => [
    primaryKey({ name: 'import_batches_pk', columns: [t.organization_id, t.import_id, t.batch_number] }),
    foreignKey({
      name: 'import_batches_import_fk',
      columns: [t.organization_id, t.import_id],
      foreignColumns: [imports.organization_id, imports.import_id],
    }).onDelete('cascade'),
  ],
)

/** A saved mapping in its versions. The newest version of a name recognises files with the same headers. */
export const import_profiles = pgTable(
  'import_profiles',
  {
    organization_id: tenant(),
    profile_id: uuid().notNull(),
    name: text().notNull(),
    version: integer().notNull(),
    kind: text().notNull(),
    /** SHA-256 of the normalised headers, in any order. */
    header_fingerprint: text().notNull(),
    headers: text().array().notNull(),
    mapping: jsonb().$type<object>().notNull(),
    options: jsonb().$type<object>().notNull().default({}),
    created_by: text().references(() => user.id, { onDelete: 'set null' }),
    created_at: recordedNow(),
    /** A newer version replaced it; only the newest is used. */
    replaced_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'import_profiles_pk', columns: [t.organization_id, t.profile_id] }),
    uniqueIndex('import_profiles_by_version').on(t.organization_id, t.name, t.version),
    index('import_profiles_by_fingerprint')
      .on(t.organization_id, t.header_fingerprint)
      .where(sql`replaced_at is null`),
    check('import_profiles_version_positive', sql`${t.version} > 0`),
  ],
)
