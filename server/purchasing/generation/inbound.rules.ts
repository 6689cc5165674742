/** Messages to warehouses. Pure: takes the order, its connections and the earlier messages, returns new messages. */
import { refuse } from '../../contract/refusals.ts'
import { checkAct } from '../orders/rules.ts'
import type { Connection, InboundOrder, SentInbound } from './inbound.store.ts'

export const inboundActions = ['created', 'amended', 'called_off', 'resent', 'unchanged'] as const
export type InboundAction = (typeof inboundActions)[number]

/** The body of the POST. Warehouses parse it: fields may be added, never renamed. */
export interface InboundMessage {
  inbound_id: string
  revision: number
  status: 'expected' | 'called_off'
  location: { location_id: string; name: string }
  purchase_order: {
    id: string
    name: string
    external_id: string | null
    order_type: string
    order_date: string | null
  }
  supplier: { supplier_id: string; name: string } | null
  source_location: { location_id: string; name: string } | null
  expected_delivery_date: string | null
  total_expected_units: number
  line_items: {
    line_id: string
    variant_id: string
    sku: string
    barcode: string | null
    title: string
    ordered_quantity: number
    received_quantity: number
    expected_quantity: number
    expected_delivery_date: string | null
    hs_code: string | null
    units_per_carton: number | null
  }[]
}

export interface Step {
  action: InboundAction
  connection: Connection
  message: InboundMessage
  fingerprint: string
}

const named = <K extends string>(key: K, id: string | null, name: string | null) =>
  id === null || name === null ? null : ({ [key]: id, name } as Record<K, string> & { name: string })

function messageOf(order: InboundOrder, connection: Connection, is_called_off: boolean): InboundMessage {
  const line_items = order.lines.map((line) => ({
    line_id: line.line_id,
    variant_id: line.variant_id,
    sku: line.sku,
    barcode: line.barcode,
    title: line.title,
    ordered_quantity: line.quantity,
    received_quantity: line.delivered_quantity,
    expected_quantity: is_called_off ? 0 : Math.max(line.quantity - line.delivered_quantity, 0),
    expected_delivery_date: line.expected_delivery_date ?? order.expected_delivery_date,
    hs_code: line.hs_code,
    units_per_carton: line.carton_quantity,
  }))
  return {
    inbound_id: '',
    revision: 0,
    status: is_called_off ? 'called_off' : 'expected',
    location: { location_id: connection.location_id, name: connection.location_name },
    purchase_order: {
      id: order.purchase_order_id,
      name: order.name,
      external_id: order.external_id,
      order_type: order.order_type,
      order_date: order.order_date,
    },
    supplier: named('supplier_id', order.supplier_id, order.supplier_name),
    source_location: named('location_id', order.source_location_id, order.source_location_name),
    expected_delivery_date: order.expected_delivery_date,
    total_expected_units: line_items.reduce((sum, line) => sum + line.expected_quantity, 0),
    line_items,
  }
}

interface Tools {
  digest: (text: string) => string
  newId: () => string
}

/** The message to one warehouse: a new revision if the content changed, or the last one again if it failed. */
function stepFor(
  order: InboundOrder,
  connection: Connection,
  last: SentInbound | undefined,
  is_called_off: boolean,
  { digest, newId }: Tools,
): Step {
  const content = messageOf(order, connection, is_called_off)
  const fingerprint = digest(JSON.stringify([connection.connection_id, content]))
  const is_same = last?.fingerprint === fingerprint
  const revision = last === undefined ? 1 : is_same ? last.revision : last.revision + 1
  const action =
    last === undefined
      ? 'created'
      : is_same
        ? last.state === 'failed'
          ? 'resent'
          : 'unchanged'
        : is_called_off
          ? 'called_off'
          : 'amended'
  return { action, connection, fingerprint, message: { ...content, inbound_id: last?.inbound_id ?? newId(), revision } }
}

const endedStatuses = ['closed', 'cancelled'] as const

/**
 * Composes one message per warehouse: the warehouse at the destination learns what to expect, and warehouses elsewhere that
 * still expect the order learn that it will not come. An order that ended is called off wherever it is expected.
 */
export function composeInbounds(
  order: InboundOrder,
  connections: readonly Connection[],
  sent: readonly SentInbound[],
  tools: Tools,
): Step[] {
  const sentTo = (location_id: string) => sent.find((one) => one.location_id === location_id)
  const hasEnded = endedStatuses.some((status) => status === order.status)
  const isExpected = sent.some((one) => !one.is_called_off)
  if (!hasEnded || !isExpected) checkAct('push_to_wms', order)
  const here = connections.find(({ location_id }) => location_id === order.location_id)
  const elsewhere = connections.filter(({ location_id }) => {
    const last = sentTo(location_id)
    return (
      last !== undefined &&
      (hasEnded || location_id !== order.location_id) &&
      (!last.is_called_off || last.state === 'failed')
    )
  })
  const steps = elsewhere.map((one) => stepFor(order, one, sentTo(one.location_id), true, tools))
  if (!hasEnded && here !== undefined) steps.unshift(stepFor(order, here, sentTo(here.location_id), false, tools))
  if (steps.length > 0) return steps
  refuse('conflict', {
    desc: `${order.location_name} has no warehouse connection, so ${order.name} cannot be sent. An administrator can connect a warehouse in the app.`,
    data: { act: 'push_to_wms', status: order.status, location_id: order.location_id },
  })
}
