/**
 * An organisation that orders, receives, moves, makes, corrects, counts and sells, modelled in memory with simple
 * rules. Each action returns the status that the service must respond with, and changes the model only if it is a
 * success.
 */
import { Invoices } from './invoices.ts'
import { Sales } from './sales.ts'
import { Counts } from './counts.ts'
import {
  arrive,
  beforeTheEnd,
  type Delivery,
  follow,
  type Held,
  isTooMuch,
  type Line,
  mayReceive,
  openStatuses,
  type Order,
  outstanding,
  type Status,
  type SubmittedDelivery,
  type Units,
} from './orders.ts'
import { type Cost, divide, type Move, type Row, Stock } from './stock.ts'
import { type Bills, ManufacturingFixture } from './manufacturing.ts'

type Draft = Pick<Order, 'type' | 'place' | 'source' | 'is_foreign'>

interface Received {
  status: number
  delivery: Delivery | null
  is_new: boolean
}
const refused: Received = { status: 409, delivery: null, is_new: false }

const kindOf = { purchase: 'receipt', transfer: 'transfer_in', manufacturing: 'assembly_in' } as const

/** Tenths of the ledger's currency for one unit of the other. */
export const foreignRate = 11n

export class Model {
  readonly stock = new Stock()
  readonly orders: Order[] = []
  readonly deliveries: Delivery[] = []
  readonly counting: Counts
  readonly sales = new Sales(this.stock)
  readonly invoices = new Invoices()
  readonly #manufacturing: ManufacturingFixture

  constructor(
    /** Cost of a variant in the catalogue, in the ledger's currency. */
    readonly catalogue_cost: Record<string, Cost>,
    bills: Bills,
  ) {
    this.#manufacturing = new ManufacturingFixture(this.stock, bills)
    this.counting = new Counts(this.stock, catalogue_cost)
  }

  incoming(sku: string, place: string): number {
    return this.orders
      .filter((order) => order.place === place && openStatuses.includes(order.status))
      .flatMap((order) => order.lines)
      .filter((line) => line.sku === sku)
      .reduce((sum, line) => sum + Math.max(line.quantity - line.delivered, 0), 0)
  }

