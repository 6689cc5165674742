/** Shipments in the model: what leaves, what never did, and what left otherwise than it was recorded. */
import { costOfParts, type LeftPart, partsOf } from '../bundles.ts'
import type { Credits } from './credits.ts'
import type { Returns } from './returns.ts'
import type { Departure, Hold, Sale, SaleLine, Shipment, Units } from './sale.ts'
import { charged, costIn, costShipment, noSales, type Sales, shippedShare } from './sales.ts'
import { instantOf, type Cost, type Moment, type Move, type Row } from '../stock.ts'
import { sum } from './takings.ts'

type Leaving = Pick<Departure, 'cause' | 'from'> & { when: Moment | undefined; took: Hold[] }

interface Correction {
  from: string
  /** A past instant; null leaves the time as it is. */
  shipped_at: string | null
  units: readonly Units[]
}

export class Shipping {
  constructor(
    readonly sales: Sales,
    readonly credits: Credits,
    readonly returns: Returns,
  ) {}

  #moves(sale: Sale, from: string, when: Moment | undefined, units: readonly Units[]): Move[] {
    return units.flatMap(({ line, quantity }) =>
      partsOf(this.sales.bundles, sale.lines[line]!.sku).map((part): Move => {
        return { sku: part.sku, place: from, kind: 'fulfilment', delta: -quantity * part.units, when }
      }),
    )
  }

  /** Whatever is reported leaves stock, at the average cost of its place; a past time is null for now. */
  ship(sale: Sale, from: string, shipped_at: string | null, units: readonly Units[]): number {
    if (sale.is_draft) return 409
    const when = shipped_at === null ? undefined : instantOf(shipped_at)
    const cause = { shipment: sale.id }
    const moves = this.#moves(sale, from, when, units)
    const rows = this.sales.counting.book(cause, moves)
    for (const { line, quantity } of units) this.#release(sale, sale.lines[line]!, quantity)
    const departure = this.#leave(sale, { cause, from, when, took: [] }, units, rows)
    departure.took = this.#takeHolds(sale, from, moves)
    this.sales.tell(sale, false)
    return 201
  }

  #takeHolds = (sale: Sale, from: string, moves: readonly Move[]): Hold[] =>
    this.sales.releaseOverheld(
      sale,
      from,
      moves.map(({ sku }) => sku),
    )

  #release(sale: Sale, line: SaleLine, units: number): void {
    const released = Math.min(line.allocated, Math.max(units, 0))
    if (released > 0) this.sales.commit(sale, line, -released)
  }

  #leave(sale: Sale, leaving: Leaving, units: readonly Units[], rows: readonly Row[]): Departure {
    const { from, when, cause, took } = leaving
    const lines: Departure['lines'] = []
    let place = 0
    for (const { line: at, quantity } of units) {
      const line = sale.lines[at]!
      const before = charged(sale, line)
      line.fulfilled += quantity
      const after = charged(sale, line)
      const gross = (after - before) * line.price
      // All shipments together have what the line has for their units, whatever it had when the first ones left.
      const part = (cents: number, counted: number) => Math.max(shippedShare(cents, line, after) - counted, 0)
      const discount = part(
        line.discount,
        sum(line.shipped, (one) => one.discount),
      )
      const tax = part(
        line.tax,
        sum(line.shipped, (one) => one.tax),
      )
      line.over = Math.max(line.fulfilled + line.cancelled - line.quantity, 0)
      const ofLine = rows.slice(place, (place += partsOf(this.sales.bundles, line.sku).length))
      const parts = ofLine.map((row, i): LeftPart => {
        return { sku: partsOf(this.sales.bundles, line.sku)[i]!.sku, quantity: -row.delta, cost: row.cost }
      })
      const cost = costOfParts(parts, quantity)
      const figures = { ...noSales, units: quantity, gross, discounts: discount, ...costIn(quantity, cost) }
      const booked = sale.is_wholesale ? this.sales.count(sale, line.sku, from, when, figures) : null
      const shipment: Shipment = { quantity, cost, parts, discount, tax, paid: gross - discount, booked }
      line.shipped.push(shipment)
      lines.push({ line: at, shipment, rows: ofLine })
      ofLine.forEach((row, i) => this.sales.unknown.left(row, (known) => costShipment(line, shipment, i, known)))
    }
    const left_at = when ?? this.sales.stock.now
    const departure: Departure = { id: '', cause, from, left_at, lines, took }
    sale.departures.push(departure)
    sale.left_at = Math.min(...sale.departures.map((one) => one.left_at))
    this.sales.redate()
    return departure
  }

  /** Whether the model knows what undoing the last shipment does: where its units are held again, and what they cost. */
  mayUndo = (sale: Sale): boolean => {
    const last = sale.departures.at(-1)
    return (
      last !== undefined &&
      last.from === sale.place &&
      last.took.every((one) => one.sale.place === last.from) &&
      last.lines.every(({ rows }) => rows.every(({ cost }) => cost !== null))
    )
  }

  /** Units of each line of the last shipment that are left once it has others; null if returns need more. */
  #leftWith(sale: Sale, units: readonly Units[]): Map<number, number> | null {
    const left = new Map(
      sale.departures.at(-1)!.lines.map(({ line, shipment }) => {
        const now = units.find((one) => one.line === line)?.quantity ?? 0
        return [line, sale.lines[line]!.fulfilled - shipment.quantity + now]
      }),
    )
    return [...left].some(([line, quantity]) => quantity < this.returns.takings.comingBack(sale, line)) ? null : left
  }

  #reversals({ lines, from: place }: Departure): Move[] {
    return lines.flatMap(({ rows, shipment }) =>
      rows.map((row, i): Move => {
        const { cost, landed, delta } = row
        const { sku } = shipment.parts[i]!
        return { sku, place, kind: 'fulfilment', delta: -delta, cost, landed, reverses: row }
      }),
    )
  }

  /** The order as if its last shipment had not left. */
  #unleave(sale: Sale): void {
    for (const { line: at, shipment } of sale.departures.pop()!.lines) {
      const line = sale.lines[at]!
      line.fulfilled -= shipment.quantity
      line.over = Math.max(line.fulfilled + line.cancelled - line.quantity, 0)
      line.shipped = line.shipped.filter((one) => one !== shipment)
      if (shipment.booked !== null) this.sales.forget(shipment.booked)
    }
    const left = sale.departures.map(({ left_at }) => left_at)
    sale.left_at = left.length === 0 ? null : Math.min(...left)
    this.sales.redate()
  }

  /** Orders that held units before a shipment took them get them again, as far as they want them; what is still taken. */
  #giveBack(took: readonly Hold[]): Hold[] {
    const inOrder = this.sales.orders.flatMap((sale) => sale.lines)
    return took
      .toSorted((a, b) => inOrder.indexOf(a.line) - inOrder.indexOf(b.line))
      .flatMap((hold) => {
        const { sale, line, units } = hold
        if (sale.is_on_request) return [hold]
        const before = line.allocated
        this.sales.hold(sale, [line], new Map([[line, units]]))
        const given = line.allocated - before
        if (given > 0) this.sales.tell(sale, true)
        return given === units ? [] : [{ ...hold, units: units - given }]
      })
  }

  /** Lines hold again what they get back of a shipment that is undone, unless a person gave their stock back. */
  #holdAgain(sale: Sale, shippedBefore: ReadonlyMap<SaleLine, number>): void {
    if (sale.is_on_request) return
    const back = new Map([...shippedBefore].map(([line, units]) => [line, Math.max(units - line.fulfilled, 0)]))
    this.sales.hold(sale, sale.lines, back)
  }

  /** The last shipment of an order never left: its units are there as they were, and are held again. */
  void(sale: Sale): number {
    const last = sale.departures.at(-1)!
    const left = this.#leftWith(sale, [])
    if (left === null || this.credits.creditUnshipped(sale, left).status === 409) return 409
    this.sales.counting.book(last.cause, this.#reversals(last))
    const shippedBefore = new Map(sale.lines.map((line) => [line, line.fulfilled]))
    this.#unleave(sale)
    this.#giveBack(last.took)
    this.#holdAgain(sale, shippedBefore)
    this.sales.tell(sale, true)
    for (const line of sale.lines) this.returns.recount(sale, line)
    return 200
  }

  #isAsBefore({ from, left_at, lines }: Departure, when: Moment, correction: Correction): boolean {
    const { units } = correction
    const isSame = ({ line, quantity }: Units) =>
      lines.some((one) => one.line === line && one.shipment.quantity === quantity)
    return from === correction.from && left_at === when && units.length === lines.length && units.every(isSame)
  }

  /** The last shipment left otherwise; units that left the same place left it at the same cost. */
  correct(sale: Sale, correction: Correction): number {
    const last = sale.departures.at(-1)!
    const { from, shipped_at, units } = correction
    const when = shipped_at === null ? last.left_at : instantOf(shipped_at)
    if (this.#isAsBefore(last, when, correction)) return 200
    const left = this.#leftWith(sale, units)
    if (left === null || this.credits.creditUnshipped(sale, left).status === 409) return 409
    const reversals = this.#reversals(last)
    const costs = new Map<string, Cost>(reversals.map(({ sku, cost = null }) => [sku, cost]))
    const moves = this.#moves(sale, from, when, units).map((move): Move => {
      const cost = from === last.from ? (costs.get(move.sku) ?? null) : null
      return cost === null ? move : { ...move, cost, undoes: true }
    })
    const cause = { shipment: sale.id }
    const rows = this.sales.counting.bookTogether([
      { cause: last.cause, moves: reversals },
      { cause, moves },
    ])
    const shippedBefore = new Map(sale.lines.map((line) => [line, line.fulfilled]))
    const unitsBefore = new Map(last.lines.map(({ line, shipment }) => [line, shipment.quantity]))
    for (const { line, quantity } of units)
      this.#release(sale, sale.lines[line]!, quantity - (unitsBefore.get(line) ?? 0))
    this.#unleave(sale)
    const took = this.#giveBack(last.took)
    const departure = this.#leave(sale, { cause, from, when, took }, units, rows.slice(reversals.length))
    departure.took.push(...this.#takeHolds(sale, from, moves))
    this.#holdAgain(sale, shippedBefore)
    this.sales.tell(sale, true)
    for (const line of sale.lines) this.returns.recount(sale, line)
    return 200
  }
}
