/** The variants and channels of a page of forecasts, one by one or by category. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Fragment, Sql } from '../../../contract/call.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { nilId } from '../../../contract/schema.ts'

export interface PairFilters {
  variant_ids?: readonly string[]
  product_id?: string
  category_ids?: readonly string[]
  sales_channel_id?: string
  location_id?: string
}

export interface Paging {
  offset: number
  limit: number
}

/** A row of the page; its key is that of the pairs it sums. */
export interface PageRow {
  key: string
  variant_id: string | null
  sku: string | null
  product_id: string | null
  category_id: string | null
  category: string | null
  sales_channel_id: string | null
  sales_channel: string | null
  method: string | null
  series: number
}

/** Every variant and channel with a forecast or an override. */
const pairs = (sql: Sql, organization_id: string) => sql`
  select f.variant_id, f.sales_channel_id from forecast_choices f where f.organization_id = ${organization_id}
  union
  select o.variant_id, o.sales_channel_id from forecast_overrides o where o.organization_id = ${organization_id}`

export type Grain = 'variant' | 'category'

/** Pairs c with their variant v and product p, limited by the filters. */
const filtered = (sql: Sql, organization_id: string, filters: PairFilters, further: Fragment = sql``) => {
  const { variant_ids, product_id, category_ids, sales_channel_id } = filters
  return sql`
    (${pairs(sql, organization_id)}) c
    join variants v on v.organization_id = ${organization_id} and v.variant_id = c.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    ${further}
    where true
    ${variant_ids === undefined ? sql`` : sql`and c.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])`}
    ${product_id === undefined ? sql`` : sql`and v.product_id = ${product_id}`}
    ${category_ids === undefined ? sql`` : sql`and p.category_id = any(${arrayLiteral(category_ids)}::uuid[])`}
    ${sales_channel_id === undefined ? sql`` : sql`and c.sales_channel_id = ${sales_channel_id}`}`
}

const readSeries = (sql: Sql, organization_id: string, filters: PairFilters, { offset, limit }: Paging) => sql<
  PageRow[]
>`
  select l.variant_id::text || ' ' || l.sales_channel_id as key, l.variant_id, l.sku, l.product_id, l.category_id,
    k.name as category, l.sales_channel_id, l.sales_channel, f.method, 1 as series
  from (
    select c.variant_id, v.sku, v.product_id, p.category_id, c.sales_channel_id, n.name as sales_channel
    from ${filtered(
      sql,
      organization_id,
      filters,
      sql`
      join sales_channels n on n.organization_id = ${organization_id} and n.sales_channel_id = c.sales_channel_id`,
    )}
    order by v.sku, c.variant_id, n.name, c.sales_channel_id limit ${limit} offset ${offset}
  ) l
  left join categories k on k.organization_id = ${organization_id} and k.category_id = l.category_id
  left join forecast_choices f on f.organization_id = ${organization_id} and f.variant_id = l.variant_id
    and f.sales_channel_id = l.sales_channel_id
  order by l.sku, l.variant_id, l.sales_channel, l.sales_channel_id`

/** Goods without a category come last. */
const readCategories = (sql: Sql, organization_id: string, filters: PairFilters, { offset, limit }: Paging) => sql<
  PageRow[]
>`
  select coalesce(l.category_id, ${nilId}::uuid)::text as key, null as variant_id, null as sku, null as product_id,
    l.category_id, k.name as category, n.sales_channel_id, n.name as sales_channel, null as method, l.series
  from (
    select p.category_id, count(*)::int as series from ${filtered(sql, organization_id, filters)} group by p.category_id
  ) l
  left join categories k on k.organization_id = ${organization_id} and k.category_id = l.category_id
  left join sales_channels n on n.organization_id = ${organization_id}
    and n.sales_channel_id = ${filters.sales_channel_id ?? null}::uuid
  order by k.name nulls last, l.category_id limit ${limit} offset ${offset}`

export const readPage = (
  sql: Sql,
  organization_id: string,
  filters: PairFilters,
  { grain, ...paging }: Paging & { grain: Grain },
) => (grain === 'category' ? readCategories : readSeries)(sql, organization_id, filters, paging)

export async function countRows(
  sql: Sql,
  organization_id: string,
  filters: PairFilters,
  grain: Grain,
): Promise<number> {
  const counted =
    grain === 'category' ? sql`count(distinct coalesce(p.category_id, ${nilId}::uuid))::int` : sql`count(*)::int`
  const [row] = await sql<{ count: number }[]>`
    select ${counted} as count from ${filtered(sql, organization_id, filters)}`
  return row!.count
}

/** The pairs of the rows: key, variant_id, sales_channel_id. */
export const pairsOf = (
  sql: Sql,
  organization_id: string,
  filters: PairFilters,
  rows: readonly PageRow[],
  grain: Grain,
): Fragment =>
  grain === 'category'
    ? sql`
      select coalesce(p.category_id, ${nilId}::uuid)::text as key, c.variant_id, c.sales_channel_id
      from ${filtered(sql, organization_id, filters)}
        and coalesce(p.category_id, ${nilId}::uuid) = any(${arrayLiteral(rows.map(({ key }) => key))}::uuid[])`
    : sql`
      select r.key, r.variant_id, r.sales_channel_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (key text, variant_id uuid, sales_channel_id uuid)`

/** Refuses ids that the organisation does not have, under the names of the parameters. */
export async function checkFilters(sql: Sql, organization_id: string, filters: PairFilters): Promise<void> {
  const { variant_ids = [], product_id, category_ids = [], sales_channel_id, location_id } = filters
  const [known] = await sql<Record<'variants' | 'products' | 'categories' | 'channels' | 'locations', number>[]>`
    select
      (select count(*)::int from variants where organization_id = ${organization_id}
        and variant_id = any(${arrayLiteral(variant_ids)}::uuid[])) as variants,
      (select count(*)::int from products where organization_id = ${organization_id}
        and product_id = ${product_id ?? null}::uuid) as products,
      (select count(*)::int from categories where organization_id = ${organization_id}
        and category_id = any(${arrayLiteral(category_ids)}::uuid[])) as categories,
      (select count(*)::int from sales_channels where organization_id = ${organization_id}
        and sales_channel_id = ${sales_channel_id ?? null}::uuid) as channels,
      (select count(*)::int from locations where organization_id = ${organization_id}
        and location_id = ${location_id ?? null}::uuid) as locations`
  const { variants, products, categories, channels, locations } = known!
  const distinct = (ids: readonly string[]) => new Set(ids).size
  if (variants < distinct(variant_ids)) refuseField('variant_ids', 'must be variants of this organisation')
  if (product_id !== undefined && products === 0) refuseField('product_id', 'must be a product of this organisation')
  if (categories < distinct(category_ids)) refuseField('category_ids', 'must be categories of this organisation')
  if (sales_channel_id !== undefined && channels === 0)
    refuseField('sales_channel_id', 'must be a sales channel of this organisation')
  if (location_id !== undefined && locations === 0)
    refuseField('location_id', 'must be a location of this organisation')
}
