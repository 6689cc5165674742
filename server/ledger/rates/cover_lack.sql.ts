/**
 * Why a level, or a sum of levels, has no rate, as SQL. The measurement keeps a code with each level (cover.ts); sales that
 * were recorded since are looked up, so that no read says that nothing was sold beside units sold.
 */
import { cover } from '../../contract/stock.ts'

const endOf = (organization: string) =>
  `coalesce((select vw.end_exclusive from velocity_windows vw where vw.organization_id = ${organization}),
      (now() at time zone (select z.time_zone from organizations z where z.organization_id = ${organization}))::date)`

/** Sales y of the window of cover, of the variants that \`which\` limits. */
const soldOf = (organization: string, which: string) =>
  `sales_daily y where y.organization_id = ${organization} and ${which} and y.units > 0
        and y.day >= ${endOf(organization)} - ${cover.window_days} and y.day < ${endOf(organization)}`

/** Variants and locations of sales in the window of cover, over the variants that \`which\` limits. */
export const soldPlaces = (organization: string, which: string): string =>
  `select distinct y.variant_id, y.location_id from ${soldOf(organization, which)}`

/** The code of a level, the alias of a row of stock_levels. */
export const lackOfLevel = (l: string): string => `(case when ${l}.units_per_day > 0 then null
      when coalesce(${l}.rate_lack, 'not_measured') <> 'nothing_sold' then coalesce(${l}.rate_lack, 'not_measured')
      when exists (select from ${soldOf(`${l}.organization_id`, `y.variant_id = ${l}.variant_id`)} and y.location_id = ${l}.location_id)
        then 'not_measured' else 'nothing_sold' end)`

/** The code that levels l have together where none of them has a rate: that of units sold comes first. */
export const lackOfLevels = `case when bool_or(l.rate_lack = 'sold_without_stock') then 'sold_without_stock'
      when bool_or(l.rate_lack = 'single_wholesale_shipment') then 'single_wholesale_shipment'
      when bool_or(l.rate_lack = 'not_measured') then 'not_measured'
      when bool_or(l.rate_lack = 'nothing_sold') then 'nothing_sold' end`

/** The code of a sum with \`lack\`, over the variants that \`which\` limits as \`y.variant_id\`; one over no level has none. */
export const lackOfSum = (lack: string, organization: string, which: string): string =>
  `(case when coalesce(${lack}, 'nothing_sold') <> 'nothing_sold' then ${lack} else coalesce((
      select case when n.variant_id is null then 'sold_without_stock' else 'not_measured' end
      from (select y.variant_id, y.location_id from ${soldOf(organization, which)}) q
      left join stock_levels n on n.organization_id = ${organization} and n.variant_id = q.variant_id
        and n.location_id = q.location_id
      where coalesce(n.units_per_day, 0) <= 0
      order by n.variant_id nulls first limit 1), 'nothing_sold') end)`
