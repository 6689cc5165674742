/** An order of the model, and the rules that depend only on the order. */
import type { Cost, Row } from './stock.ts'

export type OrderType = 'purchase' | 'manufacturing' | 'transfer'
export type Status = 'draft' | 'approved' | 'issued' | 'partially_delivered' | 'delivered' | 'closed' | 'cancelled'

export interface Line {
  sku: string
  quantity: number
  delivered: number
  in_transit: number
  /** In the order's currency. */
  cost: Cost
}

/** A component at the source of a manufacturing order. */
export interface Component {
  required: number
  reserved: number
  consumed: number
}

export interface Order {
  id: string
  line_ids: string[]
  type: OrderType
  place: string
  source: string | null
  /** Its cost is in another currency than the ledger's. */
  is_foreign: boolean
  status: Status
  is_issued: boolean
  on_hold: boolean
  /** An over-receipt that has not been resolved. */
  is_questioned: boolean
  lines: Line[]
  /** By sku. */
  components: Map<string, Component>
}

/** A line of a delivery with its currently valid ledger rows. */
export interface Held {
  quantity: number
  row: Row
  /** The components that were used. */
  parts: { sku: string; row: Row }[]
}

export interface Units {
  /** By the index of the line on its order. */
  line: number
  quantity: number
}

export interface SubmittedDelivery {
  reference: string
  received_at: string | null
  accept: boolean
  lines: Units[]
}

export interface Delivery {
  id: string
  order: Order
  /** As first submitted; null if all outstanding units were marked as delivered. */
  submitted: SubmittedDelivery | null
  received_at: string | null
  /** Its position in the order of recording. */
  recorded: number
  is_removed: boolean
  lines: Map<number, Held>
}

export const openStatuses: readonly Status[] = ['approved', 'issued', 'partially_delivered']
export const beforeTheEnd: readonly Status[] = ['draft', ...openStatuses]

/** Units that may still arrive: for a transfer, those that left its source. */
export const outstanding = ({ type }: Order, { quantity, delivered, in_transit }: Line): number =>
  type === 'transfer' ? in_transit : Math.max(quantity - delivered, 0)

export const mayReceive = (order: Order): boolean =>
  openStatuses.includes(order.status) && !order.on_hold && (order.type !== 'transfer' || order.is_issued)

/** Units that arrive or are reversed; those of a transfer are then in transit again. */
export function arrive({ type }: Order, line: Line, units: number): void {
  line.delivered += units
  line.in_transit = Math.max(line.in_transit - (type === 'transfer' ? units : Math.max(units, 0)), 0)
}

/** Sets an order's status from its lines. */
export function follow(order: Order): void {
  if (!openStatuses.includes(order.status) && order.status !== 'delivered') return
  if (order.lines.every((line) => line.delivered >= line.quantity)) order.status = 'delivered'
  else if (order.lines.some((line) => line.delivered > 0)) order.status = 'partially_delivered'
  else order.status = order.is_issued ? 'issued' : 'approved'
}

/** Whether lines exceed the outstanding units; of a transfer only units in transit can arrive. */
export const isTooMuch = (order: Order, lines: readonly Units[], before: (line: number) => number = () => 0) =>
  lines.some(({ line, quantity }) => {
    const { quantity: ordered, delivered, in_transit, ...rest } = order.lines[line]!
    const own = before(line)
    const without = { ...rest, quantity: ordered, delivered: delivered - own, in_transit: in_transit + own }
    return quantity > own && quantity > outstanding(order, without)
  })
