/** Forecasts of a batch of products: reads their history with a few statements and computes every item. */
import type { Sql } from '../../contract/call.ts'
import { addDays } from '../../calendar/days.ts'
import type { RunContext } from './context.ts'
import { concerns } from './events.rules.ts'
import { type ForecastConfig, forecastProduct, type ItemForecast, weeksMin } from './forecast.rules.ts'
import { exposureOf } from './stock_days.rules.ts'
import {
  type AssortedProduct,
  endOf,
  type History,
  readNewListings,
  readStockDays,
  readVariantWeeks,
} from './weeks.store.ts'

export interface SeriesForecast extends ItemForecast {
  variant_id: string
  sales_channel_id: string
  stockout_days: number
}

interface Series {
  product_id: string
  variant_id: string
  sales_channel_id: string
  units: Float64Array
  /** Week in which the item launches; null if it has launched. */
  launches_in: number | null
}

async function readSeries(sql: Sql, history: History, products: readonly string[]): Promise<Series[]> {
  const launched = addDays(endOf(history), -7 * weeksMin)
  const [sold, listed] = [
    await readVariantWeeks(sql, history, products),
    await readNewListings(sql, history, products, launched),
  ]
  const series = sold.map(({ weeks, units, ...ids }): Series => {
    const all = new Float64Array(history.weeks)
    for (const [i, week] of weeks.entries()) all[week] = units[i]!
    return { ...ids, units: all, launches_in: null }
  })
  const known = new Set(series.map((one) => `${one.variant_id} ${one.sales_channel_id}`))
  for (const { launches_in, ...ids } of listed)
    if (!known.has(`${ids.variant_id} ${ids.sales_channel_id}`))
      series.push({ ...ids, units: new Float64Array(history.weeks), launches_in })
  return series
}

/** The factors of an item: the season of its category and the events that concern it. */
function factorsFor(series: Series, category_id: string | null, { factorsOf, effects }: RunContext): Float64Array {
  const season = factorsOf(category_id)
  const concerned = effects.filter(({ event, uplift }) => uplift !== 1 && concerns(event, { ...series, category_id }))
  if (concerned.length === 0 && series.launches_in === null) return season
  const factors = season.slice()
  for (const { shares, uplift } of concerned)
    for (const [week, share] of shares) if (week < factors.length) factors[week]! *= 1 + share * (uplift - 1)
  if (series.launches_in !== null)
    factors.fill(0, series.units.length, Math.max(series.units.length, series.launches_in))
  return factors
}

export async function forecastBatch(
  sql: Sql,
  history: History,
  products: readonly AssortedProduct[],
  context: RunContext,
  config: ForecastConfig,
): Promise<SeriesForecast[]> {
  const series = await readSeries(
    sql,
    history,
    products.map(({ product_id }) => product_id),
  )
  const variants = [...new Set(series.map(({ variant_id }) => variant_id))]
  const days = new Map((await readStockDays(sql, history, variants)).map((one) => [one.variant_id, one]))
  const exposures = new Map(variants.map((id) => [id, exposureOf(days.get(id), history.weeks)]))
  const categories = new Map(products.map(({ product_id, category_id }) => [product_id, category_id]))
  const forecasts: SeriesForecast[] = []
  for (const [product_id, list] of Map.groupBy(series, ({ product_id }) => product_id)) {
    // Connections are watched and requests are served meanwhile.
    await new Promise((resolve) => setImmediate(resolve))
    const category_id = categories.get(product_id) ?? null
    const items = list.map((one) => ({
      units: one.units,
      exposure: exposures.get(one.variant_id)!.exposure,
      factors: factorsFor(one, category_id, context),
      category_level: context.categoryLevel(category_id, one.sales_channel_id),
    }))
    for (const [i, forecast] of forecastProduct(items, config).entries()) {
      const { variant_id, sales_channel_id } = list[i]!
      const { stockout_days } = exposures.get(variant_id)!
      if (forecast !== null) forecasts.push({ ...forecast, variant_id, sales_channel_id, stockout_days })
    }
  }
  return forecasts
}
