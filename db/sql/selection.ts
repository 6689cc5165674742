/**
 * A select list made of columns of the schema, with its row type. Statements stay written by hand:
 *
 *   const level_columns = selection(stock_levels, 's', ['variant_id', 'on_hand', 'days_of_cover::float8 as cover'])
 *   type Level = RowOf<typeof level_columns>
 *   sql<Level[]>`select ${level_columns} from stock_levels s where …`
 */
import type { Table } from 'drizzle-orm'
import { type Item, parseItem, type SelectedRow } from './columns.ts'
import type { Fragment } from '../../server/contract/sql.ts'
import { fragment, textFragment } from './fragment.ts'

declare const row: unique symbol

/** A fragment with the type of the rows that it selects. */
export type Selection<Row> = Fragment & { readonly [row]?: Row }

export type RowOf<S> = S extends Selection<infer Row> ? Row : never

/** The row if the table may have none, as on the right side of a left join. */
export type OuterRowOf<S> = { [K in keyof RowOf<S>]: RowOf<S>[K] | null }

type RowsOf<S extends readonly Selection<object>[]> = S extends readonly [infer First, ...infer Rest]
  ? RowOf<First> & (Rest extends readonly Selection<object>[] ? RowsOf<Rest> : unknown)
  : unknown

/** Selections of several tables, in their order; the row has the columns of all of them. */
export const selections = <const S extends readonly Selection<object>[]>(...parts: S): Selection<RowsOf<S>> =>
  parts.reduce<Fragment>((all, one, i) => (i === 0 ? one : fragment`${all}, ${one}`), fragment``)

/** `alias` is the alias of the table in the statement. */
export function selection<T extends Table, const I extends Item<T>>(
  table: T,
  alias: string,
  items: readonly I[],
): Selection<SelectedRow<T, I>> {
  const parts = items.map((item) => {
    const { column, cast, name } = parseItem(table, item)
    const value = cast === null ? `${alias}.${column}` : `${alias}.${column}::${cast}`
    return cast === null && name === column ? value : `${value} as ${name}`
  })
  return textFragment(parts.join(', '))
}
