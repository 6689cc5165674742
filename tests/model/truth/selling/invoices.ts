/** Invoices in the model: each bills what has shipped and is on no other, and takes its share of what the order was given. */
import type { Payments } from './payments.ts'
import type { Sale, SaleLine } from './sale.ts'
import { share, shippedShare, stateOf } from './sales.ts'
import { sum, type Takings } from './takings.ts'

export interface InvoiceLine {
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
  readonly all: Invoice[]

  constructor(
    readonly takings: Takings,
    readonly payments: Payments,
  ) {
    this.all = takings.invoices
  }

  of = (sale: Sale): Invoice[] => this.all.filter((one) => one.sale === sale)

  live = (sale: Sale): Invoice[] => this.of(sale).filter(({ is_void }) => !is_void)

  /** Credits of units that never left: they are billed again once they do. */
  #unbilled = (sale: Sale) => this.takings.notesOf(sale).filter(({ kind }) => kind === 'void')

  /** Units and discount of a line that invoices bill. */
  #billed(sale: Sale, at: number): { quantity: number; discount: number } {
    const billed = this.live(sale).flatMap(({ lines }) => lines.filter(({ line }) => line === at))
    const back = this.#unbilled(sale).flatMap(({ lines }) => lines.filter(({ of }) => of.line === at))
    return {
      quantity: sum(billed, ({ quantity }) => quantity) - sum(back, ({ quantity }) => quantity),
      discount: sum(billed, ({ discount }) => discount) - sum(back, ({ discount }) => discount),
    }
  }

  #charged = (sale: Sale, charge: 'tax' | 'freight'): number =>
    sum(this.live(sale), (one) => one[charge] ?? 0) - sum(this.#unbilled(sale), (one) => one[charge])

  /** Units of a line that invoices bill. */
  units = (sale: Sale, at: number): number => this.#billed(sale, at).quantity

  #bill(sale: Sale, line: SaleLine, at: number): InvoiceLine[] {
    const quantity = line.fulfilled - this.units(sale, at)
    if (quantity === 0) return []
    const part = shippedShare(line.discount, line, line.fulfilled) - this.#billed(sale, at).discount
    const discount = Math.min(Math.max(part, 0), quantity * line.price)
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
    const dueTax =
      orderShare(sale.freight_tax, sale) + sum(sale.lines, (line) => shippedShare(line.tax, line, line.fulfilled))
    const supplied = sale.freight_tax + sum(sale.lines, ({ tax }) => tax)
    const tax = this.#charge(sentTax, supplied, dueTax, this.#charged(sale, 'tax'))
    const freightDue = orderShare(sale.freight, sale)
    const freight = this.#charge(sentFreight, sale.freight, freightDue, this.#charged(sale, 'freight'))
    const total = sum(lines, ({ amount }) => amount) + (tax ?? 0) + (freight ?? 0)
    const invoice = { id: 0, number: this.all.length + 1, sale, is_void: false, lines, tax, freight, total }
    this.all.push(invoice)
    this.payments.follow(invoice)
    return { status: 201, invoice }
  }

  /** Freight of a sale that no invoice will bill, and the tax on it, is not owed. */
  settleFreight(sale: Sale): void {
    const isToBill = sale.lines.some((line, at) => line.fulfilled > this.units(sale, at))
    const isBilled = sale.lines.some((_line, at) => this.units(sale, at) > 0)
    if (!isBilled || stateOf(sale) !== 'fulfilled' || isToBill) return
    const ofLines = sum(sale.lines, ({ tax, quantity, cancelled }) =>
      quantity === 0 ? 0 : share(tax, quantity - cancelled, quantity),
    )
    sale.freight_tax = Math.min(sale.freight_tax, Math.max(this.#charged(sale, 'tax') - ofLines, 0))
    sale.freight = Math.min(sale.freight, this.#charged(sale, 'freight'))
  }

  /** What a credit note credits stays. */
  void(invoice: Invoice): number {
    const isCredited = this.takings.notes.some((note) => note.invoice === invoice && !note.is_cancelled)
    if (invoice.is_void || isCredited) return 409
    invoice.is_void = true
    this.payments.freeVoided(invoice)
    return 200
  }
}
