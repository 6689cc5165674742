/** Weeks of forecasts beside their sales, and how far off forecasts were, by the key of pairs of variant and channel. */
import type { Fragment, Sql } from '../../../contract/call.ts'
import { addDays } from '../../../calendar/days.ts'
import { cover } from '../../../contract/stock.ts'
import type { Static } from '../../../contract/schema.ts'
import type { ForecastConfig } from '../model.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { yearDays } from '../../../stock/forecast_errors/sum_weeks.ts'
import type { WeekSums } from '../../../stock/inventory/forecast_accuracy.rules.ts'
import { overridesInForce } from '../../../ledger/rates/overrides.sql.ts'
import type { WeekRange } from './series.rules.ts'

export interface Reading {
  organization_id: string
  /** key, variant_id and sales_channel_id of each pair; see pairs.store.ts. */
  pairs: () => Fragment
  /** The last recorded day of each channel with sales. */
  through_of: ReadonlyMap<string, string>
}

/** Rows t (sales_channel_id, through): the last recorded day of each channel with sales. */
export const throughRows = (sql: Sql, through_of: ReadonlyMap<string, string>): Fragment => sql`
  jsonb_to_recordset(${JSON.stringify(
    Array.from(through_of, ([sales_channel_id, through]) => ({ sales_channel_id, through })),
  )}::text::jsonb) as t (sales_channel_id uuid, through date)`

const scope = (sql: Sql, { pairs, through_of }: Reading) => sql`
  scope as materialized (
    select c.key, c.variant_id, c.sales_channel_id, t.through
    from (${pairs()}) c
    left join ${throughRows(sql, through_of)} on t.sales_channel_id = c.sales_channel_id
  )`

export interface WeekRow {
  key: string
  week_start: string
  origin_week: string | null
  /** Pairs with a forecast or an override for the week, those with either, and those without a share of the location. */
  expected: number
  forecasts: number
  overrides: number
  unplaced: number
  /** Units of overrides, and of the forecasts of other pairs. */
  units: number
  statistical_units: number
  override_units: number
  lower_units: number | null
  upper_units: number | null
  actual_units: number
}

/**
 * The share of a location in what each pair expects, as cover has it: that of what the variant sold there in the channel, or
 * without sales in the channel, in any. Null where it sold nowhere. Without a location, all of it.
 */
const share = (sql: Sql, organization_id: string, location_id: string | null, end_day: string) =>
  location_id === null
    ? sql`select 1::numeric as share`
    : sql`
      select coalesce(coalesce(sum(d.units) filter (where d.is_channel and d.is_here), 0)::numeric
          / sum(d.units) filter (where d.is_channel),
        coalesce(sum(d.units) filter (where d.is_here), 0)::numeric / sum(d.units)) as share
      from (
        select d.sales_channel_id = s.sales_channel_id as is_channel, d.location_id = ${location_id}::uuid as is_here,
          sum(d.units) as units
        from sales_daily d
        where d.organization_id = ${organization_id} and d.variant_id = s.variant_id
          and d.day >= ${end_day}::date - ${cover.share_days}::int and d.day < ${end_day}::date
        group by d.sales_channel_id, d.location_id
        having sum(d.units) > 0
      ) d`

/**
 * Of a week after the newest origin, the newest forecast; of an earlier one, the last that was made for it. Weeks with
 * neither a forecast nor sales are left out.
 */
