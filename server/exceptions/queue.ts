/** Reads the exceptions queue and resolves one exception. */
import type { Sql } from '../contract/call.ts'
import { refuse } from '../contract/refusals.ts'
import { emit } from '../outbox/emit.ts'
import { countedPage, type PageOf } from '../tables/page.ts'
import { queueRowColumns } from './open.ts'
import type { QueueRow } from './model.ts'

export interface QueueFilter {
  is_open?: boolean
  kind?: string
  severity?: string
  subject_type?: string
  subject_id?: string
}

/** A page, newest first. */
export async function readExceptions(
  sql: Sql,
  organization_id: string,
  { is_open, kind, severity, subject_type, subject_id }: QueueFilter,
  limit: number,
  offset: number,
): Promise<PageOf<QueueRow>> {
  const which = () => sql`organization_id = ${organization_id}
    ${is_open === undefined ? sql`` : is_open ? sql`and resolved_at is null` : sql`and resolved_at is not null`}
    ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    ${severity === undefined ? sql`` : sql`and severity = ${severity}`}
    ${subject_type === undefined ? sql`` : sql`and subject_type = ${subject_type}`}
    ${subject_id === undefined ? sql`` : sql`and subject_id = ${subject_id}`}`
  return countedPage(
    offset,
    sql<QueueRow[]>`
      select ${queueRowColumns} from exceptions where ${which()}
      order by opened_at desc, exception_id desc limit ${limit} offset ${offset}`,
    sql<{ filtered: number }[]>`select count(*)::int as filtered from exceptions where ${which()}`,
  )
}

/** Refuses an unknown id. */
export async function readException(sql: Sql, organization_id: string, exception_id: string): Promise<QueueRow> {
  const [row] = await sql<QueueRow[]>`
    select ${queueRowColumns} from exceptions
    where organization_id = ${organization_id} and exception_id = ${exception_id}`
  return row ?? refuse('not_found', { desc: 'No row of the queue has that id.' })
}

/** Resolves an open exception and emits its event; null if no open exception has that id. */
export async function resolveException(
  sql: Sql,
  organization_id: string,
  now: string,
  exception_id: string,
  resolution: string,
  resolved_by: string,
): Promise<QueueRow | null> {
  const [row] = await sql<QueueRow[]>`
    update exceptions set resolved_at = ${now}, resolution = ${resolution}, resolved_by = ${resolved_by}
    where organization_id = ${organization_id} and exception_id = ${exception_id} and resolved_at is null
    returning ${queueRowColumns}`
  if (row === undefined) return null
  await emit(sql, organization_id, [{ event: 'exception.resolved', record: row }])
  return row
}
