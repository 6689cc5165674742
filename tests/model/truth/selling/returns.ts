/** Returns in the model: what comes back, the money that counts for it, and what becomes of units in quarantine. */
import { costsBack, partsOf } from '../bundles.ts'
import { dayOf, instantOf, type Cost, type Move } from '../stock.ts'
import type { Back, Money, Sale, SaleLine, Units } from './sale.ts'
import { charged, costBackIn, costOfUnitsAway, noSales, type Sales, share } from './sales.ts'
import { addMoney, centsOf, type Inspection, type Return, sum, type Takings } from './takings.ts'

export type Stated = { status: 'none' } | { status: 'partial' | 'full'; cents: number }

const none: Money = { amount: 0, tax: 0 }

/** What was paid for the first units that shipped: of each shipment a share, and nothing for the surplus, which was last. */
function paidForFirst(sale: Sale, line: SaleLine, units: number): Money {
  let [paid, back, open] = [none, units, charged(sale, line)]
  for (const shipment of line.shipped) {
    const ofShipment = Math.min(open, shipment.quantity)
    const part = Math.min(back, ofShipment)
    const amount = share(shipment.paid, part, ofShipment)
    paid = addMoney(paid, { amount, tax: share(shipment.tax, part, ofShipment) })
    open -= ofShipment
    back = Math.max(back - shipment.quantity, 0)
  }
  return paid
}

/** No more comes back than is left. */
function limited(money: Money, left: number): Money {
  const cents = centsOf(money)
  if (cents <= left) return money
  const amount = share(left, money.amount, cents)
  return { amount, tax: left - amount }
}

export class Returns {
  constructor(
    readonly sales: Sales,
    readonly takings: Takings,
  ) {}

  /** Units that may still come back on a new return. */
  mayReturn = ({ lines }: Sale, { line, quantity }: Units): boolean =>
    lines[line]!.fulfilled > 0 && quantity <= lines[line]!.fulfilled - lines[line]!.returned

