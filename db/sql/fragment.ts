/** Parts of statements declared in modules, outside any call. They are read by the statement that contains them, never sent. */
import type { Fragment } from '../../server/contract/sql.ts'
import { makeSql } from '../client/connection.ts'

/** A tagged template whose results can only be put into a statement. */
export const fragment = makeSql((query) => {
  query.reject(new Error(`a fragment was sent as a statement: ${query.strings.join(' … ')}`))
})

/** A fragment of constant text. The text of the whole statement stays the same, and with it its prepared plan. */
export const textFragment = (text: string): Fragment => fragment.unsafe(text)

/** Constants for `in (…)`, written out: unlike parameters, they are known to the plans of prepared statements. */
export const literals = (values: readonly string[]): Fragment =>
  textFragment(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '))
