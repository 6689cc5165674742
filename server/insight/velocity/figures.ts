/**
 * Pages of velocity in the order of a stored figure: the first of the stored rows, among those that are measured now.
 * In a table's statements, where $1 is the organisation.
 */
import { textFragment } from '../../../db/sql/fragment.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import { assembledUnits } from '../../ledger/parts.sql.ts'
import type { Ranked } from '../../tables/table.ts'
import { changedVariants, type Weeks, windowEnd } from './current_figures.ts'
import { inBundles } from './in_bundles.sql.ts'
import { measured } from './measured.ts'
import type { RowType } from './classes.ts'
import { changedProductFigures, everyProductStored, everyStored, unchangedProducts } from './product_figures.ts'
import { coverOf, trendOf } from './velocity_fields.ts'

/**
 * The figures that are stored for the windows. `partly`: not every variant, or more changed than a read measures.
 * `changing`: those that changed are measured by reads. `wholly`: every variant is stored and none changed, as this
 * read begins.
 */
export type Stored = 'partly' | 'changing' | 'wholly'

interface Asked {
  weeks: Weeks
  /** Days that the window must have, or nothing is stored for them. */
  days?: Period
}

/** What is stored of variants, as an expression. Of products, those that have neither variants nor changes may be missing. */
export const storedAs = (sql: Sql, organization_id: string, { weeks, days }: Asked) => {
  const { start, end } = days ?? { start: null, end: null }
  return sql`(
    select case
      when not exists (select from velocity_windows where organization_id = ${organization_id}
        and (${start}::date is null or (end_exclusive - ${7 * weeks}::int = ${start}::date and end_exclusive - 1 = ${end}::date)))
        or c.changes > ${limits.velocity_changes_read_max} then 'partly'
      when c.changes = 0 then 'wholly' else 'changing' end
    from (select count(*) as changes from (select from velocity_changes where organization_id = ${organization_id}
      limit ${limits.velocity_changes_read_max + 1}) c) c
  )`
}

/** What is stored of the rows of a type. */
export async function storedOf(
  sql: Sql,
  organization_id: string,
  { type, weeks }: { type: RowType; weeks: Weeks },
): Promise<Stored> {
  const ofVariants = storedAs(sql, organization_id, { weeks })
  const stored =
    type === 'variants'
      ? ofVariants
      : sql`case when exists (select from organizations o cross join (select ${weeks}::int as weeks) k
          where o.organization_id = ${organization_id} and ${textFragment(everyProductStored('o.organization_id', 'k.weeks'))})
          then ${ofVariants} else 'partly' end`
  const [row] = await sql<{ stored: Stored }[]>`select ${stored} as stored`
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
  /** Figures of the stored rows s that did not change. */
  unchanged: string
  /** Null where none changed. */
  changed: string | null
  /** Units available of the rows, by their id. */
  available: string
  /** Units a day that bundles take, of a row of figures; null where rows have none. */
  bundled: ((row: string) => string) | null
  /** Whether every row is stored, where that is not known; rows that are not have the value 0. */
  is_complete?: string
}

interface Key {
  stored: string
  changed: string
  reads_available?: true
}

/** The value of a sort key in stored rows s and in changed ones m. */
function keyOf(key: string, { id, bundled }: Rows): Key | null {
  if (key === 'trend_percentage') return { stored: 's.trend_percentage', changed: trendOf('m') }
  if (key === 'weeks_of_cover') {
    const pace = (row: string) =>
      bundled === null ? `${row}.units_per_day` : `(${row}.units_per_day + n.units_per_day)`
    return {
      stored: coverOf(pace('s'), 'a'),
      changed: coverOf(pace('m'), 'a'),
      reads_available: true,
    }
  }
  // A product has the sum of what its variants show, which has another order than its units.
  const isSumOfRounded = key === 'as_sold_units_per_day' && id === 'product_id'
  const name = isSumOfRounded ? key : figures[key]
  return name === undefined ? null : { stored: `s.${name}`, changed: `m.${name}` }
}

/** The keys of a page that lies before every value of 0, or to which no row is missing; otherwise rows without a key. */
const completed = (id: string, page: string, before: string, limit: string, isComplete: string) => `
    with page as materialized (select f.*, row_number() over () as place from (${page}) f)
    select case when k.is_complete then f.${id} end as ${id}
    from (select count(*) filter (where value ${before} 0) = ${limit} or (${isComplete}) as is_complete from page) k
    left join page f on true
    where f.${id} is not null or not k.is_complete
    order by f.place`

const ranked =
  (rows: Rows): Ranked =>
  ({ key, descending }, { bounds, limit, reach }) => {
    const { id, table, unchanged, changed, available, bundled, is_complete } = rows
    const value = keyOf(key, rows)
    if (value === null) return null
    const way = descending ? ' desc' : ''
    const order = (one: string, row: string) => `${one}${way} nulls last, ${row}.${id}${way} nulls last`
    const stock = (row: string) =>
      value.reads_available
        ? `left join (${available}) a on a.${id} = ${row}.${id}
      ${bundled === null ? '' : `cross join lateral (${bundled(row)}) n`}`
        : ''
    const page =
      changed === null
        ? `select s.${id}, ${value.stored} as value from ${table} s ${stock('s')}
      where ${unchanged}
      order by ${order(value.stored, 's')}
      ${bounds}`
        : `select r.${id}, r.value from (
      (select s.${id}, ${value.stored} as value from ${table} s ${stock('s')}
      where ${unchanged}
      order by ${order(value.stored, 's')} limit ${reach})
      union all
      select m.${id}, ${value.changed} from (${changed}) m ${stock('m')}
    ) r
    order by ${order('r.value', 'r')}
    ${bounds}`
    return is_complete === undefined ? page : completed(id, page, descending ? '>' : '<', limit, is_complete)
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
    bundled: (row) => inBundles(weeks, `${row}.variant_id`, row),
  })
}

const productRows = (weeks: Weeks, stored: Stored): Rows => {
  const isWhole = stored === 'wholly'
  return {
    id: 'product_id',
    table: 'product_velocity',
    unchanged: isWhole ? everyStored(weeks) : unchangedProducts(weeks),
    changed: isWhole ? null : changedProductFigures(weeks),
    available: availableOfProducts,
    bundled: null,
  }
}

export const rankedProducts = (weeks: Weeks, stored: Stored): Ranked => ranked(productRows(weeks, stored))

/** Where that is stored of variants: for sums, which are 0 for a product without variants. */
export const rankedSumsOfProducts = (weeks: Weeks, stored: Stored): Ranked =>
  ranked({ ...productRows(weeks, stored), is_complete: everyProductStored('$1', String(weeks)) })

/** What is available, and the rates of cover of its locations (ledger/cover.ts), which a bundle that is assembled has not. */
export const availableOfVariants = `select variant_id, coalesce(b.units, n.available) as available,
          b.units is not null as is_assembled, case when b.units is null then n.units_per_day end as units_per_day
        from (
          select l.variant_id, sum(l.available) as available, sum(l.units_per_day) as units_per_day from stock_levels l
          where l.organization_id = $1 group by l.variant_id
        ) n full join (${assembledUnits('$1')}) b using (variant_id)`

export const availableOfProducts = `select z.product_id, sum(l.available) as available, false as is_assembled,
          sum(l.units_per_day) as units_per_day
        from variants z
        join stock_levels l on l.organization_id = $1 and l.variant_id = z.variant_id
        where z.organization_id = $1 group by z.product_id`
