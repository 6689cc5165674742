/** Errors of forecasts by week: from their sums where these are current, or else from forecasts and sales. */
import { nilId } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import { addDays } from '../../calendar/days.ts'
import type { WeekSums, WeekWindow } from '../inventory/forecast_accuracy.rules.ts'
import { yearDays } from './sum_weeks.ts'

const weeksAtOnce = 3

export interface Selection {
  organization_id: string
  product_type: string | null
  sales_channel_id: string | null
  lag_weeks: number
}

/** Reads the weeks that are summed and have not changed since; one statement, so that all is of one moment. */
const readSums = (sql: Sql, { organization_id, sales_channel_id, lag_weeks }: Selection, window: WeekWindow) => sql<
  WeekSums[]
>`
  with changed as materialized (
    select c.week_start from forecast_week_changes c
    where c.organization_id = ${organization_id} and c.week_start <= ${window.last_week}::date
    union
    select date_trunc('week', d.day)::date + later.days
    from sales_deltas d cross join (values (0), (${yearDays}::int)) later (days)
    where d.organization_id = ${organization_id} and d.row_count <> 0
  )
  select w.week_start::text as week_start, coalesce(e.variants, 0) as variants,
    coalesce(e.forecast_units, 0)::float8 as forecast_units, coalesce(e.actual_units, 0)::float8 as actual_units,
    coalesce(e.absolute_error, 0)::float8 as absolute_error, coalesce(e.naive_error, 0)::float8 as naive_error,
    coalesce(e.units_year_before, 0)::float8 as units_year_before,
    coalesce(e.sold_without_forecast, 0)::float8 as sold_without_forecast
  from forecast_weeks w
  left join forecast_week_errors e on e.organization_id = w.organization_id and e.week_start = w.week_start
    and e.lag_weeks = ${lag_weeks} and e.sales_channel_id = ${sales_channel_id ?? nilId}
  where w.organization_id = ${organization_id} and w.week_start >= ${window.first_week}::date
    and w.week_start <= ${window.last_week}::date and w.summed_at is not null
    and w.week_start not in (select week_start from changed)`

/**
 * Combines the facts with union all and one group by instead of joins, which the planner could turn into nested loops.
 * A pair of variant and channel has a forecast when a row exists, even one of zero units.
 */
async function readWeek(sql: Sql, selection: Selection, week_start: string): Promise<WeekSums> {
  const { organization_id, product_type, sales_channel_id, lag_weeks } = selection
  const inChannel = () => sql`
    and (${sales_channel_id}::uuid is null or sales_channel_id = ${sales_channel_id}::uuid)`
  const soldFrom = (monday: string) => sql`
    sales_daily where organization_id = ${organization_id} and day >= ${monday}::date
      and day < ${addDays(monday, 7)}::date ${inChannel()}`
  const [week] = await sql<WeekSums[]>`
    select ${week_start}::text as week_start, count(distinct variant_id) filter (where forecast is not null)::int as variants,
      coalesce(sum(forecast), 0)::float8 as forecast_units,
      coalesce(sum(actual) filter (where forecast is not null), 0)::float8 as actual_units,
      coalesce(sum(abs(actual - forecast)), 0)::float8 as absolute_error,
      coalesce(sum(abs(actual - year_before)) filter (where forecast is not null), 0)::float8 as naive_error,
      coalesce(sum(year_before), 0)::float8 as units_year_before,
      coalesce(sum(actual) filter (where forecast is null), 0)::float8 as sold_without_forecast
    from (
      select variant_id, sales_channel_id, sum(forecast) as forecast, sum(actual) as actual, sum(year_before) as year_before
      from (
        select variant_id, sales_channel_id, forecast_units as forecast, 0 as actual, 0 as year_before
        from weekly_forecasts
        where organization_id = ${organization_id} and week_start = ${week_start}::date
          and origin_week = ${addDays(week_start, -7 * lag_weeks)}::date ${inChannel()}
        union all
        select variant_id, sales_channel_id, null, units, 0 from ${soldFrom(week_start)}
        union all
        select variant_id, sales_channel_id, null, 0, units from ${soldFrom(addDays(week_start, -yearDays))}
      ) fact
      group by variant_id, sales_channel_id
    ) pair
    where ${product_type}::text is null or variant_id in (
      select v.variant_id from products p
      join variants v on v.organization_id = p.organization_id and v.product_id = p.product_id
      where p.organization_id = ${organization_id} and p.class = ${product_type})`
  return week!
}

/** Sums of every week in order. Those without are made one statement each, a few at a time: other reads get connections. */
export async function readWeeks(sql: Sql, selection: Selection, window: WeekWindow): Promise<WeekSums[]> {
  // The sums are of all types: a product may change its type.
  const sums = selection.product_type === null ? await readSums(sql, selection, window) : []
  const known = new Map(sums.map((one) => [one.week_start, one]))
  const every = Array.from({ length: window.weeks }, (_, i) => addDays(window.first_week, 7 * i))
  const missing = every.filter((week) => !known.has(week))
  for (let from = 0; from < missing.length; from += weeksAtOnce) {
    const some = await Promise.all(
      missing.slice(from, from + weeksAtOnce).map((week) => readWeek(sql, selection, week)),
    )
    for (const one of some) known.set(one.week_start, one)
  }
  return every.map((week) => known.get(week)!)
}
