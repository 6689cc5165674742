/** Runs of forecasts and what they write. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { forecast_choices } from '../../../db/schema/insight/forecasts.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { scoredLags } from '../../contract/stock.ts'
import { addDays } from '../../calendar/days.ts'
import type { Step } from '../../jobs/job.ts'
import type { SeriesForecast } from './batch.ts'
import type { History } from './weeks.store.ts'

export interface Run {
  after_product_id: string | null
  ended_at: string | null
  variants: number
  series: number
}

/** Whether a later origin has been forecast. */
export async function hasNewerRun(sql: Sql, organization_id: string, origin_week: string): Promise<boolean> {
  const [row] = await sql<{ is_newer: boolean }[]>`
    select exists (select from forecast_runs
      where organization_id = ${organization_id} and origin_week > ${origin_week}::date) as is_newer`
  return row!.is_newer
}

/** Begins a run, or goes on with it; its organisation's rows of this origin are written by this run alone. */
export async function beginRun(sql: Sql, organization_id: string, origin_week: string): Promise<Run> {
  await sql`
    insert into forecast_runs (organization_id, origin_week) values (${organization_id}, ${origin_week})
    on conflict (organization_id, origin_week) do nothing`
  const [run] = await sql<Run[]>`
    select after_product_id, ended_at, variants, series from forecast_runs
    where organization_id = ${organization_id} and origin_week = ${origin_week}`
  return run!
}

/** Weeks in JSON are small: an item and its weeks are one entry, which the statement spreads. */
const choiceRows = recordset(forecast_choices, [
  'variant_id',
  'sales_channel_id',
  'method',
  'reason',
  'errors',
  'origins',
  'history_weeks',
  'stockout_days',
  'level_units',
])

/** Writes the forecasts of a batch and how far the run is, in the transaction that read them. */
export async function writeBatch(
  sql: Sql,
  { organization_id, origin_week }: History,
  forecasts: readonly SeriesForecast[],
  progress: { after_product_id: string; products: readonly string[] },
): Promise<void> {
  const weeks = forecasts.map(({ variant_id, sales_channel_id, weeks: all }) => ({
    variant_id,
    sales_channel_id,
    units: all.map(({ units }) => units),
    lower: all.map(({ lower }) => lower),
    upper: all.map(({ upper }) => upper),
  }))
  await sql`
    insert into weekly_forecasts (organization_id, variant_id, sales_channel_id, week_start, origin_week, forecast_units,
      lower_units, upper_units)
    select ${organization_id}, n.variant_id, n.sales_channel_id, ${origin_week}::date + 7 * w.lag::int, ${origin_week}::date,
      w.units, w.lower, w.upper
    from jsonb_to_recordset(${JSON.stringify(weeks)}::text::jsonb) as n (variant_id uuid, sales_channel_id uuid,
      units numeric[], lower numeric[], upper numeric[])
    cross join lateral unnest(n.units, n.lower, n.upper) with ordinality as w (units, lower, upper, lag)
    on conflict do nothing`
  await sql`
    delete from forecast_choices c using variants v
    where c.organization_id = ${organization_id} and v.organization_id = ${organization_id}
      and v.variant_id = c.variant_id and v.product_id = any(${arrayLiteral(progress.products)}::uuid[])`
  await sql`
    insert into forecast_choices (organization_id, origin_week, ${choiceRows.names})
    select ${organization_id}, ${origin_week}, ${choiceRows.values} from ${choiceRows.from(
      forecasts.map((one) => ({
        variant_id: one.variant_id,
        sales_channel_id: one.sales_channel_id,
        method: one.method,
        reason: one.reason,
        errors: one.errors,
        origins: one.origins,
        history_weeks: one.history_weeks,
        stockout_days: one.stockout_days,
        level_units: String(one.level),
      })),
    )}`
  const variants = new Set(forecasts.map(({ variant_id }) => variant_id)).size
  await sql`
    update forecast_runs set after_product_id = ${progress.after_product_id}, variants = variants + ${variants},
      series = series + ${forecasts.length}, fault = null
    where organization_id = ${organization_id} and origin_week = ${origin_week}`
}

const sumWeek = (sql: Sql, organization_id: string, origin_week: string, week_start: string) => sql`
  insert into forecast_sums (organization_id, origin_week, week_start, sales_channel_id, forecast_units)
  select ${organization_id}, ${origin_week}, ${week_start}, f.sales_channel_id, sum(f.forecast_units)
  from weekly_forecasts f
  where f.organization_id = ${organization_id} and f.week_start = ${week_start}::date
    and f.origin_week = ${origin_week}::date
  group by f.sales_channel_id
  on conflict on constraint forecast_sums_pk do update set forecast_units = excluded.forecast_units`

/** Sums the weeks of a run that is complete, each in a step of its own. */
export async function sumRun(step: Step, organization_id: string, origin_week: string): Promise<void> {
  for (let lag = 1; lag <= limits.forecast_horizon_weeks_max; lag++)
    await step((sql) => sumWeek(sql, organization_id, origin_week, addDays(origin_week, 7 * lag)))
}

export const endRun = (sql: Sql, organization_id: string, origin_week: string) => sql`
  update forecast_runs set ended_at = now(), fault = null
  where organization_id = ${organization_id} and origin_week = ${origin_week}`

export const failRun = (sql: Sql, organization_id: string, origin_week: string, fault: string) => sql`
  update forecast_runs set fault = ${fault} where organization_id = ${organization_id} and origin_week = ${origin_week}`

/** Earlier runs whose forecasts are superseded and not yet reduced to the scored lags. */
export const readSuperseded = (sql: Sql, organization_id: string, origin_week: string) => sql<
  { origin_week: string }[]
>`
  select origin_week from forecast_runs
  where organization_id = ${organization_id} and origin_week < ${origin_week}::date and pruned_at is null
  order by origin_week`

const notScored = Array.from({ length: limits.forecast_horizon_weeks_max }, (_, i) => i + 1).filter(
  (lag) => !scoredLags.some((one) => one === lag),
)

/** Deletes forecasts of a superseded run at lags that are not scored, at most so many rows; returns how many. */
export async function deleteSuperseded(
  sql: Sql,
  organization_id: string,
  origin_week: string,
  rows: number,
): Promise<number> {
  const { count } = await sql`
    delete from weekly_forecasts d using (
      select f.ctid from unnest(${`{${notScored.map((lag) => addDays(origin_week, 7 * lag)).join(',')}}`}::date[]) as w (week)
      join weekly_forecasts f on f.organization_id = ${organization_id} and f.week_start = w.week
        and f.origin_week = ${origin_week}::date limit ${rows}) old
    where d.organization_id = ${organization_id} and d.ctid = old.ctid`
  if (count < rows) {
    await sql`
      delete from forecast_sums where organization_id = ${organization_id} and origin_week = ${origin_week}`
    await sql`
      update forecast_runs set pruned_at = now()
      where organization_id = ${organization_id} and origin_week = ${origin_week}`
  }
  return count
}
