import { documentStates } from '../../documents/known_values.ts'
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Caller, Sql } from '../../contract/call.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { OpenChoice, OwnId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { enqueue } from '../../documents/queue.ts'
import { inboundActions, composeInbounds, type Step } from '../generation/inbound.rules.ts'
import { readInboundOrder, readWarehouses, writeInbound } from '../generation/inbound.store.ts'
import { PurchaseOrderPath } from '../orders/model.ts'
import { lockOrder } from '../orders/store.ts'

const Inbound = Shape(
  {
    inbound_id: OwnId('The inbound; its id stays the same across revisions.'),
    revision: Whole('Revision of the message to the warehouse, from 1.', { minimum: 1, examples: [1] }),
    action: OpenChoice(
      inboundActions,
      'Action of this call: `created` sends the inbound for the first time, `amended` changes it, `called_off` cancels it, `resent` repeats a message that failed, `unchanged` sends nothing.',
    ),
    state: OpenChoice(documentStates, 'State of the message.'),
    connection_id: OwnId('The connection that the message is sent over.'),
    warehouse: Text('Name of the connection.', { examples: ['Harbour Logistics'] }),
    location_id: OwnId('The location of the warehouse.'),
    total_expected_units: Whole('Units that the warehouse should expect.', { examples: [24] }),
    line_items: Type.Array(
      Shape({
        line_id: OwnId('The line.'),
        variant_id: OwnId('The variant.'),
        sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
        expected_quantity: Whole('Units to expect: ordered minus arrived.', { examples: [24] }),
      }),
      { description: 'Lines of the inbound.' },
    ),
  },
  { $id: 'WarehouseInbound' },
)
type Inbound = Static<typeof Inbound>

export const pushPurchaseOrderToWms = operation({
  id: 'purchase_orders.push_to_wms',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/push-to-wms',
  summary: 'Push a purchase order to the warehouse',
  desc: ({ inbounds }) => {
    const sent = inbounds.filter(({ action }) => action !== 'unchanged').length
    return sent === 0
      ? 'The warehouse already has the current version of the order. Nothing was sent.'
      : `${counted(sent, 'message')} queued for the warehouse.`
  },
  description:
    "Sends the warehouse at the order's destination what to expect. The first call creates an inbound; later calls amend it under the same `inbound_id` with the next revision. Content that the warehouse already has is not sent again, unless the message failed. The message is queued and tried four times over about seventy minutes; its state in the response is `queued`. The order must be approved and not on hold. If an order was closed, cancelled or moved to another destination, its inbound is called off at any warehouse that still expects it. Fails with `conflict` if the destination has no warehouse connection.",
  params: PurchaseOrderPath,
  answer: Shape({
    purchase_order_id: OwnId('The order.'),
    inbounds: Type.Array(Inbound, {
      description: 'The inbound at the destination, and one for each other warehouse where the order was called off.',
    }),
  }),
  refusals: ['purchase_order_not_on_file', 'conflict'],
  conflict: 'The order is neither approved nor issued, is on hold, or its location has no warehouse connection.',
  async run({ sql, caller, params: { purchase_order_id }, now }) {
    const { organization_id } = caller
    const locked = await lockOrder(sql, organization_id, purchase_order_id)
    const [order, { connections, sent }] = await Promise.all([
      readInboundOrder(sql, organization_id, locked),
      readWarehouses(sql, organization_id, locked),
    ])
    const steps = composeInbounds(order, connections, sent, { digest, newId: uuidv7 })
    const inbounds: Inbound[] = []
    for (const step of steps) {
      const before = sent.find(({ inbound_id }) => inbound_id === step.message.inbound_id)
      if (step.action !== 'unchanged') await send(sql, caller, now, step)
      inbounds.push(inboundOf(step, step.action === 'unchanged' ? before!.state : 'queued'))
    }
    return { purchase_order_id, inbounds }
  },
})

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

async function send(sql: Sql, caller: Caller, now: string, step: Step): Promise<void> {
  const { connection, message, fingerprint } = step
  const document_id = await enqueue(sql, caller, {
    channel: 'warehouse',
    purchase_order_id: message.purchase_order.id,
    name: message.purchase_order.name,
    revision: message.revision,
    recipient: connection.name,
    concurrency_key: `warehouse ${connection.connection_id}`,
    // One warehouse may get the order while another gets its cancellation.
    replaces: 'concurrency_key',
    payload: { connection_id: connection.connection_id, message },
    fingerprint,
    is_sent: true,
  })
  await writeInbound(sql, caller.organization_id, now, step, document_id)
}

function inboundOf({ action, connection, message }: Step, state: string): Inbound {
  const { inbound_id, revision, total_expected_units, line_items } = message
  return {
    inbound_id,
    revision,
    action,
    state,
    connection_id: connection.connection_id,
    warehouse: connection.name,
    location_id: connection.location_id,
    total_expected_units,
    line_items: line_items.map(({ line_id, variant_id, sku, expected_quantity }) => ({
      line_id,
      variant_id,
      sku,
      expected_quantity,
    })),
  }
}
