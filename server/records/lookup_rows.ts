import { organizations } from '../../db/schema/organizations.ts'
import { recordset } from '../../db/sql/recordset.ts'

/** Records to be found by id or by name, as `lookups` makes them. */
export const lookupRows = recordset(organizations, [], {
  extra: { at: 'int', id: 'uuid | null', name: 'text | null' },
})
