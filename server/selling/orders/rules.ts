/** States of an order, computed from the quantities of its lines, and what is allowed in each. Pure. */
import { listOf } from '../../contract/outcome.ts'
import type { orderLifecycles } from '../known_values.ts'

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
  | 'update_location'
  | 'update_lines'
  | 'confirm'
  | 'allocate'
  | 'cancel'
  | 'record_shipment'
  | 'invoice'
  | 'release'

/**
 * Checks which changes a state allows. The location and the lines change only while nothing holds stock and nothing has
 * shipped. A shipment is a fact, so it is also recorded for an order that is fulfilled or cancelled.
 */
export const allowedIn: Record<OrderAct, readonly Lifecycle[]> = {
  update_details: ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled'],
  update_location: ['draft', 'open'],
  update_lines: ['draft', 'open'],
  confirm: ['draft'],
  allocate: ['open', 'partially_allocated', 'allocated', 'partially_fulfilled'],
  cancel: ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'cancelled'],
  record_shipment: ['open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'fulfilled', 'cancelled'],
  invoice: ['partially_fulfilled', 'fulfilled'],
  release: ['partially_allocated', 'allocated', 'partially_fulfilled'],
}

const actWords: Record<OrderAct, string> = {
  update_details: 'changed',
  update_location: 'moved to another location',
  update_lines: 'given other quantities or prices',
  confirm: 'confirmed',
  allocate: 'allocated',
  cancel: 'cancelled',
  record_shipment: 'shipped',
  invoice: 'invoiced',
  release: 'released to a warehouse',
}

/** A state in a sentence. */
const stateOf = (lifecycle: string) => (lifecycle === 'draft' ? 'a draft' : lifecycle.replaceAll('_', ' '))

/** Why the act is not allowed in this state; null if it is. */
export function refusalOf(act: OrderAct, { name, lifecycle }: { name: string; lifecycle: string }): string | null {
  const allowed: readonly string[] = allowedIn[act]
  if (allowed.includes(lifecycle)) return null
  return `${name} is ${stateOf(lifecycle)}; only an order that is ${listOf(allowed.map(stateOf), 'or')} can be ${actWords[act]}.`
}

/** Divides units among lines in their order, each up to what it wants. */
export function divideUnits(units: number, requestedUnits: readonly number[]): number[] {
  let rest = units
  return requestedUnits.map((want) => {
    const share = Math.min(want, rest)
    rest -= share
    return share
  })
}
