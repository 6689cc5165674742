/** SQL of the lines of orders, as orders and lists show them. */
import { order_lines } from '../../../../db/schema/selling/sales_orders.ts'
import { variants } from '../../../../db/schema/catalogue.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/call.ts'
import { money } from '../../../contract/money.ts'
import { type Cover, readCovers } from '../allocation/allocation_horizon.ts'
import type { Order, OrderRow } from '../model.ts'

const lineColumns = selection(order_lines, 'l', [
  'order_id',
  'line_id as line_item_id',
  'variant_id',
  'ordered_quantity',
  'quantity',
  'allocated_quantity',
  'fulfilled_quantity',
  'cancelled_quantity',
  'over_shipped_quantity',
  'invoiced_quantity',
  'unit_price_cents::float8',
  'requested_unit_price_cents::float8',
  'discount_cents::float8',
  'tax_cents::float8',
  'verdict',
  'verdict_reason',
  'requested_ship_date',
  'cancel_date',
  'door_reference',
  'buyer_sku',
  'buyer_line_reference',
  'instead_of_line_id as instead_of_line_item_id',
])
const skuColumns = selection(variants, 'v', ['sku'])
type SelectedLine = RowOf<typeof lineColumns> &
  RowOf<typeof skuColumns> & { currency: string; returned_quantity: number; promised_back: number }

const readLines = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<SelectedLine[]>`
  select ${lineColumns}, ${skuColumns}, o.currency, r.returned_quantity, r.promised_back
  from order_lines l
  join sales_orders o on o.organization_id = ${organization_id} and o.order_id = l.order_id
  join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
  cross join lateral (
    select coalesce(sum(t.received_quantity), 0)::float8 as returned_quantity,
      coalesce(sum(case when b.state = 'closed' then t.received_quantity
        else greatest(t.expected_quantity, t.received_quantity) end), 0)::float8 as promised_back
    from return_lines t
    join returns b on b.organization_id = ${organization_id} and b.return_id = t.return_id and b.state <> 'cancelled'
    where t.organization_id = ${organization_id} and t.order_line_id = l.line_id
  ) r
  where l.organization_id = ${organization_id} and l.order_id = any(${arrayLiteral(ids)}::uuid[])
  order by l.order_id, l.line_number`

function shapeCover(cover: Cover | undefined): Order['line_items'][number]['cover'] {
  if (cover === undefined) return null
  const { units, available, incoming, incoming_by } = cover
  return {
    outstanding_units: units,
    available_units: available,
    incoming_units: incoming,
    incoming_by,
    is_covered: available + incoming >= units,
  }
}

function shapeLine(line: SelectedLine, cover: Cover | undefined): Order['line_items'][number] {
  const { order_id: _order_id, currency, unit_price_cents, discount_cents, tax_cents, ...row } = line
  return {
    line_item_id: row.line_item_id,
    variant_id: row.variant_id,
    sku: row.sku,
    ordered_quantity: row.ordered_quantity,
    quantity: row.quantity,
    allocated_quantity: row.allocated_quantity,
    fulfilled_quantity: row.fulfilled_quantity,
    cancelled_quantity: row.cancelled_quantity,
    over_shipped_quantity: row.over_shipped_quantity,
    invoiced_quantity: row.invoiced_quantity,
    returned_quantity: row.returned_quantity,
    returnable_quantity: Math.max(row.fulfilled_quantity - row.promised_back, 0),
    unit_price: money(unit_price_cents, currency, 'The price is open.'),
    requested_unit_price: money(row.requested_unit_price_cents, currency, 'The customer stated no price.'),
    // Those that return with the quantity are none of 0 units.
    discount: money(line.quantity === 0 ? 0 : discount_cents, currency, ''),
    tax: money(line.quantity === 0 ? 0 : tax_cents, currency, ''),
    verdict: row.verdict,
    verdict_reason: row.verdict_reason,
    requested_ship_date: row.requested_ship_date,
    cancel_date: row.cancel_date,
    door_reference: row.door_reference,
    buyer_sku: row.buyer_sku,
    buyer_line_reference: row.buyer_line_reference,
    instead_of_line_item_id: row.instead_of_line_item_id,
    cover: shapeCover(cover),
  }
}

/** Lines by order, in their order. */
export async function readLineItems(
  sql: Sql,
  organization_id: string,
  ids: readonly string[],
): Promise<Map<string, Order['line_items']>> {
  const [lines, covers] = await Promise.all([
    readLines(sql, organization_id, ids),
    readCovers(sql, organization_id, ids),
  ])
  const coverOf = new Map(covers.map((cover) => [cover.line_item_id, cover]))
  return new Map(
    [...Map.groupBy(lines, ({ order_id }) => order_id)].map(([order_id, of]) => [
      order_id,
      of.map((line) => shapeLine(line, coverOf.get(line.line_item_id))),
    ]),
  )
}

/** Rows of a list with their lines. */
export async function withLineItems(sql: Sql, organization_id: string, rows: readonly OrderRow[]): Promise<OrderRow[]> {
  const linesOf = await readLineItems(
    sql,
    organization_id,
    rows.map(({ order_id }) => order_id),
  )
  return rows.map((row) => ({ ...row, line_items: linesOf.get(row.order_id) ?? [] }))
}
