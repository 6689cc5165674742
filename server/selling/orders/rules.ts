/** States of an order, computed from the quantities of its lines, and what is allowed in each. Pure. */
import { listOf } from '../../contract/outcome.ts'
import type { orderLifecycles } from '../known_values.ts'
import { shareOf } from '../../contract/money/shares.ts'

export type Lifecycle = (typeof orderLifecycles)[number]

export interface LineQuantities {
  quantity: number
  allocated_quantity: number
  fulfilled_quantity: number
  cancelled_quantity: number
  over_shipped_quantity: number
}

/** Units that are agreed, not cancelled and not shipped. */
export const outstandingOf = (line: LineQuantities): number =>
  line.quantity - line.cancelled_quantity - (line.fulfilled_quantity - line.over_shipped_quantity)

/** Outstanding units that hold no stock yet. */
export const unallocatedOf = (line: LineQuantities): number => outstandingOf(line) - line.allocated_quantity

const sumOf = (lines: readonly LineQuantities[], of: (line: LineQuantities) => number) =>
  lines.reduce((sum, line) => sum + of(line), 0)

/** The state of an order that is no draft. */
export function lifecycleOf(lines: readonly LineQuantities[]): Exclude<Lifecycle, 'draft'> {
  const outstanding = sumOf(lines, outstandingOf)
  const shipped = sumOf(lines, ({ fulfilled_quantity }) => fulfilled_quantity)
  const allocated = sumOf(lines, ({ allocated_quantity }) => allocated_quantity)
  if (outstanding === 0) return shipped === 0 ? 'cancelled' : 'fulfilled'
  if (shipped > 0) return 'partially_fulfilled'
  if (allocated === outstanding) return 'allocated'
  return allocated > 0 ? 'partially_allocated' : 'open'
}

export type OrderAct =
  | 'update_details'
  | 'update_sale'
  | 'update_location'
  | 'update_lines'
  | 'update_prices'
  | 'confirm'
  | 'allocate'
  | 'unallocate'
  | 'hold'
  | 'release_hold'
  | 'cancel'
  | 'cancel_lines'
  | 'split'
  | 'merge'
  | 'duplicate'
  | 'record_shipment'
  | 'report_shipment'
  | 'invoice'
  | 'release'

/**
 * What each state allows. Whatever has shipped stays where it left from, in the channel in which it counts; the lines change
 * as long as units are outstanding. A shipment that a warehouse reports is a fact, whatever the state of the order.
 */
export const allowedIn: Record<OrderAct, readonly Lifecycle[]> = {
  update_details: ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled'],
  update_sale: ['draft', 'open', 'partially_allocated', 'allocated'],
  update_location: ['draft', 'open', 'partially_allocated', 'allocated'],
  update_lines: ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled'],
  update_prices: ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'fulfilled'],
  confirm: ['draft'],
  allocate: ['open', 'partially_allocated', 'allocated', 'partially_fulfilled'],
  unallocate: ['open', 'partially_allocated', 'allocated', 'partially_fulfilled'],
  hold: ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled'],
  release_hold: ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'fulfilled', 'cancelled'],
  cancel: ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'cancelled'],
  cancel_lines: ['open', 'partially_allocated', 'allocated', 'partially_fulfilled'],
  split: ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled'],
  merge: ['draft', 'open', 'partially_allocated', 'allocated'],
  duplicate: ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'fulfilled', 'cancelled'],
  record_shipment: ['open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'fulfilled', 'cancelled'],
  report_shipment: ['open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'fulfilled', 'cancelled'],
  invoice: ['partially_fulfilled', 'fulfilled'],
  release: ['partially_allocated', 'allocated', 'partially_fulfilled'],
}

/** What nobody does to an order that is on hold. */
export const heldBack: readonly OrderAct[] = ['confirm', 'allocate', 'merge', 'record_shipment', 'release']

/** Whether an order may hold more stock than it does, as long as nobody allocates it. */
export const mayHoldMore = (order: { hold: unknown; is_allocated_on_request: boolean }): boolean =>
  order.hold === null && !order.is_allocated_on_request

const actWords: Record<OrderAct, string> = {
  update_details: 'changed',
  update_sale: 'given another channel, customer or freight',
  update_location: 'moved to another location',
  update_lines: 'given other lines or quantities',
  update_prices: 'given other prices',
  confirm: 'confirmed',
  allocate: 'allocated',
  unallocate: 'unallocated',
  hold: 'put on hold',
  release_hold: 'released from its hold',
  cancel: 'cancelled',
  cancel_lines: 'cancelled in part',
  split: 'split',
  merge: 'merged',
  duplicate: 'duplicated',
  record_shipment: 'shipped',
  report_shipment: 'shipped',
  invoice: 'invoiced',
  release: 'released to a warehouse',
}

/** A state in a sentence. */
const stateOf = (lifecycle: string) => (lifecycle === 'draft' ? 'a draft' : lifecycle.replaceAll('_', ' '))

interface Acted {
  name: string
  lifecycle: string
  hold?: { reason: string } | null
}

/** Why the act is not allowed in this state or during a hold; null if it is. */
export function refusalOf(act: OrderAct, { name, lifecycle, hold = null }: Acted): string | null {
  const allowed: readonly string[] = allowedIn[act]
  if (!allowed.includes(lifecycle))
    return `${name} is ${stateOf(lifecycle)}; only an order that is ${listOf(allowed.map(stateOf), 'or')} can be ${actWords[act]}.`
  if (hold === null || !heldBack.includes(act)) return null
  return `${name} is on hold (${hold.reason}); release the hold first, then it can be ${actWords[act]}.`
}

interface LineMoney {
  quantity: number
  discount_cents: number
  tax_cents: number
  zeroed_quantity: number | null
}

/** Discount and tax for another quantity, in proportion. At 0 they are kept, so that they return with the quantity. */
export function moneyFor(line: LineMoney, quantity: number, currency: string): Omit<LineMoney, 'quantity'> {
  const { discount_cents, tax_cents } = line
  const units = line.zeroed_quantity ?? line.quantity
  if (quantity > 0)
    return {
      discount_cents: shareOf(discount_cents, quantity, units, currency),
      tax_cents: shareOf(tax_cents, quantity, units, currency),
      zeroed_quantity: null,
    }
  const isKept = units > 0 && discount_cents + tax_cents > 0
  return { discount_cents, tax_cents, zeroed_quantity: isKept ? units : null }
}
