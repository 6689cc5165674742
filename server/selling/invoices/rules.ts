/**
 * Computes what an invoice bills. Pure. Every invoice bills all units that have shipped and are on no invoice yet.
 * Discounts, taxes and freight that were supplied with the order are divided by units: an invoice takes the share of
 * everything shipped so far, rounded once, less what earlier invoices took. So all invoices add up to the cent, also
 * after one was voided, and the last one takes the remainder.
 */
import { addDays } from '../../calendar/days.ts'
import { readPaymentTerms } from '../../documents/printing/payment_terms.ts'
import { shareOf } from '../../contract/money/shares.ts'

export interface BillableLine {
  line_id: string
  variant_id: string
  buyer_sku: string | null
  quantity: number
  fulfilled_quantity: number
  cancelled_quantity: number
  unit_price_cents: number | null
  discount_cents: number
  /** Of the discount, what is a percentage of the goods: units beyond the order have it, too. Left out where there is none. */
  discount_of_goods_cents?: number
  tax_cents: number
  /** Shipped units on invoices that are not void, and the discount that these have taken. */
  invoiced_quantity: number
  invoiced_discount_cents: number
  /** Shipped units that were shipped and invoiced elsewhere, before the organisation used this service. */
  historical_quantity: number
}

export interface BillableOrder {
  currency: string
  freight_cents: number
  freight_tax_cents: number
  /** Taken by invoices that are not void. */
  invoiced_tax_cents: number
  invoiced_freight_cents: number
  lines: readonly BillableLine[]
}

export interface Charges {
  tax_cents?: number
  freight_cents?: number
}

export interface ComposedLine {
  order_line_id: string
  variant_id: string
  buyer_sku: string | null
  quantity: number
  unit_price_cents: number
  discount_cents: number
  amount_cents: number
}

export interface ComposedInvoice {
  lines: ComposedLine[]
  tax_cents: number | null
  freight_cents: number | null
  total_cents: number
}

type PricedLine = BillableLine & { unit_price_cents: number }

/** The share of an order line's cents for all units shipped here so far. */
function shippedShare(
  cents: number,
  { quantity, fulfilled_quantity, historical_quantity }: BillableLine,
  currency: string,
): number {
  const upTo = (units: number) => shareOf(cents, Math.min(units, quantity), quantity, currency)
  return upTo(fulfilled_quantity) - upTo(historical_quantity)
}

/** What a percentage of the goods comes to on units that were shipped beyond the order. */
function overShippedShare(line: BillableLine, currency: string): number {
  const { discount_of_goods_cents = 0, quantity, fulfilled_quantity } = line
  return shareOf(discount_of_goods_cents, Math.max(fulfilled_quantity - quantity, 0), quantity, currency)
}

/** The same of what was supplied for the order as a whole; an order that is fulfilled takes all of it. */
function orderShare(cents: number, lines: readonly BillableLine[], currency: string): number {
  const sum = (of: (line: BillableLine) => number) => lines.reduce((all, line) => all + of(line), 0)
  const shipped = sum(({ fulfilled_quantity }) => fulfilled_quantity)
  const all = sum((line) => Math.max(line.quantity - line.cancelled_quantity, line.fulfilled_quantity))
  const historical = sum(({ historical_quantity }) => historical_quantity)
  return shareOf(cents, shipped, all, currency) - shareOf(cents, historical, all, currency)
}

function billed(line: PricedLine, currency: string): ComposedLine[] {
  const { line_id: order_line_id, variant_id, buyer_sku, unit_price_cents } = line
  const quantity = line.fulfilled_quantity - line.historical_quantity - line.invoiced_quantity
  if (quantity <= 0) return []
  const price = quantity * unit_price_cents
  const share =
    shippedShare(line.discount_cents, line, currency) + overShippedShare(line, currency) - line.invoiced_discount_cents
  const discount_cents = Math.min(Math.max(share, 0), price)
  const amount_cents = price - discount_cents
  return [{ order_line_id, variant_id, buyer_sku, quantity, unit_price_cents, discount_cents, amount_cents }]
}

/** The amount that the caller sends, else the order's share; null if there is neither. */
function chargeOf(sent: number | undefined, supplied: number, share: number, invoiced: number): number | null {
  if (sent !== undefined) return sent
  return supplied === 0 ? null : Math.max(share - invoiced, 0)
}

/** null if there is nothing to invoice. Over-shipped units of a line whose price was never agreed are left out. */
export function composeInvoice(order: BillableOrder, sent: Charges): ComposedInvoice | null {
  const { currency } = order
  const priced = order.lines.filter((line): line is PricedLine => line.unit_price_cents !== null)
  const lines = priced.flatMap((line) => billed(line, currency))
  if (lines.length === 0) return null
  const sum = (of: (line: PricedLine) => number) => priced.reduce((all, line) => all + of(line), 0)
  const tax_cents = chargeOf(
    sent.tax_cents,
    order.freight_tax_cents + sum((line) => line.tax_cents),
    orderShare(order.freight_tax_cents, priced, currency) + sum((line) => shippedShare(line.tax_cents, line, currency)),
    order.invoiced_tax_cents,
  )
  const freight_cents = chargeOf(
    sent.freight_cents,
    order.freight_cents,
    orderShare(order.freight_cents, priced, currency),
    order.invoiced_freight_cents,
  )
  const amounts = lines.reduce((all, { amount_cents }) => all + amount_cents, 0)
  return { lines, tax_cents, freight_cents, total_cents: amounts + (tax_cents ?? 0) + (freight_cents ?? 0) }
}

/** Terms of orders that are paid as they are invoiced, or before. */
export const dueAtOnce = ['due_on_receipt', 'prepaid'] as const

/** net_30 is due 30 days after the issue; terms that name no number of days have no due date. */
export function dueOn(terms: string | null, issued_on: string): string | null {
  if (terms === null) return null
  if (dueAtOnce.some((known) => known === terms.trim().toLowerCase())) return issued_on
  const read = readPaymentTerms(terms)
  return read === null ? null : addDays(issued_on, read.net_days)
}

const digits = 4

/** INV-2026-0042: the number within the year, without gaps. */
export const invoiceName = (year: number, number: number): string =>
  `INV-${year}-${String(number).padStart(digits, '0')}`
