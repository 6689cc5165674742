/**
 * Velocity of variants as SQL: one statement measures any number of variants over all windows, for the job that keeps
 * variant_velocity and for reads of what changed since. Days are complete. $1 is the organisation.
 *
 * - A day is tracked from the variant's first ledger row on; before it, stock is unknown.
 * - A tracked day is in stock if a location had units on hand at any time of it (the definition of
 *   catalogue/price_sensitivity/stock_days.rules.ts, against which a test compares it), or if the variant sold.
 *   Every other tracked day is a stockout day.
 * - Amounts in another currency are converted at the rate in force on their day, exactly, and rounded once.
 * - Velocity is the units of tracked days divided by in-stock days; without tracked days, units divided by all days.
 */
import type { velocityWeeks } from '../known_values.ts'

/** The days are those of the organisation's time zone. */
export const ownTimeZone = '(select time_zone from organizations where organization_id = $1)'

export interface Measuring {
  /** SQL of a select of variant_id. */
  variants: string
  /** SQL of the day after the windows. */
  end: string
  weeks: readonly (typeof velocityWeeks)[number][]
}

/** Names of the figures, as variant_velocity has them. */
export const measuredColumns =
  'weeks, variant_id, units, units_per_day, basis, in_stock_days, stockout_days, untracked_days, lost_units, lost_cents, net_cents, previous_units, previous_units_per_day, previous_basis'

const windows = ({ end, weeks }: Measuring) => `
  bound as materialized (
    select w.weeks::int as weeks, e.day - w.weeks * 14 as before, e.day - w.weeks * 7 as since, e.day as until
    from unnest(array[${weeks.join(', ')}]) as w (weeks) cross join (select ${end} as day) e
  ), reach as materialized (
    select min(before) as first_day, max(until) as until, min(before)::timestamp at time zone ${ownTimeZone} as first_at,
      max(until)::timestamp at time zone ${ownTimeZone} as until_at
    from bound
  )`

/**
 * First tracked day of each location: that of its first row that moved units and is neither reversed nor a reversal. A
 * cost that became known later is dated on the day of its receipt, also where the receipt is reversed by now.
 */
const trackedPairs = ({ variants }: Measuring) => `
  wanted as materialized (${variants}),
  pair as materialized (
    select l.variant_id, l.location_id, l.on_hand, (
      select (m.occurred_at at time zone ${ownTimeZone})::date from stock_movements m
      where m.organization_id = $1 and m.variant_id = l.variant_id and m.location_id = l.location_id
        and m.quantity_delta <> 0
        and m.reverses_movement_id is null and not exists (select from stock_movements r
          where r.organization_id = $1 and r.reverses_movement_id = m.movement_id)
      order by m.occurred_at nulls first limit 1) as began_on
    from wanted n
    join stock_levels l on l.organization_id = $1 and l.variant_id = n.variant_id
  ), began as materialized (
    select variant_id, min(began_on) as began_on from pair group by variant_id having min(began_on) is not null
  )`

/**
 * Stock at a time is the stock now minus the movements since, so rows recorded late count when they occurred. Movements
 * of one instant count as one: what they pass through has no duration.
 */
