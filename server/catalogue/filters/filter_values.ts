/** The values that products can be filtered by, each with how many products carry it. */
import { productStatuses } from '../known_values.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { Count, Nullable, OwnId, Shape, type Static, Text } from '../../contract/schema.ts'
import { readLacksByField } from '../completeness/completeness.store.ts'
import { missingFieldNames } from '../completeness/missing_fields.ts'
import { placesOfProducts, suppliersOfProducts } from '../product_figures/product_figures.sql.ts'
import { runStatement } from '../../tables/page.ts'

export const filterFields = [
  'category',
  'supplier',
  'vendor',
  'product_status',
  'tags',
  'platform_tags',
  'class',
  'location',
  'missing_fields',
  'metafields',
  'custom_fields',
  'country_of_origin',
] as const
export type FilterField = (typeof filterFields)[number]

/** A value with the id of what it names. */
export const NamedFilterValue = Shape(
  {
    value: Text('Value that the filter takes.', { examples: ['Knitwear'] }),
    id: Nullable(OwnId('Id of what the value names; null where the value is plain text.')),
    count: Count('Number of products with the value.', { examples: [12] }),
  },
  { $id: 'NamedFilterValue' },
)
type FilterValue = Static<typeof NamedFilterValue>

export interface FoundValues {
  total: number
  rows: FilterValue[]
}

export interface Wanted {
  organization_id: string
  search: string
  offset: number
  limit: number
}

type Source = (sql: Sql, organization_id: string) => Fragment

const ofColumn =
  (column: 'vendor' | 'class' | 'country_of_origin'): Source =>
  (sql, organization_id) =>
    sql`
    select ${sql(column)} as value, null::uuid as id, count(*)::int as count
    from products where organization_id = ${organization_id} and ${sql(column)} <> '' group by 1`

const ofList =
  (column: 'tags' | 'platform_tags'): Source =>
  (sql, organization_id) =>
    sql`
    select tag as value, null::uuid as id, count(distinct p.product_id)::int as count
    from products p cross join lateral unnest(p.${sql(column)}) tag
    where p.organization_id = ${organization_id} group by 1`

type StoredField = 'supplier' | 'location'

/** Names of what product_figures lists by id, with how many products list it; $1 is the organisation. */
const listedBy = (products: string, ids: string, table: string, id: string) => `
    select t.name as value, t.${id} as id, n.count
    from (
      select u.id, count(*)::int as count from (select unnest(d.${ids}) as id from (${products}) d) u group by 1) n
    join ${table} t on t.organization_id = $1 and t.${id} = n.id`

const storedSources: Record<StoredField, string> = {
  supplier: listedBy(suppliersOfProducts, 'supplier_ids', 'suppliers', 'supplier_id'),
  location: listedBy(placesOfProducts, 'location_ids', 'locations', 'location_id'),
}

/** Each returns value, id and count; closed vocabularies whole, everything else only where it occurs. */
const sources: Record<Exclude<FilterField, 'missing_fields' | StoredField>, Source> = {
  category: (sql, organization_id) => sql`
    select c.name as value, c.category_id as id, n.count
    from (select category_id, count(*)::int as count from products where organization_id = ${organization_id} group by 1) n
    join categories c on c.organization_id = ${organization_id} and c.category_id = n.category_id and c.is_active`,
  vendor: ofColumn('vendor'),
  product_status: (sql, organization_id) => sql`
    select s.value, null::uuid as id, coalesce(n.count, 0) as count
    from unnest(${[...productStatuses]}::text[]) s (value)
    left join (
      select status, count(*)::int as count from products where organization_id = ${organization_id} group by 1) n
      on n.status = s.value`,
  tags: ofList('tags'),
  platform_tags: ofList('platform_tags'),
  class: ofColumn('class'),
  metafields: (sql, organization_id) => sql`
    select namespace || '.' || key || '=' || value as value, null::uuid as id, count(*)::int as count
    from product_metafields where organization_id = ${organization_id} group by 1`,
  custom_fields: (sql, organization_id) => sql`
    select cf.name || '=' || d.value as value, cf.custom_field_id as id, d.count
    from (
      select o.custom_field_id, o.value, count(*)::int as count
      from (
        select distinct cv.custom_field_id, cv.value, v.product_id
        from custom_field_values cv
        join variants v on v.organization_id = ${organization_id} and v.variant_id = cv.variant_id
        where cv.organization_id = ${organization_id} and cv.value <> '') o
      group by 1, 2) d
    join custom_fields cf on cf.organization_id = ${organization_id} and cf.custom_field_id = d.custom_field_id
      and cf.is_active`,
  country_of_origin: ofColumn('country_of_origin'),
}

const isStored = (field: FilterField): field is StoredField => Object.hasOwn(storedSources, field)

async function readStored(sql: Sql, field: StoredField, request: Wanted): Promise<FoundValues> {
  const { organization_id, search, limit, offset } = request
  const text = `
    with source as (${storedSources[field]}),
    found as materialized (
      select value, id, count from source
      where length(value) <= ${limits.filter_text_length_max} and position(lower($2::text) in lower(value)) > 0)
    select (select count(*)::int from found) as total,
      coalesce((select jsonb_agg(jsonb_build_object('value', r.value, 'id', r.id, 'count', r.count) order by r.value, r.id)
        from (select * from found order by value, id limit $3::int offset $4::int) r), '[]') as rows`
  const params = [organization_id, search, limit, offset]
  const [matches] = await runStatement<FoundValues>(sql, { text, params }, true)
  return matches!
}

/** A value that no filter could be given is not offered. */
async function readValues(sql: Sql, source: Source, request: Wanted): Promise<FoundValues> {
  const [matches] = await sql<FoundValues[]>`
    with source as (${source(sql, request.organization_id)}),
    found as materialized (
      select value, id, count from source
      where length(value) <= ${limits.filter_text_length_max}
        and position(lower(${request.search}::text) in lower(value)) > 0)
    select (select count(*)::int from found) as total,
      coalesce((select jsonb_agg(jsonb_build_object('value', r.value, 'id', r.id, 'count', r.count) order by r.value, r.id)
        from (select * from found order by value, id limit ${request.limit} offset ${request.offset}) r), '[]') as rows`
  return matches!
}

async function readMissing(sql: Sql, { organization_id, search, offset, limit }: Wanted): Promise<FoundValues> {
  const counted = await readLacksByField(sql, organization_id, {})
  const count = new Map(counted.map(({ field, products }) => [field, products]))
  const matchingNames = missingFieldNames.filter((name) => name.includes(search.toLowerCase()))
  return {
    total: matchingNames.length,
    rows: matchingNames
      .slice(offset, offset + limit)
      .map((value) => ({ value, id: null, count: count.get(value) ?? 0 })),
  }
}

export const readFilterValues = (sql: Sql, field: FilterField, request: Wanted): Promise<FoundValues> =>
  field === 'missing_fields'
    ? readMissing(sql, request)
    : isStored(field)
      ? readStored(sql, field, request)
      : readValues(sql, sources[field], request)
