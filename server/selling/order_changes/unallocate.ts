import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, type Static, Type } from '../../contract/schema.ts'
import { writeContext } from '../../records/write_context.ts'
import { saveLive } from './live_change.ts'
import { checkAct, type LockedLine, lockOrder } from '../orders/locked_order.store.ts'
import { Order, OrderPath, Quantity } from '../orders/model.ts'
import { announceOrders, readOrder } from '../orders/order.store.ts'

const GivenBack = Type.Object(
  {
    line_item_id: Id('Id of the line.'),
    quantity: Type.Optional(
      Quantity('Units to give back, at most those that the line holds; all of them if left out.', 1),
    ),
  },
  { $id: 'UnallocatedLine', additionalProperties: false },
)
type GivenBack = Static<typeof GivenBack>

/** The lines without the units that are given back; without any named, every line gives back all that it holds. */
function unallocated(lines: readonly LockedLine[], named: readonly GivenBack[] | undefined): LockedLine[] {
  if (named === undefined) return lines.map((line) => ({ ...line, allocated_quantity: 0 }))
  const byLine = new Map(named.map((one, i) => [one.line_item_id.toLowerCase(), { one, field: `lines[${i}]` }]))
  if (byLine.size < named.length) refuseField('lines', 'must name each line once')
  for (const [id, { one, field }] of byLine) {
    const line = lines.find(({ line_id }) => line_id === id)
    if (line === undefined) refuseField(`${field}.line_item_id`, 'must be a line of the order')
    if ((one.quantity ?? 0) > line.allocated_quantity)
      refuseField(`${field}.quantity`, `must be at most the units that the line holds, ${line.allocated_quantity}`)
  }
  return lines.map((line) => {
    const given = byLine.get(line.line_id)?.one
    if (given === undefined) return line
    return { ...line, allocated_quantity: line.allocated_quantity - (given.quantity ?? line.allocated_quantity) }
  })
}

export const unallocateOrder = sessionOperation({
  id: 'session.unallocate_order',
  route: 'POST /api/v1/sales/orders/{order_id}/unallocate',
  summary: 'Unallocate a sales order',
  desc: ({ name, allocated_units }) => `${name} holds ${counted(allocated_units, 'unit')} now.`,
  description:
    'Releases stock that an order holds: all of it, or that of the lines that are named. The units can be sold elsewhere at once. The automatic allocation then skips the order until somebody calls `allocate`. If a warehouse was asked to ship the units, it gets the next revision of the request, or is told to stop. Fails with `conflict` for a draft and for an order that is fulfilled or cancelled.',
  service: 'sales',
  params: OrderPath,
  body: Type.Object(
    {
      lines: Type.Optional(
        Type.Array(GivenBack, {
          minItems: 1,
          maxItems: limits.sales_order_lines_max,
          description: 'Lines that give stock back; every line if left out.',
        }),
      ),
    },
    { additionalProperties: false, default: {}, examples: [{}] },
  ),
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict:
    'The order is a draft, fulfilled or cancelled; or a warehouse was asked to ship it and has no connection any more.',
  emits: ['order.updated', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const before = await lockOrder(sql, caller, order_id)
    checkAct('unallocate', before)
    const lines = unallocated(before.lines, body.lines)
    const isSame = lines.every((line, i) => line.allocated_quantity === before.lines[i]!.allocated_quantity)
    if (isSame && before.is_allocated_on_request) return readOrder(sql, organization_id, order_id)
    await saveLive(sql, writeContext(caller, now), before, { ...before, lines, is_allocated_on_request: true })
    const [order] = await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
    return order!
  },
})
