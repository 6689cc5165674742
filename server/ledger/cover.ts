/**
 * Cover: the rate at which each variant leaves each location, and its supplier's lead time. Days of cover and health
 * are generated columns computed from these and the stock level, so they follow every stock change; only the rate is
 * refreshed here. It is what the newest forecast expects, or what consumers bought on in-stock days, which the ledger shows,
 * and what wholesale shipped on all days, if it shipped on two or more. Without a rate, its cause is kept as a code.
 */
import { overridesInForce } from './rates/overrides.sql.ts'
import { arrayLiteral } from '../../db/sql/array_literal.ts'
import { assignments, differences } from '../../db/sql/lists.ts'
import type { Sql } from '../contract/call.ts'
import { cover } from '../contract/stock.ts'
import { isAssembled, takenApart } from './bundles/parts.ts'

const batchVariants = 1_000
/** So that a batch is measured within the time of a statement however many locations stock its variants. */
const batchLevels = 10_000

/** The next variants, by id, that have a level at some location; at least one, and otherwise no more than a batch. */
export async function nextVariants(sql: Sql, organization_id: string, after: string | null): Promise<string[]> {
  const rows = await sql<{ variant_id: string }[]>`
    with next as (
      select v.variant_id from variants v
      where v.organization_id = ${organization_id} and (${after}::uuid is null or v.variant_id > ${after}::uuid)
        and exists (select from stock_levels l where l.organization_id = v.organization_id and l.variant_id = v.variant_id)
      order by v.variant_id limit ${batchVariants}
    ), counted as (
      select n.variant_id, sum(c.levels) over (order by n.variant_id) - c.levels as before, c.levels
      from next n
      cross join lateral (
        select count(*) as levels from stock_levels l
        where l.organization_id = ${organization_id} and l.variant_id = n.variant_id
      ) c
    )
    select variant_id from counted where before = 0 or before + levels <= ${batchLevels} order by variant_id`
  return rows.map(({ variant_id }) => variant_id)
}

/** Measures every level of an organisation, or those of some variants; returns how many changed. */
export async function refreshCover(
  sql: Sql,
  organization_id: string,
  now: string,
  variant_ids?: readonly string[],
): Promise<number> {
  if (variant_ids !== undefined) return refreshVariants(sql, organization_id, now, variant_ids)
  let changed = 0
  for (let after: string | null = null; ;) {
    const batch: string[] = await nextVariants(sql, organization_id, after)
    if (batch.length === 0) return changed
    changed += await refreshVariants(sql, organization_id, now, batch)
    after = batch.at(-1)!
  }
}

interface Batch {
  organization_id: string
  /** A PostgreSQL array. */
  variant_ids: string
  now: string
}

/**
 * Over the days of the window of velocity: the complete days of the organisation before `now`, or as many as are recorded.
 * end_day is the first day after them. Stock at a time is the
 * stock now minus the movements since, so rows that were recorded late count at the time they occurred. Only pairs that
 * were at zero at some time in the window need their days counted one by one.
 */
const daysInStock = (sql: Sql, { organization_id, variant_ids, now }: Batch) => sql`
  bound as materialized (
    select d.end_day - ${cover.window_days}::int as first_day, d.end_day, d.today, o.time_zone,
      (d.end_day - ${cover.window_days}::int)::timestamp at time zone o.time_zone as since,
      d.end_day::timestamp at time zone o.time_zone as until
    from organizations o
    cross join lateral (select (${now}::timestamptz at time zone o.time_zone)::date as today) t
    cross join lateral (
      select t.today, least(t.today, (select w.end_exclusive from velocity_windows w
        where w.organization_id = ${organization_id})) as end_day
    ) d
    where o.organization_id = ${organization_id}
  ), pair as materialized (
    select l.variant_id, l.location_id, l.on_hand from stock_levels l
    where l.organization_id = ${organization_id} and l.variant_id = any(${variant_ids}::uuid[])
  ), step as materialized (
    select p.variant_id, p.location_id, m.occurred_at, m.quantity_delta, lag(m.occurred_at) over later as next_at,
      p.on_hand - sum(m.quantity_delta) over later + m.quantity_delta as units
    from pair p cross join bound b
    join stock_movements m on m.organization_id = ${organization_id} and m.variant_id = p.variant_id
      and m.location_id = p.location_id and m.occurred_at >= b.since
    window later as (partition by p.variant_id, p.location_id order by m.occurred_at desc, m.sequence desc)
  ), state as materialized (
    select variant_id, location_id, units, occurred_at as from_at, least(next_at, b.until) as to_at
    from step cross join bound b where occurred_at < b.until
    union all
    select p.variant_id, p.location_id, p.on_hand - coalesce(s.moved, 0), b.since, least(s.first_at, b.until)
    from pair p cross join bound b
    left join (
      select variant_id, location_id, sum(quantity_delta) as moved, min(occurred_at) as first_at
      from step group by variant_id, location_id
    ) s using (variant_id, location_id)
  ), weighed as (
    select s.variant_id, s.location_id, s.units, s.from_at, s.to_at, b.time_zone,
      min(s.units) over (partition by s.variant_id, s.location_id) > 0 as always
    from state s cross join bound b
  ), standing as materialized (
    select s.variant_id, s.location_id, s.always, coalesce(array_agg(distinct d.day) filter (where d.day is not null), '{}') as days
    from weighed s
    left join lateral (
      select (s.from_at at time zone s.time_zone)::date + n as day
      from generate_series(0, ${cover.window_days}) n
      where not s.always and s.units > 0 and s.to_at > s.from_at
        and (s.from_at at time zone s.time_zone)::date + n
          <= ((s.to_at - interval '1 microsecond') at time zone s.time_zone)::date
    ) d on true
    group by s.variant_id, s.location_id, s.always
  )`

