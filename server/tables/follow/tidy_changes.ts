/** Keeps record_changes small: a change that a later one of the same record follows serves nobody, nor does one past every watermark. */
import { fragment } from '../../../db/sql/fragment.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { forEachDue, type Job, type Only } from '../../jobs/job.ts'
import { organizationsWithMarks } from '../marks.ts'

/** Rows that one transaction looks at. */
const batchRows = 20_000
/** Watermarks are good for a day longer than is published, and changes are kept another day. */
const keptDays = limits.changes_days + 2

interface Reached {
  record_type: string
  changed_in: string
  record_id: string
}

/** Tidies the next rows after those that were reached, and returns the last of them; null after the last batch. */
export async function tidyChanges(
  sql: Sql,
  organization_id: string,
  after: Reached | null,
  rowsMax = batchRows,
): Promise<Reached | null> {
  const from = after ?? { record_type: '', changed_in: '0', record_id: '' }
  const [last] = await sql<(Reached & { rows: number })[]>`
    with batch as materialized (
      select c.ctid as tid, c.record_type, c.changed_in, c.record_id, c.changed_at
      from record_changes c
      where c.organization_id = ${organization_id} and c.changed_in < pg_snapshot_xmin(pg_current_snapshot())
        and (c.record_type, c.changed_in, c.record_id)
          > (${from.record_type}, ${from.changed_in}::text::xid8, ${from.record_id})
      order by c.record_type, c.changed_in, c.record_id limit ${rowsMax}
    ), gone as (
      delete from record_changes c using batch b
      where c.organization_id = ${organization_id} and c.ctid = b.tid
        and (b.changed_at < now() - make_interval(days => ${keptDays}::int)
          or exists (select from record_changes n
            where n.organization_id = ${organization_id} and n.record_type = b.record_type and n.record_id = b.record_id
              and n.changed_in > b.changed_in and n.changed_in < pg_snapshot_xmin(pg_current_snapshot())))
    )
    select record_type, changed_in::text, record_id, count(*) over ()::int as rows from batch
    order by record_type desc, changed_in desc, record_id desc limit 1`
  return last?.rows === rowsMax ? last : null
}

const changes = { table: fragment`record_changes` }

/** From when on this database writes changes; a copy or a restored one is another (changes.ts). */
const recordIdentity = (sql: Sql) => sql`
  insert into record_change_logs (identity, started_at) values (database_identity(), now()) on conflict do nothing`

export const tidyChangesJob: Job = {
  name: 'tidy_changes',
  every_seconds: 3_600,
  async run(step) {
    await step(recordIdentity)
    const readDue = (sql: Sql, _now: string, only: Only) => organizationsWithMarks(sql, changes, only)
    await forEachDue(step, readDue, async ({ organization_id }) => {
      let reached: Reached | null = null
      do reached = await step((sql) => tidyChanges(sql, organization_id, reached))
      while (reached !== null)
    })
  },
}
