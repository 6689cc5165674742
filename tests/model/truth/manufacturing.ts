/** Components that a manufacturing order reserves and uses. */
import { type Order, outstanding } from './orders.ts'
import type { Move, Stock } from './stock.ts'

/** Components of one unit, by manufactured variant. */
export type Bills = Record<string, { sku: string; quantity: number }[]>

export class ManufacturingFixture {
  constructor(
    readonly stock: Stock,
    readonly bills: Bills,
  ) {}

  isMade = ({ type, lines }: Order, at: number): boolean =>
    type !== 'manufacturing' || this.bills[lines[at]!.sku] !== undefined

  #needs({ lines, ...order }: Order): Map<string, number> {
    const needs = new Map<string, number>()
    for (const line of lines)
      for (const { sku, quantity } of this.bills[line.sku] ?? [])
        needs.set(sku, (needs.get(sku) ?? 0) + quantity * outstanding({ ...order, lines }, line))
    return needs
  }

  #component({ components }: Order, sku: string) {
    if (!components.has(sku)) components.set(sku, { required: 0, reserved: 0, consumed: 0 })
    return components.get(sku)!
  }

  /** Units still needed are added to those used; components that are neither needed, reserved nor used are removed. */
  recount(order: Order): void {
    if (order.type !== 'manufacturing') return
    const needs = this.#needs(order)
    for (const sku of new Set([...needs.keys(), ...order.components.keys()])) {
      const component = this.#component(order, sku)
      component.required = component.consumed + (needs.get(sku) ?? 0)
    }
    this.#forget(order)
  }

  #forget({ components }: Order): void {
    for (const [sku, { required, reserved, consumed }] of components)
      if (required === 0 && reserved === 0 && consumed === 0) components.delete(sku)
  }

  #hold(order: Order, sku: string, units: number): void {
    this.#component(order, sku).reserved += units
    this.stock.at(sku, order.source!).committed += units
  }

  allocate(order: Order): void {
    const needs = this.#needs(order)
    for (const sku of new Set([...order.components.keys(), ...needs.keys()])) {
      const wanted = (needs.get(sku) ?? 0) - this.#component(order, sku).reserved
      this.#hold(order, sku, Math.min(wanted, Math.max(this.stock.available(sku, order.source!), 0)))
    }
    this.recount(order)
  }

  /** Releases reserved units; used units are unchanged. */
  release(order: Order): void {
    for (const [sku, component] of order.components) {
      this.#hold(order, sku, -component.reserved)
      component.required = component.consumed
    }
    this.#forget(order)
  }

  /** Units of components that moves use, minus those that they return. */
  #usedBy(moves: readonly Move[]): Map<string, number> {
    const used = new Map<string, number>()
    for (const { sku, kind, delta } of moves) if (kind === 'assembly_out') used.set(sku, (used.get(sku) ?? 0) - delta)
    return used
  }

  /** Reserved units are used first; they are available only for that use. */
  #freedBy(order: Order, moves: readonly Move[]): Map<string, number> {
    const freed = [...this.#usedBy(moves)].map(([sku, units]): [string, number] => {
      return [sku, Math.min(order.components.get(sku)?.reserved ?? 0, Math.max(units, 0))]
    })
    return new Map(freed.filter(([, units]) => units > 0))
  }

  isShort(order: Order, moves: readonly Move[]): boolean {
    return this.stock.isShort(moves, (sku, place) =>
      place === order.source ? (this.#freedBy(order, moves).get(sku) ?? 0) : 0,
    )
  }

  /** Records what moves used. */
  use(order: Order, moves: readonly Move[]): void {
    for (const [sku, units] of this.#freedBy(order, moves)) this.#hold(order, sku, -units)
    for (const [sku, units] of this.#usedBy(moves)) this.#component(order, sku).consumed += units
  }
}
