/** The price sensitivity schema, and the serializer from the evidence that was read. */
import { money } from '../../contract/money.ts'
import {
  CalendarDate,
  Count,
  Flag,
  Money,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import type { PriceEvidence } from './price_evidence.rules.ts'
import { labelOf, priceBases, priceSensitivityLabels, insufficientDataCodes } from './price_sensitivity.rules.ts'
import { seasonalIndex } from './season.rules.ts'
import { addDays } from '../../calendar/days.ts'

export const ReasonCode = (codes: readonly string[]) =>
  Nullable(OpenChoice(codes, 'Reason code; null when the figure is present.'))

const Seasonality = Shape(
  {
    method: OpenChoice(
      ['category_index', 'none'],
      'category_index: the estimate starts from the seasonal curve of the category, and the product may deviate slightly. none: the curve is estimated from the product alone, which widens the interval.',
    ),
    reference_variants: Count('Number of variants of other products of the category used for the seasonal curve.'),
    reason_code: ReasonCode(['no_category', 'category_sells_too_little']),
    reason: Nullable(Text('Reason why there is no seasonal curve of the category; null when there is one.')),
  },
  { description: 'How seasonality is separated from the price effect.' },
)

const Week = Shape(
  {
    week_start: CalendarDate('Monday of the week.'),
    units_sold: Whole('Units sold, excluding wholesale.'),
    units_used: Whole('Units sold at the channels and stores for which the week is used; 0 when it is not used.'),
    realised_price: Money('Gross sales minus discounts per unit sold, before returns and taxes.'),
    price: Money(
      'Price used for the week: the realised price or, when nothing was sold, the price described by `price_basis`.',
    ),
    price_basis: Nullable(
      OpenChoice(
        priceBases,
        'own_sales: the price paid for the variant. sibling_sales: the price paid for other variants of the product, scaled by the usual ratio of its price to theirs. unchanged: the weeks before and after have the same price. Null when no price is known.',
      ),
    ),
    stockout_days: Nullable(
      Whole('Days without units on hand at any location; null when the ledger does not cover the week.'),
    ),
    seasonal_index: Nullable(
      Num(
        'Sales of the category in this week at constant prices, relative to the average week of a year (1); null without a seasonal curve.',
      ),
    ),
    used: Flag('Whether the week is used in the estimate for at least one channel or store.'),
    left_out_because: Nullable(
      OpenChoice(
        ['out_of_stock', 'no_sales', 'stock_unknown', 'no_price'],
        'Reason the week is not used. out_of_stock: at least one day ended without stock. no_sales: nothing was sold, and the ledger does not show whether there was stock. stock_unknown: units were sold, but too few to tell weeks without demand from weeks without stock, and the ledger does not cover the week. no_price: no price is known. Null when the week is used.',
      ),
    ),
  },
  { $id: 'PriceSensitivityWeek' },
)

export const PriceSensitivity = Shape(
  {
    variant_id: OwnId('Id of the variant.'),
    sku: Text('SKU of the variant.'),
    window: Shape(
      {
        start: CalendarDate('First Monday of the window.'),
        end: CalendarDate('Last Sunday of the window; the current week is excluded.'),
        weeks: Count('Number of weeks.'),
      },
      { description: 'Weeks included in the analysis.' },
    ),
    elasticity: Nullable(
      Num('Price elasticity: percentage change in units when the price rises by 1%; usually negative.', {
        examples: [-1.82],
      }),
    ),
    standard_error: Nullable(Num('Standard error of the elasticity.', { examples: [0.31] })),
    confidence_interval: Nullable(
      Shape({
        level: Num('Confidence level of the interval.', { examples: [0.95] }),
        low: Num('Lower bound of the elasticity.', { examples: [-2.46] }),
        high: Num('Upper bound of the elasticity.', { examples: [-1.18] }),
      }),
    ),
    r_squared: Nullable(
      Num(
        'Share of the deviance of weekly units, after season and trend, explained by the price; from 0 to 1. Also null when units never changed.',
        { examples: [0.64] },
      ),
    ),
    label: Nullable(
      OpenChoice(
        priceSensitivityLabels,
        'Classification supported by the whole interval. elastic: below -1, units change more than proportionally to the price. inelastic: between -1 and 1. positive: above 0, units rose with the price, so another factor affected both. inconclusive: the interval is too wide to classify.',
      ),
    ),
    reason_code: ReasonCode(insufficientDataCodes),
    reason: Reason,
    sample: Shape({
      weeks_used: Count('Number of weeks used.'),
      weeks_used_without_sales: Count(
        'Number of weeks used in which nothing was sold although there was stock and the price is known.',
      ),
      distinct_prices: Count('Number of distinct prices in the weeks used, rounded to the cent.'),
      units: Whole('Units sold in the weeks used, at the channels and stores for which they are used.'),
      weeks_out_of_stock: Count('Number of weeks not used because stock ran out.'),
      weeks_without_sales: Count(
        'Number of weeks not used because nothing was sold and the stock or the price is unknown.',
      ),
      weeks_of_unknown_stock: Count(
        'Number of weeks used because units were sold although the ledger does not cover them.',
      ),
      sibling_variants: Count('Number of other variants of the product used in the estimate.'),
      sibling_units: Whole('Units of those variants in the weeks used for them.'),
    }),
    price: Shape(
      {
        lowest: Money('Lowest weekly price.'),
        highest: Money('Highest weekly price.'),
        average: Money('Average price weighted by the units used; null when none are used.'),
      },
      { description: 'Prices over the weeks used.' },
    ),
    seasonality: Seasonality,
    weeks: Type.Array(Week, { description: 'Weeks of the window, earliest first.' }),
  },
  { $id: 'PriceSensitivity' },
)

type Answer = Static<typeof PriceSensitivity>

const whole = (cents: number | undefined) => (cents === undefined ? null : Math.round(cents))

export interface PriceMeasure {
  elasticity: number | null
  standard_error: number | null
  low: number | null
  high: number | null
  reason_code: string | null
  reason: string | null
}

/** The estimate, or why there is none, as it is stored. */
export function measureOf({ missing, estimate }: PriceEvidence): PriceMeasure {
  if (estimate === null) {
    const nothing = { elasticity: null, standard_error: null, low: null, high: null }
    const reason = missing ?? {
      code: 'no_price_variation',
      sentence: 'The price effect cannot be separated from seasonality.',
    }
    return { ...nothing, reason_code: reason.code, reason: reason.sentence }
  }
  const { elasticity, standard_error, low, high } = estimate
  return { elasticity, standard_error, low, high, reason_code: null, reason: null }
}

/** A measure as rows of sales show it. */
export function shownMeasure({ elasticity, standard_error, low, high, reason_code, reason }: PriceMeasure) {
  const isKnown = low !== null && high !== null
  return {
    elasticity,
    standard_error,
    confidence_interval: isKnown ? { level: 0.95, low, high } : null,
    label: isKnown ? labelOf({ low, high }) : null,
    reason_code,
    reason,
  }
}

function pricesOf({ counted }: PriceEvidence, currency: string): Answer['price'] {
  const cents = counted.map((one) => one.cents)
  const units = counted.reduce((sum, one) => sum + one.units, 0)
  const paid = counted.reduce((sum, one) => sum + one.units * one.cents, 0)
  const figure = (value: number, isKnown: boolean) =>
    money(isKnown ? Math.round(value) : null, currency, 'No weeks are used.')
  return {
    lowest: figure(Math.min(...cents), cents.length > 0),
    highest: figure(Math.max(...cents), cents.length > 0),
    average: figure(paid / units, units > 0),
  }
}

function sampleOf(evidence: PriceEvidence): Answer['sample'] {
  const { counted, exclusions, sales, stockout_days, sibling_variants, sibling_units } = evidence
  const weeks = exclusions.flatMap((because, week) => (because === null ? [week] : []))
  const sold = (week: number) => sales.units[week]! > 0
  return {
    weeks_used: weeks.length,
    weeks_used_without_sales: weeks.filter((week) => !sold(week)).length,
    distinct_prices: new Set(counted.map(({ cents }) => Math.round(cents))).size,
    units: counted.reduce((sum, { units }) => sum + units, 0),
    weeks_out_of_stock: exclusions.filter((one) => one === 'out_of_stock').length,
    weeks_without_sales: exclusions.filter((one, week) => one === 'no_sales' || (one === 'no_price' && !sold(week)))
      .length,
    weeks_of_unknown_stock: weeks.filter((week) => stockout_days[week] === null).length,
    sibling_variants,
    sibling_units,
  }
}

function weeksOf(evidence: PriceEvidence, weeks: readonly string[], currency: string): Answer['weeks'] {
  const { sales, prices, counted, exclusions, stockout_days, season } = evidence
  const index = season.coefficients === null ? null : seasonalIndex(season.coefficients, weeks)
  const used = Map.groupBy(counted, ({ week }) => week)
  return weeks.map((week_start, week) => {
    const units = sales.units[week]!
    const realised = units > 0 ? Math.round(sales.net_cents[week]! / units) : null
    return {
      week_start,
      units_sold: units,
      units_used: (used.get(week) ?? []).reduce((sum, one) => sum + one.units, 0),
      realised_price: money(realised, currency, 'Nothing was sold in the week.'),
      price: money(whole(prices[week]?.cents), currency, 'The price of the week is unknown.'),
      price_basis: prices[week]?.basis ?? null,
      stockout_days: stockout_days[week]!,
      seasonal_index: index === null ? null : Number(index[week]!.toFixed(4)),
      used: exclusions[week] === null,
      left_out_because: exclusions[week]!,
    }
  })
}

function seasonalityOf({ season, variant }: PriceEvidence): Answer['seasonality'] {
  const { coefficients, reference_variants } = season
  if (coefficients !== null) return { method: 'category_index', reference_variants, reason_code: null, reason: null }
  if (variant.category_id === null) {
    const reason = 'The product has no category to measure seasonality from.'
    return { method: 'none', reference_variants, reason_code: 'no_category', reason }
  }
  const reason =
    'The other products of the category have too few sales, or too short a sales history, to measure seasonality.'
  return { method: 'none', reference_variants, reason_code: 'category_sells_too_little', reason }
}

export function priceSensitivity(evidence: PriceEvidence, weeks: readonly string[], currency: string): Answer {
  return {
    variant_id: evidence.variant.variant_id,
    sku: evidence.variant.sku,
    window: { start: weeks[0]!, end: addDays(weeks.at(-1)!, 6), weeks: weeks.length },
    ...shownMeasure(measureOf(evidence)),
    r_squared: evidence.estimate?.r_squared ?? null,
    sample: sampleOf(evidence),
    price: pricesOf(evidence, currency),
    seasonality: seasonalityOf(evidence),
    weeks: weeksOf(evidence, weeks, currency),
  }
}
