/** Sums of the sales overview over a filtered set of products, as text of the table engine. */
import { catalogueFilters, anyVariantOfProduct } from '../../catalogue/filters/catalogue_filters.ts'
import { addDays } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Sql } from '../../contract/call.ts'
import { Nullable, OwnId, Text } from '../../contract/schema.ts'
import { readFilters } from '../../tables/arguments.ts'
import { field, filterable, searchable } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'
import { readFiltered } from '../../tables/page.ts'
import { hasRunningSums, runningRows, runningSums, runningSumsOfVariant } from './running_sums/running_sums.sql.ts'
import { convertedSums, ownFigures, ownRow, ownSums, summedByKey } from './sales_facts.store.ts'
import { productFields } from './table/sales_fields.ts'
import type { OverviewSums } from './sales_overview.rules.ts'
import { channelFilters } from './table/sales_table.ts'

/** Filters of the overview: products and channels. */
export const overviewTable = defineTable({
  name: 'sales_overview',
  base: { table: 'products', alias: 'p', key: ['product_id'] },
  fields: {
    product_id: field(OwnId('The product.'), 'p.product_id', filterable),
    product_title: field(Text('Title of the product.'), 'p.title', searchable),
    category_id: field(Nullable(OwnId('Category of the product.')), 'p.category_id', filterable),
    vendor: field(Nullable(Text('Vendor of the product.')), 'p.vendor', filterable),
    ...productFields,
  },
  filters: {
    category: catalogueFilters(anyVariantOfProduct).category!,
    custom_fields: catalogueFilters(anyVariantOfProduct).custom_fields!,
    ...channelFilters,
  },
  default_sort: 'product_title',
})

export interface OverviewScope {
  organization_id: string
  filter_args: string | undefined
  /** Whether every sale of the periods is in the organisation's currency. */
  is_own_currency: boolean
}

const channelKeys = Object.keys(channelFilters)

/** Whether filters limit products; without, sums by channel serve. */
const limitsProducts = (filter_args: string | undefined) =>
  readFilters(overviewTable, filter_args).some(({ key }) => !channelKeys.includes(key))

const limitsChannels = (filter_args: string | undefined) =>
  readFilters(overviewTable, filter_args).some(({ key }) => channelKeys.includes(key))

const overviewFigures = ['units', 'returned_units', 'gross_sales_cents', 'discounts_cents', 'returns_cents'] as const

const periodFigures = [...ownFigures, 'costed_units', 'known_cost_cents']

/** Rows of a period, which is bounded by its first and last day. */
function salesIn({ is_own_currency }: OverviewScope, table: string, ofProduct: readonly string[]): string {
  const keys = ['day', 'sales_channel_id', 'currency', ...ofProduct]
  const rowsOf = (one: string) =>
    `select ${[...keys, ...periodFigures].join(', ')} from ${one} where organization_id = $1 and day >= w.first_day and day <= w.last_day`
  const rows = `${rowsOf(table)} union all ${rowsOf('sales_deltas')}`
  return is_own_currency ? rows : summedByKey(rows, keys, periodFigures)
}

const amountsOf = ({ is_own_currency }: OverviewScope) => (is_own_currency ? ownSums : convertedSums)

const sumsOf = (scope: OverviewScope, facts: string, conditions: string) => `
  select ${amountsOf(scope)}, sum(s.costed_units) as costed_units, round(sum(s.known_cost_cents)) as cost
  from (${facts}) s where true ${conditions}`

const selected = `d.units::float8 as units, d.returned_units::float8 as returned_units, d.gross::float8 as gross,
  d.discounts::float8 as discounts, d.returns::float8 as returns, d.net::float8 as net,
  d.costed_units::float8 as costed_units, d.cost::float8 as cost, d.unrated`

/** One sum for each period, by its place; periods without sales are left out. */
export async function readPeriods(sql: Sql, scope: OverviewScope, periods: readonly Period[]) {
  const { organization_id, filter_args } = scope
  const listed = JSON.stringify(periods.map(({ start, end }, at) => ({ at, first_day: start, last_day: end })))
  const isLimited = limitsProducts(filter_args)
  const facts = isLimited ? salesIn(scope, 'sales_by_product', ['product_id']) : salesIn(scope, 'sales_by_channel', [])
  const ofProducts = isLimited ? 'and s.product_id in (select product_id from filtered)' : ''
  const rows = await readFiltered<OverviewSums & { at: number }>(
    sql,
    overviewTable,
    organization_id,
    { filter_args },
    (param, within) => `
select w.at, ${selected}
from jsonb_to_recordset(${param(listed)}::text::jsonb) as w (at int, first_day date, last_day date)
cross join lateral (${sumsOf(scope, facts, `${ofProducts} ${within.get('d') ?? ''}`)}) d
where d.units is not null`,
  )
  return new Map(rows.map(({ at, ...sums }) => [at, sums]))
}

/** Null if no run has ended. */
async function newestForecast(sql: Sql, organization_id: string) {
  const [newest] = await sql<{ origin_week: string; is_summed: boolean }[]>`
    select r.origin_week, exists (select from forecast_sums s
      where s.organization_id = ${organization_id} and s.origin_week = r.origin_week) as is_summed
    from forecast_runs r where r.organization_id = ${organization_id} and r.ended_at is not null
    order by r.origin_week desc limit 1`
  return newest ?? null
}

