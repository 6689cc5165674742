/** Missing planning fields over a filtered set of products: parts of one statement over `filtered` (see readFiltered). */
import type { Sql } from '../../contract/call.ts'
import { readFiltered, type Scope } from '../../tables/page.ts'
import type { TableQuery } from '../../tables/table.ts'
import {
  buyingTerms,
  missingProductFields,
  missingVariantFields,
  missingArray,
  type MissingFieldName,
} from './missing_fields.ts'
import { productsTable } from '../products/products_table.ts'

/** One row for each variant with missing fields, and one for each product with missing product fields. */
const lacking = `, lacking_variants as materialized (
  select x.product_id, x.variant_id, x.sku, x.position, k.lacks
  from filtered f
  join variants x on x.organization_id = $1 and x.product_id = f.product_id
  ${buyingTerms}
  cross join lateral (select ${missingArray(missingVariantFields)} as lacks) k
  where cardinality(k.lacks) > 0),
lacking_products as materialized (
  select p.product_id, k.lacks
  from filtered f
  join products p on p.organization_id = $1 and p.product_id = f.product_id
  cross join lateral (select ${missingArray(missingProductFields)} as lacks) k
  where cardinality(k.lacks) > 0)
`

export interface LacksByField {
  field: MissingFieldName
  products: number
  variants: number
}

const lacksByField = `
select lack as field, count(distinct product_id)::int as products, count(variant_id)::int as variants
from (
  select product_id, variant_id, lacks from lacking_variants
  union all
  select product_id, null, lacks from lacking_products) l
cross join lateral unnest(l.lacks) lack
group by lack`

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

/** Products by number of missing fields, most first; ties are broken by title and id, so pages do not overlap. */
const completeness = (limit: string, offset: string) => `, lacks_of_products as materialized (
  select product_id, count(distinct lack) as missing, array_agg(distinct lack) as lacks
  from (
    select product_id, unnest(lacks) as lack from lacking_variants
    union all
    select product_id, unnest(lacks) from lacking_products) l
  group by product_id),
page as materialized (
  select p.product_id, p.title, p.status, k.missing, k.lacks
  from lacks_of_products k
  join products p on p.organization_id = $1 and p.product_id = k.product_id
  order by k.missing desc, p.title, p.product_id
  limit ${limit} offset ${offset})
select (select count(*)::int from filtered) as products,
  (select count(*)::int from filtered f
    join variants x on x.organization_id = $1 and x.product_id = f.product_id) as variants,
  (select count(*)::int from lacks_of_products) as incomplete_products,
  (select count(*)::int from lacking_variants) as incomplete_variants,
  coalesce((select jsonb_agg(to_jsonb(b)) from (${lacksByField}) b), '[]') as fields,
  coalesce((
    select jsonb_agg(jsonb_build_object('product_id', g.product_id, 'title', g.title, 'status', g.status,
      'lacks', g.lacks, 'num_variants', n.num_variants, 'variants', n.variants)
      order by g.missing desc, g.title, g.product_id)
    from page g
    cross join lateral (
      select (select count(*)::int from variants x where x.organization_id = $1 and x.product_id = g.product_id)
          as num_variants,
        coalesce((
          select jsonb_agg(jsonb_build_object('variant_id', v.variant_id, 'sku', v.sku, 'lacks', v.lacks)
            order by v.position, v.variant_id)
          from lacking_variants v where v.product_id = g.product_id), '[]') as variants) n), '[]') as rows`

export async function readCompleteness(
  sql: Sql,
  organization_id: string,
  query: TableQuery & { limit: number; offset: number },
  ...scopes: Scope[]
): Promise<Completeness> {
  const [found] = await readFiltered<Completeness>(
    sql,
    productsTable,
    organization_id,
    query,
    (param) => lacking + completeness(`${param(query.limit)}::int`, `${param(query.offset)}::int`),
    ...scopes,
  )
  return found!
}
