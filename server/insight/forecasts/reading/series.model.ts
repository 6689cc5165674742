/** A forecast by week, as planners read it. */
import type { FigureCause } from '../../../contract/money/figure_causes.ts'
import {
  CalendarDate,
  Count,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
} from '../../../contract/schema.ts'
import { forecastMethods } from '../../known_values.ts'
import { intervalPercent } from '../model.ts'
import { intervalWeeksMin, scoreWeeks } from './series.rules.ts'

const Lack = (codes: readonly FigureCause[], description: string) => Nullable(OpenChoice(codes, description))
const units = (description: string) => Nullable(Num(description, { examples: [18.4] }))
const accuracyLacks = ['no_forecast', 'nothing_sold', 'no_year_before', 'naive_exact'] as const

export const Score = Shape(
  {
    weeks: Count(`Weeks measured: of the last ${scoreWeeks} that are over and recorded, those with a forecast.`, {
      examples: [13],
    }),
    forecast_units: Num('Units that were forecast for them, one week ahead.', { examples: [231.5] }),
    actual_units: Num('Units that sold in them.', { examples: [224] }),
    bias: Nullable(Num('(Forecast − sold) ÷ sold; above zero, too much was expected.', { examples: [0.0335] })),
    wmape: Nullable(Num('Σ|sold − forecast| ÷ Σ sold; 0 is a perfect forecast.', { examples: [0.31] })),
    wmape_reason_code: Lack(accuracyLacks, 'Why `wmape` and `bias` are null; null if they are present.'),
    wmase: Nullable(
      Num('Σ|sold − forecast| ÷ Σ|sold − same week a year earlier|, over weeks with sales then.', { examples: [0.74] }),
    ),
    value_added: Nullable(
      Num('1 − `wmase`: the share of the error of the naive forecast that the forecast saves.', { examples: [0.26] }),
    ),
    wmase_reason_code: Lack(accuracyLacks, 'Why `wmase` and `value_added` are null; null if they are present.'),
  },
  { $id: 'ForecastScore', description: 'How good the statistical forecasts were, by variant and channel.' },
)
export type Score = Static<typeof Score>

export const ShownWeek = Shape(
  {
    week_start: CalendarDate('Monday of the week.', { examples: ['2026-11-30'] }),
    origin_week: Nullable(CalendarDate('Monday of the last week whose sales the forecast knows; null without one.')),
    units: units('Units expected: those of overrides, and otherwise of the statistical forecast.'),
    units_reason_code: Lack(
      ['no_forecast', 'no_location_sales'],
      'Why there are no units; null if there are. no_location_sales: the variant sold at no location in 91 days, so that nothing shows the share of this one.',
    ),
    statistical_units: units('Units of the statistical forecast; null without one.'),
    statistical_reason_code: Lack(
      ['no_forecast', 'no_location_sales'],
      'Why there is no statistical forecast; null if there is.',
    ),
    override_units: units('Units of overrides, of the variants that have one; null without one.'),
    lower_units: units(`Lower bound of the ${intervalPercent}% interval of the statistical forecast.`),
    upper_units: units('Upper bound of the interval.'),
    interval_reason_code: Lack(
      ['no_forecast', 'no_interval', 'too_few_weeks'],
      `Why there is no interval; null if there is. no_interval: of a share of a channel, or ahead of the lags at which accuracy is measured. too_few_weeks: fewer than ${intervalWeeksMin} weeks of the category are measured at the lag.`,
    ),
    actual_units: units('Units sold, also where no forecast was made for the week.'),
    actual_reason_code: Lack(['week_not_over', 'not_recorded'], 'Why the units sold are not known; null if they are.'),
  },
  { $id: 'ForecastShownWeek' },
)
export type ShownWeek = Static<typeof ShownWeek>

const nullableText = (description: string, example: string) => Nullable(Text(description, { examples: [example] }))

export const ForecastSeries = Shape(
  {
    variant_id: Nullable(OwnId('Id of the variant; null for a category.')),
    sku: nullableText('SKU of the variant; null for a category.', 'JUMPER-M'),
    product_id: Nullable(OwnId('Id of its product; null for a category.')),
    category_id: Nullable(OwnId('Id of the category; null for goods without one.')),
    category: nullableText('Name of the category; null for goods without one.', 'Knitwear'),
    sales_channel_id: Nullable(OwnId('Id of the sales channel; null for the sum over channels.')),
    sales_channel: nullableText('Name of the sales channel; null for the sum over channels.', 'Online store'),
    series: Count('Number of variants and channels that the row sums.', { examples: [1] }),
    method: Nullable(OpenChoice(forecastMethods, 'Method of the newest forecast; null for a category.')),
    score: Score,
    weeks: Type.Array(ShownWeek, { description: 'Weeks of the window, oldest first.' }),
  },
  { $id: 'ForecastSeries' },
)
export type ForecastSeries = Static<typeof ForecastSeries>
