/** The lines of an order for its read and its container plan, sortable by these columns. */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { CalendarDate, Nullable, Num, OwnId, Shape, type Static, Text, Whole } from '../../contract/schema.ts'
import { readPage } from '../../tables/page.ts'
import { type Column, defineTable } from '../../tables/table.ts'

const LineOnFile = Shape({
  line_id: OwnId('The line.'),
  purchase_order_id: OwnId('Its order.'),
  variant_id: OwnId('The variant.'),
  sku: Text('Stock keeping unit.'),
  title: Text('Product title and variant title.'),
  quantity: Whole('Units ordered.'),
  confirmed_quantity: Nullable(Whole('Units that the supplier confirmed.')),
  in_transit_quantity: Whole('Units shipped that have not arrived.'),
  delivered_quantity: Whole('Units that arrived.'),
  unit_cost: Nullable(Text('Decimal text.')),
  total_cost: Nullable(Num('Cost of the line.')),
  duty_bp: Nullable(Whole('Duty.')),
  expected_delivery_date: Nullable(CalendarDate('Expected arrival date.')),
  hs_code: Nullable(Text('Customs tariff code.')),
  carton_quantity: Nullable(Whole('Units in a carton.')),
  carton_cbm: Nullable(Text('Decimal text.')),
  carton_weight_kg: Nullable(Text('Decimal text.')),
})
export type LineOnFile = Static<typeof LineOnFile>

const own = (type: Column['type'], name: string, description: string, not_null = false): Column => ({
  type,
  expression: `l.${name}`,
  filter: false,
  sort: true,
  not_null,
  description,
})

export const orderLinesTable = defineTable({
  name: 'purchase_order_lines',
  row: LineOnFile,
  base: { table: 'purchase_order_lines', alias: 'l', key: ['line_id'] },
  joins: {
    v: {
      sql: `join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
    join products p on p.organization_id = v.organization_id and p.product_id = v.product_id`,
    },
  },
  select: `l.line_id, l.purchase_order_id, l.variant_id, v.sku, p.title || ', ' || v.title as title, l.quantity, l.confirmed_quantity,
    l.in_transit_quantity, l.delivered_quantity, l.unit_cost, (l.quantity * l.unit_cost)::float8 as total_cost,
    l.duty_bp, l.expected_delivery_date, p.hs_code, v.carton_quantity, v.carton_cbm, v.carton_weight_kg`,
  columns: {
    line_id: own('id', 'line_id', 'Sequence in which the lines were added.', true),
    sku: {
      type: 'text',
      expression: 'v.sku',
      needs: ['v'],
      filter: false,
      sort: true,
      not_null: true,
      description: 'Stock keeping unit.',
    },
    quantity: own('integer', 'quantity', 'Units ordered.', true),
    confirmed_quantity: own('integer', 'confirmed_quantity', 'Units confirmed.'),
    in_transit_quantity: own('integer', 'in_transit_quantity', 'Units shipped.', true),
    delivered_quantity: own('integer', 'delivered_quantity', 'Units that arrived.', true),
    unit_cost: own('number', 'unit_cost', 'Cost of one unit.'),
    total_cost: {
      type: 'number',
      expression: '(l.quantity * l.unit_cost)',
      filter: false,
      sort: true,
      description: 'Cost of the line.',
    },
    duty_bp: own('integer', 'duty_bp', 'Duty.'),
    expected_delivery_date: own('date', 'expected_delivery_date', 'Expected arrival date.'),
  },
  default_sort: 'line_id',
  limit_max: limits.purchase_order_lines_max,
})

/** Every line of these orders. */
export async function readLines(
  sql: Sql,
  organization_id: string,
  ids: readonly string[],
  sort_args?: string,
): Promise<LineOnFile[]> {
  const page = await readPage(
    sql,
    orderLinesTable,
    organization_id,
    { limit: ids.length * limits.purchase_order_lines_max, ...(sort_args === undefined ? {} : { sort_args }) },
    (param) => `l.purchase_order_id = any(${param(`{${ids.join(',')}}`)}::uuid[])`,
  )
  return page.rows
}
