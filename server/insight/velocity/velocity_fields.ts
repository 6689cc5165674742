/** The fields of the velocity tables, each once for rows of variants and of products. */
import { productStatuses } from '../../catalogue/known_values.ts'
import { money } from '../../contract/money.ts'
import type { FigureCause } from '../../contract/money/figure_causes.ts'
import { Count, Money, Nullable, Num, OpenChoice, OwnId, Reason, Text, Whole } from '../../contract/schema.ts'
import { availableWords, coverReasons } from '../../ledger/cover.model.ts'
import { weeksOfCover } from '../../ledger/rates/cover.sql.ts'
import { ByDemand, byDemandOf, type DemandBasis } from '../../ledger/rates/demand.model.ts'
import {
  computed,
  field,
  filterable,
  numberPart,
  type Part,
  searchable,
  sortable,
  textPart,
} from '../../tables/field.ts'
import { velocityBases } from '../known_values.ts'
import { contributionClasses } from './classes.ts'
import type { Weeks } from './current_figures.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Reasons by their code. */
export const reasons = {
  out_of_stock: coverReasons.out_of_stock,
  single_wholesale_shipment:
    'All that was sold in the window left in wholesale shipments of one day, from which no rate follows.',
  several_causes: 'The variants of the product lack the figure for several causes; their rows have each.',
  not_in_the_ledger: "The window is before the variant's first ledger row, so its stock is unknown.",
  no_variants: 'The product has no variants.',
  other_currency:
    "Some of the sales are in another currency than the organisation's, and no exchange rate is known for their days.",
  no_net_sales: 'There are no net sales in the window.',
  nothing_sold: 'Nothing was sold in the window.',
  sold_before_the_ledger: coverReasons.sold_before_the_ledger,
  assembled_when_sold: coverReasons.assembled_when_sold,
  no_previous_velocity: 'The velocity of the previous window is unknown.',
  nothing_sold_before: 'Nothing was sold on the days that count in the previous window.',
  basis_changed: 'The two windows are not comparable: stock is known in one of them only.',
  demand_changed:
    'The two windows are not comparable: wholesale has no rate in one of them, as it shipped on a single day.',
} as const satisfies Partial<Record<FigureCause, string>>
type ReasonCode = keyof typeof reasons

const ReasonCode = (codes: readonly ReasonCode[]) =>
  Nullable(OpenChoice(codes, 'Reason code; null when the figure is present.'))
const sentenceOf = (code: string, codes: readonly ReasonCode[]) =>
  `(case ${code} ${codes.map((one) => `when '${one}' then ${quoted(reasons[one])}`).join(' ')} end)`

const or0 = (name: string) => `coalesce(f.${name}, 0)`
/** A row without figures has neither sales nor ledger rows. */
const pace = '(case when f.units is null then 0 else f.units_per_day end)'
const previousPace = '(case when f.units is null then 0 else f.previous_units_per_day end)'
const net = '(case when f.units is null then 0 else f.net_cents end)'
const basis = "coalesce(f.basis, 'as_sold')"
/** The rate of cover over locations, as every read of cover has it; of what has none anywhere, its velocity. */
const coverPace = (paceOfRow: string, stock: string) =>
  `(case when ${stock}.is_assembled then null else coalesce(${stock}.units_per_day, ${paceOfRow}) end)`
/** Weeks that the available units of a row of stock last. */
export const coverOf = (paceOfRow: string, stock: string) =>
  `(${weeksOfCover(`coalesce(${stock}.available, 0)`, coverPace(paceOfRow, stock))})`
/** What leaves stock a day: of a variant, with what bundles take of it. */
const paceWithBundles = ({ variant }: RowColumns) => (variant === null ? pace : `(${pace} + n.units_per_day)`)
/** As the column trend_percentage has it (../../../db/schema/insight/velocity.ts), of measured rows. */
export const trendOf = (
  row: string,
) => `(case when ${row}.basis = ${row}.previous_basis and (${row}.once_shipped = 0) = (${row}.previous_once_shipped = 0)
      and ${row}.previous_units_per_day <> 0
    then round((${row}.units_per_day - ${row}.previous_units_per_day) * 100 / ${row}.previous_units_per_day, 1) end)`

export const velocityCodes = ['out_of_stock', 'single_wholesale_shipment', 'several_causes'] as const
const unrated = ({ variant }: RowColumns) =>
  variant === null
    ? 'f.unrated_variants'
    : '(case when f.units_per_day is null and f.consumer_units_per_day is not null then 1 else 0 end)'
