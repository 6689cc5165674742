/** The shape of a price sensitivity, and how it is put together from what was read. */
import { money } from '../../contract/money.ts'
import {
  CalendarDate,
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
import { labelOf, price_bases, price_sensitivity_labels, too_little_codes } from './price_sensitivity.rules.ts'
import { seasonalIndex } from './season.rules.ts'
import { addDays } from '../../calendar/days.ts'

const ReasonCode = (codes: readonly string[]) =>
  Nullable(OpenChoice(codes, 'The reason as a code; null when the figure is there.'))

const Seasonality = Shape(
  {
    method: OpenChoice(
      ['category_index', 'none'],
      'category_index: the seasonal curve of the category is the starting point, from which the product may differ a little. none: the curve is estimated from the product alone, which widens the interval.',
    ),
    reference_variants: Whole('Variants of the category, of other products, that were read for its seasonal curve.'),
    reason_code: ReasonCode(['no_category', 'category_sells_too_little']),
    reason: Nullable(Text('Why there is no seasonal curve of the category, as a sentence; null when there is one.')),
  },
  { description: 'How the season is separated from the effect of the price.' },
)

const Week = Shape({
  week_start: CalendarDate('The Monday it begins on.'),
  units_sold: Whole('Units sold, outside wholesale.'),
  units_used: Whole('Units of the channels and stores at which the week counts; 0 where it does not count.'),
  realised_price: Money('Gross sales less discounts, for each unit sold; before returns and taxes.'),
  price: Money('The price the week counts with: the realised price, or where nothing sold the one in `price_basis`.'),
  price_basis: Nullable(
    OpenChoice(
      price_bases,
      'own_sales: what was paid for the variant. sibling_sales: what was paid for other variants of the product, at the usual ratio of its price to theirs. unchanged: the weeks before and after show the same price. Null where no price is known.',
    ),
  ),
  stockout_days: Nullable(
    Whole('Days without a unit on hand anywhere; null where the ledger does not reach back so far.'),
  ),
  seasonal_index: Nullable(
    Num(
      'How much the category sells in this week, at unchanged prices, the average week of a year being 1; null without a seasonal curve.',
    ),
  ),
  used: Flag('Whether the week counts in the estimate, at one channel or store at least.'),
  left_out_because: Nullable(
    OpenChoice(
      ['out_of_stock', 'no_sales', 'stock_unknown', 'no_price'],
      'out_of_stock: on some day nothing was left at the end of the day. no_sales: nothing sold, and the ledger does not show whether there was stock. stock_unknown: it sold, but too slowly to tell weeks without demand from weeks without stock, which the ledger does not show. no_price: no price is known. Null where the week counts.',
    ),
  ),
})

export const PriceSensitivity = Shape({
  variant_id: OwnId('The variant.'),
  sku: Text('Its stock keeping unit.'),
  window: Shape(
    {
      start: CalendarDate('The first Monday.'),
      end: CalendarDate('The last Sunday; the week under way is left out.'),
      weeks: Whole('How many weeks.'),
    },
    { description: 'The weeks that were looked at.' },
  ),
  elasticity: Nullable(
    Num('Percentage change in units when the price rises by 1%; usually negative.', { examples: [-1.82] }),
  ),
  standard_error: Nullable(Num('Of the elasticity.', { examples: [0.31] })),
  confidence_interval: Nullable(
    Shape({
      level: Num('How sure the interval is.', { examples: [0.95] }),
      low: Num('Its lower end.', { examples: [-2.46] }),
      high: Num('Its upper end.', { examples: [-1.18] }),
    }),
  ),
  r_squared: Nullable(
    Num(
      'Share of the deviance of weekly units, after season and trend, that the price explains; from 0 to 1. Null too where units never changed.',
      { examples: [0.64] },
    ),
  ),
  label: Nullable(
    OpenChoice(
      price_sensitivity_labels,
      'Supported by the whole interval. elastic: below -1, units change more than in proportion to the price. inelastic: between -1 and 1. positive: above 0, units rose with the price, so something else moved both. inconclusive: the interval is too wide to tell.',
    ),
  ),
  reason_code: ReasonCode(too_little_codes),
  reason: Reason,
  sample: Shape({
    weeks_used: Whole('Weeks that count.'),
    weeks_used_without_sales: Whole('Weeks that count although nothing sold: there was stock, and the price is known.'),
    distinct_prices: Whole('Different prices among the weeks that count, to the cent.'),
    units: Whole('Units sold in the weeks that count, at the channels and stores at which they count.'),
    weeks_out_of_stock: Whole('Weeks left out because stock ran out.'),
    weeks_without_sales: Whole('Weeks left out because nothing sold, and either the stock or the price is not known.'),
    weeks_of_unknown_stock: Whole('Weeks that count although the ledger does not reach back to them: they sold.'),
    sibling_variants: Whole('Other variants of the product that the estimate draws on.'),
    sibling_units: Whole('Units of those variants in the weeks that count for them.'),
  }),
  price: Shape(
    {
      lowest: Money('The lowest week.'),
      highest: Money('The highest week.'),
      average: Money('Weighted by the units that count; null where none do.'),
    },
    { description: 'The price over the weeks that count.' },
  ),
  seasonality: Seasonality,
  weeks: Type.Array(Week, { description: 'Every week of the window, earliest first.' }),
})

type Answer = Static<typeof PriceSensitivity>

const whole = (cents: number | undefined) => (cents === undefined ? null : Math.round(cents))

function estimated({ missing, estimate }: PriceEvidence) {
  if (estimate === null) {
    const nothing = { elasticity: null, standard_error: null, confidence_interval: null, r_squared: null, label: null }
    const reason = missing ?? { code: 'no_price_variation', sentence: 'Price and season cannot be told apart.' }
    return { ...nothing, reason_code: reason.code, reason: reason.sentence }
  }
  const { elasticity, standard_error, low, high, r_squared } = estimate
  return {
    elasticity,
    standard_error,
    confidence_interval: { level: 0.95, low, high },
    r_squared,
    label: labelOf(estimate),
    reason_code: null,
    reason: null,
  }
}

function pricesOf({ counted }: PriceEvidence, currency: string): Answer['price'] {
  const cents = counted.map((one) => one.cents)
  const units = counted.reduce((sum, one) => sum + one.units, 0)
  const paid = counted.reduce((sum, one) => sum + one.units * one.cents, 0)
  const figure = (value: number, is_known: boolean) =>
    money(is_known ? Math.round(value) : null, currency, 'No week counts.')
  return {
    lowest: figure(Math.min(...cents), cents.length > 0),
    highest: figure(Math.max(...cents), cents.length > 0),
    average: figure(paid / units, units > 0),
  }
}

function sampleOf(evidence: PriceEvidence): Answer['sample'] {
  const { counted, left_out, sales, stockout_days, sibling_variants, sibling_units } = evidence
  const weeks = left_out.flatMap((because, week) => (because === null ? [week] : []))
  const sold = (week: number) => sales.units[week]! > 0
  return {
    weeks_used: weeks.length,
    weeks_used_without_sales: weeks.filter((week) => !sold(week)).length,
    distinct_prices: new Set(counted.map(({ cents }) => Math.round(cents))).size,
    units: counted.reduce((sum, { units }) => sum + units, 0),
    weeks_out_of_stock: left_out.filter((one) => one === 'out_of_stock').length,
    weeks_without_sales: left_out.filter((one, week) => one === 'no_sales' || (one === 'no_price' && !sold(week)))
      .length,
    weeks_of_unknown_stock: weeks.filter((week) => stockout_days[week] === null).length,
    sibling_variants,
    sibling_units,
  }
}

function weeksOf(evidence: PriceEvidence, weeks: readonly string[], currency: string): Answer['weeks'] {
  const { sales, prices, counted, left_out, stockout_days, season } = evidence
  const index = season.coefficients === null ? null : seasonalIndex(season.coefficients, weeks)
  const used = Map.groupBy(counted, ({ week }) => week)
  return weeks.map((week_start, week) => {
    const units = sales.units[week]!
    const realised = units > 0 ? Math.round(sales.net_cents[week]! / units) : null
    return {
      week_start,
      units_sold: units,
      units_used: (used.get(week) ?? []).reduce((sum, one) => sum + one.units, 0),
      realised_price: money(realised, currency, 'Nothing sold in the week.'),
      price: money(whole(prices[week]?.cents), currency, 'No price of the week is known.'),
      price_basis: prices[week]?.basis ?? null,
      stockout_days: stockout_days[week]!,
      seasonal_index: index === null ? null : Number(index[week]!.toFixed(4)),
      used: left_out[week] === null,
      left_out_because: left_out[week]!,
    }
  })
}

function seasonalityOf({ season, variant }: PriceEvidence): Answer['seasonality'] {
  const { coefficients, reference_variants } = season
  if (coefficients !== null) return { method: 'category_index', reference_variants, reason_code: null, reason: null }
  if (variant.category_id === null) {
    const reason = 'The product has no category to measure a season on.'
    return { method: 'none', reference_variants, reason_code: 'no_category', reason }
  }
  const reason = 'The other products of the category sold too little, or for too short, to measure a season on.'
  return { method: 'none', reference_variants, reason_code: 'category_sells_too_little', reason }
}

export function priceSensitivity(evidence: PriceEvidence, weeks: readonly string[], currency: string): Answer {
  return {
    variant_id: evidence.variant.variant_id,
    sku: evidence.variant.sku,
    window: { start: weeks[0]!, end: addDays(weeks.at(-1)!, 6), weeks: weeks.length },
    ...estimated(evidence),
    sample: sampleOf(evidence),
    price: pricesOf(evidence, currency),
    seasonality: seasonalityOf(evidence),
    weeks: weeksOf(evidence, weeks, currency),
  }
}
