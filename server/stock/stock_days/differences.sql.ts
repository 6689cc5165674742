/**
 * Sums of the stock ledger by day: what the movements of some variants add to them. `stock_counted` says up to which row of
 * a variant at a location the sums contain its movements, and in which category. What they lack are the rows after that
 * one, and where the product has another category by now, all of them: away from the old, towards the new.
 *
 * The job adds these differences to the sums (count_stock.ts); reads add them to what they read (read_stock.store.ts), for
 * the variants with movements in velocity_changes or whose product is in stock_category_changes. So they are exact at once.
 */
import { nilId } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'

/** Parts of a statement, after `wanted` (variant_id) and `zone` (time_zone). Their location is nilId for all together. */
export const differences = (sql: Sql, organization_id: string) => sql`
  pair as materialized (
    select l.variant_id, l.location_id, l.sequence, coalesce(p.category_id, ${nilId}) as category_id,
      c.sequence as counted_sequence, c.category_id as counted_category_id
    from wanted n
    join variants v on v.organization_id = ${organization_id} and v.variant_id = n.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    join stock_levels l on l.organization_id = ${organization_id} and l.variant_id = n.variant_id and l.sequence > 0
    left join stock_counted c on c.organization_id = ${organization_id} and c.variant_id = l.variant_id
      and c.location_id = l.location_id
  ), uncounted as materialized (
    select variant_id, location_id, category_id, 1 as sign, sequence as until,
      case when category_id = counted_category_id then counted_sequence else 0 end as after
    from pair
    union all
    select variant_id, location_id, counted_category_id, -1, counted_sequence, 0 from pair
    where counted_category_id <> category_id
  ), moved as materialized (
    select x.location_id, d.category_id, d.day, sum(d.units) as units
    from (
      select u.location_id, u.category_id, (m.occurred_at at time zone z.time_zone)::date as day,
        sum(u.sign * m.quantity_delta) as units
      from uncounted u cross join zone z
      join stock_movements m on m.organization_id = ${organization_id} and m.variant_id = u.variant_id
        and m.location_id = u.location_id and m.sequence > u.after and m.sequence <= u.until
      group by 1, 2, 3
    ) d cross join lateral (values (d.location_id), (${nilId}::uuid)) x (location_id)
    group by 1, 2, 3
    having sum(d.units) <> 0
  ), place as (
    select location_id, category_id, counted_category_id from pair
    union all
    select ${nilId}::uuid, category_id, counted_category_id from (
      select distinct on (variant_id) category_id, counted_category_id from pair
      order by variant_id, counted_category_id
    ) v
  ), held as materialized (
    select location_id, category_id, sum(variants) as variants
    from (
      select location_id, category_id, 1 as variants from place where counted_category_id is distinct from category_id
      union all
      select location_id, counted_category_id, -1 from place where counted_category_id <> category_id
    ) d
    group by location_id, category_id
  )`
