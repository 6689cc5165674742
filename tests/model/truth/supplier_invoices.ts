/** Invoices of suppliers in the model: which received units each bills, and what these cost once a price is accepted. */
import type { DeliveryCosts } from './delivery_costs.ts'
import type { Delivery, Held, Order } from './orders.ts'
import { type Cost, divide, instantOf, ofCents, wholeCents } from './stock.ts'

interface SupplierCredit {
  id: string
  quantity: number
  amount: number
  is_void: boolean
  recorded: number
}

/** It bills one line of an order, in cents of its currency. */
export interface SupplierInvoice {
  id: string
  order: Order
  line: number
  /** The delivery that it names. */
  delivery: Delivery | null
  quantity: number
  amount: number
  is_accepted: boolean
  is_void: boolean
  recorded: number
  credits: SupplierCredit[]
}

interface Share {
  invoice: SupplierInvoice
  delivery: Delivery
  units: number
}

const rateParts = 10_000n
const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((all, one) => all + value(one), 0)

const inForce = ({ credits }: SupplierInvoice) => credits.filter(({ is_void }) => !is_void)
/** What an invoice bills, less its credits. */
export const unitsOf = (one: SupplierInvoice): number => one.quantity - sum(inForce(one), ({ quantity }) => quantity)
export const centsOf = (one: SupplierInvoice): number => one.amount - sum(inForce(one), ({ amount }) => amount)

const invoiceable = ['issued', 'partially_delivered', 'delivered', 'closed']
/** Units of a line that came or may still come. */
function unitsToBill({ status, lines }: Order, line: number): number {
  const { quantity, delivered } = lines[line]!
  return ['delivered', 'closed', 'cancelled'].includes(status) ? delivered : Math.max(quantity, delivered)
}

const arrivedAt = ({ received_at, recorded }: Delivery) => (received_at === null ? recorded : instantOf(received_at))
const oldestFirst = (deliveries: readonly Delivery[]) =>
  deliveries.toSorted((a, b) => arrivedAt(a) - arrivedAt(b) || a.recorded - b.recorded)

export class SupplierInvoices {
  readonly all: SupplierInvoice[] = []
  /** What units of lines of deliveries cost before invoices corrected it. */
  readonly #before = new Map<Delivery, Map<number, bigint>>()
  #recorded = 0

  constructor(
    readonly deliveries: readonly Delivery[],
    readonly bearing: DeliveryCosts,
    readonly ownCurrency: string,
  ) {}

  /** A delivery that was removed counts as not named. */
  named = ({ delivery }: SupplierInvoice): Delivery | null => (delivery?.is_removed === false ? delivery : null)

  #billing = (order: Order, line: number): SupplierInvoice[] =>
    this.all.filter((one) => one.order === order && one.line === line && !one.is_void)

