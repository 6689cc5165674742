import { money } from '../../contract/money.ts'
import { operation } from '../../contract/operation.ts'
import { Count, Money, Nullable, Num, OpenChoice, Reason, Shape, Type, Whole } from '../../contract/schema.ts'
import type { Sql } from '../../contract/call.ts'
import { readFiltered, runStatement } from '../../tables/page.ts'
import { type TableQuery, tableQuery } from '../../tables/table.ts'
import { velocityWeeks } from '../known_values.ts'
import type { RowType } from './classes.ts'
import { currentFigures, type Weeks } from './current_figures.ts'
import { storedOf, type Stored } from './figures.ts'
import { typeQuery } from './list_velocity.ts'
import { everyProduct, storedProducts } from './product_figures.ts'
import { reasons } from './velocity_fields.ts'
import { tableOf, variantTables } from './velocity_tables.ts'
import { readWindows, weeksOf, weeksQuery, windowFields } from './windows.ts'

const Totals = Shape(
  {
    rows: Count('Number of rows of the table that match the filters.', { examples: [420] }),
    variant_count: Count('Number of variants in those rows.', { examples: [420] }),
    units_sold: Whole('Units sold in the window.', { examples: [56_000] }),
    units_per_day: Num('Sum of the velocities that are known.', { examples: [2_800.5] }),
    as_sold_units_per_day: Num('Sum of the units sold per day of the window.', { examples: [2_000] }),
    in_stock_days: Whole('In-stock days of variants.', { examples: [11_000] }),
    stockout_days: Whole('Stockout days of variants.', { examples: [760] }),
    untracked_days: Whole('Days of variants on which stock is unknown.', { examples: [0] }),
    unknown_velocities: Count(
      'Number of variants without a velocity: out of stock on every tracked day, or sold in one wholesale shipment alone.',
      { examples: [3] },
    ),
    measured_variants: Count('Number of variants whose lost units are known.', { examples: [417] }),
    lost_units: Nullable(
      Num('Lost units of those variants; null if there are variants and those of none are known.', {
        examples: [2_210.5],
      }),
    ),
    lost_reason_code: Nullable(
      OpenChoice(['no_variant_measured'], 'Reason code; null when the lost units are present.'),
    ),
    lost_reason: Reason,
    lost_revenue: Money(
      'Lost revenue of those variants; null where their lost units are, and if some of their sales are in a currency without an exchange rate.',
    ),
    previous_units_sold: Whole('Units sold in the previous window.', { examples: [48_000] }),
    previous_units_per_day: Num('Sum of the velocities of the previous window that are known.', { examples: [2_400] }),
    available_qty: Whole('Units available now.', { examples: [91_000] }),
    net_sales: Money('Net sales in the window; null if some of the sales are in a currency without an exchange rate.'),
    ...windowFields,
  },
  { $id: 'VelocityTotals' },
)

const noVariantMeasured =
  'The lost units of no variant are known: stock is unknown, or they were out of stock on every tracked day.'

interface Sums {
  rows: number
  variant_count: number
  units_sold: number
  units_per_day: number
  as_sold_units_per_day: number
  in_stock_days: number
  stockout_days: number
  untracked_days: number
  unknown_velocities: number
  measured_variants: number
  lost_units: number
  lost_cents: number | null
  previous_units_sold: number
  previous_units_per_day: number
  available_qty: number
  net_cents: number | null
}

/** Sums of what the rows show, each rounded as there. A variant without figures has neither sales nor ledger rows. */
const sums = (type: RowType, weeks: Weeks) => `
  select (select count(*) from filtered)::int as rows, count(*)::int as variant_count,
    coalesce(sum(f.units), 0)::float8 as units_sold, coalesce(sum(f.units_per_day), 0)::float8 as units_per_day,
    coalesce(sum(round(f.units::numeric / ${weeks * 7}, 4)), 0)::float8 as as_sold_units_per_day,
    coalesce(sum(f.in_stock_days), 0)::float8 as in_stock_days,
    coalesce(sum(f.stockout_days), 0)::float8 as stockout_days,
    coalesce(sum(coalesce(f.untracked_days, ${weeks * 7})), 0)::float8 as untracked_days,
    count(*) filter (where f.units is not null and f.units_per_day is null)::int as unknown_velocities,
    count(f.lost_units)::int as measured_variants, coalesce(sum(f.lost_units), 0)::float8 as lost_units,
    (case when count(f.lost_units) = count(f.lost_cents) then coalesce(sum(f.lost_cents), 0) end)::float8 as lost_cents,
    coalesce(sum(f.previous_units), 0)::float8 as previous_units_sold,
    coalesce(sum(f.previous_units_per_day), 0)::float8 as previous_units_per_day,
    coalesce(sum(a.available), 0)::float8 as available_qty,
    (case when count(f.units) = count(f.net_cents) then coalesce(sum(f.net_cents), 0) end)::float8 as net_cents
  from filtered n
  ${type === 'products' ? 'join variants v on v.organization_id = $1 and v.product_id = n.product_id' : 'cross join lateral (select n.variant_id) v'}
  left join (${currentFigures(weeks)}) f on f.variant_id = v.variant_id
  left join (select l.variant_id, sum(l.available) as available from stock_levels l
    where l.organization_id = $1 group by l.variant_id) a on a.variant_id = v.variant_id`

