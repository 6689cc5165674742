/** Reads and writes demand events with their scope. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Sql } from '../../../contract/call.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { nilId, uuidPattern } from '../../../contract/schema.ts'
import { refuseUnknown } from '../../../records/single.ts'
import type { DemandEvent } from './demand_event.model.ts'
import { eventsTable } from './events_table.ts'

export interface StoredEvent {
  name: string
  kind: string
  starts_on: string
  ends_on: string
  note: string | null
}

export interface EventScope {
  variant_ids: readonly string[]
  category_ids: readonly string[]
  sales_channel_ids: readonly string[]
}

export async function readEvent(sql: Sql, organization_id: string, event_id: string): Promise<DemandEvent> {
  const [event] = await sql<DemandEvent[]>`
    select ${eventsTable.selected} from demand_events e
    where e.organization_id = ${organization_id} and e.event_id = ${event_id}`
  return event ?? refuseUnknown('event')
}

/** Locks the event, so that concurrent changes follow each other. */
export async function lockEvent(sql: Sql, organization_id: string, event_id: string): Promise<void> {
  const rows = await sql`
    select from demand_events where organization_id = ${organization_id} and event_id = ${event_id}
    for no key update`
  if (rows.length === 0) refuseUnknown('event')
}

const uuids = (ids: readonly string[]) => [
  ...new Set(ids.map((id) => (uuidPattern.test(id) ? id.toLowerCase() : nilId))),
]

const knownIds = {
  variant_ids: (sql: Sql, organization_id: string, ids: string) => sql<{ count: number }[]>`
    select count(*)::int as count from variants
    where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])`,
  category_ids: (sql: Sql, organization_id: string, ids: string) => sql<{ count: number }[]>`
    select count(*)::int as count from categories
    where organization_id = ${organization_id} and category_id = any(${ids}::uuid[])`,
  sales_channel_ids: (sql: Sql, organization_id: string, ids: string) => sql<{ count: number }[]>`
    select count(*)::int as count from sales_channels
    where organization_id = ${organization_id} and sales_channel_id = any(${ids}::uuid[])`,
}

const wordsOf: Record<string, string> = {
  variant_id: 'a variant',
  variant_ids: 'variants',
  category_id: 'a category',
  category_ids: 'categories',
  sales_channel_id: 'a sales channel',
  sales_channel_ids: 'sales channels',
}
const plural = { variant_ids: 'variant_ids', category_ids: 'category_ids', sales_channel_ids: 'sales_channel_ids' }

/** The ids as the database has them; refuses those of other organisations, under the names of the request's fields. */
export async function checkScope(
  sql: Sql,
  organization_id: string,
  scope: Partial<EventScope>,
  fields: Record<keyof EventScope, string> = plural,
): Promise<Partial<EventScope>> {
  const scopeIds = Object.entries(scope).map(([field, ids]) => [field as keyof EventScope, uuids(ids)] as const)
  for (const [field, ids] of scopeIds) {
    const [row] = ids.length === 0 ? [{ count: 0 }] : await knownIds[field](sql, organization_id, arrayLiteral(ids))
    if (row!.count !== ids.length) refuseField(fields[field], `must be ${wordsOf[fields[field]]!} of this organisation`)
  }
  return Object.fromEntries(scopeIds)
}

const replaceRows = {
  variant_ids: async (sql: Sql, organization_id: string, event_id: string, ids: string) => {
    await sql`delete from demand_event_variants where organization_id = ${organization_id} and event_id = ${event_id}`
    await sql`
      insert into demand_event_variants (organization_id, event_id, variant_id)
      select ${organization_id}, ${event_id}, unnest(${ids}::uuid[])`
  },
  category_ids: async (sql: Sql, organization_id: string, event_id: string, ids: string) => {
    await sql`delete from demand_event_categories where organization_id = ${organization_id} and event_id = ${event_id}`
    await sql`
      insert into demand_event_categories (organization_id, event_id, category_id)
      select ${organization_id}, ${event_id}, unnest(${ids}::uuid[])`
  },
  sales_channel_ids: async (sql: Sql, organization_id: string, event_id: string, ids: string) => {
    await sql`delete from demand_event_channels where organization_id = ${organization_id} and event_id = ${event_id}`
    await sql`
      insert into demand_event_channels (organization_id, event_id, sales_channel_id)
      select ${organization_id}, ${event_id}, unnest(${ids}::uuid[])`
  },
}

/** Replaces the parts of the scope that are given. */
export async function writeScope(
  sql: Sql,
  organization_id: string,
  event_id: string,
  scope: Partial<EventScope>,
): Promise<void> {
  for (const [field, ids] of Object.entries(scope))
    await replaceRows[field as keyof EventScope](sql, organization_id, event_id, arrayLiteral(ids))
}
