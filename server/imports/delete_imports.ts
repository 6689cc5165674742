/** Deletes imports that have not changed for their retention period, with their batches. */
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import type { Job } from '../jobs/job.ts'

/** Imports that one transaction deletes: each can have hundreds of batches. */
const batchRows = 20

export const deleteImportsJob: Job = {
  name: 'delete_imports',
  every_seconds: 3_600,
  async run(step) {
    while ((await step(async (sql) => (await deleteSome(sql)).count)) === batchRows);
  },
}

const deleteSome = (sql: Sql) => sql`
  delete from imports i using (
    select organization_id, import_id from imports
    where updated_at < now() - make_interval(days => ${limits.import_days}) and next_attempt_at is null
    order by updated_at limit ${batchRows}) old
  where i.organization_id = old.organization_id and i.import_id = old.import_id`
