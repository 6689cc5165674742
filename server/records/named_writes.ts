/** Reads and writes tables of records that are identified by their name, as named_records.ts plans them. */
import type { NamedTable } from '../../db/sql/named_table.ts'
import type { Sql } from '../contract/call.ts'
import type { WriteContext } from '../imports/record_diff.ts'
import { lookupRows } from './lookup_rows.ts'
import {
  lookups,
  type NamedFacts,
  type NamedFields,
  type NamedKind,
  type NamedRecord,
  type NamedWrite,
} from './named_records.ts'
import { refusingTakenNames } from './single.ts'

/** The records that the ids and names stand for, in their order; names are unique in the table in any case. */
export const readNamedFacts = <F extends NamedFields>(
  sql: Sql,
  organization_id: string,
  table: NamedTable,
  records: readonly NamedRecord<F>[],
) => sql<NamedFacts[]>`
  select lower(n.name) as key, to_jsonb(own) as own, to_jsonb(same_name) as same_name
  from ${lookupRows.from(lookups(records))}
  left join ${table.name} own on own.organization_id = ${organization_id} and own.${table.id} = n.id
  left join ${table.name} same_name on same_name.organization_id = ${organization_id}
    and lower(same_name.name) = lower(n.name)
  order by n.at`

export interface RowWrites {
  /** Rows of new records by column, with their `id`. */
  created: readonly { id: string }[]
  /** Only the columns that change. */
  changed: readonly { id: string; changed: object }[]
}

/** Writes rows in the order given, so that two writers in the order of names and ids cannot deadlock. */
export async function writeRows(
  sql: Sql,
  { organization_id, now }: Pick<WriteContext, 'organization_id' | 'now'>,
  table: NamedTable,
  { created, changed }: RowWrites,
): Promise<void> {
  const newRows = created.map((row) => ({ ...row, created_at: now, updated_at: now }))
  const changes = changed.map((one) => ({ id: one.id, changed: { ...one.changed, updated_at: now } }))
  if (newRows.length > 0)
    await sql`
      insert into ${table.name} (organization_id, ${table.createdNames})
      select ${organization_id}, ${table.createdValues} from ${table.created.from(newRows)}`
  if (changes.length > 0)
    await sql`
      update ${table.name} t set (${table.changedNames}) = (
        select ${table.changedValues} from jsonb_populate_record(t, n.changed) r)
      from ${table.changed.from(changes)}
      where t.organization_id = ${organization_id} and t.${table.id} = n.id`
}

/** Writes planned records; a name that another request took since the plan is refused. */
export const writeNamed = <F extends NamedFields>(
  sql: Sql,
  context: Pick<WriteContext, 'organization_id' | 'now'>,
  table: NamedTable,
  { noun, names_index }: Pick<NamedKind<F>, 'noun' | 'names_index'>,
  writes: readonly NamedWrite<F>[],
): Promise<void> => {
  const byName = (a: NamedWrite<F>, b: NamedWrite<F>) => {
    const [one, other] = [a.next.name.toLowerCase(), b.next.name.toLowerCase()]
    return one < other ? -1 : one > other ? 1 : 0
  }
  return refusingTakenNames(names_index, noun, () =>
    writeRows(sql, context, table, {
      created: writes
        .filter(({ is_new }) => is_new)
        .toSorted(byName)
        .map(({ id, next }) => ({ id, ...next })),
      changed: writes.filter(({ is_new }) => !is_new).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    }),
  )
}
