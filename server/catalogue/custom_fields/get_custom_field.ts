import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { customField } from './custom_fields.ts'

const CustomFieldDetail = Shape(
  {
    ...customField,
    distinct_values: Whole('Number of distinct values.', { minimum: 0 }),
    sample_values: Type.Array(
      Shape({ value: Text('A value.'), variants: Whole('Number of variants with this value.', { minimum: 1 }) }),
      { description: `Most common values, at most ${limits.custom_field_samples_max}, most common first.` },
    ),
  },
  { $id: 'CustomField' },
)

export const getCustomField = operation({
  id: 'products.get_custom_field',
  route: 'GET /api/v1/variants/custom-fields/{custom_field_id}',
  summary: 'Get a custom field',
  description:
    'Returns the definition of a custom field, the number of variants with a value for it, and its most common values.',
  params: Type.Object({ custom_field_id: Id('Id of the custom field.') }),
  answer: CustomFieldDetail,
  refusals: ['custom_field_not_on_file'],
  async run({ sql, caller, params }) {
    const [field] = await sql<Static<typeof CustomFieldDetail>[]>`
      with used as materialized (
        select value, count(*)::int as variants from custom_field_values
        where organization_id = ${caller.organization_id} and custom_field_id = ${params.custom_field_id}
          and value <> ''
        group by value
      ), most_used as (
        select value, variants from used order by variants desc, value limit ${limits.custom_field_samples_max}
      )
      select f.custom_field_id, f.name, f.description, f.data_type, f.choices, f.created_at, f.updated_at,
        (select coalesce(sum(variants), 0)::int from used) as variants_with_value,
        (select count(*)::int from used) as distinct_values,
        (select coalesce(jsonb_agg(jsonb_build_object('value', value, 'variants', variants)
          order by variants desc, value), '[]') from most_used) as sample_values
      from custom_fields f
      where f.organization_id = ${caller.organization_id} and f.custom_field_id = ${params.custom_field_id}`
    return field ?? refuse('custom_field_not_on_file')
  },
})
