/** Keeps product_figures: measures products again. Only the job that takes marks of variants calls it, so that one writes at a time. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { fragment } from '../../../db/sql/fragment.ts'
import type { Sql } from '../../contract/sql.ts'
import { takeMarks } from '../../tables/marks.ts'
import { runStatement } from '../../tables/page.ts'
import { figureColumns, measuredProducts } from './product_figures.sql.ts'

const parts = ['completeness', 'stock', 'levels', 'suppliers'] as const
const columns = figureColumns(...parts)

/** A product that is gone leaves no row. */
const measureStatement = `
  with wanted as materialized (select unnest($2::uuid[]) as product_id),
  present as materialized (
    select p.product_id from wanted w join products p on p.organization_id = $1 and p.product_id = w.product_id
  ), gone as (
    delete from product_figures g using wanted w
    where g.organization_id = $1 and g.product_id = w.product_id and w.product_id not in (select product_id from present)
  )
  insert into product_figures (organization_id, product_id, ${columns.join(', ')})
  select $1, m.* from (${measuredProducts('present', ...parts)}) m
  on conflict on constraint product_figures_pk do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`

export async function measureProducts(sql: Sql, organization_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await runStatement(sql, { text: measureStatement, params: [organization_id, arrayLiteral([...new Set(ids)])] }, true)
}

const ofStock = figureColumns('stock', 'levels')
const listed = (of: string) => `(${ofStock.map((name) => `${of}.${name}`).join(', ')})`

/** A product without a row gets one with its mark in product_changes. */
const sumStatement = `
  with wanted as materialized (
    select distinct v.product_id from unnest($2::uuid[]) w (variant_id)
    join variants v on v.organization_id = $1 and v.variant_id = w.variant_id
  )
  update product_figures g set ${ofStock.map((name) => `${name} = m.${name}`).join(', ')}
  from (${measuredProducts('wanted', 'stock', 'levels')}) m
  where g.organization_id = $1 and g.product_id = m.product_id and ${listed('g')} is distinct from ${listed('m')}`

/** Only the stock of the products of these variants. */
export async function sumProducts(sql: Sql, organization_id: string, variant_ids: readonly string[]): Promise<void> {
  if (variant_ids.length === 0) return
  await runStatement(sql, { text: sumStatement, params: [organization_id, arrayLiteral(variant_ids)] }, true)
}

/** Marks that one transaction takes; each may name another product. */
export const productMarks = 500
const marks = { table: fragment`product_changes`, of: fragment`product_id` }

/** Measures products again whose variants or suppliers changed. Returns how many marks it took. */
export async function foldProductChanges(sql: Sql, organization_id: string): Promise<number> {
  const product_ids = await takeMarks(sql, organization_id, marks, productMarks)
  await measureProducts(sql, organization_id, product_ids)
  return product_ids.length
}
