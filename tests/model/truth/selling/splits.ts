/** Parts of sales orders that become orders of their own, and orders that become one. */
import { dayOf } from '../stock.ts'
import type { Payments } from './payments.ts'
import type { Sale, SaleLine, Units } from './sale.ts'
import { outstanding, type Sales, share, stateOf } from './sales.ts'
import { sum, type Takings } from './takings.ts'

/** Where and when the units that go are to ship, if not as the order. */
interface Elsewhere {
  place?: string
  day?: string
}

const holds = ({ lines }: Sale): boolean => lines.some(({ allocated }) => allocated > 0)

/** What lines are for when freight is shared: what is agreed, or more that shipped. */
const sharing = ({ lines }: Sale): number =>
  sum(lines, ({ quantity, cancelled, fulfilled }) => Math.max(quantity - cancelled, fulfilled))

/**
 * Cents that go with units of a line: as near to their share as lets both parts have together what the line had for the units
 * that are not cancelled. No part has a discount above its price.
 */
function goneOf(cents: number, { quantity, cancelled }: SaleLine, units: number, priceOfUnit: number | null): number {
  const rest = quantity - units
  const together = (gone: number) => gone + share(cents - gone, rest - cancelled, rest)
  const before = share(cents, quantity - cancelled, quantity)
  const [least, most] =
    priceOfUnit === null ? [0, cents] : [Math.max(cents - rest * priceOfUnit, 0), Math.min(cents, units * priceOfUnit)]
  const usual = Math.min(Math.max(share(cents, units, quantity), rest === 0 ? cents : least), most)
  const all = Array.from({ length: most - least + 1 }, (_, i) => least + i)
  const miss = (gone: number) => Math.abs(together(gone) - before)
  const best = Math.min(...all.map(miss))
  return all
    .filter((gone) => miss(gone) === best)
    .reduce((one, other) => (Math.abs(other - usual) < Math.abs(one - usual) ? other : one))
}

export class Splits {
  constructor(
    readonly sales: Sales,
    readonly takings: Takings,
    readonly payments: Payments,
  ) {}

  /** Whether the model knows whose the money is then: nothing has come back, and nothing is set against the order. */
  mayDivide = (sale: Sale): boolean =>
    sale.lines.length > 0 &&
    this.takings.of(sale).length === 0 &&
    this.takings.exchanges.every(({ replacement }) => replacement !== sale)

  mayMerge = (sale: Sale): boolean =>
    this.mayDivide(sale) &&
    this.takings.invoices.every((one) => one.sale !== sale) &&
    ['draft', 'open', 'partially_allocated', 'allocated'].includes(stateOf(sale))

  areAlike = (one: Sale, other: Sale): boolean =>
    one !== other &&
    one.is_wholesale === other.is_wholesale &&
    one.is_draft === other.is_draft &&
    one.place === other.place &&
    (one.is_wholesale || dayOf(one.ordered) === dayOf(other.ordered))

