import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { Id, Type } from '../../contract/schema.ts'
import {
  filterValuesPaging,
  filterValuesAnswer,
  filterValuesQuery,
  readFilterValuesQuery,
} from '../../tables/filter_values.ts'
import { filterFields, type FilterField, NamedFilterValue, readFilterValues } from './filter_values.ts'

const descriptions: Record<FilterField, string> = {
  category: 'Names of categories.',
  supplier: 'Names of suppliers.',
  vendor: 'Vendors.',
  product_status: 'Every status, used or not.',
  tags: 'Tags.',
  platform_tags: 'Tags of the store platform.',
  class: 'Merchandising classes.',
  location: 'Names of locations with units on hand, committed or incoming.',
  missing_fields: 'Every field that planning needs, with the number of products that lack it.',
  metafields: 'Metafields as `namespace.key=value`.',
  custom_fields: 'Custom fields as `name=value`.',
  country_of_origin: 'ISO 3166-1 alpha-2 codes.',
}

export const listFilters = operation({
  id: 'products.list_filters',
  route: 'GET /api/v1/organizations/{organization_id}/products/filters',
  summary: 'List product filters',
  description: `Lists the values of each field with the number of products that have them, sorted by value. The fields are filter keys of the table of products. ${filterValuesPaging} Values longer than ${limits.filter_text_length_max} characters cannot be filtered by and are left out.`,
  params: Type.Object({ organization_id: Id('The organisation of the key.') }),
  query: filterValuesQuery(filterFields, 'values', limits.page_limit_filters_max),
  answer: filterValuesAnswer(NamedFilterValue, descriptions),
  async run({ sql, caller: { organization_id }, query }) {
    const { fields, ...wanted } = readFilterValuesQuery<FilterField>(filterFields, query)
    const answers = await Promise.all(
      fields.map(async (one) => {
        const { rows, total } = await readFilterValues(sql, one, { organization_id, ...wanted })
        return [one, { rows, size: rows.length, offset: wanted.offset, filtered_max_size: total }] as const
      }),
    )
    return Object.fromEntries(answers)
  },
})