/**
 * Bundles that are assembled when sold, with the units of each variant of the batch in one of them: what they sold, and are
 * expected to sell, is demand for their components and not for the bundle, whose own stock they leave untouched.
 */
const inBundles = (sql: Sql, { organization_id, variant_ids }: Batch) => sql`
  part as materialized (
    select t.bundle_variant_id, t.variant_id, t.units from (${takenApart(sql, organization_id)}) t
    where t.variant_id = any(${variant_ids}::uuid[])
  ), wanted as materialized (
    select n.variant_id from unnest(${variant_ids}::uuid[]) as n (variant_id)
    where not ${isAssembled(sql, organization_id, sql`n.variant_id`)}
  ), source as materialized (
    select variant_id as sold_id, variant_id, 1 as units from wanted
    union all
    select bundle_variant_id, variant_id, units from part
  )`

/**
 * Units that the newest forecast expects of each pair over its lead time and review period, at least four weeks; in a week
 * that a planner overrode, those of the override.
 * Forecasts are by channel; a location's part is its share of the units that the variant sold in the channel, or
 * without those in any channel.
 */
const forecast = (sql: Sql, { organization_id }: Batch) => sql`
  newest as (
    select r.origin_week from forecast_runs r cross join bound b
    where r.organization_id = ${organization_id} and r.ended_at is not null
      and r.origin_week >= b.today - ${cover.forecast_age_days_max}::int
    order by r.origin_week desc limit 1
  ), expected as materialized (
    select w.variant_id, w.sales_channel_id, array_agg(w.units order by w.week_start) as weeks
    from (
      select c.variant_id, f.sales_channel_id, f.week_start, sum(coalesce(f.override_units, f.forecast_units) * c.units) as units
      from newest n cross join bound b
      cross join source c
      cross join lateral (
        select f.sales_channel_id, f.week_start, f.forecast_units, (
            select o.units from (${overridesInForce(sql, organization_id)}) o
            where o.variant_id = f.variant_id and o.week_start = f.week_start and o.sales_channel_id = f.sales_channel_id
          ) as override_units
        from weekly_forecasts f
        where f.organization_id = ${organization_id} and f.variant_id = c.sold_id and f.origin_week = n.origin_week
          and f.week_start >= date_trunc('week', b.today)::date
        offset 0
      ) f
      group by c.variant_id, f.sales_channel_id, f.week_start
    ) w
    group by w.variant_id, w.sales_channel_id
  ), placed as materialized (
    select c.variant_id, s.sales_channel_id, s.location_id, sum(s.units * c.units) as units
    from source c cross join bound b
    cross join lateral (
      select s.sales_channel_id, s.location_id, s.units from sales_daily s
      where s.organization_id = ${organization_id} and s.variant_id = c.sold_id
        and s.day >= b.end_day - ${cover.share_days}::int and s.day < b.end_day
      offset 0
    ) s
    where exists (select from newest)
    group by c.variant_id, s.sales_channel_id, s.location_id
    having sum(s.units) > 0
  ), share as (
    select e.variant_id, e.weeks, p.location_id, sum(p.units) / sum(sum(p.units)) over (partition by e.variant_id, e.sales_channel_id)
      as share
    from expected e
    join placed p on p.variant_id = e.variant_id and (p.sales_channel_id = e.sales_channel_id or not exists (
      select from placed q where q.variant_id = e.variant_id and q.sales_channel_id = e.sales_channel_id))
    group by e.variant_id, e.sales_channel_id, e.weeks, p.location_id
  )`

/**
 * The rate of each pair: its forecast, or the units sold on its in-stock days and in wholesale; and its primary supplier's
 * lead time and review period.
 */