/** Forecast units of each week by the newest run, summed over variants and channels; weeks without one are left out. */
export async function readForecast(
  sql: Sql,
  { organization_id, filter_args }: OverviewScope,
  weeks: readonly string[],
): Promise<readonly { week_start: string; units: number }[]> {
  const newest = await newestForecast(sql, organization_id)
  if (newest === null) return []
  const ofProducts = `weekly_forecasts s
join variants v on v.organization_id = $1 and v.variant_id = s.variant_id
join filtered f on f.product_id = v.product_id`
  const ofEveryProduct = `${newest.is_summed ? 'forecast_sums' : 'weekly_forecasts'} s`
  return readFiltered<{ week_start: string; units: number }>(
    sql,
    overviewTable,
    organization_id,
    { filter_args },
    (param, within) => `
select s.week_start, round(sum(s.forecast_units), 2)::float8 as units
from ${limitsProducts(filter_args) ? ofProducts : ofEveryProduct}
where s.organization_id = $1 and s.week_start >= ${param(weeks[0])}::date
  and s.origin_week = ${param(newest.origin_week)}::date
  and s.week_start < ${param(addDays(weeks.at(-1)!, 7))}::date ${within.get('d') ?? ''}
group by s.week_start order by s.week_start`,
  )
}

export interface VariantSums extends OverviewSums {
  variant_id: string | null
  value: string | null
}

/**
 * Sums of the variants that sold most: they are found by net sales alone, and SKUs are read for those that may be among
 * them, with all that sold as much as the last one.
 */
function rankedSums({ start, end }: Period, limit: string): string {
  const window = { organization: '$1', start, end }
  return `
    select m.variant_id, d.*
    from (
      select s.variant_id from (
        select s.variant_id, s.net_cents from (${runningRows(['net_cents', 'row_count'], window)}) s
        where s.row_count > 0
        order by s.net_cents desc fetch first (${limit}) rows with ties
      ) s
      join variants y on y.organization_id = $1 and y.variant_id = s.variant_id
      order by s.net_cents desc, y.sku nulls last limit ${limit}
    ) m
    cross join lateral (
      select ${overviewFigures.map((name) => `coalesce(sum(s.${name}), 0) as ${name}`).join(', ')}, 0 as taxes_cents
      from (${runningSumsOfVariant(overviewFigures, window, 'm.variant_id')}) s
    ) d`
}

/**
 * The values of an option, or the variants, that sold most; null for variants without the option. Variants are summed
 * before they are joined, unless days need rates: a variant's foreign sales would be rounded one by one.
 */
export const readVariants = async (
  sql: Sql,
  scope: OverviewScope,
  { start, end }: Period,
  { product_option, limit }: { product_option: string | undefined; limit: number },
) => {
  const { organization_id, filter_args, is_own_currency } = scope
  const isRunning =
    is_own_currency && !limitsChannels(filter_args) && (await hasRunningSums(sql, organization_id, { start, end }))
  return readFiltered<VariantSums>(sql, overviewTable, organization_id, { filter_args }, (param, within) => {
    const isByOption = product_option !== undefined
    const value = isByOption ? `v.option_values ->> ${param(product_option)}::text` : 'v.sku'
    const [first, last] = [`${param(start)}::date`, `${param(end)}::date`]
    const days = `organization_id = $1 and s.day >= ${first} and s.day <= ${last}
      ${within.get('d') ?? ''}`
    const figures = [...overviewFigures, 'row_count']
    const window = { organization: '$1', start: first, end: last }
    const ofVariants = `
      select s.variant_id, s.day, s.currency, s.units, s.returned_units, s.gross_sales_cents, s.discounts_cents,
        s.returns_cents, s.taxes_cents from sales_daily s where s.${days}`
    const grouped = `
      select s.variant_id, sum(s.units) as units, sum(s.returned_units) as returned_units,
        sum(s.gross_sales_cents::float8) as gross_sales_cents, sum(s.discounts_cents::float8) as discounts_cents,
        sum(s.returns_cents::float8) as returns_cents
      from sales_daily s where s.${days} group by s.variant_id`
    // A value sums the rows themselves: one row for each variant first would take as long again.
    const running = isByOption
      ? runningSums(figures, window)
      : `select * from (${runningRows(figures, window)}) s where s.row_count > 0`
    const summed = `select s.*, 0 as taxes_cents from (${isRunning ? running : grouped}) s`
    const isOneRow = is_own_currency && !isByOption
    const isRanked = isRunning && isOneRow && !limitsProducts(filter_args)
    const facts = isRanked
      ? rankedSums({ start: first, end: last }, `${param(limit)}::int`)
      : is_own_currency
        ? summed
        : ofVariants
    return `
select d.variant_id, d.value, d.units::float8 as units, d.returned_units::float8 as returned_units,
  d.gross::float8 as gross, d.discounts::float8 as discounts, d.returns::float8 as returns, d.net::float8 as net,
  0::float8 as costed_units, 0::float8 as cost, d.unrated
from (
  select ${isByOption ? 'null::uuid' : 'v.variant_id'} as variant_id, ${value} as value,
    ${isOneRow ? ownRow : amountsOf(scope)}
  from (${facts}) s
  join variants v on v.organization_id = $1 and v.variant_id = s.variant_id
  ${limitsProducts(filter_args) ? 'join filtered f on f.product_id = v.product_id' : ''}
  ${isOneRow ? '' : 'group by 1, 2'} ${isRunning && isByOption ? 'having sum(s.row_count) > 0' : ''}
) d
order by case when d.unrated is null then d.net end desc nulls last, d.value nulls last limit ${param(limit)}::int`
  })
}
