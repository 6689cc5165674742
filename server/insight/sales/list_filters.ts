import { type FilterField, NamedFilterValue, readFilterValues } from '../../catalogue/filters/filter_values.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import {
  filterValuesAnswer,
  filterValuesPaging,
  filterValuesQuery,
  readFilterValuesQuery,
} from '../../tables/filter_values.ts'

const salesFilterFields = ['categories', 'custom_fields', 'platform_tags'] as const

const sources: Record<(typeof salesFilterFields)[number], FilterField> = {
  categories: 'category',
  custom_fields: 'custom_fields',
  platform_tags: 'platform_tags',
}

export const listSalesFilters = operation({
  id: 'sales.list_filters',
  route: 'GET /api/v1/sales/filters',
  summary: 'List sales filters',
  description: `Lists the values of categories, custom fields and platform tags with the number of products that have them, sorted by value. The sales table takes them as \`category\`, \`custom_fields\` and \`platform_tags\` in \`filter_args\`; net sales and sales analytics take categories as \`categories\`. ${filterValuesPaging} Values longer than ${limits.filter_text_length_max} characters cannot be filtered by and are left out.`,
  query: filterValuesQuery(salesFilterFields, 'values'),
  answer: filterValuesAnswer(NamedFilterValue, {
    categories: 'Names of categories.',
    custom_fields: 'Custom fields as `name=value`.',
    platform_tags: 'Tags of the store platform.',
  }),
  async run({ sql, caller: { organization_id }, query }) {
    const { fields, ...wanted } = readFilterValuesQuery<(typeof salesFilterFields)[number]>(salesFilterFields, query)
    const answers = await Promise.all(
      fields.map(async (field) => {
        const { rows, total } = await readFilterValues(sql, sources[field], { organization_id, ...wanted })
        return [field, { rows, size: rows.length, offset: wanted.offset, filtered_max_size: total }] as const
      }),
    )
    return Object.fromEntries(answers)
  },
})