  /** References to lines by their place follow the lines that stay. */
  #renumber(sale: Sale, line: SaleLine): void {
    const gone = sale.lines.indexOf(line)
    const references = [
      ...sale.departures.flatMap(({ lines }) => lines),
      ...this.takings.invoices.filter((one) => one.sale === sale).flatMap(({ lines }) => lines),
    ]
    for (const one of references) if (one.line > gone) one.line--
    sale.lines.splice(gone, 1)
    sale.line_ids.splice(gone, 1)
  }

  /** Holds that a shipment took of a line are given back to the order that has the line by then. */
  #follow(line: SaleLine, sale: Sale): void {
    for (const { departures } of this.sales.orders)
      for (const { took } of departures) for (const one of took) if (one.line === line) one.sale = sale
  }

  /** A part of a line; units that hold no stock go first. */
  #cut(line: SaleLine, units: number): SaleLine {
    const discount = goneOf(line.discount, line, units, line.price)
    const tax = goneOf(line.tax, line, units, null)
    const allocated = Math.max(units - (outstanding(line) - line.allocated), 0)
    line.quantity -= units
    line.allocated -= allocated
    line.discount -= discount
    line.tax -= tax
    const none = { fulfilled: 0, cancelled: 0, over: 0, returned: 0, surplus: 0, zeroed: null }
    return { ...line, ...none, quantity: units, allocated, discount, tax, shipped: [], back: [] }
  }

  #take(sale: Sale, fresh: Sale, line: SaleLine, units: number): void {
    const isWhole = units === line.quantity && line.fulfilled === 0 && line.cancelled === 0
    if (isWhole) {
      this.#renumber(sale, line)
      this.#follow(line, fresh)
    }
    const part = isWhole ? line : this.#cut(line, units)
    part.day = part.day === fresh.day ? null : part.day
    fresh.lines.push(part)
  }

  /** The units become an order that was placed with this one. */
  #splitOff(sale: Sale, units: readonly Units[], { place, day }: Elsewhere): Sale {
    const isNews = holds(sale) || sale.is_short
    const count = sum(units, ({ quantity }) => quantity)
    const part = (cents: number) => share(cents, count, sharing(sale))
    const [freight, freight_tax] = [part(sale.freight), part(sale.freight_tax)]
    const { is_wholesale, is_draft } = sale
    const fresh = this.sales.place({ place: sale.place, is_wholesale, is_draft, freight, freight_tax }, [])
    fresh.origin = sale
    fresh.day = day ?? sale.day
    fresh.is_on_request = sale.is_on_request
    const lines = units
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, quantity }) => [sale.lines[line]!, quantity] as const)
    for (const [line, quantity] of lines) this.#take(sale, fresh, line, quantity)
    sale.freight -= freight
    sale.freight_tax -= freight_tax
    this.sales.redate()
    if (place !== undefined) this.#holdAt(fresh, place)
    for (const one of [sale, fresh]) this.sales.tell(one, isNews || holds(one))
    this.payments.move(sale, fresh, Math.min(this.payments.overpaid(sale), this.payments.openOfOrder(fresh)))
    return fresh
  }

  /** What it held it gives back, and holds what there is at the other place; on request, no more than before. */
  #holdAt(sale: Sale, place: string): void {
    const held = new Map(sale.lines.map((line) => [line, line.allocated]))
    for (const line of sale.lines) this.sales.commit(sale, line, -line.allocated)
    sale.place = place
    if (!sale.is_draft) this.sales.hold(sale, sale.lines, sale.is_on_request ? held : undefined)
  }

  /** Named units of lines; null: all that hold no stock. */
  split(sale: Sale, named: readonly Units[] | null, elsewhere: Elsewhere = {}): { status: number; fresh: Sale[] } {
    const refused = (status: number) => ({ status, fresh: [] })
    if (['fulfilled', 'cancelled'].includes(stateOf(sale))) return refused(409)
    const short = sale.lines.map((one, line) => ({ line, quantity: outstanding(one) - one.allocated }))
    const units = (named ?? short).filter(({ quantity }) => quantity > 0)
    if (units.length === 0 || elsewhere.place === sale.place) return refused(400)
    if (units.some(({ line, quantity }) => quantity > outstanding(sale.lines[line]!))) return refused(400)
    if (this.#isAll(sale, units)) return refused(400)
    return { status: 200, fresh: [this.#splitOff(sale, units, elsewhere)] }
  }

  #isAll = ({ lines }: Sale, units: readonly Units[]): boolean =>
    lines.every(({ fulfilled }) => fulfilled === 0) &&
    sum(units, ({ quantity }) => quantity) === sum(lines, outstanding)

  /** One order of each day on which lines are to ship and the order is not. */
  splitByDay(sale: Sale): { status: number; fresh: Sale[] } {
    if (['fulfilled', 'cancelled'].includes(stateOf(sale))) return { status: 409, fresh: [] }
    const ofDay = (day: string) =>
      sale.lines.flatMap((one, line) => {
        const quantity = one.day === day ? outstanding(one) : 0
        return quantity === 0 ? [] : [{ line, quantity }]
      })
    const days = [...new Set(sale.lines.map(({ day }) => day))]
      .filter((day) => day !== null)
      .filter((day) => day !== sale.day && ofDay(day).length > 0)
      .toSorted()
    if (days.length === 0 || this.#isAll(sale, days.flatMap(ofDay))) return { status: 400, fresh: [] }
    return { status: 200, fresh: days.map((day) => this.#splitOff(sale, ofDay(day), { day })) }
  }

  /** The lines of the other go to the order; what is there is held for all of them, if one of them held stock. */
  merge(sale: Sale, other: Sale): number {
    if (!this.mayMerge(sale) || !this.mayMerge(other) || !this.areAlike(sale, other)) return 409
    const isNews = [sale, other].some((one) => holds(one) || one.is_short)
    for (const line of other.lines) {
      const day = line.day ?? other.day
      line.day = day === sale.day ? null : day
      this.#follow(line, sale)
    }
    sale.lines.push(...other.lines.splice(0))
    sale.line_ids.push(...other.line_ids.splice(0))
    sale.freight += other.freight
    sale.freight_tax += other.freight_tax
    Object.assign(other, { freight: 0, freight_tax: 0, is_draft: false })
    this.payments.move(other, sale, Infinity)
    if (holds(sale) && !sale.is_on_request) this.sales.hold(sale)
    this.sales.tell(sale, isNews)
    this.sales.tell(other, false)
    return 200
  }
}
