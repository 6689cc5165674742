/** SQL of categories and subcategories. */
import type { Sql } from '../../contract/call.ts'
import { refuseUnknown } from '../../records/single.ts'
import type { Category, Subcategory } from './model.ts'

interface CategoryFilter {
  category_id?: string
  is_active?: boolean
  limit: number
  offset: number
}

export const selectCategories = (sql: Sql, organization_id: string, filter: CategoryFilter) => sql<Category[]>`
  select c.category_id, c.name, c.is_active, p.product_count, s.subcategories
  from (
    select category_id, name, is_active from categories
    where organization_id = ${organization_id}
      and (${filter.category_id ?? null}::uuid is null or category_id = ${filter.category_id ?? null})
      and (${filter.is_active ?? null}::boolean is null or is_active = ${filter.is_active ?? null})
    order by lower(name), category_id limit ${filter.limit} offset ${filter.offset}
  ) c
  cross join lateral (
    select count(*)::int as product_count from products
    where organization_id = ${organization_id} and category_id = c.category_id
  ) p
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('subcategory_id', subcategory_id, 'category_id', category_id,
      'name', name, 'is_active', is_active) order by lower(name), subcategory_id), '[]') as subcategories
    from subcategories where organization_id = ${organization_id} and category_id = c.category_id
  ) s
  order by lower(c.name), c.category_id`

export async function readCategory(sql: Sql, organization_id: string, category_id: string): Promise<Category> {
  const [row] = await selectCategories(sql, organization_id, { category_id, limit: 1, offset: 0 })
  return row ?? refuseUnknown('category')
}

export async function readSubcategory(
  sql: Sql,
  organization_id: string,
  category_id: string,
  subcategory_id: string,
): Promise<Subcategory> {
  const [row] = await sql<Subcategory[]>`
    select subcategory_id, category_id, name, is_active from subcategories
    where organization_id = ${organization_id} and category_id = ${category_id} and subcategory_id = ${subcategory_id}`
  return row ?? refuseUnknown('subcategory')
}

/** Locks the category, so that concurrent changes of it and of its subcategories see each other. */
export async function lockCategory(sql: Sql, organization_id: string, category_id: string): Promise<void> {
  const rows = await sql`
    select from categories where organization_id = ${organization_id} and category_id = ${category_id}
    for no key update`
  if (rows.length === 0) refuseUnknown('category')
}
