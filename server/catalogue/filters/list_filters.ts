import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { Choice, Id, Nullable, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { pagingQuery } from '../../tables/table.ts'
import { filter_fields, type FilterField, readFilterValues } from './filter_values.ts'

const FilterValue = Shape({
  value: Text('What a filter of the table takes as its value.'),
  id: Nullable(OwnId('The id behind the value; null where the value is a plain word.')),
  count: Whole('How many products carry it.'),
})

const words: Record<FilterField, string> = {
  category: 'Names of categories.',
  supplier: 'Names of suppliers.',
  vendor: 'Vendors.',
  product_status: 'All statuses, used or not.',
  tags: 'Tags.',
  platform_tags: 'Tags of the store platform.',
  class: 'Merchandising classes.',
  location: 'Names of locations with units on hand, committed or incoming.',
  missing_fields: 'All that planning needs, with how many products lack each.',
  metafields: 'Metafields as `namespace.key=value`.',
  custom_fields: 'Custom fields as `name=value`.',
  country_of_origin: 'ISO 3166-1 alpha-2 codes.',
}

const ValuesOf = (description: string) =>
  Shape(
    {
      rows: Type.Array(FilterValue),
      size: Whole('How many values this page has.'),
      offset: Whole('How many values were skipped.'),
      filtered_max_size: Whole('How many values the field has, within the search.'),
    },
    { description },
  )
const OptionalValues = (description: string) => Type.Optional(ValuesOf(description))
const by_field = Object.fromEntries(filter_fields.map((field) => [field, OptionalValues(words[field])])) as Record<
  FilterField,
  ReturnType<typeof OptionalValues>
>

export const listFilters = operation({
  id: 'products.list_filters',
  route: 'GET /api/v1/organizations/{organization_id}/products/filters',
  summary: 'List the values that products can be filtered by',
  description: `Each field's values with how many products carry them, by value; the fields are the filter keys of the table of products. With \`field\`, that field alone is answered and paged. Without it every field is answered with its first ${limits.page_limit_filters_default} values, and offset and limit are not applied. Values longer than ${limits.filter_text_length_max} characters cannot be filtered by and are left out.`,
  params: Type.Object({ organization_id: Id('The organisation of the key.') }),
  query: Type.Object(
    {
      field: Type.Optional(Choice(filter_fields, 'The one field to answer.')),
      search: Type.Optional(Text('Text to find in the values, case ignored.', { maxLength: limits.search_length_max })),
      ...pagingQuery(limits.page_limit_filters_default, limits.page_limit_filters_max),
    },
    { additionalProperties: false },
  ),
  answer: Shape(by_field),
  async run({ sql, caller: { organization_id }, query }) {
    const { field, search = '' } = query
    const fields = field === undefined ? filter_fields : [field]
    const offset = field === undefined ? 0 : (query.offset ?? 0)
    const limit = field === undefined ? undefined : query.limit
    const wanted = { organization_id, search, offset, limit: limit ?? limits.page_limit_filters_default }
    const answers = await Promise.all(
      fields.map(async (one) => {
        const { rows, total } = await readFilterValues(sql, one, wanted)
        return [one, { rows, size: rows.length, offset, filtered_max_size: total }] as const
      }),
    )
    return Object.fromEntries(answers)
  },
})
