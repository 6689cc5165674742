import { listFilterValues } from '../../tables/filter_values.ts'
import { velocityWeeks } from '../known_values.ts'
import { variantTables } from './velocity_tables.ts'

export const listVelocityFilters = listFilterValues({
  id: 'sales.list_velocity_filters',
  route: 'GET /api/v1/sales/velocity/filters',
  row: ['velocity', 'variants'],
  table: variantTables[velocityWeeks[0]],
  fields: ['category_id', 'vendor', 'class', 'product_status', 'contribution_class'],
  example: 'Harbour',
  named_by: { categories: 'category_id' },
  account: 'aggregate',
})
