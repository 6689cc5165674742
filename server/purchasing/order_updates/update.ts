import type { Caller, Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { actorOf } from '../../ledger/actor.ts'
import { withdrawDocuments } from '../../documents/queue.ts'
import { resolveUndelivered } from '../../documents/undelivered.ts'
import { releaseComponents } from '../manufacturing/components.store.ts'
import { type Change, orderDifference } from './difference.rules.ts'
import { resolveSurplus } from '../deliveries/delivery_corrections.store.ts'
import { type OrderStatus, PurchaseOrder, PurchaseOrderPath } from '../orders/model.ts'
import { readOnFile } from '../deliveries/on_file.store.ts'
import { adjustCosts } from '../landed_costs/received_cost.store.ts'
import { checkAct, checkUnderWay } from '../orders/rules.ts'
import { sendCancellations, type SendingCall } from '../issuing/queue_documents.ts'
import { type LockedOrder, lockOrder, orderChanged, readOrder } from '../orders/store.ts'
import { OrderChange } from './update.model.ts'
import { changeOrder, type LineToChange } from './update.rules.ts'
import { readLinesToChange, writeColumns, writeLines } from './update.store.ts'

export const updatePurchaseOrder = operation({
  id: 'purchase_orders.update',
  route: 'PATCH /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}',
  summary: 'Change or cancel a purchase order',
  desc: ({ name, status }, { body }) =>
    body.status === undefined ? `Purchase order ${name} saved.` : `Purchase order ${name} is ${status}.`,
  description:
    'Changes what is named and leaves the rest; null clears a field. A field that is sent as it stands is no change: where nothing differs the order is answered as it is, nothing is announced and `updated_at` stays.\n\n`status` calls an order off: `cancelled` while nothing of it has arrived or is under way, `closed` once it was issued, which leaves what has not arrived off, and `draft` takes an approval back.\n\nAn approved order whose supplier, places, commitment or lines change becomes a draft again, as other terms were approved. Once it was issued, supplier and places are settled, and so are the lines of transfers and manufacturing orders; a purchase may still be amended as agreed with the supplier. A line cannot be ordered below what arrived or shipped, nor be costed anew once units arrived. Changing the lines of a manufacturing order gives its reserved components back; allocate them again.\n\nWhoever was mailed an order that is cancelled, or got it over EDI, is told so the same way (an 850 with BEG 01), and its links say so; what still waited is called back.\n\nA delivered, closed or cancelled order is refused `conflict`, and so is one that changed since the `updated_at` that you name.\n\nFreight and duty that were billed for the order (`billed_freight_cents`, `billed_duty_cents`) are also taken once it is delivered or closed. Where they, or freight and duty as planned, change what units that arrived bear, the difference is booked by rows of kind `cost_adjustment`.',
  params: PurchaseOrderPath,
  body: OrderChange,
  answer: PurchaseOrder,
  refusals: ['purchase_order_not_on_file', 'conflict'],
  emits: ['purchase_order_updated', 'movement.recorded', 'exception.resolved'],
  async run({ sql, caller, params, body, now, documents }) {
    const { organization_id } = caller
    const { updated_at, status: asked_status, ...asked } = body
    if (Object.keys(body).every((field) => field === 'updated_at'))
      refuseField('body', 'names nothing to change', Object.keys(OrderChange.properties))
    const order = await lockOrder(sql, organization_id, params.purchase_order_id)
    if (updated_at !== undefined) await checkUnchanged(sql, order, updated_at)
    const lines = await readLinesToChange(sql, organization_id, order.purchase_order_id)
    const change = orderDifference(order, lines, asked)
    const status = asked_status === order.status ? undefined : asked_status
    const [also] = Object.keys(change)
    if (status !== undefined && also !== undefined) refuseField(also, 'cannot be changed together with status')
    if (status === undefined && also === undefined) return readOrder(sql, organization_id, order.purchase_order_id)
    const gone =
      status === undefined
        ? await amendAndBill(sql, caller, order, lines, change, now)
        : await move({ sql, caller, now, documents }, order, lines, status)
    await orderChanged(sql, organization_id, [order.purchase_order_id], now, gone)
    return readOrder(sql, organization_id, order.purchase_order_id)
  },
})

async function checkUnchanged(sql: Sql, order: LockedOrder, updated_at: string): Promise<void> {
  const [row] = await sql<{ is_same: boolean }[]>`
    select ${order.updated_at}::timestamptz = ${updated_at}::timestamptz as is_same`
  if (row!.is_same) return
  refuse('conflict', {
    desc: `${order.name} changed at ${order.updated_at}, after you read it. Read it again and repeat your change.`,
    data: { act: 'amend', status: order.status, updated_at: order.updated_at },
  })
}

/** Units that arrived follow what the order plans and was billed. Answers the variants whose lines are gone. */
async function amendAndBill(
  sql: Sql,
  caller: Caller,
  order: LockedOrder,
  lines: readonly LineToChange[],
  asked: Change,
  now: string,
): Promise<string[]> {
  const { billed_freight_cents, billed_duty_cents, ...change } = asked
  const gone = Object.keys(change).length === 0 ? [] : await amend({ sql, caller, now }, order, lines, change)
  if (billed_freight_cents !== undefined || billed_duty_cents !== undefined)
    await bill(sql, caller.organization_id, order, { billed_freight_cents, billed_duty_cents })
  const is_costed = bears_on_costs.some((field) => asked[field] !== undefined)
  if (is_costed && has_arrivals.includes(order.status))
    await adjustCosts(sql, caller, now, await lockOrder(sql, caller.organization_id, order.purchase_order_id))
  return gone
}

/** What changes the freight and duty that units bear, of the order's own fields. */
const bears_on_costs = [
  'billed_freight_cents',
  'billed_duty_cents',
  'freight_per_container_cents',
  'container_type_id',
  'line_items',
  'removed_line_ids',
] as const
const has_arrivals: readonly OrderStatus[] = ['partially_delivered', 'delivered', 'closed']

type Billed = Pick<Change, 'billed_freight_cents' | 'billed_duty_cents'>

async function bill(sql: Sql, organization_id: string, order: LockedOrder, billed: Billed): Promise<void> {
  checkAct('bill', order)
  const told = (['billed_freight_cents', 'billed_duty_cents'] as const).find((field) => billed[field] != null)
  if (told !== undefined && order.order_type !== 'purchase')
    refuseField(told, `stands on purchases alone, and ${order.name} is a ${order.order_type} order`)
  const { billed_freight_cents = order.billed_freight_cents, billed_duty_cents = order.billed_duty_cents } = billed
  await sql`
    update purchase_orders
    set billed_freight_cents = ${billed_freight_cents}, billed_duty_cents = ${billed_duty_cents}
    where organization_id = ${organization_id} and purchase_order_id = ${order.purchase_order_id}`
}

/** Answers the variants whose lines are gone. */
async function amend(
  { sql, caller, now }: { sql: Sql; caller: Caller; now: string },
  order: LockedOrder,
  lines: readonly LineToChange[],
  change: Change,
): Promise<string[]> {
  const { organization_id } = caller
  checkAct('amend', order)
  const changed = changeOrder(order, lines, change, await onFile(sql, caller, order, lines, change), now)
  await writeColumns(sql, organization_id, order.purchase_order_id, changed.columns)
  if (changed.changes_lines) {
    await writeLines(sql, organization_id, order.purchase_order_id, changed)
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

/** Calls the order off, ends it short, or takes its approval back. */
async function move(
  call: SendingCall,
  order: LockedOrder,
  lines: readonly LineToChange[],
  status: 'draft' | 'closed' | 'cancelled',
): Promise<string[]> {
  const { sql, caller, now } = call
  const { organization_id } = caller
  const { purchase_order_id } = order
  checkAct(status === 'draft' ? 'reopen' : status === 'closed' ? 'close' : 'cancel', order)
  if (status !== 'draft') {
    checkUnderWay(status, order, lines)
    await withdrawDocuments(sql, organization_id, purchase_order_id)
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
