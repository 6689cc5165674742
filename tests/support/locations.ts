/** One location of a tenant: what the tests' own write marks, so that every run of it shows. */
import { uuidv7 } from 'uuidv7'
import type { Tenant } from './tenant.ts'

export interface MarkedLocation {
  location_id: string
  /** Its name as it stands: one mark for each run of the tests' own write. */
  name: () => Promise<string>
}

export async function newLocation(tenant: Tenant): Promise<MarkedLocation> {
  const { sql } = tenant.service.database
  const location_id = uuidv7()
  await sql`insert into locations (organization_id, location_id, name) values (${tenant.organization_id}, ${location_id}, '')`
  return {
    location_id,
    name: async () => {
      const [row] = await sql<{ name: string }[]>`
        select name from locations where organization_id = ${tenant.organization_id} and location_id = ${location_id}`
      return row!.name
    },
  }
}
