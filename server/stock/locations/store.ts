/** SQL of single locations. */
import type { Sql } from '../../contract/call.ts'
import { refuseUnknown } from '../../records/single.ts'
import type { Location } from './model.ts'

interface LocationFilter {
  location_id?: string
  is_active?: boolean
  limit: number
  offset: number
}

export const selectLocations = (sql: Sql, organization_id: string, filter: LocationFilter) => sql<Location[]>`
  select location_id, name, kind, country_code, address, is_active, created_at
  from locations
  where organization_id = ${organization_id}
    and (${filter.location_id ?? null}::uuid is null or location_id = ${filter.location_id ?? null})
    and (${filter.is_active ?? null}::boolean is null or is_active = ${filter.is_active ?? null})
  order by lower(name), location_id
  limit ${filter.limit} offset ${filter.offset}`

export async function readLocation(sql: Sql, organization_id: string, location_id: string): Promise<Location> {
  const [row] = await selectLocations(sql, organization_id, { location_id, limit: 1, offset: 0 })
  return row ?? refuseUnknown('location')
}

/** Locks the location, so that concurrent changes see each other; documents that refer to it are waited for. */
export async function lockLocation(sql: Sql, organization_id: string, location_id: string): Promise<void> {
  const rows = await sql`
    select from locations where organization_id = ${organization_id} and location_id = ${location_id} for update`
  if (rows.length === 0) refuseUnknown('location')
}
