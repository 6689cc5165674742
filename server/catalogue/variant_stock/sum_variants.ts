/** Keeps variant_stock. Only the job that takes marks of variants calls it, so that one writes at a time. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { fragment } from '../../../db/sql/fragment.ts'
import type { Sql } from '../../contract/sql.ts'
import { takeMarks } from '../../tables/marks.ts'
import { runStatement } from '../../tables/page.ts'
import { sumProducts } from '../product_figures/measure_products.ts'
import { stockColumns } from './stock_sums.sql.ts'
import { summedVariants } from './variant_stock.sql.ts'

const columns = stockColumns.join(', ')
const listed = (of: string) => `(${stockColumns.map((name) => `${of}.${name}`).join(', ')})`

/** Unchanged rows are not written. */
const sumStatement = `
  with wanted as materialized (
    select v.variant_id from unnest($2::uuid[]) w (variant_id)
    join variants v on v.organization_id = $1 and v.variant_id = w.variant_id
  )
  insert into variant_stock as s (organization_id, variant_id, ${columns})
  select $1, m.variant_id, ${columns} from (${summedVariants('wanted')}) m
  on conflict on constraint variant_stock_pk do update
    set ${stockColumns.map((name) => `${name} = excluded.${name}`).join(', ')}
    where ${listed('s')} is distinct from ${listed('excluded')}`

export async function sumVariants(sql: Sql, organization_id: string, variant_ids: readonly string[]): Promise<void> {
  if (variant_ids.length === 0) return
  const params = [organization_id, arrayLiteral([...new Set(variant_ids)])]
  await runStatement(sql, { text: sumStatement, params }, true)
}

/** Marks that one transaction takes. */
export const levelMarks = 2_000
const marks = { table: fragment`stock_level_changes`, of: fragment`variant_id` }

/** Sums variants again whose levels changed without a movement, and their products. Returns how many marks it took. */
export async function foldLevelChanges(sql: Sql, organization_id: string): Promise<number> {
  const variant_ids = await takeMarks(sql, organization_id, marks, levelMarks)
  await sumVariants(sql, organization_id, variant_ids)
  await sumProducts(sql, organization_id, variant_ids)
  return variant_ids.length
}
