/** Assembly: components used according to the bills of materials, and components that an order reserves. Pure. */
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Hold, type MovementToBook, pairKey } from '../../ledger/rules.ts'
import type { OrderState } from '../orders/rules.ts'
import type { OrderComponent } from './components.store.ts'

/** A component and its units per unit made. */
export interface Part {
  variant_id: string
  quantity: number
}
/** The parts of each variant with an active bill of materials. */
export type Bills = ReadonlyMap<string, readonly Part[]>

/** The components of an order: where they are, their bills of materials, and what is reserved and used. */
export interface Assembly {
  location_id: string
  bills: Bills
  components: readonly OrderComponent[]
}

interface Made {
  variant_id: string
  sku: string
}

/** The parts of a manufactured variant; none for other order types. Without a bill, parts and cost are unknown. */
export function partsOf(order: OrderState, bills: Bills, { variant_id, sku }: Made): readonly Part[] {
  if (order.order_type !== 'manufacturing') return []
  const parts = bills.get(variant_id)
  if (parts !== undefined) return parts
  return refuse('conflict', {
    desc: `${order.name} makes ${sku}, which has no active bill of materials. Add a bill of materials first.`,
    data: { status: order.status, order_type: order.order_type, variant_id, sku },
  })
}

/** An arrival with its parts; none unless it was manufactured. */
export interface ArrivalToBook {
  movement: MovementToBook
  parts: readonly Part[]
}

/** Limits the ledger rows of one write, so that it ends in time. */
export function checkRows(order: OrderState, arrivals: readonly ArrivalToBook[]): void {
  const rows = arrivals.reduce((sum, { parts }) => sum + 1 + parts.length, 0)
  const rows_max = limits.purchase_order_assembly_rows_max
  if (rows <= rows_max) return
  refuse('conflict', {
    desc: `${order.name} needs ${rows.toLocaleString('en-US')} ledger rows for this delivery; the maximum is ${rows_max.toLocaleString('en-US')}. Record several deliveries with fewer lines each.`,
    data: { status: order.status, order_type: order.order_type, rows, rows_max },
  })
}

/** Movements in which components leave before the units made of them arrive, and each arrival's index among them. */
export function withParts(
  location_id: string,
  arrivals: readonly ArrivalToBook[],
  before: readonly MovementToBook[] = [],
): { movements: MovementToBook[]; places: number[] } {
  const movements = [...before]
  const places = arrivals.map(({ movement, parts }) => {
    const { occurred_at, document, document_line_id, evidence } = movement
    const made_from = parts.map(({ variant_id, quantity }) => {
      const quantity_delta = -quantity * movement.quantity_delta
      const out = { variant_id, location_id, kind: 'assembly_out', quantity_delta } as const
      return movements.push({ ...out, occurred_at, document, document_line_id, evidence }) - 1
    })
    return movements.push(parts.length === 0 ? movement : { ...movement, made_from }) - 1
  })
  return { movements, places }
}

/** A component at a location. */
export interface Place {
  variant_id: string
  location_id: string
}
/** Units of a component at a location, keyed by the ledger's pair key. */
export interface Units extends Place {
  units: number
}
type Sums = ReadonlyMap<string, Units>

function sumUnits(all: readonly Units[]): Sums {
  const sums = new Map<string, Units>()
  for (const one of all) {
    const before = sums.get(pairKey(one))
    sums.set(pairKey(one), before === undefined ? one : { ...one, units: before.units + one.units })
  }
  return sums
}

/** Net units of each component that the movements use. */
export const usedBy = (movements: readonly MovementToBook[]): Sums =>
  sumUnits(
    movements
      .filter(({ kind }) => kind === 'assembly_out')
      .map(({ variant_id, location_id, quantity_delta }) => ({ variant_id, location_id, units: -quantity_delta })),
  )

/** Units of each component needed to make the outstanding units; a variant without a bill needs none. */
export const requiredFor = (
  { location_id, bills }: Assembly,
  outstanding: readonly { variant_id: string; units: number }[],
): Sums =>
  sumUnits(
    outstanding.flatMap(({ variant_id, units }) =>
      (bills.get(variant_id) ?? []).map((part) => ({
        variant_id: part.variant_id,
        location_id,
        units: part.quantity * units,
      })),
    ),
  )

/** Reservations that using components releases. Components that come back are available and not reserved again. */
export const releasedBy = ({ components }: Assembly, used: Sums): Hold[] =>
  components.flatMap((component) => {
    const { variant_id, location_id, reserved_quantity } = component
    const units = Math.min(reserved_quantity, Math.max(used.get(pairKey(component))?.units ?? 0, 0))
    return units === 0 ? [] : [{ variant_id, location_id, committed_delta: -units }]
  })

const refuseComponentUnits = (variant_id: string, required_quantity: number) =>
  refuse('conflict', {
    desc: `The order needs ${required_quantity.toLocaleString('en-US')} units of one component; the maximum is ${limits.purchase_order_component_units_max.toLocaleString('en-US')}. Correct the bill of materials or reduce the quantity.`,
    data: { variant_id, required_quantity },
  })

/** The components after use and reservations; `required` is what the outstanding units still need. */
export function componentsAfter(
  { components }: Assembly,
  used: Sums,
  holds: readonly Hold[],
  required: Sums,
): OrderComponent[] {
  const held = new Map(holds.map((hold) => [pairKey(hold), hold.committed_delta]))
  const before = new Map(components.map((one) => [pairKey(one), one]))
  const places = new Map<string, Place>([...before, ...required, ...used])
  return [...places].map(([key, { variant_id, location_id }]) => {
    const was = before.get(key)
    const consumed_quantity = (was?.consumed_quantity ?? 0) + (used.get(key)?.units ?? 0)
    const required_quantity = consumed_quantity + (required.get(key)?.units ?? 0)
    if (required_quantity > limits.purchase_order_component_units_max)
      refuseComponentUnits(variant_id, required_quantity)
    return {
      variant_id,
      location_id,
      required_quantity,
      reserved_quantity: (was?.reserved_quantity ?? 0) + (held.get(key) ?? 0),
      consumed_quantity,
    }
  })
}
