/**
 * An organisation that orders, receives, moves, makes, corrects, counts and sells, modelled in memory with simple
 * rules. Each action returns the status that the service must respond with, and changes the model only if it is a
 * success.
 */
import { Adjustments } from './adjustments.ts'
import { type Bills as Billed, noBills } from './bills.ts'
import type { Composition } from './bundles.ts'
import { Costs } from './costs.ts'
import { Counts } from './counts.ts'
import { Credits } from './selling/credits.ts'
import { Exchanges } from './selling/exchanges.ts'
import { Invoices } from './selling/invoices.ts'
import { LiveChanges } from './selling/live_changes.ts'
import { type Bills, ManufacturingFixture } from './manufacturing.ts'
import {
  beforeTheEnd,
  type Delivery,
  follow,
  type Line,
  openStatuses,
  type Order,
  outstanding,
  settleQuestion,
  type Status,
} from './orders.ts'
import { type Rate, Rates } from './rates.ts'
import { Receiving } from './receiving.ts'
import { Payments } from './selling/payments.ts'
import { Returns } from './selling/returns.ts'
import { Sales } from './selling/sales.ts'
import { Shipping } from './selling/shipping.ts'
import { Splits } from './selling/splits.ts'
import { type Cost, type Move, noCost, type Row, Stock } from './stock.ts'
import { Takings } from './selling/takings.ts'
import { UnknownCosts } from './unknown_costs.ts'

type Draft = Pick<Order, 'type' | 'place' | 'source' | 'currency' | 'carton'>

const ownCurrency = 'USD'

export class Model {
  readonly stock = new Stock()
  readonly orders: Order[] = []
  readonly rates = new Rates(ownCurrency)
  readonly counting: Counts
  readonly receiving: Receiving
  readonly sales: Sales
  readonly adjustments: Adjustments
  readonly takings = new Takings()
  readonly payments = new Payments(this.takings)
  readonly invoices = new Invoices(this.takings, this.payments)
  readonly returns: Returns
  readonly credits: Credits
  readonly shipping: Shipping
  readonly live: LiveChanges
  readonly splits: Splits
  readonly exchanges: Exchanges
  readonly #unknown: UnknownCosts
  readonly #manufacturing: ManufacturingFixture

  constructor(
    /** Cost of a variant in the catalogue, in the ledger's currency. */
    readonly catalogue_cost: Record<string, Cost>,
    bills: Bills,
    bundles: Composition,
    /** Places in the order of their ids. */
    idOf: (place: string) => string,
    usual_price: number,
    today: () => string,
  ) {
    this.#manufacturing = new ManufacturingFixture(this.stock, bills)
    this.counting = new Counts(this.stock, catalogue_cost)
    this.#unknown = new UnknownCosts(this.stock, this.rates, today)
    const costs = new Costs(this.stock, this.orders, this.counting.offsetRows, idOf)
    this.receiving = new Receiving(this.stock, this.counting, this.#unknown, this.#manufacturing, costs)
    this.sales = new Sales(this.stock, this.counting, this.#unknown, catalogue_cost, bundles, today)
    this.returns = new Returns(this.sales, this.takings)
    this.credits = new Credits(this.sales, this.invoices, this.takings, this.returns)
    this.shipping = new Shipping(this.sales, this.credits, this.returns)
    this.live = new LiveChanges(this.sales, this.invoices, this.returns)
    this.splits = new Splits(this.sales, this.takings, this.payments)
    this.exchanges = new Exchanges(this.sales, this.takings, this.returns, this.credits, this.live, usual_price)
    this.adjustments = new Adjustments(this.stock, this.counting)
  }

  get deliveries(): Delivery[] {
    return this.receiving.deliveries
  }

  /** What a unit of a row cost with freight and duty, as it is known by now. */
  landedOf = (row: Row): Cost => row.landed ?? this.#unknown.costOf(row).landed ?? null

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
      bills: noBills,
      lines: lines.map((line) => ({ ...line, cost: this.#lineCost(draft, line) })),
      components: new Map(),
    }
    this.orders.push(order)
    return order
  }

  /** A transfer has its source's cost; any other line its stated cost, or else the catalogue's. */
  #lineCost({ type, source, currency }: Draft, line: Line): Cost {
    if (type === 'transfer') return this.stock.levels.get(`${line.sku} @ ${source}`)?.average ?? null
    return line.cost ?? (currency === ownCurrency ? this.catalogue_cost[line.sku]! : null)
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
        line.left = rows[i]!
        line.cost = rows[i]!.cost
        this.#unknown.transferred(rows[i]!, order, line)
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
      const unrated = cost === null ? (line.left?.unrated ?? noCost) : null
      const at = { sku, place: order.place, cost, unrated, missing: true }
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
    settleQuestion(order)
    if (order.status === 'approved') order.status = 'draft'
    else follow(order)
    this.#manufacturing.release(order)
    this.receiving.supplierInvoices.settle(order)
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

  /** Freight and duty of all deliveries of an order together; they are divided again by what arrived. */
  bill(order: Order, bills: Partial<Billed>): number {
    const after = { ...order.bills, ...bills }
    if (after.freight === order.bills.freight && after.duty === order.bills.duty) return 200
    if (order.status === 'draft' || order.status === 'cancelled') return 409
    if (order.type !== 'purchase' && Object.values(bills).some((bill) => bill !== null)) return 400
    order.bills = after
    if (['partially_delivered', 'delivered', 'closed'].includes(order.status)) this.receiving.bearing.settleBills(order)
    return 200
  }

  /** A rate makes known what was bought on its day or later, as long as no rate was on file. */
  setRate(currency: string, day: string, rate: Rate): number {
    this.rates.set(currency, day, rate)
    return this.enterCosts()
  }

  /** Costs that were stated, and those that await a rate, are in stock and sales from then on. */
  enterCosts(): number {
    const orders = this.#unknown.makeKnown()
    for (const order of this.orders) if (orders.has(order)) this.receiving.bearing.settleBills(order)
    return 200
  }
}
