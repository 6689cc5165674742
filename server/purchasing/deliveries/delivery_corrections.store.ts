/** SQL of correcting and removing deliveries: reading them, reversing their movements, and updating the order. */
import { purchase_order_deliveries, purchase_order_delivery_lines } from '../../../db/schema/purchase_orders.ts'
import { stock_movements, unrated_arrivals } from '../../../db/schema/stock.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { assignments } from '../../../db/sql/lists.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import { actorOf } from '../../ledger/actor.ts'
import type { MovementToBook } from '../../ledger/rules.ts'
import { arrivalOf, ledgerDocument } from './arrival.rules.ts'
import {
  type DeliveryLineRow,
  deliveryLineRows,
  type LineToReceive,
  moveReceived,
  receivedNames,
} from './receiving.store.ts'
import type { Progress } from '../orders/rules.ts'
import type { LockedOrder } from '../orders/store.ts'

const deliveryColumns = selection(purchase_order_deliveries, 'd', [
  'delivery_id',
  'location_id',
  'received_at',
  'recorded_at',
  'reference',
  'not_in_count',
  'revision',
  'freight_cents',
  'duty_cents',
])
export type DeliveryOnFile = RowOf<typeof deliveryColumns>

/** Reads a delivery. The caller holds the lock on the order's row, which covers all its deliveries. */
export async function findDelivery(
  sql: Sql,
  organization_id: string,
  purchase_order_id: string,
  delivery_id: string,
): Promise<DeliveryOnFile> {
  const [row] = await sql<DeliveryOnFile[]>`
    select ${deliveryColumns} from purchase_order_deliveries d
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}
      and delivery_id = ${delivery_id} and removed_at is null`
  return row ?? refuse('purchase_order_delivery_not_on_file')
}

/** Costs and time are those of the ledger movement. */
const bookedColumns = selections(
  selection(purchase_order_delivery_lines, 'n', [
    'line_id',
    'variant_id',
    'received_quantity',
    'movement_id!',
    'unit_cost as line_unit_cost',
    'cost_rate',
    'cost_rate_date',
  ]),
  selection(stock_movements, 'm', [
    'occurred_at',
    'counted_from',
    'unit_cost',
    'landed_unit_cost',
    'stated_currency',
    'stated_unit_cost',
    'stated_rate',
    'stated_rate_date',
    'unrated_currency',
  ]),
  // What units cost that came before a rate of their day was on file.
  selection(unrated_arrivals, 'u', [
    'unit_cost as known_unit_cost',
    'landed_unit_cost as known_landed_unit_cost',
    'stated_unit_cost as late_unit_cost',
  ]),
)
export type BookedLine = RowOf<typeof bookedColumns>

/** The lines of a delivery with their current ledger movements. */
export const readBookedLines = (sql: Sql, organization_id: string, delivery_id: string) => sql<BookedLine[]>`
  select ${bookedColumns}
  from purchase_order_delivery_lines n
  join stock_movements m on m.organization_id = n.organization_id and m.movement_id = n.movement_id
  left join unrated_arrivals u on u.organization_id = m.organization_id and u.movement_id = m.movement_id
  where n.organization_id = ${organization_id} and n.delivery_id = ${delivery_id} and n.received_quantity > 0
  order by n.line_id`

/** Reverses a line at its cost, as it is known by now, and time of arrival, so that stock history never includes it. */
export const reversalOf = (order: LockedOrder, delivery: DeliveryOnFile, line: BookedLine): MovementToBook => ({
  variant_id: line.variant_id,
  location_id: delivery.location_id,
  kind: arrivalOf[order.order_type].kind,
  quantity_delta: -line.received_quantity,
  unit_cost: line.unit_cost ?? line.known_unit_cost,
  landed_unit_cost: line.landed_unit_cost ?? line.known_landed_unit_cost,
  occurred_at: line.occurred_at,
  counted_from: line.counted_from,
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

/** Updates the order's lines and status after a correction of `booked`. The caller calls orderChanged once everything is written. */
export async function updateOrderProgress(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  lines: readonly LineToReceive[],
  units: ReadonlyMap<string, number>,
  booked: readonly BookedLine[],
  resolution: string,
): Promise<void> {
  const { purchase_order_id } = order
  const cameAt = new Map(booked.map((line) => [line.line_id, line.unit_cost ?? line.known_unit_cost]))
  await moveReceived(sql, caller.organization_id, order, lines, units, now, cameAt)
  const after = lines.map(({ line_id, quantity, delivered_quantity }) => ({
    quantity,
    delivered_quantity: delivered_quantity + (units.get(line_id) ?? 0),
  }))
  await resolveSurplus(sql, caller, now, purchase_order_id, after, resolution)
}

type CorrectedRow = Omit<DeliveryLineRow, 'delivery_id' | 'purchase_order_id' | 'movement_id'>

/**
 * Writes the current lines of a delivery, each with its current ledger movement. Units that come back after none were left
 * have a cost of their own.
 */
export const writeCorrectedLines = (
  sql: Sql,
  organization_id: string,
  delivery_id: string,
  purchase_order_id: string,
  lines: readonly CorrectedRow[],
  movement_ids: ReadonlyMap<string, number>,
) => {
  const rows = lines.map((line) => ({
    ...line,
    delivery_id,
    purchase_order_id,
    movement_id: movement_ids.get(line.line_id) ?? null,
  }))
  return sql`
    insert into purchase_order_delivery_lines (organization_id, ${deliveryLineRows.names})
    select ${organization_id}, ${deliveryLineRows.values} from ${deliveryLineRows.from(rows)}
    on conflict (organization_id, delivery_id, line_id) do update
    set ${assignments(receivedNames)}, uninvoiced_unit_cost =
      case when excluded.received_quantity > 0 then purchase_order_delivery_lines.uninvoiced_unit_cost end`
}
