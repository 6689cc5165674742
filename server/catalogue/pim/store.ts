/** Reads product data: the template of a family and the attributes stored on a product. */
import type { Sql } from '../../contract/call.ts'
import { readRowCount } from '../../tables/row_counts.ts'
import type { StoredAttribute, TemplateAttribute } from './rules.ts'

/** Whether a stored value counts as filled: JSON null, blank text and empty lists and objects do not. */
const isFilled = (sql: Sql) => sql`
  a.value is not null and a.value not in ('null', '[]', '{}')
    and not (jsonb_typeof(a.value) = 'string' and btrim(a.value #>> '{}', E' \\t\\r\\n') = '')`

export interface ListedProduct {
  product_id: string
  title: string
  family_id: string | null
  has_template: boolean
  missing_required_count: number
  owned_fields: string[]
}

/** A page of products by title; a null family_id selects all products. */
export async function readListed(
  sql: Sql,
  organization_id: string,
  { family_id, limit, offset }: { family_id: string | null; limit: number; offset: number },
): Promise<{ rows: ListedProduct[]; total: number }> {
  const inFamily = family_id === null ? sql`` : sql`and p.family_id = ${family_id}`
  // All products are counted as they are written; those of a family are counted here.
  const counting =
    family_id === null
      ? readRowCount(sql, organization_id, 'products')
      : sql<{ total: number }[]>`
          select count(*)::int as total from products p
          where p.organization_id = ${organization_id} and p.family_id = ${family_id}`.then(
          ([counted]) => counted!.total,
        )
  const [rows, total] = await Promise.all([
    sql<ListedProduct[]>`
      select p.product_id, p.title, p.family_id, t.has_template, t.missing_required_count, h.owned_fields
      from (
        select p.organization_id, p.product_id, p.title, p.family_id
        from products p
        where p.organization_id = ${organization_id} ${inFamily}
        order by p.title, p.product_id limit ${limit} offset ${offset}) p
      cross join lateral (
        select count(*) > 0 as has_template,
          count(*) filter (where fa.required and not exists (
            select 1 from product_attributes a
            where a.organization_id = p.organization_id and a.product_id = p.product_id
              and a.attribute = fa.attribute and ${isFilled(sql)}))::int as missing_required_count
        from family_attributes fa
        where fa.organization_id = p.organization_id and fa.family_id = p.family_id) t
      cross join lateral (
        select coalesce(array_agg(a.attribute order by a.attribute), '{}') as owned_fields
        from product_attributes a
        where a.organization_id = p.organization_id and a.product_id = p.product_id and a.owned) h
      order by p.title, p.product_id`,
    counting,
  ])
  return { rows: [...rows], total }
}

export interface FoundProduct {
  product_id: string
  family_id: string | null
  template: TemplateAttribute[]
  stored: StoredAttribute[]
}

export async function readOne(
  sql: Sql,
  organization_id: string,
  product_id: string,
): Promise<FoundProduct | undefined> {
  const [product] = await sql<FoundProduct[]>`
    select p.product_id, p.family_id,
      coalesce((
        select jsonb_agg(jsonb_build_object('attribute', fa.attribute, 'group', fa.attribute_group,
          'required', fa.required) order by fa.position, fa.attribute)
        from family_attributes fa
        where fa.organization_id = p.organization_id and fa.family_id = p.family_id), '[]') as template,
      coalesce((
        select jsonb_agg(jsonb_build_object('attribute', a.attribute, 'value', a.value, 'filled', ${isFilled(sql)},
          'owned', a.owned, 'awaiting_write_back', a.awaiting_write_back) order by a.attribute)
        from product_attributes a
        where a.organization_id = p.organization_id and a.product_id = p.product_id), '[]') as stored
    from products p
    where p.organization_id = ${organization_id} and p.product_id = ${product_id}`
  return product
}
