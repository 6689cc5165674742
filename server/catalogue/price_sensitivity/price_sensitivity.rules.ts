/**
 * Price elasticity: a Poisson regression of weekly units on the logarithm of the weekly price. The coefficient is the
 * percentage change in units when the price rises by 1%. A week without sales but with stock counts as zero units.
 */
import { named } from '../../contract/openapi/named.ts'
import { type CountRow, countsOf, fitCounts, fitPoisson, withColumn } from './poisson.rules.ts'
import { seasonAt, waveCount, wavesOf } from './season.rules.ts'

export type StockState = 'in_stock' | 'ran_out' | 'unknown'

/** Weekly units of one variant in one channel or store, and whether it was in stock. */
export interface SellingPlace {
  units: readonly number[]
  stock: readonly StockState[]
}

export interface VariantSales {
  places: readonly SellingPlace[]
  /** By week, over all places. */
  units: readonly number[]
  /** Gross sales minus discounts by week, over all places. */
  net_cents: readonly number[]
}

export const priceBases = ['own_sales', 'sibling_sales', 'unchanged'] as const
export type PriceBasis = (typeof priceBases)[number]
/** In cents, not rounded. */
export interface WeekPrice {
  cents: number
  basis: PriceBasis
}

const sumOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0)
/** Relative tolerance for equal prices, as the realised price of a single unit is rounded to the cent. */
const samePrice = 0.005

/**
 * The price of every week: the price paid; else the price of the product's other variants, scaled by the usual ratio;
 * else the price before and after the week, when those are the same.
 */
export function weekPrices(own: VariantSales, siblings: readonly VariantSales[]): (WeekPrice | null)[] {
  const siblingPrices = own.units.map((_, week) => {
    // Not a number where no sibling sold.
    return sumOf(siblings.map((one) => one.net_cents[week]!)) / sumOf(siblings.map((one) => one.units[week]!))
  })
  const both = [...own.units.keys()].filter((week) => own.units[week]! > 0 && siblingPrices[week]! > 0)
  const ratio =
    sumOf(both.map((week) => own.net_cents[week]!)) / sumOf(both.map((w) => own.units[w]! * siblingPrices[w]!))
  const prices = own.units.map((units, week): WeekPrice | null => {
    if (own.net_cents[week]! > 0) return { cents: own.net_cents[week]! / units, basis: 'own_sales' }
    const cents = siblingPrices[week]! * ratio
    return units === 0 && cents > 0 ? { cents, basis: 'sibling_sales' } : null
  })
  let before: number | null = null
  for (const [week, price] of prices.entries()) {
    if (price === null) continue
    if (before !== null && Math.abs(Math.log(price.cents / prices[before]!.cents)) < samePrice)
      for (let gap = before + 1; gap < week; gap++)
        if (own.units[gap] === 0) prices[gap] = { cents: prices[before]!.cents, basis: 'unchanged' }
    before = week
  }
  return prices
}

/** A week of unknown stock is used if it has sales and sells fast enough that a week without demand is unlikely. */
const briskUnitsPerWeek = 3

function countsAt({ units, stock }: SellingPlace): boolean[] {
  const unknown = units.filter((one, week) => one > 0 && stock[week] === 'unknown')
  const isBrisk = sumOf(unknown) >= briskUnitsPerWeek * unknown.length
  return stock.map((state, week) => state === 'in_stock' || (state === 'unknown' && units[week]! > 0 && isBrisk))
}

export type Exclusion = 'out_of_stock' | 'no_sales' | 'stock_unknown' | 'no_price'

/** Why a week is not used at any place; null when it is used at one. */
export function exclusions(
  { places, units }: VariantSales,
  prices: readonly (WeekPrice | null)[],
): (Exclusion | null)[] {
  const counting = places.map(countsAt)
  return units.map((sold, week) => {
    if (counting.some((place) => place[week])) return prices[week] === null ? 'no_price' : null
    if (places.some(({ stock }) => stock[week] === 'ran_out')) return 'out_of_stock'
    return sold === 0 ? 'no_sales' : 'stock_unknown'
  })
}

