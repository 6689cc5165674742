/** Returns in the model: what comes back, the money that counts for it, and what becomes of units in quarantine. */
import { costsBack, partsOf } from '../bundles.ts'
import { dayOf, instantOf, type Cost, type Move } from '../stock.ts'
import type { Back, Money, Sale, SaleLine, Units } from './sale.ts'
import { charged, costBackIn, costOfUnitsAway, noSales, type Sales, share } from './sales.ts'
import { addMoney, centsOf, type Inspection, refundOf, type Return, spread, sum, type Takings } from './takings.ts'

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

const isEqual = (one: Money | null, other: Money): boolean => one?.amount === other.amount && one.tax === other.tax

/** No more comes back than is left. */
function limited(money: Money, left: number): Money {
  const cents = centsOf(money)
  if (cents <= left) return money
  const amount = share(left, money.amount, cents)
  return { amount, tax: left - amount }
}

export class Returns {
  #refunds = 0

  constructor(
    readonly sales: Sales,
    readonly takings: Takings,
  ) {}

  /** Units that may still come back on a new return. */
  mayReturn = (sale: Sale, { line, quantity }: Units): boolean => {
    const { fulfilled } = sale.lines[line]!
    return fulfilled > 0 && quantity <= fulfilled - this.takings.comingBack(sale, line)
  }

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
    const freight = cents === null ? 0 : this.takings.freightWithin(sale, cents)
    const refund = cents === null ? null : this.#split(sale, units, cents - freight)
    const status = stated?.status ?? 'none'
    const is_stated = stated !== null
    const counts = { refund, freight, status, is_stated, arrived: none, counted: none, back: none }
    const refunded = refund === null ? 0 : ++this.#refunds
    const state = { receipt: null, is_cancelled: false, refunded }
    const returned: Return = { id: 0, sale, line, place: sale.place, expected, ...state, ...counts }
    this.takings.returns.push(returned)
    if (refund !== null) this.#take(returned, refund)
    return { status: 200, returned }
  }

  /** Units come back at the average cost of those of their line that are still away. */
  receive(one: Return, back: Back): number {
    const { sale, expected, place } = one
    if (one.is_cancelled || one.receipt !== null) return 409
    const stated = back.received_at === null ? undefined : instantOf(back.received_at)
    const isBefore = stated !== undefined && stated < sale.left_at!
    if (isBefore && !this.#isSameDay(back.received_at!, sale)) return 400
    // Of the day on which the first units left, they came as soon as these had left.
    const when = isBefore ? sale.left_at! : stated
    const line = sale.lines[one.line]!
    const { restocked, disposition, extra } = back
    // Missing units were announced and are not there.
    const isMissing = disposition === 'missing'
    const received = isMissing ? restocked : expected + extra
    const missing = isMissing ? expected - received : 0
    one.receipt = { received, excess: 0, restocked, missing, disposition, arrived: null, inspections: [] }
    if (received === 0) return 200
    const surplus = this.#surplusOf(sale, line, received)
    const sold = Math.min(received - surplus, Math.max(charged(sale, line) - this.#soldBack(line), 0))
    const excess = received - surplus - sold
    one.receipt.excess = excess
    const cost = costOfUnitsAway(line)
    const money = one.is_stated ? none : this.#paidNext(sale, line, sold, one)
    one.arrived = money
    one.counted = addMoney(one.counted, money)
    line.returned += received
    line.surplus += surplus
    line.excess += excess
    const from = back.not_in_count && when !== undefined ? this.sales.stock.now : undefined
    const shipped = Math.min(restocked, received - excess)
    const moves = this.#moves(one, { shipped, excess: restocked - shipped }, cost, { when, from })
    if (restocked > 0) this.sales.counting.book({ return: sale.id }, moves)
    const figures = { returned: sold, returns: money.amount, ...costBackIn(sold + surplus, surplus, cost) }
    const booked = this.sales.count(sale, line.sku, place, when, { ...noSales, ...figures })
    const quantity = sold + surplus
    one.receipt.arrived = { quantity, surplus, cost, when: when ?? this.sales.stock.now, booked }
    line.back.push(one.receipt.arrived)
    return 200
  }

  /** What was paid for the next units to come back, as far as it is left; an exchange leaves it to those of its return. */
  #paidNext(sale: Sale, line: SaleLine, units: number, of?: Return): Money {
    const before = this.#soldBack(line)
    const money = addMoney(paidForFirst(sale, line, before + units), paidForFirst(sale, line, before), -1)
    return limited(money, this.takings.goodsLeft(sale, of))
  }

  /** Units that were paid for and what was paid for them, as they came back or as they will. */
  worthOf(one: Return): { units: number; paid: Money } {
    const { sale, receipt, expected } = one
    const line = sale.lines[one.line]!
    const { quantity, surplus } = receipt?.arrived ?? { quantity: 0, surplus: 0 }
    if (receipt !== null) return { units: quantity - surplus, paid: one.arrived }
    const units = expected - this.#surplusOf(sale, line, expected)
    return { units, paid: this.#paidNext(sale, line, units, one) }
  }

  /** Units that were paid for and came back. */
  #soldBack = ({ returned, surplus, excess }: SaleLine): number => returned - surplus - excess

  /** A consumer's surplus was never sold, and comes back first. */
  #surplusOf = ({ is_wholesale }: Sale, line: SaleLine, units: number): number =>
    Math.min(units, is_wholesale ? 0 : Math.max(line.over - line.surplus, 0))

  /** Units that go into stock; of a bundle, the components that left. Those beyond all that shipped are worth its average. */
  #moves(
    { sale, line: at, place }: Return,
    { shipped, excess }: { shipped: number; excess: number },
    cost: Cost,
    time: Pick<Move, 'when' | 'from'>,
  ): Move[] {
    const line = sale.lines[at]!
    const parts = partsOf(this.sales.bundles, line.sku)
    const left = line.shipped.flatMap((shipment) => shipment.parts)
    const costs = costsBack(parts, left, cost)
    const moves = (units: number, of: readonly Cost[]) =>
      parts.map((part, i): Move => {
        return { sku: part.sku, place, kind: 'return', delta: units * part.units, cost: of[i]!, ...time }
      })
    const unsold = parts.map(() => null)
    return [...(shipped > 0 ? moves(shipped, costs) : []), ...(excess > 0 ? moves(excess, unsold) : [])]
  }

  /** A date without a time is compared by day. */
  #isSameDay = (received_at: string, { left_at }: Sale): boolean =>
    received_at.length === 'YYYY-MM-DD'.length && received_at >= (dayOf(left_at!) ?? this.sales.today())

  /** What counts for it now, and is taken back by another statement. */
  inForce = (one: Return): Money => one.refund ?? (one.is_stated ? none : one.arrived)

  /** Corrects the refund: what counted is taken back today, and the new amount counts today. */
  correct(one: Return, stated: Stated): number {
    const isCredited = this.takings.notes.some(({ returned, is_cancelled }) => returned === one && !is_cancelled)
    if (one.is_cancelled || isCredited || this.takings.exchange(one) !== undefined) return 409
    const before = this.inForce(one)
    const quantity = Math.max(one.expected, one.receipt?.received ?? 0)
    const cents = stated.status === 'none' ? null : stated.cents
    const again = centsOf(before) + one.freight
    if (cents !== null && cents > this.takings.refundable(one.sale, again)) return 409
    if (cents !== null && !this.takings.covers(one.sale, cents, refundOf(one))) return 409
    const freight = cents === null ? 0 : this.takings.freightWithin(one.sale, cents, again, one.freight)
    const after = cents === null ? null : this.#split(one.sale, { line: one.line, quantity }, cents - freight)
    const isSame = after !== null && isEqual(one.refund, after) && one.freight === freight
    const isKnown = after === null ? one.is_stated && one.refund === null : isSame
    if (!isKnown) this.#take(one, addMoney(after ?? none, before, -1))
    if (!isKnown && after !== null) one.refunded = ++this.#refunds
    Object.assign(one, { refund: after, freight, status: stated.status, is_stated: true })
    if (!isKnown) this.#recountBack(one.sale)
    return 200
  }

  /** Units that do not come back after all; their refund was not paid out yet. */
  cancel(one: Return): number {
    if (one.receipt !== null) return 409
    if (one.is_cancelled) return 200
    one.is_cancelled = true
    if (one.refund === null) return 200
    this.#take(one, { amount: -one.refund.amount, tax: -one.refund.tax })
    Object.assign(one, { refund: null, freight: 0, status: 'none' })
    this.#recountBack(one.sale)
    return 200
  }

  /** What counted back follows refunds that change. */
  #recountBack(sale: Sale): void {
    if (this.takings.of(sale).some(({ back }) => back.amount !== 0 || back.tax !== 0)) this.countBack(sale)
  }

  /**
   * Money leaves sales once: what was refunded beyond the goods that are left was paid for units that are cancelled, and
   * counts back, on each return by what it refunds, on the newest first.
   */
  countBack(sale: Sale): void {
    const refunded = this.takings
      .of(sale)
      .filter((one) => one.refunded > 0)
      .toSorted((a, b) => b.refunded - a.refunded)
    const [goods, counted] = [this.takings.goods(sale), this.takings.counted(sale)]
    const changes = (['amount', 'tax'] as const).map((part) => {
      const before = refunded.map(({ back }) => back[part])
      const change = Math.max(counted[part] - goods[part], 0) - sum(before, (cents) => cents)
      const weights = change < 0 ? before : refunded.map(({ refund }) => refund?.[part] ?? 0)
      return spread(Math.abs(change), weights).map((cents) => (change < 0 ? -cents : cents))
    })
    refunded.forEach((one, i) => {
      const money = { amount: changes[0]![i]!, tax: changes[1]![i]! }
      one.back = addMoney(one.back, money)
      const { sku } = sale.lines[one.line]!
      this.sales.count(sale, sku, one.place, undefined, { ...noSales, returns: -money.amount })
    })
  }

  /** What counted as units arrived counts no more: something else counts in its place. */
  stateNone(one: Return): void {
    if (!one.is_stated) this.#take(one, { amount: -one.arrived.amount, tax: -one.arrived.tax })
    one.is_stated = true
  }

  quarantined(one: Return): number {
    const { shipped, excess } = this.#quarantined(one)
    return shipped + excess
  }

  /** What was not restocked of a restocked arrival is in quarantine, too. */
  #isQuarantined = ({ receipt }: Return): boolean => {
    if (receipt === null) return false
    const { disposition, received, restocked } = receipt
    return disposition === 'quarantine' || (disposition === 'restock' && received > restocked)
  }

  #quarantined(one: Return): { shipped: number; excess: number } {
    const { receipt } = one
    if (receipt === null || !this.#isQuarantined(one)) return { shipped: 0, excess: 0 }
    const { received, restocked } = receipt
    const inspected = receipt.inspections.filter(({ is_reverted }) => !is_reverted)
    const ofShipped = Math.max(received - receipt.excess - restocked, 0)
    const shipped = ofShipped - sum(inspected, (inspection) => inspection.shipped)
    return { shipped, excess: received - restocked - sum(inspected, ({ quantity }) => quantity) - shipped }
  }

  inspect(one: Return, quantity: number, disposition: string): { status: number; inspection?: Inspection } {
    const { receipt } = one
    if (receipt === null || !this.#isQuarantined(one)) return { status: 400 }
    if (quantity > this.quarantined(one)) return { status: 409 }
    const shipped = Math.min(quantity, this.#quarantined(one).shipped)
    const inspection: Inspection = { id: '', quantity, shipped, disposition, rows: [], is_reverted: false }
    const parts = { shipped, excess: quantity - shipped }
    const moves = disposition === 'restock' ? this.#moves(one, parts, receipt.arrived!.cost, {}) : []
    if (moves.length > 0) inspection.rows = this.sales.counting.book(inspection, moves)
    receipt.inspections.push(inspection)
    return { status: 200, inspection }
  }

  /** A count that has seen restocked units stands in the way, and so does an order that was promised them. */
  revert({ place, sale, line }: Return, inspection: Inspection): number {
    if (inspection.is_reverted) return 200
    const { counting, stock, bundles } = this.sales
    const parts = partsOf(bundles, sale.lines[line]!.sku)
    const moves = inspection.rows.map((row, i): Move => {
      const { sku } = parts[i % parts.length]!
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
      const money = one.is_stated ? none : this.#paidNext(sale, line, units)
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
