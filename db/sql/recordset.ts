/**
 * Rows passed to a statement as one JSON parameter, with the types of the schema. The columns are listed once:
 *
 *   const level_rows = recordset(stock_levels, ['variant_id', 'location_id', 'on_hand'])
 *   sql`insert into stock_levels (organization_id, ${level_rows.names})
 *       select ${organization_id}, ${level_rows.values} from ${level_rows.from(levels)}`
 */
import type { Table } from 'drizzle-orm'
import { type ColumnName, parseItem, type WrittenValue } from './columns.ts'
import type { Fragment } from '../../server/contract/sql.ts'
import { fragment, textFragment } from './fragment.ts'

interface ExtraTypes {
  text: string
  uuid: string
  int: number
  smallint: number
  bigint: number
  float8: number
  numeric: string | number
  boolean: boolean
  date: string
  timestamptz: string
  jsonb: unknown
}

/** The SQL type of a field that is not a column of the table, e.g. `int` or `int | null`. */
type Extra = keyof ExtraTypes | `${keyof ExtraTypes} | null`
type ExtraValue<E> = E extends `${infer K extends keyof ExtraTypes} | null`
  ? ExtraTypes[K] | null
  : E extends keyof ExtraTypes
    ? ExtraTypes[E]
    : never

type Item<T extends Table> = ColumnName<T> | `${ColumnName<T>} as ${string}`
type NameOf<I> = I extends `${string} as ${infer N}` ? N : I
type ColumnOf<I> = I extends `${infer C} as ${string}` ? C : I

type WrittenRow<T extends Table, I extends string, E> = {
  [K in I as NameOf<K>]: WrittenValue<T, ColumnOf<K>>
} & { [K in keyof E]: ExtraValue<E[K]> }

type NoOtherKeys<R, Row> = { [K in Exclude<keyof R, keyof Row>]: never }

export interface Recordset<Row> {
  /** `variant_id, on_hand`: for the column list of an insert. */
  names: Fragment
  /** `n.variant_id, n.on_hand`: for its select list. */
  values: Fragment
  /** `json_to_recordset(…) as n (variant_id uuid, on_hand integer)`; rows have these keys and no others. */
  from<R extends Row>(rows: readonly (R & NoOtherKeys<R, Row>)[]): Fragment
}

export type RecordsetRow<S> = S extends Recordset<infer Row> ? Row : never

interface Options<E> {
  /** Alias of the rows in the statement; default `n`. */
  alias?: string
  /** Fields that are not columns of the table. */
  extra?: E
}

export function recordset<T extends Table, const I extends Item<T>, const E extends Record<string, Extra> = {}>(
  table: T,
  items: readonly I[],
  options: Options<E> = {},
): Recordset<WrittenRow<T, I, E>> {
  const { alias = 'n' } = options
  const extra: Record<string, Extra> = options.extra ?? {}
  const fields = [
    ...items.map((item) => parseItem(table, item)).map(({ name, sql_type }) => ({ name, type: sql_type })),
    ...Object.entries(extra).map(([name, type]) => ({ name, type: type.replace(' | null', '') })),
  ]
  const names = fields.map(({ name }) => name)
  const record = textFragment(`${alias} (${fields.map(({ name, type }) => `${name} ${type}`).join(', ')})`)
  return {
    names: textFragment(names.join(', ')),
    values: textFragment(names.map((name) => `${alias}.${name}`).join(', ')),
    from: (rows) => fragment`json_to_recordset(${JSON.stringify(rows)}::text::json) as ${record}`,
  }
}