  /** null if the service must refuse it. */
  order(draft: Draft, lines: readonly Line[]): Order | null {
    if (draft.type === 'transfer' && this.#drawsTooMuch(draft.source!, lines)) return null
    const order: Order = {
      ...draft,
      id: '',
      line_ids: [],
      status: 'draft',
      is_issued: false,
      on_hold: false,
      is_questioned: false,
      lines: lines.map((line) => ({ ...line, cost: this.#lineCost(draft, line) })),
      components: new Map(),
    }
    this.orders.push(order)
    return order
  }

  /** A transfer has its source's cost; any other line its stated cost, or else the catalogue's. */
  #lineCost({ type, source, is_foreign }: Draft, line: Line): Cost {
    if (type === 'transfer') return this.stock.levels.get(`${line.sku} @ ${source}`)?.average ?? null
    return line.cost ?? (is_foreign ? null : this.catalogue_cost[line.sku]!)
  }

  #drawsTooMuch(source: string, lines: readonly Line[]): boolean {
    return lines.some(({ sku }) => {
      const drawn = lines.filter((line) => line.sku === sku).reduce((sum, { quantity }) => sum + quantity, 0)
      return drawn > Math.max(this.stock.available(sku, source), 0)
    })
  }

  approve(order: Order): number {
    if (order.status !== 'draft' || order.on_hold) return 409
    order.status = 'approved'
    return 200
  }

  /** A transfer takes all its units from its source, at their cost there. */
  issue(order: Order): number {
    if (!openStatuses.includes(order.status) || order.on_hold || order.is_issued) return 409
    if (order.type === 'transfer') {
      const moves = order.lines.map(({ sku, quantity }): Move => {
        return { sku, place: order.source!, kind: 'transfer_out', delta: -quantity }
      })
      if (this.stock.isShort(moves)) return 409
      const rows = this.stock.book(moves)
      order.lines.forEach((line, i) => {
        line.in_transit += line.quantity
        line.cost = rows[i]!.cost ?? line.cost
      })
    }
    order.is_issued = true
    follow(order)
    return 200
  }

  hold(order: Order, on: boolean): number {
    if (!beforeTheEnd.includes(order.status) || (!on && !order.on_hold)) return 409
    order.on_hold = on
    return 200
  }

  end(order: Order, status: 'draft' | 'closed' | 'cancelled'): number {
    const from: Record<typeof status, readonly Status[]> = {
      draft: ['approved'],
      closed: ['issued', 'partially_delivered'],
      cancelled: ['draft', 'approved', 'issued'],
    }
    if (status === order.status) return 200
    if (!from[status].includes(order.status)) return 409
    if (status === 'cancelled' && order.lines.some(({ in_transit }) => in_transit > 0)) return 409
    if (status === 'closed' && order.type === 'transfer') this.#writeOff(order)
    order.status = status
    if (status !== 'draft') this.#manufacturing.release(order)
    return 200
  }

  /** What a transfer lost on the way comes to its destination and leaves it at the cost at which it left the source. */
  #writeOff(order: Order): void {
    for (const line of order.lines.filter(({ in_transit }) => in_transit > 0)) {
      const { sku, cost, in_transit: units } = line
      const at = { sku, place: order.place, cost }
      const lost = { ...at, kind: 'write_off', delta: -units, undoes: cost !== null }
      this.stock.book([{ ...at, kind: 'transfer_in', delta: units }, lost])
      line.in_transit = 0
    }
  }

  amend(order: Order, at: number, quantity: number): number {
    const line = order.lines[at]!
    // Unchanged values are no change and do not revoke an approval.
    if (quantity === line.quantity) return 200
    if (!beforeTheEnd.includes(order.status)) return 409
    if (order.is_issued && order.type !== 'purchase') return 409
    if (quantity < line.delivered + line.in_transit) return 400
    const changed = order.lines.map((one) => (one === line ? { ...one, quantity } : one))
    if (order.type === 'transfer' && this.#drawsTooMuch(order.source!, changed)) return 400
    line.quantity = quantity
    this.#settleQuestion(order)
    if (order.status === 'approved') order.status = 'draft'
    else follow(order)
    this.#manufacturing.release(order)
    return 200
  }

  allocate(order: Order): number {
    if (!beforeTheEnd.includes(order.status) || order.on_hold || order.type !== 'manufacturing') return 409
    const is_made = order.lines.every(
      (line, at) => outstanding(order, line) === 0 || this.#manufacturing.isMade(order, at),
    )
    if (!is_made) return 409
    this.#manufacturing.allocate(order)
    return 200
  }

  /** A recorded delivery with the same figures. */
  #submittedBefore(order: Order, submitted: SubmittedDelivery): Delivery | undefined {
    const figures = ({ reference, received_at, lines }: SubmittedDelivery) =>
      JSON.stringify([reference, received_at, lines.toSorted((a, b) => a.line - b.line)])
    return this.deliveries.find(
      (one) =>
        one.order === order &&
        !one.is_removed &&
        one.submitted !== null &&
        figures(one.submitted) === figures(submitted),
    )
  }

  deliver(order: Order, submitted: SubmittedDelivery): Received {
    const before = this.#submittedBefore(order, submitted)
    if (before) return { status: 200, delivery: before, is_new: false }
    // Units of a transfer cannot have arrived before they left.
    if (order.type === 'transfer' && order.is_issued && submitted.received_at !== null)
      return { ...refused, status: 400 }
    if (!mayReceive(order)) return refused
    const is_over = isTooMuch(order, submitted.lines)
    if (is_over && (!submitted.accept || order.type === 'transfer')) return refused
    const lines = submitted.lines.toSorted((a, b) => a.line - b.line)
    const received = this.#receive(order, submitted, submitted.received_at, lines)
    if (is_over && received.is_new) order.is_questioned = true
    return received
  }

  markDelivered(order: Order): Received {
    const lines = order.lines
      .map((line, at) => ({ line: at, quantity: outstanding(order, line) }))
      .filter(({ quantity }) => quantity > 0)
    return mayReceive(order) && lines.length > 0 ? this.#receive(order, null, null, lines) : refused
  }

  /** Components leave before what is made from them arrives; returns the moves and the index of each line's own. */
  #coming(
    order: Order,
    lines: readonly Units[],
    costs: readonly Cost[],
    at: string | null,
    before: readonly Move[] = [],
  ) {
    const moves = [...before]
    const places = lines.map(({ line, quantity }, i) => {
      const { sku } = order.lines[line]!
      const parts = order.type === 'manufacturing' ? this.#manufacturing.bills[sku]! : []
      const made_from = parts.map((part) => {
        const delta = -part.quantity * quantity
        return moves.push({ sku: part.sku, place: order.source!, kind: 'assembly_out', delta, at }) - 1
      })
      const move = { sku, place: order.place, kind: kindOf[order.type], delta: quantity, cost: costs[i]!, at }
      return moves.push({ ...move, made_from }) - 1
    })
    return { moves, places }
  }

