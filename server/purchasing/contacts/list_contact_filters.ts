import type { Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import {
  countByField,
  filter_values_paging,
  FilterValues,
  filterValuesQuery,
  pageFilterValues,
} from '../../tables/filter_values.ts'

const filter_fields = [
  'city',
  'country',
  'role',
  'department',
  'preferred_contact_method',
  'supplier_id',
  'is_primary_contact',
] as const
type FilterField = (typeof filter_fields)[number]

const countValues = countByField<FilterField>('contacts', {
  city: 'city',
  country: 'country',
  role: 'role',
  department: 'department',
  preferred_contact_method: 'preferred_contact_method',
  supplier_id: 'supplier_id',
  is_primary_contact: 'is_primary',
})

const words: Record<FilterField, string> = {
  city: 'Towns.',
  country: 'Countries, as they were given.',
  role: 'What people do.',
  department: 'Departments.',
  preferred_contact_method: 'Both ways of being reached, used or not.',
  supplier_id: 'Suppliers that people work for, by name.',
  is_primary_contact: 'Primary contacts and others.',
}

export const listContactFilters = operation({
  id: 'suppliers.list_contact_filters',
  route: 'GET /api/v1/contacts/filters',
  summary: 'List the values that contacts can be filtered by',
  description: `Each field's values with how many contacts carry them, by label, closed lists in their own order; the fields are filter keys of the table of contacts. Contacts without a value are not counted. ${filter_values_paging}`,
  query: filterValuesQuery(filter_fields),
  answer: FilterValues(words, 'contacts', 'Portugal'),
  async run({ sql, caller: { organization_id }, query }) {
    const [counts, named] = await Promise.all([countValues(sql, organization_id), namesOf(sql, organization_id)])
    const names = new Map(named.map(({ id, name }) => [id, name]))
    return pageFilterValues(filter_fields, query, counts, { vocabularies, names })
  },
})

const vocabularies: Partial<Record<FilterField, readonly string[]>> = {
  preferred_contact_method: ['email', 'phone'],
  is_primary_contact: ['false', 'true'],
}

const namesOf = (sql: Sql, organization_id: string) => sql<{ id: string; name: string }[]>`
  select supplier_id as id, name from suppliers where organization_id = ${organization_id}`
