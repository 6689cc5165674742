import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { refuseField } from '../../contract/refusals.ts'

/** The ids of these categories, named by id or name, as an array literal; null: not limited. An unknown one is refused. */
export async function findCategories(sql: Sql, organization_id: string, named: readonly string[] | undefined) {
  if (named === undefined) return null
  const namedCategories = await sql<{ category_id: string; name: string }[]>`
    select category_id, name from categories where organization_id = ${organization_id}
      and (name in ${sql([...named])} or category_id::text in ${sql([...named])})`
  const known = new Set(namedCategories.flatMap(({ category_id, name }) => [category_id, name]))
  const missing = named.find((one) => !known.has(one))
  if (missing !== undefined)
    refuseField('categories', `must be categories of this organisation; "${missing.slice(0, 80)}" is not one`)
  return arrayLiteral(namedCategories.map(({ category_id }) => category_id))
}
