/** Adjustments of stock by hand: units with a cost, now or on a past day, and undoing them. */
import type { Counts } from './counts.ts'
import { type Cost, type Moment, type Move, type Row, type Stock } from './stock.ts'

export interface AdjustedLine {
  sku: string
  place: string
  quantity: number
  /** Cost of added units. */
  cost: Cost
}

export interface Adjustment {
  id: string
  lines: readonly AdjustedLine[]
  rows: Row[]
  is_undone: boolean
}

export class Adjustments {
  readonly all: Adjustment[] = []

  constructor(
    readonly stock: Stock,
    readonly counting: Counts,
  ) {}

  /** Nobody removes by hand what is committed, or with permission what is not there. */
  #leavesTooFew(lines: readonly Pick<AdjustedLine, 'sku' | 'place' | 'quantity'>[], isBelowAllowed: boolean): boolean {
    return lines.some(({ sku, place, quantity }) => {
      const { on_hand, committed } = this.stock.levels.get(`${sku} @ ${place}`) ?? { on_hand: 0, committed: 0 }
      return quantity < 0 && on_hand + quantity < (isBelowAllowed ? 0 : Math.max(committed, 0))
    })
  }

  create(lines: readonly AdjustedLine[], when: Moment | undefined, isBelowAllowed: boolean) {
    if (this.#leavesTooFew(lines, isBelowAllowed)) return { status: 409 }
    const adjustment: Adjustment = { id: '', lines, rows: [], is_undone: false }
    const moves = lines.map(({ sku, place, quantity, cost }): Move => {
      return { sku, place, kind: 'adjustment', delta: quantity, cost, when }
    })
    adjustment.rows = this.counting.book(adjustment, moves)
    this.all.push(adjustment)
    return { status: 201, adjustment }
  }

  /** A count that has seen the units stands in the way. */
  undo(adjustment: Adjustment, isBelowAllowed: boolean): number {
    if (adjustment.is_undone) return 409
    const { lines, rows } = adjustment
    const isCounted = this.counting.counts.some(({ place, recorded, lines: counted }) =>
      lines.some((line, i) => {
        return line.place === place && counted.some(({ sku }) => sku === line.sku) && rows[i]!.booked < recorded
      }),
    )
    if (isCounted) return 409
    if (
      this.#leavesTooFew(
        lines.map((line) => ({ ...line, quantity: -line.quantity })),
        isBelowAllowed,
      )
    )
      return 409
    const moves = lines.map(({ sku, place, quantity }, i): Move => {
      const { cost, landed } = rows[i]!
      return { sku, place, kind: 'adjustment', delta: -quantity, cost, landed, reverses: rows[i]! }
    })
    this.counting.book(adjustment, moves)
    adjustment.is_undone = true
    return 200
  }
}
