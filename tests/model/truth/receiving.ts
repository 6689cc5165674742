/** Deliveries in the model: recorded, corrected and removed, with what their units cost. */
import { bearsNothing, type Borne, noBills } from './bills.ts'
import type { Costs } from './costs.ts'
import { DeliveryCosts } from './delivery_costs.ts'
import type { Counts } from './counts.ts'
import { submittedBefore } from './deliveries.ts'
import type { ManufacturingFixture } from './manufacturing.ts'
import {
  arrive,
  type Delivery,
  follow,
  type Held,
  isTooMuch,
  mayReceive,
  type Order,
  outstanding,
  settleQuestion,
  type SubmittedDelivery,
  unitWithMore,
  type Units,
} from './orders.ts'
import { convert, type Rate } from './rates.ts'
import { type Cost, dayOf, instantOf, type Move, noCost, type Row, type Stock } from './stock.ts'
import { SupplierInvoices } from './supplier_invoices.ts'
import type { UnknownCosts } from './unknown_costs.ts'

export interface Received {
  status: number
  delivery: Delivery | null
  is_new: boolean
}
const refused: Received = { status: 409, delivery: null, is_new: false }

const kindOf = { purchase: 'receipt', transfer: 'transfer_in', manufacturing: 'assembly_in' } as const

export interface Correction extends Omit<SubmittedDelivery, 'reference' | 'lines'> {
  lines: { line: number; quantity?: number; cost?: bigint }[]
  bills: Partial<Delivery['bills']>
}

/** What arriving units of a line cost: known, or lacking a rate. */
interface Arriving extends Units {
  unit: Cost
  rate: Rate | null
  unrated: string | null
  borne: Borne
  /** What was stated of them since they came, if they are booked again without a rate. */
  late?: Cost
  onTop: bigint
  /** Components of a unit, if not those of the bill of materials. */
  parts?: { sku: string; quantity: number }[]
}

export class Receiving {
  readonly deliveries: Delivery[] = []
  readonly bearing: DeliveryCosts
  readonly supplierInvoices: SupplierInvoices

  constructor(
    readonly stock: Stock,
    readonly counting: Counts,
    readonly unknown: UnknownCosts,
    readonly manufacturing: ManufacturingFixture,
    costs: Costs,
  ) {
    this.bearing = new DeliveryCosts(stock, costs, this.deliveries)
    this.supplierInvoices = new SupplierInvoices(this.deliveries, this.bearing, unknown.rates.own)
  }

  deliver(order: Order, submitted: SubmittedDelivery): Received {
    const before = submittedBefore(this.deliveries, order, submitted)
    if (before) return { status: 200, delivery: before, is_new: false }
    // Units of a transfer cannot have arrived before they left.
    if (order.type === 'transfer' && order.is_issued && submitted.received_at !== null)
      return { ...refused, status: 400 }
    if (!mayReceive(order)) return refused
    const is_over = isTooMuch(order, submitted.lines)
    if (is_over && (!submitted.accept || order.type === 'transfer')) return refused
    const lines = submitted.lines.toSorted((a, b) => a.line - b.line)
    const received = this.#receive(order, submitted, lines)
    if (is_over && received.is_new) order.is_questioned = true
    return received
  }

  markDelivered(order: Order): Received {
    const lines = order.lines
      .map((line, at) => ({ line: at, quantity: outstanding(order, line) }))
      .filter(({ quantity }) => quantity > 0)
    return mayReceive(order) && lines.length > 0 ? this.#receive(order, null, lines) : refused
  }

