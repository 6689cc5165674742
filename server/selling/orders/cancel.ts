import { operation } from '../../contract/operation.ts'
import { Nullable, Type } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { reserveAvailable } from '../../ledger/reserve.ts'
import { writeContext } from '../../records/write_context.ts'
import { acknowledgeOrder } from '../edi_orders/outbound/acknowledge.ts'
import { resolveSlip } from '../fulfilment/date_slips.ts'
import { callOffRequests } from '../warehouse_requests/settle_requests.ts'
import { holdsOf, resolveShortages, sumHolds } from './allocation.ts'
import { checkAct, type LockedOrder, lockOrder, saveOrders } from './locked_order.store.ts'
import { Label, Order, OrderPath } from './model.ts'
import { announceOrders, readOrder } from './order.store.ts'
import { settleOrderQuestions } from './order_questions.ts'
import { outstandingOf } from './rules.ts'

/** The order with nothing outstanding: what has not shipped is cancelled, and holds nothing. */
const cancelled = (order: LockedOrder, reason: string | null): LockedOrder => ({
  ...order,
  lifecycle: 'cancelled',
  cancel_reason: reason,
  lines: order.lines.map((line) => ({
    ...line,
    cancelled_quantity: line.cancelled_quantity + outstandingOf(line),
    allocated_quantity: 0,
    location_id: null,
  })),
})

/** Cancels what has not shipped of a locked order. */
export async function cancelLocked(
  sql: Sql,
  { organization_id, now, actor: resolved_by }: WriteContext,
  before: LockedOrder,
  reason: string | null,
): Promise<LockedOrder> {
  await reserveAvailable(sql, organization_id, sumHolds(holdsOf(before.lines)))
  await callOffRequests(sql, { organization_id, now }, before.order_id)
  const [saved] = await saveOrders(sql, { organization_id, now }, [{ before, after: cancelled(before, reason) }])
  await resolveSlip(sql, { organization_id, now, resolved_by }, before, 'cancelled')
  await settleOrderQuestions(sql, { organization_id, now, actor: resolved_by }, before.order_id, 'cancelled')
  await resolveShortages(sql, { organization_id, now, resolved_by }, [saved!])
  return saved!
}

export const cancelOrder = operation({
  id: 'orders.cancel',
  route: 'POST /api/v1/sales/orders/{order_id}/cancel',
  summary: 'Cancel a sales order',
  desc: ({ name, lifecycle }) =>
    lifecycle === 'cancelled' ? `Order ${name} is cancelled.` : `The rest of order ${name} is cancelled.`,
  description:
    'Cancels every unit that has not shipped and releases the stock held for it; a warehouse that was asked to ship the order is notified to stop. An order of which nothing has shipped becomes `cancelled`. Of a part-shipped order the remainder is cancelled: it becomes `fulfilled`, and what shipped can still be invoiced and returned. Cancelled units of consumer orders leave the sales of the day they were ordered on. A draft that arrived over EDI is answered with an 855 that rejects every line, where the account takes one. Cancelling a cancelled order changes nothing. Fails with `conflict` for a fulfilled order.',
  params: OrderPath,
  body: Type.Object(
    { reason: Type.Optional(Nullable(Label('Reason for the cancellation.', ['Customer changed their mind']))) },
    { additionalProperties: false, default: {}, examples: [{ reason: 'Customer changed their mind' }] },
  ),
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict: 'The order is fulfilled.',
  emits: ['order.cancelled', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const before = await lockOrder(sql, caller, order_id)
    checkAct('cancel', before)
    if (before.lifecycle === 'cancelled') return readOrder(sql, organization_id, order_id)
    const context = writeContext(caller, now)
    const saved = await cancelLocked(sql, context, before, body.reason ?? null)
    if (before.lifecycle === 'draft') await acknowledgeOrder(sql, context, saved)
    const [order] = await announceOrders(sql, organization_id, [{ order_id, event: 'order.cancelled' }])
    return order!
  },
})
