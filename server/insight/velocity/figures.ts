/**
 * Pages of velocity in the order of a stored figure: the first of the stored rows, among those that are measured now. In
 * a table's statements, where $1 is the organisation.
 */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Ranked } from '../../tables/table.ts'
import { velocityWeeks } from '../known_values.ts'
import { changedVariants, windowEnd, type Weeks } from './current_figures.ts'
import { measured } from './measured.ts'
import { changedProductFigures, unchangedProducts } from './product_figures.ts'
import { coverOf, trendOf } from './velocity_fields.ts'

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

/** Stored figures by the key of their sort; the value of a row is never that of a missing one. */
const figures: Readonly<Record<string, string>> = {
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

interface Rows {
  id: string
  table: string
  /** Of the stored rows s that did not change. */
  unchanged: string
  changed: string
  /** Units available of the rows, by their id. */
  available: string
}

interface Key {
  stored: string
  changed: string
  reads_available?: true
}

/** The value of a sort key in stored rows s and in changed ones m. */
function keyOf(key: string): Key | null {
  if (key === 'trend_percentage') return { stored: 's.trend_percentage', changed: trendOf('m') }
  if (key === 'weeks_of_cover')
    return {
      stored: coverOf('s.units_per_day', 'a.available'),
      changed: coverOf('m.units_per_day', 'a.available'),
      reads_available: true,
    }
  const name = figures[key]
  return name === undefined ? null : { stored: `s.${name}`, changed: `m.${name}` }
}

const ranked =
  ({ id, table, unchanged, changed, available }: Rows): Ranked =>
  ({ key, descending }, { bounds, reach }) => {
    const value = keyOf(key)
    if (value === null) return null
    const way = descending ? ' desc' : ''
    const order = (one: string, row: string) => `${one}${way} nulls last, ${row}.${id}${way} nulls last`
    const stock = (row: string) => (value.reads_available ? `left join (${available}) a on a.${id} = ${row}.${id}` : '')
    return `select r.${id} from (
      (select s.${id}, ${value.stored} as value from ${table} s ${stock('s')}
      where ${unchanged}
      order by ${order(value.stored, 's')} limit ${reach})
      union all
      select m.${id}, ${value.changed} from (${changed}) m ${stock('m')}
    ) r
    order by ${order('r.value', 'r')}
    ${bounds}`
  }

export const rankedVariants = (weeks: Weeks): Ranked =>
  ranked({
    id: 'variant_id',
    table: 'variant_velocity',
    unchanged: `s.organization_id = $1 and s.end_exclusive = ${windowEnd} and s.weeks = ${weeks}
        and s.variant_id not in (${changedVariants})`,
    changed: measured({ variants: changedVariants, end: windowEnd, weeks: [weeks] }),
    available: `select l.variant_id, sum(l.available) as available from stock_levels l
        where l.organization_id = $1 group by l.variant_id`,
  })

export const rankedProducts = (weeks: Weeks): Ranked =>
  ranked({
    id: 'product_id',
    table: 'product_velocity',
    unchanged: unchangedProducts(weeks),
    changed: changedProductFigures(weeks),
    available: `select z.product_id, sum(l.available) as available from variants z
        join stock_levels l on l.organization_id = z.organization_id and l.variant_id = z.variant_id
        where z.organization_id = $1 group by z.product_id`,
  })