/** The reason of a row f without a velocity. */
export const velocityCode = (columns: RowColumns) => {
  const unknown = columns.variant === null ? 'f.unknown_velocities' : '1'
  return `(case when ${pace} is not null then null when ${unrated(columns)} = 0 then 'out_of_stock'
    when ${unrated(columns)} = ${unknown} then 'single_wholesale_shipment' else 'several_causes' end)`
}

const lostCodes = ['not_in_the_ledger', 'out_of_stock', 'several_causes', 'no_variants'] as const
const lostCodeOf = ({ variant, variants }: RowColumns) => `(case when f.lost_units is not null then null
    ${variant === null ? `when ${variants} = 0 then 'no_variants'` : ''} when ${basis} = 'in_stock_days' then 'out_of_stock'
    when ${basis} = 'mixed' then 'several_causes' else 'not_in_the_ledger' end)`
const isOtherDemand = '(f.once_shipped = 0) <> (f.previous_once_shipped = 0)'
const trendCodes = [
  ...velocityCodes,
  'no_previous_velocity',
  'nothing_sold_before',
  'basis_changed',
  'demand_changed',
] as const
const trendCodeOf = (columns: RowColumns) =>
  `(case when ${pace} is null then ${velocityCode(columns)} when ${previousPace} is null then 'no_previous_velocity'
    when ${previousPace} = 0 then 'nothing_sold_before' when f.basis <> f.previous_basis then 'basis_changed'
    when ${isOtherDemand} then 'demand_changed' end)`
const trendField = (code: string) =>
  `(case when ${code} is null then round((${pace} - ${previousPace}) * 100 / ${previousPace}, 1) end)`
const coverCodes = [...velocityCodes, 'nothing_sold', 'sold_before_the_ledger', 'assembled_when_sold'] as const
/** The reason of a row f without cover. */
const coverCodeOf = (columns: RowColumns, paceOfRow = paceWithBundles(columns)) =>
  `(case when a.is_assembled then 'assembled_when_sold' when a.units_per_day > 0 then null
    when ${paceOfRow} is null then coalesce(${velocityCode(columns)}, 'out_of_stock') when ${paceOfRow} > 0 then null
    when coalesce(f.units, 0) = 0 then 'nothing_sold' when ${unrated(columns)} > 0 then 'single_wholesale_shipment'
    else 'sold_before_the_ledger' end)`
const contributionCodes = ['other_currency', 'no_net_sales'] as const
const contributionCode = `(case when ${net} is null then 'other_currency' when k.total is null then 'no_net_sales' end)`
/** Over figures f and limits k. */
export const contributionClass = `(case when ${contributionCode} is not null then null when ${net} >= k.a_from then 'A'
    when ${net} >= k.b_from then 'B' else 'C' end)`

/** Names of the columns of a row in SQL. */
export interface RowColumns {
  variant: { id: string; sku: string; title: string } | null
  /** Variants of a row, and those whose lost units are known. */
  variants: string
  measured: string
}

const amount = (description: string, cents: string, reason: string) =>
  computed(
    Money(description),
    { cents: numberPart(cents), currency: textPart('o.currency'), reason: textPart(reason) },
    (of) => money(of.cents, of.currency, of.reason ?? ''),
    { compare: { sql: cents, type: 'integer', note: 'In cents.' }, ...sortable },
  )

const ofVariant = (schema: ReturnType<typeof Text>, sql: string | undefined, use: typeof searchable) =>
  sql === undefined ? field(Nullable(schema), 'null') : field(Nullable(schema), sql, { not_null: true, ...use })

const identity = ({ variant, variants }: RowColumns) => ({
  product_id: field(OwnId('The product.'), 'p.product_id', filterable),
  variant_id:
    variant === null
      ? field(Nullable(OwnId('The variant; null where rows are products.')), 'null')
      : field(Nullable(OwnId('The variant; null where rows are products.')), variant.id, {
          not_null: true,
          ...filterable,
        }),
  sku: ofVariant(
    Text('Stock keeping unit; null where rows are products.', { examples: ['JUMPER-M'] }),
    variant?.sku,
    searchable,
  ),
  product_title: field(Text('Title of the product.', { examples: ['Merino crew jumper'] }), 'p.title', searchable),
  variant_title: ofVariant(
    Text('Title of the variant; null where rows are products.', { examples: ['M, Navy'] }),
    variant?.title,
    searchable,
  ),
  variant_count: field(Count('Number of variants in the row: 1 where rows are variants.', { examples: [1] }), variants),
})

