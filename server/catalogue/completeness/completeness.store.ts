/** Missing planning fields over a filtered set of products: parts of one statement over `filtered` (see readFiltered). */
import type { Sql } from '../../contract/call.ts'
import { readFiltered, type Scope } from '../../tables/page.ts'
import type { TableQuery } from '../../tables/table.ts'
import { buyingTermsOfEach, lackColumn, productFigures } from '../product_figures/product_figures.sql.ts'
import {
  missing_fields,
  missingArray,
  missingFieldNames,
  missingProductFields,
  missingVariantFields,
  type MissingFieldName,
} from './missing_fields.ts'
import { productsTable } from '../products/products_table.ts'

const productFlag = (name: MissingFieldName) => `is_${lackColumn(name)}`
/** Whether the product itself lacks a field; that it has no variants is among its figures. */
const lacksItself = (name: MissingFieldName) =>
  name === 'variants' ? '(g.variants = 0)' : `(${missing_fields[name].condition})`

/** The filtered products with what they lack: variants by field, and their own fields. */
const lacking = `${productFigures('completeness')},
checked as materialized (
  select g.*, p.title, p.status, ${missingProductFields.map((name) => `${lacksItself(name)} as ${productFlag(name)}`).join(', ')}
  from figures g
  join products p on p.organization_id = $1 and p.product_id = g.product_id)
`

/** Whether a product lacks a field, itself or in any variant. */
const isLacked = (name: MissingFieldName) =>
  missing_fields[name].level === 'product' ? `k.${productFlag(name)}` : `k.${lackColumn(name)} > 0`

export interface LacksByField {
  field: MissingFieldName
  products: number
  variants: number
}

const variantsLacking = (name: MissingFieldName) =>
  missing_fields[name].level === 'product' ? '0' : `coalesce(sum(k.${lackColumn(name)}), 0)`

const lacksByField = `
select l.field, l.products::int as products, l.variants::int as variants
from (
  select ${missingFieldNames
    .map(
      (name) =>
        `count(*) filter (where ${isLacked(name)}) as products_${name}, ${variantsLacking(name)} as variants_${name}`,
    )
    .join(',\n    ')}
  from checked k) s
cross join lateral (values ${missingFieldNames.map((name) => `('${name}', s.products_${name}, s.variants_${name})`).join(', ')})
  as l (field, products, variants)
where l.products > 0`

/** Products and variants that lack each field; a field that is never missing has no row. */
export const readLacksByField = (sql: Sql, organization_id: string, query: TableQuery, ...scopes: Scope[]) =>
  readFiltered<LacksByField>(sql, productsTable, organization_id, query, () => lacking + lacksByField, ...scopes)

interface LackingProduct {
  product_id: string
  title: string
  status: string
  num_variants: number
  lacks: MissingFieldName[]
  variants: { variant_id: string; sku: string; lacks: MissingFieldName[] }[]
}

export interface Completeness {
  products: number
  variants: number
  incomplete_products: number
  incomplete_variants: number
  fields: LacksByField[]
  rows: LackingProduct[]
}

const missingOf = `(${missingFieldNames.map((name) => `(${isLacked(name)})::int`).join(' + ')})`
const lacksOf = `array_remove(array[${missingFieldNames.map((name) => `case when ${isLacked(name)} then '${name}' end`).join(', ')}]::text[], null)`

/**
 * Products by number of missing fields, most first; ties are broken by title and id, so pages do not overlap. Only the
 * variants of the page's products are read.
 */
const completeness = (limit: string, offset: string) => `,
page as materialized (
  select k.product_id, k.title, k.status, k.variants, k.missing, ${lacksOf} as lacks
  from (
    select k.*, ${missingOf} as missing from checked k where ${missingOf} > 0
    order by missing desc, k.title, k.product_id
    limit ${limit} offset ${offset}) k)
select (select count(*)::int from filtered) as products,
  (select coalesce(sum(k.variants), 0)::int from checked k) as variants,
  (select count(*)::int from checked k where ${missingOf} > 0) as incomplete_products,
  (select coalesce(sum(k.incomplete_variants), 0)::int from checked k) as incomplete_variants,
  coalesce((select jsonb_agg(to_jsonb(b)) from (${lacksByField}) b), '[]') as fields,
  coalesce((
    select jsonb_agg(jsonb_build_object('product_id', g.product_id, 'title', g.title, 'status', g.status,
      'lacks', g.lacks, 'num_variants', g.variants, 'variants', n.variants)
      order by g.missing desc, g.title, g.product_id)
    from page g
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('variant_id', v.variant_id, 'sku', v.sku, 'lacks', v.lacks)
        order by v.position, v.variant_id), '[]') as variants
      from (
        select x.variant_id, x.sku, x.position, ${missingArray(missingVariantFields)} as lacks
        from variants x ${buyingTermsOfEach}
        where x.organization_id = $1 and x.product_id = g.product_id) v
      where cardinality(v.lacks) > 0) n), '[]') as rows`

export async function readCompleteness(
  sql: Sql,
  organization_id: string,
  query: TableQuery & { limit: number; offset: number },
  ...scopes: Scope[]
): Promise<Completeness> {
  const [counted] = await readFiltered<Completeness>(
    sql,
    productsTable,
    organization_id,
    query,
    (param) => lacking + completeness(`${param(query.limit)}::int`, `${param(query.offset)}::int`),
    ...scopes,
  )
  return counted!
}
