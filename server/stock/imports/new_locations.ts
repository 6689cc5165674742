/** Locations that a file names and the organisation does not have yet. */
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_plan.ts'
import { type LocationWrite, planLocations, writeLocations } from '../locations/plan.ts'
import { nameKey } from '../../records/texts.ts'

export type NewLocations = ReadonlyMap<string, LocationWrite & { id: string }>

/** By nameKey. A name that no location can have is left out, and its rows are refused. */
export async function planNewLocations(
  sql: Sql,
  context: WriteContext,
  named: readonly string[],
): Promise<NewLocations> {
  const names = [...new Map(named.filter((name) => name !== '').map((name) => [nameKey(name), name.trim()])).values()]
  const plans = await planLocations(
    sql,
    context,
    names.map((name) => ({ name })),
  )
  return new Map(
    plans.flatMap((plan, i) => (plan.outcome === 'created' ? [[nameKey(names[i]!), plan.write] as const] : [])),
  )
}

export async function writeNewLocations(
  sql: Sql,
  context: WriteContext,
  writes: readonly LocationWrite[],
): Promise<void> {
  const byId = new Map(writes.map((write) => [write.id, write]))
  if (byId.size > 0) await writeLocations(sql, context, [...byId.values()])
}
