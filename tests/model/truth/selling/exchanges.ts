/** Exchanges in the model: an order in place of what comes back, and how the difference is settled. */
import type { Credits } from './credits.ts'
import type { LiveChanges } from './live_changes.ts'
import type { Returns } from './returns.ts'
import type { Sale, SaleLine } from './sale.ts'
import { type Sales, share, stateOf } from './sales.ts'
import { centsOf, type CreditNote, type Exchange, type Return, sum, type Takings } from './takings.ts'

export interface Wanted {
  sku: string
  quantity: number
  /** Null if nothing is said about price, discount and tax. */
  price: number | null
  discount: number
  tax: number
}

export interface Terms {
  lines: readonly Wanted[]
  settlement: string
  place: string
  freight: number
  freight_tax: number
}

type Priced = Pick<SaleLine, 'sku' | 'quantity' | 'price' | 'discount' | 'tax'>

type Exchanged = { status: 201; exchange: Exchange } | { status: number; exchange?: undefined }

/** Of an order as it is now, with what was cancelled taken off. */
export function totalOf(sale: Sale): number {
  if (stateOf(sale) === 'cancelled') return 0
  const ofLines = sum(sale.lines, ({ quantity, cancelled, price, discount, tax }) => {
    const units = quantity - cancelled
    return units * price - share(discount, units, quantity) + share(tax, units, quantity)
  })
  return ofLines + sale.freight + sale.freight_tax
}

export const balanceOf = (returned: number, replacement: number): string =>
  returned === replacement ? 'even' : returned < replacement ? 'customer_owes' : 'customer_is_owed'

const fitting: Record<string, string> = { even: 'none', customer_owes: 'charge', customer_is_owed: 'refund' }

export class Exchanges {
  constructor(
    readonly sales: Sales,
    readonly takings: Takings,
    readonly returns: Returns,
    readonly credits: Credits,
    readonly live: LiveChanges,
    /** What a consumer pays for a unit that nobody priced. */
    readonly usual_price: number,
  ) {}

  #creditOf = (returned: Return): CreditNote[] =>
    this.takings.notesOf(returned.sale).filter((note) => note.returned === returned)

  /** What comes back is worth now: what was agreed, until its units are in or something counts in their place. */
  worthNow({ returned, returned_cents }: Exchange): number {
    if (returned.is_cancelled) return 0
    if (returned.is_stated) return sum(this.#creditOf(returned), ({ total }) => total)
    return returned.receipt === null ? returned_cents : centsOf(returned.arrived)
  }

  /** As many units of what comes back cost what was paid for them. Null if a price is open. */
  #price(returned: Return, lines: readonly Wanted[]): Priced[] | null {
    const { sale } = returned
    const { sku, price } = sale.lines[returned.line]!
    const worth = this.returns.worthOf(returned)
    let used = returned.is_stated ? worth.units : 0
    const priced = lines.map((line): Priced | null => {
      if (line.price !== null) return { ...line, price: line.price }
      const upTo = used + line.quantity
      if (line.sku !== sku || upTo > worth.units)
        return sale.is_wholesale ? null : { ...line, price: this.usual_price, discount: 0, tax: 0 }
      const part = (cents: number) => share(cents, upTo, worth.units) - share(cents, used, worth.units)
      const [net, tax] = [part(worth.paid.amount), part(worth.paid.tax)]
      used = upTo
      const unit = Math.max(price, Math.ceil(net / line.quantity))
      return { ...line, price: unit, discount: unit * line.quantity - net, tax }
    })
    return priced.includes(null) ? null : (priced as Priced[])
  }

  /** Whether only credit notes can settle it. */
  #isCredit = (returned: Return): boolean =>
    returned.sale.is_wholesale && (!returned.is_stated || this.#creditOf(returned).length > 0)

  #offer(returned: Return, terms: Terms) {
    const lines = this.#price(returned, terms.lines)
    if (lines === null) return null
    const worth = returned.is_stated ? 0 : centsOf(this.returns.worthOf(returned).paid)
    const goods = sum(lines, (line) => line.quantity * line.price - line.discount + line.tax)
    return { lines, worth, total: goods + terms.freight + terms.freight_tax }
  }

  /** The settlement that agrees with the difference. */
  settlementOf(returned: Return, terms: Terms): string {
    const offer = this.#offer(returned, terms)
    if (offer === null || this.#isCredit(returned)) return 'credit_note'
    return fitting[balanceOf(offer.worth, offer.total)]!
  }

  create(returned: Return, terms: Terms): Exchanged {
    const { sale } = returned
    if (returned.is_cancelled || this.takings.exchange(returned) !== undefined) return { status: 409 }
    const offer = this.#offer(returned, terms)
    if (offer === null) return { status: 400 }
    let notes: readonly CreditNote[] = []
    if (terms.settlement === 'credit_note') {
      if (!sale.is_wholesale) return { status: 409 }
      if (this.#creditOf(returned).length === 0) {
        const credited = this.credits.creditReturn(returned)
        if (credited.status !== 201) return { status: credited.status }
        notes = credited.notes
      }
    } else if (this.#isCredit(returned) || terms.settlement !== this.settlementOf(returned, terms))
      return { status: 409 }
    const owed = offer.worth - offer.total
    if (terms.settlement === 'refund' && !this.takings.covers(sale, owed, 0, returned)) return { status: 409 }
    const { place, freight, freight_tax } = terms
    const header = { place, is_wholesale: sale.is_wholesale, is_draft: false, freight, freight_tax }
    const exchange: Exchange = {
      returned,
      replacement: this.sales.place(header, offer.lines),
      settlement: terms.settlement,
      returned_cents: sale.is_wholesale ? sum(this.#creditOf(returned), ({ total }) => total) : offer.worth,
      replacement_cents: offer.total,
      notes,
      is_cancelled: false,
    }
    this.takings.exchanges.push(exchange)
    return { status: 201, exchange }
  }

  /** Until units of the replacement have shipped: it is cancelled, and so is what the exchange credited. */
  cancel(returned: Return): number {
    const exchange = this.takings.exchange(returned)
    if (exchange === undefined) return this.takings.exchanges.some((one) => one.returned === returned) ? 200 : 404
    const { replacement, notes } = exchange
    if (replacement.lines.some(({ fulfilled }) => fulfilled > 0)) return 409
    if (stateOf(replacement) !== 'cancelled') this.live.cancel(replacement)
    for (const note of notes) if (!note.is_cancelled) this.credits.cancel(note)
    exchange.is_cancelled = true
    return 200
  }
}
