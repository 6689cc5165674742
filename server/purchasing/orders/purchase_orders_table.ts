/** The table of orders. Costs and counts stand on the order itself, so a page reads no lines. */
import { limits } from '../../contract/limits.ts'
import { type Column, type ColumnType, defineTable } from '../../tables/table.ts'
import { order_types, purchase_order_statuses, PurchaseOrderRow } from './model.ts'

const own = (type: ColumnType, name: string, description: string, more: Partial<Column> = {}): Column => ({
  type,
  expression: `o.${name}`,
  description,
  ...more,
})
const id = (name: string, description: string) => own('id', name, description)
const known = (name: string, values: readonly string[], description: string) =>
  own('text', name, description, { filter: ['eq', 'neq', 'in', 'not_in'], sort: true, not_null: true, values })
const day = (name: string, description: string) => own('date', name, description, { sort: true })
const stamp = (name: string, description: string) => own('instant', name, description, { sort: true, not_null: true })

/** Why order o has no total; null where it has one. */
export const total_cost_reason = `case when o.total_cost is null then o.uncosted_lines || ' of ' || o.total_line_items
      || case when o.total_line_items = 1 then ' line' else ' lines' end
      || case when o.uncosted_lines = 1 then ' has' else ' have' end || ' no unit cost.' end`

export const purchaseOrdersTable = defineTable({
  name: 'purchase_orders',
  row: PurchaseOrderRow,
  base: { table: 'purchase_orders', alias: 'o', key: ['purchase_order_id'] },
  joins: {
    s: { sql: 'left join suppliers s on s.organization_id = o.organization_id and s.supplier_id = o.supplier_id' },
  },
  select: `o.purchase_order_id as id, o.external_id, o.name, o.order_type, o.status, o.supplier_id,
    s.name as supplier_name, o.location_id, o.source_location_id, o.order_date, o.expected_delivery_date,
    o.total_cost::float8 as total_cost, ${total_cost_reason} as total_cost_reason, o.total_line_items, o.on_hold,
    o.hold_reason`,
  columns: {
    id: { ...id('purchase_order_id', 'The order.'), not_null: true },
    name: own('text', 'name', 'What people call it.', { sort: true, search: true, not_null: true }),
    external_id: own('text', 'external_id', 'Its id in the other system.', { search: true }),
    order_type: known('order_type', order_types, 'Kind of order.'),
    status: known('status', purchase_order_statuses, 'How far it has come.'),
    supplier_id: id('supplier_id', 'The supplier.'),
    supplier_name: {
      type: 'text',
      expression: 's.name',
      needs: ['s'],
      sort: true,
      search: true,
      description: 'Name of the supplier.',
    },
    location_id: id('location_id', 'The destination.'),
    source_location_id: id('source_location_id', 'The source.'),
    commitment_id: id('commitment_id', 'The commitment that it draws from.'),
    order_date: day('order_date', 'When it was ordered.'),
    expected_delivery_date: day('expected_delivery_date', 'When it should arrive.'),
    total_cost: own('number', 'total_cost', 'What its lines cost; empty while the cost of one is unknown.', {
      sort: true,
    }),
    total_line_items: own('integer', 'total_line_items', 'How many lines it has.', { sort: true, not_null: true }),
    on_hold: own('boolean', 'on_hold', 'Whether it is stopped.'),
    created_at: stamp('created_at', 'When it was created.'),
    updated_at: stamp('updated_at', 'When it last changed.'),
  },
  filters: {
    variant_id: {
      operations: ['eq', 'in'],
      type: 'id',
      description: 'A variant that stands on one of its lines.',
      condition: (operation, value, param) => `o.purchase_order_id in (
        select l.purchase_order_id from purchase_order_lines l
        where l.organization_id = $1 and l.variant_id = any(${param(operation === 'in' ? value : [value])}::uuid[]))`,
    },
  },
  default_sort: '-created_at',
  limit_default: limits.purchase_orders_page_default,
  limit_max: limits.page_limit_common_max,
})
