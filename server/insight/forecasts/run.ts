/**
 * Makes the weekly forecasts of an organisation. A run knows the sales up to the last complete week, its origin. It works in
 * batches of products, each of them one transaction that also stores how far it came: a run that is killed goes on after its
 * last batch, and no batch is written twice. Earlier origins are never changed.
 */
import type { Sql } from '../../contract/call.ts'
import { readSalesCoverage } from '../../selling/sales_facts/coverage/coverage.store.ts'
import { addDays, earlier, mondayOf } from '../../calendar/days.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { forEachDue, type Job, type Only, type Step } from '../../jobs/job.ts'
import { forecastBatch } from './batch.ts'
import { readContext, type RunContext } from './context.ts'
import {
  beginRun,
  deleteSuperseded,
  endRun,
  failRun,
  hasNewerRun,
  readSuperseded,
  sumRun,
  writeBatch,
} from './runs.store.ts'
import { type ForecastSettings, readForecastSettings } from './settings.store.ts'
import { type AssortedProduct, type History, readAssortment } from './weeks.store.ts'

/** Products that one statement lists; a batch takes of them as many as have so many variants. */
const productsListed = 400
const variantsAtOnce = 500
const deletedRows = 20_000

export interface RunResult {
  origin_week: string
  variants: number
  series: number
}

export interface RunOptions {
  onProgress?: (variants: number) => void
  /** Most variants of a batch, unless a product has more. */
  batch_variants?: number
}

/** Monday of the last week that is over in a time zone and of which the sales are known. */
export async function originAt(
  sql: Sql,
  { organization_id, time_zone }: DueOrganization,
  now: string,
): Promise<string> {
  const today = dayInTimeZone(time_zone, now)
  const { recorded_through } = await readSalesCoverage(sql, organization_id, today)
  return addDays(mondayOf(earlier(today, addDays(recorded_through, 1))), -7)
}

function batchOf(listed: readonly AssortedProduct[], variantsMax: number): AssortedProduct[] {
  let variants = 0
  const end = listed.findIndex((one) => (variants += one.variants) > variantsMax)
  return end < 0 ? [...listed] : listed.slice(0, Math.max(1, end))
}

interface Making {
  context: RunContext
  settings: ForecastSettings
  batch_variants: number
}

/** Forecasts the next batch and returns its size; null after the last product. */
async function runBatch(
  sql: Sql,
  history: History,
  after: string | null,
  { context, settings, batch_variants }: Making,
): Promise<{ after: string; variants: number; series: number } | null> {
  const products = batchOf(await readAssortment(sql, history.organization_id, after, productsListed), batch_variants)
  if (products.length === 0) return null
  const forecasts = await forecastBatch(sql, history, products, context, settings)
  const last = products.at(-1)!.product_id
  await writeBatch(sql, history, forecasts, {
    after_product_id: last,
    products: products.map(({ product_id }) => product_id),
  })
  return {
    after: last,
    variants: new Set(forecasts.map(({ variant_id }) => variant_id)).size,
    series: forecasts.length,
  }
}

/**
 * Runs an organisation's forecasts of an origin, from where an earlier run stopped; null if they are all made, or if those
 * of a later origin are: sales that are known to an earlier day than before take no forecast back.
 */
export async function runForecasts(
  step: Step,
  organization_id: string,
  origin_week: string,
  { onProgress, batch_variants = variantsAtOnce }: RunOptions = {},
): Promise<RunResult | null> {
  if (await step((sql) => hasNewerRun(sql, organization_id, origin_week))) return null
  const settings = await step((sql) => readForecastSettings(sql, organization_id))
  const run = await step((sql) => beginRun(sql, organization_id, origin_week))
  if (run.ended_at !== null) return null
  const weeks = settings.history_weeks
  const history: History = { organization_id, origin_week, weeks, first_week: addDays(origin_week, -7 * (weeks - 1)) }
  const context = await readContext((work) => step((sql) => work(sql)), history, settings.horizon_weeks)
  let [{ after_product_id: after, variants, series }] = [run]
  for (;;) {
    const batch = await step((sql) => runBatch(sql, history, after, { context, settings, batch_variants }))
    if (batch === null) break
    after = batch.after
    variants += batch.variants
    series += batch.series
    onProgress?.(variants)
    // The process serves requests between two batches.
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  await sumRun(step, organization_id, origin_week)
  await step((sql) => endRun(sql, organization_id, origin_week))
  await prune(step, organization_id, origin_week)
  return { origin_week, variants, series }
}

async function prune(step: Step, organization_id: string, origin_week: string): Promise<void> {
  for (const one of await step((sql) => readSuperseded(sql, organization_id, origin_week)))
    while ((await step((sql) => deleteSuperseded(sql, organization_id, one.origin_week, deletedRows))) === deletedRows);
}

export interface DueOrganization {
  organization_id: string
  time_zone: string
}

/** Organisations with sales whose forecasts are switched on. */
export const readForecastOrganizations = (sql: Sql, only: string | null = null) => sql<DueOrganization[]>`
  select o.organization_id, o.time_zone from organizations o
  left join forecast_settings s on s.organization_id = o.organization_id
  where coalesce(s.is_enabled, true) and (${only}::uuid is null or o.organization_id = ${only}::uuid)
    and exists (select from sales_daily d where d.organization_id = o.organization_id)
  order by o.organization_id`

const readDue = async (sql: Sql, now: string, only: Only) =>
  (await readForecastOrganizations(sql, only)).map((one) => ({ ...one, now }))

/** Looks every hour whether a week has ended somewhere; the fault of one organisation holds up no other. */
export const forecastJob: Job = {
  name: 'forecast',
  every_seconds: 3_600,
  async run(step) {
    await forEachDue(step, readDue, async ({ organization_id, time_zone, now }) => {
      const origin_week = await step((sql) => originAt(sql, { organization_id, time_zone }, now))
      try {
        await runForecasts(step, organization_id, origin_week)
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error)
        await step((sql) => failRun(sql, organization_id, origin_week, fault)).catch(() => {
          // The database is unreachable or the service stops; the job reports it.
        })
        throw error
      }
    })
  },
}
