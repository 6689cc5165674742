import { operation } from '../../contract/operation.ts'
import {
  countByField,
  filter_values_paging,
  FilterValues,
  filterValuesQuery,
  pageFilterValues,
} from '../../tables/filter_values.ts'
import { order_channels } from './model.ts'

const filter_fields = [
  'currency',
  'country_code',
  'payment_terms',
  'incoterm',
  'order_channel',
  'lead_time_days',
  'is_active',
] as const
type FilterField = (typeof filter_fields)[number]

const countValues = countByField<FilterField>('suppliers', {
  currency: 'currency',
  country_code: 'country_code',
  payment_terms: 'payment_terms',
  incoterm: 'incoterm',
  order_channel: 'order_channel',
  lead_time_days: 'lead_time_days',
  is_active: 'is_active',
})

const words: Record<FilterField, string> = {
  currency: 'Currencies, ISO 4217.',
  country_code: 'Countries, ISO 3166-1 alpha-2.',
  payment_terms: 'Terms of payment.',
  incoterm: 'Delivery terms.',
  order_channel: 'All ways in which orders reach suppliers, used or not.',
  lead_time_days: 'Days from order to receipt, the fewest first; a filter takes them as a number.',
  is_active: 'Suppliers that are not ordered from, and those that are.',
}

export const listSupplierFilters = operation({
  id: 'suppliers.list_filters',
  route: 'GET /api/v1/inventory/suppliers/filters',
  summary: 'List the values that suppliers can be filtered by',
  description: `Each field's values with how many suppliers carry them, by label, closed lists in their own order; the fields are filter keys of the table of suppliers. Suppliers without a value are not counted. ${filter_values_paging}`,
  query: filterValuesQuery(filter_fields),
  answer: FilterValues(words, 'suppliers', 'EUR'),
  async run({ sql, caller: { organization_id }, query }) {
    const counts = await countValues(sql, organization_id)
    const days = counts.filter(({ field }) => field === 'lead_time_days').map(({ value }) => Number(value))
    const in_days = days.toSorted((a, b) => a - b).map(String)
    return pageFilterValues(filter_fields, query, counts, { vocabularies: { ...closed, lead_time_days: in_days } })
  },
})

const closed: Partial<Record<FilterField, readonly string[]>> = {
  order_channel: order_channels,
  is_active: ['false', 'true'],
}
