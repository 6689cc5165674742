import { addDays, daysBetween } from '../../calendar/days.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { CalendarDate, Count, Id, Text, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { SupplierVariance, VarianceTotals } from './variance.model.ts'
import { varianceFigures, type VarianceSums } from './variance.rules.ts'

const daysDefault = 365
const daysMax = limits.stocktake_window_days_max
const pageMax = limits.page_limit_common_max

export const varianceBySupplier = operation({
  id: 'stocktakes.variance_by_supplier',
  route: 'GET /api/v1/stocktakes/variance/by-supplier',
  summary: 'Get stocktake variance by supplier',
  description: `Returns the variance of posted stocktakes, grouped by the current primary supplier of each variant. Variants without a primary supplier are grouped in a row whose supplier is null. Only counted lines are included, valued at the unit cost frozen when their stocktake was posted. The window filters on the count date, both ends included. It defaults to the ${daysDefault} days ending today and may span at most ${daysMax} days. Suppliers are sorted by shrinkage in units, highest first.`,
  query: Type.Object(
    {
      start_date: Type.Optional(
        CalendarDate(`First count date of the window. Defaults to ${daysDefault - 1} days before \`end_date\`.`),
      ),
      end_date: Type.Optional(CalendarDate('Last count date of the window, included. Defaults to today.')),
      location_id: Type.Optional(Id('Limits the result to lines at this location.')),
      ...pagingQuery(pageMax, pageMax),
    },
    { additionalProperties: false },
  ),
  answer: Page(SupplierVariance, {
    start_date: CalendarDate('First day of the window.'),
    end_date: CalendarDate('Last day of the window.'),
    stocktake_count: Count('Number of posted stocktakes in the window.', { examples: [4] }),
    currency: Text('ISO 4217 currency code of the values.', { examples: ['USD'] }),
    totals: VarianceTotals,
  }),
  refusals: ['location_not_on_file'],
  async run({ sql, caller, query, now }) {
    const { organization_id, currency, time_zone } = caller
    const window = readWindow(query, dayInTimeZone(time_zone, now))
    const location_id = query.location_id ?? null
    const [groups, stocktake_count] = await Promise.all([
      sumBySupplier(sql, organization_id, window, location_id),
      countStocktakes(sql, organization_id, window, location_id),
      checkLocation(sql, organization_id, location_id),
    ])
    const suppliers = groups.filter(({ is_total }) => !is_total)
    const total = groups.find(({ is_total }) => is_total)!
    const offset = query.offset ?? 0
    const rows = suppliers.slice(offset, offset + (query.limit ?? pageMax)).map((group) => ({
      supplier_id: group.supplier_id,
      supplier_name: group.supplier_name,
      ...varianceFigures(sumsOf(group), currency),
    }))
    return {
      rows,
      size: rows.length,
      offset,
      filtered_max_size: suppliers.length,
      ...window,
      stocktake_count,
      currency,
      totals: varianceFigures(sumsOf(total), currency),
    }
  },
})

interface Window {
  start_date: string
  end_date: string
}

function readWindow(query: { start_date?: string; end_date?: string }, today: string): Window {
  const end_date = query.end_date ?? today
  const start_date = query.start_date ?? addDays(end_date, 1 - daysDefault)
  if (start_date > end_date) refuseField('start_date', `must not be after end_date (${end_date})`)
  const days = daysBetween(start_date, end_date) + 1
  if (days > daysMax) refuseField('start_date', `gives a window of ${days} days`, [`at most ${daysMax} days`])
  return { start_date, end_date }
}

interface SupplierSums extends VarianceSums {
  supplier_id: string | null
  supplier_name: string | null
  is_total: boolean
}

function sumsOf({ supplier_id: _id, supplier_name: _name, is_total: _total, ...sums }: SupplierSums): VarianceSums {
  return sums
}

/**
 * Sums lines by variant before joining suppliers; the empty grouping set is the row of totals. The stocktake ids are an
 * array, not a join: with a join the planner estimates so few lines that it sorts a million of them on disk.
 */
const sumBySupplier = (sql: Sql, organization_id: string, window: Window, location_id: string | null) => sql<
  SupplierSums[]
>`
  with counted as (
    select n.variant_id, count(*) as lines, count(*) filter (where n.variance_quantity <> 0) as variance_lines,
      count(*) filter (where n.variance_quantity <> 0 and n.unit_cost is null) as uncosted,
      sum(n.system_quantity) as system_units, sum(n.counted_quantity) as counted_units,
      -sum(n.variance_quantity) filter (where n.variance_quantity < 0) as shrinkage,
      sum(n.variance_quantity) filter (where n.variance_quantity > 0) as overage,
      -sum(n.variance_quantity * n.unit_cost) filter (where n.variance_quantity < 0) as shrinkage_value,
      sum(n.variance_quantity * n.unit_cost) filter (where n.variance_quantity > 0) as overage_value
    from stocktake_lines n
    where n.organization_id = ${organization_id}
      and n.stocktake_id = any (array(
        select s.stocktake_id from stocktakes s
        where s.organization_id = ${organization_id} and s.status = 'posted'
          and s.counted_on between ${window.start_date} and ${window.end_date}))
      and n.counted_quantity is not null
      and (${location_id}::uuid is null or n.location_id = ${location_id}::uuid)
    group by n.variant_id
  )
  select p.supplier_id, p.name as supplier_name, grouping(p.supplier_id) = 1 as is_total,
    coalesce(sum(c.lines), 0)::int as line_count, coalesce(sum(c.variance_lines), 0)::int as variance_line_count,
    coalesce(sum(c.uncosted), 0)::int as uncosted_line_count,
    coalesce(sum(c.system_units), 0)::float8 as system_units,
    coalesce(sum(c.counted_units), 0)::float8 as counted_units,
    coalesce(sum(c.shrinkage), 0)::float8 as shrinkage_units, coalesce(sum(c.overage), 0)::float8 as overage_units,
    coalesce(sum(c.shrinkage_value), 0)::text as shrinkage_value,
    coalesce(sum(c.overage_value), 0)::text as overage_value,
    (coalesce(sum(c.overage_value), 0) - coalesce(sum(c.shrinkage_value), 0))::text as net_value
  from counted c
  left join supplier_variants sv on sv.organization_id = ${organization_id} and sv.variant_id = c.variant_id
    and sv.is_primary
  left join suppliers p on p.organization_id = sv.organization_id and p.supplier_id = sv.supplier_id
  group by grouping sets ((p.supplier_id, p.name), ())
  order by shrinkage_units desc, p.name nulls last, p.supplier_id`

async function countStocktakes(
  sql: Sql,
  organization_id: string,
  window: Window,
  location_id: string | null,
): Promise<number> {
  const [row] = await sql<{ stocktakes: number }[]>`
    select count(*)::int as stocktakes from stocktakes s
    where s.organization_id = ${organization_id} and s.status = 'posted'
      and s.counted_on between ${window.start_date} and ${window.end_date}
      and (${location_id}::uuid is null or exists (
        select 1 from stocktake_locations sl
        where sl.organization_id = s.organization_id and sl.stocktake_id = s.stocktake_id
          and sl.location_id = ${location_id}::uuid))`
  return row!.stocktakes
}

async function checkLocation(sql: Sql, organization_id: string, location_id: string | null): Promise<void> {
  if (location_id === null) return
  const [row] = await sql`
    select 1 from locations where organization_id = ${organization_id} and location_id = ${location_id}`
  if (row === undefined) refuse('location_not_on_file')
}
