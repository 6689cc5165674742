/** Reads the history that forecasts are made from: weekly sales, days in stock, the assortment and demand events. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { addDays } from '../../calendar/days.ts'
import { unreversed } from '../../ledger/unreversed.ts'
import { salesByProduct } from '../../selling/sales_facts/rollups.ts'

/** The weeks of a run's history. */
export interface History {
  organization_id: string
  /** Monday of the first week. */
  first_week: string
  /** Monday of the last week. */
  origin_week: string
  weeks: number
}

/** Weeks of one statement over all products, so that each stays within its time limit. */
const weeksAtOnce = 13

export const endOf = ({ origin_week }: History) => addDays(origin_week, 7)

export interface ProductChannelWeeks {
  product_id: string
  sales_channel_id: string
  /** First week of the read. */
  weeks: number[]
  units: number[]
}

/** Weekly units of every product that is still sold, by channel, in several statements. */
export async function* readProductWeeks(
  step: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>,
  history: History,
): AsyncGenerator<readonly ProductChannelWeeks[]> {
  const { organization_id, first_week, weeks } = history
  for (let from = 0; from < weeks; from += weeksAtOnce) {
    const window = {
      start: addDays(first_week, 7 * from),
      end: addDays(first_week, 7 * Math.min(from + weeksAtOnce, weeks) - 1),
    }
    yield await step(
      (sql) => sql<ProductChannelWeeks[]>`
        select w.product_id, w.sales_channel_id, jsonb_agg(w.week) as weeks, jsonb_agg(w.units) as units
        from (
          select s.product_id, s.sales_channel_id, ((s.day - ${first_week}::date) / 7)::int as week, sum(s.units)::int as units
          from (${salesByProduct(sql, organization_id, window)}) s
          group by 1, 2, 3
          having sum(s.units) > 0
        ) w
        join products p on p.organization_id = ${organization_id} and p.product_id = w.product_id
        where p.status <> 'ARCHIVED'
        group by w.product_id, w.sales_channel_id`,
    )
  }
}

export interface AssortedProduct {
  product_id: string
  category_id: string | null
  variants: number
}

/** Products that are still sold, by id. */
export const readAssortment = (sql: Sql, organization_id: string, after: string | null, limit: number) => sql<
  AssortedProduct[]
>`
  select p.product_id, p.category_id, v.variants
  from products p
  cross join lateral (
    select count(*)::int as variants from variants v
    where v.organization_id = ${organization_id} and v.product_id = p.product_id and v.archived_at is null
  ) v
  where p.organization_id = ${organization_id} and p.status <> 'ARCHIVED' and v.variants > 0
    and (${after}::uuid is null or p.product_id > ${after}::uuid)
  order by p.product_id limit ${limit}`

export interface VariantWeeks {
  product_id: string
  variant_id: string
  sales_channel_id: string
  weeks: number[]
  units: number[]
}

/** Weekly units of the variants of products, by channel. */
export const readVariantWeeks = (sql: Sql, history: History, products: readonly string[]) => sql<VariantWeeks[]>`
  select w.product_id, w.variant_id, w.sales_channel_id, jsonb_agg(w.week) as weeks, jsonb_agg(w.units) as units
  from (
    select v.product_id, s.variant_id, s.sales_channel_id, ((s.day - ${history.first_week}::date) / 7)::int as week,
      sum(s.units)::int as units
    from variants v
    join sales_daily s on s.organization_id = ${history.organization_id} and s.variant_id = v.variant_id
      and s.day >= ${history.first_week}::date and s.day < ${endOf(history)}::date
    where v.organization_id = ${history.organization_id} and v.product_id = any(${arrayLiteral(products)}::uuid[])
      and v.archived_at is null
    group by 1, 2, 3, 4
    having sum(s.units) > 0
  ) w
  group by w.product_id, w.variant_id, w.sales_channel_id
  order by w.product_id, w.variant_id, w.sales_channel_id`

/** Variants of new products in the channels that list them, sold or not. */
export const readNewListings = (sql: Sql, history: History, products: readonly string[], since: string) => sql<
  { product_id: string; variant_id: string; sales_channel_id: string; launches_in: number }[]
