/** Requests to ship the units that an order holds, as a warehouse gets them. Pure. */
import type { LockedLine, LockedOrder } from '../orders/locked_order.store.ts'
import { isTakenApart } from '../../ledger/bundles/parts.rules.ts'
import { outstandingOf } from '../orders/rules.ts'
import { canonicalJson } from './canonical.ts'

/** The body of the POST. Warehouses parse it: fields may be added, never renamed. */
export interface RequestMessage {
  request_id: string
  revision: number
  status: 'requested' | 'called_off'
  location: { location_id: string; name: string }
  order: {
    order_id: string
    name: string
    reference: string | null
    account_name: string | null
    door_reference: string | null
    requested_ship_date: string | null
    ship_window_start: string | null
    ship_window_end: string | null
    cancel_date: string | null
    notes: string | null
    /** Left out where nothing is stated. */
    shipping_method?: string
  }
  total_units: number
  line_items: RequestedLine[]
}

export interface RequestedLine {
  line_item_id: string
  variant_id: string
  sku: string
  barcode: string | null
  title: string
  buyer_sku: string | null
  door_reference: string | null
  /** Days of the line, if they are others than those of the order. */
  requested_ship_date?: string
  cancel_date?: string
  /** Units to ship now, beside those that had shipped when this was requested. */
  quantity: number
  shipped_quantity: number
  /** Of a bundle that is assembled when sold: what each one is picked of. */
  components?: readonly { variant_id: string; sku: string; quantity: number }[]
}

export interface VariantText {
  variant_id: string
  barcode: string | null
  title: string
}

interface Facts {
  location_name: string
  account_name: string | null
  variants: readonly VariantText[]
}

export type RequestContent = Omit<RequestMessage, 'request_id' | 'revision'>

function requestedLine(line: LockedLine, { variants }: Facts): RequestedLine {
  const { barcode, title } = variants.find(({ variant_id }) => variant_id === line.variant_id)!
  return {
    line_item_id: line.line_id,
    variant_id: line.variant_id,
    sku: line.sku,
    barcode,
    title,
    buyer_sku: line.buyer_sku,
    door_reference: line.door_reference,
    quantity: line.allocated_quantity,
    shipped_quantity: line.fulfilled_quantity,
    ...(line.requested_ship_date === null ? {} : { requested_ship_date: line.requested_ship_date }),
    ...(line.cancel_date === null ? {} : { cancel_date: line.cancel_date }),
    ...(isTakenApart(line)
      ? { components: line.parts.map(({ variant_id, sku, units }) => ({ variant_id, sku, quantity: units })) }
      : {}),
  }
}

/** A request for every unit that the order holds at its location. */
export function contentOf(order: LockedOrder, facts: Facts): RequestContent {
  const line_items = order.lines
    .filter(({ allocated_quantity }) => allocated_quantity > 0)
    .map((line) => requestedLine(line, facts))
  return {
    status: 'requested',
    location: { location_id: order.location_id!, name: facts.location_name },
    order: {
      order_id: order.order_id,
      name: order.name,
      reference: order.reference,
      account_name: facts.account_name,
      door_reference: order.door_reference,
      requested_ship_date: order.requested_ship_date,
      ship_window_start: order.ship_window_start,
      ship_window_end: order.ship_window_end,
      cancel_date: order.cancel_date,
      notes: order.notes,
      ...(order.shipping_method === null ? {} : { shipping_method: order.shipping_method }),
    },
    total_units: line_items.reduce((sum, { quantity }) => sum + quantity, 0),
    line_items,
  }
}

/** The message that tells the warehouse not to ship what it has not shipped yet. */
export const calledOff = (message: RequestMessage): RequestMessage => ({
  ...message,
  revision: message.revision + 1,
  status: 'called_off',
  total_units: 0,
  line_items: message.line_items.map((line) => ({ ...line, quantity: 0 })),
})

/** Whether a message has this content. */
export const isSame = ({ request_id: _id, revision: _revision, ...before }: RequestMessage, now: RequestContent) =>
  canonicalJson(before) === canonicalJson(now)

/** Requested units of a line that have not shipped since. Fewer have shipped than then if a shipment of before was voided. */
const unshippedOf = ({ quantity, shipped_quantity }: RequestedLine, line: LockedLine): number =>
  quantity - Math.max(line.fulfilled_quantity - shipped_quantity, 0)

/** Units of each line that a shipment of the request is expected to have; none of lines of a request that was called off. */
export function expectedOf(
  { line_items }: Pick<RequestMessage, 'line_items'>,
  { lines }: Pick<LockedOrder, 'lines'>,
): Map<string, number> {
  return new Map(
    line_items.flatMap((requested): [string, number][] => {
      const line = lines.find(({ line_id }) => line_id === requested.line_item_id)
      return line === undefined ? [] : [[line.line_id, Math.max(unshippedOf(requested, line), 0)]]
    }),
  )
}

export interface ShortLine {
  sku: string
  units: number
}

/** Requested units that have not shipped and are still to ship. */
export function restOf({ line_items }: Pick<RequestMessage, 'line_items'>, { lines }: LockedOrder): ShortLine[] {
  return line_items.flatMap((requested) => {
    const line = lines.find(({ line_id }) => line_id === requested.line_item_id)
    if (line === undefined) return []
    const units = Math.min(unshippedOf(requested, line), outstandingOf(line))
    return units > 0 ? [{ sku: requested.sku, units }] : []
  })
}
