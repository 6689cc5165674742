/** Costs that are unknown for lack of a rate, and what follows once one is set. */
import type { Delivery, Line, Order } from './orders.ts'
import { convert, type Rates, replay } from './rates.ts'
import { type Cost, dayOf, madeOf, type Move, type Row, type Stock } from './stock.ts'

interface Part {
  sku: string
  row: Row
}

interface Assembly {
  delivery: Delivery
  line: number
  row: Row
  parts: readonly Part[]
}

interface Arrival {
  delivery: Delivery
  line: number
  row: Row
  day: string
}

const isReversed = (rows: readonly Row[], row: Row) => rows.some(({ reverses }) => reverses === row)

export class UnknownCosts {
  readonly #arrivals: Arrival[] = []
  /** What arrivals cost that came at an unknown cost. */
  readonly #known = new Map<Row, Cost>()
  /** What is told when a row of units that left gets its cost. */
  readonly #leftWith = new Map<Row, (cost: bigint) => void>()
  /** Lines of transfers by the row with which their units left. */
  readonly #transferred = new Map<Row, { order: Order; line: Line }>()

  /** What was made of components of unknown cost. */
  readonly #madeOf = new Map<Row, Assembly>()
  /** What components cost that left at an unknown cost. */
  readonly #usedAt = new Map<Row, bigint>()
  /** What arrivals lack, if that is no longer what their row says. */
  readonly #lacks = new Map<Row, string>()

  constructor(
    readonly stock: Stock,
    readonly rates: Rates,
    readonly today: () => string,
  ) {}

  arrived(delivery: Delivery, line: number, row: Row): void {
    this.#arrivals.push({ delivery, line, row, day: dayOf(row.when) ?? this.today() })
  }

  left(row: Row, tell: (cost: bigint) => void): void {
    if (row.cost === null) this.#leftWith.set(row, tell)
  }

  /** Units of unknown cost that were made of components. */
  made(delivery: Delivery, line: number, row: Row, parts: readonly Part[]): void {
    if (row.unrated === null) return
    for (const part of parts) if (part.row.cost === null) this.#madeOf.set(part.row, { delivery, line, row, parts })
  }

  transferred(row: Row, order: Order, line: Line): void {
    if (row.cost === null) this.#transferred.set(row, { order, line })
  }

  /** What a row cost, as it is known by now. */
  costOf(row: Row): { cost: Cost; landed?: Cost } {
    const known = this.#known.get(row) ?? this.#usedAt.get(row)
    return known === undefined ? { cost: row.cost, landed: row.landed } : { cost: known, landed: known }
  }

  /** What units cost that left, as their level shows by now: what was taken back of unknown cost was never there. */
  costLeftWith(sku: string, place: string, row: Row): { cost: Cost; landed?: Cost } {
    if (row.cost !== null) return this.costOf(row)
    const { costed, covered } = replay(this.stock.at(sku, place).rows, this.#known, this.#lacks)
    const cost = [...costed, ...covered].findLast((one) => one.row === row)?.cost ?? null
    return { cost, landed: cost }
  }

  /** Levels become what their rows say, after arrivals of unknown cost were reversed. */
  settle(moves: readonly Move[]): void {
    for (const { sku, place } of moves) {
      const level = this.stock.at(sku, place)
      if (level.unrated === null || level.on_hand <= 0) continue
      const { level: known } = replay(level.rows, this.#known, this.#lacks)
      if (known.average === null) continue
      const adjusted = { quantity: level.on_hand, cost: 0n, stock: 'on_hand' } as const
      this.stock.book([{ sku, place, kind: 'cost_adjustment', delta: 0, adjusted, known }])
    }
  }

  /** Makes known what can be known by now; returns the orders whose units it was. */
  makeKnown(): Set<Order> {
    const orders = new Set<Order>()
    const due = this.#arrivals.toSorted((a, b) => a.row.entry - b.row.entry)
    for (const { delivery, line, row, day } of due) {
      const { order } = delivery
      const rate = order.type === 'purchase' ? this.rates.inForce(order.currency, day) : null
      const { sku } = order.lines[line]!
      const isGone = isReversed(this.stock.at(sku, order.place).rows, row)
      // Without a cost of its own, it lacks only what the stock that it joined lacks.
      const { cost: stated } = order.lines[line]!
      if (stated === null || rate === null || isGone || this.#known.has(row)) continue
      const cost = convert(stated, rate)
      Object.assign(delivery.lines.get(line)!, { unit: cost, rate })
      orders.add(order)
      this.#makeOneKnown(sku, order.place, row, cost)
    }
    this.#cover()
    return orders
  }

  /** Units that left before any cost was known cost what the first arrival of known cost shows. */
  #cover(): void {
    for (const level of this.stock.levels.values())
      for (const one of replay(level.rows, this.#known, this.#lacks).covered) this.#follow('', one.row, one.cost)
  }

  #makeOneKnown(sku: string, place: string, row: Row, cost: bigint): void {
    this.#known.set(row, cost)
    const level = this.stock.at(sku, place)
    const { level: known, costed, covered } = replay(level.rows, this.#known, this.#lacks)
    const stock = level.on_hand > 0 ? 'on_hand' : 'left'
    const adjusted = { quantity: row.delta, cost: cost * BigInt(row.delta), stock } as const
    this.stock.book([{ sku, place, kind: 'cost_adjustment', delta: 0, when: row.when, adjusted, known }])
    for (const one of [...costed, ...covered]) this.#follow(sku, one.row, one.cost)
  }

  /** Units that were made of a component have a cost once all of their components do. */
  #followMade(part: Row, cost: bigint): void {
    this.#usedAt.set(part, cost)
    const assembly = this.#madeOf.get(part)
    if (assembly === undefined || this.#known.has(assembly.row)) return
    const { delivery, line, row, parts } = assembly
    const { order } = delivery
    const { sku } = order.lines[line]!
    const level = this.stock.at(sku, order.place)
    if (isReversed(level.rows, row)) return
    const used = parts.map(({ row: one }) => ({ ...one, cost: one.cost ?? this.#usedAt.get(one) ?? null }))
    const { cost: whole, lacks } = madeOf(used, row.delta)
    if (whole !== null) {
      const held = delivery.lines.get(line)
      if (held?.row === row) held.unit = whole
      this.#makeOneKnown(sku, order.place, row, whole)
    } else {
      this.#lacks.set(row, lacks!)
      if (level.unrated !== null) level.unrated = replay(level.rows, this.#known, this.#lacks).level.unrated
    }
  }

  #follow(sku: string, row: Row, cost: bigint): void {
    this.#leftWith.get(row)?.(cost)
    this.#leftWith.delete(row)
    if (row.kind === 'assembly_out') this.#followMade(row, cost)
    const transfer = this.#transferred.get(row)
    if (transfer === undefined) return
    const { order, line } = transfer
    line.cost = cost
    const arrivals = this.#arrivals.filter(
      (one) => one.delivery.order === order && order.lines[one.line] === line && !this.#known.has(one.row),
    )
    for (const one of arrivals) {
      const held = one.delivery.lines.get(one.line)
      if (held?.row === one.row) held.unit = cost
      this.#makeOneKnown(sku, order.place, one.row, cost)
    }
  }
}
