/** Costs that become known, or change, after the units arrived: where the units are by then, and who bears the change. */
import type { Order } from './orders.ts'
import { type Adjusted, type Move, type Row, type Stock, divideSigned, wholeCents } from './stock.ts'

/** A change of what the units of a row cost together. */
export interface Change {
  row: Row
  sku: string
  place: string
  cost: bigint
  /** When it is booked, if not now. */
  when?: number
}

interface Part {
  place: string
  stock: Adjusted['stock']
  units: number
}

const isReversed = (rows: readonly Row[], row: Row) => rows.some(({ reverses }) => reverses === row)

/** Kinds of rows that bring goods which the organisation had before: from another place, or back from a customer. */
const broughtBack: ReadonlySet<string> = new Set(['transfer_in', 'return'])

/** What came to the organisation since, for the first time; what was reversed or offset did not come. */
function cameSince(rows: readonly Row[], since: Row, offsets: ReadonlySet<Row>): number {
  return rows
    .filter((row) => row.entry > since.entry && row.delta > 0 && !broughtBack.has(row.kind))
    .filter((row) => row.reverses === null && !offsets.has(row) && !isReversed(rows, row))
    .reduce((sum, { delta }) => sum + delta, 0)
}

/** The last to come is the first that is left out: the rest may be of the row. */
function partsAt(stock: Stock, sku: string, row: Row, offsets: ReadonlySet<Row>): Part[] {
  return stock.everywhere(sku).flatMap(([place, { on_hand, rows }]): Part[] => {
    const units = on_hand > 0 ? Math.max(on_hand - cameSince(rows, row, offsets), 0) : 0
    return units === 0 ? [] : [{ place, stock: 'on_hand', units }]
  })
}

function partsOnTheWay(orders: readonly Order[], sku: string): Part[] {
  const moving = orders.filter(({ type }) => type === 'transfer')
  return [...new Set(moving.map(({ place }) => place))].flatMap((place): Part[] => {
    const units = moving
      .filter((order) => order.place === place)
      .flatMap(({ lines }) => lines)
      .filter((line) => line.sku === sku)
      .reduce((sum, { in_transit }) => sum + in_transit, 0)
    return units === 0 ? [] : [{ place, stock: 'in_transit', units }]
  })
}

/** A cost is never below zero. */
export const atLeastNothing = (cost: bigint): bigint => (cost < 0n ? 0n : cost)

const between = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export class Costs {
  constructor(
    readonly stock: Stock,
    readonly orders: readonly Order[],
    /** Rows that offset a late entry at a count; they brought nothing. */
    readonly offsets: ReadonlySet<Row>,
    /** Places in the order of their ids. */
    readonly idOf: (place: string) => string,
  ) {}

  /** Units of the row that are still owned come first where they arrived, then elsewhere, then on the way; the rest left. */
  #shares({ row, sku, place }: Change): Part[] {
    const rank = (part: Part) => (part.stock === 'in_transit' ? 2 : part.place === place ? 0 : 1)
    const parts = [...partsAt(this.stock, sku, row, this.offsets), ...partsOnTheWay(this.orders, sku)]
    let open = row.delta
    const shares = parts
      .toSorted((a, b) => rank(a) - rank(b) || between(this.idOf(a.place), this.idOf(b.place)))
      .flatMap((part) => {
        const units = Math.min(open, part.units)
        open -= units
        return units === 0 ? [] : [{ ...part, units }]
      })
    return open === 0 ? shares : [...shares, { place, stock: 'left', units: open }]
  }

  #movesOf(change: Change): Move[] {
    const shares = this.#shares(change)
    let rest = change.cost
    return shares.map(({ place, stock, units }, i) => {
      const isLast = i === shares.length - 1
      const cost = isLast ? rest : wholeCents(divideSigned(change.cost * BigInt(units), BigInt(change.row.delta)))
      rest -= cost
      const adjusted = { quantity: units, cost, stock }
      return { sku: change.sku, place, kind: 'cost_adjustment', delta: 0, when: change.when, adjusted }
    })
  }

  /** Units on the way bear their share when they arrive. */
  #addOnTheWay({ sku, place, adjusted }: Move): void {
    if (adjusted?.stock !== 'in_transit') return
    const moving = this.orders
      .filter((order) => order.type === 'transfer' && order.place === place)
      .flatMap(({ lines }) => lines)
      .filter((line) => line.sku === sku && line.in_transit > 0)
    const units = moving.reduce((sum, { in_transit }) => sum + in_transit, 0)
    for (const line of moving) {
      const each = divideSigned(adjusted.cost, BigInt(units))
      if (line.cost === null) line.onTop += each
      else line.cost = atLeastNothing(line.cost + each)
    }
  }

  /** Books changes; all of them see the stock as it was before. */
  book(changes: readonly Change[]): void {
    const moves = changes.filter(({ cost }) => cost !== 0n).flatMap((change) => this.#movesOf(change))
    for (const move of moves) this.#addOnTheWay(move)
    this.stock.book(moves)
  }
}
