/** Names of the Drizzle schema's columns in SQL, their casts, and the types the driver returns for them. */
import { getTableColumns, type Table } from 'drizzle-orm'

export type ColumnName<T extends Table> = keyof T['_']['columns'] & string
type Column<T extends Table, C> = C extends ColumnName<T> ? T['_']['columns'][C] : never

type OrNull<T extends Table, C> = Column<T, C>['_']['notNull'] extends true ? never : null
type Data<T extends Table, C> = Column<T, C>['_']['data']

/** Type of a column after a cast: a JSON number, or text. */
interface CastTo {
  float8: number
  int: number
  text: string
}
export type Cast = keyof CastTo

/**
 * A column as it is selected: `status`, `movement_id as id`, `units_per_day::float8`, or
 * `units_per_day::float8 as pace`. Without a cast, bigint is returned as a number and numeric as exact text. `available!`
 * is a nullable column that is never null where it is selected.
 */
export type Item<T extends Table> =
  | Source<T>
  | `${Source<T>}::${Cast}`
  | `${Source<T>} as ${string}`
  | `${Source<T>}::${Cast} as ${string}`
type Source<T extends Table> = ColumnName<T> | `${ColumnName<T>}!`

type BeforeName<I> = I extends `${infer S} as ${string}` ? S : I
type BeforeCast<S> = S extends `${infer C}::${string}` ? C : S
type ColumnOf<S> = S extends `${infer C}!` ? C : S
type NameOf<I> = I extends `${string} as ${infer N}` ? N : ColumnOf<BeforeCast<I>>

type NullOf<T extends Table, S> = S extends `${string}!` ? never : OrNull<T, S>
type ValueOf<T extends Table, S> = S extends `${infer C}::${infer K extends Cast}`
  ? CastTo[K] | NullOf<T, C>
  : Data<T, ColumnOf<S>> | NullOf<T, S>

export type SelectedRow<T extends Table, I extends string> = { [K in I as NameOf<K>]: ValueOf<T, BeforeName<K>> }

/** Type of a JSON value for a column: a numeric may be text or a number. */
export type WrittenValue<T extends Table, C> =
  | (Column<T, C>['_']['columnType'] extends 'PgNumeric' ? string | number : Data<T, C>)
  | OrNull<T, C>

export interface ParsedItem {
  /** Its name in the table. */
  column: string
  sql_type: string
  cast: string | null
  /** Its name in the result. */
  name: string
}

export function parseItem(table: Table, item: string): ParsedItem {
  const [source, renamed] = item.split(' as ') as [string, string?]
  const [marked, cast] = source.split('::') as [string, string?]
  const key = marked.replace('!', '')
  const column = getTableColumns(table)[key]
  if (column === undefined) throw new Error(`the table has no column ${key}`)
  const sql_type = column.getSQLType()
  // A float8 would round above 2^53; our counts and ids are far smaller.
  const defaultCast = sql_type === 'bigint' ? 'float8' : null
  return { column: column.name, sql_type, cast: cast ?? defaultCast, name: renamed ?? column.name }
}
