/**
 * Velocity of variants as SQL: one statement measures any number of variants over all windows, for the job that keeps
 * variant_velocity and for reads of what changed since. Days are complete. $1 is the organisation.
 *
 * - A day is tracked from the first ledger row on; before it, stock is unknown.
 * - A tracked day is in stock if there were units on hand at any time of it (the definition of
 *   catalogue/price_sensitivity/stock_days.rules.ts, against which a test compares it), or if there was a sale.
 * - Consumers are counted by location (demand.sql.ts): the units of tracked days divided by the days in stock there, added
 *   over the locations at which they buy. Wholesale counts by day of the window, from two shipping days on.
 * - Amounts in another currency are converted at the rate in force on their day, exactly, and rounded once.
 */
import { demand, demandByLocation } from './demand.sql.ts'
import { many } from './expected_rows.ts'
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
export const measuredFigures = [
  'units',
  'units_per_day',
  'basis',
  'in_stock_days',
  'stockout_days',
  'untracked_days',
  'lost_units',
  'lost_cents',
  'net_cents',
  'previous_units',
  'previous_units_per_day',
  'previous_basis',
  'consumer_units',
  'consumer_days',
  'consumer_units_per_day',
  'consumer_basis',
  'unmeasured_locations',
  'shipping_days',
  'wholesale_units_per_day',
  'once_shipped',
  'previous_once_shipped',
] as const
export const measuredColumns = `weeks, variant_id, ${measuredFigures.join(', ')}`

/** Windows by their length, each with as many days before it, and what of the sales of consumers is asked for. */
interface Windows {
  /** SQL of a select of variant_id. */
  variants: string
  /** SQL of a select of weeks (the name of a window), before, since and until. */
  bounds: string
  /** Condition on a sale s and its channel n that limits lost units and their price to some consumers. */
  limit: string
}

const windowsOf = ({ variants, end, weeks }: Measuring): Windows => ({
  variants,
  bounds: `
    select w.weeks::int as weeks, e.day - w.weeks * 14 as before, e.day - w.weeks * 7 as since, e.day as until
    from unnest(array[${weeks.join(', ')}]) as w (weeks) cross join (select ${end} as day) e`,
  limit: 'true',
})

const windows = ({ bounds }: Windows) => `
  bound as materialized (${bounds}
  ), reach as materialized (
    select min(before) as first_day, max(until) as until, min(before)::timestamp at time zone ${ownTimeZone} as first_at,
      max(until)::timestamp at time zone ${ownTimeZone} as until_at
    from bound
  )`

/**
 * First tracked day of each location: that of its first row that moved units and is neither reversed nor a reversal. A
 * cost that became known later is dated on the day of its receipt, also where the receipt is reversed by now.
 */
const trackedPairs = ({ variants }: Windows) => `
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
    select b.variant_id, b.began_on
    from (select variant_id, min(began_on) as began_on from pair group by variant_id having min(began_on) is not null) b ${many}
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
    from pair p cross join reach r ${many}
    left join (
      select k.* from (select variant_id, location_id, sum(quantity_delta) as moved from step group by 1, 2) k ${many}
    ) s
      on s.variant_id = p.variant_id and s.location_id = p.location_id
    where p.began_on is not null
  ), held as (
    select s.variant_id, s.location_id, s.occurred_at, s.sequence,
      case when (s.occurred_at at time zone ${ownTimeZone})::date >= s.began_on then greatest(s.units, 0) else 0 end as units
    from step s ${many}
  ), change as (
    select h.variant_id, h.location_id, h.occurred_at,
      h.units - coalesce(lag(h.units) over (partition by h.variant_id, h.location_id order by h.occurred_at, h.sequence),
        o.units) as units
    from held h join opening o on o.variant_id = h.variant_id and o.location_id = h.location_id
  ), standing as (
    select variant_id, location_id, from_at,
      lead(from_at) over (partition by variant_id, location_id order by from_at) as to_at,
      sum(units) over (partition by variant_id, location_id order by from_at) as units
    from (
      select variant_id, location_id, from_at, sum(units) as units
      from (
        select o.variant_id, o.location_id, r.first_at as from_at, o.units from opening o cross join reach r
        union all
        select c.variant_id, c.location_id, c.occurred_at, c.units from change c cross join reach r
        where c.occurred_at < r.until_at
      ) every_change
      group by variant_id, location_id, from_at
    ) by_instant
  ), stocked_at as materialized (
    select variant_id, location_id,
      greatest(first_day, lag(last_day) over (partition by variant_id, location_id order by from_at) + 1) as first_day, last_day
    from (
      select s.variant_id, s.location_id, s.from_at, (s.from_at at time zone ${ownTimeZone})::date as first_day,
        coalesce(((s.to_at - interval '1 microsecond') at time zone ${ownTimeZone})::date, r.until - 1) as last_day
      from standing s cross join reach r ${many} where s.units > 0
    ) days
  ), stocked as materialized (
    select variant_id, greatest(first_day, max(last_day) over (partition by variant_id order by first_day, last_day
        rows between unbounded preceding and 1 preceding) + 1) as first_day, last_day
    from stocked_at where first_day <= last_day
  )`

