/** The connection that a report names, and the reports that it made before. */
import { locations, organizations } from '../../../db/schema/organizations.ts'
import { warehouse_reports } from '../../../db/schema/selling/warehouse_requests.ts'
import { warehouse_connections } from '../../../db/schema/warehouses.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { refuse } from '../../contract/refusals.ts'

const columns = selections(
  selection(warehouse_connections, 'c', [
    'organization_id',
    'connection_id',
    'name',
    'location_id',
    'encrypted_report_secret!',
  ]),
  selection(locations, 'w', ['name as location_name']),
  selection(organizations, 'g', ['currency', 'time_zone']),
)
export interface ReportingConnection extends RowOf<typeof columns> {
  /** The database's clock. */
  now: string
}

/** An active connection that has a secret for reports; null otherwise. */
export async function findReporting(
  sql: Sql,
  organization_id: string,
  connection_id: string,
): Promise<ReportingConnection | null> {
  const [row] = await sql<ReportingConnection[]>`
    select ${columns}, now() as now from warehouse_connections c
    join locations w on w.organization_id = c.organization_id and w.location_id = c.location_id
    join organizations g on g.organization_id = c.organization_id
    where c.organization_id = ${organization_id} and c.connection_id = ${connection_id} and c.is_active
      and c.encrypted_report_secret is not null`
  return row === undefined ? null : { ...row, now: new Date(row.now).toISOString() }
}

interface Report {
  report_id: string
  kind: 'shipment' | 'count'
  digest: string
}

const earlierColumns = selection(warehouse_reports, 'r', ['kind', 'digest'])

/**
 * Runs the work of a report once: a report that was made before with the same content is answered as then. Of two at the
 * same time the second waits for the first.
 */
export async function onceEach<A extends object>(
  sql: Sql,
  { organization_id, connection_id, now }: ReportingConnection,
  { report_id, kind, digest }: Report,
  work: () => Promise<A>,
): Promise<{ answer: A; is_repeated: boolean }> {
  const [fresh] = await sql`
    insert into warehouse_reports (organization_id, connection_id, report_id, kind, digest, recorded_at)
    values (${organization_id}, ${connection_id}, ${report_id}, ${kind}, ${digest}, ${now})
    on conflict do nothing returning true`
  if (fresh === undefined) {
    const [before] = await sql<(RowOf<typeof earlierColumns> & { answer: A | null })[]>`
      select ${earlierColumns}, r.answer from warehouse_reports r
      where r.organization_id = ${organization_id} and r.connection_id = ${connection_id} and r.report_id = ${report_id}`
    if (before!.kind === kind && before!.digest === digest) return { answer: before!.answer!, is_repeated: true }
    return refuse('conflict', {
      desc: `Another report has the report_id ${report_id}. Send this one under an id of its own.`,
      data: { field: 'report_id' },
    })
  }
  const answer = await work()
  // Returned as it is stored, which orders its fields: a repetition has the same bytes.
  const [stored] = await sql<{ answer: A | null }[]>`
    update warehouse_reports set answer = ${JSON.stringify(answer)}::text::jsonb
    where organization_id = ${organization_id} and connection_id = ${connection_id} and report_id = ${report_id}
    returning answer`
  return { answer: stored!.answer!, is_repeated: false }
}
