/** Payments in the model: what they pay of invoices and orders, and what is freed again. */
import type { Invoice } from './invoices.ts'
import type { Sale } from './sale.ts'
import { share } from './sales.ts'
import { type Allocation, centsOf, type Payment, type Payout, sum, type Takings } from './takings.ts'

type Refused = { status: 409 }
type Recorded = { status: 201; payment: Payment }
type PaidOut = { status: 200; payout: Payout }

export interface OrderBalance {
  agreed: number
  invoiced: number
  paid: number
  paid_back: number
}

export const inForce = (payouts: readonly Payout[]): Payout[] => payouts.filter(({ is_reversed }) => !is_reversed)

export class Payments {
  #entries = 0

  constructor(readonly takings: Takings) {}

  #allocate({ pays }: Payment, sale: Sale, invoice: Invoice | null, cents: number): void {
    const at = ++this.#entries
    const same = pays.find((one) => one.sale === sale && one.invoice === invoice)
    if (same === undefined) pays.push({ sale, invoice, cents, at })
    else Object.assign(same, { cents: same.cents + cents, at })
  }

  #inForce = (which: (one: Allocation) => boolean): { payment: Payment; one: Allocation }[] =>
    this.takings.payments
      .flatMap((payment) => payment.pays.map((one) => ({ payment, one })))
      .filter(({ one }) => one.cents > 0 && which(one))
      .toSorted((a, b) => b.one.at - a.one.at)

  /**
   * What an order comes to, what of that is invoiced (units that never left are billed again), what it was paid before its
   * invoices, and what of that was paid back for units that are cancelled.
   */
  orderBalance(sale: Sale): OrderBalance {
    const goods = sum(sale.lines, ({ quantity, cancelled, fulfilled, price, discount, tax }) => {
      const units = Math.max(quantity - cancelled, sale.is_wholesale ? fulfilled : 0)
      return quantity === 0 ? 0 : units * price - share(discount, units, quantity) + share(tax, units, quantity)
    })
    const agreed = sale.is_draft ? 0 : sale.freight + sale.freight_tax + goods
    const billed = sum(this.takings.invoices, (one) => (one.sale === sale && !one.is_void ? one.total : 0))
    const unbilled = sum(this.takings.notesOf(sale), ({ kind, total }) => (kind === 'void' ? total : 0))
    const paid = sum(this.takings.allocations(), (one) => (one.sale === sale && one.invoice === null ? one.cents : 0))
    const paid_back = sum(this.takings.of(sale), ({ back }) => centsOf(back))
    return { agreed, invoiced: billed - unbilled, paid, paid_back }
  }

  /** What of an order no invoice bills and no payment pays. */
  openOfOrder(sale: Sale): number {
    const { agreed, invoiced, paid } = this.orderBalance(sale)
    return Math.max(agreed - invoiced - paid, 0)
  }

  /** Money on an order for which there is nothing left to be invoiced. */
  overpaid(sale: Sale): number {
    const { agreed, invoiced, paid, paid_back } = this.orderBalance(sale)
    return Math.max(paid - paid_back - Math.max(agreed - invoiced, 0), 0)
  }

  /** Overpaid money of the orders of accounts, the latest of each order. */
  #overpayments = (): { payment: Payment; sale: Sale; cents: number }[] =>
    [...new Set(this.takings.allocations().map(({ sale }) => sale))].flatMap((sale) => {
      let left = sale.is_wholesale ? this.overpaid(sale) : 0
      return this.#inForce((one) => one.sale === sale && one.invoice === null).map(({ payment, one }) => {
        const cents = Math.min(left, one.cents)
        left -= cents
        return { payment, sale, cents }
      })
    })

  /** Money of the account that pays nothing: by payment and, if it is on an order, by that. */
  unallocatedMoney = (): { payment: Payment; sale: Sale | null; cents: number }[] =>
    [
      ...this.takings.payments
        .filter(({ pays }) => pays.every(({ sale }) => sale.is_wholesale))
        .map((payment) => ({ payment, sale: null, cents: this.unallocated(payment) })),
      ...this.#overpayments(),
    ].filter(({ cents }) => cents > 0)

  #record(amount: number): Recorded {
    const payment: Payment = { id: '', amount, is_reversed: false, pays: [], payouts: [] }
    this.takings.payments.push(payment)
    return { status: 201, payment }
  }

  /** An account pays an amount, and some of it is for an invoice. */
  ofAccount(amount: number, invoice: Invoice, cents: number): Recorded | Refused {
    if (invoice.is_void || cents > amount || cents > this.takings.open(invoice)) return { status: 409 }
    const recorded = this.#record(amount)
    this.#allocate(recorded.payment, invoice.sale, invoice, cents)
    return recorded
  }

  #openInvoices = (sale: Sale): Invoice[] => this.takings.invoices.filter((one) => one.sale === sale && !one.is_void)

  /** All that a payment for an order can be. */
  openInAll = (sale: Sale): number => sum(this.#openInvoices(sale), this.takings.open) + this.openOfOrder(sale)

  /** Its open invoices are paid first, the oldest first, and the rest waits for the next. */
  ofOrder(sale: Sale, amount: number): Recorded | Refused {
    if (amount > this.openInAll(sale)) return { status: 409 }
    const recorded = this.#record(amount)
    let left = amount
    for (const invoice of [...this.#openInvoices(sale), null]) {
      const cents = Math.min(left, invoice === null ? left : this.takings.open(invoice))
      left -= cents
      if (cents > 0) this.#allocate(recorded.payment, sale, invoice, cents)
    }
    return recorded
  }

  unallocated = ({ amount, pays, payouts, is_reversed }: Payment): number =>
    is_reversed ? 0 : amount - sum(pays, ({ cents }) => cents) - sum(inForce(payouts), ({ cents }) => cents)

  /** What was not paid back of the money for an order of a consumer, and for the orders that share money with it. */
  #leftOf(sale: Sale): number {
    const { payments } = this.takings
    const own = payments.filter(({ pays }) => pays[0]?.sale === sale)
    const went = new Set([sale, ...own.flatMap(({ pays }) => pays.map((one) => one.sale))])
    const sharing = payments.filter(({ pays }) => pays.some((one) => went.has(one.sale)))
    const all = new Set([...went, ...sharing.map(({ pays }) => pays[0]!.sale)])
    const ofAll = payments.filter(({ pays }) => pays.length > 0 && all.has(pays[0]!.sale))
    return sum([...all], (one) => this.takings.paidLeft(one)) + sum(ofAll, this.unallocated)
  }

  /** Money on an order goes where its lines go, up to so much, the latest first; it keeps its order. */
  move(from: Sale, to: Sale, most: number): void {
    let left = most
    const moved = this.#inForce((each) => each.sale === from && each.invoice === null).map(({ payment, one }) => {
      const cents = Math.min(left, one.cents)
      left -= cents
      return { payment, cents }
    })
    for (const { payment, cents } of moved.toReversed().filter((one) => one.cents > 0)) {
      this.#allocate(payment, from, null, -cents)
      this.#allocate(payment, to, null, cents)
    }
  }

  /** What a consumer paid for an order is paid back once, be it by a refund or a payout. */
  payOut(payment: Payment, cents: number): PaidOut | Refused {
    if (payment.is_reversed || cents > this.unallocated(payment)) return { status: 409 }
    const sale = payment.pays[0]?.sale
    if (sale !== undefined && !sale.is_wholesale && cents > this.#leftOf(sale)) return { status: 409 }
    const payout: Payout = { id: '', cents, is_reversed: false }
    payment.payouts.push(payout)
    return { status: 200, payout }
  }

  reversePayout(payout: Payout): number {
    if (payout.is_reversed) return 409
    payout.is_reversed = true
    return 200
  }

  apply(payment: Payment, invoice: Invoice, cents: number): number {
    const isTooMuch = cents > this.unallocated(payment) || cents > this.takings.open(invoice)
    if (payment.is_reversed || invoice.is_void || isTooMuch) return 409
    this.#allocate(payment, invoice.sale, invoice, cents)
    return 200
  }

  unapply(payment: Payment): number {
    if (payment.is_reversed) return 409
    for (const { sale, invoice, cents } of payment.pays.filter((one) => one.cents > 0))
      this.#allocate(payment, sale, invoice, -cents)
    return 200
  }

  reverse(payment: Payment): number {
    if (payment.is_reversed) return 409
    this.unapply(payment)
    payment.is_reversed = true
    return 200
  }

  /** Money on the order pays its new invoice, the oldest first. */
  follow(invoice: Invoice): void {
    let left = invoice.total
    const { sale } = invoice
    for (const { payment, one } of this.#inForce((each) => each.sale === sale && each.invoice === null).toReversed()) {
      const cents = Math.min(left, one.cents)
      if (cents === 0) continue
      left -= cents
      this.#allocate(payment, sale, null, -cents)
      this.#allocate(payment, sale, invoice, cents)
    }
  }

  /** What is paid beyond what the invoice bills, the latest money first. */
  freeOverpaid(invoice: Invoice): void {
    let left = -this.takings.open(invoice)
    for (const { payment, one } of this.#inForce((each) => each.invoice === invoice)) {
      const cents = Math.min(left, one.cents)
      if (cents <= 0) continue
      left -= cents
      this.#allocate(payment, one.sale, invoice, -cents)
    }
  }

  freeVoided(invoice: Invoice): void {
    for (const { payment, one } of this.#inForce((each) => each.invoice === invoice))
      this.#allocate(payment, one.sale, invoice, -one.cents)
  }
}
