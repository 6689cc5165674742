import { listFilterValues } from '../../tables/filter_values.ts'
import { contactsTable } from './contacts_table.ts'

export const listContactFilters = listFilterValues({
  id: 'suppliers.list_contact_filters',
  route: 'GET /api/v1/contacts/filters',
  row: ['contact', 'contacts'],
  table: contactsTable,
  fields: ['city', 'country', 'role', 'department', 'preferred_contact_method', 'supplier_id', 'is_primary_contact'],
  example: 'Portugal',
  named_by: { suppliers: 'supplier_id' },
})
