/** What a workshop uses: components by the bills of what is made, and what of them an order holds back. Pure. */
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Hold, type MovementToBook, pairKey } from '../../ledger/rules.ts'
import type { Standing } from '../orders/rules.ts'

/** Units of a component that go into one unit. */
export interface Part {
  variant_id: string
  quantity: number
}
/** The parts of each variant that has an active bill of materials. */
export type Bills = ReadonlyMap<string, readonly Part[]>

/** A component of an order as it is on file. */
export interface OrderComponent {
  variant_id: string
  location_id: string
  required_quantity: number
  reserved_quantity: number
  consumed_quantity: number
}

/** Where an order's components are, by which bills, and what it holds and has used of them. */
export interface Assembly {
  location_id: string
  bills: Bills
  components: readonly OrderComponent[]
}

interface Made {
  variant_id: string
  sku: string
}

/** The parts of what is made, none of what came from elsewhere. Without a bill nobody knows what it takes or costs. */
export function partsOf(order: Standing, bills: Bills, { variant_id, sku }: Made): readonly Part[] {
  if (order.order_type !== 'manufacturing') return []
  const parts = bills.get(variant_id)
  if (parts !== undefined) return parts
  return refuse('conflict', {
    desc: `${order.name} makes ${sku}, which has no active bill of materials. Add one first.`,
    data: { status: order.status, order_type: order.order_type, variant_id, sku },
  })
}

/** An arrival with what it is made of: no parts where it came from elsewhere. */
export interface ArrivalToBook {
  movement: MovementToBook
  parts: readonly Part[]
}

/** A write ends in time: what would book more rows of the ledger at once is told in parts. */
export function checkRows(order: Standing, arrivals: readonly ArrivalToBook[]): void {
  const rows = arrivals.reduce((sum, { parts }) => sum + 1 + parts.length, 0)
  const rows_max = limits.purchase_order_assembly_rows_max
  if (rows <= rows_max) return
  refuse('conflict', {
    desc: `${order.name} would use and make so much at once that ${rows.toLocaleString('en-US')} rows of the ledger are needed, more than ${rows_max.toLocaleString('en-US')}. Record several deliveries of fewer lines.`,
    data: { status: order.status, order_type: order.order_type, rows, rows_max },
  })
}

/** Components leave before what is made of them comes; answers the movements and the place of each arrival among them. */
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
/** Units of components at a location, summed, by the ledger's key of a pair. */
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

/** Units of each component that movements use, less those that they give back. */
export const usedBy = (movements: readonly MovementToBook[]): Sums =>
  sumUnits(
    movements
      .filter(({ kind }) => kind === 'assembly_out')
      .map(({ variant_id, location_id, quantity_delta }) => ({ variant_id, location_id, units: -quantity_delta })),
  )

/** Units of each component that making the rest takes; what has no bill takes nothing that is known. */
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

/** What an order no longer holds back as it uses it. What comes back from use is free again and not held anew. */
export const releasedBy = ({ components }: Assembly, used: Sums): Hold[] =>
  components.flatMap((component) => {
    const { variant_id, location_id, reserved_quantity } = component
    const units = Math.min(reserved_quantity, Math.max(used.get(pairKey(component))?.units ?? 0, 0))
    return units === 0 ? [] : [{ variant_id, location_id, committed_delta: -units }]
  })

const refuseSoMany = (variant_id: string, required_quantity: number) =>
  refuse('conflict', {
    desc: `The order takes ${required_quantity.toLocaleString('en-US')} units of one component, more than ${limits.purchase_order_component_units_max.toLocaleString('en-US')}. Mend its bill of materials, or order less.`,
    data: { variant_id, required_quantity },
  })

/** The components as they stand after use and holds; `required` is what the rest still takes. */
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
    if (required_quantity > limits.purchase_order_component_units_max) refuseSoMany(variant_id, required_quantity)
    return {
      variant_id,
      location_id,
      required_quantity,
      reserved_quantity: (was?.reserved_quantity ?? 0) + (held.get(key) ?? 0),
      consumed_quantity,
    }
  })
}
