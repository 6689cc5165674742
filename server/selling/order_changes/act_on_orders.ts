/** One act on many orders, each reported: what one order is refused keeps no other from it. */
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { SessionCaller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { exampleId } from '../../contract/openapi/example_ids.ts'
import { type Operation, sessionOperation } from '../../contract/operation.ts'
import { Refusal, refuseField } from '../../contract/refusals.ts'
import {
  Choice,
  Count,
  Id,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
} from '../../contract/schema.ts'
import { checkResourcePlan } from '../../pipeline/gates.ts'
import { orderLifecycles } from '../known_values.ts'
import { allocateOrder } from '../orders/allocation/allocate.ts'
import { cancelOrder } from '../orders/cancel.ts'
import { confirmOrder } from '../orders/confirm.ts'
import { Label } from '../orders/model.ts'
import { type LockedOrder, readLocked, withLines } from '../orders/locked_order.store.ts'
import { lockStock } from './lock_stock.ts'
import { releaseOrder } from '../warehouse_requests/release_order.ts'

const operations: Record<string, Operation> = {
  confirm: confirmOrder,
  allocate: allocateOrder,
  release: releaseOrder,
  cancel: cancelOrder,
}
const outcomes = ['done', 'unchanged', 'refused'] as const

const Body = Type.Object(
  {
    act: Choice(
      ['confirm', 'allocate', 'release', 'cancel'],
      'confirm: accept every line of drafts. allocate: hold available stock. release: ask the warehouse to ship. cancel: cancel what has not shipped.',
    ),
    order_ids: Type.Array(Id('Id of a sales order.'), {
      minItems: 1,
      maxItems: limits.sales_orders_bulk_max,
      description: 'Orders, each once.',
    }),
    reason: Type.Optional(Nullable(Label('Reason, with `cancel` only.', ['Season closed']))),
  },
  {
    $id: 'ActOnSalesOrders',
    additionalProperties: false,
    examples: [{ act: 'allocate', order_ids: [exampleId('order_id')] }],
  },
)
type Body = Static<typeof Body>

const ActedOrder = Shape(
  {
    order_id: OwnId('Id of the order, as it was sent.'),
    name: Nullable(Text('Display name of the order; null if there is none with this id.', { examples: ['SO-2041'] })),
    outcome: OpenChoice(outcomes, 'done: the order changed. unchanged: nothing was left to do. refused: see `reason`.'),
    lifecycle: Nullable(OpenChoice(orderLifecycles, 'State of the order afterwards; null if there is none.')),
    reason: Nullable(Text('Why the order was refused, as its own operation says; null if it was not.')),
  },
  { $id: 'ActedOrder' },
)
type ActedOrder = Static<typeof ActedOrder>

/**
 * Locks all orders and then all stock that they can move, each in their one order: an act on one order after another would
 * lock stock in the order of the request.
 */
async function lockAll(sql: Sql, organization_id: string, ids: readonly string[]): Promise<Map<string, LockedOrder>> {
  await sql`
    select from sales_orders o
    where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(ids)}::uuid[])
    order by o.order_id for update`
  const orders = await withLines(sql, organization_id, await readLocked(sql, organization_id, ids))
  await lockStock(sql, organization_id, orders)
  return new Map(orders.map((order) => [order.order_id, order]))
}

const stateColumns = selection(sales_orders, 'o', ['order_id', 'name', 'lifecycle', 'updated_at'])

const readStates = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<RowOf<typeof stateColumns>[]>`
  select ${stateColumns} from sales_orders o
  where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(ids)}::uuid[])`

/** The body of the operation on the single order. */
const bodyFor = ({ act, reason }: Body, order: LockedOrder): object => {
  if (act === 'cancel') return { reason: reason ?? null }
  if (act !== 'confirm') return {}
  return { lines: order.lines.map(({ line_id }) => ({ line_item_id: line_id, verdict: 'accepted' })) }
}

interface Call {
  sql: Sql
  now: string
  caller: SessionCaller
}

/** Acts on one locked order; the operations check everything before they write, so a refused one leaves nothing behind. */
async function actOn(call: Call, body: Body, order: LockedOrder): Promise<string | null> {
  try {
    const { order_id } = order
    await operations[body.act]!.run({ ...call, params: { order_id }, body: bodyFor(body, order) } as never)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.desc
    throw error
  }
}

async function actOnAll(call: Call, body: Body): Promise<ActedOrder[]> {
  const { sql, caller } = call
  const { organization_id } = caller
  const ids = body.order_ids.map((id) => id.toLowerCase())
  const orders = await lockAll(sql, organization_id, ids)
  const reasons = new Map<string, string | null>()
  for (const order of orders.values()) reasons.set(order.order_id, await actOn(call, body, order))
  const states = await readStates(sql, organization_id, ids)
  const stateOf = new Map(states.map((state) => [state.order_id, state]))
  return ids.map((order_id): ActedOrder => {
    const state = stateOf.get(order_id)
    if (state === undefined)
      return {
        order_id,
        name: null,
        outcome: 'refused',
        lifecycle: null,
        reason: 'No sales order of this organisation has this id.',
      }
    const { name, lifecycle } = state
    const reason = reasons.get(order_id)!
    // A request to a warehouse leaves the order as it is.
    const isChanged = body.act === 'release' || state.updated_at !== orders.get(order_id)!.updated_at
    const outcome = reason === null ? (isChanged ? 'done' : 'unchanged') : 'refused'
    return { order_id, name, outcome, lifecycle, reason }
  })
}

const counts = (of: readonly ActedOrder[], outcome: ActedOrder['outcome']) =>
  of.filter((one) => one.outcome === outcome).length

export const actOnOrders = sessionOperation({
  id: 'session.act_on_orders',
  route: 'POST /api/v1/sales/orders/bulk',
  summary: 'Act on many sales orders',
  desc: ({ done, unchanged, refused }) => `${done} done, ${unchanged} unchanged, ${refused} refused.`,
  description: `Confirms, allocates, releases or cancels up to ${limits.sales_orders_bulk_max} sales orders in one transaction, as the operations on single orders do, and reports each. If an order is refused, the others are still carried out. \`confirm\` accepts every line; a draft with an open price is refused, since its price must be agreed. Orders are acted on in the order of their ids, which is the order of their creation.`,
  service: 'sales',
  body: Body,
  answer: Shape({
    orders: Type.Array(ActedOrder, { description: 'The orders as they were sent.' }),
    done: Count('Number of orders that changed.', { examples: [1] }),
    unchanged: Count('Number of orders with nothing left to do.', { examples: [0] }),
    refused: Count('Number of orders that were refused.', { examples: [0] }),
  }),
  refusals: ['plan_excludes'],
  emits: ['order.updated', 'order.cancelled', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, body, now }) {
    checkResourcePlan(caller.plan, operations[body.act]!)
    if (new Set(body.order_ids.map((id) => id.toLowerCase())).size < body.order_ids.length)
      refuseField('order_ids', 'must name each order once')
    if (body.reason != null && body.act !== 'cancel') refuseField('reason', 'can be sent with the act cancel only')
    const orders = await actOnAll({ sql, caller, now }, body)
    return {
      orders,
      done: counts(orders, 'done'),
      unchanged: counts(orders, 'unchanged'),
      refused: counts(orders, 'refused'),
    }
  },
})