/** The rate in force on the day of a sale s, as in the sales table (../sales/sales_facts.store.ts). */
const rate = `(select r.organization_currency_per_unit from exchange_rates r
          where r.organization_id = $1 and r.currency = s.currency and r.rate_date <= s.day order by r.rate_date desc limit 1)`

/** Sales of a variant by location, day and kind of demand; \`asked_units\` and amounts of what sold are within the limit. */
const salesOf = ({ limit }: Windows) => `
  sale as materialized (select k.* from (
    select s.variant_id, s.location_id, s.day, n.channel_type = 'wholesale' as is_wholesale, sum(s.units)::bigint as units,
      coalesce(sum(s.units) filter (where ${limit}), 0)::bigint as asked_units,
      coalesce(sum(s.units) filter (where ${limit} and (s.currency = o.currency or ${rate} is not null)), 0)::bigint as rated_units,
      coalesce(sum(s.gross_sales_cents - s.discounts_cents) filter (where ${limit} and s.currency = o.currency), 0)
        + coalesce(sum((s.gross_sales_cents - s.discounts_cents) * ${rate})
            filter (where ${limit} and s.currency <> o.currency), 0) as sold_cents,
      coalesce(sum(s.gross_sales_cents - s.discounts_cents - s.returns_cents) filter (where s.currency = o.currency), 0)
        as net_cents,
      coalesce(sum((s.gross_sales_cents - s.discounts_cents - s.returns_cents) * ${rate})
        filter (where s.currency <> o.currency), 0) as foreign_net_cents,
      min(s.currency) filter (where ${limit} and s.currency <> o.currency and ${rate} is null
        and (s.gross_sales_cents <> 0 or s.discounts_cents <> 0 or s.returns_cents <> 0)) as unrated_currency
    from wanted w cross join reach r
    join organizations o on o.organization_id = $1
    join sales_daily s on s.organization_id = $1 and s.variant_id = w.variant_id
      and s.day >= r.first_day and s.day < r.until
    join sales_channels n on n.organization_id = $1 and n.sales_channel_id = s.sales_channel_id
    group by s.variant_id, s.location_id, s.day, n.channel_type = 'wholesale'
  ) k ${many})`

