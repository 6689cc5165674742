import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Caller, Sql } from '../../contract/call.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { OpenChoice, OwnId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { document_states, enqueue } from '../../documents/queue.ts'
import { inbound_actions, planInbounds, type Step } from '../generation/inbound.rules.ts'
import { readInboundOrder, readWarehouses, writeInbound } from '../generation/inbound.store.ts'
import { PurchaseOrderPath } from '../orders/model.ts'
import { lockOrder } from '../orders/store.ts'

const Inbound = Shape({
  inbound_id: OwnId('The inbound; the same for good, whatever the warehouse is told of it.'),
  revision: Whole('Counts what the warehouse was told, from 1.', { minimum: 1, examples: [1] }),
  action: OpenChoice(
    inbound_actions,
    'What this call did: told it for the first time, changed it, called it off, sent again what had not arrived, or nothing.',
  ),
  state: OpenChoice(document_states, 'How far the message has come.'),
  connection_id: OwnId('The connection that carries it.'),
  warehouse: Text('Name of the connection.', { examples: ['Harbour Logistics'] }),
  location_id: OwnId('Where the warehouse is.'),
  total_expected_units: Whole('Units that it is to expect.', { examples: [24] }),
  line_items: Type.Array(
    Shape({
      line_id: OwnId('The line.'),
      variant_id: OwnId('The variant.'),
      sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
      expected_quantity: Whole('Units to expect: ordered less those that arrived.', { examples: [24] }),
    }),
    { description: 'Its lines.' },
  ),
})
type Inbound = Static<typeof Inbound>

export const pushPurchaseOrderToWms = operation({
  id: 'purchase_orders.push_to_wms',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/push-to-wms',
  summary: 'Send a purchase order to the warehouse',
  desc: ({ inbounds }) => {
    const sent = inbounds.filter(({ action }) => action !== 'unchanged').length
    return sent === 0
      ? 'The warehouse already knows the order as it stands; nothing was sent.'
      : `${counted(sent, 'message')} to the warehouse queued.`
  },
  description:
    "Tells the warehouse at the order's destination what to expect: the first call creates an inbound there, a later one amends it under the same `inbound_id` with the next revision. What it already knows is not sent again, unless it did not arrive. The message leaves through a queue and is tried four times over about seventy minutes; its state is `queued` here.\n\nAn order must be approved and not on hold; one that was closed or cancelled, or moved to another destination, is called off at the warehouse that still expects it. Refused `conflict` where the destination has no warehouse connection.",
  params: PurchaseOrderPath,
  answer: Shape({
    purchase_order_id: OwnId('The order.'),
    inbounds: Type.Array(Inbound, {
      description: 'One at the destination, and one for each other warehouse where it was called off.',
    }),
  }),
  refusals: ['purchase_order_not_on_file', 'conflict'],
  async run({ sql, caller, params: { purchase_order_id }, now }) {
    const { organization_id } = caller
    const locked = await lockOrder(sql, organization_id, purchase_order_id)
    const [order, { connections, told }] = await Promise.all([
      readInboundOrder(sql, organization_id, locked),
      readWarehouses(sql, organization_id, locked),
    ])
    const steps = planInbounds(order, connections, told, { digest, newId: uuidv7 })
    const inbounds: Inbound[] = []
    for (const step of steps) {
      const before = told.find(({ inbound_id }) => inbound_id === step.message.inbound_id)
      if (step.action !== 'unchanged') await send(sql, caller, now, step)
      inbounds.push(shown(step, step.action === 'unchanged' ? before!.state : 'queued'))
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
    // The same order may be told to one warehouse and called off at another.
    replaces: 'concurrency_key',
    payload: { connection_id: connection.connection_id, message },
    fingerprint,
    is_sent: true,
  })
  await writeInbound(sql, caller.organization_id, now, step, document_id)
}

function shown({ action, connection, message }: Step, state: string): Inbound {
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
