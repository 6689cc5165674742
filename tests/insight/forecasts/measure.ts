/** Measures the forecast engine on an organisation's own history: at past origins, with what was known at each. */
import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import { addDays } from '../../../server/calendar/days.ts'
import type { Sql } from '../../../server/contract/sql.ts'
import { forecastBatch } from '../../../server/insight/forecasts/batch.ts'
import { readContext } from '../../../server/insight/forecasts/context.ts'
import { defaultSettings } from '../../../server/insight/forecasts/settings.store.ts'
import { type History, readAssortment } from '../../../server/insight/forecasts/weeks.store.ts'

const horizon = defaultSettings.horizon_weeks
const yearWeeks = 52

export interface Actual {
  product_id: string
  variant_id: string
  sales_channel_id: string
  /** Units by week from the first week of the history. */
  units: number[]
}

/** Sums over series, weeks and origins. */
export interface Sums {
  actual: number
  forecast: number
  error: number
  naive_error: number
  average_error: number
  /** Weeks of series that average at least ten units, and how many of them lie in the 80% interval. */
  intervals: number
  covered: number
}

export const noSums = (): Sums => ({
  actual: 0,
  forecast: 0,
  error: 0,
  naive_error: 0,
  average_error: 0,
  intervals: 0,
  covered: 0,
})

/** One series at one origin, for comparisons with other programs. */
export interface Sample {
  origin: number
  history: number[]
  actual: number[]
  forecast: number[]
}

export async function readActuals(sql: postgres.Sql, organization_id: string, first_week: string, weeks: number) {
  const rows = await sql<(Omit<Actual, 'units'> & { sku: string; week: number; sold: number })[]>`
    select v.product_id, v.variant_id, v.sku, s.sales_channel_id, ((s.day - ${first_week}::date) / 7)::int as week,
      sum(s.units)::int as sold
    from sales_daily s join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    where s.organization_id = ${organization_id} and s.day >= ${first_week}::date and s.units > 0
      and s.day < ${addDays(first_week, 7 * weeks)}::date
    group by 1, 2, 3, 4, 5 order by v.sku, s.sales_channel_id, week`
  const series = new Map<string, Actual>()
  const digest = createHash('sha256')
  const totals = new Map<string, number>()
  for (const { sku, week, sold, ...ids } of rows) {
    const key = `${ids.variant_id} ${ids.sales_channel_id}`
    const one = series.get(key) ?? { ...ids, units: Array.from({ length: weeks }, () => 0) }
    one.units[week]! += sold
    series.set(key, one)
    totals.set(`${sku} ${week}`, (totals.get(`${sku} ${week}`) ?? 0) + sold)
  }
  for (const [key, sold] of totals) digest.update(`${key} ${sold}\n`)
  return { series: [...series.values()], digest: digest.digest('hex').slice(0, 16) }
}

async function forecastAll(sql: Sql, history: History) {
  const step = <T>(work: (one: Sql) => Promise<T>) => work(sql)
  const context = await readContext(step, history, horizon)
  const forecasts = new Map<string, { units: number; lower: number; upper: number }[]>()
  for (let after: string | null = null; ;) {
    const products = await readAssortment(sql, history.organization_id, after, 40)
    if (products.length === 0) return forecasts
    for (const { variant_id, sales_channel_id, weeks } of await forecastBatch(
      sql,
      history,
      products,
      context,
      defaultSettings,
    ))
      forecasts.set(`${variant_id} ${sales_channel_id}`, weeks)
    after = products.at(-1)!.product_id
  }
}

/** First week in which a product sold, by product. */
function launches(series: readonly Actual[]): Map<string, number> {
  const first = new Map<string, number>()
  for (const { product_id, units } of series)
    first.set(
      product_id,
      Math.min(
        first.get(product_id) ?? units.length,
        units.findIndex((one) => one > 0),
      ),
    )
  return first
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/**
 * Adds the errors of the forecasts made at the end of a week, for every series that had sold by then; one that the engine
 * does not forecast counts as a forecast of zero.
 */
export async function measureOrigin(
  sql: Sql,
  { organization_id, first_week, origin }: { organization_id: string; first_week: string; origin: number },
  series: readonly Actual[],
  sums: Sums,
  onSample: (sample: Sample) => void = () => {},
): Promise<void> {
  const weeks = origin + 1
  const forecasts = await forecastAll(sql, {
    organization_id,
    first_week,
    origin_week: addDays(first_week, 7 * origin),
    weeks,
  })
  const first = launches(series)
  for (const { product_id, variant_id, sales_channel_id, units } of series) {
    const known = units.slice(0, weeks)
    if (sumOf(known) === 0) continue
    const made = forecasts.get(`${variant_id} ${sales_channel_id}`)
    const age = Math.max(1, Math.min(8, weeks - first.get(product_id)!))
    const average = sumOf(known.slice(-8)) / age
    const isLarge = sumOf(known.slice(-26)) / 26 >= 10
    const ahead = units.slice(weeks, weeks + horizon)
    for (const [i, actual] of ahead.entries()) {
      const { units: forecast, lower, upper } = made?.[i] ?? { units: 0, lower: 0, upper: 0 }
      const before = weeks + i >= yearWeeks ? units[weeks + i - yearWeeks]! : 0
      sums.actual += actual
      sums.forecast += forecast
      sums.error += Math.abs(actual - forecast)
      sums.naive_error += Math.abs(actual - before)
      sums.average_error += Math.abs(actual - average)
      if (!isLarge) continue
      sums.intervals++
      if (actual >= lower && actual <= upper) sums.covered++
    }
    onSample({ origin, history: known, actual: ahead, forecast: ahead.map((_, i) => made?.[i]?.units ?? 0) })
  }
}