export const readShownWeeks = (
  sql: Sql,
  reading: Reading,
  { first_week, last_week }: WeekRange,
  {
    newest_origin,
    location_id,
    end_day,
  }: { newest_origin: string | null; location_id: string | null; end_day: string },
) => sql<WeekRow[]>`
  with ${scope(sql, reading)}, fact as (
    select s.key, f.week_start, f.origin_week, f.forecast_units, f.override_units, h.share, f.lower_units, f.upper_units,
      true as is_expected, 0 as actual
    from scope s
    cross join lateral (${share(sql, reading.organization_id, location_id, end_day)} offset 0) h
    cross join lateral (
      select coalesce(f.week_start, o.week_start) as week_start, f.origin_week, f.forecast_units, f.lower_units,
        f.upper_units, o.units as override_units
      from (
        select distinct on (f.week_start) f.week_start, f.origin_week, f.forecast_units, f.lower_units, f.upper_units
        from weekly_forecasts f
        where f.organization_id = ${reading.organization_id} and f.variant_id = s.variant_id
          and f.week_start >= ${first_week}::date and f.week_start <= ${last_week}::date
          and f.sales_channel_id = s.sales_channel_id and f.origin_week <= ${newest_origin}::date
          and (f.week_start <= ${newest_origin}::date or f.origin_week = ${newest_origin}::date)
        order by f.week_start, f.origin_week desc
      ) f
      full join (
        select o.week_start, o.units from (${overridesInForce(sql, reading.organization_id)}) o
        where o.variant_id = s.variant_id and o.sales_channel_id = s.sales_channel_id
          and o.week_start >= ${first_week}::date and o.week_start <= ${last_week}::date and o.units is not null
        offset 0
      ) o on o.week_start = f.week_start
      offset 0
    ) f
    union all
    select s.key, date_trunc('week', d.day)::date, null, null, null, null, null, null, false, d.units
    from scope s
    cross join lateral (
      select d.day, d.units from sales_daily d
      where d.organization_id = ${reading.organization_id} and d.variant_id = s.variant_id
        and d.day >= ${first_week}::date and d.day < ${addDays(last_week, 7)}::date
        and d.sales_channel_id = s.sales_channel_id
        and (${location_id}::uuid is null or d.location_id = ${location_id}::uuid)
      offset 0
    ) d
  )
  select key, week_start::text as week_start, max(origin_week)::text as origin_week,
    count(*) filter (where is_expected)::int as expected, count(forecast_units)::int as forecasts,
    count(override_units)::int as overrides, count(*) filter (where is_expected and share is null)::int as unplaced,
    coalesce(sum(coalesce(override_units, forecast_units) * share), 0)::float8 as units,
    coalesce(sum(forecast_units * share), 0)::float8 as statistical_units,
    coalesce(sum(override_units * share), 0)::float8 as override_units, sum(lower_units)::float8 as lower_units,
    sum(upper_units)::float8 as upper_units, sum(actual)::float8 as actual_units
  from fact
  group by key, week_start`

export type ErrorRow = WeekSums & { key: string; lag_weeks: number }

/** Errors of the forecasts of weeks that are recorded to their end, at some lags; as accuracy measures them. */
export const readErrors = (
  sql: Sql,
  reading: Reading,
  { first_week, last_week }: WeekRange,
  lags: readonly number[],
) => sql<ErrorRow[]>`
  with ${scope(sql, reading)}, forecast as materialized (
    select s.key, s.variant_id, s.sales_channel_id, f.week_start, f.lag_weeks, f.forecast_units
    from scope s
    cross join lateral (
      select f.week_start, (f.week_start - f.origin_week) / 7 as lag_weeks, f.forecast_units
      from weekly_forecasts f
      where f.organization_id = ${reading.organization_id} and f.variant_id = s.variant_id
        and f.week_start >= ${first_week}::date and f.week_start <= ${last_week}::date
        and f.sales_channel_id = s.sales_channel_id
        and f.week_start - f.origin_week = any(${arrayLiteral(lags.map((lag) => String(7 * lag)))}::int[])
      offset 0
    ) f
    where f.week_start + 6 <= s.through
  ), sold as materialized (
    select s.variant_id, s.sales_channel_id, date_trunc('week', d.day)::date as week_start, sum(d.units) as units
    from scope s
    cross join lateral (
      select d.day, d.units from sales_daily d
      where d.organization_id = ${reading.organization_id} and d.variant_id = s.variant_id
        and d.day >= ${addDays(first_week, -yearDays)}::date and d.day < ${addDays(last_week, 7)}::date
        and d.sales_channel_id = s.sales_channel_id
      offset 0
    ) d
    group by 1, 2, 3
  )
  select f.key, f.lag_weeks, f.week_start::text as week_start, count(distinct f.variant_id)::int as variants,
    sum(f.forecast_units)::float8 as forecast_units, sum(coalesce(n.units, 0))::float8 as actual_units,
    sum(abs(coalesce(n.units, 0) - f.forecast_units))::float8 as absolute_error,
    sum(abs(coalesce(n.units, 0) - coalesce(y.units, 0)))::float8 as naive_error,
    sum(coalesce(y.units, 0))::float8 as units_year_before, 0 as sold_without_forecast
  from forecast f
  left join sold n on n.variant_id = f.variant_id and n.sales_channel_id = f.sales_channel_id
    and n.week_start = f.week_start
  left join sold y on y.variant_id = f.variant_id and y.sales_channel_id = f.sales_channel_id
    and y.week_start = f.week_start - ${yearDays}::int
  group by f.key, f.lag_weeks, f.week_start
  order by f.key, f.lag_weeks, f.week_start`

/** The newest run that has ended; null if there is none. */
export async function readNewestOrigin(sql: Sql, organization_id: string) {
  const [run] = await sql<NonNullable<Static<typeof ForecastConfig>['last_run']>[]>`
    select r.origin_week, r.began_at, r.ended_at, r.variants, r.series, r.fault from forecast_runs r
    where r.organization_id = ${organization_id} and r.ended_at is not null
    order by r.origin_week desc limit 1`
  return run ?? null
}
