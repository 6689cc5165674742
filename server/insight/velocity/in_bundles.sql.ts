/**
 * What bundles that are assembled when sold add to the velocity of their components, as SQL in which $1 is the organisation:
 * the one place for it. Stored figures are of variants as they were sold, so that no unit counts twice in a sum of them.
 */
import { bundlesTaking } from '../../ledger/parts.sql.ts'
import { type Weeks, windowEnd } from './current_figures.ts'

/** Days that the velocity of a row of figures counts; null where it counts none. */
const countedDays = (weeks: Weeks, row: string) =>
  `case when ${row}.basis = 'in_stock_days' then nullif(${row}.in_stock_days, 0) else ${weeks * 7} end`

/** Units of sales y, with their day and `is_wholesale`, that have a rate: those of a single shipping day have none. */
export const ratedUnits = `coalesce(sum(y.units) filter (where not y.is_wholesale), 0)
          + case when count(distinct y.day) filter (where y.is_wholesale and y.units > 0) = 1 then 0
              else coalesce(sum(y.units) filter (where y.is_wholesale), 0) end`
/** Sales of the days that `which` limits, as y. */
export const salesByKind = (which: string): string => `(
          select y.day, y.units, sc.channel_type = 'wholesale' as is_wholesale from sales_daily y
          join sales_channels sc on sc.organization_id = $1 and sc.sales_channel_id = y.sales_channel_id
          where y.organization_id = $1 and ${which}
        ) y`

/**
 * Lateral, for a variant and its row of figures: its units in bundles sold on the days that are counted, and those per day. A
 * bundle that wholesale shipped on a single day counts with what consumers bought of it.
 */
export const inBundles = (weeks: Weeks, variant_id: string, row: string): string => `
    select t.units, round(t.units::numeric / (${countedDays(weeks, row)}), 4) as units_per_day
    from (
      select coalesce(sum(d.units * k.units), 0)::bigint as units
      from (${bundlesTaking('$1', variant_id)}) k
      cross join lateral (
        select ${ratedUnits} as units from ${salesByKind(`y.variant_id = k.bundle_variant_id and y.day < ${windowEnd}
          and y.day >= ${windowEnd} - ${weeks * 7} + case when ${row}.basis = 'in_stock_days' then ${row}.untracked_days else 0 end`)}
      ) d
    ) t`