  /** The rate of the day of arrival. */
  #rateOf({ order, received_at }: Delivery): Rate | null {
    return order.type === 'purchase' ? this.unknown.rates.inForce(order.currency, dayAt(received_at)) : null
  }

  /** A cost in another currency is converted, and manufactured units cost their components. */
  #stated(order: Order, at: number, rate: Rate | null): Pick<Arriving, 'unit' | 'rate' | 'unrated'> {
    const { cost, left } = order.lines[at]!
    if (order.type === 'manufacturing') return { unit: null, rate: null, unrated: null }
    if (order.type === 'transfer')
      return { unit: cost, rate: null, unrated: left !== null && left.cost === null ? (left.unrated ?? noCost) : null }
    if (cost === null) return { unit: null, rate, unrated: null }
    return rate === null
      ? { unit: null, rate, unrated: order.currency }
      : { unit: convert(cost, rate), rate, unrated: null }
  }

  /** Components leave before what is made from them arrives; returns the moves and the index of each line's own. */
  #coming(delivery: Delivery, lines: readonly Arriving[], before: readonly Move[] = []) {
    const { order, received_at, recorded, not_in_count } = delivery
    const isAgain = before.length > 0 || delivery.lines.size > 0
    const when = received_at === null ? (isAgain ? recorded : undefined) : instantOf(received_at)
    // Components were gone by the count, whether it had what was made of them or not.
    const from = not_in_count && received_at !== null ? recorded : undefined
    const moves = [...before]
    const places = lines.map(({ line, quantity, unit, unrated, borne, parts }) => {
      const { sku } = order.lines[line]!
      const used = order.type === 'manufacturing' ? (parts ?? this.manufacturing.bills[sku]!) : []
      const made_from = used.map((part) => {
        const delta = -part.quantity * quantity
        return moves.push({ sku: part.sku, place: order.source!, kind: 'assembly_out', delta, when }) - 1
      })
      const move = {
        sku,
        place: order.place,
        kind: kindOf[order.type],
        delta: quantity,
        cost: unit,
        unrated,
        when,
        from,
      }
      return moves.push({ ...move, added: borne.added ?? 0n, made_from }) - 1
    })
    return { moves, places }
  }

  /** Books moves and records on the delivery which rows now apply to its lines. */
  #book(delivery: Delivery, moves: readonly Move[], lines: readonly Arriving[], places: readonly number[]): void {
    const { order } = delivery
    this.manufacturing.use(order, moves)
    const rows = this.counting.book(delivery, moves)
    lines.forEach(({ line, quantity, unit, rate, borne, onTop, late = null }, i) => {
      const row = rows[places[i]!]!
      const parts = moves[places[i]!]!.made_from!.map((place) => ({ sku: moves[place]!.sku, row: rows[place]! }))
      delivery.lines.set(line, { quantity, row, parts, unit: unit ?? row.cost, rate, borne, onTop })
      if (row.cost === null) this.unknown.arrived(delivery, line, row, borne.added ?? 0n, late)
      this.unknown.made(delivery, line, row, parts)
    })
  }

  /** After units arrived or were reversed: a completed manufacturing order reserves nothing. */
  #settle(order: Order, units: readonly (Units & { came?: Cost })[]): void {
    for (const { line, quantity, came } of units) arrive(order, order.lines[line]!, quantity, came)
    this.manufacturing.recount(order)
    follow(order)
    if (order.status === 'delivered') this.manufacturing.release(order)
  }

  #receive(order: Order, submitted: SubmittedDelivery | null, lines: readonly Units[]): Received {
    if (!lines.every(({ line }) => this.manufacturing.isMade(order, line))) return refused
    const { received_at = null, not_in_count = false } = submitted ?? {}
    const recorded = this.stock.now
    const delivery: Delivery = {
      id: '',
      order,
      submitted,
      received_at,
      not_in_count,
      recorded,
      is_removed: false,
      bills: noBills,
      lines: new Map(),
      adjusted: new Map(),
    }
    const rate = this.#rateOf(delivery)
    const borne = this.bearing.borne(delivery, lines, rate)
    const arriving = lines.map((units): Arriving => {
      const { onTop } = order.lines[units.line]!
      return { ...units, ...this.#stated(order, units.line, rate), borne: borne.get(units.line) ?? bearsNothing, onTop }
    })
    const { moves, places } = this.#coming(delivery, arriving)
    const isShort = (offsets: readonly Move[]) => this.manufacturing.isShort(order, [...moves, ...offsets])
    if (order.type === 'manufacturing' && this.counting.withoutOffsets(moves, isShort)) return refused
    this.deliveries.push(delivery)
    this.#book(delivery, moves, arriving, places)
    this.bearing.settleBills(order)
    this.#settle(order, lines)
    this.supplierInvoices.settle(order)
    return { status: 200, delivery, is_new: true }
  }

  /** Reverses lines at the cost at which they arrived, and returns their components. */
  #reversals(order: Order, held: readonly [number, Held][]): Move[] {
    return [
      ...held.map(([at, { quantity, row }]): Move => {
        const { sku } = order.lines[at]!
        const move = { sku, place: order.place, kind: kindOf[order.type], delta: -quantity }
        return { ...move, ...this.unknown.costOf(row), reverses: row }
      }),
      ...held
        .flatMap(([, { parts }]) => parts)
        .toSorted((a, b) => this.#age(order, a) - this.#age(order, b))
        .map(({ sku, row }): Move => {
          const move = { sku, place: order.source!, kind: 'assembly_out', delta: -row.delta }
          return { ...move, ...this.unknown.costLeftWith(sku, order.source!, row), unrated: row.unrated, reverses: row }
        }),
    ]
  }

  /** The component that left first returns first. */
  #age = ({ source }: Order, { sku, row }: { sku: string; row: Row }) => this.stock.at(sku, source!).rows.indexOf(row)

  remove(delivery: Delivery): number {
    const { order } = delivery
    if (delivery.is_removed) return 404
    if (order.status === 'draft' || order.status === 'cancelled') return 409
    const held = [...delivery.lines].toSorted(([a], [b]) => a - b)
    const moves = this.#reversals(order, held)
    const isShort = (offsets: readonly Move[]) => this.stock.isShort([...moves, ...offsets])
    if (this.counting.withoutOffsets(moves, isShort)) return 409
    this.bearing.takeBack(delivery, [...delivery.lines.keys()])
    this.manufacturing.use(order, moves)
    this.counting.book(delivery, moves)
    this.unknown.settle(moves)
    delivery.is_removed = true
    delivery.lines.clear()
    this.bearing.settleBills(order)
    this.#settle(
      order,
      held.map(([line, { quantity, unit }]) => ({ line, quantity: -quantity, came: unit })),
    )
    settleQuestion(order)
    this.supplierInvoices.settle(order)
    return 204
  }

  correct(delivery: Delivery, correction: Correction): number {
    const { order } = delivery
    if (delivery.is_removed) return 404
    if (order.status === 'draft' || order.status === 'cancelled') return 409
    if (order.type === 'transfer' && correction.received_at !== null) return 400
    const hasCosts = correction.lines.some(({ cost }) => cost !== undefined)
    const isBilledNow = Object.values(correction.bills).some((bill) => bill !== null && bill !== undefined)
    if (order.type !== 'purchase' && isBilledNow) return 400
    if (hasCosts && this.#refusesCosts(delivery, correction)) return 400
    const received_at = correction.received_at ?? delivery.received_at
    const { not_in_count } = correction
    const isMoved = received_at !== delivery.received_at || not_in_count !== delivery.not_in_count
    const before = (line: number) => delivery.lines.get(line)?.quantity ?? 0
    const named = new Map(correction.lines.map(({ line, quantity }) => [line, quantity]))
    const all = order.lines.map((_line, line) => ({ line, quantity: named.get(line) ?? before(line) }))
    const changed = all.filter(({ line, quantity }) => quantity !== before(line) || (isMoved && before(line) > 0))
    if (changed.length > 0 && all.every(({ quantity }) => quantity === 0)) return 400
    const is_over = isTooMuch(order, changed, before)
    if (is_over && (!correction.accept || order.type === 'transfer')) return 409
    if (hasCosts && !this.#canCost(delivery, correction, received_at, new Set(changed.map(({ line }) => line))))
      return 409
    const bills = { ...delivery.bills, ...correction.bills }
    const after = { received_at, not_in_count, bills }
    if (changed.length > 0 && !this.#rebook(delivery, changed, after)) return 409
    const isBilled = bills.freight !== delivery.bills.freight || bills.duty !== delivery.bills.duty
    Object.assign(delivery, after)
    const isRated = this.#correctCosts(delivery, correction)
    if (changed.length > 0 || isBilled || isRated) this.bearing.settleBills(order)
    if (changed.length > 0) {
      settleQuestion(order)
      this.supplierInvoices.settle(order)
    }
    if (is_over) order.is_questioned = true
    return 200
  }

  /** Only purchases have costs that can be corrected, and only of units that are on the delivery. */
  #refusesCosts({ order, lines }: Delivery, correction: Correction): boolean {
    return correction.lines.some(
      ({ line, quantity, cost }) =>
        cost !== undefined && (order.type !== 'purchase' || (!lines.has(line) && quantity === undefined)),
    )
  }

  /** A cost that is known can be corrected where the rate of its day is. */
  #canCost(
    delivery: Delivery,
    { lines }: Correction,
    received_at: string | null,
    changed: ReadonlySet<number>,
  ): boolean {
    const rateOfDay = this.#rateOf({ ...delivery, received_at })
    // What is booked again has the rate at which any of it came, or else that of its day by now.
    const ratesBefore = [...delivery.lines].flatMap(([line, { rate }]) => (changed.has(line) ? [rate] : []))
    const rateAnew = ratesBefore.find((rate) => rate !== null) ?? rateOfDay
    return lines.every(({ line, quantity, cost }) => {
      if (cost === undefined || (quantity ?? delivery.lines.get(line)?.quantity ?? 0) === 0) return true
      const held = delivery.lines.get(line)
      const rate = changed.has(line) ? rateAnew : (held?.rate ?? rateOfDay)
      // What nobody has stated may be, with a rate or without.
      if (rate === null) return held?.unit === null
      // While it follows an invoice, it changes with that.
      return !this.supplierInvoices.isFollowing(delivery, line) || convert(cost, rate) === held!.unit
    })
  }

  /** Corrects costs, and states those that are unknown; returns whether units have a rate by that which had none. */
  #correctCosts(delivery: Delivery, { lines }: Correction): boolean {
    let isRated = false
    const named = lines.toSorted((a, b) => a.line - b.line)
    for (const { line, cost } of named)
      if (cost !== undefined && delivery.lines.get(line)?.unit === null) this.unknown.state(delivery, line, cost)
    const changes = named.flatMap(({ line, cost }) => {
      const held = delivery.lines.get(line)
      if (cost === undefined || held === undefined || held.unit === null) return []
      const rate = held.rate ?? this.#rateOf(delivery)!
      const after = convert(cost, rate)
      if (after === held.unit) return []
      const change = { line, cost: (after - held.unit) * BigInt(held.quantity) }
      isRated ||= held.rate === null
      Object.assign(held, { unit: after, rate })
      return [change]
    })
    this.bearing.change(delivery, changes)
    return isRated
  }

  /** Reverses changed lines and books them again; false if more units would be taken than are on hand. */
  #rebook(
    delivery: Delivery,
    changed: readonly Units[],
    after: Pick<Delivery, 'received_at' | 'not_in_count' | 'bills'>,
  ): boolean {
    const { order } = delivery
    const held = changed.flatMap(({ line }): [number, Held][] => {
      const one = delivery.lines.get(line)
      return one === undefined ? [] : [[line, one]]
    })
    const anew = changed.filter(({ quantity }) => quantity > 0)
    if (!anew.every(({ line }) => delivery.lines.has(line) || this.manufacturing.isMade(order, line))) return false
    const next = { ...delivery, ...after }
    const rate = held.find(([, one]) => one.rate !== null)?.[1].rate ?? this.#rateOf(next)
    const borne = this.#borneAfter(delivery, next, changed, rate)
    const arriving = anew.map((units): Arriving => {
      const was = delivery.lines.get(units.line)
      const { onTop } = was ?? order.lines[units.line]!
      const own = { ...units, borne: borne.get(units.line) ?? bearsNothing, onTop }
      if (was === undefined) return { ...own, ...this.#stated(order, units.line, rate) }
      const parts = was.parts.map(({ sku, row }) => ({ sku, quantity: -row.delta / was.quantity }))
      const late = this.unknown.statedSince(was)
      const lateRate = order.currency === this.unknown.rates.own ? rate : (was.rate ?? rate)
      if (late !== null && lateRate === null)
        return { ...own, unit: null, rate, unrated: order.currency, late, parts: [] }
      const stated = late === null ? null : convert(late, lateRate!)
      const unit = order.type === 'manufacturing' ? null : (unitWithMore(order, units, was) ?? stated)
      const isLacking =
        unit === null &&
        order.type !== 'manufacturing' &&
        (order.type === 'transfer' || order.lines[units.line]!.cost !== null)
      return { ...own, unit, rate, unrated: isLacking ? was.row.unrated : null, parts }
    })
    const { moves, places } = this.#instead(next, arriving, this.#reversals(order, held))
    const isShort = (offsets: readonly Move[]) => this.manufacturing.isShort(order, [...moves, ...offsets])
    if (this.counting.withoutOffsets(moves, isShort)) return false
    this.bearing.takeBack(
      delivery,
      held.map(([line]) => line),
    )
    const before = new Map(held)
    for (const [line] of held) delivery.lines.delete(line)
    Object.assign(delivery, after)
    this.#book(delivery, moves, arriving, places)
    this.unknown.settle(moves)
    this.#settle(
      order,
      changed.map(({ line, quantity }) => {
        const was = before.get(line)
        return { line, quantity: quantity - (was?.quantity ?? 0), came: was?.unit ?? null }
      }),
    )
    return true
  }

  /** Units of a transfer come before what they are instead of leaves, so that they bear what was billed for those. */
  #instead(delivery: Delivery, arriving: readonly Arriving[], reversals: readonly Move[]) {
    if (delivery.order.type !== 'transfer') return this.#coming(delivery, arriving, reversals)
    const { moves, places } = this.#coming(delivery, arriving)
    return { moves: [...moves, ...reversals], places }
  }

  #borneAfter(delivery: Delivery, next: Delivery, changed: readonly Units[], rate: Rate | null): Map<number, Borne> {
    const billsBefore = delivery.bills
    delivery.bills = next.bills
    const borne = this.bearing.borne(delivery, changed, rate)
    delivery.bills = billsBefore
    return borne
  }
}

const today = (): string => new Date().toISOString().slice(0, 10)
const dayAt = (at: string | null): string => (at === null ? today() : dayOf(instantOf(at))!)
