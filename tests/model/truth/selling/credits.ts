/** Credit notes in the model: each takes off an invoice what came back, what never left, or what was agreed. */
import type { Invoice, InvoiceLine, Invoices } from './invoices.ts'
import type { Returns } from './returns.ts'
import type { Sale } from './sale.ts'
import { noSales, type Sales, share } from './sales.ts'
import { type CreditNote, type Return, spread, sum, type Takings } from './takings.ts'

interface Allowance {
  amount: number
  tax: number | null
  freight: number | null
}

interface Composed {
  invoice: Invoice
  lines: CreditNote['lines']
  tax: number
  freight: number
}

type Wanted = Map<number, number>

/** Each line with its part of the tax: by amounts, or by units if none has an amount. */
function withTax(lines: readonly Omit<CreditNote['lines'][number], 'tax'>[], tax: number): CreditNote['lines'] {
  const isPriced = lines.some(({ amount }) => amount > 0)
  const parts = spread(
    tax,
    lines.map(({ amount, quantity }) => (isPriced ? amount : Math.max(quantity, 1))),
  )
  return lines.map((line, i) => ({ ...line, tax: parts[i]! }))
}

export class Credits {
  constructor(
    readonly sales: Sales,
    readonly invoices: Invoices,
    readonly takings: Takings,
    readonly returns: Returns,
  ) {}

  #on = (invoice: Invoice): CreditNote[] =>
    this.takings.notes.filter((one) => one.invoice === invoice && !one.is_cancelled)

