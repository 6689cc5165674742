/** Daily units of what an event concerns, from the sums of sales where goods are not named one by one. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Sql } from '../../../contract/call.ts'
import { salesByChannel, type SalesWindow } from '../../../selling/sales_facts/rollups.ts'
import type { EventScope } from './demand_events.store.ts'

export interface DayUnits {
  day: string
  units: number
}

const inChannels = (sql: Sql, { sales_channel_ids }: EventScope) =>
  sales_channel_ids.length === 0 ? sql`` : sql`and s.sales_channel_id = any(${arrayLiteral(sales_channel_ids)}::uuid[])`

const ofAllGoods = (sql: Sql, organization_id: string, scope: EventScope, window: SalesWindow) => sql<DayUnits[]>`
  select s.day, sum(s.units)::float8 as units from (${salesByChannel(sql, organization_id, window)}) s
  where true ${inChannels(sql, scope)} group by s.day having sum(s.units) > 0 order by s.day`

/**
 * Categories by their products' sums, and listed variants that are in none of the categories by their own sales. The sums
 * are looked up product by product: a day has many more products than a category.
 */
const ofSomeGoods = (sql: Sql, organization_id: string, scope: EventScope, { start, end }: SalesWindow) => sql<
  DayUnits[]
>`
  with concerned as materialized (
    select product_id from products
    where organization_id = ${organization_id} and category_id = any(${arrayLiteral(scope.category_ids)}::uuid[])
  )
  select day, sum(units)::float8 as units
  from (
    select f.day, f.units from concerned c
    cross join lateral (
      select s.day, s.units from sales_by_product s
      where s.organization_id = ${organization_id} and s.product_id = c.product_id and s.day >= ${start}::date
        and s.day <= ${end}::date ${inChannels(sql, scope)} offset 0
    ) f
    union all
    select s.day, s.units from sales_deltas s
    where s.organization_id = ${organization_id} and s.day >= ${start}::date and s.day <= ${end}::date
      and s.product_id in (select product_id from concerned) ${inChannels(sql, scope)}
    union all
    select s.day, s.units from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    where s.organization_id = ${organization_id} and s.variant_id = any(${arrayLiteral(scope.variant_ids)}::uuid[])
      and s.day >= ${start}::date and s.day <= ${end}::date
      and v.product_id not in (select product_id from concerned) ${inChannels(sql, scope)}
  ) sold
  group by day having sum(units) > 0 order by day`

const ofVariants = (sql: Sql, organization_id: string, scope: EventScope, window: SalesWindow) => sql<DayUnits[]>`
  select s.day, sum(s.units)::float8 as units from sales_daily s
  where s.organization_id = ${organization_id} and s.variant_id = any(${arrayLiteral(scope.variant_ids)}::uuid[])
    and s.day >= ${window.start}::date and s.day <= ${window.end}::date ${inChannels(sql, scope)}
  group by s.day having sum(s.units) > 0 order by s.day`

/** Days of the window on which something sold, in order. */
export async function readDailyUnits(
  sql: Sql,
  organization_id: string,
  scope: EventScope,
  window: SalesWindow,
): Promise<DayUnits[]> {
  const read = scope.category_ids.length > 0 ? ofSomeGoods : scope.variant_ids.length > 0 ? ofVariants : ofAllGoods
  return [...(await read(sql, organization_id, scope, window))]
}

/** Events in use, other than one, that overlap a window and concern some of the same goods in some of the same channels. */
export const readOverlapping = (
  sql: Sql,
  organization_id: string,
  scope: EventScope,
  window: SalesWindow,
  except: string | null,
) => sql<{ event_id: string; name: string; starts_on: string; ends_on: string }[]>`
  with asked as materialized (
    select ${arrayLiteral(scope.variant_ids)}::uuid[] as variant_ids,
      ${arrayLiteral(scope.category_ids)}::uuid[] as category_ids,
      ${arrayLiteral(scope.sales_channel_ids)}::uuid[] as channel_ids
  ), listed as materialized (
    select e.event_id, e.name, e.starts_on, e.ends_on,
      array(select s.variant_id from demand_event_variants s
        where s.organization_id = ${organization_id} and s.event_id = e.event_id) as variant_ids,
      array(select s.category_id from demand_event_categories s
        where s.organization_id = ${organization_id} and s.event_id = e.event_id) as category_ids,
      array(select s.sales_channel_id from demand_event_channels s
        where s.organization_id = ${organization_id} and s.event_id = e.event_id) as channel_ids
    from demand_events e
    where e.organization_id = ${organization_id} and e.archived_at is null and e.starts_on <= ${window.end}::date
      and e.ends_on >= ${window.start}::date and (${except}::uuid is null or e.event_id <> ${except}::uuid)
  )
  select l.event_id, l.name, l.starts_on, l.ends_on from listed l cross join asked a
  where (l.channel_ids = '{}' or a.channel_ids = '{}' or l.channel_ids && a.channel_ids)
    and (l.variant_ids = '{}' and l.category_ids = '{}' or a.variant_ids = '{}' and a.category_ids = '{}'
      or l.variant_ids && a.variant_ids or l.category_ids && a.category_ids
      or exists (select from variants v
        join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
        where v.organization_id = ${organization_id}
          and (v.variant_id = any(l.variant_ids) and p.category_id = any(a.category_ids)
            or v.variant_id = any(a.variant_ids) and p.category_id = any(l.category_ids))))
  order by l.starts_on, l.event_id`
