/** The seasonal curve of a category: a smooth yearly curve of its sales with the price effect removed. */
import { addDays } from '../../calendar/days.ts'
import { type CountRow, fitPoisson } from './poisson.rules.ts'

/** Week number, units sold, and gross sales minus discounts. */
export type WeekSale = readonly [week: number, units: number, net_cents: number]

export interface ReferenceProduct {
  product_id: string
  /** Weeks with sales. */
  weeks: readonly WeekSale[]
}

const dayMs = 86_400_000
const yearDays = 365.2425
const seasonWeeks = 52
/** Three waves a year can represent peaks of about two months. */
const waves = 3
/** Below this, random variation affects the curve more than the season does. */
export const referenceUnitsMin = 500
const priceDeviation = 2
const waveDeviation = 1

/** Cosine and sine of one, two and three cycles a year, at the middle of a week. */
export function wavesOf(week_start: string): number[] {
  const turn = (2 * Math.PI * (Date.parse(week_start) / dayMs + 3.5)) / yearDays
  return Array.from({ length: waves }, (_, i) => [Math.cos((i + 1) * turn), Math.sin((i + 1) * turn)]).flat()
}

export const waveCount = 2 * waves

/** The seasonal factor of a week, as a logarithm. */
export const seasonAt = (season: readonly number[], week_start: string): number =>
  wavesOf(week_start).reduce((sum, wave, i) => sum + wave * season[i]!, 0)

/**
 * The coefficients of the waves; null when there are too few weeks or units. Uses whole years, counted back from the
 * latest week, with a level for each product and year, so that growth is not taken for seasonality.
 */
export function seasonOf(products: readonly ReferenceProduct[], week_starts: readonly string[]): number[] | null {
  const first = Math.min(week_starts.length, ...products.flatMap(({ weeks }) => weeks.map(([week]) => week)))
  const years = Math.floor((week_starts.length - first) / seasonWeeks)
  const wavesByWeek = week_starts.map(wavesOf)
  const begin = week_starts.length - years * seasonWeeks
  const rows = products.flatMap((product, i) => productRows(product, wavesByWeek, begin, i * years))
  if (rows.reduce((sum, { count }) => sum + count, 0) < referenceUnitsMin) return null
  const precision = [priceDeviation, ...Array.from({ length: waveCount }, () => waveDeviation)]
  const fit = fitPoisson(
    rows,
    precision.map((one) => 1 / one ** 2),
  )
  return fit?.coefficients.slice(1) ?? null
}

/** The weeks from a product's first sale to its last. A week without sales has the price of the previous sale. */
function productRows(
  { weeks }: ReferenceProduct,
  wavesByWeek: readonly (readonly number[])[],
  begin: number,
  firstGroup: number,
): CountRow[] {
  const sold = new Map(weeks.filter(([week]) => week >= begin).map((one) => [one[0], one]))
  const rows: CountRow[] = []
  let price = 0
  for (let week = Math.min(...sold.keys()); week <= Math.max(...sold.keys()); week++) {
    const [, count, net_cents] = sold.get(week) ?? [week, 0, 0]
    if (count > 0) price = Math.max(net_cents / count, 0)
    if (price === 0) continue
    const group = firstGroup + Math.floor((week - begin) / seasonWeeks)
    const x = [Math.log(price / 1000), ...wavesByWeek[week]!]
    rows.push({ group, cluster: week, x, offset: 0, count })
  }
  return rows
}

/** Seasonal index of each week; the average week of a year is 1. */
export function seasonalIndex(season: readonly number[], week_starts: readonly string[]): number[] {
  const year = Array.from({ length: seasonWeeks }, (_, i) =>
    Math.exp(seasonAt(season, addDays(week_starts[0]!, 7 * i))),
  )
  const average = year.reduce((sum, one) => sum + one, 0) / seasonWeeks
  return week_starts.map((week_start) => Math.exp(seasonAt(season, week_start)) / average)
}
