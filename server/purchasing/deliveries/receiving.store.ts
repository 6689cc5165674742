/** SQL of receiving: recorded deliveries, their lines, and the order's progress. */
import type { Sql } from '../../contract/call.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { releaseComponents } from '../manufacturing/components.store.ts'
import type { OrderStatus } from '../orders/known_values.ts'
import type { LineToReceive } from './receiving.rules.ts'
import { statusByLines } from '../orders/rules.ts'
import type { LockedOrder } from '../orders/store.ts'

export const readLinesToReceive = (sql: Sql, organization_id: string, purchase_order_id: string) => sql<
  LineToReceive[]
>`
  select l.line_id, l.variant_id, v.sku, l.quantity, l.in_transit_quantity, l.delivered_quantity, l.unit_cost,
    l.duty_bp, v.carton_quantity, v.carton_cbm, v.carton_weight_kg
  from purchase_order_lines l
  join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
  where l.organization_id = ${organization_id} and l.purchase_order_id = ${purchase_order_id}
  order by l.line_id`

/** Ids of recorded deliveries, by fingerprint. */
export async function findRecorded(
  sql: Sql,
  order: LockedOrder,
  organization_id: string,
  fingerprints: readonly string[],
) {
  const rows = await sql<{ fingerprint: string; delivery_id: string }[]>`
    select fingerprint, delivery_id from purchase_order_deliveries
    where organization_id = ${organization_id} and purchase_order_id = ${order.purchase_order_id}
      and fingerprint = any(${[...fingerprints]}::text[]) and removed_at is null`
  return new Map(rows.map((row) => [row.fingerprint, row.delivery_id]))
}

export interface DeliveryRow {
  delivery_id: string
  purchase_order_id: string
  location_id: string
  received_at: string
  reference: string | null
  fingerprint: string
}

export const insertDeliveries = (
  sql: Sql,
  organization_id: string,
  actor: string,
  now: string,
  rows: readonly DeliveryRow[],
) => sql`
  insert into purchase_order_deliveries (organization_id, delivery_id, purchase_order_id, location_id, received_at,
    reference, fingerprint, actor, recorded_at, updated_at)
  select ${organization_id}, n.delivery_id, n.purchase_order_id, n.location_id, n.received_at, n.reference,
    n.fingerprint, ${actor}, ${now}, ${now}
  from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n (delivery_id uuid, purchase_order_id uuid,
    location_id uuid, received_at timestamptz, reference text, fingerprint text)`

export interface DeliveryLineRow {
  delivery_id: string
  line_id: string
  purchase_order_id: string
  variant_id: string
  received_quantity: number
  unit_cost: string | null
  freight_cost: string | null
  duty_cost: string | null
  landed_unit_cost: string | null
  movement_id: number
}

export const insertDeliveryLines = (sql: Sql, organization_id: string, rows: readonly DeliveryLineRow[]) =>
  inBulk(
    sql,
    rows.length,
    () => sql`
  insert into purchase_order_delivery_lines (organization_id, delivery_id, line_id, purchase_order_id, variant_id,
    received_quantity, unit_cost, freight_cost, duty_cost, landed_unit_cost, movement_id)
  select ${organization_id}, n.delivery_id, n.line_id, n.purchase_order_id, n.variant_id, n.received_quantity,
    n.unit_cost, n.freight_cost, n.duty_cost, n.landed_unit_cost, n.movement_id
  from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n (delivery_id uuid, line_id uuid,
    purchase_order_id uuid, variant_id uuid, received_quantity int, unit_cost numeric, freight_cost numeric,
    duty_cost numeric, landed_unit_cost numeric, movement_id bigint)`,
  )

/**
 * Adds received units to the lines (negative when taken back) and updates the order's status. Arrivals reduce the units in
 * transit. Units taken back become outstanding again; on a transfer they are in transit again, as they did leave the
 * source. A manufacturing order that is complete releases its reserved components.
 */
export async function moveReceived(
  sql: Sql,
  organization_id: string,
  order: LockedOrder,
  lines: readonly LineToReceive[],
  units: ReadonlyMap<string, number>,
  now: string,
): Promise<OrderStatus> {
  const rows = JSON.stringify([...units].map(([line_id, count]) => ({ line_id, count })))
  const status = statusByLines(
    order,
    lines.map((line) => ({ ...line, delivered_quantity: line.delivered_quantity + (units.get(line.line_id) ?? 0) })),
  )
  await sql`
    update purchase_order_lines l
    set delivered_quantity = l.delivered_quantity + n.count,
      in_transit_quantity = greatest(l.in_transit_quantity
        - case when ${order.order_type === 'transfer'} then n.count else greatest(n.count, 0) end, 0)
    from jsonb_to_recordset(${rows}::text::jsonb) as n (line_id uuid, count int)
    where l.organization_id = ${organization_id} and l.purchase_order_id = ${order.purchase_order_id}
      and l.line_id = n.line_id`
  const is_over = status === 'closed' || status === 'cancelled'
  await sql`
    update purchase_orders
    set status = ${status},
      ended_at = ${is_over ? order.ended_at : status === 'delivered' ? (order.ended_at ?? now) : null}
    where organization_id = ${organization_id} and purchase_order_id = ${order.purchase_order_id}`
  if (status === 'delivered' && order.order_type === 'manufacturing')
    await releaseComponents(sql, organization_id, order.purchase_order_id)
  return status
}
