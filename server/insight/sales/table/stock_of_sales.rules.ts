/** Sell-through and what stockouts cost, from sales and the ledger. Pure. */
import Big from 'big.js'
import { money } from '../../../contract/money.ts'
import type { FigureCause } from '../../../contract/money/figure_causes.ts'
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
  reason_code: SellThroughCode | null
  reason: string | null
}

const sellThroughReasons = {
  not_recorded: 'No stock has been recorded.',
  sold_before_the_ledger: 'Units were sold in the window before the first stock was recorded, so the stock is unknown.',
  no_stock: 'There was no stock: nothing was on hand at the start of the window and nothing was received in it.',
} as const satisfies Partial<Record<FigureCause, string>>
type SellThroughCode = keyof typeof sellThroughReasons
export const sellThroughCodes = Object.keys(sellThroughReasons) as SellThroughCode[]

/** The reason of several variants is that of one without a ledger, if there is one. */
function stockFault(variants: readonly VariantFacts[]): SellThroughCode | null {
  if (variants.every(({ began_on }) => began_on !== null))
    return variants.some(({ is_sold_before }) => is_sold_before) ? 'sold_before_the_ledger' : null
  return 'not_recorded'
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
  const fault = relevant.length === 0 ? 'not_recorded' : stockFault(relevant)
  const known = {
    opening_on_hand: sum(({ opening, opened }) => opening + opened),
    received: sum((one) => one.received),
  }
  const unknown = { opening_on_hand: null, received: null }
  const missing = (reason_code: SellThroughCode, stock: typeof known | typeof unknown) => ({
    percentage: null,
    ...figure,
    ...stock,
    reason_code,
    reason: sellThroughReasons[reason_code],
  })
  if (fault !== null) return missing(fault, unknown)
  const stock = known.opening_on_hand + known.received
  if (stock <= 0) return missing('no_stock', known)
  return { percentage: percent(net_items_sold, stock), ...figure, ...known, reason_code: null, reason: null }
}

export interface Markdown {
  rate: number | null
  marked_down_units: number
  /** Units without a regular price, which the rate leaves out. */
  unpriced_units: number
  reason_code: MarkdownCode | null
  reason: string | null
}

const markdownReasons = {
  nothing_sold: 'Nothing was sold in the window.',
  no_price: 'No unit that was sold has a known regular price.',
} as const satisfies Partial<Record<FigureCause, string>>
type MarkdownCode = keyof typeof markdownReasons
export const markdownCodes = Object.keys(markdownReasons) as MarkdownCode[]

/** Units sold below their regular price, over one variant or those of a product. */
export function markdownOf(
  variants: readonly { units: number; priced_units: number; markdown_units: number }[],
): Markdown {
  const sum = (of: (one: (typeof variants)[number]) => number) => variants.reduce((all, one) => all + of(one), 0)
  const [units, priced, marked_down_units] = [
    sum((one) => one.units),
    sum(({ priced_units }) => priced_units),
    sum(({ markdown_units }) => markdown_units),
  ]
  const counts = { marked_down_units, unpriced_units: units - priced }
  const reason_code = units === 0 ? 'nothing_sold' : priced === 0 ? 'no_price' : null
  return reason_code === null
    ? { rate: percent(marked_down_units, priced), ...counts, reason_code, reason: null }
    : { rate: null, ...counts, reason_code, reason: markdownReasons[reason_code] }
}

export interface StockoutLosses {
  variants: number
  variants_measured: number
  days_measured: number
  stockout_days: number | null
  lost_units: number | null
  lost_sales: Money
  reason_code: LossCode | null
  reason: string | null
}

const lossReasons = {
  no_variants: 'The product has no variants.',
  not_in_the_ledger: 'The stock is unknown: the ledger covers no day of the window.',
  out_of_stock: 'There was no stock on any day of the window, so how much would have sold is unknown.',
} as const satisfies Partial<Record<FigureCause, string>>
type LossCode = keyof typeof lossReasons | 'no_exchange_rate'
export const lossCodes: readonly LossCode[] = [...(Object.keys(lossReasons) as LossCode[]), 'no_exchange_rate']

/** Sums over the variants whose lost units are known; each is rounded, as in velocity. */
export function stockoutLossesOf(variants: readonly LostUnits[], currency: string): StockoutLosses {
  const measured = variants.filter(({ lost_units }) => lost_units !== null)
  const counts = {
    variants: variants.length,
    variants_measured: measured.length,
    days_measured: measured.reduce((sum, one) => sum + one.tracked_days, 0),
  }
  if (measured.length === 0) {
    const isTracked = variants.some(({ tracked_days }) => tracked_days > 0)
    const reason_code = variants.length === 0 ? 'no_variants' : isTracked ? 'out_of_stock' : 'not_in_the_ledger'
    const reason = lossReasons[reason_code]
    const lost_sales = money(null, currency, reason)
    return { ...counts, stockout_days: null, lost_units: null, lost_sales, reason_code, reason }
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
    reason_code: unrated === null ? null : 'no_exchange_rate',
    reason: null,
  }
}
