/** Costs that are unknown for lack of a rate, or because nobody stated them, and what follows once they are known. */
import { atLeastNothing } from './costs.ts'
import type { Delivery, Held, Line, Order } from './orders.ts'
import { convert, type KnownCost, type Rate, type Rates, replay } from './rates.ts'
import { type Cost, dayOf, madeOf, type Move, noCost, type Row, type Stock } from './stock.ts'

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
  /** Freight and duty of a unit that were known when it came. */
  added: bigint
  /** Cost of a unit in the order's currency as it came, and as it was stated since. */
  came: Cost
  stated: Cost
  /** What a unit of a transfer bore on the way. */
  onTop: bigint
}

const atCost = (cost: bigint): KnownCost => ({ cost, landed: cost })

const isReversed = (rows: readonly Row[], row: Row) => rows.some(({ reverses }) => reverses === row)

export class UnknownCosts {
  readonly #arrivals: Arrival[] = []
  /** What arrivals cost that came at an unknown cost. */
  readonly #known = new Map<Row, KnownCost>()
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

  /** Units that came at an unknown cost; `late` is a cost that was stated of them before they were booked again. */
  arrived(delivery: Delivery, line: number, row: Row, added: bigint, late: Cost): void {
    const came = late ?? delivery.order.lines[line]!.cost
    const { onTop } = delivery.lines.get(line)!
    const day = dayOf(row.when) ?? this.today()
    this.#arrivals.push({ delivery, line, row, day, added, came, stated: came, onTop })
  }

  #rateOf({ delivery: { order }, day }: Arrival, own: Rate | null): Rate | null {
    if (order.currency === this.rates.own) return this.rates.inForce(order.currency, day)
    return own ?? this.rates.inForce(order.currency, day)
  }

  /** States what units cost that came at an unknown cost; without a rate the stock lacks that, if its cost is unknown. */
  state(delivery: Delivery, line: number, cost: bigint): void {
    const { order } = delivery
    const { row, rate } = delivery.lines.get(line)!
    const arrival = this.#arrivals.find((one) => one.row === row)!
    const { sku } = order.lines[line]!
    if (arrival.stated === cost) return
    arrival.stated = cost
    this.#lacks.set(row, order.currency === this.rates.own ? noCost : order.currency)
    if (this.#rateOf(arrival, rate) === null) this.#settleLacks(sku, order.place)
  }

  /** Cost of units that are booked again, in the order's currency: what was stated of them since they came. */
  statedSince({ row, unit }: Held): Cost {
    const arrival = unit === null ? this.#arrivals.find((one) => one.row === row) : undefined
    return arrival === undefined || arrival.stated === arrival.came ? null : arrival.stated
  }

  /** A level of unknown cost lacks what its rows do by now. */
  #settleLacks(sku: string, place: string): void {
    const level = this.stock.at(sku, place)
    if (level.average === null) level.unrated = replay(level.rows, this.#known, this.#lacks).level.unrated
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
    const used = this.#usedAt.get(row)
    return this.#known.get(row) ?? (used === undefined ? { cost: row.cost, landed: row.landed } : atCost(used))
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
    const unknown = moves.filter(({ reverses, cost }) => reverses !== undefined && (cost ?? null) === null)
    for (const [pair, [one]] of Map.groupBy(unknown, ({ sku, place }) => `${sku} @ ${place}`)) {
      const level = this.stock.levels.get(pair)!
      const { level: known, costed, covered, variance } = replay(level.rows, this.#known, this.#lacks)
      const isStockKnown = level.unrated !== null && level.on_hand > 0 && known.average !== null
      if (!isStockKnown && costed.length + covered.length === 0) continue
      const { sku, place, delta } = one!
      const isLeft = level.on_hand <= 0
      const quantity = isLeft ? Math.abs(delta) : level.on_hand
      const adjusted = { quantity, cost: 0n, stock: isLeft ? 'left' : 'on_hand' } as const
      this.stock.book([{ sku, place, kind: 'cost_adjustment', delta: 0, adjusted, known, knownVariance: variance }])
    }
  }

  /** Makes known what can be known by now; returns the orders whose units it was. */
  makeKnown(): Set<Order> {
    const orders = new Set<Order>()
    const due = this.#arrivals.toSorted((a, b) => a.row.entry - b.row.entry)
    for (const arrival of due) {
      const { delivery, line, row, stated, added } = arrival
      const { order } = delivery
      const { sku } = order.lines[line]!
      const isGone = isReversed(this.stock.at(sku, order.place).rows, row)
      // Without a cost of its own, it lacks only what the stock that it joined lacks.
      if (order.type !== 'purchase' || stated === null || isGone || this.#known.has(row)) continue
      const held = delivery.lines.get(line)!
      const rate = this.#rateOf(arrival, held.rate)
      if (rate === null) continue
      const cost = convert(stated, rate)
      Object.assign(held, { unit: cost, rate })
      orders.add(order)
      this.#makeOneKnown(sku, order.place, row, { cost, landed: cost + added })
    }
    this.#cover()
    return orders
  }

  /** Units that left before any cost was known, or with others that were taken back, cost what the rest shows. */
  #cover(): void {
    for (const [pair, { rows }] of this.stock.levels) {
      const { costed, covered } = replay(rows, this.#known, this.#lacks)
      for (const one of [...costed, ...covered]) this.#follow(pair.split(' @ ')[0]!, one.row, one.cost)
    }
  }

  #makeOneKnown(sku: string, place: string, row: Row, one: KnownCost): void {
    this.#known.set(row, one)
    const level = this.stock.at(sku, place)
    const { level: known, costed, covered, variance } = replay(level.rows, this.#known, this.#lacks)
    const stock = level.on_hand > 0 ? 'on_hand' : 'left'
    const adjusted = { quantity: row.delta, cost: one.landed * BigInt(row.delta), stock } as const
    this.stock.book([
      { sku, place, kind: 'cost_adjustment', delta: 0, when: row.when, adjusted, known, knownVariance: variance },
    ])
    for (const { row: left, cost } of [...costed, ...covered]) this.#follow(sku, left, cost)
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
      this.#makeOneKnown(sku, order.place, row, atCost(whole))
    } else {
      this.#lacks.set(row, lacks!)
      this.#settleLacks(sku, order.place)
    }
  }

  #follow(sku: string, row: Row, cost: bigint): void {
    this.#leftWith.get(row)?.(cost)
    this.#leftWith.delete(row)
    if (row.kind === 'assembly_out') this.#followMade(row, cost)
    const transfer = this.#transferred.get(row)
    if (transfer === undefined) return
    const { order, line } = transfer
    line.cost ??= atLeastNothing(cost + line.onTop)
    line.onTop = 0n
    const arrivals = this.#arrivals.filter(
      (one) => one.delivery.order === order && order.lines[one.line] === line && !this.#known.has(one.row),
    )
    for (const one of arrivals) {
      const came = atLeastNothing(cost + one.onTop)
      const held = one.delivery.lines.get(one.line)
      if (held?.row === one.row) held.unit = came
      this.#makeOneKnown(sku, order.place, one.row, atCost(came))
    }
  }
}