export interface CountedWeek {
  week: number
  place: number
  units: number
  cents: number
}

/** Every week used, for every place. */
export const countedWeeks = ({ places }: VariantSales, prices: readonly (WeekPrice | null)[]): CountedWeek[] =>
  places.flatMap((one, place) =>
    countsAt(one).flatMap((counts, week) =>
      counts && prices[week] != null ? [{ week, place, units: one.units[week]!, cents: prices[week]!.cents }] : [],
    ),
  )

/** Standard deviations of the priors. */
const deviations = {
  /** A variant's elasticity against that of the product's other variants. */
  own_elasticity: 0.25,
  /** Growth or decline of units over a year beyond the season. */
  trend_per_year: 0.5,
  /** Each wave of the product's season against that of its category. */
  season: 0.2,
  /** Each wave when the category has no seasonal curve. */
  unknown_season: 0.5,
} as const
const weeksPerYear = 52

export interface ElasticityInput {
  /** The weeks used of every variant of the product that sold in them. */
  variants: readonly (readonly CountedWeek[])[]
  week_starts: readonly string[]
  /** Coefficients of the category's seasonal curve; null when it has none. */
  season: readonly number[] | null
}

export interface Estimate {
  elasticity: number
  standard_error: number
  low: number
  high: number
  r_squared: number | null
}

const round4 = (figure: number) => Number(figure.toFixed(4)) + 0

/** Columns of the fit: the price, the price again for the variant estimated, the trend and the waves. */
const ownColumn = 1

interface ProductRows {
  rows: CountRow[]
  /** The same without a price. */
  withoutPrice: CountRow[]
  /** By variant: its distinct `x` among `rows`. */
  ofVariants: ReadonlySet<readonly number[]>[]
}

function rowsOf({ variants, week_starts, season }: ElasticityInput): ProductRows {
  const calendar = week_starts.map((week_start, week) => {
    const trend = (week - week_starts.length / 2) / weeksPerYear
    return [trend, ...wavesOf(week_start)]
  })
  const seasons = week_starts.map((week_start) => (season === null ? 0 : seasonAt(season, week_start)))
  const productRows: ProductRows = { rows: [], withoutPrice: [], ofVariants: [] }
  let group = 0
  for (const counted of variants) {
    const average = sumOf(counted.map(({ cents }) => Math.log(cents))) / Math.max(counted.length, 1)
    const places = new Map<number, number>()
    const byWeek = new Map<number, number[]>()
    for (const { week, place, units, cents } of counted) {
      if (!places.has(place)) places.set(place, group++)
      // A week has one price, whichever channel sold.
      const x = byWeek.get(week) ?? [Math.log(cents) - average, 0, ...calendar[week]!]
      byWeek.set(week, x)
      const row = { group: places.get(place)!, cluster: week, offset: seasons[week]!, count: units }
      productRows.rows.push({ ...row, x })
      productRows.withoutPrice.push({ ...row, x: calendar[week]! })
    }
    productRows.ofVariants.push(new Set(byWeek.values()))
  }
  return productRows
}

/**
 * Estimates variants of one product, by their place among `variants`. One fit over all of them: they share a price effect,
 * from which the variant estimated may deviate slightly. What does not depend on which one it is, is fitted once: the fit
 * without a price, and the one in which none deviates, from which each estimate starts.
 */
