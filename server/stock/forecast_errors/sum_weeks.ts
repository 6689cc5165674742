/**
 * Sums the errors of forecasts by week, once a week is over. A week is listed before it is summed: from then on the fold of
 * sales notes the changes of its days and of those a year before (selling/sales_facts/fold_sales.ts). What was folded
 * earlier is visible to the sum, so that no change is lost. Recorded weeks are summed again; reads sum them from their rows.
 */
import { textFragment } from '../../../db/sql/fragment.ts'
import { additions, list } from '../../../db/sql/lists.ts'
import { limits } from '../../contract/limits.ts'
import { nilId } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import { scoredLags } from '../../contract/stock.ts'
import { forEachDue, type Job, type Only, type Step, within } from '../../jobs/job.ts'

/** 52 whole weeks: the comparison week starts on the same weekday a year earlier. */
export const yearDays = 364

const forecastsByLag = textFragment(
  scoredLags.map((lag) => `sum(forecast) filter (where lag = ${lag}) as forecast_${lag}`).join(', '),
)
const eachLag = textFragment(scoredLags.map((lag) => `(${lag}, forecast_${lag})`).join(', '))
const lags = textFragment(scoredLags.join(', '))

/** Variants of one statement: a week of all of them takes seconds. */
const variantsAtOnce = 10_000

/**
 * Resets the sums of a week; until they are filled, reads sum its rows. Changes recorded from now on are summed in
 * the next run.
 */
async function beginWeek(sql: Sql, organization_id: string, week_start: string): Promise<void> {
  await sql`
    delete from forecast_week_changes where organization_id = ${organization_id} and week_start = ${week_start}::date`
  await sql`
    delete from forecast_week_errors where organization_id = ${organization_id} and week_start = ${week_start}::date`
  await sql`
    update forecast_weeks set summed_at = null
    where organization_id = ${organization_id} and week_start = ${week_start}::date`
}

interface Part {
  organization_id: string
  week_start: string
  /** Variants after the first and up to the last, by id; null without a bound. */
  after: string | null
  until: string | null
}

const errorNames = [
  'forecast_units',
  'actual_units',
  'absolute_error',
  'naive_error',
  'units_year_before',
  'sold_without_forecast',
]

/** Every figure is a sum over variants, so parts of them add up; the variants of all channels together, too. */
const addPart = (sql: Sql, { organization_id, week_start, after, until }: Part) => {
  const ofPart = () => sql`(${after}::uuid is null or variant_id > ${after}::uuid)
          and (${until}::uuid is null or variant_id <= ${until}::uuid)`
  const daysOf = (first: number) => sql`
    array(select d::date from generate_series(${week_start}::date + ${first}::int, ${week_start}::date + ${first}::int + 6,
      interval '1 day') d)`
  return sql`
    with pair as materialized (
      select variant_id, sales_channel_id, ${forecastsByLag}, sum(actual) as actual, sum(year_before) as year_before
      from (
        select variant_id, sales_channel_id, (week_start - origin_week) / 7 as lag, forecast_units as forecast,
          0 as actual, 0 as year_before
        from weekly_forecasts
        where organization_id = ${organization_id} and week_start = ${week_start}::date
          and origin_week = any(array(select ${week_start}::date - 7 * l from unnest(array[${lags}]) l)) and ${ofPart()}
        union all
        select variant_id, sales_channel_id, null, null, units, 0 from sales_daily
        where organization_id = ${organization_id} and day = any(${daysOf(0)}) and ${ofPart()}
        union all
        select variant_id, sales_channel_id, null, null, 0, units from sales_daily
        where organization_id = ${organization_id} and day = any(${daysOf(-yearDays)}) and ${ofPart()}
      ) fact
      group by variant_id, sales_channel_id
    ), scored as materialized (
      select l.lag_weeks, p.variant_id, p.sales_channel_id, l.forecast, p.actual, p.year_before
      from pair p cross join lateral (values ${eachLag}) l (lag_weeks, forecast)
    ), by_channel as materialized (
      select lag_weeks, sales_channel_id, count(forecast) as variants, coalesce(sum(forecast), 0) as forecast_units,
        coalesce(sum(actual) filter (where forecast is not null), 0) as actual_units,
        coalesce(sum(abs(actual - forecast)), 0) as absolute_error,
        coalesce(sum(abs(actual - year_before)) filter (where forecast is not null), 0) as naive_error,
        coalesce(sum(year_before), 0) as units_year_before,
        coalesce(sum(actual) filter (where forecast is null), 0) as sold_without_forecast
      from scored group by lag_weeks, sales_channel_id
    ), forecast_variant as (
      select lag_weeks, count(*) as variants
      from (select distinct lag_weeks, variant_id from scored where forecast is not null) s
      group by lag_weeks
    )
    insert into forecast_week_errors as e (organization_id, week_start, lag_weeks, sales_channel_id, variants,
      ${list(errorNames)})
    select ${organization_id}, ${week_start}::date, s.*
    from (
      select lag_weeks, sales_channel_id, variants, ${list(errorNames)} from by_channel
      union all
      select c.lag_weeks, ${nilId}::uuid, coalesce(max(v.variants), 0), ${list(errorNames, (name) => `sum(c.${name})`)}
      from by_channel c left join forecast_variant v on v.lag_weeks = c.lag_weeks
      group by c.lag_weeks
    ) s
    on conflict on constraint forecast_week_errors_pk do update set ${additions(['variants', ...errorNames], 'e')}`
}

