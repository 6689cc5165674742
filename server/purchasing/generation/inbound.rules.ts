/** What a warehouse is told of an order. Pure: the order, its connections and what was told before in, messages out. */
import { refuse } from '../../contract/refusals.ts'
import { checkAct, type Standing } from '../orders/rules.ts'

export interface InboundLine {
  line_id: string
  variant_id: string
  sku: string
  barcode: string | null
  title: string
  quantity: number
  delivered_quantity: number
  expected_delivery_date: string | null
  hs_code: string | null
  carton_quantity: number | null
}

export interface InboundOrder extends Standing {
  purchase_order_id: string
  external_id: string | null
  location_id: string
  location_name: string
  supplier_id: string | null
  supplier_name: string | null
  source_location_id: string | null
  source_location_name: string | null
  order_date: string | null
  expected_delivery_date: string | null
  lines: readonly InboundLine[]
}

/** The warehouse at a location, while it is connected. */
export interface Connection {
  connection_id: string
  name: string
  location_id: string
  location_name: string
}

/** What the warehouse at a location was told last. */
export interface SubmittedDelivery {
  inbound_id: string
  location_id: string
  revision: number
  is_called_off: boolean
  fingerprint: string
  /** Of the paper that carried it. */
  state: string
}

export const inbound_actions = ['created', 'amended', 'called_off', 'resent', 'unchanged'] as const
export type InboundAction = (typeof inbound_actions)[number]

/** The body of the POST. Names are added, never changed: warehouses parse it. */
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

function messageOf(order: InboundOrder, place: Connection, is_called_off: boolean): InboundMessage {
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
    location: { location_id: place.location_id, name: place.location_name },
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

/** One warehouse's step: a new revision where it says something new, the last one again where it did not arrive. */
function stepFor(
  order: InboundOrder,
  connection: Connection,
  told: SubmittedDelivery | undefined,
  is_called_off: boolean,
  { digest, newId }: Tools,
): Step {
  const said = messageOf(order, connection, is_called_off)
  const fingerprint = digest(JSON.stringify([connection.connection_id, said]))
  const is_same = told?.fingerprint === fingerprint
  const revision = told === undefined ? 1 : is_same ? told.revision : told.revision + 1
  const action =
    told === undefined
      ? 'created'
      : is_same
        ? told.state === 'failed'
          ? 'resent'
          : 'unchanged'
        : is_called_off
          ? 'called_off'
          : 'amended'
  return { action, connection, fingerprint, message: { ...said, inbound_id: told?.inbound_id ?? newId(), revision } }
}

const over = ['closed', 'cancelled'] as const

/**
 * What each warehouse is told now: the one at the destination what to expect, and one at another place that still
 * expects the order that it will not come. An order that ended is called off wherever it is expected.
 */
export function planInbounds(
  order: InboundOrder,
  connections: readonly Connection[],
  told: readonly SubmittedDelivery[],
  tools: Tools,
): Step[] {
  const toldAt = (location_id: string) => told.find((one) => one.location_id === location_id)
  const is_over = over.some((status) => status === order.status)
  const is_known = told.some((one) => !one.is_called_off)
  if (!is_over || !is_known) checkAct('push_to_wms', order)
  const here = connections.find(({ location_id }) => location_id === order.location_id)
  const leaving = connections.filter(({ location_id }) => {
    const known = toldAt(location_id)
    return (
      known !== undefined &&
      (is_over || location_id !== order.location_id) &&
      (!known.is_called_off || known.state === 'failed')
    )
  })
  const steps = leaving.map((one) => stepFor(order, one, toldAt(one.location_id), true, tools))
  if (!is_over && here !== undefined) steps.unshift(stepFor(order, here, toldAt(here.location_id), false, tools))
  if (steps.length > 0) return steps
  refuse('conflict', {
    desc: `${order.location_name} has no warehouse connection to send ${order.name} to. An administrator connects it in the app.`,
    data: { act: 'push_to_wms', status: order.status, location_id: order.location_id },
  })
}
