/**
 * SQL of the velocity of products: the rows of product_velocity, but for products of changed variants and for those that
 * are not stored yet, whose variants are summed. In a table's joins, where $1 is the organisation.
 */
import type { Sql } from '../../contract/call.ts'
import { runStatement } from '../../tables/page.ts'
import { velocityWeeks } from '../known_values.ts'
import { changedVariants, currentFigures, windowEnd, type Weeks } from './current_figures.ts'
import { many } from './expected_rows.ts'
import { measured, measuredColumns } from './measured.ts'

/** The basis of the variants that were tracked or sold. */
const commonBasis = (basis: string, units: string) => {
  const counted = `filter (where ${units} > 0 or ${basis} <> 'as_sold')`
  return `coalesce(case when min(${basis}) ${counted} = max(${basis}) ${counted} then min(${basis}) ${counted}
        when min(${basis}) ${counted} is not null then 'mixed' end, 'as_sold')`
}

const sumOfPaces = (pace: string) =>
  `case when bool_or(s.variant_id is null) is not false and count(${pace}) = 0 then 0 else sum(${pace}) end`

/** Figures of a product: the sums over its variants x with their figures s. Its days are days of variants. */
const sums = {
  variants: 'count(x.variant_id)',
  measured: 'count(s.lost_units)',
  unknown_velocities: 'count(s.variant_id) - count(s.units_per_day)',
  units: 'coalesce(sum(s.units), 0)',
  units_per_day: sumOfPaces('s.units_per_day'),
  as_sold_units_per_day: (weeks: string) => `coalesce(sum(round(s.units::numeric / (${weeks} * 7), 4)), 0)`,
  basis: commonBasis('s.basis', 's.units'),
  in_stock_days: 'coalesce(sum(s.in_stock_days), 0)',
  stockout_days: 'coalesce(sum(s.stockout_days), 0)',
  untracked_days: (weeks: string) =>
    `coalesce(sum(coalesce(s.untracked_days, ${weeks} * 7)) filter (where x.variant_id is not null), 0)`,
  lost_units: 'sum(s.lost_units)',
  lost_cents: 'case when count(s.lost_units) = count(s.lost_cents) then sum(s.lost_cents) end',
  net_cents: 'case when count(s.variant_id) = count(s.net_cents) then coalesce(sum(s.net_cents), 0) end',
  previous_units: 'coalesce(sum(s.previous_units), 0)',
  previous_units_per_day: sumOfPaces('s.previous_units_per_day'),
  previous_basis: commonBasis('s.previous_basis', 's.previous_units'),
  consumer_units: 'coalesce(sum(s.consumer_units), 0)',
  consumer_days: 'coalesce(sum(s.consumer_days), 0)',
  consumer_units_per_day: sumOfPaces('s.consumer_units_per_day'),
  consumer_basis: commonBasis('s.consumer_basis', 's.consumer_units'),
  unmeasured_locations: 'coalesce(sum(s.unmeasured_locations), 0)',
  shipping_days: 'coalesce(sum(s.shipping_days), 0)',
  wholesale_units_per_day: sumOfPaces('s.wholesale_units_per_day'),
  once_shipped: 'coalesce(sum(s.once_shipped), 0)',
  previous_once_shipped: 'coalesce(sum(s.previous_once_shipped), 0)',
  unrated_variants:
    'count(s.variant_id) filter (where s.units_per_day is null and s.consumer_units_per_day is not null)',
}
const columns = Object.keys(sums).join(', ')
const sumsOf = (weeks: string) =>
  Object.entries(sums)
    .map(([name, sum]) => `${typeof sum === 'string' ? sum : sum(weeks)} as ${name}`)
    .join(',\n      ')

const stored = (weeks: Weeks, alias: string) =>
  `${alias}.organization_id = $1 and ${alias}.end_exclusive = ${windowEnd} and ${alias}.weeks = ${weeks}`

const changedProducts = `select v.product_id from variants v
        where v.organization_id = $1 and v.variant_id in (${changedVariants})`

