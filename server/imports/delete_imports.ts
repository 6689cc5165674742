/** Deletes imports that have not changed for their retention period, with their batches. */
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { batchJob, type Only, within } from '../jobs/job.ts'

/** Imports that one transaction deletes: each can have hundreds of batches. */
const batchRows = 20

const deleteSome = (sql: Sql, only: Only) => sql`
  delete from imports i using (
    select organization_id, import_id from imports
    where updated_at < now() - make_interval(days => ${limits.import_days}) and next_attempt_at is null
      and ${within(sql, only, sql`organization_id`)}
    order by updated_at limit ${batchRows}) old
  where i.organization_id = old.organization_id and i.import_id = old.import_id`

export const deleteImportsJob = batchJob(
  'delete_imports',
  3_600,
  batchRows,
  async (sql, only) => (await deleteSome(sql, only)).count,
)
