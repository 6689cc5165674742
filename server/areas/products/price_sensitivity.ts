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
import {
  fitLogLog,
  labelOf,
  leftOutBecause,
  price_sensitivity_labels,
  realisedCents,
  type SalesWeek,
  tooLittle,
} from './price_sensitivity.rules.ts'
import { weekOfYear } from './season.rules.ts'

const ReasonCode = (codes: readonly string[]) =>
  Nullable(OpenChoice(codes, 'The reason as a code; null when the figure is there.'))

const Seasonality = Shape(
  {
    method: OpenChoice(
      ['category_index', 'none'],
      'category_index: the units of each week were divided by the index of its week of the year. none: they stand as sold.',
    ),
    reference_variants: Whole('Variants of the category, of other products, that the index was measured on.'),
    reason_code: ReasonCode(['no_category', 'category_sells_too_little']),
    reason: Nullable(Text('Why the season was not taken out, as a sentence; null when it was.')),
  },
  { description: 'Whether the season was taken out of the units before they were set against the price.' },
)

const Week = Shape({
  week_start: CalendarDate('The Monday it begins on.'),
  units_sold: Whole('Units sold, outside wholesale.'),
  realised_price: Money('Gross sales less discounts, for each unit sold; before returns and taxes.'),
  stockout_days: Nullable(
    Whole('Days without a unit on hand anywhere; null where the ledger does not reach back so far.'),
  ),
  seasonal_index: Nullable(
    Num('How much the category sells in this week of the year, its average week being 1; null without an index.'),
  ),
  used: Flag('Whether the week counts in the estimate.'),
  left_out_because: ReasonCode(['out_of_stock', 'no_sales', 'no_price']),
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
    Num('By how many per cent units change when the price rises by one; usually negative.', { examples: [-1.82] }),
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
    Num('Share of the movement of units that the price explains; null too where units never moved.', {
      examples: [0.64],
    }),
  ),
  label: Nullable(
    OpenChoice(
      price_sensitivity_labels,
      'elastic: units answer more than in proportion. inelastic: less. positive: units rose with the price, so something else moved both. inconclusive: the interval is too wide to tell.',
    ),
  ),
  reason_code: ReasonCode(['too_few_weeks', 'no_price_variation', 'too_few_prices', 'price_range_too_narrow']),
  reason: Reason,
  sample: Shape({
    weeks_used: Whole('Weeks that count.'),
    distinct_prices: Whole('Different realised prices among them, to the cent.'),
    units: Whole('Units sold in them.'),
    weeks_out_of_stock: Whole('Weeks left out for a day without stock.'),
    weeks_without_sales: Whole('Weeks left out because nothing sold, or nothing at a price.'),
    weeks_of_unknown_stock: Whole('Weeks that count although the ledger does not reach back to them: they sold.'),
  }),
  price: Shape(
    { lowest: Money('The lowest week.'), highest: Money('The highest week.'), average: Money('Over all units sold.') },
    { description: 'The realised price over the weeks that count.' },
  ),
  seasonality: Seasonality,
  weeks: Type.Array(Week, { description: 'Every week of the window, earliest first.' }),
})

type Answer = Static<typeof PriceSensitivity>

export interface Evidence {
  variant_id: string
  sku: string
  currency: string
  weeks: SalesWeek[]
  index: Map<number, number> | null
  window: Answer['window']
  seasonality: Answer['seasonality']
}

const round4 = (figure: number) => Number(figure.toFixed(4)) + 0

function estimate(used: readonly SalesWeek[], index: Evidence['index']) {
  const missing = tooLittle(used)
  if (missing !== null) {
    const nothing = { elasticity: null, standard_error: null, confidence_interval: null, r_squared: null, label: null }
    return { ...nothing, reason_code: missing.code, reason: missing.sentence }
  }
  const fit = fitLogLog(
    used.map(({ week_start, units, net_cents }) => ({
      price: net_cents / units,
      units: units / (index?.get(weekOfYear(week_start)) ?? 1),
    })),
  )
  return {
    elasticity: round4(fit.elasticity),
    standard_error: round4(fit.standard_error),
    confidence_interval: { level: 0.95, low: round4(fit.low), high: round4(fit.high) },
    r_squared: fit.r_squared === null ? null : round4(fit.r_squared),
    label: labelOf(fit),
    reason_code: null,
    reason: null,
  }
}

function pricesOf(used: readonly SalesWeek[], currency: string): Answer['price'] {
  const cents = used.flatMap((week) => realisedCents(week) ?? [])
  const units = used.reduce((sum, week) => sum + week.units, 0)
  const net = used.reduce((sum, week) => sum + week.net_cents, 0)
  const figure = (value: number) => money(units === 0 ? null : value, currency, 'No week counts.')
  return {
    lowest: figure(Math.min(...cents)),
    highest: figure(Math.max(...cents)),
    average: figure(Math.round(net / units)),
  }
}

export function priceSensitivity({ weeks, index, currency, ...evidence }: Evidence): Answer {
  const because = weeks.map(leftOutBecause)
  const used = weeks.filter((_, i) => because[i] === null)
  return {
    variant_id: evidence.variant_id,
    sku: evidence.sku,
    window: evidence.window,
    ...estimate(used, index),
    sample: {
      weeks_used: used.length,
      distinct_prices: new Set(used.map(realisedCents)).size,
      units: used.reduce((sum, { units }) => sum + units, 0),
      weeks_out_of_stock: because.filter((one) => one === 'out_of_stock').length,
      weeks_without_sales: because.filter((one) => one === 'no_sales' || one === 'no_price').length,
      weeks_of_unknown_stock: used.filter(({ stockout_days }) => stockout_days === null).length,
    },
    price: pricesOf(used, currency),
    seasonality: evidence.seasonality,
    weeks: weeks.map((week, i) => ({
      week_start: week.week_start,
      units_sold: week.units,
      realised_price: money(realisedCents(week), currency, 'Nothing sold in the week.'),
      stockout_days: week.stockout_days,
      seasonal_index: index === null ? null : round4(index.get(weekOfYear(week.week_start))!),
      used: because[i] === null,
      left_out_because: because[i]!,
    })),
  }
}
