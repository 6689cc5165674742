/**
 * Deletes expired uploads and what aborted uploads left in the store. The bytes are deleted before the row: if a run is
 * interrupted, the next one finishes it, and no file is ever left without a row.
 */
import { uploads } from '../../db/schema/keys.ts'
import { recordset, type RecordsetRow } from '../../db/sql/recordset.ts'
import type { Files, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import type { Job } from '../jobs/job.ts'

/** Uploads, and staged uploads, which have the same key. */
const doomedRows = recordset(uploads, ['organization_id', 'file_key'], { alias: 'd' })
type Doomed = RecordsetRow<typeof doomedRows>

const batchRows = 50

async function removeAll(files: Files, doomed: readonly Doomed[]): Promise<void> {
  await Promise.all(doomed.map(({ organization_id, file_key }) => files.remove(organization_id, file_key)))
}

async function deleteSome(sql: Sql, files: Files): Promise<number> {
  const doomed = await sql<Doomed[]>`
    select organization_id, file_key from uploads
    where uploaded_at < now() - make_interval(days => ${limits.upload_days}) order by uploaded_at limit ${batchRows}`
  await removeAll(files, doomed)
  await sql`
    delete from uploads u
    using ${doomedRows.from(doomed)}
    where u.organization_id = d.organization_id and u.file_key = d.file_key`
  return doomed.length
}

async function clearSome(sql: Sql, files: Files): Promise<number> {
  const doomed = await sql<Doomed[]>`
    select organization_id, file_key from staged_uploads
    where ends_at < now() order by ends_at limit ${batchRows} for update skip locked`
  await removeAll(files, doomed)
  await sql`
    delete from staged_uploads s
    using ${doomedRows.from(doomed)}
    where s.organization_id = d.organization_id and s.file_key = d.file_key`
  return doomed.length
}

const inBatches = (name: string, every_seconds: number, some: (sql: Sql) => Promise<number>): Job => ({
  name,
  every_seconds,
  async run(step) {
    while ((await step(some)) === batchRows);
  },
})

export const uploadJobs = (files: Files): readonly Job[] => [
  inBatches('delete_uploads', 3_600, (sql) => deleteSome(sql, files)),
  inBatches('clear_staged_uploads', 60, (sql) => clearSome(sql, files)),
]
