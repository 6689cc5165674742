/** The table of counts. Its totals stand on the count itself, so a page reads no lines. */
import { limits } from '../../contract/limits.ts'
import { type Column, defineTable } from '../../tables/table.ts'
import { shapeStocktake, Stocktake, stocktake_columns, stocktake_statuses } from './model.ts'

const figure = (name: string, type: 'integer' | 'number', description: string): Column => ({
  type,
  expression: `s.${name}`,
  sort: true,
  not_null: true,
  description,
})

export const stocktakesTable = defineTable({
  name: 'stocktakes',
  row: Stocktake,
  base: { table: 'stocktakes', alias: 's', key: ['stocktake_id'] },
  select: stocktake_columns,
  shape: shapeStocktake,
  columns: {
    name: {
      type: 'text',
      expression: 's.name',
      sort: true,
      search: true,
      not_null: true,
      description: 'What people call it.',
    },
    counted_on: {
      type: 'date',
      expression: 's.counted_on',
      sort: true,
      not_null: true,
      description: 'Day of the count.',
    },
    status: {
      type: 'text',
      expression: 's.status',
      filter: ['eq', 'neq', 'in', 'not_in'],
      sort: true,
      not_null: true,
      values: stocktake_statuses,
      description: 'open or posted.',
    },
    posted_at: { type: 'instant', expression: 's.posted_at', sort: true, description: 'When it was posted.' },
    created_at: {
      type: 'instant',
      expression: 's.created_at',
      sort: true,
      not_null: true,
      description: 'When it was created.',
    },
    line_count: figure('line_count', 'integer', 'Lines.'),
    counted_line_count: figure('counted_line_count', 'integer', 'Counted lines.'),
    system_total: figure('system_total', 'number', 'Units in the system.'),
    counted_total: figure('counted_total', 'number', 'Units counted.'),
    variance_total: figure('variance_total', 'number', 'Units counted less those in the system.'),
    variance_value_total: {
      type: 'number',
      expression: 'case when s.uncosted_line_count = 0 then s.variance_value_total end',
      sort: true,
      description: 'The variance at unit cost.',
    },
  },
  filters: {
    location_id: {
      operations: ['eq', 'in'],
      type: 'id',
      description: 'A location that the count covers.',
      condition: (operation, value, param) => `exists (
        select 1 from stocktake_locations sl
        where sl.organization_id = s.organization_id and sl.stocktake_id = s.stocktake_id
          and sl.location_id = any(${param(operation === 'in' ? value : [value])}::uuid[]))`,
    },
  },
  default_sort: '-counted_on',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
