/** Weekly sales without wholesale, whose prices are negotiated. Weeks are numbered from the first of the period. */
import type { Sql } from '../../contract/call.ts'
import { type CategoryProduct, type FamilyMember, siblingsMax, siblingUnitsEnough } from './price_evidence.rules.ts'

/** Number of variants used to measure the season of a category: enough for a curve, few enough for a request. */
const referenceVariantsMax = 40

export interface Period {
  /** A Monday. */
  first_day: string
  /** Exclusive. */
  end_day: string
}

/** The requested variants and their siblings with sales, each with its weekly sales. */
export const readFamilySales = (
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
  { first_day, end_day }: Period,
) => sql<FamilyMember[]>`
  with requested as materialized (
    select variant_id, product_id from variants
    where organization_id = ${organization_id} and variant_id = any(${[...variant_ids]}::uuid[])
  ), family as materialized (
    select v.variant_id, v.product_id, v.sku, v.is_requested, v.position
    from (
      select v.variant_id, v.product_id, v.sku, a.variant_id is not null as is_requested,
        row_number() over (partition by v.product_id order by v.variant_id)::int as position,
        row_number() over (partition by v.product_id, a.variant_id is null order by v.variant_id) as place
      from variants v left join requested a on a.variant_id = v.variant_id
      where v.organization_id = ${organization_id} and v.product_id in (select product_id from requested)
    ) v
    where v.is_requested or v.place <= ${siblingsMax}
  ), weekly as (
    select f.variant_id, w.*
    from family f
    cross join lateral (
      select s.sales_channel_id, c.channel_type, s.location_id, (s.day - ${first_day}::date) / 7 as week,
        sum(s.units)::int as units, sum(s.gross_sales_cents - s.discounts_cents)::float8 as net_cents
      from sales_daily s
      join sales_channels c on c.organization_id = s.organization_id and c.sales_channel_id = s.sales_channel_id
      where s.organization_id = ${organization_id} and s.variant_id = f.variant_id
        and s.day >= ${first_day}::date and s.day < ${end_day}::date and s.units > 0 and c.channel_type <> 'wholesale'
      group by 1, 2, 3, 4
    ) w
  ), place as (
    select variant_id, sum(units) as units, json_build_object('sales_channel_id', sales_channel_id,
      'channel_type', channel_type, 'location_id', location_id,
      'weeks', json_agg(json_build_array(week, units, net_cents))) as sales
    from weekly group by variant_id, sales_channel_id, channel_type, location_id
  ), summed as (
    select variant_id, sum(units) as units, json_agg(sales) as sales from place group by 1
  ), ranked as (
    select f.*, s.sales, coalesce(sum(s.units) over (partition by f.product_id, f.is_requested order by f.variant_id
      rows between unbounded preceding and 1 preceding), 0) as units_before
    from family f left join summed s on s.variant_id = f.variant_id
  )
  select r.variant_id, r.product_id, p.category_id, r.sku, r.is_requested, r.position, coalesce(r.sales, '[]'::json) as sales
  from ranked r
  join products p on p.organization_id = ${organization_id} and p.product_id = r.product_id
  where r.is_requested or (r.sales is not null and r.units_before < ${siblingUnitsEnough})
  order by r.variant_id`

/** Sales of the first variants of the same categories by product, including the products of the variants themselves. */
export const readCategorySales = (
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
  { first_day, end_day }: Period,
) => sql<CategoryProduct[]>`
  with category as (
    select distinct p.category_id
    from variants v join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
    where v.organization_id = ${organization_id} and v.variant_id = any(${[...variant_ids]}::uuid[])
      and p.category_id is not null
  ), reference as materialized (
    select c.category_id, r.product_id, r.variant_id
    from category c
    cross join lateral (
      select v.product_id, v.variant_id from products p
      join variants v on v.organization_id = p.organization_id and v.product_id = p.product_id
      where p.organization_id = ${organization_id} and p.category_id = c.category_id
      order by v.variant_id limit ${referenceVariantsMax}
    ) r
  ), weekly as (
    -- Lateral, so that each variant is summed by its index; with a plain join the planner may read every variant's days.
    select r.product_id, w.week, sum(w.units)::int as units, sum(w.net_cents)::float8 as net_cents
    from reference r
    cross join lateral (
      select (s.day - ${first_day}::date) / 7 as week, sum(s.units) as units,
        sum(s.gross_sales_cents - s.discounts_cents) as net_cents
      from sales_daily s
      join sales_channels c on c.organization_id = s.organization_id and c.sales_channel_id = s.sales_channel_id
      where s.organization_id = ${organization_id} and s.variant_id = r.variant_id
        and s.day >= ${first_day}::date and s.day < ${end_day}::date and s.units > 0 and c.channel_type <> 'wholesale'
      group by 1
    ) w
    group by 1, 2
  )
  select r.category_id, r.product_id, r.variants, (
      select coalesce(json_agg(json_build_array(w.week, w.units, w.net_cents)), '[]'::json)
      from weekly w where w.product_id = r.product_id) as weeks
  from (select category_id, product_id, count(*)::int as variants from reference group by 1, 2) r`