const velocity = (weeks: Weeks, columns: RowColumns) => ({
  units_sold: field(Whole('Units sold in the window, in all channels.', { examples: [56] }), or0('units'), sortable),
  units_per_day: field(
    Nullable(
      Num(
        'Velocity: units sold to consumers per in-stock day, or per day where `basis` is as_sold, added over locations, and the units of wholesale per day of the window if it shipped on two or more days. `by_demand` has the parts. Rounded to four decimals.',
        { examples: [2.8] },
      ),
    ),
    pace,
    sortable,
  ),
  as_sold_units_per_day: field(
    Num('Units sold per day of the window, whether there was stock or not. Rounded to four decimals.', {
      examples: [2],
    }),
    columns.variant === null ? or0('as_sold_units_per_day') : `round(${or0('units')}::numeric / ${weeks * 7}, 4)`,
    sortable,
  ),
  basis: field(
    OpenChoice(
      [...velocityBases, 'mixed'],
      "Days that the velocity counts. in_stock_days: tracked days with stock. as_sold: every day, because the window is before the variant's first ledger row. mixed: a product with variants of both.",
    ),
    basis,
    filterable,
  ),
  velocity_reason_code: field(ReasonCode(velocityCodes), velocityCode(columns)),
  velocity_reason: field(Reason, sentenceOf(velocityCode(columns), velocityCodes)),
  in_stock_days: field(
    Whole(
      'Tracked days with units on hand at any time, or with sales, at the locations at which consumers buy, weighted by the rate of each and rounded to whole days; at any location if consumers bought at none.',
      { examples: [20] },
    ),
    or0('in_stock_days'),
    sortable,
  ),
  stockout_days: field(
    Whole('Tracked days that are not in-stock days.', { examples: [8] }),
    or0('stockout_days'),
    sortable,
  ),
})

const losses = (weeks: Weeks, columns: RowColumns) => ({
  untracked_days: field(
    Whole("Days before the variant's first ledger row, on which stock is unknown.", { examples: [0] }),
    `coalesce(f.untracked_days, ${weeks * 7} * ${columns.variants})`,
    sortable,
  ),
  measured_variants: field(
    Count('Number of variants whose lost units are known; the sums of lost units and lost revenue cover these alone.', {
      examples: [1],
    }),
    columns.measured,
  ),
  lost_units: field(
    Nullable(
      Num(
        'Units lost to stockouts: what consumers buy a day at each location times its days without stock, rounded to two decimals. Wholesale loses none.',
        { examples: [22.4] },
      ),
    ),
    'f.lost_units',
    sortable,
  ),
  lost_reason_code: field(ReasonCode(lostCodes), lostCodeOf(columns)),
  lost_reason: field(Reason, sentenceOf(lostCodeOf(columns), lostCodes)),
  lost_revenue: amount(
    'Lost units at the average price of the units sold to consumers in the window (gross sales minus discounts, before taxes).',
    'f.lost_cents',
    `coalesce(${sentenceOf(lostCodeOf(columns), lostCodes)}, ${quoted(reasons.other_currency)})`,
  ),
})

const trends = (columns: RowColumns) => ({
  previous_units_sold: field(
    Whole('Units sold in the previous window.', { examples: [42] }),
    or0('previous_units'),
    sortable,
  ),
  previous_units_per_day: field(
    Nullable(
      Num('Velocity of the previous window, counted in the same way; null if it is unknown.', { examples: [2] }),
    ),
    previousPace,
    sortable,
  ),
  trend_percentage: field(
    Nullable(
      Num('Change of the velocity against the previous window, in percent, rounded to one decimal.', {
        examples: [40],
      }),
    ),
    trendField(trendCodeOf(columns)),
    sortable,
  ),
  trend_reason_code: field(ReasonCode(trendCodes), trendCodeOf(columns)),
  trend_reason: field(Reason, sentenceOf(trendCodeOf(columns), trendCodes)),
  available_qty: field(
    Whole(`${availableWords} Over all locations, now.`, { examples: [84] }),
    'coalesce(a.available, 0)',
    sortable,
  ),
})