  /** A stated amount, divided into goods and tax as what was paid for the units is. */
  #split({ lines }: Sale, { line, quantity }: Units, cents: number): Money {
    const { shipped, fulfilled } = lines[line]!
    const amount = share(
      sum(shipped, ({ paid }) => paid),
      quantity,
      fulfilled,
    )
    const ofTax = share(
      sum(shipped, ({ tax }) => tax),
      quantity,
      fulfilled,
    )
    const tax = share(cents, ofTax, amount + ofTax)
    return { amount: cents - tax, tax }
  }

  /** Takes money off the sales of today. */
  #take(one: Return, money: Money): void {
    one.counted = addMoney(one.counted, money)
    const { sku } = one.sale.lines[one.line]!
    this.sales.count(one.sale, sku, one.place, undefined, { ...noSales, returns: money.amount })
  }

  create(sale: Sale, units: Units, stated: Stated | null): { status: number; returned?: Return } {
    if (!this.mayReturn(sale, units)) return { status: 409 }
    const cents = stated === null || stated.status === 'none' ? null : stated.cents
    if (cents !== null && cents > this.takings.refundable(sale)) return { status: 409 }
    if (cents !== null && !this.takings.covers(sale, cents)) return { status: 409 }
    const { line, quantity: expected } = units
    const refund = cents === null ? null : this.#split(sale, units, cents)
    const status = stated?.status ?? 'none'
    const is_stated = stated !== null
    const counts = { refund, status, is_stated, arrived: none, counted: none }
    const returned: Return = { id: 0, sale, line, place: sale.place, expected, receipt: null, ...counts }
    this.takings.returns.push(returned)
    if (refund !== null) this.#take(returned, refund)
    return { status: 200, returned }
  }

  /** Units come back at the average cost of those of their line that are still away. */
  receive(one: Return, back: Back): number {
    const { sale, expected, place } = one
    const when = back.received_at === null ? undefined : instantOf(back.received_at)
    if (when !== undefined && when < sale.left_at! && !this.#isSameDay(back.received_at!, sale)) return 400
    const line = sale.lines[one.line]!
    const { restocked, disposition } = back
    // Missing units were announced and are not there.
    const received = disposition === 'missing' ? restocked : expected
    one.receipt = { received, restocked, missing: expected - received, disposition, arrived: null, inspections: [] }
    if (received === 0) return 200
    // A consumer's surplus was never sold, and comes back first.
    const surplus = Math.min(received, sale.is_wholesale ? 0 : Math.max(line.over - line.surplus, 0))
    const before = line.returned - line.surplus
    const cost = costOfUnitsAway(line)
    const money = one.is_stated ? none : this.#paidBetween(sale, line, before, before + received - surplus)
    one.arrived = money
    one.counted = addMoney(one.counted, money)
    line.returned += received
    line.surplus += surplus
    const from = back.not_in_count && when !== undefined ? this.sales.stock.now : undefined
    if (restocked > 0) this.sales.counting.book({ return: sale.id }, this.#moves(one, restocked, cost, { when, from }))
    const figures = { returned: received - surplus, returns: money.amount, ...costBackIn(received, surplus, cost) }
    const booked = this.sales.count(sale, line.sku, place, when, { ...noSales, ...figures })
    one.receipt.arrived = { quantity: received, surplus, cost, when: when ?? this.sales.stock.now, booked }
    line.back.push(one.receipt.arrived)
    return 200
  }

  #paidBetween(sale: Sale, line: SaleLine, before: number, after: number): Money {
    const money = addMoney(paidForFirst(sale, line, after), paidForFirst(sale, line, before), -1)
    return limited(money, this.takings.refundable(sale))
  }

  /** Units that go into stock; of a bundle, the components that left. */
  #moves({ sale, line: at, place }: Return, units: number, cost: Cost, time: Pick<Move, 'when' | 'from'>): Move[] {
    const line = sale.lines[at]!
    const parts = partsOf(this.sales.bundles, line.sku)
    const left = line.shipped.flatMap((shipment) => shipment.parts)
    const costs = costsBack(parts, left, cost)
    return parts.map((part, i) => {
      return { sku: part.sku, place, kind: 'return', delta: units * part.units, cost: costs[i]!, ...time }
    })
  }

  /** A date without a time is compared by day. */
  #isSameDay = (received_at: string, { left_at }: Sale): boolean =>
    received_at.length === 'YYYY-MM-DD'.length && received_at >= (dayOf(left_at!) ?? this.sales.today())

  /** What counts for it now, and is taken back by another statement. */
  inForce = (one: Return): Money => one.refund ?? (one.is_stated ? none : one.arrived)

  /** Corrects the refund: what counted is taken back today, and the new amount counts today. */
  correct(one: Return, stated: Stated): number {
    const isCredited = this.takings.notes.some(({ returned, is_cancelled }) => returned === one && !is_cancelled)
    if (isCredited) return 409
    const before = this.inForce(one)
    const quantity = Math.max(one.expected, one.receipt?.received ?? 0)
    const cents = stated.status === 'none' ? null : stated.cents
    if (cents !== null && cents > this.takings.refundable(one.sale, before)) return 409
    if (cents !== null && !this.takings.covers(one.sale, cents, one.refund ?? undefined)) return 409
    const after = cents === null ? null : this.#split(one.sale, { line: one.line, quantity }, cents)
    this.#take(one, addMoney(after ?? none, before, -1))
    Object.assign(one, { refund: after, status: stated.status, is_stated: true })
    return 200
  }

  /** What counted as units arrived counts no more: something else counts in its place. */
  stateNone(one: Return): void {
    if (!one.is_stated) this.#take(one, { amount: -one.arrived.amount, tax: -one.arrived.tax })
    one.is_stated = true
  }

  quarantined({ receipt }: Return): number {
    if (receipt === null || receipt.disposition !== 'quarantine') return 0
    const inspected = receipt.inspections.filter(({ is_reverted }) => !is_reverted)
    return receipt.received - receipt.restocked - sum(inspected, ({ quantity }) => quantity)
  }

  inspect(one: Return, quantity: number, disposition: string): { status: number; inspection?: Inspection } {
    const { receipt } = one
    if (receipt === null || receipt.disposition !== 'quarantine') return { status: 400 }
    if (quantity > this.quarantined(one)) return { status: 409 }
    const inspection: Inspection = { id: '', quantity, disposition, rows: [], is_reverted: false }
    const moves = disposition === 'restock' ? this.#moves(one, quantity, receipt.arrived!.cost, {}) : []
    if (moves.length > 0) inspection.rows = this.sales.counting.book(inspection, moves)
    receipt.inspections.push(inspection)
    return { status: 200, inspection }
  }

  /** A count that has seen restocked units stands in the way, and so does an order that was promised them. */
  revert({ place, sale, line }: Return, inspection: Inspection): number {
    if (inspection.is_reverted) return 200
    const { counting, stock, bundles } = this.sales
    const moves = inspection.rows.map((row, i): Move => {
      const { sku } = partsOf(bundles, sale.lines[line]!.sku)[i]!
      const { cost, landed, delta } = row
      return { sku, place, kind: 'return', delta: -delta, cost, landed, reverses: row }
    })
    const isCounted = counting.counts.some((count) =>
      moves.some(({ sku, reverses }) => {
        const isOfPair = count.place === place && count.lines.some((one) => one.sku === sku)
        return isOfPair && reverses!.booked < count.recorded
      }),
    )
    if (isCounted || stock.isShort(moves)) return 409
    if (moves.length > 0) counting.book(inspection, moves)
    inspection.is_reverted = true
    return 200
  }

  /** Fewer units are surplus than came back as such: those that came last were sold after all. */
  recount(sale: Sale, line: SaleLine): void {
    const excess = line.surplus - line.over
    if (sale.is_wholesale || excess <= 0) return
    const arrivals = this.takings
      .of(sale)
      .filter((one) => sale.lines[one.line] === line && (one.receipt?.arrived?.surplus ?? 0) > 0)
      .toSorted((a, b) => b.receipt!.arrived!.when - a.receipt!.arrived!.when || b.id - a.id)
    let left = excess
    for (const one of arrivals) {
      const arrived = one.receipt!.arrived!
      const units = Math.min(arrived.surplus, left)
      if (units === 0) continue
      left -= units
      const before = line.returned - line.surplus
      const money = one.is_stated ? none : this.#paidBetween(sale, line, before, before + units)
      one.arrived = addMoney(one.arrived, money)
      one.counted = addMoney(one.counted, money)
      arrived.surplus -= units
      line.surplus -= units
      arrived.booked.returned += units
      arrived.booked.returns += money.amount
      if (arrived.cost !== null) arrived.booked.costed += units
    }
  }
}