/** Sums of a variant and window; \`added_days\` are in stock only because the variant sold. */
const sums = `
  sold as materialized (
    select d.variant_id, d.day, d.units > 0 and d.day >= b.began_on and k.variant_id is null as is_added
    from (select variant_id, day, sum(units) as units from sale group by variant_id, day) d
    left join began b on b.variant_id = d.variant_id
    left join stocked k on k.variant_id = d.variant_id and d.day between k.first_day and k.last_day
  ), held_days as (
    select n.weeks, n.is_previous, d.variant_id, sum(d.days) as days
    from span n
    join (
      select variant_id, first_day, last_day from stocked where first_day <= last_day
      union all
      select variant_id, day, day from sold where is_added
    ) k on k.last_day >= n.first_day and k.first_day < n.until
    cross join lateral (
      select k.variant_id, least(k.last_day, n.until - 1) - greatest(k.first_day, n.first_day) + 1 as days
    ) d
    group by n.weeks, n.is_previous, d.variant_id
  ), sales_sums as (
    select n.weeks, n.is_previous, s.variant_id, sum(s.units) as units,
      coalesce(sum(s.units) filter (where not s.is_wholesale), 0) as consumer_units,
      coalesce(sum(s.rated_units) filter (where not s.is_wholesale), 0) as rated_units,
      coalesce(sum(s.sold_cents) filter (where not s.is_wholesale), 0) as sold_cents,
      min(s.unrated_currency) filter (where not s.is_wholesale) as unrated_currency,
      case when count(s.unrated_currency) = 0 then (sum(s.net_cents) + round(sum(s.foreign_net_cents)))::bigint end as net_cents,
      coalesce(sum(s.units) filter (where s.is_wholesale), 0) as wholesale_units,
      count(distinct s.day) filter (where s.is_wholesale and s.units > 0) as shipping_days
    from sale s join span n on s.day >= n.first_day and s.day < n.until
    group by n.weeks, n.is_previous, s.variant_id
  )`

/** One row for each window and the one before it: consumers by location, wholesale by day, and the two together. */
const paces = `
  counted as (
    select n.weeks, n.is_previous, n.until - n.first_day as window_days, w.variant_id, coalesce(s.units, 0)::bigint as units,
      coalesce(s.consumer_units, 0)::bigint as consumer_units, coalesce(s.rated_units, 0) as rated_units,
      coalesce(s.sold_cents, 0) as sold_cents, s.unrated_currency,
      case when s.variant_id is null then 0 else s.net_cents end as net_cents,
      coalesce(s.shipping_days, 0)::int as shipping_days,
      case when s.shipping_days = 1 then null else coalesce(s.wholesale_units, 0)::numeric / (n.until - n.first_day) end
        as wholesale_rate,
      case when g.began_on < n.until then n.until - greatest(g.began_on, n.first_day) else 0 end as tracked_days,
      coalesce(k.days, 0) as held_days, coalesce(c.places, 0) as places, c.rate, c.lost_units, c.availability,
      coalesce(c.unmeasured, 0) as unmeasured_locations, coalesce(c.basis,
        case when g.began_on < n.until then 'in_stock_days' else 'as_sold' end) as consumer_basis
    from wanted w cross join span n
    left join began g on g.variant_id = w.variant_id
    left join held_days k on k.weeks = n.weeks and k.is_previous = n.is_previous and k.variant_id = w.variant_id
    left join sales_sums s on s.weeks = n.weeks and s.is_previous = n.is_previous and s.variant_id = w.variant_id
    left join consumer_demand c on c.weeks = n.weeks and c.is_previous = n.is_previous and c.variant_id = w.variant_id
  ), weighed as (
    select c.*, coalesce(c.availability * c.tracked_days, c.held_days) as exact_days,
      case when c.places > 0 then c.rate when c.tracked_days = 0 or c.held_days > 0 then 0 end as consumer_rate
    from counted c
  ), paces as (
    select w.*, case when w.shipping_days = 1 and w.consumer_units = 0 then null
        else w.consumer_rate + coalesce(w.wholesale_rate, 0) end as pace,
      case when w.exact_days = 0 or w.exact_days = w.tracked_days or w.tracked_days = 1 then ceil(w.exact_days)
        else least(w.tracked_days - 1, greatest(1, round(w.exact_days))) end::int as in_stock_days
    from weighed w
  )`

/** Lost units of a row p, and their value at the average price that consumers paid. */
const lostUnits = `case when p.tracked_days > 0 and p.consumer_rate is not null then round(coalesce(p.lost_units, 0), 2) end`
const lostCents = `(case when l.units = 0 then 0 when p.rated_units > 0 and p.unrated_currency is null
        then round(l.units * p.sold_cents / p.rated_units) end)::bigint`