  /** Books moves and records on the delivery which rows now apply to its lines. */
  #book(delivery: Delivery, moves: readonly Move[], lines: readonly Units[], places: readonly number[]): void {
    const { order } = delivery
    this.#manufacturing.use(order, moves)
    const offsets = this.counting.offsetsOf(moves)
    const rows = this.stock.book([...moves, ...offsets])
    this.counting.note(delivery, moves, offsets)
    lines.forEach(({ line, quantity }, i) => {
      const parts = moves[places[i]!]!.made_from!.map((place) => ({ sku: moves[place]!.sku, row: rows[place]! }))
      delivery.lines.set(line, { quantity, row: rows[places[i]!]!, parts })
    })
  }

  /** After units arrived or were reversed: a completed manufacturing order reserves nothing. */
  #settle(order: Order, units: readonly Units[]): void {
    for (const { line, quantity } of units) arrive(order, order.lines[line]!, quantity)
    this.#manufacturing.recount(order)
    follow(order)
    if (order.status === 'delivered') this.#manufacturing.release(order)
  }

  /** A cost in another currency is converted, and manufactured units cost their components. */
  #statedCost(order: Order, at: number): Cost {
    const { cost } = order.lines[at]!
    if (cost === null || order.type === 'manufacturing') return null
    return order.is_foreign ? divide(cost * foreignRate, 10) : cost
  }

  #receive(
    order: Order,
    submitted: SubmittedDelivery | null,
    received_at: string | null,
    lines: readonly Units[],
  ): Received {
    if (!lines.every(({ line }) => this.#manufacturing.isMade(order, line))) return refused
    const costs = lines.map(({ line }) => this.#statedCost(order, line))
    const { moves, places } = this.#coming(order, lines, costs, received_at)
    const isShort = (offsets: readonly Move[]) => this.#manufacturing.isShort(order, [...moves, ...offsets])
    if (order.type === 'manufacturing' && this.counting.withoutOffsets(moves, isShort)) return refused
    const recorded = this.counting.next()
    const delivery: Delivery = { id: '', order, submitted, received_at, recorded, is_removed: false, lines: new Map() }
    this.deliveries.push(delivery)
    this.#book(delivery, moves, lines, places)
    this.#settle(order, lines)
    return { status: 200, delivery, is_new: true }
  }

  /** Reverses lines at the cost at which they arrived, and returns their components. */
  #reversals(order: Order, held: readonly [number, Held][]): Move[] {
    return [
      ...held.map(([at, { quantity, row }]): Move => {
        const { sku } = order.lines[at]!
        const move = { sku, place: order.place, kind: kindOf[order.type], delta: -quantity, cost: row.cost }
        return { ...move, reverses: row, at: row.at }
      }),
      ...held
        .flatMap(([, { parts }]) => parts)
        .toSorted((a, b) => this.#age(order, a) - this.#age(order, b))
        .map(({ sku, row }): Move => {
          const move = { sku, place: order.source!, kind: 'assembly_out', delta: -row.delta, cost: row.cost }
          return { ...move, reverses: row, at: row.at }
        }),
    ]
  }

  /** The component that left first returns first. */
  #age = ({ source }: Order, { sku, row }: { sku: string; row: Row }) => this.stock.at(sku, source!).rows.indexOf(row)

  #settleQuestion(order: Order): void {
    if (order.lines.every((line) => line.delivered <= line.quantity)) order.is_questioned = false
  }

  remove(delivery: Delivery): number {
    const { order } = delivery
    if (delivery.is_removed) return 404
    if (order.status === 'draft' || order.status === 'cancelled') return 409
    const held = [...delivery.lines].toSorted(([a], [b]) => a - b)
    const moves = this.#reversals(order, held)
    const isShort = (offsets: readonly Move[]) => this.stock.isShort([...moves, ...offsets])
    if (this.counting.withoutOffsets(moves, isShort)) return 409
    this.#manufacturing.use(order, moves)
    const offsets = this.counting.offsetsOf(moves)
    this.stock.book([...moves, ...offsets])
    this.counting.note(delivery, moves, offsets)
    delivery.is_removed = true
    delivery.lines.clear()
    this.#settle(
      order,
      held.map(([line, { quantity }]) => ({ line, quantity: -quantity })),
    )
    this.#settleQuestion(order)
    return 204
  }

  correct(delivery: Delivery, correction: Omit<SubmittedDelivery, 'reference'>): number {
    const { order } = delivery
    if (delivery.is_removed) return 404
    if (order.status === 'draft' || order.status === 'cancelled') return 409
    if (order.type === 'transfer' && correction.received_at !== null) return 400
    const received_at = correction.received_at ?? delivery.received_at
    const isMoved = received_at !== delivery.received_at
    const before = (line: number) => delivery.lines.get(line)?.quantity ?? 0
    const named = new Map(correction.lines.map(({ line, quantity }) => [line, quantity]))
    const all = order.lines.map((_line, line) => ({ line, quantity: named.get(line) ?? before(line) }))
    const changed = all.filter(({ line, quantity }) => quantity !== before(line) || (isMoved && before(line) > 0))
    if (changed.length === 0) return 200
    if (all.every(({ quantity }) => quantity === 0)) return 400
    const is_over = isTooMuch(order, changed, before)
    if (is_over && (!correction.accept || order.type === 'transfer')) return 409
    if (!this.#rebook(delivery, changed, received_at)) return 409
    delivery.received_at = received_at
    this.#settleQuestion(order)
    if (is_over) order.is_questioned = true
    return 200
  }

  /** Reverses changed lines and books them again; false if more units would be taken than are on hand. */
  #rebook(delivery: Delivery, changed: readonly Units[], received_at: string | null): boolean {
    const { order } = delivery
    const held = changed.flatMap(({ line }): [number, Held][] => {
      const one = delivery.lines.get(line)
      return one === undefined ? [] : [[line, one]]
    })
    const anew = changed.filter(({ quantity }) => quantity > 0)
    if (!anew.every(({ line }) => this.#manufacturing.isMade(order, line))) return false
    const costs = anew.map(({ line }) => {
      if (order.type === 'manufacturing') return null
      return delivery.lines.get(line)?.row.cost ?? this.#statedCost(order, line)
    })
    const came = this.#coming(order, anew, costs, received_at, this.#reversals(order, held))
    // Units that came when the delivery was recorded are booked again as of then.
    const again = received_at === null ? { from: delivery.recorded } : {}
    const moves = came.moves.map((move) => (move.reverses === undefined ? { ...move, ...again } : move))
    const { places } = came
    const isShort = (offsets: readonly Move[]) => this.#manufacturing.isShort(order, [...moves, ...offsets])
    if (this.counting.withoutOffsets(moves, isShort)) return false
    const before = new Map(held.map(([line, { quantity }]) => [line, quantity]))
    for (const [line] of held) delivery.lines.delete(line)
    this.#book(delivery, moves, anew, places)
    this.#settle(
      order,
      changed.map(({ line, quantity }) => ({ line, quantity: quantity - (before.get(line) ?? 0) })),
    )
    return true
  }

  /** Units on hand at the end of a past day, from the current deliveries: everything else happened later. */
  unitsOn(sku: string, place: string, day: string): number {
    const arrived = this.deliveries.filter(
      ({ is_removed, received_at }) => !is_removed && received_at !== null && received_at.slice(0, 10) <= day,
    )
    return arrived.reduce((sum, { order, lines }) => {
      const held = [...lines]
      const came = held
        .filter(([line]) => order.place === place && order.lines[line]!.sku === sku)
        .reduce((units, [, { quantity }]) => units + quantity, 0)
      const used = held
        .flatMap(([, { parts }]) => parts)
        .filter((part) => order.source === place && part.sku === sku)
        .reduce((units, { row }) => units + row.delta, 0)
      return sum + came + used
    }, 0)
  }

  sell(sku: string, place: string, units: number): number {
    const moves = Array.from({ length: units }, () => ({ sku, place, kind: 'fulfilment', delta: -1 }))
    if (this.stock.isShort(moves)) return 409
    this.stock.book(moves)
    return 200
  }
}
