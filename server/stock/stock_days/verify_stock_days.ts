/** Compares the sums of stock by day with the movements that they contain: those that `stock_counted` says are counted. */
import { nilId } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'

export interface WrongStockDay {
  organization_id: string
  /** nilId for all locations together, and for products without a category. */
  location_id: string
  category_id: string
  /** Null for the sum over all days. */
  day: string | null
  /** Sum of the movements. */
  moved: number
  /** As the sums have it. */
  units: number
}

/** One statement, so that all is of one moment. None for an organisation that is not counted yet. */
const compare = (sql: Sql, organization_id: string) => sql<WrongStockDay[]>`
  with movement as materialized (
    select x.location_id, c.category_id, (m.occurred_at at time zone z.time_zone)::date as day, sum(m.quantity_delta) as units
    from stock_day_counts z
    join stock_counted c on c.organization_id = z.organization_id
    join stock_movements m on m.organization_id = c.organization_id and m.variant_id = c.variant_id
      and m.location_id = c.location_id and m.sequence <= c.sequence
    cross join lateral (values (c.location_id), (${nilId}::uuid)) x (location_id)
    where z.organization_id = ${organization_id}
    group by 1, 2, 3
  ), compared as (
    select location_id, category_id, day, units as moved, 0 as units from movement
    union all
    select location_id, category_id, null, units, 0 from movement
    union all
    select location_id, category_id, day, 0, units from stock_by_day where organization_id = ${organization_id}
    union all
    select location_id, category_id, null, 0, units from stock_by_category where organization_id = ${organization_id}
  )
  select ${organization_id}::uuid as organization_id, location_id, category_id, day::text as day, sum(moved)::float8 as moved, sum(units)::float8 as units
  from compared group by location_id, category_id, day having sum(moved) <> sum(units)
  order by location_id, category_id, day`

/** Finds the wrong days of one organisation, or of all. */
export async function findWrongStockDays(sql: Sql, only?: string): Promise<WrongStockDay[]> {
  const counted = await sql<{ organization_id: string }[]>`
    select organization_id from stock_day_counts
    where ${only ?? null}::uuid is null or organization_id = ${only ?? null}::uuid order by organization_id`
  const wrong: WrongStockDay[] = []
  for (const { organization_id } of counted) wrong.push(...(await compare(sql, organization_id)))
  return wrong
}
