/** Locations that a file names and the organisation does not have yet. */
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { type LocationWrite, diffLocations, writeLocations } from '../locations/diff_locations.ts'
import { nameKey } from '../../records/texts.ts'

export type NewLocations = ReadonlyMap<string, LocationWrite & { id: string }>

/** By nameKey. A name that no location can have is left out, and its rows are refused. */
export async function diffNewLocations(
  sql: Sql,
  context: WriteContext,
  named: readonly string[],
): Promise<NewLocations> {
  const names = [...new Map(named.filter((name) => name !== '').map((name) => [nameKey(name), name.trim()])).values()]
  const diffs = await diffLocations(
    sql,
    context,
    names.map((name) => ({ name })),
  )
  return new Map(
    diffs.flatMap((diff, i) => (diff.outcome === 'created' ? [[nameKey(names[i]!), diff.write] as const] : [])),
  )
}

export async function readLocationNames(sql: Sql, organization_id: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from locations where organization_id = ${organization_id}`
  return rows.map(({ name }) => name)
}

export async function writeNewLocations(
  sql: Sql,
  context: WriteContext,
  writes: readonly LocationWrite[],
): Promise<void> {
  const byId = new Map(writes.map((write) => [write.id, write]))
  if (byId.size > 0) await writeLocations(sql, context, [...byId.values()])
}
