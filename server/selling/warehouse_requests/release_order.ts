import { uuidv7 } from 'uuidv7'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { writeContext } from '../../records/write_context.ts'
import { checkAct, type LockedOrder, lockOrder } from '../orders/locked_order.store.ts'
import { OrderPath } from '../orders/model.ts'
import { readRequests } from './list_requests.ts'
import { WarehouseRequest } from './request.model.ts'
import { contentOf, isSame } from './request.rules.ts'
import {
  type FulfilmentConnection,
  insertRequest,
  lockRequests,
  readConnection,
  readTexts,
  requeueRequest,
  wakeRequests,
} from './requests.store.ts'

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
    'Asks the warehouse at the location of the order to ship every unit that the order holds. The message is queued and tried four times over about seventy minutes. A later call after more units were allocated, or after details changed, sends the next revision under the same `request_id`; content that the warehouse already has is not sent again, unless the message failed. While a request is open, holds of the order are not released automatically; cancelling the order calls the request off. The warehouse reports shipments to the URL of its connection. Fails with `conflict` if the order holds no stock, or if its location has no warehouse connection with a `fulfilment_url`.',
  service: 'sales',
  params: OrderPath,
  answer: WarehouseRequest,
  refusals: ['order_not_on_file', 'conflict'],
  conflict:
    'The order is a draft, open, fulfilled or cancelled; holds no stock; or its location has no warehouse connection with a `fulfilment_url`.',
  async run({ sql, caller, params: { order_id }, now }) {
    const { organization_id } = caller
    const order = await lockOrder(sql, caller, order_id)
    checkAct('release', order)
    if (order.lines.every(({ allocated_quantity }) => allocated_quantity === 0)) holdsNothing(order)
    const location_id = order.location_id!
    const [found, open, texts] = await Promise.all([
      readConnection(sql, organization_id, location_id),
      lockRequests(sql, organization_id, order_id),
      readTexts(sql, organization_id, order),
    ])
    const connection = checkConnected(order, found)
    const content = contentOf(order, { ...texts, location_name: connection.location_name })
    const { connection_id } = connection
    const last = open.find((one) => one.location_id === location_id)
    const context = writeContext(caller, now)
    if (last === undefined) {
      await insertRequest(sql, context, connection_id, { ...content, request_id: uuidv7(), revision: 1 })
    } else {
      const isKnown = last.connection_id === connection_id && isSame(last.message, content)
      const revision = isKnown ? last.revision : last.revision + 1
      if (!isKnown || last.state === 'failed')
        await requeueRequest(
          sql,
          context,
          connection_id,
          { ...content, request_id: last.request_id, revision },
          'queued',
        )
    }
    await wakeRequests(sql)
    const requests = await readRequests(sql, organization_id, order_id)
    return requests.findLast(({ status }) => status === 'requested')!
  },
})
