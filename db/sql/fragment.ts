/** Parts of statements, declared at module level. They are inserted into statements and never sent on their own. */
import { getTableName, type Table } from 'drizzle-orm'
import type { Fragment } from '../../server/contract/sql.ts'
import { makeSql } from '../client/connection.ts'

/** A tagged template whose results can only be used within a statement. */
export const fragment = makeSql((query) => {
  query.reject(new Error(`a fragment was sent as a statement: ${query.strings.join(' … ')}`))
})

/** A fragment of constant text. The text of the whole statement stays the same, and with it its prepared plan. */
export const textFragment = (text: string): Fragment => fragment.unsafe(text)

/** The name of a table of the schema. */
export const tableName = (table: Table): Fragment => textFragment(getTableName(table))

/** Literals for `in (…)`: unlike parameters, they are visible to the planner of prepared statements. */
export const literals = (values: readonly string[]): Fragment =>
  textFragment(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '))
