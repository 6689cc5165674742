/** SQL of receiving: recorded deliveries, their lines, and the order's progress. */
import { variants } from '../../../db/schema/catalogue.ts'
import {
  purchase_order_deliveries,
  purchase_order_delivery_lines,
  purchase_order_lines,
} from '../../../db/schema/purchase_orders.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { type OrderStatus } from '../known_values.ts'
import type { Sql } from '../../contract/call.ts'
import { noCostStated } from '../../ledger/costs/lacks.rules.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { releaseComponents } from '../manufacturing/components.store.ts'
import { statusByLines } from '../orders/rules.ts'
import type { LockedOrder } from '../orders/store.ts'

const lineColumns = selections(
  selection(purchase_order_lines, 'l', [
    'line_id',
    'variant_id',
    'quantity',
    'in_transit_quantity',
    'delivered_quantity',
    'unit_cost',
    'purchase_unit',
    'purchase_unit_factor',
    'inner_pack_quantity',
    'duty_bp',
  ]),
  selection(variants, 'v', ['sku', 'carton_quantity', 'carton_cbm', 'carton_weight_kg']),
)
export type LineToReceive = RowOf<typeof lineColumns>

export const readLinesToReceive = (sql: Sql, organization_id: string, purchase_order_id: string) => sql<
  LineToReceive[]
>`
  select ${lineColumns}
  from purchase_order_lines l
  join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
  where l.organization_id = ${organization_id} and l.purchase_order_id = ${purchase_order_id}
  order by l.line_id`

/** Of a transfer whose units left at an unknown cost: what that lacks, by line. */
export async function readUnratedLines(
  sql: Sql,
  organization_id: string,
  { order_type, purchase_order_id }: LockedOrder,
): Promise<Map<string, string>> {
  if (order_type !== 'transfer') return new Map()
  const rows = await sql<{ line_id: string | null; currency: string | null }[]>`
    select document_line_id as line_id, coalesce(unrated_currency, ${noCostStated}) as currency from stock_movements
    where organization_id = ${organization_id} and document_type = 'transfer_order_delivery'
      and document_id = ${purchase_order_id} and kind = 'transfer_out' and unit_cost is null`
  return new Map(rows.flatMap(({ line_id, currency }) => (line_id && currency ? [[line_id, currency]] : [])))
}

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

const deliveryRows = recordset(purchase_order_deliveries, [
  'delivery_id',
  'purchase_order_id',
  'location_id',
  'received_at',
  'reference',
  'not_in_count',
  'fingerprint',
])
export type DeliveryRow = RecordsetRow<typeof deliveryRows>

export const insertDeliveries = (
  sql: Sql,
  organization_id: string,
  actor: string,
  now: string,
  rows: readonly DeliveryRow[],
) => sql`
  insert into purchase_order_deliveries (organization_id, actor, recorded_at, updated_at, ${deliveryRows.names})
  select ${organization_id}, ${actor}, ${now}, ${now}, ${deliveryRows.values} from ${deliveryRows.from(rows)}`

export const receivedNames = [
  'received_quantity',
  'unit_cost',
  'cost_rate',
  'cost_rate_date',
  'freight_cost',
  'duty_cost',
  'landed_unit_cost',
  'movement_id',
] as const
export const deliveryLineRows = recordset(purchase_order_delivery_lines, [
  'delivery_id',
  'line_id',
  'purchase_order_id',
  'variant_id',
  ...receivedNames,
])
export type DeliveryLineRow = RecordsetRow<typeof deliveryLineRows>

export const insertDeliveryLines = (sql: Sql, organization_id: string, rows: readonly DeliveryLineRow[]) =>
  inBulk(
    sql,
    rows.length,
    () => sql`
  insert into purchase_order_delivery_lines (organization_id, ${deliveryLineRows.names})
  select ${organization_id}, ${deliveryLineRows.values} from ${deliveryLineRows.from(rows)}`,
  )

const receivedRows = recordset(purchase_order_lines, ['line_id'], {
  extra: { count: 'int', came_at: 'numeric | null' },
})

/**
 * Adds received units to the lines (negative when taken back) and updates the order's status. Arrivals reduce the units in
 * transit. Units taken back become outstanding again; on a transfer they are in transit again, as they did leave the
 * source, at the cost at which they had come (`cameAt`, by line). A manufacturing order that is complete releases its reserved components.
 */
export async function moveReceived(
  sql: Sql,
  organization_id: string,
  order: LockedOrder,
  lines: readonly LineToReceive[],
  units: ReadonlyMap<string, number>,
  now: string,
  cameAt: ReadonlyMap<string, string | null> = new Map(),
): Promise<OrderStatus> {
  const rows = [...units].map(([line_id, count]) => ({ line_id, count, came_at: cameAt.get(line_id) ?? null }))
  const status = statusByLines(
    order,
    lines.map((line) => ({ ...line, delivered_quantity: line.delivered_quantity + (units.get(line.line_id) ?? 0) })),
  )
  await sql`
    update purchase_order_lines l
    set delivered_quantity = l.delivered_quantity + n.count,
      in_transit_quantity = greatest(l.in_transit_quantity
        - case when ${order.order_type === 'transfer'} then n.count else greatest(n.count, 0) end, 0),
      unit_cost = case when ${order.order_type === 'transfer'} and n.count < 0 and l.unit_cost is not null and n.came_at is not null
        then round((l.in_transit_quantity * l.unit_cost - n.count * n.came_at) / (l.in_transit_quantity - n.count), 10)
        else l.unit_cost end
    from ${receivedRows.from(rows)}
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
