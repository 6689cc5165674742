/**
 * Deletes expired uploads and what aborted uploads left in the store. The bytes are deleted before the row: if a run is
 * interrupted, the next one finishes it, and no file is ever left without a row.
 */
import { uploads } from '../../db/schema/keys.ts'
import { recordset, type RecordsetRow } from '../../db/sql/recordset.ts'
import type { Files, Fragment, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { batchJob, type Job, type Only, within } from '../jobs/job.ts'

/** Uploads, and staged uploads, which have the same key. */
const doomedRows = recordset(uploads, ['organization_id', 'file_key'], { alias: 'd' })
type Doomed = RecordsetRow<typeof doomedRows>

const batchRows = 50

async function deleteSome(sql: Sql, files: Files, table: string, which: Fragment): Promise<number> {
  const doomed = await sql<Doomed[]>`
    select organization_id, file_key from ${sql(table)} where ${which}`
  await Promise.all(doomed.map(({ organization_id, file_key }) => files.remove(organization_id, file_key)))
  await sql`
    delete from ${sql(table)} u
    using ${doomedRows.from(doomed)}
    where u.organization_id = d.organization_id and u.file_key = d.file_key`
  return doomed.length
}

const served = (sql: Sql, only: Only) => sql`
  uploaded_at < now() - make_interval(days => ${limits.upload_days}) and ${within(sql, only, sql`organization_id`)}
  order by uploaded_at limit ${batchRows}`

/**
 * Files of people, of which less is stored than they say: those that one operation has read, and those of personal imports
 * that have ended, or that nobody has gone on with. A file that another import still needs stays.
 */
const personal = (sql: Sql, kinds: readonly string[], only: Only) => sql`
  (served_at is not null or exists (
    select from imports i
    where i.organization_id = uploads.organization_id and i.file_key = uploads.file_key
      and i.kind = any(${[...kinds]}::text[])))
  and not exists (
    select from imports i
    where i.organization_id = uploads.organization_id and i.file_key = uploads.file_key and not ${isDone(sql)})
  and ${within(sql, only, sql`organization_id`)}
  limit ${batchRows}`

/** Undoing needs no file. A failed run can be run again, for a while. */
const isDone = (sql: Sql) => sql`
  (i.state in ('completed', 'cancelled', 'undoing', 'undone', 'partly_undone')
    or (i.state = 'failed' and (i.task <> 'run'
      or i.updated_at < now() - make_interval(hours => ${limits.personal_rerun_hours})))
    or (i.next_attempt_at is null and i.updated_at < now() - make_interval(days => ${limits.personal_upload_days})))`

const brokenOff = (sql: Sql, only: Only) => sql`
  ends_at < now() and ${within(sql, only, sql`organization_id`)} order by ends_at limit ${batchRows} for update skip locked`

export const uploadJobs = (files: Files, personalKinds: readonly string[]): readonly Job[] => [
  batchJob('delete_personal_uploads', 60, batchRows, (sql, only) =>
    deleteSome(sql, files, 'uploads', personal(sql, personalKinds, only)),
  ),
  batchJob('delete_uploads', 3_600, batchRows, (sql, only) => deleteSome(sql, files, 'uploads', served(sql, only))),
  batchJob('clear_staged_uploads', 60, batchRows, (sql, only) =>
    deleteSome(sql, files, 'staged_uploads', brokenOff(sql, only)),
  ),
]
