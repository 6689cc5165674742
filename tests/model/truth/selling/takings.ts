/** What customers paid for orders, and what returns, refunds and credit notes have taken off it. */
import type { Invoice, InvoiceLine } from './invoices.ts'
import type { Arrived, Money, Sale } from './sale.ts'
import { share } from './sales.ts'
import type { Row } from '../stock.ts'

export interface Inspection {
  id: string
  quantity: number
  /** Those of them that had shipped. */
  shipped: number
  disposition: string
  rows: Row[]
  is_reverted: boolean
}

interface Receipt {
  received: number
  /** Beyond all that shipped, and the last to be restocked or inspected. */
  excess: number
  restocked: number
  missing: number
  disposition: string
  /** Null if all units are missing. */
  arrived: Arrived | null
  inspections: Inspection[]
}

/** Units of one line that are announced to come back, and have once there is a receipt. */
export interface Return {
  id: number
  sale: Sale
  line: number
  place: string
  expected: number
  receipt: Receipt | null
  is_stated: boolean
  status: 'none' | 'partial' | 'full'
  refund: Money | null
  /** What of the refund is freight, which is no part of sales. */
  freight: number
  /** What counted as units arrived; a statement takes its place. */
  arrived: Money
  /** All that it has taken off sales by now. */
  counted: Money
  /** What of its refund counts back, since it was paid for units that are cancelled. */
  back: Money
  /** When its refund was last stated, among all; 0 if it never was. */
  refunded: number
  is_cancelled: boolean
}

/** An order in place of what comes back. */
export interface Exchange {
  returned: Return
  replacement: Sale
  settlement: string
  /** What came back and what replaces it were worth when it was agreed. */
  returned_cents: number
  replacement_cents: number
  /** Those that it issued. */
  notes: readonly CreditNote[]
  is_cancelled: boolean
}

interface CreditLine {
  of: InvoiceLine
  quantity: number
  discount: number
  amount: number
  tax: number
}

export interface CreditNote {
  id: string
  /** Within the year, without gaps. */
  number: number
  kind: 'return' | 'allowance' | 'void'
  invoice: Invoice
  returned: Return | null
  /** Where it counts. */
  place: string
  is_cancelled: boolean
  lines: CreditLine[]
  tax: number
  freight: number
  total: number
}

/** What a payment pays of an invoice, or of an order before its invoice. */
export interface Allocation {
  sale: Sale
  invoice: Invoice | null
  cents: number
  /** When it last changed, among all. */
  at: number
}

/** Money of a payment that went back to the payer. */
export interface Payout {
  id: string
  cents: number
  is_reversed: boolean
}

export interface Payment {
  id: string
  amount: number
  is_reversed: boolean
  pays: Allocation[]
  payouts: Payout[]
}

const none: Money = { amount: 0, tax: 0 }

export const addMoney = (one: Money, other: Money, times = 1): Money => ({
  amount: one.amount + times * other.amount,
  tax: one.tax + times * other.tax,
})
export const centsOf = ({ amount, tax }: Money): number => amount + tax
/** All of it, freight too. */
export const refundOf = ({ refund, freight }: Pick<Return, 'refund' | 'freight'>): number =>
  refund === null ? 0 : centsOf(refund) + freight
export const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((all, one) => all + value(one), 0)

/** Cents over parts by their weights, rounded so that the first parts together have their share. */
export function spread(cents: number, weights: readonly number[]): number[] {
  const all = sum(weights, (weight) => weight)
  const upTo = (count: number) =>
    share(
      cents,
      sum(weights.slice(0, count), (weight) => weight),
      all,
    )
  return weights.map((_weight, i) => upTo(i + 1) - upTo(i))
}

export class Takings {
  readonly returns: Return[] = []
  readonly notes: CreditNote[] = []
  readonly invoices: Invoice[] = []
  readonly payments: Payment[] = []
  readonly exchanges: Exchange[] = []

  of = (sale: Sale): Return[] => this.returns.filter((one) => one.sale === sale)

  /** Credit notes in force on invoices of the order. */
  notesOf = (sale: Sale): CreditNote[] => this.notes.filter((one) => one.invoice.sale === sale && !one.is_cancelled)

  allocations = (): Allocation[] => this.payments.flatMap(({ pays }) => pays)

  paid = (invoice: Invoice): number => sum(this.allocations(), (one) => (one.invoice === invoice ? one.cents : 0))

  credited = (invoice: Invoice): number =>
    sum(this.notes, (note) => (note.invoice === invoice && !note.is_cancelled ? note.total : 0))

  /** What the account owes of an invoice. */
  open = (invoice: Invoice): number =>
    invoice.is_void ? 0 : invoice.total - this.credited(invoice) - this.paid(invoice)

