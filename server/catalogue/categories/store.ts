/** SQL of categories and subcategories. */
import { categories, subcategories } from '../../../db/schema/catalogue.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { type NamedWrite, splitWrites } from '../../records/named_records.ts'
import { refuseUnknown, refusingTakenNames } from '../../records/single.ts'
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

type Write = NamedWrite<{ name: string; is_active: boolean }>

const newCategories = recordset(categories, ['category_id', 'name', 'is_active'])
const changedCategories = recordset(categories, ['category_id'], { extra: { changed: 'jsonb' } })

export async function writeCategoryRows(sql: Sql, organization_id: string, writes: readonly Write[]): Promise<void> {
  const { created, changed } = splitWrites(writes)
  const rows = created.map(({ id, next }) => ({ category_id: id, ...next }))
  const changes = changed.map((write) => ({ category_id: write.id, changed: write.changed }))
  await refusingTakenNames('categories_by_name', 'category', async () => {
    if (rows.length > 0)
      await sql`
        insert into categories (organization_id, ${newCategories.names})
        select ${organization_id}, ${newCategories.values} from ${newCategories.from(rows)}`
    if (changes.length > 0)
      await sql`
        update categories t set (name, is_active) = (
          select r.name, r.is_active from jsonb_populate_record(t, n.changed) r)
        from ${changedCategories.from(changes)}
        where t.organization_id = ${organization_id} and t.category_id = n.category_id`
  })
}

const newSubcategories = recordset(subcategories, ['subcategory_id', 'category_id', 'name', 'is_active'])
const changedSubcategories = recordset(subcategories, ['subcategory_id'], { extra: { changed: 'jsonb' } })

export async function writeSubcategoryRows(
  sql: Sql,
  organization_id: string,
  writes: readonly { category_id: string; write: Write }[],
): Promise<void> {
  const category = new Map(writes.map(({ category_id, write }) => [write.id, category_id]))
  const { created, changed } = splitWrites(writes.map(({ write }) => write))
  const rows = created.map(({ id, next }) => ({ subcategory_id: id, category_id: category.get(id)!, ...next }))
  const changes = changed.map((write) => ({ subcategory_id: write.id, changed: write.changed }))
  await refusingTakenNames('subcategories_by_name', 'subcategory', async () => {
    if (rows.length > 0)
      await sql`
        insert into subcategories (organization_id, ${newSubcategories.names})
        select ${organization_id}, ${newSubcategories.values} from ${newSubcategories.from(rows)}`
    if (changes.length > 0)
      await sql`
        update subcategories t set (name, is_active) = (
          select r.name, r.is_active from jsonb_populate_record(t, n.changed) r)
        from ${changedSubcategories.from(changes)}
        where t.organization_id = ${organization_id} and t.subcategory_id = n.subcategory_id`
  })
}
