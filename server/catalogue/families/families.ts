/** Session operations on product families. */
import { sessionOperation } from '../../contract/operation.ts'
import { Flag, Shape, Type } from '../../contract/schema.ts'
import { newWriteOf, writeOf } from '../../records/single.ts'
import { writeContext } from '../../records/write_context.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { Family, familyFields, FamilyFields, FamilyPath, service } from './model.ts'
import { diffFamilies, writeFamilies } from './diff_families.ts'
import { lockFamily, readFamily, selectFamilies } from './store.ts'

const limit_default = 50

export const listFamilies = sessionOperation({
  id: 'session.list_families',
  route: 'GET /api/v1/product-families',
  summary: 'List product families',
  description: 'Returns a page of the product families with their templates, archived ones included, sorted by name.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      is_active: Type.Optional(Flag('true returns only active families, false only archived ones.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Family),
  async run({ sql, caller: { organization_id }, query: { offset = 0, limit = limit_default, is_active } }) {
    const [rows, [count]] = await Promise.all([
      selectFamilies(sql, organization_id, { is_active, limit, offset }),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from families
        where organization_id = ${organization_id}
          and (${is_active ?? null}::boolean is null or is_active = ${is_active ?? null})`,
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const getFamily = sessionOperation({
  id: 'session.get_family',
  route: 'GET /api/v1/product-families/{family_id}',
  summary: 'Get a product family',
  description: 'Returns a product family with its template, also when it is archived.',
  service,
  params: FamilyPath,
  answer: Family,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readFamily(sql, caller.organization_id, params.family_id),
})

export const createFamily = sessionOperation({
  id: 'session.create_family',
  route: 'POST /api/v1/product-families',
  summary: 'Create a product family',
  desc: ({ name }) => `Family ${name} created.`,
  description:
    'Creates a product family with its template: the attributes that its products should have, in order. The name must be unique within the organisation, archived families included, case ignored.',
  service,
  status: 201,
  body: Shape(
    { ...FamilyFields.properties, name: familyFields.name },
    { examples: [{ name: 'Swimwear', attributes: [{ attribute: 'fabric', group: 'Material', required: true }] }] },
  ),
  answer: Family,
  async run({ sql, caller, body, now }) {
    const context = writeContext(caller, now)
    const [diff] = await diffFamilies(sql, context, [body])
    const write = newWriteOf(diff!, 'family')
    await writeFamilies(sql, context, [write])
    return readFamily(sql, caller.organization_id, write.id)
  },
})

export const updateFamily = sessionOperation({
  id: 'session.update_family',
  route: 'PATCH /api/v1/product-families/{family_id}',
  summary: 'Update a product family',
  desc: ({ name }) => `Family ${name} saved.`,
  description:
    'Changes only the fields that are sent; `attributes` replaces the whole template. Values that products have for an attribute that leaves the template are kept and reported as not in the family. `is_active: false` archives the family: its products keep it and its template. `is_active: true` makes it active again.',
  service,
  params: FamilyPath,
  body: Shape(FamilyFields.properties, {
    examples: [{ attributes: [{ attribute: 'fabric', group: 'Material', required: false }] }],
  }),
  answer: Family,
  refusals: ['not_found'],
  async run({ sql, caller, params: { family_id }, body, now }) {
    const { organization_id } = caller
    await lockFamily(sql, organization_id, family_id)
    const context = writeContext(caller, now)
    const [diff] = await diffFamilies(sql, context, [{ ...body, id: family_id }])
    const write = writeOf(diff!)
    if (write !== null) await writeFamilies(sql, context, [write])
    return readFamily(sql, organization_id, family_id)
  },
})
