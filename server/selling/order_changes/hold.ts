/** Holds of whole orders: why an order is not to ship, who said so, and when it ended. */
import { uuidv7 } from 'uuidv7'
import { sessionOperation } from '../../contract/operation.ts'
import { Choice, Nullable, Type } from '../../contract/schema.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import { writeContext } from '../../records/write_context.ts'
import { orderHoldReasons } from '../known_values.ts'
import { endHold, type Hold, insertHold } from './hold.store.ts'
import { saveLive } from './live_change.ts'
import { checkAct, type LockedOrder, lockOrder, saveOrders } from '../orders/locked_order.store.ts'
import { Label, Order, OrderPath } from '../orders/model.ts'
import { announceOrders, orderSubject, readOrder } from '../orders/order.store.ts'

const isSame = (one: Hold, other: Hold) =>
  (['reason', 'note', 'keeps_stock'] as const).every((name) => one[name] === other[name])

/** What the order still holds: all of it, or nothing if the hold gives it back. */
const linesOf = ({ lines }: LockedOrder, { keeps_stock }: Hold) =>
  keeps_stock ? lines : lines.map((line) => ({ ...line, allocated_quantity: 0 }))

export const holdOrder = sessionOperation({
  id: 'session.hold_order',
  route: 'POST /api/v1/sales/orders/{order_id}/hold',
  summary: 'Put a sales order on hold',
  desc: ({ name, hold }) => (hold === null ? `${name} is not on hold.` : `${name} is on hold (${hold.reason}).`),
  description:
    'Keeps an order from shipping, with a reason. While it is on hold, it cannot be confirmed, allocated, released to a warehouse or shipped by a person, and the automatic allocation skips it. It keeps the stock that it holds, unless `stock: release` is sent. A warehouse that was asked to ship it is told to stop; if the warehouse reports a shipment nevertheless, it is booked and opens an exception of kind `shipped_on_hold`. The order can still be changed and cancelled; cancelling it ends the hold. Another reason or note replaces the hold. Fails with `conflict` for an order that is fulfilled or cancelled.',
  service: 'sales',
  params: OrderPath,
  body: Type.Object(
    {
      reason: Choice(orderHoldReasons, 'Reason of the hold.'),
      note: Type.Optional(Nullable(Label('Note on the hold.', ['Limit of 20,000 exceeded']))),
      stock: Type.Optional(
        Choice(['keep', 'release'], 'What becomes of the stock that the order holds. Default: `keep`.'),
      ),
    },
    { additionalProperties: false, examples: [{ reason: 'credit', note: 'Limit of 20,000 exceeded' }] },
  ),
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict: 'The order is fulfilled or cancelled.',
  emits: ['order.updated', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const { reason, note = null, stock } = body
    const before = await lockOrder(sql, caller, order_id)
    checkAct('hold', before)
    const hold: Hold = { order_id, hold_id: uuidv7(), reason, note, keeps_stock: stock !== 'release' }
    const lines = linesOf(before, hold)
    const holdsSame = lines.every((line, i) => line.allocated_quantity === before.lines[i]!.allocated_quantity)
    if (before.hold !== null && isSame(before.hold, hold) && holdsSame) return readOrder(sql, organization_id, order_id)
    const context = writeContext(caller, now)
    if (before.hold !== null) await endHold(sql, context, before.hold, null)
    await insertHold(sql, context, hold)
    await saveLive(sql, context, before, { ...before, lines, hold })
    const [order] = await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
    return order!
  },
})

export const releaseHold = sessionOperation({
  id: 'session.release_hold_of_order',
  route: 'POST /api/v1/sales/orders/{order_id}/release-hold',
  summary: 'Release the hold of a sales order',
  desc: ({ name }) => `${name} is not on hold.`,
  description:
    'Ends the hold of an order, with who ended it and why. The order can then be confirmed, allocated, released and shipped. The automatic allocation holds stock for it within five minutes; `allocate` does so at once. An exception of kind `shipped_on_hold` about it is resolved. Changes nothing for an order that is not on hold.',
  service: 'sales',
  params: OrderPath,
  body: Type.Object(
    { note: Type.Optional(Nullable(Label('Why the hold ended.', ['Paid up']))) },
    { additionalProperties: false, default: {}, examples: [{ note: 'Paid up' }] },
  ),
  answer: Order,
  refusals: ['order_not_on_file'],
  emits: ['order.updated', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const before = await lockOrder(sql, caller, order_id)
    if (before.hold === null) return readOrder(sql, organization_id, order_id)
    const context = writeContext(caller, now)
    await endHold(sql, context, before.hold, body.note ?? null)
    await saveOrders(sql, context, [{ before, after: { ...before, hold: null } }])
    const subject = { type: orderSubject, id: order_id }
    const resolved = { resolution: 'hold_released', resolved_by: context.actor }
    await resolveExceptions(sql, organization_id, now, { kind: 'shipped_on_hold', subject, ...resolved })
    const [order] = await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
    return order!
  },
})
