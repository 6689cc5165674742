/** Writes off units of a transfer that left its source and never arrived. */
import type { Caller, Sql } from '../../contract/call.ts'
import { bookingOf, bookMovements } from '../../ledger/book.ts'
import { noCostStated } from '../../ledger/costs/lacks.rules.ts'
import type { MovementToBook } from '../../ledger/rules.ts'
import { readUnratedLines } from '../deliveries/receiving.store.ts'
import type { LockedOrder } from '../orders/store.ts'

interface Missing {
  line_id: string
  variant_id: string
  units: number
  unit_cost: string | null
}

/**
 * The units come to the destination and leave it at once, both at the cost at which they left the source, so that the
 * ledger shows the loss and its cost where they were expected. A cost that was unknown there is unknown here, too, and leaves
 * that of the stock alone. The caller holds the lock on the order's row.
 */
export async function writeOffInTransit(sql: Sql, caller: Caller, now: string, order: LockedOrder): Promise<void> {
  const { organization_id } = caller
  const { purchase_order_id, name, location_id } = order
  const missing = await sql<Missing[]>`
    select line_id, variant_id, in_transit_quantity as units, unit_cost from purchase_order_lines
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id} and in_transit_quantity > 0
    order by line_id`
  if (missing.length === 0) return
  const unrated = await readUnratedLines(sql, organization_id, order)
  const movements = missing.flatMap(({ line_id, variant_id, units, unit_cost }): MovementToBook[] => {
    const both = {
      variant_id,
      location_id,
      unit_cost,
      unrated_currency: unit_cost === null ? (unrated.get(line_id) ?? noCostStated) : null,
      document: { type: 'transfer_order_delivery', id: purchase_order_id, name } as const,
      document_line_id: `${line_id} missing`,
      evidence: `Missing when ${name} was closed.`,
    }
    return [
      { ...both, kind: 'transfer_in', quantity_delta: units },
      { ...both, kind: 'write_off', quantity_delta: -units },
    ]
  })
  await bookMovements(sql, bookingOf(caller, now, 'none'), movements)
  await sql`
    update purchase_order_lines set in_transit_quantity = 0
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id} and in_transit_quantity > 0`
}
