/**
 * The match of supplier invoices with orders and deliveries: which received units each line bills, how billed and received
 * units and prices differ, and what received units cost by the prices that were accepted. Pure.
 */
import Big from 'big.js'
import { currencyDecimals } from '../../contract/money.ts'
import { supplierInvoiceMatches } from '../known_values.ts'

export type Match = (typeof supplierInvoiceMatches)[number]

/** A line of goods of an invoice that is not void, less what was credited. */
export interface BilledLine {
  supplier_invoice_id: string
  invoice_number: string
  line_number: number
  purchase_order_id: string
  line_id: string
  /** The delivery that the invoice names, unless it was removed. */
  delivery_id: string | null
  units: number
  amount: string
  price_accepted: boolean
}

/** Units of an order line on one delivery. */
export interface ReceivedLine {
  delivery_id: string
  line_id: string
  received_quantity: number
}

/** Received units that a line bills. */
export interface Share {
  billed: BilledLine
  delivery_id: string
  units: number
}

export const perEach = (amount: Big | string, units: number): Big => Big(amount).div(units)

/**
 * Divides the received units among the lines that bill them, each unit once. Lines that name a delivery come first, then
 * the others in the order in which they were recorded, the oldest delivery first.
 */
export function sharesOf(billed: readonly BilledLine[], received: readonly ReceivedLine[]): Share[] {
  const left = received.map((one) => ({ ...one }))
  const open = new Map(billed.map((line) => [line, line.units]))
  const shares: Share[] = []
  const take = (line: BilledLine, places: typeof left) => {
    for (const place of places) {
      const units = Math.min(open.get(line)!, place.received_quantity)
      if (units <= 0) continue
      place.received_quantity -= units
      open.set(line, open.get(line)! - units)
      shares.push({ billed: line, delivery_id: place.delivery_id, units })
    }
  }
  const placesOf = (line: BilledLine) => left.filter(({ line_id }) => line_id === line.line_id)
  for (const line of billed)
    if (line.delivery_id !== null)
      take(
        line,
        placesOf(line).filter(({ delivery_id }) => delivery_id === line.delivery_id),
      )
  for (const line of billed) if (line.delivery_id === null) take(line, placesOf(line))
  return shares
}

export interface LineMatch {
  match: Match
  billed_units: number
  received_units: number
  /** Billed and not received. */
  short_units: number
  /** Of the deliveries that the line bills: received, and billed by no line. */
  over_units: number
  /** Billed less the amount by the order's price; null while the order has no price. */
  price_difference: string | null
  price_difference_each: string | null
  /** Whether there is a price difference that nobody accepted. */
  is_price_open: boolean
}

const first = (matches: ReadonlySet<Match>): Match =>
  supplierInvoiceMatches.find((one) => matches.has(one)) ?? 'matched'

/** The amount of units at the order's price, rounded as the currency is. */
const agreedAmount = (unit_cost: string, units: number, currency: string): Big =>
  Big(unit_cost).times(units).round(currencyDecimals(currency), Big.roundHalfUp)

/** The match of a line, of which `shares` are those of every line that bills the same order line. */
export function matchOf(
  line: BilledLine,
  shares: readonly Share[],
  received: readonly ReceivedLine[],
  order: { unit_cost: string | null; currency: string },
): LineMatch {
  const own = shares.filter(({ billed }) => billed === line)
  const received_units = own.reduce((sum, { units }) => sum + units, 0)
  const short_units = line.units - received_units
  const over_units = received
    .filter((one) => one.line_id === line.line_id && isLastOf(line, one, shares))
    .reduce((sum, one) => sum + one.received_quantity - billedOf(one, shares), 0)
  const difference =
    order.unit_cost === null ? null : Big(line.amount).minus(agreedAmount(order.unit_cost, line.units, order.currency))
  const matches = new Set<Match>()
  if (short_units > 0) matches.add(received_units === 0 ? 'not_received' : 'short')
  if (over_units > 0) matches.add('over')
  if (difference === null && line.units > 0) matches.add('price_unknown')
  const is_price_open = difference !== null && !difference.eq(0) && !line.price_accepted
  if (is_price_open) matches.add('price_difference')
  return {
    match: first(matches),
    billed_units: line.units,
    received_units,
    short_units,
    over_units,
    price_difference: difference === null ? null : difference.toFixed(),
    price_difference_each: difference === null || line.units === 0 ? null : perEach(difference, line.units).toFixed(10),
    is_price_open,
  }
}

const isOf = (one: ReceivedLine, { delivery_id, billed }: Share) =>
  delivery_id === one.delivery_id && billed.line_id === one.line_id

const billedOf = (one: ReceivedLine, shares: readonly Share[]): number =>
  shares.filter((share) => isOf(one, share)).reduce((sum, { units }) => sum + units, 0)

/** Units that no line bills are told on the last line that bills the delivery. */
const isLastOf = (line: BilledLine, one: ReceivedLine, shares: readonly Share[]): boolean =>
  shares.findLast((share) => isOf(one, share))?.billed === line

/** The match of the whole invoice. */
export const wholeMatch = (lines: readonly { match: Match }[], total_difference: string | null): Match =>
  first(
    new Set([
      ...lines.map(({ match }) => match),
      ...(total_difference !== null && !Big(total_difference).eq(0) ? (['total_difference'] as const) : []),
    ]),
  )

/** Stated less the sum of the lines; null if no total was stated. */
export const totalDifference = (stated: string | null, lines: string): string | null =>
  stated === null ? null : Big(stated).minus(lines).toFixed()

/**
 * Units of an order line that a further invoice may still bill: of those that came or are to come, the ones that no other
 * invoice bills. Null where no other bills any, since the first invoice is recorded as it came, also if it bills too many.
 */
export function unitsLeft(others: readonly BilledLine[], units: number): { left: number; by: BilledLine } | null {
  const by = others.findLast((one) => one.units > 0)
  if (by === undefined) return null
  return { left: units - others.reduce((sum, one) => sum + one.units, 0), by }
}

/** Of a delivery line: its units, and what one cost before invoices corrected it, in the organisation's currency. */
export interface CostedUnits {
  units: number
  unit_cost: string
  /** The rate of the order's currency at which they came. */
  rate: string
}

/** What one unit costs where some follow the accepted prices of invoices and the rest cost what they did. */
export function costByInvoices({ units, unit_cost, rate }: CostedUnits, shares: readonly Share[]): Big {
  const followed = shares.reduce((sum, one) => sum + one.units, 0)
  const billed = shares.reduce((sum, one) => sum.plus(amountOf(one)), Big(0))
  return Big(unit_cost)
    .times(units - followed)
    .plus(billed.times(rate))
    .div(units)
}

/** The part of its line's amount that a share bills. */
export const amountOf = ({ billed, units }: Share): Big => Big(billed.amount).times(units).div(billed.units)