/** The sums over the variants of \`stale\` (product_id), with what changed since measured and the rest as stored. */
const summedNow = (weeks: Weeks, stale: string) => `
    with stale as materialized (${stale}),
    member as materialized (
      select x.product_id, x.variant_id from stale n
      join variants x on x.organization_id = $1 and x.product_id = n.product_id
    ), changed as materialized (${changedVariants}),
    figure as materialized (
      select f.* from member g cross join lateral (
        select ${measuredColumns} from variant_velocity s
        where s.organization_id = $1 and s.end_exclusive = ${windowEnd} and s.weeks = ${weeks}
          and s.variant_id = g.variant_id offset 0
      ) f
      where f.variant_id not in (select variant_id from changed)
      union all
      select ${measuredColumns} from (${measured({ variants: 'select variant_id from changed', end: windowEnd, weeks: [weeks] })}) m
    )
    select x.product_id, ${sumsOf(String(weeks))}
    from (select g.* from member g ${many}) x
    left join (select f.* from figure f ${many}) s on s.variant_id = x.variant_id
    group by x.product_id`

/** Figures of every product that has variants. */
export const everyProduct = (weeks: Weeks): string => `
  select s.product_id, ${columns} from product_velocity s
  where ${stored(weeks, 's')} and s.product_id not in (${changedProducts})
  union all
  select product_id, ${columns} from (${summedNow(
    weeks,
    `${changedProducts}
      union
      select p.product_id from products p where p.organization_id = $1 and not exists (
        select from product_velocity q where ${stored(weeks, 'q')} and q.product_id = p.product_id)`,
  )}) n`

const variantsOf = (id: string) =>
  `${id} in (select y.variant_id from variants y where y.organization_id = $1 and y.product_id = p.product_id)`

/** Figures of every product when none has changed. */
export const storedProducts = (weeks: Weeks): string =>
  `select s.product_id, ${columns} from product_velocity s where ${stored(weeks, 's')}`

const isStored = (
  weeks: Weeks,
) => `exists (select from product_velocity q where ${stored(weeks, 'q')} and q.product_id = p.product_id)
      and not exists (select from variants y
        join velocity_changes c on c.organization_id = $1 and c.variant_id = y.variant_id
        where y.organization_id = $1 and y.product_id = p.product_id)`

/** Figures of one product p. */
export const oneProduct = (weeks: Weeks): string => `
  select s.product_id, ${columns} from product_velocity s
  where ${stored(weeks, 's')} and s.product_id = p.product_id and ${isStored(weeks)}
  union all
  select x.product_id, ${sumsOf(String(weeks))}
  from variants x left join (${currentFigures(weeks, variantsOf)}) s on s.variant_id = x.variant_id
  where x.organization_id = $1 and x.product_id = p.product_id and not (${isStored(weeks)})
  group by x.product_id`

/** Changed products with their figures, for a page in the order of a stored figure. */
export const changedProductFigures = (weeks: Weeks): string => summedNow(weeks, changedProducts)
export const everyStored = (weeks: Weeks): string => stored(weeks, 's')
export const unchangedProducts = (weeks: Weeks): string =>
  `${stored(weeks, 's')} and s.product_id not in (${changedProducts})`

/** Whether every product is stored for the windows, as an expression. */
export const everyProductStored = (organization: string, weeks: string) => `
  (select count(*) from product_velocity s join velocity_windows w on w.organization_id = s.organization_id
    where s.organization_id = ${organization} and s.end_exclusive = w.end_exclusive and s.weeks = ${weeks})
  = coalesce((select c.row_count from row_counts c
      where c.organization_id = ${organization} and c.table_name = 'products'), 0)
    + coalesce((select sum(d.row_count) from row_count_deltas d
      where d.organization_id = ${organization} and d.table_name = 'products'), 0)`

const assigned = Object.keys(sums)
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')

const storeStatement = `
  insert into product_velocity (organization_id, end_exclusive, weeks, product_id, ${columns})
  select $1::uuid, $2::date, k.weeks, p.product_id, ${sumsOf('k.weeks')}
  from products p cross join unnest(array[${velocityWeeks.join(', ')}]) k (weeks)
  left join variants x on x.organization_id = $1::uuid and x.product_id = p.product_id
  left join variant_velocity s on s.organization_id = $1::uuid and s.end_exclusive = $2::date and s.weeks = k.weeks
    and s.variant_id = x.variant_id
  where p.organization_id = $1::uuid and p.product_id = any($3::uuid[])
  group by k.weeks, p.product_id
  order by k.weeks, p.product_id
  on conflict on constraint product_velocity_pk do update set ${assigned}`

/** Stores the sums of products from the rows of their variants; \`product_ids\` is a PostgreSQL array. */
export const storeProducts = (sql: Sql, organization_id: string, end_exclusive: string, product_ids: string) =>
  runStatement(sql, { text: storeStatement, params: [organization_id, end_exclusive, product_ids] }, true)
