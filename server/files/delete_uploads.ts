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

const brokenOff = (sql: Sql, only: Only) => sql`
  ends_at < now() and ${within(sql, only, sql`organization_id`)} order by ends_at limit ${batchRows} for update skip locked`

export const uploadJobs = (files: Files): readonly Job[] => [
  batchJob('delete_uploads', 3_600, batchRows, (sql, only) => deleteSome(sql, files, 'uploads', served(sql, only))),
  batchJob('clear_staged_uploads', 60, batchRows, (sql, only) =>
    deleteSome(sql, files, 'staged_uploads', brokenOff(sql, only)),
  ),
]
