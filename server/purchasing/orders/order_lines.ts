/** The lines of an order for its read and its container plan, sortable by these columns. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { CalendarDate, Nullable, Num, OpenChoice, OwnId, Text, Whole } from '../../contract/schema.ts'
import { type UnitOfMeasure, unitsOfMeasure } from '../../contract/units_of_measure.ts'
import { field } from '../../tables/field.ts'
import { readPage } from '../../tables/page.ts'
import { defineTable, type RowOf } from '../../tables/table.ts'

const sort = { sort: true } as const
const decimalText = Nullable(Text('Decimal text.'))

export const orderLinesTable = defineTable({
  name: 'purchase_order_lines',
  base: { table: 'purchase_order_lines', alias: 'l', key: ['purchase_order_id', 'line_id'] },
  joins: {
    v: { sql: 'join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id' },
    p: {
      sql: 'join products p on p.organization_id = v.organization_id and p.product_id = v.product_id',
      after: ['v'],
    },
  },
  fields: {
    line_id: field(OwnId('The line; ids ascend in the order in which lines were added.'), 'l.line_id', sort),
    purchase_order_id: field(OwnId('Order of the line.'), 'l.purchase_order_id'),
    variant_id: field(OwnId('The variant.'), 'l.variant_id'),
    sku: field(Text('Stock keeping unit.'), 'v.sku', sort),
    title: field(Text('Titles of product and variant.'), "p.title || ', ' || v.title"),
    quantity: field(Whole('Units ordered.'), 'l.quantity', sort),
    confirmed_quantity: field(Nullable(Whole('Units that the supplier confirmed.')), 'l.confirmed_quantity', sort),
    in_transit_quantity: field(Whole('Units shipped that have not arrived.'), 'l.in_transit_quantity', sort),
    delivered_quantity: field(Whole('Units delivered.'), 'l.delivered_quantity', sort),
    unit_cost: field(decimalText, 'l.unit_cost', sort),
    total_cost: field(Nullable(Num('Cost of the line.')), 'round(l.quantity * l.unit_cost, 4)', sort),
    purchase_unit: field(OpenChoice(unitsOfMeasure, 'Unit of purchase.'), 'l.purchase_unit'),
    purchase_unit_factor: field(Whole('Units in one purchase unit.'), 'l.purchase_unit_factor'),
    inner_pack_quantity: field(Nullable(Whole('Units in one inner pack.')), 'l.inner_pack_quantity'),
    duty_bp: field(Nullable(Whole('Duty, in basis points.')), 'l.duty_bp', sort),
    expected_delivery_date: field(Nullable(CalendarDate('Expected delivery day.')), 'l.expected_delivery_date', sort),
    hs_code: field(Nullable(Text('Harmonised System code.')), 'p.hs_code'),
    carton_quantity: field(Nullable(Whole('Units in a carton.')), 'v.carton_quantity'),
    carton_cbm: field(decimalText, 'v.carton_cbm'),
    carton_weight_kg: field(decimalText, 'v.carton_weight_kg'),
  },
  default_sort: 'line_id',
  limit_max: limits.purchase_order_lines_max,
})
export type LineOnFile = RowOf<typeof orderLinesTable> & { purchase_unit: UnitOfMeasure }

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
    (param) => `l.purchase_order_id = any(${param(arrayLiteral(ids))}::uuid[])`,
  )
  return page.rows as LineOnFile[]
}
