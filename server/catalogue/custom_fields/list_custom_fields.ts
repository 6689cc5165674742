import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { Shape, type Static, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { customField } from './custom_fields.ts'

const CustomField = Shape(customField, { $id: 'CustomFieldRow' })

export const listCustomFields = operation({
  id: 'products.list_custom_fields',
  route: 'GET /api/v1/variants/custom-fields',
  summary: 'List custom fields',
  description:
    'Returns a page of the custom fields that the organisation defined for its variants, sorted by name, with the number of variants that have a value for each. Archived fields are not listed.',
  query: Type.Object(pagingQuery(), { additionalProperties: false }),
  answer: Page(CustomField),
  async run({ sql, caller, query }) {
    const { offset = 0, limit = limits.page_limit_default } = query
    const [[count], rows] = await Promise.all([
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from custom_fields
        where organization_id = ${caller.organization_id} and is_active`,
      sql<Static<typeof CustomField>[]>`
        select f.*, filled.variants_with_value
        from (
          select custom_field_id, name, description, data_type, choices, created_at, updated_at
          from custom_fields where organization_id = ${caller.organization_id} and is_active
          order by name, custom_field_id limit ${limit} offset ${offset}
        ) f
        cross join lateral (
          select count(*)::int as variants_with_value from custom_field_values v
          where v.organization_id = ${caller.organization_id} and v.custom_field_id = f.custom_field_id
            and v.value <> ''
        ) filled
        order by f.name, f.custom_field_id`,
    ])
    return { rows, size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})
