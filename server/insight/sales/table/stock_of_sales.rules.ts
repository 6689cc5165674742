/** Sell-through and what stockouts cost, from sales and the ledger. Pure. */
import Big from 'big.js'
import { money } from '../../../contract/money.ts'
import type { Money } from '../../../contract/schema.ts'
import { noRate } from '../sales_basis.ts'

type Days = Pick<ReadonlySet<string>, 'has' | 'size'>

/** A variant's sales in the window and its ledger. */
export interface VariantFacts {
  /** Units sold by day, for days with sales; those on which the ledger has stock may be left out. */
  sold: ReadonlyMap<string, number>
  /** Days with sales in any channel, which prove that there was stock; as above. */
  sold_on: ReadonlySet<string>
  units: number
  returned_units: number
  /** Gross sales minus discounts. */
  net_cents: number
  unrated_currency: string | null
  /** Units on hand before the window. */
  opening: number
  opened: number
  received: number
  /** First day of the ledger; null if there is none. */
  began_on: string | null
  /** Days that the ledger covers at some location, and days with stock at some. */
  tracked: Days
  in_stock: Days
}

export const sellThroughBasis = 'opening_on_hand_plus_receipts'

export interface SellThrough {
  percentage: number | null
  basis: string
  net_items_sold: number
  opening_on_hand: number | null
  received: number | null
  reason: string | null
}

const noLedger = 'No stock has been recorded.'
const soldBefore = 'Units were sold in the window before the first stock was recorded, so the stock is unknown.'
const noStock = 'There was no stock: nothing was on hand at the start of the window and nothing was received in it.'

function stockFault({ began_on, sold_on }: VariantFacts): string | null {
  if (began_on === null) return noLedger
  return [...sold_on].some((day) => day < began_on) ? soldBefore : null
}

/** Rounded to two decimals, as the database rounds. */
export const percent = (part: number, whole: number) =>
  Number(Big(part).times(100).div(whole).round(2, Big.roundHalfUp)) + 0

/** Over one variant, or over the variants of a product; unknown stock of one makes the figure unknown. */
export function sellThroughOf(variants: readonly VariantFacts[]): SellThrough {
  const sum = (of: (facts: VariantFacts) => number) => variants.reduce((all, one) => all + of(one), 0)
  const net_items_sold = sum(({ units, returned_units }) => units - returned_units)
  const figure = { basis: sellThroughBasis, net_items_sold }
  // A variant that neither sold nor was ever in stock has no part in it.
  const relevant = variants.filter(
    ({ began_on, units, returned_units }) => began_on !== null || units + returned_units > 0,
  )
  const fault = relevant.length === 0 ? noLedger : relevant.map(stockFault).find((one) => one !== null)
  if (fault) return { percentage: null, ...figure, opening_on_hand: null, received: null, reason: fault }
  const opening_on_hand = sum(({ opening, opened }) => opening + opened)
  const received = sum((facts) => facts.received)
  const stock = opening_on_hand + received
  if (stock <= 0) return { percentage: null, ...figure, opening_on_hand, received, reason: noStock }
  return { percentage: percent(net_items_sold, stock), ...figure, opening_on_hand, received, reason: null }
}

export interface StockoutLosses {
  variants: number
  variants_measured: number
  days_measured: number
  stockout_days: number | null
  lost_units: number | null
  lost_sales: Money
  reason: string | null
}

interface Losses {
  days: number
  stockout_days: number
  lost_units: Big
  lost_cents: Big
  /** A currency without a rate, for want of which the cents are unknown. */
  unrated_currency: string | null
}

const unknownStock = 'The stock is unknown: the ledger covers no day of the window.'
const neverInStock = 'There was no stock on any day of the window, so how much would have sold is unknown.'

/** A day with sales is no stockout, whatever the ledger says; a day that the ledger does not cover counts for nothing. */
function lossesOf(facts: VariantFacts, days: readonly string[]): Losses | string {
  const { tracked, in_stock, unrated_currency } = facts
  const covered = days.filter((day) => tracked.has(day))
  if (covered.length === 0) return unknownStock
  const isOut = (day: string) => !in_stock.has(day) && !facts.sold_on.has(day)
  const stockout_days = covered.filter(isOut).length
  const inStockDays = covered.length - stockout_days
  if (inStockDays === 0) return neverInStock
  const known = { days: covered.length, stockout_days }
  if (stockout_days === 0) return { ...known, lost_units: Big(0), lost_cents: Big(0), unrated_currency: null }
  const isCovered = new Set(covered)
  const soldBeside = [...facts.sold].reduce((sum, [day, units]) => sum + (isCovered.has(day) ? 0 : units), 0)
  const sold = facts.units - soldBeside
  const lost_units = Big(sold).times(stockout_days).div(inStockDays).round(2, Big.roundHalfUp)
  const price = facts.units > 0 ? Big(facts.net_cents).div(facts.units) : Big(0)
  return {
    ...known,
    lost_units,
    lost_cents: lost_units.times(price).round(0, Big.roundHalfUp),
    unrated_currency: sold > 0 ? unrated_currency : null,
  }
}

/**
 * Velocity times days without stock, at the average price; rounded for each variant as velocity does, and summed over
 * variants whose stock is known.
 */
export function stockoutLossesOf(
  variants: readonly VariantFacts[],
  days: readonly string[],
  currency: string,
): StockoutLosses {
  const all = variants.map((facts) => lossesOf(facts, days))
  const measured = all.filter((one) => typeof one !== 'string')
  const counts = {
    variants: variants.length,
    variants_measured: measured.length,
    days_measured: measured.reduce((sum, one) => sum + one.days, 0),
  }
  if (measured.length === 0) {
    const reason = all.find((one) => typeof one === 'string') ?? 'The product has no variants.'
    return { ...counts, stockout_days: null, lost_units: null, lost_sales: money(null, currency, reason), reason }
  }
  const sum = (of: (one: Losses) => Big) => measured.reduce((total, one) => total.plus(of(one)), Big(0))
  const unrated = measured.map(({ unrated_currency }) => unrated_currency).find((one) => one !== null)
  const lost_cents = Number(sum((one) => one.lost_cents))
  return {
    ...counts,
    stockout_days: measured.reduce((total, one) => total + one.stockout_days, 0),
    lost_units: Number(sum(({ lost_units }) => lost_units)),
    lost_sales:
      unrated === undefined ? money(lost_cents, currency, '') : money(null, currency, noRate(unrated, currency)),
    reason: null,
  }
}
