/**
 * What consumers buy by location, as SQL: part of the statement of measured.ts, over its sales, its stock by location
 * (\`stocked_at\`) and the stock anywhere (\`stocked\`).
 *
 * - A location counts its own days in stock from its first ledger row of the variant on. Before it, or without one, it is
 *   served by the others, so that their days count.
 * - Consumers buy at a location if they bought there in the window or in the one before. If it had no stock on any day of
 *   the window, its rate is unknown: it is not in the sum and is counted as unmeasured.
 * - Availability is the share of the tracked days in stock, weighted by the rate of each location, and equally if nothing sold.
 */
import { many } from './expected_rows.ts'

/** Windows and those before them. */
const spans = `
  span as materialized (
    select weeks, false as is_previous, since as first_day, until from bound
    union all
    select weeks, true, before, since from bound
  )`

/** The days in stock that count for each location at which consumers buy. */
const shelves = `
  place as materialized (
    select p.variant_id, p.location_id, coalesce(o.began_on, r.until) as own_from, b.began_on
    from (select distinct variant_id, location_id from sale where not is_wholesale and units > 0) p
    cross join reach r
    left join (select k.* from pair k ${many}) o on o.variant_id = p.variant_id and o.location_id = p.location_id and o.began_on < r.until
    left join began b on b.variant_id = p.variant_id
  ), shelf as materialized (
    select p.variant_id, p.location_id, k.first_day, k.last_day
    from place p join stocked_at k on k.variant_id = p.variant_id and k.location_id = p.location_id
    where k.first_day <= k.last_day
    union all
    select p.variant_id, p.location_id, k.first_day, least(k.last_day, p.own_from - 1)
    from place p join stocked k on k.variant_id = p.variant_id
    where k.first_day <= k.last_day and k.first_day < p.own_from
  ), shelf_days as (
    select n.weeks, n.is_previous, k.variant_id, k.location_id,
      sum(least(k.last_day, n.until - 1) - greatest(k.first_day, n.first_day) + 1) as days
    from shelf k join span n on k.last_day >= n.first_day and k.first_day < n.until
    group by n.weeks, n.is_previous, k.variant_id, k.location_id
  )`

const boughtUnits = `
  bought as (
    select n.weeks, n.is_previous, s.variant_id, s.location_id, sum(s.units) as units,
      coalesce(sum(s.units) filter (where s.day >= p.began_on), 0) as tracked_units,
      coalesce(sum(s.asked_units) filter (where s.day >= p.began_on), 0) as asked_units,
      count(*) filter (where s.units > 0 and s.day >= p.began_on and k.variant_id is null) as added_days
    from sale s
    join place p on p.variant_id = s.variant_id and p.location_id = s.location_id
    left join shelf k on k.variant_id = s.variant_id and k.location_id = s.location_id
      and s.day between k.first_day and k.last_day
    join span n on s.day >= n.first_day and s.day < n.until
    where not s.is_wholesale
    group by n.weeks, n.is_previous, s.variant_id, s.location_id
  )`

/** The rate of each location that sold in the window or in the one before. */
const rates = `
  place_demand as (
    select d.*, case when d.tracked_days = 0 then d.units::numeric / d.window_days
      when d.days > 0 then d.tracked_units::numeric / d.days end as rate
    from (
      select n.weeks, n.is_previous, p.variant_id, p.location_id, n.until - n.first_day as window_days, coalesce(b.units, 0) as units,
        coalesce(b.tracked_units, 0) as tracked_units, coalesce(b.asked_units, 0) as asked_units,
        case when p.began_on < n.until then n.until - greatest(p.began_on, n.first_day) else 0 end as tracked_days,
        coalesce(h.days, 0) + coalesce(b.added_days, 0) as days,
        coalesce(lag(b.units) over (partition by p.variant_id, p.location_id, n.weeks order by n.is_previous desc), 0)
          as units_before
      from place p cross join span n
      left join bought b on b.weeks = n.weeks and b.is_previous = n.is_previous and b.variant_id = p.variant_id
        and b.location_id = p.location_id
      left join shelf_days h on h.weeks = n.weeks and h.is_previous = n.is_previous and h.variant_id = p.variant_id
        and h.location_id = p.location_id
    ) d
    where d.units > 0 or d.units_before > 0
  ), consumer_demand as (
    select weeks, is_previous, variant_id, count(*) as places, sum(rate) as rate,
      sum(asked_units::numeric * (tracked_days - days) / nullif(days, 0)) filter (where tracked_days > 0) as lost_units,
      case when sum(rate * tracked_days) > 0 then sum(rate * days) filter (where tracked_days > 0) / sum(rate * tracked_days)
        when sum(tracked_days) > 0 then sum(days)::numeric / sum(tracked_days) end as availability,
      count(*) filter (where rate is null) as unmeasured,
      case when max(tracked_days) = 0 then 'as_sold' when min(tracked_days) = 0 then 'mixed' else 'in_stock_days' end as basis
    from place_demand
    group by weeks, is_previous, variant_id
  )`

/** One row for each location at which a variant was bought or from which wholesale was shipped in the window. */
export const demandByLocation = `
    select location_id, coalesce(d.units, 0)::float8 as consumer_units,
      (case when d.tracked_days = 0 then d.window_days else d.days end)::float8 as consumer_days,
      round(d.rate, 4)::float8 as consumer_units_per_day,
      case when d.tracked_days = 0 then 'as_sold' when d.tracked_days > 0 then 'in_stock_days' end as consumer_basis,
      (d.tracked_days > 0 and d.days = 0)::int as unmeasured_locations, coalesce(h.units, 0)::float8 as wholesale_units,
      coalesce(h.days, 0)::int as shipping_days,
      case when h.days > 0 and t.days = 1 then null else round(coalesce(h.units, 0)::numeric / t.window_days, 4) end::float8
        as wholesale_units_per_day,
      case when h.days > 0 and t.days = 1 then 1 else 0 end as once_shipped
    from (select * from place_demand where not is_previous) d
    full join (
      select s.location_id, sum(s.units) as units, count(*) as days
      from sale s join span n on not n.is_previous and s.day >= n.first_day and s.day < n.until
      where s.is_wholesale and s.units > 0 group by s.location_id
    ) h using (location_id)
    cross join (
      select min(n.until - n.first_day) as window_days, count(distinct s.day) as days
      from span n left join sale s on s.is_wholesale and s.units > 0 and s.day >= n.first_day and s.day < n.until
      where not n.is_previous
    ) t`

export const demand = `${spans},${shelves},${boughtUnits},${rates}`
