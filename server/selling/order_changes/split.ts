import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { exampleId } from '../../contract/openapi/example_ids.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, Id, Shape, type Static, Type } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import { writeContext } from '../../records/write_context.ts'
import { readEdiOrder } from '../edi_orders/edi_order.store.ts'
import { checkAct, type LockedOrder, lockOrder } from '../orders/locked_order.store.ts'
import { namedUnits, NamedUnits } from './named_units.ts'
import { Order, OrderPath } from '../orders/model.ts'
import { announceOrders } from '../orders/order.store.ts'
import { readLocation } from '../orders/references.store.ts'
import { outstandingOf } from '../orders/rules.ts'
import { partsByDate, shortParts } from './split.rules.ts'
import { type Split, splitOff } from './split_off.ts'

const Body = Type.Object(
  {
    by: Choice(
      ['line', 'location', 'date'],
      'line: the units in `lines` become an order. location: they ship from `location_id`; without `lines`, all units that hold no stock. date: the lines of each requested ship date other than that of the order become an order.',
    ),
    lines: Type.Optional(
      Type.Array(NamedUnits, {
        minItems: 1,
        maxItems: limits.sales_order_lines_max,
        description: 'Outstanding units that go; required with line, and refused with date.',
      }),
    ),
    location_id: Type.Optional(
      Id('Id of the location that ships the new order; required with location, and refused with the others.'),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ by: 'line', lines: [{ line_item_id: exampleId('line_item_id'), quantity: 12 }] }],
  },
)
type Body = Static<typeof Body>

const SplitResult = Shape({
  order: Order,
  new_orders: Type.Array(Order, { description: 'The orders that were split off, in the order of their dates.' }),
})

function checkFields({ by, lines, location_id }: Body): void {
  if (by === 'line' && lines === undefined) refuseField('lines', 'is required with by: line')
  if (by === 'date' && lines !== undefined) refuseField('lines', 'is not allowed with by: date')
  if ((by === 'location') !== (location_id !== undefined))
    refuseField('location_id', 'is required with by: location, and with no other')
}

/** The orders to split off. */
async function splitsOf(sql: Sql, organization_id: string, order: LockedOrder, body: Body): Promise<Split[]> {
  const { by, lines, location_id } = body
  if (by === 'date') {
    const days = partsByDate(order.lines, order.requested_ship_date)
    if (days.length === 0) refuseField('by', 'finds no line with another requested ship date than the order')
    return days.map(({ day, parts }) => ({ parts, requested_ship_date: day }))
  }
  const named = lines === undefined ? shortParts(order.lines) : namedUnits(order.lines, lines)
  const parts = named.filter(({ units }) => units > 0)
  if (parts.length === 0)
    refuseField('lines', lines === undefined ? 'is required: every unit holds stock' : 'must name outstanding units')
  if (location_id === undefined) return [{ parts }]
  if (location_id.toLowerCase() === order.location_id)
    refuseField('location_id', 'must be another location than that of the order')
  await readLocation(sql, organization_id, location_id)
  return [{ parts, location_id: location_id.toLowerCase() }]
}

/** Something must be left: units to ship, or what has shipped. */
function checkRest({ lines }: LockedOrder, splits: readonly Split[]): void {
  const gone = splits.reduce((sum, { parts }) => sum + parts.reduce((units, part) => units + part.units, 0), 0)
  const outstanding = lines.reduce((sum, line) => sum + outstandingOf(line), 0)
  if (gone === outstanding && lines.every(({ fulfilled_quantity }) => fulfilled_quantity === 0))
    refuseField('lines', 'must leave units on the order; change the order itself instead')
}

/** An order that an 855 has not answered is answered as a whole. */
async function checkAnswered(sql: Sql, organization_id: string, { order_id, name, lifecycle }: LockedOrder) {
  const edi = await readEdiOrder(sql, organization_id, order_id)
  if (edi !== null && edi.answered_at === null)
    refuse('conflict', {
      desc: `${name} arrived over EDI and is not confirmed. Confirm it first; its 855 answers the order as a whole.`,
      data: { act: 'split', lifecycle },
    })
}

export const splitOrder = sessionOperation({
  id: 'session.split_order',
  route: 'POST /api/v1/sales/orders/{order_id}/split',
  summary: 'Split a sales order',
  desc: ({ order, new_orders }) => `${counted(new_orders.length, 'order')} split off ${order.name}.`,
  description:
    'Moves units that have not shipped to new orders: those of named lines, those that are to ship from another location, or those that are to ship on another day. A new order has its own number and the reference, account, customer, channel, dates, terms and notes of the order, and takes holds, prices and shares of discounts, taxes and freight along; the amounts of both add up to those of the order before, to the cent. Money that was paid on the order beyond what is left of it moves to the new order, up to its total. Lines that move as a whole keep their ids; of a line that is divided, units without held stock move first. At another location, held stock is released, and available stock is held there. A consumer sale stays on the day of the order. If a warehouse was asked to ship the order, it gets the next revision of the request. A hold applies to both orders. Fails with `conflict` for an order that is fulfilled or cancelled, and for one that arrived over EDI and is not confirmed.',
  service: 'sales',
  params: OrderPath,
  body: Body,
  answer: SplitResult,
  refusals: ['order_not_on_file', 'conflict'],
  conflict:
    'The order is fulfilled or cancelled; it arrived over EDI and is not confirmed; or a warehouse was asked to ship it and has no connection any more.',
  emits: ['order.created', 'order.updated', 'order.fulfilled', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    checkFields(body)
    const context = writeContext(caller, now)
    let rest = await lockOrder(sql, caller, order_id)
    checkAct('split', rest)
    await checkAnswered(sql, organization_id, rest)
    const splits = await splitsOf(sql, organization_id, rest, body)
    checkRest(rest, splits)
    const fresh: string[] = []
    for (const split of splits) {
      const done = await splitOff(sql, context, rest, split)
      rest = done.rest
      fresh.push(done.fresh.order_id)
    }
    const event = rest.lifecycle === 'fulfilled' ? 'order.fulfilled' : 'order.updated'
    const announced = await announceOrders(sql, organization_id, [
      ...fresh.map((id) => ({ order_id: id, event: 'order.created' as const })),
      { order_id, event },
    ])
    const byId = new Map(announced.map((order) => [order.order_id, order]))
    return { order: byId.get(order_id)!, new_orders: fresh.map((id) => byId.get(id)!) }
  },
})
