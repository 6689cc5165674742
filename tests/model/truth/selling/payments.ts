/** Payments in the model: what they pay of invoices and orders, and what is freed again. */
import type { Invoice } from './invoices.ts'
import type { Sale } from './sale.ts'
import { share } from './sales.ts'
import { type Allocation, type Payment, sum, type Takings } from './takings.ts'

type Refused = { status: 409 }
type Recorded = { status: 201; payment: Payment }

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

  /** What of an order no invoice bills: units that never left are billed again. */
  openOfOrder(sale: Sale): number {
    const agreed = sum(sale.lines, ({ quantity, cancelled, fulfilled, price, discount, tax }) => {
      const units = Math.max(quantity - cancelled, sale.is_wholesale ? fulfilled : 0)
      return quantity === 0 ? 0 : units * price - share(discount, units, quantity) + share(tax, units, quantity)
    })
    const billed = sum(this.takings.invoices, (one) => (one.sale === sale && !one.is_void ? one.total : 0))
    const unbilled = sum(this.takings.notesOf(sale), ({ kind, total }) => (kind === 'void' ? total : 0))
    const paid = sum(this.takings.allocations(), (one) => (one.sale === sale && one.invoice === null ? one.cents : 0))
    const all = sale.is_draft ? 0 : sale.freight + sale.freight_tax + agreed
    return Math.max(all - (billed - unbilled) - paid, 0)
  }

  #record(amount: number): Recorded {
    const payment: Payment = { id: '', amount, is_reversed: false, pays: [] }
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

  unallocated = ({ amount, pays, is_reversed }: Payment): number =>
    is_reversed ? 0 : amount - sum(pays, ({ cents }) => cents)

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
