/** Records what a later file says of known orders, as the operations do: shipments, then cancellations, returns and refunds. */
import { sales_orders } from '../../../../db/schema/selling/sales_orders.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import { isBefore } from '../../../calendar/instants.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { WriteContext } from '../../../imports/record_diff.ts'
import { lockLevels } from '../../../ledger/book.ts'
import { bookReported, transportOf } from '../../fulfilment/reported_shipment.ts'
import { cancelUnits } from '../../orders/cancel.ts'
import { type LockedOrder, lockOrders } from '../../orders/locked_order.store.ts'
import { readRefundable } from '../../returns/return_facts.store.ts'
import { announceReturned, returnedSales, writeReturned } from '../imported_returns.ts'
import { countSales } from '../count_sales.ts'
import type { ShippedUnits } from '../reading/order_record.ts'
import { paymentsLeft } from './known_order.store.ts'
import type { OrderProgress } from './progress.rules.ts'
import { readShippedUnits, returnOf } from './returned_progress.ts'

/** An order with progress, and where what left before stock was booked here is history. */
export interface ProgressWrite {
  progress: OrderProgress
  cut_over: string
  /** Ships orders that name no location. */
  location_id: string | null
}

const shipmentKey = ({ shipped_at, tracking_number, carrier }: ShippedUnits) =>
  JSON.stringify([Date.parse(shipped_at), tracking_number, carrier])

/** New units by shipment, the earliest first. */
function shipmentsOf({ lines }: OrderProgress) {
  const units = lines.flatMap(({ known, shipped }) => shipped.map((one) => ({ ...one, line_id: known.line_id })))
  return [...Map.groupBy(units, shipmentKey).values()].toSorted(
    ([one], [other]) => Date.parse(one!.shipped_at) - Date.parse(other!.shipped_at),
  )
}

/** Locks the levels of all orders at once, in the ledger's order: the steps below book one order after another. */
async function lockStock(
  sql: Sql,
  organization_id: string,
  writes: readonly ProgressWrite[],
  orders: readonly LockedOrder[],
) {
  const placeOf = new Map(writes.map((write) => [write.progress.known.order_id, write.location_id]))
  const pairs = orders.flatMap((order) => {
    const location_id = order.location_id ?? placeOf.get(order.order_id) ?? null
    return order.lines.flatMap((line) =>
      line.parts.flatMap(({ variant_id }) =>
        [...new Set([line.location_id, location_id])].flatMap((place) =>
          place === null ? [] : { variant_id, location_id: place },
        ),
      ),
    )
  })
  if (pairs.length > 0) await lockLevels(sql, organization_id, pairs)
}

/** Orders are locked before they are compared; a caller that did not would change what it has not seen. */
function checkUnchanged(order: LockedOrder | undefined, { known }: OrderProgress): LockedOrder {
  const is = order?.lines.map((line) => [line.line_id, line.quantity, line.fulfilled_quantity, line.cancelled_quantity])
  const was = known.lines.map((line) => [line.line_id, line.quantity, line.fulfilled_quantity, line.cancelled_quantity])
  if (order === undefined || JSON.stringify(is) !== JSON.stringify(was))
    refuse('conflict', { desc: `${known.name} was changed at the same moment.` })
  return order
}

/** Refunds are limited by what was left when the file was compared. */
async function checkMoney(sql: Sql, organization_id: string, all: readonly OrderProgress[]): Promise<void> {
  const paid = all.filter(({ refund }) => refund !== null).map(({ known }) => known)
  if (paid.length === 0) return
  const ids = paid.map(({ order_id }) => order_id)
  const now = new Map((await readRefundable(sql, organization_id, ids)).map((one) => [one.order_id, one]))
  for (const { order_id, name, refundable_cents, payments_left_cents } of paid) {
    const is = now.get(order_id)!
    if (is.refundable_cents !== refundable_cents || paymentsLeft(is) !== payments_left_cents)
      refuse('conflict', { desc: `What was paid for ${name} was changed at the same moment.` })
  }
}

