/** An order of the model, and the rules that depend only on the order. */
import type { Bills, Borne } from './bills.ts'
import type { Rate } from './rates.ts'
import { type Cost, divide, type Moment, type Row } from './stock.ts'

export type OrderType = 'purchase' | 'manufacturing' | 'transfer'
export type Status = 'draft' | 'approved' | 'issued' | 'partially_delivered' | 'delivered' | 'closed' | 'cancelled'

export interface Line {
  sku: string
  quantity: number
  delivered: number
  in_transit: number
  /** In the order's currency. */
  cost: Cost
  /** The row with which the units of a transfer left. */
  left: Row | null
  /** Freight and corrections of a unit on the way, while its cost is unknown. */
  onTop: bigint
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
  /** Currency of its costs and bills. */
  currency: string
  /** Units in a carton, if its lines count cartons. */
  carton: number | null
  /** Freight and duty billed for the whole order. */
  bills: Bills
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
  /** What a unit costs, as it is known by now, and the rate by which it was converted. */
  unit: Cost
  rate: Rate | null
  borne: Borne
  /** What a unit of a transfer bore on the way before it arrived, while its cost was unknown. */
  onTop: bigint
}

export interface Units {
  /** By the index of the line on its order. */
  line: number
  quantity: number
}

export interface SubmittedDelivery {
  reference: string
  received_at: string | null
  /** Whether counts lack the units, though they came before. */
  not_in_count: boolean
  accept: boolean
  lines: Units[]
}

export interface Delivery {
  id: string
  order: Order
  /** As first submitted; null if all outstanding units were marked as delivered. */
  submitted: SubmittedDelivery | null
  received_at: string | null
  not_in_count: boolean
  recorded: Moment
  is_removed: boolean
  bills: Bills
  lines: Map<number, Held>
  /** By line, what was booked on top of its rows, and when. */
  adjusted: Map<number, { when: Moment; cost: bigint }[]>
}

export const openStatuses: readonly Status[] = ['approved', 'issued', 'partially_delivered']
export const beforeTheEnd: readonly Status[] = ['draft', ...openStatuses]

/** Units that may still arrive: for a transfer, those that left its source. */
export const outstanding = ({ type }: Order, { quantity, delivered, in_transit }: Line): number =>
  type === 'transfer' ? in_transit : Math.max(quantity - delivered, 0)

export const mayReceive = (order: Order): boolean =>
  openStatuses.includes(order.status) && !order.on_hold && (order.type !== 'transfer' || order.is_issued)

/** Units that arrive or are reversed; those of a transfer are then in transit again, at the cost at which they had come. */
export function arrive({ type }: Order, line: Line, units: number, came: Cost = null): void {
  if (type === 'transfer' && units < 0 && line.cost !== null && came !== null)
    line.cost = divide(line.cost * BigInt(line.in_transit) - came * BigInt(units), line.in_transit - units)
  line.delivered += units
  line.in_transit = Math.max(line.in_transit - (type === 'transfer' ? units : Math.max(units, 0)), 0)
}

/** Further units of a transfer that are on a delivery cost what those on the way do. */
export function unitWithMore(order: Order, { line, quantity }: Units, { unit, quantity: before }: Held): Cost {
  const { cost } = order.lines[line]!
  if (order.type !== 'transfer' || unit === null || cost === null || quantity <= before) return unit
  return divide(unit * BigInt(before) + cost * BigInt(quantity - before), quantity)
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

export function settleQuestion(order: Order): void {
  if (order.lines.every((line) => line.delivered <= line.quantity)) order.is_questioned = false
}
