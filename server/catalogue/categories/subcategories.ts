/** Session operations on the subcategories of a category; the public read lists them. */
import { refuseField } from '../../contract/refusals.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Shape } from '../../contract/schema.ts'
import type { RecordDiff } from '../../imports/record_diff.ts'
import { writeContext } from '../../records/write_context.ts'
import { CategoryPath, service, Subcategory, subcategoryFields, SubcategoryFields, SubcategoryPath } from './model.ts'
import { type CategoryWrite, diffCategories, writeCategories } from './diff_categories.ts'
import { lockCategory, readSubcategory } from './store.ts'

/** The write of the only subcategory of a diff; its faults are named as fields of the subcategory itself. */
function subcategoryWriteOf(diff: RecordDiff<CategoryWrite>) {
  if (diff.outcome === 'unchanged') return null
  if (diff.outcome !== 'refused') return diff.write
  const { field, rule, allowed } = diff.faults[0]!
  return refuseField(field.replace('subcategories[0].', ''), rule, allowed)
}

export const getSubcategory = sessionOperation({
  id: 'session.get_subcategory',
  route: 'GET /api/v1/product-categories/{category_id}/subcategories/{subcategory_id}',
  summary: 'Get a subcategory',
  description: 'Returns a subcategory, also when it is archived.',
  service,
  params: SubcategoryPath,
  answer: Subcategory,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) =>
    readSubcategory(sql, caller.organization_id, params.category_id, params.subcategory_id),
})

export const createSubcategory = sessionOperation({
  id: 'session.create_subcategory',
  route: 'POST /api/v1/product-categories/{category_id}/subcategories',
  summary: 'Create a subcategory',
  desc: ({ name }) => `Subcategory ${name} created.`,
  description:
    'Creates a subcategory of a category. Its name must be unique within the category, archived subcategories included, case ignored.',
  service,
  status: 201,
  params: CategoryPath,
  body: Shape(
    { name: subcategoryFields.name, is_active: SubcategoryFields.properties.is_active },
    { examples: [{ name: 'Bikinis' }] },
  ),
  answer: Subcategory,
  refusals: ['not_found'],
  async run({ sql, caller, params: { category_id }, body, now }) {
    const { organization_id } = caller
    await lockCategory(sql, organization_id, category_id)
    const context = writeContext(caller, now)
    const [diff] = await diffCategories(sql, context, [{ id: category_id, subcategories: [body] }])
    const write = subcategoryWriteOf(diff!)
    const created = write?.subcategories[0]?.write
    if (write === null || created?.is_new !== true) return refuseField('name', 'belongs to another subcategory')
    await writeCategories(sql, context, [write])
    return readSubcategory(sql, organization_id, category_id, created.id)
  },
})

export const updateSubcategory = sessionOperation({
  id: 'session.update_subcategory',
  route: 'PATCH /api/v1/product-categories/{category_id}/subcategories/{subcategory_id}',
  summary: 'Update a subcategory',
  desc: ({ name }) => `Subcategory ${name} saved.`,
  description:
    'Changes only the fields that are sent. `is_active: false` archives the subcategory: its products keep it. `is_active: true` makes it active again.',
  service,
  params: SubcategoryPath,
  body: Shape(SubcategoryFields.properties, { examples: [{ name: 'Two-piece' }] }),
  answer: Subcategory,
  refusals: ['not_found'],
  async run({ sql, caller, params: { category_id, subcategory_id }, body, now }) {
    const { organization_id } = caller
    await lockCategory(sql, organization_id, category_id)
    await readSubcategory(sql, organization_id, category_id, subcategory_id)
    const context = writeContext(caller, now)
    const [diff] = await diffCategories(sql, context, [
      { id: category_id, subcategories: [{ ...body, id: subcategory_id }] },
    ])
    const write = subcategoryWriteOf(diff!)
    if (write !== null) await writeCategories(sql, context, [write])
    return readSubcategory(sql, organization_id, category_id, subcategory_id)
  },
})