/** The same of every row, from the sums of products: fewer rows, of the same rounded figures. */
const sumsOfAll = (type: RowType, weeks: Weeks, stored: Stored) => `
  select ${type === 'products' ? '(select count(*) from products p where p.organization_id = $1)::int' : 'coalesce(sum(f.variants), 0)::int'} as rows,
    coalesce(sum(f.variants), 0)::int as variant_count, coalesce(sum(f.units), 0)::float8 as units_sold,
    coalesce(sum(f.units_per_day), 0)::float8 as units_per_day,
    coalesce(sum(f.as_sold_units_per_day), 0)::float8 as as_sold_units_per_day,
    coalesce(sum(f.in_stock_days), 0)::float8 as in_stock_days, coalesce(sum(f.stockout_days), 0)::float8 as stockout_days,
    coalesce(sum(f.untracked_days), 0)::float8 as untracked_days,
    coalesce(sum(f.unknown_velocities), 0)::int as unknown_velocities, coalesce(sum(f.measured), 0)::int as measured_variants,
    coalesce(sum(f.lost_units), 0)::float8 as lost_units,
    (case when bool_or(f.measured > 0 and f.lost_cents is null) then null else coalesce(sum(f.lost_cents), 0) end)::float8
      as lost_cents,
    coalesce(sum(f.previous_units), 0)::float8 as previous_units_sold,
    coalesce(sum(f.previous_units_per_day), 0)::float8 as previous_units_per_day,
    (select coalesce(sum(l.available), 0) from stock_levels l where l.organization_id = $1)::float8 as available_qty,
    (case when bool_or(f.net_cents is null) then null else coalesce(sum(f.net_cents), 0) end)::float8 as net_cents
  from (${stored === 'wholly' ? storedProducts(weeks) : everyProduct(weeks)}) f`

/** Filters and searches choose rows; without them the sums of products serve. */
async function readSums(
  sql: Sql,
  organization_id: string,
  { type, weeks, query }: { type: RowType; weeks: Weeks; query: TableQuery },
): Promise<Sums> {
  if (query.filter_args !== undefined || query.search !== undefined) {
    const [totals] = await readFiltered<Sums>(sql, tableOf(type, weeks), organization_id, query, () =>
      sums(type, weeks),
    )
    return totals!
  }
  const stored = await storedOf(sql, organization_id, { type: 'products', weeks })
  const [all] = await runStatement<Sums>(sql, { text: sumsOfAll(type, weeks, stored), params: [organization_id] }, true)
  return all!
}

export const getVelocityTotals = operation({
  id: 'sales.get_velocity_totals',
  route: 'GET /api/v1/sales/velocity/table/totals',
  summary: 'Get velocity totals',
  description:
    'Returns the totals of the velocity table over every row that matches the filters, not only those of a page. Each total is the sum of the figures that the rows show; rows whose figure is null are not part of the sum, and the response says how many there are. Days are days of variants.',
  account: 'aggregate',
  query: Type.Omit(tableQuery(variantTables[velocityWeeks[0]], { type: typeQuery, weeks: Type.Optional(weeksQuery) }), [
    'offset',
    'limit',
    'sort_args',
  ]),
  answer: Totals,
  async run({ sql, caller, query: { type = 'variants', weeks: weeksText, ...rest } }) {
    const { organization_id, currency } = caller
    const weeks = weeksOf(weeksText)
    const [totals, { fields }] = await Promise.all([
      readSums(sql, organization_id, { type, weeks, query: rest }),
      readWindows(sql, organization_id, weeks),
    ])
    const { lost_cents, net_cents, ...figures } = totals
    const isLostKnown = figures.variant_count === 0 || figures.measured_variants > 0
    return {
      ...figures,
      lost_units: isLostKnown ? figures.lost_units : null,
      lost_reason_code: isLostKnown ? null : ('no_variant_measured' as const),
      lost_reason: isLostKnown ? null : noVariantMeasured,
      lost_revenue: money(
        isLostKnown ? lost_cents : null,
        currency,
        isLostKnown ? reasons.other_currency : noVariantMeasured,
      ),
      net_sales: money(net_cents, currency, reasons.other_currency),
      ...fields,
    }
  },
})
