/**
 * Creating orders. All ways to create orders end here: single, bulk, duplicate, basket, manufacturing and generation. All
 * drafts are validated before anything is written, and all are written or none.
 */
import { purchase_order_lines, purchase_orders } from '../../../db/schema/purchase_orders.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import { orderTypes } from '../known_values.ts'
import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { actorOf } from '../../ledger/actor.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { type OrderToWrite, orderToWrite } from './creation.rules.ts'
import type { OrderDraft } from './draft.ts'
import type { NewPurchaseOrder } from '../orders/model.ts'
import { nextNames } from './names.store.ts'
import { holdBundles } from '../../ledger/bundles/parts.ts'
import { readOnFile } from '../deliveries/on_file.store.ts'
import { checkOrderDates } from '../orders/order_dates.ts'
import { announceOrders, newOrderFields } from '../orders/store.ts'

/** The creator: a caller or a part of the service. */
export interface Creator {
  organization_id: string
  currency: string
  time_zone: string
  actor: string
}

export const creatorOf = (caller: Caller): Creator => ({
  organization_id: caller.organization_id,
  currency: caller.currency,
  time_zone: caller.time_zone,
  actor: actorOf(caller),
})

const withoutNulls = (ids: readonly (string | null | undefined)[]): string[] => ids.filter((id) => id != null)

type WrittenOrder = Omit<OrderToWrite, 'given_name'> & OrderRow

/** Assigns names per order type, in the order of the drafts, to orders that have none. */
async function nameOrders(sql: Sql, organization_id: string, orders: readonly OrderToWrite[]): Promise<WrittenOrder[]> {
  const names = new Map<string, string[]>()
  for (const order_type of orderTypes) {
    const count = orders.filter((order) => order.order_type === order_type && order.given_name === null).length
    if (count > 0) names.set(order_type, await nextNames(sql, organization_id, order_type, count))
  }
  return orders.map(({ given_name, ...order }) => ({
    ...order,
    purchase_order_id: uuidv7(),
    name: given_name ?? names.get(order.order_type)!.shift()!,
  }))
}

const orderRows = recordset(purchase_orders, newOrderFields)
export type OrderRow = RecordsetRow<typeof orderRows>

const insertOrders = (sql: Sql, by: Creator, now: string, orders: readonly WrittenOrder[]) => sql`
  insert into purchase_orders (organization_id, status, created_by, created_at, updated_at, ${orderRows.names})
  select ${by.organization_id}, 'draft', ${by.actor}, ${now}, ${now}, ${orderRows.values}
  from ${orderRows.from(orders.map(({ line_items: _lines, ...order }) => order))}`

const lineRows = recordset(purchase_order_lines, [
  'purchase_order_id',
  'line_id',
  'variant_id',
  'quantity',
  'purchase_unit',
  'purchase_unit_factor',
  'inner_pack_quantity',
  'unit_cost',
  'duty_bp',
  'expected_delivery_date',
])
export type LineRow = RecordsetRow<typeof lineRows>

export const insertLines = (sql: Sql, organization_id: string, lines: readonly LineRow[]) =>
  inBulk(
    sql,
    lines.length,
    () => sql`
  insert into purchase_order_lines (organization_id, ${lineRows.names})
  select ${organization_id}, ${lineRows.values} from ${lineRows.from(lines)}`,
  )

const answerOf = (order: WrittenOrder): NewPurchaseOrder => ({
  id: order.purchase_order_id,
  external_id: order.external_id,
  name: order.name,
  order_type: order.order_type,
  status: 'draft',
  supplier_id: order.supplier_id,
  location_id: order.location_id,
  source_location_id: order.source_location_id,
  expected_delivery_date: order.expected_delivery_date,
  total_line_items: order.line_items.length,
})

/** Validates and writes drafts; returns the orders in the order of the drafts. */
export async function createOrders(
  sql: Sql,
  by: Creator,
  now: string,
  drafts: readonly OrderDraft[],
): Promise<NewPurchaseOrder[]> {
  await checkOrderDates(sql, by.organization_id, now, drafts)
  return writeOrders(sql, by, now, drafts)
}

/** As createOrders, for orders that were placed elsewhere, at whatever time. Emits an event for each order. */
export async function writeOrders(
  sql: Sql,
  by: Creator,
  now: string,
  drafts: readonly OrderDraft[],
): Promise<NewPurchaseOrder[]> {
  if (drafts.length === 0) return []
  const { organization_id } = by
  const source_location_ids = withoutNulls(drafts.map((draft) => draft.source_location_id))
  await holdBundles(sql, organization_id)
  const onFile = await readOnFile(sql, organization_id, by.currency, {
    location_ids: [...drafts.map(({ location_id }) => location_id), ...source_location_ids],
    supplier_ids: withoutNulls(drafts.map((draft) => draft.supplier_id)),
    commitment_ids: withoutNulls(drafts.map((draft) => draft.commitment_id)),
    variant_ids: drafts.flatMap(({ line_items }) => line_items.map(({ variant_id }) => variant_id)),
    source_location_ids,
  })
  const today = dayInTimeZone(by.time_zone, now)
  const valid = drafts.map((draft) => orderToWrite(draft, onFile, today))
  const orders = await nameOrders(sql, organization_id, valid)
  await insertOrders(sql, by, now, orders)
  const lines = orders.flatMap(({ purchase_order_id, line_items }) =>
    line_items.map((line) => ({ purchase_order_id, line_id: uuidv7(), ...line })),
  )
  if (lines.length > 0) await insertLines(sql, organization_id, lines)
  const ids = orders.map(({ purchase_order_id }) => purchase_order_id)
  await announceOrders(sql, organization_id, 'new_purchase_order', ids)
  return orders.map(answerOf)
}
