/**
 * A table whose records are created and changed in bulk by their id, as parts of statements (server/records/named_writes.ts):
 *
 *   const locationTable = namedTable(locations, 'location_id', ['name', 'kind', 'is_active'], ['created_at'])
 */
import type { Table } from 'drizzle-orm'
import type { Fragment } from '../../server/contract/sql.ts'
import type { ColumnName } from './columns.ts'
import { tableName, textFragment } from './fragment.ts'
import { list, named } from './lists.ts'
import { type Recordset, recordset } from './recordset.ts'

export interface NamedTable {
  name: Fragment
  /** The column of the id. */
  id: Fragment
  /** Columns of a new record, and its row under the alias `n`. */
  createdNames: Fragment
  createdValues: Fragment
  created: Recordset<Record<string, unknown>>
  /** Columns that a change may set; rows `n` carry those that change as JSON. */
  changedNames: Fragment
  changedValues: Fragment
  changed: Recordset<{ id: string; changed: unknown }>
}

/** `stamps` are columns of new records that the writer sets, such as `created_at`; changes set `changeStamps`. */
export const namedTable = <T extends Table>(
  table: T,
  id: ColumnName<T>,
  columns: readonly ColumnName<T>[],
  stamps: readonly ColumnName<T>[] = [],
  changeStamps: readonly ColumnName<T>[] = [],
): NamedTable => ({
  name: tableName(table),
  id: textFragment(id),
  createdNames: list([id, ...columns, ...stamps]),
  createdValues: named(['id', ...columns, ...stamps], 'n'),
  created: recordset(table, [`${id} as id`, ...columns, ...stamps]) as unknown as NamedTable['created'],
  changedNames: list([...columns, ...changeStamps]),
  changedValues: named([...columns, ...changeStamps], 'r'),
  changed: recordset(table, [`${id} as id`], { extra: { changed: 'jsonb' } }) as unknown as NamedTable['changed'],
})
