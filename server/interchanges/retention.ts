/**
 * Erases what EDI documents say once their retention ends: the bytes of interchanges and the records of sent documents.
 * Their rows stay, with control numbers and hashes, so that a duplicate is recognised at any time. What waits for a person
 * or is still to be sent keeps its content; a file that could not be read expires sooner, as it may hold personal data.
 */
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { type Job, type Only, togetherOrApart, within } from '../jobs/job.ts'

/** Rows that one transaction erases; the rest waits for the next. */
const batchRows = 500

const eraseContent = (sql: Sql, days: number, only: Only) => sql`
  update edi_interchanges i set content = ''::bytea, content_erased_at = now()
  from organizations g
  cross join lateral (
    select o.interchange_id from edi_interchanges o
    where o.organization_id = g.organization_id and o.content_erased_at is null
      and o.created_at < now() - make_interval(days => ${days}) and o.state not in ('received', 'held')
      and not exists (
        select from edi_documents d
        where d.organization_id = o.organization_id and d.interchange_id = o.interchange_id
          and d.state in ('held', 'queued'))
    order by o.created_at limit ${batchRows}
  ) old
  where ${within(sql, only, sql`g.organization_id`)} and i.organization_id = g.organization_id and i.interchange_id = old.interchange_id`

/** What could not be read, and nobody decided on. */
const eraseUnreadable = (sql: Sql, only: Only) => sql`
  update edi_interchanges i set arrived_content = null,
    content_erased_at = case when i.content = ''::bytea then now() else i.content_erased_at end
  from organizations g
  cross join lateral (
    select o.interchange_id from edi_interchanges o
    where o.organization_id = g.organization_id and o.arrived_content is not null
      and o.created_at < now() - make_interval(days => ${limits.edi_unreadable_days})
    order by o.created_at limit ${batchRows}
  ) old
  where ${within(sql, only, sql`g.organization_id`)} and i.organization_id = g.organization_id and i.interchange_id = old.interchange_id`

const eraseRecords = (sql: Sql, only: Only) => sql`
  update edi_documents d set record = null, problems = null
  from organizations g
  cross join lateral (
    select o.document_id from edi_documents o
    where o.organization_id = g.organization_id and (o.record is not null or o.problems is not null)
      and o.created_at < now() - make_interval(years => ${limits.edi_record_years}) and o.state <> 'queued'
    order by o.created_at limit ${batchRows}
  ) old
  where ${within(sql, only, sql`g.organization_id`)} and d.organization_id = g.organization_id
    and d.document_id = old.document_id`

const daily = 86_400

/** A round ends when nothing is left, since each organisation has its own batch in it. */
const erasing = (name: string, erase: (sql: Sql, only: Only) => PromiseLike<{ count: number }>): Job => ({
  name,
  every_seconds: daily,
  run: (step) =>
    togetherOrApart(step, async (only) => {
      while ((await step(async (sql) => (await erase(sql, only)).count)) > 0);
    }),
})

export const ediRetentionJobs = (archiveDays: number): readonly Job[] => [
  erasing('erase_edi_content', (sql, only) => eraseContent(sql, archiveDays, only)),
  erasing('erase_edi_records', eraseRecords),
  erasing('erase_edi_unreadable', eraseUnreadable),
]
