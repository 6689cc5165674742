/** SQL of correcting and removing deliveries: reading them, reversing their movements, and updating the order. */
import type { Caller, Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import { actorOf } from '../../ledger/actor.ts'
import type { MovementToBook } from '../../ledger/rules.ts'
import { arrivalOf, ledgerDocument } from './arrival.rules.ts'
import type { Bills, AllocatedCost } from '../landed_costs/received_cost.rules.ts'
import type { LineToReceive } from './receiving.rules.ts'
import { moveReceived } from './receiving.store.ts'
import type { Progress } from '../orders/rules.ts'
import type { LockedOrder } from '../orders/store.ts'

export interface DeliveryOnFile extends Bills {
  delivery_id: string
  location_id: string
  received_at: string
  recorded_at: string
  reference: string | null
  revision: number
}

/** Reads a delivery. The caller holds the lock on the order's row, which covers all its deliveries. */
export async function findDelivery(
  sql: Sql,
  organization_id: string,
  purchase_order_id: string,
  delivery_id: string,
): Promise<DeliveryOnFile> {
  const [row] = await sql<DeliveryOnFile[]>`
    select delivery_id, location_id, received_at, recorded_at, reference, revision, freight_cents::float8 as freight_cents,
      duty_cents::float8 as duty_cents
    from purchase_order_deliveries
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}
      and delivery_id = ${delivery_id} and removed_at is null`
  return row ?? refuse('purchase_order_delivery_not_on_file')
}

export interface BookedLine {
  line_id: string
  variant_id: string
  received_quantity: number
  movement_id: number
  /** Of the ledger movement. */
  occurred_at: string
  unit_cost: string | null
  landed_unit_cost: string | null
}

/** The lines of a delivery with their current ledger movements. */
export const readBookedLines = (sql: Sql, organization_id: string, delivery_id: string) => sql<BookedLine[]>`
  select n.line_id, n.variant_id, n.received_quantity, n.movement_id::float8 as movement_id,
    m.occurred_at, m.unit_cost, m.landed_unit_cost
  from purchase_order_delivery_lines n
  join stock_movements m on m.organization_id = n.organization_id and m.movement_id = n.movement_id
  where n.organization_id = ${organization_id} and n.delivery_id = ${delivery_id} and n.received_quantity > 0
  order by n.line_id`

/** Reverses a line at its cost and time of arrival, so that stock history never includes it. */
export const reversalOf = (order: LockedOrder, delivery: DeliveryOnFile, line: BookedLine): MovementToBook => ({
  variant_id: line.variant_id,
  location_id: delivery.location_id,
  kind: arrivalOf[order.order_type].kind,
  quantity_delta: -line.received_quantity,
  unit_cost: line.unit_cost,
  landed_unit_cost: line.landed_unit_cost,
  occurred_at: line.occurred_at,
  ...ledgerDocument(order, delivery.delivery_id, line.line_id),
  reverses_movement_id: line.movement_id,
})

/** Resolves the over-receipt exception if no line exceeds its ordered quantity any more. */
export async function resolveSurplus(
  sql: Sql,
  caller: Caller,
  now: string,
  purchase_order_id: string,
  lines: readonly Progress[],
  resolution: string,
): Promise<void> {
  if (lines.some(({ delivered_quantity, quantity }) => delivered_quantity > quantity)) return
  await resolveExceptions(sql, caller.organization_id, now, {
    kind: 'over_receipt',
    subject: { type: 'purchase_order', id: purchase_order_id },
    resolution,
    resolved_by: actorOf(caller),
  })
}

/** Updates the order's lines and status after a correction. The caller calls orderChanged once everything is written. */
export async function updateOrderProgress(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  lines: readonly LineToReceive[],
  units: ReadonlyMap<string, number>,
  resolution: string,
): Promise<void> {
  const { purchase_order_id } = order
  await moveReceived(sql, caller.organization_id, order, lines, units, now)
  const after = lines.map(({ line_id, quantity, delivered_quantity }) => ({
    quantity,
    delivered_quantity: delivered_quantity + (units.get(line_id) ?? 0),
  }))
  await resolveSurplus(sql, caller, now, purchase_order_id, after, resolution)
}

type CorrectedRow = Omit<BookedLine, 'movement_id' | 'occurred_at'> & Pick<AllocatedCost, 'freight_cost' | 'duty_cost'>

/** Writes the current lines of a delivery, each with its current ledger movement. */
export const writeCorrectedLines = (
  sql: Sql,
  organization_id: string,
  delivery_id: string,
  purchase_order_id: string,
  lines: readonly CorrectedRow[],
  movement_ids: ReadonlyMap<string, number>,
) => {
  const rows = lines.map((line) => ({ ...line, movement_id: movement_ids.get(line.line_id) ?? null }))
  return sql`
    insert into purchase_order_delivery_lines (organization_id, delivery_id, line_id, purchase_order_id, variant_id,
      received_quantity, unit_cost, freight_cost, duty_cost, landed_unit_cost, movement_id)
    select ${organization_id}, ${delivery_id}, n.line_id, ${purchase_order_id}, n.variant_id, n.received_quantity,
      n.unit_cost, n.freight_cost, n.duty_cost, n.landed_unit_cost, n.movement_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n (line_id uuid, variant_id uuid,
      received_quantity int, unit_cost numeric, freight_cost numeric, duty_cost numeric, landed_unit_cost numeric,
      movement_id bigint)
    on conflict (organization_id, delivery_id, line_id) do update
    set received_quantity = excluded.received_quantity, unit_cost = excluded.unit_cost,
      freight_cost = excluded.freight_cost, duty_cost = excluded.duty_cost,
      landed_unit_cost = excluded.landed_unit_cost, movement_id = excluded.movement_id`
}
