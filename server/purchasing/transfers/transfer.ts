/** Issues a transfer: books its units out of the source and records them as in transit on the lines. */
import { purchase_order_lines } from '../../../db/schema/purchase_orders.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { bookingOf, bookMovements } from '../../ledger/book.ts'
import type { LockedOrder } from '../orders/store.ts'

const lineColumns = selection(purchase_order_lines, 'l', ['line_id', 'variant_id'])

const readLinesToShip = (sql: Sql, organization_id: string, purchase_order_id: string) => sql<
  (RowOf<typeof lineColumns> & { units: number })[]
>`
  select ${lineColumns}, quantity - delivered_quantity - in_transit_quantity as units
  from purchase_order_lines l
  where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}
    and quantity > delivered_quantity + in_transit_quantity
  order by line_id`

const shippedRows = recordset(purchase_order_lines, ['line_id', 'unit_cost'], { extra: { units: 'int' } })

/**
 * Books all units out of the source, or refuses `conflict` with the first shortfall; each line then has the cost at which
 * it left. Units that already left are not booked again. The caller holds the order's lock and calls orderChanged.
 */
export async function shipTransfer(
  sql: Sql,
  caller: Caller,
  order: LockedOrder,
  now: string,
  shipped_at: string,
): Promise<void> {
  const { organization_id } = caller
  const { purchase_order_id, name, source_location_id } = order
  const lines = await readLinesToShip(sql, organization_id, purchase_order_id)
  const rows = await bookMovements(
    sql,
    bookingOf(caller, now, 'available'),
    lines.map((line) => ({
      variant_id: line.variant_id,
      location_id: source_location_id!,
      kind: 'transfer_out',
      quantity_delta: -line.units,
      occurred_at: shipped_at,
      document: { type: 'transfer_order_delivery', id: purchase_order_id, name },
      document_line_id: line.line_id,
    })),
  )
  const left = rows.map(({ document_line_id, quantity_delta, unit_cost }) => ({
    line_id: document_line_id!,
    units: -quantity_delta,
    unit_cost,
  }))
  await sql`
    update purchase_order_lines l
    set in_transit_quantity = l.in_transit_quantity + n.units, unit_cost = n.unit_cost
    from ${shippedRows.from(left)}
    where l.organization_id = ${organization_id} and l.purchase_order_id = ${purchase_order_id}
      and l.line_id = n.line_id`
}
