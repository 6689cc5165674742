/** Session operations on the definitions of custom fields. */
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Flag, Shape, Type } from '../../contract/schema.ts'
import { newWriteOf, writeOf } from '../../records/single.ts'
import { writeContext } from '../../records/write_context.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { lockDefinition, readDefinition, selectDefinitions } from './definitions.store.ts'
import { CustomFieldDefinition, CustomFieldPath, definitionFields, DefinitionFields, service } from './model.ts'
import { diffCustomFields, writeCustomFields } from './diff_custom_fields.ts'

const limit_default = limits.page_limit_common_max

export const listCustomFieldDefinitions = sessionOperation({
  id: 'session.list_custom_fields',
  route: 'GET /api/v1/custom-fields',
  summary: 'List custom field definitions',
  description:
    'Returns a page of the custom fields of the organisation, archived ones included, sorted by name, with the number of variants that have a value for each.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      is_active: Type.Optional(Flag('true returns only active fields, false only archived ones.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(CustomFieldDefinition),
  async run({ sql, caller: { organization_id }, query: { offset = 0, limit = limit_default, is_active } }) {
    const [rows, [count]] = await Promise.all([
      selectDefinitions(sql, organization_id, { is_active, limit, offset }),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from custom_fields
        where organization_id = ${organization_id}
          and (${is_active ?? null}::boolean is null or is_active = ${is_active ?? null})`,
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const getCustomFieldDefinition = sessionOperation({
  id: 'session.get_custom_field',
  route: 'GET /api/v1/custom-fields/{custom_field_id}',
  summary: 'Get a custom field definition',
  description: 'Returns the definition of a custom field, also when it is archived.',
  service,
  params: CustomFieldPath,
  answer: CustomFieldDefinition,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readDefinition(sql, caller.organization_id, params.custom_field_id),
})

export const createCustomField = sessionOperation({
  id: 'session.create_custom_field',
  route: 'POST /api/v1/custom-fields',
  summary: 'Create a custom field',
  desc: ({ name }) => `Custom field ${name} created.`,
  description:
    'Creates a custom field for the variants of the organisation. A field of type `choice` needs at least one choice; other types have none. The name must be unique within the organisation, archived fields included, case ignored.',
  service,
  status: 201,
  body: Shape(
    { ...DefinitionFields.properties, name: definitionFields.name },
    { examples: [{ name: 'Lining', data_type: 'choice', choices: ['Silk', 'Viscose'] }] },
  ),
  answer: CustomFieldDefinition,
  async run({ sql, caller, body, now }) {
    const context = writeContext(caller, now)
    const [diff] = await diffCustomFields(sql, context, [body])
    const write = newWriteOf(diff!, 'custom field')
    await writeCustomFields(sql, context, [write])
    return readDefinition(sql, caller.organization_id, write.id)
  },
})

export const updateCustomField = sessionOperation({
  id: 'session.update_custom_field',
  route: 'PATCH /api/v1/custom-fields/{custom_field_id}',
  summary: 'Update a custom field',
  desc: ({ name }) => `Custom field ${name} saved.`,
  description:
    'Changes only the fields that are sent; `choices` replaces all choices and must contain every value that variants have. While variants have values, `data_type` can only change to `text`. `is_active: false` archives the field: variants keep their values, but the field is neither listed nor among the filter values. `is_active: true` makes it active again.',
  service,
  params: CustomFieldPath,
  body: Shape(DefinitionFields.properties, { examples: [{ name: 'Lining material' }] }),
  answer: CustomFieldDefinition,
  refusals: ['not_found'],
  async run({ sql, caller, params: { custom_field_id }, body, now }) {
    const { organization_id } = caller
    await lockDefinition(sql, organization_id, custom_field_id)
    const context = writeContext(caller, now)
    const [diff] = await diffCustomFields(sql, context, [{ ...body, id: custom_field_id }])
    const write = writeOf(diff!)
    if (write !== null) await writeCustomFields(sql, context, [write])
    return readDefinition(sql, organization_id, custom_field_id)
  },
})
