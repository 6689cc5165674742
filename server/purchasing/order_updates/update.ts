import { writeOffInTransit } from '../transfers/write_off.ts'
import { type OrderStatus } from '../known_values.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { checkAmounts } from '../../contract/amounts.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { actorOf } from '../../ledger/actor.ts'
import { bookingOf } from '../../ledger/book.ts'
import { withdrawOutboundDocuments } from '../../documents/queue.ts'
import { checkUnchanged } from '../../records/unchanged.ts'
import { resolveUndelivered } from '../../documents/undelivered.ts'
import { releaseComponents } from '../manufacturing/components.store.ts'
import { type Change, orderDifference } from './difference.rules.ts'
import { resolveSurplus } from '../deliveries/delivery_corrections.store.ts'
import { PurchaseOrder, PurchaseOrderPath } from '../orders/model.ts'
import { holdBundles } from '../../ledger/bundles/parts.ts'
import { readOnFile } from '../deliveries/on_file.store.ts'
import { adjustCosts } from '../landed_costs/received_cost.store.ts'
import { checkBeforeGoods, checkOrderDates } from '../orders/order_dates.ts'
import { checkAct, checkNotInTransit } from '../orders/rules.ts'
import { sendCancellations, type IssueCall } from '../issuing/queue_documents.ts'
import { type LockedOrder, lockOrder, orderChanged, readOrder } from '../orders/store.ts'
import { settleInvoices } from '../supplier_invoices/settle.ts'
import { OrderChange } from './update.model.ts'
import { changeOrder, type LineToChange } from './update.rules.ts'
import { readLinesToChange, writeColumns, writeLines } from './update.store.ts'

export const updatePurchaseOrder = operation({
  id: 'purchase_orders.update',
  route: 'PATCH /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}',
  summary: 'Update or cancel a purchase order',
  desc: ({ name, status }, { body }) =>
    body.status === undefined ? `Purchase order ${name} saved.` : `Purchase order ${name} is ${status}.`,
  description:
    'Changes the fields that are sent; null clears a field. A field sent with its current value is no change. If nothing differs, the order is returned as it is, no event is sent and `updated_at` stays. `status` ends an order or reopens it: `cancelled` cancels an order of which nothing has arrived or is in transit, `closed` ends an issued order without the units that have not arrived (those of a transfer that left its source and are missing are written off at the cost at which they left: a movement `transfer_in` and a `write_off` at the destination; if they are found later, record a stock adjustment), and `draft` revokes an approval.\n\nAn approved order becomes a draft again if its supplier, locations, commitment or lines change, because the approval covered other terms. Once the order is issued, its supplier and locations are final, and so are the lines of transfers and manufacturing orders; the lines of a purchase order can still be amended as agreed with the supplier. The quantity of a line cannot go below what arrived or shipped, and its cost cannot change after units arrived. Changing the lines of a manufacturing order releases its reserved components; reserve them again.\n\nWhen an order is cancelled, recipients who got it by e-mail or EDI are notified by the same channel (an 850 with BEG 01), its links show the cancellation, and queued documents are withdrawn. Fails with `conflict` if the order is delivered, closed or cancelled, or if it has changed since the `updated_at` that you send. Freight and duty billed for the order (`billed_freight_cents`, `billed_duty_cents`) are also accepted after it is delivered or closed. If a bill, or a change of planned freight and duty, alters the cost of units that arrived, the difference is booked as `cost_adjustment` movements.',
  params: PurchaseOrderPath,
  body: OrderChange,
  answer: PurchaseOrder,
  refusals: ['purchase_order_not_on_file', 'conflict'],
  conflict:
    'The order is delivered, closed or cancelled; it changed after the `updated_at` that you send; or the change is one that its state does not allow: the supplier or a location of an issued order, the lines of an issued transfer or manufacturing order, or a cancellation after goods have arrived or while units are in transit.',
  emits: ['purchase_order_updated', 'movement.recorded', 'order.updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params, body, now, documents }) {
    const { organization_id } = caller
    const { updated_at, status: requestedStatus, ...requested } = body
    if (Object.keys(body).every((field) => field === 'updated_at'))
      refuseField('body', 'must contain at least one field to change', Object.keys(OrderChange.properties))
    if (requested.line_items !== undefined) await holdBundles(sql, organization_id)
    const order = await lockOrder(sql, organization_id, params.purchase_order_id)
    const { name, status: orderStatus, updated_at: held } = order
    await checkUnchanged(sql, updated_at, { noun: 'order', name, held, act: 'amend', status: orderStatus })
    const lines = await readLinesToChange(sql, organization_id, order.purchase_order_id)
    const change = orderDifference(order, lines, requested)
    const status = requestedStatus === order.status ? undefined : requestedStatus
    const [changedField] = Object.keys(change)
    if (status !== undefined && changedField !== undefined)
      refuseField(changedField, 'cannot be changed together with status')
    if (status === undefined && changedField === undefined)
      return readOrder(sql, organization_id, order.purchase_order_id)
    const removedVariantIds =
      status === undefined
        ? await amendAndBill(sql, caller, order, lines, change, now)
        : await changeStatus({ sql, caller, now, documents }, order, lines, status)
    await orderChanged(sql, organization_id, [order.purchase_order_id], now, removedVariantIds)
    return readOrder(sql, organization_id, order.purchase_order_id)
  },
})

