/**
 * SQL of the velocity of variants as it is now: the rows of variant_velocity, but for variants that changed since, which
 * are measured. In a table's joins, where $1 is the organisation.
 */
import { limits } from '../../contract/limits.ts'
import type { Sql } from '../../contract/call.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Ranked } from '../../tables/table.ts'
import { velocityWeeks } from '../known_values.ts'
import { measured, measuredColumns, ownTimeZone } from './measured.ts'

export type Weeks = (typeof velocityWeeks)[number]

/** The day after the windows: that of the last full measurement, or today before the first. */
const windowEnd = `coalesce((select w.end_exclusive from velocity_windows w where w.organization_id = $1),
    (now() at time zone ${ownTimeZone})::date)`

/** Variants that changed since they were measured, of which reads measure so many. */
const changedVariants = `select distinct c.variant_id from (select variant_id from velocity_changes
          where organization_id = $1 order by entry limit ${limits.velocity_changes_read_max}) c`

/**
 * Whether `rankedVariants` has every variant: all are measured for the windows, or are among the changes that a read
 * measures. With `days`, whether these are moreover the days of the shortest window.
 */
export async function isRanked(sql: Sql, organization_id: string, days?: Period): Promise<boolean> {
  const { start, end } = days ?? { start: null, end: null }
  const [row] = await sql<{ is_ranked: boolean }[]>`
    select exists (select from velocity_windows where organization_id = ${organization_id}
        and (${start}::date is null or (end_exclusive - ${7 * velocityWeeks[0]}::int = ${start}::date and end_exclusive - 1 = ${end}::date)))
      and (select count(*) from (select from velocity_changes where organization_id = ${organization_id}
        limit ${limits.velocity_changes_read_max + 1}) c) <= ${limits.velocity_changes_read_max} as is_ranked`
  return row!.is_ranked
}

/** What a sort key is called in variant_velocity; the value for a variant is never that of a missing row. */
const rankedBy: Readonly<Record<string, string>> = {
  units_sold: 'units',
  units_per_day: 'units_per_day',
  as_sold_units_per_day: 'units',
  in_stock_days: 'in_stock_days',
  stockout_days: 'stockout_days',
  untracked_days: 'untracked_days',
  lost_units: 'lost_units',
  lost_revenue: 'lost_cents',
  previous_units_sold: 'previous_units',
  previous_units_per_day: 'previous_units_per_day',
  net_sales: 'net_cents',
}

/** Ids of variants in the order of a stored figure: the first of the stored ones, among those that are measured now. */
export const rankedVariants =
  (weeks: Weeks): Ranked =>
  ({ key, descending }, { bounds, reach }) => {
    const column = rankedBy[key]
    if (column === undefined) return null
    const way = descending ? ' desc' : ''
    const order = (alias: string) => `${alias}.${column}${way} nulls last, ${alias}.variant_id${way} nulls last`
    return `select r.variant_id from (
      (select s.variant_id, s.${column} from variant_velocity s
      where s.organization_id = $1 and s.end_exclusive = ${windowEnd} and s.weeks = ${weeks}
        and s.variant_id not in (${changedVariants})
      order by ${order('s')} limit ${reach})
      union all
      select m.variant_id, m.${column} from (${measured({ variants: changedVariants, end: windowEnd, weeks: [weeks] })}) m
    ) r
    order by ${order('r')}
    ${bounds}`
  }

/** Of all variants, or of those that `among` selects by the SQL of their id. */
export function currentFigures(weeks: Weeks, among?: (variant_id: string) => string): string {
  const changed =
    among === undefined
      ? changedVariants
      : `select distinct c.variant_id from velocity_changes c
          where c.organization_id = $1 and ${among('c.variant_id')}`
  return `
    select ${measuredColumns} from variant_velocity s
    where s.organization_id = $1 and s.end_exclusive = ${windowEnd} and s.weeks = ${weeks}
      and ${among === undefined ? `s.variant_id not in (${changed})` : `${among('s.variant_id')} and not exists (select from velocity_changes c where c.organization_id = $1 and c.variant_id = s.variant_id)`}
    union all
    select ${measuredColumns} from (${measured({ variants: changed, end: windowEnd, weeks: [weeks] })}) m`
}

/** The basis of the variants that were tracked or sold. */
const commonBasis = (basis: string, units: string) => {
  const counted = `filter (where ${units} > 0 or ${basis} = 'in_stock_days')`
  return `coalesce(case when min(${basis}) ${counted} = max(${basis}) ${counted} then min(${basis}) ${counted}
        when min(${basis}) ${counted} is not null then 'mixed' end, 'as_sold')`
}

/** Figures of a product: the sums over its variants x with their figures s. Its days are days of variants. */
export const figureSums = (weeks: Weeks) => `coalesce(sum(s.units), 0) as units, count(*) as variants,
      count(s.lost_units) as measured,
      case when bool_or(s.variant_id is null) and count(s.units_per_day) = 0 then 0 else sum(s.units_per_day) end
        as units_per_day,
      ${commonBasis('s.basis', 's.units')} as basis,
      coalesce(sum(s.in_stock_days), 0) as in_stock_days, coalesce(sum(s.stockout_days), 0) as stockout_days,
      sum(coalesce(s.untracked_days, ${weeks * 7})) as untracked_days, sum(s.lost_units) as lost_units,
      case when count(s.lost_units) = count(s.lost_cents) then sum(s.lost_cents) end as lost_cents,
      case when count(s.variant_id) = count(s.net_cents) then coalesce(sum(s.net_cents), 0) end as net_cents,
      coalesce(sum(s.previous_units), 0) as previous_units,
      case when bool_or(s.variant_id is null) and count(s.previous_units_per_day) = 0 then 0
        else sum(s.previous_units_per_day) end as previous_units_per_day,
      ${commonBasis('s.previous_basis', 's.previous_units')} as previous_basis`