const measured = (sql: Sql, batch: Batch) => sql`
  ${inBundles(sql, batch)}, sale as materialized (
    select c.variant_id, s.location_id, s.day, n.channel_type = 'wholesale' as is_wholesale, sum(s.units * c.units) as units
    from source c cross join bound b
    cross join lateral (
      select s.location_id, s.day, s.sales_channel_id, s.units from sales_daily s
      where s.organization_id = ${batch.organization_id} and s.variant_id = c.sold_id and s.day >= b.first_day
        and s.day < b.end_day
      offset 0
    ) s
    join sales_channels n on n.organization_id = ${batch.organization_id} and n.sales_channel_id = s.sales_channel_id
    group by c.variant_id, s.location_id, s.day, n.channel_type = 'wholesale'
  ), shipping as (
    select variant_id, count(distinct day) as days from sale where is_wholesale and units > 0 group by variant_id
  ), sold as materialized (
    select s.variant_id, s.location_id, sum(s.units) as units,
      coalesce(sum(s.units) filter (where not s.is_wholesale), 0) as consumer_units,
      coalesce(sum(s.units) filter (where not s.is_wholesale and (a.always or s.day = any(a.days))), 0) as stocked_units,
      coalesce(sum(s.units) filter (where s.is_wholesale and h.days > 1), 0) as shipped_units
    from sale s
    left join shipping h on h.variant_id = s.variant_id
    join standing a on a.variant_id = s.variant_id and a.location_id = s.location_id
    group by s.variant_id, s.location_id
  ), ${forecast(sql, batch)}, paced as (
    select a.variant_id, a.location_id,
      nullif(round(greatest(coalesce(sold.stocked_units / case when a.always then ${cover.window_days}
          else nullif(cardinality(a.days), 0) end::numeric, 0), 0)
        + greatest(sold.shipped_units, 0) / ${cover.window_days}::numeric, 16), 0) as sold_rate,
      case when coalesce(sold.units, 0) <= 0 then 'nothing_sold' when sold.consumer_units > 0 then 'sold_without_stock'
        else 'single_wholesale_shipment' end as lack,
      coalesce(sv.lead_time_days, su.lead_time_days, v.lead_time_days, ${cover.lead_time_days_default}) as lead_time_days,
      coalesce(su.review_period_days, ${cover.review_period_days_default}) as review_period_days
    from standing a
    left join sold using (variant_id, location_id)
    left join variants v on v.organization_id = ${batch.organization_id} and v.variant_id = a.variant_id
    left join supplier_variants sv on sv.organization_id = ${batch.organization_id} and sv.variant_id = a.variant_id
      and sv.is_primary
    left join suppliers su on su.organization_id = ${batch.organization_id} and su.supplier_id = sv.supplier_id
  ), rated as (
    select p.*, nullif(round(f.rate, 16), 0) as forecast_rate
    from paced p
    left join lateral (
      select sum(s.share * (select avg(w.units) from unnest(s.weeks[1:greatest(4, ceil((p.lead_time_days + p.review_period_days) / 7.0)::int)])
          as w (units)) / 7) as rate
      from share s where s.variant_id = p.variant_id and s.location_id = p.location_id
    ) f on true
  ), measured as (
    select variant_id, location_id, lead_time_days, review_period_days, coalesce(forecast_rate, sold_rate) as units_per_day,
      case when forecast_rate is null then 'sold' else 'forecast' end as rate_basis,
      case when forecast_rate is not null then sold_rate end as sold_units_per_day,
      case when sold_rate is null then lack end as rate_lack
    from rated
  )`

const paceNames = [
  'units_per_day',
  'rate_basis',
  'sold_units_per_day',
  'rate_lack',
  'lead_time_days',
  'review_period_days',
]

async function refreshVariants(
  sql: Sql,
  organization_id: string,
  now: string,
  ids: readonly string[],
): Promise<number> {
  const batch = { organization_id, variant_ids: arrayLiteral(ids), now }
  const result = await sql`
    with ${daysInStock(sql, batch)}, ${measured(sql, batch)}, changed as (
      select m.* from measured m
      join stock_levels l on l.organization_id = ${organization_id} and l.variant_id = m.variant_id
        and l.location_id = m.location_id
      where ${differences(paceNames, 'l', 'm')}
      order by m.variant_id, m.location_id
      for update of l
    )
    update stock_levels l set ${assignments(paceNames, 'c')}
    from changed c
    where l.organization_id = ${organization_id} and l.variant_id = c.variant_id and l.location_id = c.location_id`
  return result.count
}

/** Refreshes only lead time and review period, after a change of the primary supplier or its terms. */
export async function refreshSupplierDays(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
): Promise<void> {
  const variants = arrayLiteral(variant_ids)
  await Promise.all([
    sql`
      select from stock_levels where organization_id = ${organization_id} and variant_id = any(${variants}::uuid[])
      order by variant_id, location_id for update`,
    sql`
      with terms as materialized (
        select v.variant_id,
          coalesce(sv.lead_time_days, su.lead_time_days, v.lead_time_days, ${cover.lead_time_days_default}) as lead_time_days,
          coalesce(su.review_period_days, ${cover.review_period_days_default}) as review_period_days
        from variants v
        left join supplier_variants sv on sv.organization_id = v.organization_id and sv.variant_id = v.variant_id
          and sv.is_primary
        left join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id
        where v.organization_id = ${organization_id} and v.variant_id = any(${variants}::uuid[])
      )
      update stock_levels l set lead_time_days = t.lead_time_days, review_period_days = t.review_period_days
      from terms t
      where l.organization_id = ${organization_id} and l.variant_id = t.variant_id
        and (l.lead_time_days, l.review_period_days) is distinct from (t.lead_time_days, t.review_period_days)`,
  ])
}