  /** Units and cents of a line that nothing has credited. */
  #leftOf(invoice: Invoice, line: InvoiceLine) {
    const credited = this.#on(invoice).flatMap(({ lines }) => lines.filter(({ of }) => of === line))
    return {
      units: line.quantity - sum(credited, ({ quantity }) => quantity),
      cents: line.amount - sum(credited, ({ amount }) => amount),
    }
  }

  #chargesLeft(invoice: Invoice) {
    const notes = this.#on(invoice)
    return {
      tax: (invoice.tax ?? 0) - sum(notes, ({ tax }) => tax),
      freight: (invoice.freight ?? 0) - sum(notes, ({ freight }) => freight),
    }
  }

  /** Units take the share of what their line still bills, and the last ones the rest, as tax and freight do. */
  #ofUnits(invoice: Invoice, units: ReadonlyMap<InvoiceLine, number>): Composed {
    const lefts = new Map(invoice.lines.map((line) => [line, this.#leftOf(invoice, line)]))
    const lines = [...units].map(([of, quantity]) => {
      const left = lefts.get(of)!
      const amount = share(left.cents, quantity, left.units)
      return { of, quantity, discount: quantity * invoice.sale.lines[of.line]!.price - amount, amount }
    })
    const all = [...lefts.values()]
    const [unitsLeft, centsLeft] = [sum(all, (left) => left.units), sum(all, (left) => left.cents)]
    const [quantity, cents] = [sum(lines, (line) => line.quantity), sum(lines, (line) => line.amount)]
    const part = (charge: number) => {
      if (quantity === unitsLeft) return charge
      return centsLeft > 0 ? share(charge, cents, centsLeft) : share(charge, quantity, unitsLeft)
    }
    const charges = this.#chargesLeft(invoice)
    const tax = part(charges.tax)
    return { invoice, lines: withTax(lines, tax), tax, freight: part(charges.freight) }
  }

  /** Units of order lines over the invoices that bill them; null if these bill too few. */
  #divide(invoices: readonly Invoice[], wanted: Wanted): Composed[] | null {
    const rest = new Map(wanted)
    const credits = invoices.flatMap((invoice) => {
      const units = new Map<InvoiceLine, number>()
      for (const line of invoice.lines) {
        const quantity = Math.min(rest.get(line.line) ?? 0, this.#leftOf(invoice, line).units)
        if (quantity <= 0) continue
        units.set(line, quantity)
        rest.set(line.line, rest.get(line.line)! - quantity)
      }
      return units.size === 0 ? [] : [this.#ofUnits(invoice, units)]
    })
    return [...rest.values()].some((units) => units > 0) ? null : credits
  }

  #issue(
    credits: readonly Composed[],
    cause: Pick<CreditNote, 'kind' | 'returned' | 'place'>,
  ): { status: number; notes: CreditNote[] } {
    const notes = credits.map(({ lines, tax, freight, invoice }, i): CreditNote => {
      const total = sum(lines, ({ amount }) => amount) + tax + freight
      const number = this.takings.notes.length + i + 1
      return { id: '', number, ...cause, invoice, is_cancelled: false, lines, tax, freight, total }
    })
    this.takings.notes.push(...notes)
    for (const { invoice } of notes) this.invoices.payments.freeOverpaid(invoice)
    for (const note of notes) if (note.kind !== 'void') this.#count(note, 1)
    return { status: 201, notes }
  }

  #count({ invoice: { sale }, lines, place }: CreditNote, sign: number): void {
    for (const { of, amount } of lines)
      this.sales.count(sale, sale.lines[of.line]!.sku, place, undefined, { ...noSales, returns: sign * amount })
  }

  #isTooMuch = (sale: Sale, credits: readonly Composed[], again: number): boolean =>
    sum(credits, ({ lines }) => sum(lines, ({ amount }) => amount)) > Math.max(this.takings.net(sale) + again, 0)

  /** The units of a return, in place of what counted as they arrived. */
  creditReturn(returned: Return): { status: number; notes: CreditNote[] } {
    const refused = { status: 409, notes: [] }
    const { sale, line, receipt, expected, refund, place } = returned
    const ofReturn = this.takings.notesOf(sale).filter((note) => note.returned === returned)
    const credited = sum(ofReturn, ({ lines }) => sum(lines, ({ quantity }) => quantity))
    const came = receipt === null ? expected : receipt.received - receipt.excess
    const quantity = came - credited
    if (returned.is_cancelled || !sale.is_wholesale || quantity <= 0 || refund !== null) return refused
    const credits = this.#divide(this.invoices.live(sale), new Map([[line, quantity]]))
    const again = returned.is_stated ? 0 : returned.arrived.amount
    if (credits === null || this.#isTooMuch(sale, credits, again)) return refused
    this.returns.stateNone(returned)
    return this.#issue(credits, { kind: 'return', returned, place })
  }

  /** An agreed amount, over the lines by what they still bill. Freight is credited only if it is said. */
  allow(
    invoice: Invoice,
    { amount, tax: sentTax, freight: sentFreight }: Allowance,
  ): { status: number; notes: CreditNote[] } {
    const refused = (status: number) => ({ status, notes: [] })
    if (invoice.is_void) return refused(409)
    const lefts = invoice.lines.map((line) => this.#leftOf(invoice, line).cents)
    const left = { amount: sum(lefts, (cents) => cents), ...this.#chargesLeft(invoice) }
    const tax = sentTax ?? share(left.tax, amount, left.amount)
    const freight = sentFreight ?? 0
    if (amount > left.amount || tax > left.tax || freight > left.freight) return refused(409)
    if (amount + tax + freight === 0) return refused(400)
    const amounts = spread(amount, lefts)
    const lines = invoice.lines
      .map((of, i) => ({ of, quantity: 0, discount: 0, amount: amounts[i]! }))
      .filter((line) => line.amount > 0 || (amount === 0 && tax > 0))
    const credit = { invoice, lines: withTax(lines, tax), tax, freight }
    if (this.#isTooMuch(invoice.sale, [credit], 0)) return refused(409)
    return this.#issue([credit], { kind: 'allowance', returned: null, place: firstPlace(invoice.sale) })
  }

  cancel(note: CreditNote): number {
    if (note.is_cancelled || note.kind === 'void') return 409
    note.is_cancelled = true
    this.#count(note, -1)
    return 200
  }

  /** Units that do not come back are not credited. */
  cancelReturn(returned: Return): number {
    const status = this.returns.cancel(returned)
    const ofReturn = this.takings.notesOf(returned.sale).filter((note) => note.returned === returned)
    if (status === 200) for (const note of ofReturn) this.cancel(note)
    return status
  }

  /** Credits what is billed beyond the units that are left of lines, the newest invoices first. */
  creditUnshipped(sale: Sale, left: ReadonlyMap<number, number>): { status: number; notes: CreditNote[] } {
    const beyond = [...left].map(([line, units]) => [line, this.invoices.units(sale, line) - units] as const)
    const billed = beyond.filter(([, units]) => units > 0).toSorted(([a], [b]) => a - b)
    if (billed.length === 0) return { status: 200, notes: [] }
    if (this.takings.notesOf(sale).some(({ kind }) => kind === 'allowance')) return { status: 409, notes: [] }
    const credits = this.#divide(this.invoices.live(sale).toReversed(), new Map(billed)) ?? []
    return this.#issue(credits, { kind: 'void', returned: null, place: firstPlace(sale) })
  }
}

/** Where the first goods left. */
const firstPlace = ({ departures, place }: Sale): string =>
  departures.toSorted((a, b) => a.left_at - b.left_at)[0]?.from ?? place
