/** Lists and deletes uploaded files. */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Type, Whole } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { FileKey, Upload } from './model.ts'

const limit_default = 50

const selectUploads = (sql: Sql, organization_id: string, limit: number, offset: number) => sql<Upload[]>`
  select file_key, file_name, content_type, byte_count, sha256, uploaded_at,
    uploaded_at + make_interval(days => ${limits.upload_days}) as expires_at
  from uploads where organization_id = ${organization_id}
  order by uploaded_at desc, file_key desc limit ${limit} offset ${offset}`

export const listFiles = sessionOperation({
  id: 'session.list_files',
  route: 'GET /api/v1/files',
  summary: 'List uploaded files',
  description: `Returns the files of the organisation, newest first, and the space they use. An organisation may store at most ${limits.upload_space_bytes.toLocaleString('en-US')} bytes. A file is deleted ${limits.upload_days} days after it was uploaded.`,
  service: 'files',
  query: Type.Object(pagingQuery(limit_default), { additionalProperties: false }),
  answer: Page(Upload, {
    used_bytes: Whole('Total size of the files of the organisation, in bytes.', { minimum: 0, examples: [20_480] }),
    space_bytes: Whole('Storage limit of the organisation, in bytes.', { examples: [limits.upload_space_bytes] }),
  }),
  async run({ sql, caller: { organization_id }, query: { offset = 0, limit = limit_default } }) {
    const counting = sql<{ files: number; used_bytes: number }[]>`
      select count(*)::int as files, coalesce(sum(byte_count), 0)::float8 as used_bytes
      from uploads where organization_id = ${organization_id}`
    const [rows, [counted]] = await Promise.all([selectUploads(sql, organization_id, limit, offset), counting])
    const { files, used_bytes } = counted!
    const space_bytes = limits.upload_space_bytes
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: files, used_bytes, space_bytes }
  },
})

const refuseUnknown = (): never => refuse('not_found', { desc: 'This organisation has no file with this key.' })

export const deleteFile = sessionOperation({
  id: 'session.delete_file',
  route: 'DELETE /api/v1/files',
  summary: 'Delete an uploaded file',
  description: 'Deletes a file and frees its space immediately. Data imported from the file is kept.',
  service: 'files',
  status: 204,
  query: Type.Object({ file_key: FileKey }, { additionalProperties: false }),
  refusals: ['not_found'],
  // Bytes first: if the row remains after a crash, the file reads as missing and can be deleted again.
  async prepare({ sql, caller: { organization_id }, query: { file_key }, files }) {
    const [held] = await sql`
      select true from uploads where organization_id = ${organization_id} and file_key = ${file_key}`
    if (held === undefined) refuseUnknown()
    await files.remove(organization_id, file_key)
  },
  async run({ sql, caller: { organization_id }, query: { file_key } }) {
    const { count } = await sql`
      delete from uploads where organization_id = ${organization_id} and file_key = ${file_key}`
    if (count === 0) refuseUnknown()
  },
})
