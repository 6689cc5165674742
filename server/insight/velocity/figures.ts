/**
 * SQL of the velocity of variants as it is now: the rows of variant_velocity, but for variants that changed since, which
 * are measured. In a table's joins, where $1 is the organisation.
 */
import { limits } from '../../contract/limits.ts'
import type { velocityWeeks } from '../known_values.ts'
import { measured, measuredColumns, ownTimeZone } from './measured.ts'

export type Weeks = (typeof velocityWeeks)[number]

/** The day after the windows: that of the last full measurement, or today before the first. */
const windowEnd = `coalesce((select w.end_exclusive from velocity_windows w where w.organization_id = $1),
    (now() at time zone ${ownTimeZone})::date)`

/** Of all variants, or of those that `among` selects by the SQL of their id. */
export function currentFigures(weeks: Weeks, among?: (variant_id: string) => string): string {
  const changed =
    among === undefined
      ? `select distinct c.variant_id from (select variant_id from velocity_changes
          where organization_id = $1 order by entry limit ${limits.velocity_changes_read_max}) c`
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
