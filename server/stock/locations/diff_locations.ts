/** Locations in bulk. */
import { locations } from '../../../db/schema/organizations.ts'
import { namedTable } from '../../../db/sql/named_table.ts'
import type { DiffRecords, WriteRecords } from '../../imports/record_diff.ts'
import { type NamedKind, type NamedRecord, type NamedWrite, diffNamed, undoOf } from '../../records/named_records.ts'
import { readNamedFacts, writeNamed } from '../../records/named_writes.ts'
import { LocationFields } from './model.ts'
import { findLocationUses, usesInWords } from './location_uses.ts'

export interface LocationFieldValues {
  name: string
  kind: string
  country_code: string | null
  address: string | null
  is_active: boolean
}
/** `id` is the location's id; without it the name selects the location. */
export type LocationRecord = NamedRecord<LocationFieldValues>
export type LocationWrite = NamedWrite<LocationFieldValues>

const kind: NamedKind<LocationFieldValues> = {
  noun: 'location',
  id_field: 'location_id',
  names_index: 'locations_by_name',
  schema: LocationFields,
  defaults: { kind: 'warehouse', country_code: null, address: null, is_active: true },
}

const locationTable = namedTable(
  locations,
  'location_id',
  ['name', 'kind', 'country_code', 'address', 'is_active'],
  ['created_at'],
)

export const diffLocations: DiffRecords<LocationRecord, LocationWrite> = async (sql, context, records) => {
  const { organization_id } = context
  const facts = await readNamedFacts(sql, organization_id, locationTable, records)
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

export const writeLocations: WriteRecords<LocationWrite> = async (sql, context, writes) => {
  await writeNamed(sql, context, locationTable, kind, writes)
  return writes.map(undoOf)
}