const figures = `
    select p.weeks, p.variant_id, p.units, round(p.pace, 4) as units_per_day,
      case when p.tracked_days = 0 then 'as_sold' else 'in_stock_days' end as basis, p.in_stock_days,
      p.tracked_days - p.in_stock_days as stockout_days, p.window_days - p.tracked_days as untracked_days,
      l.units as lost_units,
      ${lostCents} as lost_cents,
      p.net_cents, b.units as previous_units, round(b.pace, 4) as previous_units_per_day,
      case when b.tracked_days = 0 then 'as_sold' else 'in_stock_days' end as previous_basis, p.consumer_units,
      round(case when p.consumer_basis = 'as_sold' then p.window_days else p.exact_days end, 2) as consumer_days,
      round(p.consumer_rate, 4) as consumer_units_per_day, p.consumer_basis, p.unmeasured_locations::int,
      p.shipping_days, round(p.wholesale_rate, 4) as wholesale_units_per_day, (p.shipping_days = 1)::int as once_shipped,
      (b.shipping_days = 1)::int as previous_once_shipped
    from paces p
    join paces b on b.weeks = p.weeks and b.is_previous and b.variant_id = p.variant_id
    cross join lateral (select ${lostUnits} as units) l
    where not p.is_previous`

const parts = (of: Windows) => `
  with ${windows(of)},${trackedPairs(of)},${stockedDays},${salesOf(of)},${demand}`

/** A select of \`measuredColumns\`, one row for each window of each variant. */
export const measured = (measuring: Measuring): string => `${parts(windowsOf(measuring))},${sums},${paces}${figures}`

/** The parts of the velocity of one variant by location, over one window: its rates add up to those of the variant. */
export const measuredByLocation = (measuring: Measuring): string => `${parts(windowsOf(measuring))}${demandByLocation}`

/**
 * Lost units of every row by its key, from day $2 to day $3 or the current one; `limit` is a condition on a sale s and its
 * channel n. Null where no variant of the row has them known.
 */
export const lostOfEvery = (key: 'variant_id' | 'product_id', limit: string): string => `${parts({
  variants: 'select variant_id from variants where organization_id = $1',
  bounds: `
    select 0 as weeks, $2::date - (e.day + 1 - $2::date) as before, $2::date as since, e.day + 1 as until
    from (select least($3::date, (now() at time zone ${ownTimeZone})::date) as day) e where e.day >= $2::date`,
  limit,
})},${sums},${paces}
    select v.${key}, count(*) as variants, sum(p.tracked_days) as tracked_days, sum(l.units) as lost_units,
      case when count(l.units) > 0 then coalesce(sum(${lostCents}), 0) end as lost_cents,
      min(p.unrated_currency) filter (where l.units > 0) as unrated_currency
    from paces p
    join variants v on v.organization_id = $1 and v.variant_id = p.variant_id
    cross join lateral (select ${lostUnits} as units) l
    where not p.is_previous
    group by v.${key}`

/**
 * Lost units from day $2 to day $3 of the variants whose key is one of $4, in the channels $5, the types of channels $6 and the
 * locations $7, null for all. Days in stock are those of all consumers, whatever the channels.
 */
export const lostInWindow = (key: 'variant_id' | 'product_id'): string => `${parts({
  variants:
    key === 'variant_id'
      ? 'select unnest($4::uuid[]) as variant_id'
      : 'select v.variant_id from variants v where v.organization_id = $1 and v.product_id = any($4::uuid[])',
  bounds: `
    select 0 as weeks, $2::date - ($3::date + 1 - $2::date) as before, $2::date as since, $3::date + 1 as until`,
  limit: `($5::uuid[] is null or s.sales_channel_id = any($5::uuid[]))
          and ($6::text[] is null or n.channel_type = any($6::text[]))
          and ($7::uuid[] is null or s.location_id = any($7::uuid[]))`,
})},${sums},${paces}
    select ${key === 'variant_id' ? 'p.variant_id' : 'v.product_id'} as row_id, p.tracked_days::int as tracked_days, (p.tracked_days - p.in_stock_days)::int as stockout_days,
      l.units::text as lost_units, ${lostCents}::text as lost_cents,
      case when l.units > 0 then p.unrated_currency end as unrated_currency
    from paces p
    ${key === 'variant_id' ? '' : 'join variants v on v.organization_id = $1 and v.variant_id = p.variant_id'}
    cross join lateral (select ${lostUnits} as units) l
    where not p.is_previous`