const stockedDays = `
  step as materialized (
    select p.variant_id, p.location_id, p.began_on, m.occurred_at, m.sequence, m.quantity_delta,
      p.on_hand - sum(m.quantity_delta) over later + m.quantity_delta as units
    from pair p cross join reach r
    join stock_movements m on m.organization_id = $1 and m.variant_id = p.variant_id
      and m.location_id = p.location_id and m.occurred_at >= r.first_at
    where p.began_on is not null
    window later as (partition by p.variant_id, p.location_id order by m.occurred_at desc, m.sequence desc)
  ), opening as (
    select p.variant_id, p.location_id,
      case when p.began_on <= r.first_day then greatest(p.on_hand - coalesce(s.moved, 0), 0) else 0 end as units
    from pair p cross join reach r
    left join (select variant_id, location_id, sum(quantity_delta) as moved from step group by 1, 2) s
      on s.variant_id = p.variant_id and s.location_id = p.location_id
    where p.began_on is not null
  ), held as (
    select s.variant_id, s.location_id, s.occurred_at, s.sequence,
      case when (s.occurred_at at time zone ${ownTimeZone})::date >= s.began_on then greatest(s.units, 0) else 0 end as units
    from step s
  ), change as (
    select h.variant_id, h.occurred_at,
      h.units - coalesce(lag(h.units) over (partition by h.variant_id, h.location_id order by h.occurred_at, h.sequence),
        o.units) as units
    from held h join opening o on o.variant_id = h.variant_id and o.location_id = h.location_id
  ), standing as (
    select variant_id, from_at, lead(from_at) over (partition by variant_id order by from_at) as to_at,
      sum(units) over (partition by variant_id order by from_at) as units
    from (
      select variant_id, from_at, sum(units) as units
      from (
        select o.variant_id, r.first_at as from_at, o.units from opening o cross join reach r
        union all
        select c.variant_id, c.occurred_at, c.units from change c cross join reach r where c.occurred_at < r.until_at
      ) every_change
      group by variant_id, from_at
    ) by_instant
  ), stocked as materialized (
    select variant_id, greatest(first_day, lag(last_day) over (partition by variant_id order by from_at) + 1) as first_day,
      last_day
    from (
      select s.variant_id, s.from_at, (s.from_at at time zone ${ownTimeZone})::date as first_day,
        coalesce(((s.to_at - interval '1 microsecond') at time zone ${ownTimeZone})::date, r.until - 1) as last_day
      from standing s cross join reach r where s.units > 0
    ) days
  )`

/** The rate in force on the day of a sale s, as in the sales table (../sales/sales_facts.store.ts). */
const rate = `(select r.organization_currency_per_unit from exchange_rates r
          where r.organization_id = $1 and r.currency = s.currency and r.rate_date <= s.day order by r.rate_date desc limit 1)`

/** Sales of a variant and day; \`is_added\` where the day is in stock only because the variant sold. */
const soldDays = `
  sold as materialized (
    select d.variant_id, d.day, d.units, d.rated_units, d.sold_cents, d.net_cents, d.foreign_net_cents, d.is_unrated,
      d.day >= b.began_on as is_tracked, d.units > 0 and d.day >= b.began_on and k.variant_id is null as is_added
    from (
      select s.variant_id, s.day, sum(s.units)::bigint as units,
        coalesce(sum(s.units) filter (where s.currency = o.currency or ${rate} is not null), 0)::bigint as rated_units,
        coalesce(sum(s.gross_sales_cents - s.discounts_cents) filter (where s.currency = o.currency), 0)
          + coalesce(sum((s.gross_sales_cents - s.discounts_cents) * ${rate}) filter (where s.currency <> o.currency), 0)
          as sold_cents,
        coalesce(sum(s.gross_sales_cents - s.discounts_cents - s.returns_cents) filter (where s.currency = o.currency), 0)
          as net_cents,
        coalesce(sum((s.gross_sales_cents - s.discounts_cents - s.returns_cents) * ${rate})
          filter (where s.currency <> o.currency), 0) as foreign_net_cents,
        bool_or(s.currency <> o.currency and ${rate} is null
          and (s.gross_sales_cents <> 0 or s.discounts_cents <> 0 or s.returns_cents <> 0)) as is_unrated
      from wanted n cross join reach r
      join organizations o on o.organization_id = $1
      join sales_daily s on s.organization_id = $1 and s.variant_id = n.variant_id
        and s.day >= r.first_day and s.day < r.until
      group by s.variant_id, s.day
    ) d
    left join began b on b.variant_id = d.variant_id
    left join stocked k on k.variant_id = d.variant_id and d.day between k.first_day and k.last_day
  )`