async function shipNew(sql: Sql, context: WriteContext, locked: LockedOrder, write: ProgressWrite) {
  let order = locked
  for (const units of shipmentsOf(write.progress)) {
    const { shipped_at, tracking_number, carrier } = units[0]!
    const lineOf = new Map(order.lines.map((line) => [line.line_id, line]))
    const { saved } = await bookReported(sql, context, order, {
      cartons: [],
      packed: units.map(({ line_id, quantity }) => ({ line: lineOf.get(line_id)!, carton_number: null, quantity })),
      location_id: order.location_id ?? write.location_id!,
      shipped_at,
      carrier,
      tracking_number,
      ...transportOf({}),
      source_system: null,
      external_id: null,
      is_historical: isBefore(shipped_at, write.cut_over),
    })
    order = saved
  }
  return order
}

async function cancelNew(sql: Sql, context: WriteContext, order: LockedOrder, { lines }: OrderProgress) {
  const parts = lines
    .filter((line) => line.cancelled_quantity > 0)
    .map((line) => ({ line_id: line.known.line_id, units: line.cancelled_quantity }))
  if (parts.length > 0) await cancelUnits(sql, context, order, parts, null)
}

const orderRows = recordset(sales_orders, ['order_id', 'lines_without_goods'])

/** Refunds change an order for those who follow it, and what was paid back for lines beside sales is kept with it. */
async function touchOrders(sql: Sql, { organization_id, now }: WriteContext, all: readonly OrderProgress[]) {
  const rows = all.map(({ known, lines_without_goods }) => ({
    order_id: known.order_id,
    lines_without_goods: [...(lines_without_goods ?? known.lines_without_goods)],
  }))
  await sql`
    update sales_orders o set lines_without_goods = n.lines_without_goods, updated_at = ${now}::timestamptz
    from ${orderRows.from(rows)}
    where o.organization_id = ${organization_id} and o.order_id = n.order_id`
}

const hasReturned = ({ refund, lines }: OrderProgress) =>
  refund !== null || lines.some(({ returned_quantity }) => returned_quantity > 0)

/** Units that came back and money that was paid back, after everything has shipped. */
async function returnNew(sql: Sql, context: WriteContext, writes: readonly ProgressWrite[]): Promise<void> {
  const { organization_id, time_zone } = context
  const back = writes.filter(({ progress }) => hasReturned(progress)).map((write) => returnOf(write, time_zone))
  if (back.length === 0) return
  const { shipped, partsOf } = await readShippedUnits(sql, organization_id, back)
  const customerOf = new Map(
    writes.flatMap(({ progress: { known } }) =>
      known.customer_id === null ? [] : [[known.order_id, known.customer_id] as const],
    ),
  )
  const returned = await writeReturned(sql, context, back, shipped, customerOf, partsOf)
  const returnByOrder = new Map(returned.map((one) => [one.order, one]))
  await countSales(
    sql,
    organization_id,
    back.flatMap((order) => returnedSales(order, returnByOrder.get(order))),
  )
  await announceReturned(sql, organization_id, returned)
}

export async function writeProgress(sql: Sql, context: WriteContext, writes: readonly ProgressWrite[]): Promise<void> {
  if (writes.length === 0) return
  const { organization_id } = context
  const locked = await lockOrders(
    sql,
    organization_id,
    writes.map(({ progress }) => progress.known.order_id),
  )
  const orders = writes.map(({ progress }) => checkUnchanged(locked.get(progress.known.order_id), progress))
  await checkMoney(
    sql,
    organization_id,
    writes.map(({ progress }) => progress),
  )
  await lockStock(sql, organization_id, writes, orders)
  for (const [i, write] of writes.entries()) {
    const shipped = await shipNew(sql, context, orders[i]!, write)
    await cancelNew(sql, context, shipped, write.progress)
  }
  await returnNew(sql, context, writes)
  await touchOrders(
    sql,
    context,
    writes.map(({ progress }) => progress).filter((one) => hasReturned(one) || one.lines_without_goods !== null),
  )
}

/** Days on which the progress of an order counts in sales, each with the field that names it. */
export function progressDays(progress: OrderProgress, time_zone: string) {
  const { known, record, lines } = progress
  const { sales_channel_id } = known
  const shipped = known.is_wholesale ? lines.flatMap((line) => line.shipped) : []
  const days = shipped.map(({ shipped_at }) => ({
    day: dayInTimeZone(time_zone, shipped_at),
    sales_channel_id,
    field: 'shipped_at',
  }))
  if (!hasReturned(progress)) return days
  return [...days, { day: dayInTimeZone(time_zone, record.refunded_at), sales_channel_id, field: 'refunded_at' }]
}
