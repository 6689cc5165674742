/** SQL shared by the order operations. */
import { purchase_orders } from '../../../db/schema/purchase_orders.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { createHash } from 'node:crypto'
import type { Sql } from '../../contract/call.ts'
import { shownCost } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { EventName } from '../../contract/events.ts'
import { refreshIncoming } from '../../ledger/incoming.ts'
import { emit } from '../../outbox/emit.ts'
import { readComponentsShown } from '../manufacturing/components.store.ts'
import { planContainers } from '../landed_costs/container_plan.rules.ts'
import { readDeliveries } from '../deliveries/deliveries.store.ts'
import { readLastDocuments } from '../issuing/issue.store.ts'
import { purchaseFigures } from '../purchase_units/purchase_unit.rules.ts'
import type { ContainerPlan, PurchaseOrder } from './model.ts'
import { type LineOnFile, readLines } from './order_lines.ts'
import { purchaseOrdersTable } from './purchase_orders_table.ts'

/** Columns that a new order is written with. */
export const newOrderFields = [
  'purchase_order_id',
  'name',
  'external_id',
  'order_type',
  'supplier_id',
  'location_id',
  'source_location_id',
  'currency',
  'order_date',
  'is_order_date_stated',
  'expected_delivery_date',
  'cancel_date',
  'ship_window_start',
  'commitment_id',
  'notes',
  'container_type_id',
  'freight_per_container_cents',
] as const
const lockedColumns = selection(purchase_orders, 'o', [
  ...newOrderFields,
  'status',
  'on_hold',
  'hold_reason',
  'billed_freight_cents',
  'billed_duty_cents',
  'approved_at',
  'issued_at',
  'ended_at',
  'updated_at',
])
/** An order's row, locked for the transaction. */
export type LockedOrder = RowOf<typeof lockedColumns>

/**
 * Locks, in the ledger's order, the levels that a manufacturing order can change: those of what it makes and of all its
 * components. One write books, releases and recalculates levels in several steps, which could deadlock with another
 * order's write. Other order types lock their levels in a single step.
 */
const lockAssemblyLevels = (sql: Sql, organization_id: string, purchase_order_id: string) => sql`
  with made as materialized (
    select l.variant_id, o.location_id, coalesce(o.source_location_id, o.location_id) as source_location_id
    from purchase_orders o
    join purchase_order_lines l on l.organization_id = o.organization_id and l.purchase_order_id = o.purchase_order_id
    where o.organization_id = ${organization_id} and o.purchase_order_id = ${purchase_order_id}
      and o.order_type = 'manufacturing'
  )
  select from stock_levels s
  where s.organization_id = ${organization_id} and (s.variant_id, s.location_id) in (
    select variant_id, location_id from made
    union
    select c.variant_id, c.location_id from purchase_order_components c
    where c.organization_id = ${organization_id} and c.purchase_order_id = ${purchase_order_id}
    union
    select p.variant_id, m.source_location_id
    from made m
    join bills_of_materials b on b.organization_id = ${organization_id} and b.variant_id = m.variant_id and b.is_active
    join bill_of_materials_lines p on p.organization_id = b.organization_id and p.bom_id = b.bom_id)
  order by s.variant_id, s.location_id for update`

/** Locks an order's row, and the levels of a manufacturing order. Every write on an order starts here. */
export async function lockOrder(sql: Sql, organization_id: string, purchase_order_id: string): Promise<LockedOrder> {
  // Pipelined: the database runs them in sequence, first the order and then its levels.
  const [[row]] = await Promise.all([
    readForUpdate(sql, organization_id, purchase_order_id),
    lockAssemblyLevels(sql, organization_id, purchase_order_id),
  ])
  return row ?? refuse('purchase_order_not_on_file')
}

const readForUpdate = (sql: Sql, organization_id: string, purchase_order_id: string) => sql<LockedOrder[]>`
    select ${lockedColumns} from purchase_orders o
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}
    for update`

type Header = Omit<PurchaseOrder, 'line_items' | 'deliveries' | 'components' | 'container_plan' | 'document'> & {
  container_type_id: number | null
  freight_per_container_cents: number | null
}

const readHeaders = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<Header[]>`
  select ${purchaseOrdersTable.selected}, o.currency, d.name as location_name,
    f.name as source_location_name, o.cancel_date,
    o.ship_window_start, o.notes, o.approved_at, o.issued_at, o.ended_at, o.created_by,
    o.billed_freight_cents::float8 as billed_freight_cents,
    o.billed_duty_cents::float8 as billed_duty_cents, o.container_type_id,
    o.freight_per_container_cents::float8 as freight_per_container_cents
  from purchase_orders o
  join locations d on d.organization_id = o.organization_id and d.location_id = o.location_id
  left join locations f on f.organization_id = o.organization_id and f.location_id = o.source_location_id
  left join suppliers s on s.organization_id = o.organization_id and s.supplier_id = o.supplier_id
  where o.organization_id = ${organization_id} and o.purchase_order_id = any(${arrayLiteral(ids)}::uuid[])
  order by o.purchase_order_id`

