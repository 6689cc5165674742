import { listFilterValues } from '../../tables/filter_values.ts'
import { suppliersTable } from './suppliers_table.ts'

export const listSupplierFilters = listFilterValues({
  id: 'suppliers.list_filters',
  route: 'GET /api/v1/inventory/suppliers/filters',
  row: ['supplier', 'suppliers'],
  table: suppliersTable,
  fields: ['currency', 'country_code', 'payment_terms', 'incoterm', 'order_channel', 'lead_time_days', 'is_active'],
  example: 'EUR',
})
