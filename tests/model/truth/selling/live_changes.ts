/** Changes of sales orders that hold stock or have shipped: quantities, holds and places. */
import type { Invoices } from './invoices.ts'
import type { Returns } from './returns.ts'
import type { Money, Sale, SaleLine } from './sale.ts'
import { outstanding, type Sales, share, stateOf } from './sales.ts'
import { sum } from './takings.ts'

const isOver = (sale: Sale): boolean => ['fulfilled', 'cancelled'].includes(stateOf(sale))

const isHoldingStock = ({ lines }: Sale): boolean => lines.some(({ allocated }) => allocated > 0)

/** Discount and tax follow the quantity; at 0 they wait for its return. */
function requantify(line: SaleLine, quantity: number): void {
  const of = line.zeroed ?? line.quantity
  if (quantity > 0) {
    line.discount = share(line.discount, quantity, of)
    line.tax = share(line.tax, quantity, of)
    line.zeroed = null
  } else line.zeroed = of
  line.quantity = quantity
  line.over = Math.max(line.fulfilled + line.cancelled - quantity, 0)
}

export class LiveChanges {
  constructor(
    readonly sales: Sales,
    readonly invoices: Invoices,
    readonly returns: Returns,
  ) {}

  #giveBack(sale: Sale, line: SaleLine, units: number): void {
    if (units > 0) this.sales.commit(sale, line, -units)
  }

  /** A smaller quantity gives stock back; a larger one holds more of an order that holds any. */
  change(sale: Sale, at: number, quantity: number): number {
    const line = sale.lines[at]!
    if (quantity === line.quantity) return 200
    if (isOver(sale)) return 409
    if (line.is_rejected || quantity < line.cancelled + line.fulfilled - line.over) return 400
    if (sale.lines.every((one) => (one === line ? quantity : one.quantity) === one.cancelled)) return 400
    const goods = this.returns.takings.goods(sale)
    const isHolding = isHoldingStock(sale)
    const before = outstanding(line)
    requantify(line, quantity)
    this.#giveBack(sale, line, line.allocated - Math.min(line.allocated, outstanding(line)))
    if (isHolding && !sale.is_on_request && outstanding(line) > before) this.sales.hold(sale, [line])
    this.#settle(sale, goods)
    this.#tell(sale, isHolding)
    this.returns.recount(sale, line)
    return 200
  }

  /** Freight and refunds follow what is left of the goods of an order. */
  #settle(sale: Sale, before: Money): void {
    this.invoices.settleFreight(sale)
    const { amount, tax } = this.returns.takings.goods(sale)
    if (!sale.is_wholesale && (amount < before.amount || tax < before.tax)) this.returns.countBack(sale)
  }

  cancel(sale: Sale): number {
    const goods = this.returns.takings.goods(sale)
    const status = this.sales.cancel(sale)
    this.#settle(sale, goods)
    return status
  }

  /** Some of what is outstanding of one line; if it is all that the order has, the order is over. */
  cancelUnits(sale: Sale, at: number, units: number): number {
    const line = sale.lines[at]!
    if (sale.is_draft || isOver(sale)) return 409
    if (units > outstanding(line)) return 400
    if (units === sum(sale.lines, outstanding)) return this.cancel(sale)
    const goods = this.returns.takings.goods(sale)
    const isHolding = isHoldingStock(sale)
    line.cancelled += units
    this.#giveBack(sale, line, line.allocated - Math.min(line.allocated, outstanding(line)))
    this.#settle(sale, goods)
    this.#tell(sale, isHolding)
    return 200
  }

  #tell = (sale: Sale, wasHolding: boolean): void =>
    this.sales.tell(sale, wasHolding || sale.is_short || isHoldingStock(sale))

  unallocate(sale: Sale): number {
    if (sale.is_draft || isOver(sale)) return 409
    for (const line of sale.lines) this.#giveBack(sale, line, line.allocated)
    sale.is_on_request = true
    this.sales.tell(sale, false)
    return 200
  }

  /**
   * What it held it gives back, and holds what there is at the other place; on request, no more than before. One that was
   * short of everything holds what there is too.
   */
  move(sale: Sale, place: string): number {
    if (sale.place === place) return 200
    if (isOver(sale) || stateOf(sale) === 'partially_fulfilled') return 409
    const isHolding = isHoldingStock(sale)
    const held = new Map(sale.lines.map((line) => [line, line.allocated]))
    for (const line of sale.lines) this.#giveBack(sale, line, line.allocated)
    sale.place = place
    if (isHolding || sale.is_short) this.sales.hold(sale, sale.lines, sale.is_on_request ? held : undefined)
    this.#tell(sale, isHolding)
    return 200
  }
}