const sums = `
  stock_sums as (
    select b.weeks, k.variant_id, sum(greatest(0, k.last_day - greatest(k.first_day, b.since) + 1)) as days,
      sum(greatest(0, least(k.last_day, b.since - 1) - greatest(k.first_day, b.before) + 1)) as previous_days
    from stocked k cross join bound b where k.last_day >= b.before and k.first_day <= k.last_day
    group by b.weeks, k.variant_id
  ), sales_sums as (
    select b.weeks, s.variant_id,
      coalesce(sum(s.units) filter (where s.day >= b.since), 0) as units,
      coalesce(sum(s.units) filter (where s.day >= b.since and s.is_tracked), 0) as tracked_units,
      count(*) filter (where s.day >= b.since and s.is_added) as added_days,
      coalesce(sum(s.rated_units) filter (where s.day >= b.since), 0) as rated_units,
      coalesce(sum(s.sold_cents) filter (where s.day >= b.since), 0) as sold_cents,
      coalesce(sum(s.net_cents) filter (where s.day >= b.since), 0) as net_cents,
      round(coalesce(sum(s.foreign_net_cents) filter (where s.day >= b.since), 0)) as foreign_net_cents,
      coalesce(bool_or(s.is_unrated) filter (where s.day >= b.since), false) as is_unrated,
      coalesce(sum(s.units) filter (where s.day < b.since), 0) as previous_units,
      coalesce(sum(s.units) filter (where s.day < b.since and s.is_tracked), 0) as previous_tracked_units,
      count(*) filter (where s.day < b.since and s.is_added) as previous_added_days
    from sold s cross join bound b where s.day >= b.before
    group by b.weeks, s.variant_id
  ), days as (
    select b.weeks, n.variant_id, coalesce(s.units, 0)::bigint as units, coalesce(s.tracked_units, 0) as tracked_units,
      coalesce(k.days, 0)::int + coalesce(s.added_days, 0)::int as in_stock_days,
      case when g.began_on < b.until then b.until - greatest(g.began_on, b.since) else 0 end as tracked_days,
      b.weeks * 7 as window_days, coalesce(s.rated_units, 0) as rated_units, coalesce(s.sold_cents, 0) as sold_cents,
      coalesce(s.is_unrated, false) as is_unrated,
      case when s.is_unrated then null else (coalesce(s.net_cents, 0) + coalesce(s.foreign_net_cents, 0))::bigint end as net_cents,
      coalesce(s.previous_units, 0)::bigint as previous_units,
      coalesce(s.previous_tracked_units, 0) as previous_tracked_units,
      coalesce(k.previous_days, 0)::int + coalesce(s.previous_added_days, 0)::int as previous_in_stock_days,
      case when g.began_on < b.since then b.since - greatest(g.began_on, b.before) else 0 end as previous_tracked_days
    from wanted n cross join bound b
    left join began g on g.variant_id = n.variant_id
    left join stock_sums k on k.weeks = b.weeks and k.variant_id = n.variant_id
    left join sales_sums s on s.weeks = b.weeks and s.variant_id = n.variant_id
  )`

const paceOf = (units: string, tracked: { units: string; days: string; in_stock: string }) => `
      case when ${tracked.days} = 0 then round(${units}::numeric / window_days, 4)
        when ${tracked.in_stock} > 0 then round(${tracked.units}::numeric / ${tracked.in_stock}, 4) end`

const figures = `
    select weeks, variant_id, units,${paceOf('units', { units: 'tracked_units', days: 'tracked_days', in_stock: 'in_stock_days' })}
        as units_per_day,
      case when tracked_days = 0 then 'as_sold' else 'in_stock_days' end as basis,
      in_stock_days, tracked_days - in_stock_days as stockout_days, window_days - tracked_days as untracked_days,
      case when in_stock_days > 0 then round(tracked_units::numeric * (tracked_days - in_stock_days) / in_stock_days, 2) end
        as lost_units,
      (case when in_stock_days = 0 then null when tracked_units * (tracked_days - in_stock_days) = 0 then 0
        when rated_units > 0 and not is_unrated then round(round(tracked_units::numeric * (tracked_days - in_stock_days) / in_stock_days, 2)
          * sold_cents / rated_units) end)::bigint as lost_cents,
      net_cents, previous_units,${paceOf('previous_units', { units: 'previous_tracked_units', days: 'previous_tracked_days', in_stock: 'previous_in_stock_days' })}
        as previous_units_per_day,
      case when previous_tracked_days = 0 then 'as_sold' else 'in_stock_days' end as previous_basis
    from days`

/** A select of \`measuredColumns\`, one row for each window of each variant. */
export const measured = (measuring: Measuring): string => `
  with ${windows(measuring)},${trackedPairs(measuring)},${stockedDays},${soldDays},${sums}${figures}`
