/**
 * Pages of velocity in the order of a stored figure: the first of the stored rows, among those that are measured now. In
 * a table's statements, where $1 is the organisation.
 */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Ranked } from '../../tables/table.ts'
import { changedVariants, windowEnd, type Weeks } from './current_figures.ts'
import { measured } from './measured.ts'
import { availableOfProducts, availableOfVariants } from './available.ts'
import type { RowType } from './classes.ts'
import { isEveryProductStored, changedProductFigures, everyStored, unchangedProducts } from './product_figures.ts'
import { coverOf, trendOf } from './velocity_fields.ts'

/**
 * What is stored for the windows. `partly`: not every variant, or more changed than a read measures. `changing`: those that
 * changed are measured by reads. `wholly`: every variant is stored and none changed, as this read begins.
 */
export type Stored = 'partly' | 'changing' | 'wholly'

interface Asked {
  type: RowType
  weeks: Weeks
  /** Days that the window must have, or nothing is stored for them. */
  days?: Period
}

/** What is stored of the rows of a type, as an expression. */
export const storedAs = (sql: Sql, organization_id: string, { type, weeks, days }: Asked) => {
  const { start, end } = days ?? { start: null, end: null }
  return sql`(
    select case
      when not exists (select from velocity_windows where organization_id = ${organization_id}
        and (${start}::date is null or (end_exclusive - ${7 * weeks}::int = ${start}::date and end_exclusive - 1 = ${end}::date)))
        or c.changes > ${limits.velocity_changes_read_max} then 'partly'
      when ${type === 'variants' ? sql`false` : sql`not (${isEveryProductStored(sql, organization_id, weeks)})`} then 'partly'
      when c.changes = 0 then 'wholly' else 'changing' end
    from (select count(*) as changes from (select from velocity_changes where organization_id = ${organization_id}
      limit ${limits.velocity_changes_read_max + 1}) c) c
  )`
}

/** The answer to the same. */
export async function storedOf(sql: Sql, organization_id: string, asked: Asked): Promise<Stored> {
  const [row] = await sql<{ stored: Stored }[]>`select ${storedAs(sql, organization_id, asked)} as stored`
  return row!.stored
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
  /** Null where none changed. */
  changed: string | null
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
    if (changed === null)
      return `select s.${id} from ${table} s ${stock('s')}
      where ${unchanged}
      order by ${order(value.stored, 's')}
      ${bounds}`
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

export const rankedVariants = (weeks: Weeks, stored: Stored = 'changing'): Ranked => {
  const ofWindow = `s.organization_id = $1 and s.end_exclusive = ${windowEnd} and s.weeks = ${weeks}`
  const isWhole = stored === 'wholly'
  return ranked({
    id: 'variant_id',
    table: 'variant_velocity',
    unchanged: isWhole ? ofWindow : `${ofWindow} and s.variant_id not in (${changedVariants})`,
    changed: isWhole ? null : measured({ variants: changedVariants, end: windowEnd, weeks: [weeks] }),
    available: availableOfVariants,
  })
}

export const rankedProducts = (weeks: Weeks, stored: Stored): Ranked => {
  const isWhole = stored === 'wholly'
  return ranked({
    id: 'product_id',
    table: 'product_velocity',
    unchanged: isWhole ? everyStored(weeks) : unchangedProducts(weeks),
    changed: isWhole ? null : changedProductFigures(weeks),
    available: availableOfProducts,
  })
}
