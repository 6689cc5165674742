import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import { actorOf } from '../../ledger/actor.ts'
import { writeContext } from '../../records/write_context.ts'
import { checkAct, type LockedOrder, lockOrder } from '../orders/locked_order.store.ts'
import { OrderPath } from '../orders/model.ts'
import { orderSubject } from '../orders/order.store.ts'
import { readRequests } from './list_requests.ts'
import { WarehouseRequest } from './request.model.ts'
import { requestHeld } from './request_again.ts'
import { type FulfilmentConnection, lockRequests, readConnection, wakeRequests } from './requests.store.ts'

const holdsNothing = ({ name }: LockedOrder): never =>
  refuse('conflict', {
    desc: `${name} holds no stock. Allocate it first; only allocated units are released to the warehouse.`,
    data: { act: 'release' },
  })

function checkConnected(order: LockedOrder, connection: FulfilmentConnection | null): FulfilmentConnection {
  if (connection !== null && connection.fulfilment_url !== null) return connection
  const desc =
    connection === null
      ? `The location of ${order.name} has no warehouse connection. An administrator can connect a warehouse in the app.`
      : `The connection to ${connection.name} has no fulfilment_url, so the warehouse takes no orders over it.`
  return refuse('conflict', { desc, data: { act: 'release', location_id: order.location_id } })
}

export const releaseOrder = sessionOperation({
  id: 'session.release_order',
  route: 'POST /api/v1/sales/orders/{order_id}/release',
  summary: 'Release an order to the warehouse',
  desc: ({ total_units, warehouse }) => `${warehouse} is asked to ship ${counted(total_units, 'unit')}.`,
  description:
    'Asks the warehouse at the location of the order to ship every unit that the order holds. The message is queued and tried four times over about seventy minutes. A change of the order sends the next revision by itself, and one that moves it to another location calls the request off there and asks the warehouse at the new location, if it takes requests. Exceptions of kind `quantity_short` of the order are resolved. A later call after more units were allocated sends the next revision under the same `request_id`; content that the warehouse already has is not sent again, unless the message failed. While a request is open, holds of the order are not released automatically; cancelling the order, or putting it on hold, calls the request off. The warehouse reports shipments to the URL of its connection. Fails with `conflict` if the order holds no stock or is on hold, or if its location has no warehouse connection with a `fulfilment_url`.',
  service: 'sales',
  params: OrderPath,
  answer: WarehouseRequest,
  refusals: ['order_not_on_file', 'conflict'],
  conflict:
    'The order is a draft, open, on hold, fulfilled or cancelled; holds no stock; or its location has no warehouse connection with a `fulfilment_url`.',
  emits: ['exception.resolved'],
  async run({ sql, caller, params: { order_id }, now }) {
    const { organization_id } = caller
    const order = await lockOrder(sql, caller, order_id)
    checkAct('release', order)
    if (order.lines.every(({ allocated_quantity }) => allocated_quantity === 0)) holdsNothing(order)
    const location_id = order.location_id!
    const [holds, open] = await Promise.all([
      readConnection(sql, organization_id, location_id),
      lockRequests(sql, organization_id, order_id),
    ])
    await requestHeld(sql, writeContext(caller, now), open, order, checkConnected(order, holds))
    await wakeRequests(sql)
    const resolved_by = actorOf(caller)
    const about = { kind: 'quantity_short', subject: { type: orderSubject, id: order_id } } as const
    await resolveExceptions(sql, organization_id, now, { ...about, resolution: 'released', resolved_by })
    const requests = await readRequests(sql, organization_id, order_id)
    return requests.findLast(({ status }) => status === 'requested')!
  },
})