const covered = (columns: RowColumns) => {
  const all = paceWithBundles(columns)
  return {
    weeks_of_cover: field(
      Nullable(
        Num(
          'Weeks that the available units last, rounded to one decimal: the cover of the overview of the variant and of the inventory, at the combined rates of its locations, which follow a forecast or the units sold in the last four weeks, whatever `weeks` is. Where no location has a rate, at the velocity with what bundles take. Null for a bundle that is assembled when it is sold.',
          { examples: [4.3] },
        ),
      ),
      coverOf(all, 'a'),
      sortable,
    ),
    cover_reason_code: field(ReasonCode(coverCodes), coverCodeOf(columns)),
    cover_reason: field(Reason, sentenceOf(coverCodeOf(columns), coverCodes)),
  }
}

/** Null where rows are products: the units of a bundle and of its components would count twice in a sum. */
const bundled = ({ variant }: RowColumns) => ({
  units_sold_in_bundles: field(
    Nullable(
      Whole(
        'Units of the variant in bundles that are assembled when sold, sold on the days that the velocity counts; not part of `units_sold`. Null where rows are products.',
        { examples: [20] },
      ),
    ),
    variant === null ? 'null::bigint' : 'n.units',
  ),
  units_per_day_in_bundles: field(
    Nullable(
      Num(
        'Those units per counted day. Null where rows are products, and if the variant was out of stock on every tracked day.',
        { examples: [1] },
      ),
    ),
    variant === null ? 'null::numeric' : 'n.units_per_day',
  ),
  units_per_day_with_bundles: field(
    Nullable(
      Num(
        'Velocity with what bundles take: units_per_day + units_per_day_in_bundles, by which the weeks of cover count where no location has a rate. Null where one of them is.',
        { examples: [3.8] },
      ),
    ),
    variant === null ? 'null::numeric' : `(${pace} + n.units_per_day)`,
  ),
})

/** Whole and decimal columns of figures f, which arrive as numbers. */
const part = (name: string) => numberPart(`f.${name}`)
const demands = (weeks: Weeks) => ({
  by_demand: computed(
    ByDemand,
    {
      consumer_units: part('consumer_units'),
      consumer_days: part('consumer_days'),
      consumer_units_per_day: part('consumer_units_per_day'),
      consumer_basis: { sql: 'f.consumer_basis' } as Part<DemandBasis | null>,
      unmeasured_locations: part('unmeasured_locations'),
      wholesale_units: numberPart('f.units - f.consumer_units'),
      shipping_days: part('shipping_days'),
      wholesale_units_per_day: part('wholesale_units_per_day'),
      once_shipped: part('once_shipped'),
    },
    (of) => byDemandOf(of, weeks * 7),
  ),
})

const contribution = {
  net_sales: amount(
    "Gross sales minus discounts and returns in the window, before taxes, in the organisation's currency. Other currencies are converted at the rate in force on the day of the sale.",
    net,
    quoted(reasons.other_currency),
  ),
  contribution_percentage: field(
    Nullable(
      Num("Share in the organisation's positive net sales in the window, in percent, rounded to four decimals.", {
        examples: [1.25],
      }),
    ),
    `(case when ${contributionCode} is null then round(${net} * 100 / k.total, 4) end)`,
  ),
  contribution_class: field(
    Nullable(
      OpenChoice(
        contributionClasses,
        'Class by contribution, of all rows of the organisation by falling net sales: A up to 80% of net sales, B up to 95%, C the rest. Equal net sales have the same class. The limits are those of the last measurement, made within minutes of a change. Null where `contribution_percentage` is.',
      ),
    ),
    contributionClass,
    sortable,
  ),
  contribution_reason_code: field(ReasonCode(contributionCodes), contributionCode),
  contribution_reason: field(Reason, sentenceOf(contributionCode, contributionCodes)),
}

/** Fields of products p and categories c. */
const productFields = {
  category_id: field(Nullable(OwnId('Category of the product.')), 'p.category_id', filterable),
  category: field(Nullable(Text('Name of the category.')), 'c.name', filterable),
  vendor: field(Nullable(Text('Vendor of the product.')), 'p.vendor', filterable),
  class: field(Nullable(Text('Merchandising class of the product.')), 'p.class', filterable),
  product_status: field(OpenChoice(productStatuses, 'Status of the product.'), 'p.status', filterable),
}

export const velocityFields = (weeks: Weeks, columns: RowColumns) => ({
  ...identity(columns),
  ...velocity(weeks, columns),
  ...losses(weeks, columns),
  ...trends(columns),
  ...covered(columns),
  ...contribution,
  ...productFields,
  ...bundled(columns),
  ...demands(weeks),
})
