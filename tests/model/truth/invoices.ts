/** Invoices in the model: each bills what has shipped and is on no other, and takes its share of what the order was given. */
import type { Sale, SaleLine } from './sale.ts'
import { share, shippedShare, stateOf } from './sales.ts'

interface InvoiceLine {
  /** Its index on the order. */
  line: number
  quantity: number
  discount: number
  amount: number
}

export interface Charges {
  tax?: number
  freight?: number
}

export interface Invoice {
  id: number
  /** Within the year, without gaps. */
  number: number
  sale: Sale
  is_void: boolean
  lines: InvoiceLine[]
  tax: number | null
  freight: number | null
  total: number
}

const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((all, one) => all + value(one), 0)

/** Freight and its tax follow the shipped part of everything that is to ship. */
function orderShare(cents: number, { lines }: Sale): number {
  const all = sum(lines, ({ quantity, cancelled, fulfilled }) => Math.max(quantity - cancelled, fulfilled))
  return share(
    cents,
    sum(lines, ({ fulfilled }) => fulfilled),
    all,
  )
}

export class Invoices {
  readonly all: Invoice[] = []

  of = (sale: Sale): Invoice[] => this.all.filter((one) => one.sale === sale)

  #live = (sale: Sale): Invoice[] => this.of(sale).filter(({ is_void }) => !is_void)

  #billed(sale: Sale, at: number): InvoiceLine[] {
    return this.#live(sale).flatMap(({ lines }) => lines.filter(({ line }) => line === at))
  }

  /** Units of a line that invoices bill. */
  units = (sale: Sale, at: number): number => sum(this.#billed(sale, at), ({ quantity }) => quantity)

  #bill(sale: Sale, line: SaleLine, at: number): InvoiceLine[] {
    const quantity = line.fulfilled - this.units(sale, at)
    if (quantity === 0) return []
    const discountTaken = sum(this.#billed(sale, at), ({ discount }) => discount)
    const discount = shippedShare(line.discount, line, line.fulfilled) - discountTaken
    return [{ line: at, quantity, discount, amount: quantity * line.price - discount }]
  }

  /** What was sent, else what of the supplied is not billed yet; null if none was supplied. */
  #charge(sent: number | undefined, supplied: number, due: number, alreadyCharged: number): number | null {
    if (sent !== undefined) return sent
    return supplied === 0 ? null : Math.max(due - alreadyCharged, 0)
  }

  issue(sale: Sale, { tax: sentTax, freight: sentFreight }: Charges): { status: number; invoice?: Invoice } {
    if (!sale.is_wholesale || !['partially_fulfilled', 'fulfilled'].includes(stateOf(sale))) return { status: 409 }
    const lines = sale.lines.flatMap((line, at) => this.#bill(sale, line, at))
    if (lines.length === 0) return { status: 409 }
    const live = this.#live(sale)
    const dueTax =
      orderShare(sale.freight_tax, sale) + sum(sale.lines, (line) => shippedShare(line.tax, line, line.fulfilled))
    const supplied = sale.freight_tax + sum(sale.lines, ({ tax }) => tax)
    const tax = this.#charge(
      sentTax,
      supplied,
      dueTax,
      sum(live, (one) => one.tax ?? 0),
    )
    const freight = this.#charge(
      sentFreight,
      sale.freight,
      orderShare(sale.freight, sale),
      sum(live, (one) => one.freight ?? 0),
    )
    const total = sum(lines, ({ amount }) => amount) + (tax ?? 0) + (freight ?? 0)
    const invoice = { id: 0, number: this.all.length + 1, sale, is_void: false, lines, tax, freight, total }
    this.all.push(invoice)
    return { status: 201, invoice }
  }

  /** Freight of a sale that no invoice will bill, and the tax on it, is not owed. */
  settleFreight(sale: Sale): void {
    const live = this.#live(sale)
    const isToBill = sale.lines.some((line, at) => line.fulfilled > this.units(sale, at))
    if (live.length === 0 || stateOf(sale) !== 'fulfilled' || isToBill) return
    const ofLines = sum(sale.lines, ({ tax, quantity, cancelled }) =>
      quantity === 0 ? 0 : share(tax, quantity - cancelled, quantity),
    )
    const taxed = sum(live, ({ tax }) => tax ?? 0)
    sale.freight_tax = Math.min(sale.freight_tax, Math.max(taxed - ofLines, 0))
    sale.freight = Math.min(
      sale.freight,
      sum(live, ({ freight }) => freight ?? 0),
    )
  }

  void(invoice: Invoice): number {
    if (invoice.is_void) return 409
    invoice.is_void = true
    return 200
  }
}
