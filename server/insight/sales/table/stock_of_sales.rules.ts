/** Sell-through and what stockouts cost, from sales and the ledger. Pure. */
import Big from 'big.js'
import { money } from '../../../contract/money.ts'
import type { Money } from '../../../contract/schema.ts'
import { noRate } from '../sales_basis.ts'
import type { LostUnits } from './stock_of_sales.store.ts'

/** A variant's sales in the window and its ledger. */
export interface VariantFacts {
  units: number
  returned_units: number
  /** Units on hand before the window. */
  opening: number
  opened: number
  received: number
  /** First day of the ledger; null if there is none. */
  began_on: string | null
  /** Whether it sold in the window before that day, in any channel. */
  is_sold_before: boolean
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

function stockFault({ began_on, is_sold_before }: VariantFacts): string | null {
  if (began_on === null) return noLedger
  return is_sold_before ? soldBefore : null
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

const unknownStock = 'The stock is unknown: the ledger covers no day of the window.'
const neverInStock = 'There was no stock on any day of the window, so how much would have sold is unknown.'

/** Sums over the variants whose lost units are known; each is rounded, as in velocity. */
export function stockoutLossesOf(variants: readonly LostUnits[], currency: string): StockoutLosses {
  const measured = variants.filter(({ lost_units }) => lost_units !== null)
  const counts = {
    variants: variants.length,
    variants_measured: measured.length,
    days_measured: measured.reduce((sum, one) => sum + one.tracked_days, 0),
  }
  if (measured.length === 0) {
    const [first] = variants
    const reason =
      first === undefined ? 'The product has no variants.' : first.tracked_days === 0 ? unknownStock : neverInStock
    return { ...counts, stockout_days: null, lost_units: null, lost_sales: money(null, currency, reason), reason }
  }
  const sum = (figure: 'lost_units' | 'lost_cents') =>
    Number(measured.reduce((total, one) => total.plus(one[figure] ?? 0), Big(0)))
  const unrated = measured.find(({ unrated_currency }) => unrated_currency !== null)?.unrated_currency ?? null
  return {
    ...counts,
    stockout_days: measured.reduce((total, one) => total + one.stockout_days, 0),
    lost_units: sum('lost_units'),
    lost_sales:
      unrated === null ? money(sum('lost_cents'), currency, '') : money(null, currency, noRate(unrated, currency)),
    reason: null,
  }
}
