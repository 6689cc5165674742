/** Locations in bulk. */
import { locations } from '../../../db/schema/organizations.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import type { DiffRecords, WriteRecords } from '../../imports/record_diff.ts'
import { lookupRows } from '../../records/lookup_rows.ts'
import {
  lookups,
  type NamedFacts,
  type NamedKind,
  type NamedRecord,
  type NamedWrite,
  diffNamed,
  splitWrites,
  undoOf,
} from '../../records/named_records.ts'
import { refusingTakenNames } from '../../records/single.ts'
import { LocationFields } from './model.ts'
import { findLocationUses, usesInWords } from './location_uses.ts'

export interface LocationFieldValues {
  name: string
  kind: string
  country_code: string | null
  is_active: boolean
}
/** `id` is the location's id; without it the name selects the location. */
export type LocationRecord = NamedRecord<LocationFieldValues>
export type LocationWrite = NamedWrite<LocationFieldValues>

const kind: NamedKind<LocationFieldValues> = {
  noun: 'location',
  id_field: 'location_id',
  schema: LocationFields,
  defaults: { kind: 'warehouse', country_code: null, is_active: true },
}

const readFacts = (sql: Sql, organization_id: string, records: readonly LocationRecord[]) => sql<NamedFacts[]>`
  select lower(n.name) as key, to_jsonb(own) as own, to_jsonb(same_name) as same_name
  from ${lookupRows.from(lookups(records))}
  left join locations own on own.organization_id = ${organization_id} and own.location_id = n.id
  left join locations same_name on same_name.organization_id = ${organization_id}
    and lower(same_name.name) = lower(n.name)
  order by n.at`

export const diffLocations: DiffRecords<LocationRecord, LocationWrite> = async (sql, context, records) => {
  const { organization_id } = context
  const facts = await readFacts(sql, organization_id, records)
  const diffs = diffNamed(kind, records, facts)
  const archived = diffs.flatMap(({ id, diff }) =>
    diff.outcome === 'changed' && diff.write.changed.is_active === false ? [id!] : [],
  )
  const uses = await findLocationUses(sql, organization_id, archived)
  return diffs.map(({ id, diff }) => {
    const own = uses.filter(({ location_id }) => location_id === id)
    if (own.length === 0) return diff
    const rule = `must stay true while the location is in use: ${usesInWords(own)}`
    return { outcome: 'refused', faults: [{ field: 'is_active', rule, value: 'false' }] }
  })
}

const newRows = recordset(locations, ['location_id', 'name', 'kind', 'country_code', 'is_active'])
const changedRows = recordset(locations, ['location_id'], { extra: { changed: 'jsonb' } })

export const writeLocations: WriteRecords<LocationWrite> = async (sql, { organization_id, now }, writes) => {
  const { created, changed } = splitWrites(writes)
  const rows = created.map(({ id, next }) => ({ location_id: id, ...next }))
  const changes = changed.map((write) => ({ location_id: write.id, changed: write.changed }))
  await refusingTakenNames('locations_by_name', kind.noun, async () => {
    if (rows.length > 0)
      await sql`
        insert into locations (organization_id, created_at, ${newRows.names})
        select ${organization_id}, ${now}, ${newRows.values} from ${newRows.from(rows)}`
    if (changes.length > 0)
      await sql`
        update locations t set (name, kind, country_code, is_active) = (
          select r.name, r.kind, r.country_code, r.is_active from jsonb_populate_record(t, n.changed) r)
        from ${changedRows.from(changes)}
        where t.organization_id = ${organization_id} and t.location_id = n.location_id`
  })
  return writes.map(undoOf)
}
