/** Stock now and units moved by category and period: from the sums by day, or from the movements until these are made. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { nilId } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import { addDays } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import { differences } from './differences.sql.ts'

export interface StockScope {
  organization_id: string
  /** A PostgreSQL array; null for all. */
  categories: string | null
  /** Null for all. */
  location_ids: readonly string[] | null
}

export interface CategoryStock {
  category_id: string | null
  category: string | null
  on_hand: number
  variants: number
  /** Units moved by period index; the index after the last period holds everything after the window. */
  moved: Record<string, number>
}

/** First days of the periods, and the day after the last. */
const boundsOf = (periods: readonly Period[]) => {
  const days = [...periods.map(({ start }) => start), addDays(periods.at(-1)!.end, 1)]
  return { days: arrayLiteral(days), first: days[0]! }
}

/** Variants with ledger rows at several locations count once, so they are counted where they are. */
const heldAtSeveral = (sql: Sql, organization_id: string, locations: string) => sql`
  select coalesce(p.category_id, ${nilId}) as category_id, count(*) as variants
  from (
    select distinct variant_id from stock_levels
    where organization_id = ${organization_id} and sequence > 0 and location_id = any(${locations}::uuid[])
  ) l
  join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
  join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
  group by 1`

const heldAtOne = (sql: Sql, organization_id: string, locations: string) => sql`
  select category_id, sum(variants) as variants
  from (
    select category_id, variants from stock_by_category
    where organization_id = ${organization_id} and location_id = any(${locations}::uuid[])
    union all
    select category_id, variants from held where location_id = any(${locations}::uuid[])
  ) h
  group by category_id`

/** The sums and what they lack, in one statement. No rows at all before the sums are made. */
async function readCounted(sql: Sql, scope: StockScope, periods: readonly Period[]): Promise<CategoryStock[] | null> {
  const { organization_id, categories, location_ids } = scope
  const { days, first } = boundsOf(periods)
  const locations = arrayLiteral(location_ids ?? [nilId])
  // A row without a category_id says that the sums are made, and hold nothing.
  const rows = await sql<CategoryStock[]>`
    with zone as materialized (
      select c.time_zone from stock_day_counts c join organizations o on o.organization_id = c.organization_id
      where c.organization_id = ${organization_id} and c.counted_at is not null and c.time_zone = o.time_zone
    ), wanted as materialized (
      select n.variant_id from velocity_changes n where n.organization_id = ${organization_id} and n.moved is not null
      union
      select v.variant_id from stock_category_changes d
      join variants v on v.organization_id = ${organization_id} and v.product_id = d.product_id
      where d.organization_id = ${organization_id}
    ), ${differences(sql, organization_id)}, unit as (
      select category_id, sum(units) as units
      from (
        select category_id, units from stock_by_category
        where organization_id = ${organization_id} and location_id = any(${locations}::uuid[])
        union all
        select category_id, units from moved where location_id = any(${locations}::uuid[])
      ) u
      group by category_id
    ), stock as (
      select h.category_id, h.variants, coalesce(u.units, 0) as units
      from (${(location_ids?.length ?? 0) > 1 ? heldAtSeveral(sql, organization_id, locations) : heldAtOne(sql, organization_id, locations)}) h
      left join unit u on u.category_id = h.category_id
      where h.variants > 0 and (${categories}::uuid[] is null or h.category_id = any(${categories}::uuid[]))
    ), period as (
      select category_id, jsonb_object_agg(period, units) as moved
      from (
        select category_id, width_bucket(day, ${days}::date[]) - 1 as period, sum(units) as units
        from (
          select category_id, day, units from stock_by_day
          where organization_id = ${organization_id} and location_id = any(${locations}::uuid[]) and day >= ${first}::date
          union all
          select category_id, day, units from moved
          where location_id = any(${locations}::uuid[]) and day >= ${first}::date
        ) d
        group by 1, 2
      ) one
      group by category_id
    )
    select s.category_id, c.name as category, s.units::float8 as on_hand, s.variants::int as variants,
      coalesce(m.moved, '{}') as moved
    from zone z
    left join stock s on true
    left join categories c on c.organization_id = ${organization_id} and c.category_id = s.category_id
    left join period m on m.category_id = s.category_id
    order by c.name nulls last`
  if (rows.length === 0) return null
  return rows.flatMap((row) =>
    row.category_id === null ? [] : { ...row, category_id: row.category_id === nilId ? null : row.category_id },
  )
}

/** From the movements alone. Days are the organisation's: the first bound only narrows what is read. */
const readMovements = (sql: Sql, scope: StockScope, periods: readonly Period[]) => {
  const { organization_id, categories, location_ids } = scope
  const { days, first } = boundsOf(periods)
  const locations = location_ids && arrayLiteral(location_ids)
  return sql<CategoryStock[]>`
    with zone as materialized (
      select time_zone from organizations where organization_id = ${organization_id}
    ), stock as (
      select p.category_id, sum(l.on_hand) as on_hand, count(*) as variants
      from (
        select variant_id, sum(on_hand) as on_hand from stock_levels
        where organization_id = ${organization_id} and sequence > 0
          and (${locations}::uuid[] is null or location_id = any(${locations}::uuid[]))
        group by variant_id
      ) l
      join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
      join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
      where ${categories}::uuid[] is null or p.category_id = any(${categories}::uuid[])
      group by p.category_id
    )
    select s.category_id, c.name as category, s.on_hand::float8 as on_hand, s.variants::int as variants,
      coalesce(m.moved, '{}') as moved
    from stock s
    left join categories c on c.organization_id = ${organization_id} and c.category_id = s.category_id
    left join (
      select category_id, jsonb_object_agg(period, units) as moved
      from (
        select p.category_id, width_bucket(m.day, ${days}::date[]) - 1 as period, sum(m.units) as units
        from (
          select variant_id, (occurred_at at time zone z.time_zone)::date as day, sum(quantity_delta) as units
          from zone z cross join stock_movements
          where organization_id = ${organization_id} and occurred_at >= ${addDays(first, -1)}::date::timestamp at time zone 'UTC'
            and (${locations}::uuid[] is null or location_id = any(${locations}::uuid[]))
          group by 1, 2
        ) m
        join variants v on v.organization_id = ${organization_id} and v.variant_id = m.variant_id
        join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
        where m.day >= ${first}::date
        group by 1, 2
      ) one group by category_id
    ) m on m.category_id is not distinct from s.category_id
    order by c.name nulls last`
}

/** By category, in the order of their names; products without one are last. */
export const readStock = async (sql: Sql, scope: StockScope, periods: readonly Period[]) =>
  (await readCounted(sql, scope, periods)) ?? (await readMovements(sql, scope, periods))