/** Adds the next variants and returns the last of them; null at the end, when the week is summed. */
async function sumNext(sql: Sql, part: Omit<Part, 'until'>, variantsMax: number): Promise<string | null> {
  const { organization_id, week_start, after } = part
  const [last] = await sql<{ variant_id: string }[]>`
    select variant_id from variants
    where organization_id = ${organization_id} and (${after}::uuid is null or variant_id > ${after}::uuid)
    order by variant_id offset ${variantsMax - 1} limit 1`
  const until = last?.variant_id ?? null
  await addPart(sql, { ...part, until })
  if (until === null)
    await sql`
      update forecast_weeks set summed_at = now()
      where organization_id = ${organization_id} and week_start = ${week_start}::date`
  return until
}

/**
 * Replaces the sums of a week, in steps of so many variants. Combines the facts with union all and one group by instead of
 * joins, which the planner could turn into nested loops. A pair of variant and channel has a forecast when a row exists,
 * even one of zero units.
 */
async function sumWeek(step: Step, organization_id: string, week_start: string, variantsMax: number): Promise<void> {
  await step((sql) => beginWeek(sql, organization_id, week_start))
  let after: string | null = null
  do after = await step((sql) => sumNext(sql, { organization_id, week_start, after }, variantsMax))
  while (after !== null)
}

/** Lists the weeks that are over and can be asked for, and forgets older ones. */
async function listWeeks(sql: Sql, organization_id: string, this_week: string): Promise<void> {
  const first = sql`${this_week}::date - 7 * ${limits.forecast_weeks_max}::int`
  await sql`
    insert into forecast_weeks (organization_id, week_start)
    select ${organization_id}, d::date from generate_series(${first}, ${this_week}::date - 7, interval '7 days') d
    on conflict on constraint forecast_weeks_pk do nothing`
  await sql`delete from forecast_week_errors where organization_id = ${organization_id} and week_start < ${first}`
  await sql`delete from forecast_weeks where organization_id = ${organization_id} and week_start < ${first}`
}

const readUnsummed = (sql: Sql, organization_id: string) => sql<{ week_start: string }[]>`
  select w.week_start from forecast_weeks w
  where w.organization_id = ${organization_id} and (w.summed_at is null or exists (
    select from forecast_week_changes c where c.organization_id = w.organization_id and c.week_start = w.week_start))
  order by w.week_start desc`

/**
 * Counts the variants with a forecast from this week on, if these forecasts changed. Changes of weeks that are not listed
 * serve nothing else: a week that is listed later is summed from what is visible then.
 */
async function countAhead(sql: Sql, organization_id: string, this_week: string): Promise<void> {
  const { count } = await sql`
    delete from forecast_week_changes c
    where c.organization_id = ${organization_id} and not exists (select from forecast_weeks w
      where w.organization_id = c.organization_id and w.week_start = c.week_start)`
  const [counted] = await sql<{ is_counted: boolean }[]>`
    select exists (select from forecast_variants
      where organization_id = ${organization_id} and from_week = ${this_week}::date) as is_counted`
  if (count === 0 && counted!.is_counted) return
  await sql`delete from forecast_variants where organization_id = ${organization_id}`
  await sql`
    with ahead as materialized (
      select distinct variant_id, sales_channel_id from weekly_forecasts
      where organization_id = ${organization_id} and week_start >= ${this_week}::date
    )
    insert into forecast_variants (organization_id, from_week, sales_channel_id, variants)
    select ${organization_id}, ${this_week}::date, s.*
    from (
      select sales_channel_id, count(*) from ahead group by sales_channel_id
      union all
      select ${nilId}::uuid, count(*) from (select distinct variant_id from ahead) v
    ) s`
}

/** Brings the sums of an organisation up to the week that is over, and up to what changed. */
export async function sumOrganization(
  step: Step,
  organization_id: string,
  this_week: string,
  variantsMax = variantsAtOnce,
): Promise<void> {
  await step((sql) => listWeeks(sql, organization_id, this_week))
  const unsummed = await step((sql) => readUnsummed(sql, organization_id))
  for (const { week_start } of unsummed) await sumWeek(step, organization_id, week_start, variantsMax)
  await step((sql) => countAhead(sql, organization_id, this_week))
}

/** Organisations with forecasts, where a week ended or something changed. */
const readDue = (sql: Sql, now: string, only: Only) => sql<{ organization_id: string; this_week: string }[]>`
  select o.organization_id, o.this_week::text as this_week
  from (
    select organization_id, date_trunc('week', ${now}::timestamptz at time zone time_zone)::date as this_week
    from organizations where ${within(sql, only, sql`organization_id`)}
  ) o
  where exists (select from weekly_forecasts f where f.organization_id = o.organization_id)
    and (exists (select from forecast_week_changes c where c.organization_id = o.organization_id)
      or not exists (select from forecast_variants v
        where v.organization_id = o.organization_id and v.from_week = o.this_week)
      or (select count(w.summed_at) from forecast_weeks w
        where w.organization_id = o.organization_id and w.week_start < o.this_week) < ${limits.forecast_weeks_max}::int)
  order by o.organization_id`

export const sumForecastErrorsJob: Job = {
  name: 'sum_forecast_errors',
  every_seconds: 60,
  run: (step) =>
    forEachDue(step, readDue, ({ organization_id, this_week }) => sumOrganization(step, organization_id, this_week)),
}
