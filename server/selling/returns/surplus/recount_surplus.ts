/**
 * Units of a consumer order that came back as surplus, since more had shipped than was agreed, once less has: a corrected
 * shipment turns them into returned sales. Those that came back last are recounted, on the day on which they arrived.
 */
import { return_lines, return_receipt_lines, return_receipts, returns } from '../../../../db/schema/selling/returns.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { LockedOrder } from '../../orders/locked_order.store.ts'
import { addSales } from '../../sales_facts/add_sales.ts'
import { receivedReturn, salesChange, type SalesKey } from '../../sales_facts/sales_figures.rules.ts'
import { readShipped } from '../receipt.store.ts'
import { recounted } from './surplus.rules.ts'

const arrivedColumns = selections(
  selection(return_receipt_lines, 'n', [
    'return_id',
    'receipt_number',
    'line_id',
    'variant_id',
    'received_quantity',
    'surplus_quantity',
    'unit_cost',
    'value_cents::float8',
    'tax_cents::float8',
    'currency',
  ]),
  selection(return_lines, 't', ['order_line_id']),
  selection(return_receipts, 'i', ['location_id', 'received_on']),
  selection(returns, 'r', ['sales_channel_id', 'refund_is_stated']),
)
type Arrived = RowOf<typeof arrivedColumns>

/** Arrivals of order lines with surplus units that shipped, the last one first. */
const readSurplus = (sql: Sql, organization_id: string, lineIds: readonly string[]) => sql<Arrived[]>`
  select ${arrivedColumns}
  from return_lines t
  join return_receipt_lines n on n.organization_id = ${organization_id} and n.return_id = t.return_id
    and n.line_id = t.line_id and n.surplus_quantity > 0 and not n.is_excess
  join return_receipts i on i.organization_id = ${organization_id} and i.return_id = n.return_id
    and i.receipt_number = n.receipt_number
  join returns r on r.organization_id = ${organization_id} and r.return_id = n.return_id
  where t.organization_id = ${organization_id} and t.order_line_id = any(${arrayLiteral(lineIds)}::uuid[])
  order by i.received_at desc, n.return_id desc, n.receipt_number desc, n.line_id`

const recountedRows = recordset(return_receipt_lines, [
  'return_id',
  'receipt_number',
  'line_id',
  'surplus_quantity',
  'value_cents',
  'tax_cents',
])

const keyOf = (row: Arrived): SalesKey => ({
  variant_id: row.variant_id,
  day: row.received_on,
  sales_channel_id: row.sales_channel_id!,
  location_id: row.location_id,
  currency: row.currency,
})

/** Called once the order and its shipments are written; arrivals of the order wait for its lock. */
export async function recountSurplus(
  sql: Sql,
  organization_id: string,
  before: LockedOrder,
  after: LockedOrder,
): Promise<void> {
  const over = new Map(before.lines.map((line) => [line.line_id, line.over_shipped_quantity]))
  const fewer = after.lines.filter((line) => line.over_shipped_quantity < (over.get(line.line_id) ?? 0))
  if (after.is_wholesale || fewer.length === 0) return
  const ids = fewer.map(({ line_id }) => line_id)
  const arrived = await readSurplus(sql, organization_id, ids)
  if (arrived.length === 0) return
  const changes = recounted(arrived, await readShipped(sql, organization_id, after.order_id, ids))
  if (changes.length === 0) return
  const rows = changes.map(
    ({ to: { return_id, receipt_number, line_id, surplus_quantity, value_cents, tax_cents } }) => ({
      return_id,
      receipt_number,
      line_id,
      surplus_quantity,
      value_cents,
      tax_cents,
    }),
  )
  await sql`
    update return_receipt_lines l set surplus_quantity = n.surplus_quantity, value_cents = n.value_cents,
      tax_cents = n.tax_cents
    from ${recountedRows.from(rows)}
    where l.organization_id = ${organization_id} and l.return_id = n.return_id and l.receipt_number = n.receipt_number
      and l.line_id = n.line_id`
  const counted = changes.filter(({ to }) => to.sales_channel_id !== null)
  const parts = (of: (change: (typeof changes)[number]) => Arrived) =>
    counted.map((change) => receivedReturn(keyOf(of(change)), of(change)))
  await addSales(
    sql,
    organization_id,
    salesChange(
      parts(({ from }) => from),
      parts(({ to }) => to),
    ),
  )
}
