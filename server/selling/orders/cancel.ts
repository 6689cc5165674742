import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { Nullable, Type } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { reserveAvailable } from '../../ledger/reserve.ts'
import { writeContext } from '../../records/write_context.ts'
import { acknowledgeLive, acknowledgeOrder } from '../edi_orders/outbound/acknowledge.ts'
import { resolveSlip } from '../fulfilment/date_slips.ts'
import { withFreightLeft } from '../invoices/settle_freight.ts'
import { callOffRequests } from '../warehouse_requests/settle_requests.ts'
import { holdsOf, resolveShortages, sumHolds } from './allocation/allocation.ts'
import { checkAct, type LockedOrder, lockOrder, saveOrders } from './locked_order.store.ts'
import { Label, Order, OrderPath } from './model.ts'
import { saveLive } from '../order_changes/live_change.ts'
import { namedUnits, NamedUnits } from '../order_changes/named_units.ts'
import { announceOrders, readOrder } from './order.store.ts'
import { endDuplicates } from './ended_questions.ts'
import { settleOrderQuestions } from './order_questions.ts'
import { outstandingOf } from './rules.ts'
import type { Part } from '../order_changes/split.rules.ts'

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
  const after = await withFreightLeft(sql, organization_id, cancelled(before, reason))
  const [saved] = await saveOrders(sql, { organization_id, now, actor: resolved_by }, [{ before, after }])
  await resolveSlip(sql, { organization_id, now, resolved_by }, before, 'cancelled')
  await settleOrderQuestions(sql, { organization_id, now, actor: resolved_by }, before, 'cancelled')
  if (saved!.lifecycle === 'cancelled') await endDuplicates(sql, { organization_id, now, actor: resolved_by }, before)
  await resolveShortages(sql, { organization_id, now, resolved_by }, [saved!])
  return saved!
}

/** The units of lines to cancel. */
function namedParts(order: LockedOrder, lines: Parameters<typeof namedUnits>[1]): Part[] {
  checkAct('cancel_lines', order)
  const parts = namedUnits(order.lines, lines)
  return parts.filter(({ units }) => units > 0)
}

/** Whether units stay to ship after these are cancelled. */
const isPartOf = ({ lines }: LockedOrder, parts: readonly Part[]): boolean =>
  parts.reduce((sum, { units }) => sum + units, 0) < lines.reduce((sum, line) => sum + outstandingOf(line), 0)

function partCancelled(order: LockedOrder, parts: readonly Part[], reason: string | null): LockedOrder {
  const units = new Map(parts.map((part) => [part.line_id, part.units]))
  const lines = order.lines.map((line) => ({
    ...line,
    cancelled_quantity: line.cancelled_quantity + (units.get(line.line_id) ?? 0),
  }))
  return { ...order, lines, cancel_reason: reason ?? order.cancel_reason }
}

/**
 * Cancels units of lines of a locked order, or all that is outstanding where `parts` is null, and announces it. A draft is
 * answered, and an account that was acknowledged is told what changed.
 */
export async function cancelUnits(
  sql: Sql,
  context: WriteContext,
  before: LockedOrder,
  parts: readonly Part[] | null,
  reason: string | null,
): Promise<Order> {
  const { order_id } = before
  const isPart = parts !== null && isPartOf(before, parts)
  const saved = isPart
    ? await saveLive(sql, context, before, partCancelled(before, parts, reason))
    : await cancelLocked(sql, context, before, reason)
  if (before.lifecycle === 'draft') await acknowledgeOrder(sql, context, saved)
  else if (!isPart) await acknowledgeLive(sql, context, before, saved)
  const event = isPart ? 'order.updated' : 'order.cancelled'
  const [order] = await announceOrders(sql, context.organization_id, [{ order_id, event }])
  return order!
}

export const cancelOrder = operation({
  id: 'orders.cancel',
  route: 'POST /api/v1/sales/orders/{order_id}/cancel',
  summary: 'Cancel a sales order',
  desc: ({ name, lifecycle, cancelled_units }) => {
    if (lifecycle === 'cancelled') return `Order ${name} is cancelled.`
    if (lifecycle === 'fulfilled') return `The rest of order ${name} is cancelled.`
    return `${counted(cancelled_units, 'unit')} of order ${name} ${cancelled_units === 1 ? 'is' : 'are'} cancelled.`
  },
  description:
    'Cancels every unit that has not shipped, or only those of the lines that are named, and releases the stock held for them; a warehouse that was asked to ship the order is notified to stop. An order of which nothing has shipped becomes `cancelled`. Of a part-shipped order, the rest is cancelled and the order becomes `fulfilled`; what shipped can still be invoiced and returned. If everything that shipped is invoiced, freight falls to what the invoices have billed of it, so that they add up to the order. Cancelled units of a line count in `cancelled_quantity`; what was ordered and agreed stays on record. If other units stay to ship, the order is updated, and a warehouse that was asked to ship it gets the next revision of the request. To reduce a draft, change its quantities instead. Cancelled units of consumer orders leave the sales of the day they were ordered on; what was refunded for them before counts back on the current day, so that they leave net sales once. A draft that arrived over EDI is answered with an 855 that rejects every line, where the account takes one; after an 855 was sent, an 865 follows. Cancelling a cancelled order changes nothing. Fails with `conflict` for a fulfilled order; with named lines, also for a draft or a cancelled order.',
  params: OrderPath,
  body: Type.Object(
    {
      reason: Type.Optional(Nullable(Label('Reason for the cancellation.', ['Customer changed their mind']))),
      lines: Type.Optional(
        Type.Array(NamedUnits, {
          minItems: 1,
          maxItems: limits.sales_order_lines_max,
          description: 'Outstanding units to cancel; every outstanding unit of the order if left out.',
        }),
      ),
    },
    { additionalProperties: false, default: {}, examples: [{ reason: 'Customer changed their mind' }] },
  ),
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict:
    'The order is fulfilled; lines of a draft or of a cancelled order are named; or a warehouse was asked to ship the order and has no connection any more.',
  emits: ['order.cancelled', 'order.updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const before = await lockOrder(sql, caller, order_id)
    const { reason = null, lines } = body
    const parts = lines === undefined ? null : namedParts(before, lines)
    checkAct('cancel', before)
    if (before.lifecycle === 'cancelled' || parts?.length === 0) return readOrder(sql, organization_id, order_id)
    return cancelUnits(sql, writeContext(caller, now), before, parts, reason)
  },
})