  /** Deliveries that brought units of a line, the oldest first. */
  #brought(order: Order, line: number): [Delivery, Held][] {
    return oldestFirst(this.deliveries)
      .filter((one) => one.order === order && !one.is_removed && one.lines.has(line))
      .map((one): [Delivery, Held] => [one, one.lines.get(line)!])
  }

  /** Each received unit is billed once: by those that name its delivery first, then in the order of their recording. */
  shares(order: Order, line: number): Share[] {
    const left = new Map(this.#brought(order, line).map(([delivery, { quantity }]) => [delivery, quantity]))
    const billing = this.#billing(order, line)
    const open = new Map(billing.map((invoice) => [invoice, unitsOf(invoice)]))
    const shares: Share[] = []
    const take = (invoice: SupplierInvoice, delivery: Delivery) => {
      const units = Math.min(open.get(invoice)!, left.get(delivery) ?? 0)
      if (units <= 0) return
      open.set(invoice, open.get(invoice)! - units)
      left.set(delivery, left.get(delivery)! - units)
      shares.push({ invoice, delivery, units })
    }
    for (const invoice of billing) {
      const delivery = this.named(invoice)
      if (delivery !== null) take(invoice, delivery)
    }
    for (const invoice of billing.filter((one) => this.named(one) === null))
      for (const delivery of left.keys()) take(invoice, delivery)
    return shares
  }

  /** The price of the order, rounded to the cent; null while it has none. */
  #agreed(order: Order, line: number, units: number): number | null {
    const { cost } = order.lines[line]!
    return cost === null ? null : Number(wholeCents(cost * BigInt(units)) / ofCents(1))
  }

  match(invoice: SupplierInvoice) {
    const { order, line } = invoice
    const shares = this.shares(order, line)
    const received = sum(shares, (one) => (one.invoice === invoice ? one.units : 0))
    const [units, agreed] = [unitsOf(invoice), this.#agreed(order, line, unitsOf(invoice))]
    const over = sum(this.#brought(order, line), ([delivery, { quantity }]) => {
      const own = shares.filter((one) => one.delivery === delivery)
      return own.at(-1)?.invoice === invoice ? quantity - sum(own, (one) => one.units) : 0
    })
    const difference = agreed === null ? null : centsOf(invoice) - agreed
    const isOpen = difference !== null && difference !== 0 && !invoice.is_accepted
    const matches: [boolean, string][] = [
      [units > received && received > 0, 'short'],
      [isOpen, 'price_difference'],
      [difference === null && units > 0, 'price_unknown'],
      [units > received && received === 0, 'not_received'],
      [over > 0, 'over'],
    ]
    const match = matches.find(([is]) => is)?.[1] ?? 'matched'
    return { match, received, short: units - received, over, difference, isOpen }
  }

  /** Whether others bill all of these units. */
  #isBilled(order: Order, line: number, delivery: Delivery | null, own: SupplierInvoice | null): boolean {
    const others = this.#billing(order, line).filter((one) => one !== own)
    const isFull = (by: readonly SupplierInvoice[], units: number) =>
      by.some((one) => unitsOf(one) > 0) && sum(by, unitsOf) >= units
    const brought = delivery?.lines.get(line)?.quantity
    const naming = others.filter((one) => this.named(one) === delivery)
    return isFull(others, unitsToBill(order, line)) || (brought !== undefined && isFull(naming, brought))
  }

  /** A price cannot be accepted while what units cost is unknown. */
  #isCostUnknown = (order: Order, line: number): boolean =>
    this.#brought(order, line).some(([, { unit }]) => unit === null)

  record(sent: Pick<SupplierInvoice, 'order' | 'line' | 'delivery' | 'quantity' | 'amount' | 'is_accepted'>) {
    const { order, line, delivery, is_accepted } = sent
    const isRefused =
      !invoiceable.includes(order.status) ||
      this.#isBilled(order, line, delivery, null) ||
      (is_accepted && this.#isCostUnknown(order, line))
    if (isRefused) return { status: 409 }
    const invoice: SupplierInvoice = { ...sent, id: '', is_void: false, recorded: ++this.#recorded, credits: [] }
    this.all.push(invoice)
    this.settle(order)
    return { status: 201, invoice }
  }

  accept(invoice: SupplierInvoice): number {
    const { order, line } = invoice
    if (invoice.is_void || this.#isCostUnknown(order, line)) return 409
    if (this.match(invoice).isOpen) invoice.is_accepted = true
    this.settle(order)
    return 200
  }

  /** Other units or another amount; the price is to be accepted again. */
  correct(invoice: SupplierInvoice, { quantity, amount }: Pick<SupplierInvoice, 'quantity' | 'amount'>): number {
    const { order, line } = invoice
    if (invoice.is_void || !invoiceable.includes(order.status)) return 409
    if (this.#isBilled(order, line, this.named(invoice), invoice)) return 409
    const isSame = quantity === invoice.quantity && amount === invoice.amount
    if (isSame && this.named(invoice) === invoice.delivery) return 200
    if (inForce(invoice).length > 0) return 409
    Object.assign(invoice, { quantity, amount, is_accepted: false, delivery: this.named(invoice) })
    this.settle(order)
    return 200
  }

  credit(invoice: SupplierInvoice, quantity: number, amount: number) {
    if (invoice.is_void) return { status: 409 }
    const [units, cents] = [unitsOf(invoice), centsOf(invoice)]
    const isRest = quantity === 0 ? amount > 0 : quantity < units || amount === cents
    if (quantity > units || amount > cents || !isRest) return { status: 400 }
    const credit = { id: '', quantity, amount, is_void: false, recorded: ++this.#recorded }
    invoice.credits.push(credit)
    this.settle(invoice.order)
    return { status: 201, credit }
  }

  void(invoice: SupplierInvoice): number {
    if (invoice.is_void || inForce(invoice).length > 0) return 409
    invoice.is_void = true
    this.settle(invoice.order)
    return 200
  }

  /** Not once its units are billed again. */
  voidCredit(invoice: SupplierInvoice, credit: SupplierCredit): number {
    if (credit.is_void) return 409
    const { order, line } = invoice
    const billing = this.#billing(order, line)
    const isBilledAgain = billing.some((one) => unitsOf(one) > 0 && one.recorded > credit.recorded)
    const units = sum(billing, unitsOf) + credit.quantity
    if (credit.quantity > 0 && isBilledAgain && units > unitsToBill(order, line)) return 409
    credit.is_void = true
    this.settle(order)
    return 200
  }

  /** Whether what units cost follows invoices, so that it changes with these. */
  isFollowing = (delivery: Delivery, line: number): boolean => this.#before.get(delivery)?.has(line) ?? false

  /** What a unit costs where some follow accepted prices, and the rest cost what they did. */
  #costOf(before: bigint, units: number, rate: bigint, shares: readonly Share[]): bigint {
    const by = shares.reduce((all, { invoice }) => all * BigInt(unitsOf(invoice)), rateParts)
    const rest = units - sum(shares, (one) => one.units)
    const billed = shares.reduce((all, { invoice, units: own }) => {
      return all + (ofCents(centsOf(invoice)) * BigInt(own) * rate * by) / (BigInt(unitsOf(invoice)) * rateParts)
    }, 0n)
    return divide(before * BigInt(rest) * by + billed, by * BigInt(units))
  }

  #after(delivery: Delivery, line: number, held: Held, accepted: readonly Share[]): Cost {
    const isOwn = delivery.order.currency === this.ownCurrency
    const rate = isOwn ? rateParts : held.rate
    const before = this.#before.get(delivery)?.get(line) ?? held.unit
    const own = accepted.filter((one) => one.delivery === delivery)
    if (rate === null || before === null || (own.length === 0 && !this.isFollowing(delivery, line))) return null
    const costs = this.#before.get(delivery) ?? new Map<number, bigint>()
    this.#before.set(delivery, costs)
    if (own.length === 0) costs.delete(line)
    else costs.set(line, before)
    return this.#costOf(before, held.quantity, rate, own)
  }

  /** Brings what received units of an order cost up to date with the accepted prices. */
  settle(order: Order): void {
    for (const [delivery, lines] of this.#before)
      for (const line of lines.keys()) if (!delivery.lines.has(line)) lines.delete(line)
    const changes = new Map<Delivery, { line: number; cost: bigint }[]>()
    for (const line of order.lines.keys()) {
      const accepted = this.shares(order, line).filter(({ invoice }) => invoice.is_accepted)
      for (const [delivery, held] of this.#brought(order, line)) {
        const after = this.#after(delivery, line, held, accepted)
        if (after === null || after === held.unit) continue
        const cost = (after - held.unit!) * BigInt(held.quantity)
        changes.set(delivery, [...(changes.get(delivery) ?? []), { line, cost }])
        held.unit = after
      }
    }
    for (const delivery of oldestFirst([...changes.keys()])) this.bearing.change(delivery, changes.get(delivery)!)
  }
}