type Planned = ContainerPlan['lines'][number]

function shapeLine(line: LineOnFile, { cartons, cbm, measures_reason }: Planned) {
  const {
    purchase_order_id: _order,
    carton_quantity: _quantity,
    carton_cbm: _cbm,
    carton_weight_kg: _kg,
    inner_pack_quantity: _inner,
    ...rest
  } = line
  const { unit_cost } = rest
  return {
    ...rest,
    ...purchaseFigures(line.quantity, unit_cost, line),
    unit_cost: unit_cost === null ? null : shownCost(unit_cost),
    cost_reason: unit_cost === null ? 'The line has no unit cost.' : null,
    outstanding_quantity: Math.max(line.quantity - line.delivered_quantity, 0),
    cartons,
    cbm,
    measures_reason,
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function planned({ container_type_id, freight_per_container_cents, ...order }: Header, lines: readonly LineOnFile[]) {
  const terms = { currency: order.currency, container_type_id, freight_per_container_cents }
  const container_plan = planContainers(terms, lines, sha256)
  return { ...order, line_items: lines.map((line, i) => shapeLine(line, container_plan.lines[i]!)), container_plan }
}

const byOrder = <T extends { purchase_order_id: string }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ purchase_order_id }) => purchase_order_id)

/** Full orders, sorted by id; each table is read once for all of them. */
export async function readOrders(
  sql: Sql,
  organization_id: string,
  ids: readonly string[],
  sort_args?: string,
): Promise<PurchaseOrder[]> {
  const [headers, ...parts] = await Promise.all([
    readHeaders(sql, organization_id, ids),
    readLines(sql, organization_id, ids, sort_args),
    readDeliveries(sql, organization_id, ids),
    readComponentsShown(sql, organization_id, ids),
    readLastDocuments(sql, organization_id, ids),
  ])
  const [lines, deliveries, components, documents] = [
    byOrder(parts[0]),
    byOrder(parts[1]),
    byOrder(parts[2]),
    byOrder(parts[3]),
  ]
  return headers.map((header) => {
    const [printed] = documents.get(header.id) ?? []
    return {
      ...planned(header, lines.get(header.id) ?? []),
      deliveries: deliveries.get(header.id) ?? [],
      components: (components.get(header.id) ?? []).map(({ purchase_order_id: _order, ...component }) => component),
      document: printed === undefined ? null : shapeDocument(printed),
    }
  })
}

const shapeDocument = ({
  purchase_order_id: _order,
  ...printed
}: Awaited<ReturnType<typeof readLastDocuments>>[number]) => printed

/** The full order; refuses an unknown order. */
export async function readOrder(
  sql: Sql,
  organization_id: string,
  purchase_order_id: string,
  sort_args?: string,
): Promise<PurchaseOrder> {
  const [order] = await readOrders(sql, organization_id, [purchase_order_id], sort_args)
  return order ?? refuse('purchase_order_not_on_file')
}

/** Emits an event for each order in its current state. Without subscribers the orders are not read. */
export async function announceOrders(
  sql: Sql,
  organization_id: string,
  event: EventName & ('new_purchase_order' | 'purchase_order_updated'),
  ids: readonly string[],
): Promise<void> {
  const [webhook] = await sql<{ has_subscribers: boolean }[]>`
    select exists (select from webhooks
      where organization_id = ${organization_id} and event = ${event} and is_active) as has_subscribers`
  if (!webhook!.has_subscribers || ids.length === 0) return
  const records = await readOrders(sql, organization_id, ids)
  await emit(
    sql,
    organization_id,
    records.map((record) => ({ event, record })),
  )
}

/**
 * Ends every write that changed orders, once per write: updates their timestamps, recalculates the incoming stock of their
 * variants (and of those in `also`, whose lines were removed), and emits the events.
 */
export async function orderChanged(
  sql: Sql,
  organization_id: string,
  ids: readonly string[],
  now: string,
  removedVariantIds: readonly string[] = [],
): Promise<void> {
  if (ids.length === 0) return
  const ofOrders = arrayLiteral(ids)
  const [, variants] = await Promise.all([
    sql`
      update purchase_orders set updated_at = ${now}
      where organization_id = ${organization_id} and purchase_order_id = any(${ofOrders}::uuid[])`,
    sql<{ variant_id: string }[]>`
      select distinct variant_id from purchase_order_lines
      where organization_id = ${organization_id} and purchase_order_id = any(${ofOrders}::uuid[])`,
  ])
  const variant_ids = [...new Set([...variants.map(({ variant_id }) => variant_id), ...removedVariantIds])]
  if (variant_ids.length > 0) await refreshIncoming(sql, organization_id, variant_ids)
  await announceOrders(sql, organization_id, 'purchase_order_updated', ids)
}