  /** What was paid for goods: of an account for all that left, of a consumer for all that is agreed. */
  goods({ is_wholesale, lines }: Sale): Money {
    if (is_wholesale)
      return lines
        .flatMap(({ shipped }) => shipped)
        .reduce((all, { paid, tax }) => addMoney(all, { amount: paid, tax }), none)
    return lines.reduce((all, { quantity, cancelled, price, discount, tax }) => {
      const units = quantity - cancelled
      const amount = units * price - share(discount, units, quantity)
      return addMoney(all, { amount, tax: share(tax, units, quantity) })
    }, none)
  }

  counted = (sale: Sale): Money => this.of(sale).reduce((all, { counted }) => addMoney(all, counted), none)

  exchange = (returned: Return): Exchange | undefined =>
    this.exchanges.find((one) => one.returned === returned && !one.is_cancelled)

  /** What exchanges set against other orders as long as the units have not arrived, but for those of one return. */
  #promised = (sale: Sale, but: Return | undefined): number =>
    sum(this.of(sale), (one) => {
      const isAhead = one !== but && one.receipt === null && !one.is_cancelled && !one.is_stated
      return isAhead ? (this.exchange(one)?.returned_cents ?? 0) : 0
    })

  /** What exchanges took of the payments of an order, but for that of one return. */
  #exchanged = (sale: Sale, but: Return | undefined): number =>
    sum(this.exchanges, ({ returned, settlement, returned_cents, is_cancelled }) => {
      const isOff = is_cancelled || returned.is_cancelled || returned.is_stated || settlement === 'credit_note'
      if (isOff || returned.sale !== sale || returned === but) return 0
      return returned.receipt === null ? returned_cents : centsOf(returned.arrived)
    })

  /** What invoices of an order bill, less what voids of shipments credit of them. */
  #billed(sale: Sale): { cents: number; freight: number } {
    const live = this.invoices.filter((one) => one.sale === sale && !one.is_void)
    const voids = this.notesOf(sale).filter(({ kind, invoice }) => kind === 'void' && !invoice.is_void)
    return {
      cents: sum(live, ({ total }) => total) - sum(voids, ({ total }) => total),
      freight: sum(live, ({ freight }) => freight ?? 0) - sum(voids, ({ freight }) => freight),
    }
  }

  /** What can be paid back; `again` is taken back first. A void took what it credits off what was paid. */
  refundable(sale: Sale, again = 0, but?: Return): number {
    return Math.max(this.#left(sale, but) + again, 0)
  }

  #left(sale: Sale, but?: Return): number {
    const credited = sum(this.notesOf(sale), ({ kind, total }) => (kind === 'void' ? 0 : total))
    const paid = Math.max(sale.freight + sale.freight_tax + centsOf(this.goods(sale)), this.#billed(sale).cents)
    const refunded = centsOf(this.counted(sale)) + sum(this.of(sale), ({ freight }) => freight)
    return paid - refunded - credited - this.#promised(sale, but)
  }

  /** What of the freight, with its tax, was not paid back. */
  #freightLeft(sale: Sale): number {
    const notes = this.notesOf(sale).filter(({ kind }) => kind !== 'void')
    const back = sum(this.of(sale), ({ freight }) => freight) + sum(notes, ({ freight }) => freight)
    return Math.max(Math.max(sale.freight + sale.freight_tax, this.#billed(sale).freight) - back, 0)
  }

  /** What can be paid back for goods. */
  goodsLeft = (sale: Sale, but?: Return): number => Math.max(this.#left(sale, but) - this.#freightLeft(sale), 0)

  /** What of a refund exceeds the goods that are left: it can only be freight. */
  freightWithin(sale: Sale, cents: number, again = 0, freightAgain = 0): number {
    const left = this.#left(sale) + again
    const goods = left - Math.min(this.#freightLeft(sale) + freightAgain, left)
    return Math.min(Math.max(cents - goods, 0), cents)
  }

  /** Units of a line that came back or are announced. */
  comingBack = (sale: Sale, at: number): number =>
    sum(this.of(sale), ({ line, receipt, expected, is_cancelled }) =>
      line !== at || is_cancelled ? 0 : (receipt?.received ?? expected),
    )

  /** Whether as much is left of what payments paid of it, if any is on file; `again` is taken back first. */
  covers(sale: Sale, cents: number, again = 0, but?: Return): boolean {
    const isOnFile = this.allocations().some((one) => one.sale === sale)
    return !isOnFile || cents <= Math.max(this.paidLeft(sale, but) + again, 0)
  }

  /** What payments pay of it, less what refunds and exchanges took of them. */
  paidLeft(sale: Sale, but?: Return): number {
    const paid = sum(this.allocations(), (one) => (one.sale === sale ? one.cents : 0))
    return paid - sum(this.of(sale), refundOf) - this.#exchanged(sale, but)
  }

  /** Net sales of an order of an account. */
  net(sale: Sale): number {
    const credited = sum(this.notesOf(sale), ({ kind, lines }) =>
      kind === 'void' ? 0 : sum(lines, ({ amount }) => amount),
    )
    return this.goods(sale).amount - this.counted(sale).amount - credited
  }
}
