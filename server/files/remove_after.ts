/** Deletes files of the store after the transaction commits: with it, their keys are queued for the job of staged uploads. */
import type { Sql } from '../contract/sql.ts'

/** Keys of files without a row of uploads. */
export const removeAfterCommit = (sql: Sql, organization_id: string, keys: readonly string[]) => sql`
  insert into staged_uploads (organization_id, file_key, reserved_bytes, ends_at)
  select ${organization_id}, k, 0, now() from unnest(${[...keys]}::text[]) k
  on conflict on constraint staged_uploads_pk do update set ends_at = now()`

/** Marks an upload that one operation has read and nothing else needs; a job deletes it within minutes. */
export const servedUpload = (sql: Sql, organization_id: string, file_key: string) => sql`
  update uploads set served_at = now()
  where organization_id = ${organization_id} and file_key = ${file_key} and served_at is null`