/** Applies changes and bills, and adjusts the cost of units that arrived. Returns the variants of removed lines. */
async function amendAndBill(
  sql: Sql,
  caller: Caller,
  order: LockedOrder,
  lines: readonly LineToChange[],
  requested: Change,
  now: string,
): Promise<string[]> {
  const { billed_freight_cents, billed_duty_cents, ...change } = requested
  const removedVariantIds =
    Object.keys(change).length === 0 ? [] : await amend({ sql, caller, now }, order, lines, change)
  if (billed_freight_cents !== undefined || billed_duty_cents !== undefined)
    await bill(sql, caller.organization_id, order, { billed_freight_cents, billed_duty_cents })
  const isCosted = affectsCosts.some((field) => requested[field] !== undefined)
  if (isCosted && hasArrivals.includes(order.status))
    await adjustCosts(
      sql,
      bookingOf(caller, now, 'none'),
      await lockOrder(sql, caller.organization_id, order.purchase_order_id),
    )
  return removedVariantIds
}

/** Fields of the order that affect the freight and duty of its units. */
const affectsCosts = [
  'billed_freight_cents',
  'billed_duty_cents',
  'freight_per_container_cents',
  'container_type_id',
  'line_items',
  'removed_line_ids',
] as const
const hasArrivals: readonly OrderStatus[] = ['partially_delivered', 'delivered', 'closed']

type Billed = Pick<Change, 'billed_freight_cents' | 'billed_duty_cents'>

async function bill(sql: Sql, organization_id: string, order: LockedOrder, billed: Billed): Promise<void> {
  checkAct('bill', order)
  const field = (['billed_freight_cents', 'billed_duty_cents'] as const).find((one) => billed[one] != null)
  if (field !== undefined && order.order_type !== 'purchase')
    refuseField(field, `applies only to purchase orders; ${order.name} is a ${order.order_type} order`)
  checkAmounts(order.currency, { ...billed })
  const { billed_freight_cents = order.billed_freight_cents, billed_duty_cents = order.billed_duty_cents } = billed
  await sql`
    update purchase_orders
    set billed_freight_cents = ${billed_freight_cents}, billed_duty_cents = ${billed_duty_cents}
    where organization_id = ${organization_id} and purchase_order_id = ${order.purchase_order_id}`
}

/** Returns the variants of removed lines. */
async function amend(
  { sql, caller, now }: { sql: Sql; caller: Caller; now: string },
  order: LockedOrder,
  lines: readonly LineToChange[],
  change: Change,
): Promise<string[]> {
  const { organization_id } = caller
  checkAct('amend', order)
  if (change.order_date != null) {
    await checkOrderDates(sql, organization_id, now, [{ at: '', order_date: change.order_date }])
    await checkBeforeGoods(sql, caller, order, change.order_date)
  }
  const changed = changeOrder(order, lines, change, await onFile(sql, caller, order, lines, change), now)
  await writeColumns(sql, organization_id, order.purchase_order_id, changed.columns)
  if (changed.changes_lines) {
    await writeLines(sql, organization_id, order.purchase_order_id, changed)
    await settleInvoices(sql, caller, now, [order])
    await resolveSurplus(sql, caller, now, order.purchase_order_id, changed.lines, 'order_amended')
    if (order.order_type === 'manufacturing') await releaseComponents(sql, organization_id, order.purchase_order_id)
  }
  return changed.removed.map(({ variant_id }) => variant_id)
}

function onFile(sql: Sql, caller: Caller, order: LockedOrder, lines: readonly LineToChange[], change: Change) {
  const ids = (...some: (string | null | undefined)[]) => some.filter((id) => id != null)
  const source_location_ids = ids(order.source_location_id, change.source_location_id)
  return readOnFile(sql, caller.organization_id, caller.currency, {
    location_ids: [...ids(order.location_id, change.location_id), ...source_location_ids],
    supplier_ids: ids(order.supplier_id, change.supplier_id),
    commitment_ids: ids(change.commitment_id),
    variant_ids: [
      ...lines.map(({ variant_id }) => variant_id),
      ...ids(...(change.line_items ?? []).map(({ variant_id }) => variant_id)),
    ],
    source_location_ids,
  })
}

/** Cancels the order, closes it, or revokes its approval. */
async function changeStatus(
  call: IssueCall,
  order: LockedOrder,
  lines: readonly LineToChange[],
  status: 'draft' | 'closed' | 'cancelled',
): Promise<string[]> {
  const { sql, caller, now } = call
  const { organization_id } = caller
  const { purchase_order_id } = order
  checkAct(status === 'draft' ? 'reopen' : status === 'closed' ? 'close' : 'cancel', order)
  if (status !== 'draft') {
    if (status === 'cancelled') checkNotInTransit(order, lines)
    else if (order.order_type === 'transfer') await writeOffInTransit(sql, caller, now, order)
    await withdrawOutboundDocuments(sql, organization_id, purchase_order_id)
    const by = { resolution: `order_${status}`, resolved_by: actorOf(caller) }
    await resolveUndelivered(sql, organization_id, now, purchase_order_id, by)
    if (status === 'cancelled') await sendCancellations(call, order)
    await releaseComponents(sql, organization_id, purchase_order_id)
  }
  await sql`
    update purchase_orders
    set status = ${status}, ended_at = ${status === 'draft' ? null : now},
      approved_at = ${status === 'draft' ? null : order.approved_at}
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}`
  return []
}