>`
  select p.product_id, v.variant_id, c.sales_channel_id,
    ((coalesce(p.launch_date, (p.created_at at time zone o.time_zone)::date) - ${history.first_week}::date) / 7)::int as launches_in
  from products p
  join organizations o on o.organization_id = p.organization_id
  join product_channels c on c.organization_id = p.organization_id and c.product_id = p.product_id
  join variants v on v.organization_id = p.organization_id and v.product_id = p.product_id and v.archived_at is null
  where p.organization_id = ${history.organization_id} and p.product_id = any(${arrayLiteral(products)}::uuid[])
    and p.status = 'ACTIVE' and coalesce(p.launch_date, (p.created_at at time zone o.time_zone)::date) >= ${since}::date`

export interface StockDays {
  variant_id: string
  /** Day of the first ledger row, in days since the first of the history; null without a ledger. */
  began: number | null
  /** First and last days of the periods with units on hand at some location. */
  from_days: number[]
  to_days: number[]
  sold_days: number[]
}

/**
 * When variants were in stock, as velocity defines it: at some location, at any time of a day of the organisation. Stock at a time is the
 * stock now minus the movements since, so that rows recorded late count when they occurred.
 */
export const readStockDays = (sql: Sql, history: History, variants: readonly string[]) => sql<StockDays[]>`
  with bound as materialized (
    select time_zone, ${history.first_week}::date::timestamp at time zone time_zone as since,
      ${endOf(history)}::date::timestamp at time zone time_zone as until
    from organizations where organization_id = ${history.organization_id}
  ), pair as materialized (
    select l.variant_id, l.location_id, l.on_hand, (
      select m.occurred_at from stock_movements m
      where m.organization_id = ${history.organization_id} and m.variant_id = l.variant_id
        and m.location_id = l.location_id and ${unreversed(sql)}
      order by m.occurred_at nulls first limit 1) as began_at
    from stock_levels l
    where l.organization_id = ${history.organization_id} and l.variant_id = any(${arrayLiteral(variants)}::uuid[])
  ), step as materialized (
    select p.variant_id, p.location_id, m.occurred_at, m.quantity_delta, lag(m.occurred_at) over later as next_at,
      p.on_hand - sum(m.quantity_delta) over later + m.quantity_delta as units
    from pair p cross join bound b
    join stock_movements m on m.organization_id = ${history.organization_id} and m.variant_id = p.variant_id
      and m.location_id = p.location_id and m.occurred_at >= b.since
    where p.began_at is not null
    window later as (partition by p.variant_id, p.location_id order by m.occurred_at desc, m.sequence desc)
  ), state as (
    select s.variant_id, s.units, s.occurred_at as from_at, least(s.next_at, b.until) as to_at
    from step s cross join bound b where s.occurred_at < b.until
    union all
    select p.variant_id, p.on_hand - coalesce(s.moved, 0), b.since, least(s.first_at, b.until)
    from pair p cross join bound b
    left join (
      select variant_id, location_id, sum(quantity_delta) as moved, min(occurred_at) as first_at
      from step group by variant_id, location_id
    ) s on s.variant_id = p.variant_id and s.location_id = p.location_id
    where p.began_at < b.since
  ), stocked as (
    select variant_id, jsonb_agg((from_at at time zone b.time_zone)::date - ${history.first_week}::date) as from_days,
      jsonb_agg(((coalesce(to_at, b.until) - interval '1 microsecond') at time zone b.time_zone)::date - ${history.first_week}::date)
        as to_days
    from state cross join bound b where units > 0 and coalesce(to_at, b.until) > from_at
    group by variant_id
  ), sold as (
    select s.variant_id, jsonb_agg(distinct s.day - ${history.first_week}::date) as sold_days
    from sales_daily s
    where s.organization_id = ${history.organization_id} and s.variant_id = any(${arrayLiteral(variants)}::uuid[])
      and s.day >= ${history.first_week}::date and s.day < ${endOf(history)}::date and s.units > 0
    group by s.variant_id
  )
  select v.variant_id, g.began, coalesce(k.from_days, '[]') as from_days, coalesce(k.to_days, '[]') as to_days,
    coalesce(s.sold_days, '[]') as sold_days
  from unnest(${arrayLiteral(variants)}::uuid[]) as v (variant_id)
  left join (
    select variant_id, (min((began_at at time zone b.time_zone)::date) - ${history.first_week}::date)::int as began
    from pair cross join bound b group by variant_id
  ) g on g.variant_id = v.variant_id
  left join stocked k on k.variant_id = v.variant_id
  left join sold s on s.variant_id = v.variant_id`