export function elasticitiesOf(input: ElasticityInput): (variant: number) => Estimate | null {
  const wave = input.season === null ? deviations.unknown_season : deviations.season
  const spread = [
    deviations.own_elasticity,
    deviations.trend_per_year,
    ...Array.from({ length: waveCount }, () => wave),
  ]
  const precision = [0, ...spread.map((one) => 1 / one ** 2)]
  const { rows, withoutPrice, ofVariants } = rowsOf(input)
  const counts = countsOf(rows, precision.length)
  const shared = fitCounts(counts, precision)
  const unpriced = fitPoisson(withoutPrice, precision.slice(2))
  const contrast = [1, 1, ...precision.slice(2).map(() => 0)]
  return (variant) => {
    if (unpriced === null) return null
    const own = withColumn(counts, ownColumn, (x) => (ofVariants[variant]!.has(x) ? x[0]! : 0))
    const fit = fitCounts(own, precision, shared?.coefficients)
    if (fit === null) return null
    const elasticity = fit.coefficients[0]! + fit.coefficients[ownColumn]!
    const standard_error = Math.sqrt(fit.varianceOf(contrast))
    const margin = studentQuantile(Math.max(fit.clusters - 2, 1)) * standard_error
    return {
      elasticity: round4(elasticity),
      standard_error: round4(standard_error),
      low: round4(elasticity - margin),
      high: round4(elasticity + margin),
      r_squared: unpriced.deviance < 1e-9 ? null : round4(Math.max(1 - fit.deviance / unpriced.deviance, 0)),
    }
  }
}

/** The 97.5th percentile of Student's t, by the Cornish-Fisher expansion: within 0.001 from 6 degrees of freedom on. */
export function studentQuantile(degrees: number): number {
  const z = 1.959963984540054
  const power = (n: number) => z ** n
  return (
    z +
    (power(3) + z) / (4 * degrees) +
    (5 * power(5) + 16 * power(3) + 3 * z) / (96 * degrees ** 2) +
    (3 * power(7) + 19 * power(5) + 17 * power(3) - 15 * z) / (384 * degrees ** 3) +
    (79 * power(9) + 776 * power(7) + 1482 * power(5) - 1920 * power(3) - 945 * z) / (92_160 * degrees ** 4)
  )
}

export const priceSensitivityLabels = named('PriceSensitivityLabel', [
  'elastic',
  'inelastic',
  'positive',
  'inconclusive',
])
export type PriceSensitivityLabel = (typeof priceSensitivityLabels)[number]

/** The whole interval must support the label. */
export function labelOf({ low, high }: Pick<Estimate, 'low' | 'high'>): PriceSensitivityLabel {
  if (high < -1) return 'elastic'
  if (low > 0) return 'positive'
  return low > -1 && high < 1 ? 'inelastic' : 'inconclusive'
}

export const insufficientDataCodes = [
  'too_few_weeks',
  'too_few_units',
  'no_price_variation',
  'too_few_prices',
  'price_range_too_narrow',
] as const
export interface InsufficientData {
  code: (typeof insufficientDataCodes)[number]
  sentence: string
}

export const minimums = { weeks: 8, units: 20, prices: 3, price_spread: 0.02 } as const

/** Why the weeks used are insufficient for an estimate; null when they are sufficient. */
export function insufficientData(own: readonly CountedWeek[]): InsufficientData | null {
  const prices = new Map(own.map(({ week, cents }) => [week, cents]))
  const units = sumOf(own.map((one) => one.units))
  const cents = new Set([...prices.values()].map(Math.round))
  if (prices.size < minimums.weeks) {
    const sentence = `Only ${prices.size} weeks can be used (in stock all week, with a known price); at least ${minimums.weeks} are required.`
    return { code: 'too_few_weeks', sentence }
  }
  if (units < minimums.units) {
    const sentence = `Only ${units} units were sold in the weeks used; at least ${minimums.units} are required.`
    return { code: 'too_few_units', sentence }
  }
  if (cents.size === 1) return { code: 'no_price_variation', sentence: 'The price did not change.' }
  if (cents.size < minimums.prices) {
    const sentence = `The weeks used have only ${cents.size} distinct prices; at least ${minimums.prices} are required.`
    return { code: 'too_few_prices', sentence }
  }
  const spread = Math.max(...prices.values()) / Math.min(...prices.values())
  if (spread < 1 + minimums.price_spread) {
    const sentence = `The highest price is less than ${minimums.price_spread * 100}% above the lowest price.`
    return { code: 'price_range_too_narrow', sentence }
  }
  return null
}
