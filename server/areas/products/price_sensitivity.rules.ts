/**
 * How units move with price: ordinary least squares of the logarithm of weekly units on the logarithm of the weekly
 * realised price. The slope is the price elasticity: the per cent by which units change when the price rises by one.
 */

export interface Point {
  /** Any unit, above zero. */
  price: number
  /** Above zero; divided by the season's index where there is one. */
  units: number
}

export interface Fit {
  elasticity: number
  standard_error: number
  /** At 95 per cent, by Student's t with two fewer degrees of freedom than points. */
  low: number
  high: number
  /** Null where the units never changed: there is nothing to explain. */
  r_squared: number | null
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

const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length

/** At least three points with two different prices. */
export function fitLogLog(points: readonly Point[]): Fit {
  const x = points.map(({ price }) => Math.log(price))
  const y = points.map(({ units }) => Math.log(units))
  const [mean_x, mean_y] = [mean(x), mean(y)]
  let [sxx, sxy, syy] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const [dx, dy] = [x[i]! - mean_x, y[i]! - mean_y]
    sxx += dx * dx
    sxy += dx * dy
    syy += dy * dy
  }
  // Units that never change must not be read from what rounding leaves of their mean.
  if (y.every((one) => one === y[0])) return { elasticity: 0, standard_error: 0, low: 0, high: 0, r_squared: null }
  const elasticity = sxy / sxx
  const unexplained = Math.max(syy - elasticity * sxy, 0)
  const degrees = points.length - 2
  const standard_error = Math.sqrt(unexplained / degrees / sxx)
  const reach = studentQuantile(degrees) * standard_error
  return {
    elasticity,
    standard_error,
    low: elasticity - reach,
    high: elasticity + reach,
    r_squared: 1 - unexplained / syy,
  }
}

export const price_sensitivity_labels = ['elastic', 'inelastic', 'positive', 'inconclusive'] as const
export type PriceSensitivityLabel = (typeof price_sensitivity_labels)[number]

/** The interval decides first: it may speak against the sign, or be too wide to say anything. */
export function labelOf({ elasticity, low, high }: Pick<Fit, 'elasticity' | 'low' | 'high'>): PriceSensitivityLabel {
  if (low > 0) return 'positive'
  if (high < 0) return elasticity <= -1 ? 'elastic' : 'inelastic'
  return low > -1 ? 'inelastic' : 'inconclusive'
}

export interface SalesWeek {
  /** A Monday. */
  week_start: string
  units: number
  /** Gross sales less discounts. */
  net_cents: number
  /** Days of the week without a unit on hand anywhere; null where the ledger does not reach back so far. */
  stockout_days: number | null
}

export type LeftOut = 'out_of_stock' | 'no_sales' | 'no_price'

/** Why a week cannot count: a shelf that was empty, or no price to be seen. Sold weeks of unknown stock do count. */
export function leftOutBecause({ units, net_cents, stockout_days }: SalesWeek): LeftOut | null {
  if ((stockout_days ?? 0) > 0) return 'out_of_stock'
  if (units <= 0) return 'no_sales'
  return net_cents > 0 ? null : 'no_price'
}

/** The realised price of a week in cents, to the cent. */
export const realisedCents = ({ units, net_cents }: SalesWeek): number | null =>
  units > 0 ? Math.round(net_cents / units) : null

export interface TooLittle {
  code: 'too_few_weeks' | 'no_price_variation' | 'too_few_prices' | 'price_range_too_narrow'
  sentence: string
}

const needed = { weeks: 8, prices: 3, price_spread: 0.02 } as const

/** Why the weeks that count are too little to measure by; null when they are enough. */
export function tooLittle(weeks: readonly SalesWeek[]): TooLittle | null {
  const prices = new Set(weeks.map(realisedCents))
  if (weeks.length < needed.weeks) {
    const sentence = `Only ${weeks.length} weeks count (in stock all week and sold); ${needed.weeks} are needed.`
    return { code: 'too_few_weeks', sentence }
  }
  if (prices.size === 1) return { code: 'no_price_variation', sentence: 'The price never changed.' }
  if (prices.size < needed.prices) {
    const sentence = `The weeks show only ${prices.size} different prices; ${needed.prices} are needed.`
    return { code: 'too_few_prices', sentence }
  }
  const cents = weeks.map(({ units, net_cents }) => net_cents / units)
  if (Math.max(...cents) / Math.min(...cents) < 1 + needed.price_spread) {
    const sentence = `The highest price is less than ${needed.price_spread * 100}% above the lowest.`
    return { code: 'price_range_too_narrow', sentence }
  }
  return null
}
