/** SQL of requested exports. An organisation has at most one that is queued. */
import { organization_exports } from '../../../db/schema/platform/organization_exports.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import type { Allotment, Ended, Job, QueueTable } from '../../queue/kind.ts'
import { claimedJobs, dueGroups, settledJobs } from '../../queue/statements.ts'

export const organizationExportsChannel = 'organization_exports'

export interface ExportJob extends Job {
  export_id: string
}

const table: QueueTable = {
  name: 'organization_exports',
  id: 'export_id',
  // All queued exports of an organisation wait together, and there is one.
  group: 'state',
  group_type: 'text',
  states: { waiting: 'queued', done: 'ready', failed: 'failed' },
  lease_seconds: limits.organization_export_lease_seconds,
  retry_seconds: limits.organization_export_retry_seconds,
  isWaiting: (sql) => sql`d.state = 'queued'`,
}

export const findExportGroups = (sql: Sql) => dueGroups(sql, table, 'organization')

export const claimExports = (sql: Sql, allotments: readonly Allotment[]) => sql<ExportJob[]>`
  with ${claimedJobs(sql, table, allotments)}
  select c.organization_id, c.organization_id::text as destination, c.attempts as attempt, c.export_id
  from claimed c`

const endedRows = recordset(organization_exports, ['organization_id', 'export_id as id', 'attempts as attempt'], {
  alias: 'r',
  extra: { is_done: 'boolean', is_final: 'boolean' },
})

export async function finishExports(sql: Sql, ended: readonly Ended<ExportJob, { is_done: boolean }>[]) {
  const rows = ended.map(({ job: { organization_id, export_id, attempt }, outcome }) => ({
    organization_id,
    id: export_id,
    attempt,
    is_done: outcome.is_done,
    is_final: false,
  }))
  const settled = await sql<{ state: string }[]>`
    with ended as (
      select * from ${endedRows.from(rows)}
    ), ${settledJobs(sql, table)}
    select s.state from settled s`
  return settled.length
}

/** Renews the lease; false: another worker has the job, or it is gone. */
export async function renewLease(sql: Sql, { organization_id, export_id, attempt }: ExportJob): Promise<boolean> {
  const { count } = await sql`
    update organization_exports
    set leased_until = now() + make_interval(secs => ${limits.organization_export_lease_seconds})
    where organization_id = ${organization_id} and export_id = ${export_id} and attempts = ${attempt}
      and leased_until is not null`
  return count > 0
}

export interface WrittenFile {
  taken_at: string
  row_count: number
  byte_count: number
  sha256: string
}

export const recordFile = (
  sql: Sql,
  { organization_id, export_id, attempt }: ExportJob,
  { taken_at, row_count, byte_count, sha256 }: WrittenFile,
) => sql`
  update organization_exports set taken_at = ${taken_at}, row_count = ${row_count}, byte_count = ${byte_count},
    sha256 = ${sha256}, expires_at = now() + make_interval(days => ${limits.organization_export_days})
  where organization_id = ${organization_id} and export_id = ${export_id} and attempts = ${attempt}
    and leased_until is not null`

/** null: one is queued already. The caller locks the organisation. */
export async function insertExport(
  sql: Sql,
  organization_id: string,
  export_id: string,
  requested_by: string,
): Promise<boolean> {
  const { count } = await sql`
    insert into organization_exports (organization_id, export_id, state, next_attempt_at, requested_by, expires_at)
    values (${organization_id}, ${export_id}, 'queued', now(), ${requested_by},
      now() + make_interval(days => ${limits.organization_export_days}))
    on conflict do nothing`
  if (count > 0) await sql`select pg_notify(${organizationExportsChannel}, '')`
  return count > 0
}

const columns = selection(organization_exports, 'e', [
  'export_id',
  'state',
  'taken_at',
  'row_count::float8',
  'byte_count::float8',
  'sha256',
  'requested_by',
  'created_at',
  'expires_at',
])
export type ExportRow = RowOf<typeof columns>

export const selectExports = (sql: Sql, organization_id: string) => sql<ExportRow[]>`
  select ${columns} from organization_exports e
  where e.organization_id = ${organization_id} and e.expires_at > now()
  order by e.created_at desc, e.export_id desc`

export async function findExport(sql: Sql, organization_id: string, export_id: string): Promise<ExportRow | undefined> {
  const [row] = await sql<ExportRow[]>`
    select ${columns} from organization_exports e
    where e.organization_id = ${organization_id} and e.export_id = ${export_id} and e.expires_at > now()`
  return row
}

/** Key of the file in the store; uploads have other keys. */
export const fileKeyOf = (export_id: string): string => `organization-export-${export_id}.tar.gz`
