/** Session operations on categories. */
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Flag, Shape, Type } from '../../contract/schema.ts'
import { newWriteOf, writeOf } from '../../records/single.ts'
import { writeContext } from '../../records/write_context.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { Category, categoryFields, CategoryFields, CategoryPath, NewSubcategories, service } from './model.ts'
import { diffCategories, writeCategories } from './diff_categories.ts'
import { lockCategory, readCategory, selectCategories } from './store.ts'

const limit_default = limits.page_limit_common_max

export const listCategories = sessionOperation({
  id: 'session.list_categories',
  route: 'GET /api/v1/product-categories',
  summary: 'List categories',
  description:
    'Returns a page of the product categories with their subcategories, archived ones included, sorted by name.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      is_active: Type.Optional(Flag('true returns only active categories, false only archived ones.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Category),
  async run({ sql, caller: { organization_id }, query: { offset = 0, limit = limit_default, is_active } }) {
    const [rows, [count]] = await Promise.all([
      selectCategories(sql, organization_id, { is_active, limit, offset }),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from categories
        where organization_id = ${organization_id}
          and (${is_active ?? null}::boolean is null or is_active = ${is_active ?? null})`,
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const getCategory = sessionOperation({
  id: 'session.get_category',
  route: 'GET /api/v1/product-categories/{category_id}',
  summary: 'Get a category',
  description: 'Returns a category with its subcategories, also when it is archived.',
  service,
  params: CategoryPath,
  answer: Category,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readCategory(sql, caller.organization_id, params.category_id),
})

export const createCategory = sessionOperation({
  id: 'session.create_category',
  route: 'POST /api/v1/product-categories',
  summary: 'Create a category',
  desc: ({ name }) => `Category ${name} created.`,
  description:
    'Creates a product category, with its subcategories if they are sent. Its name must be unique within the organisation, archived categories included, case ignored.',
  service,
  status: 201,
  body: Shape(
    {
      name: categoryFields.name,
      is_active: CategoryFields.properties.is_active,
      subcategories: Type.Optional(NewSubcategories),
    },
    { examples: [{ name: 'Swimwear', subcategories: [{ name: 'Bikinis' }] }] },
  ),
  answer: Category,
  async run({ sql, caller, body, now }) {
    const context = writeContext(caller, now)
    const [diff] = await diffCategories(sql, context, [body])
    const write = newWriteOf(diff!, 'category')
    await writeCategories(sql, context, [write])
    return readCategory(sql, caller.organization_id, write.category_id)
  },
})

export const updateCategory = sessionOperation({
  id: 'session.update_category',
  route: 'PATCH /api/v1/product-categories/{category_id}',
  summary: 'Update a category',
  desc: ({ name }) => `Category ${name} saved.`,
  description:
    'Changes only the fields that are sent. `is_active: false` archives the category: its products keep it and can still be filtered by it, but it is no longer among the filter values. `is_active: true` makes it active again. Subcategories are changed with their own operations.',
  service,
  params: CategoryPath,
  body: Shape(CategoryFields.properties, { examples: [{ name: 'Swim and beach' }] }),
  answer: Category,
  refusals: ['not_found'],
  async run({ sql, caller, params: { category_id }, body, now }) {
    const { organization_id } = caller
    await lockCategory(sql, organization_id, category_id)
    const context = writeContext(caller, now)
    const [diff] = await diffCategories(sql, context, [{ ...body, id: category_id }])
    const write = writeOf(diff!)
    if (write !== null) await writeCategories(sql, context, [write])
    return readCategory(sql, organization_id, category_id)
  },
})
