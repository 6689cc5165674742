/** The configuration of forecasts, and the method that each series was given. */
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Count,
  Flag,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { scoredLags } from '../../contract/stock.ts'
import { forecastMethods, forecastReasons } from '../known_values.ts'

export const intervalPercent = 80

const methodWords =
  '`seasonal_naive` repeats the same week a year earlier; `moving_average`, `exponential_smoothing` and `intermittent` (rare sales) estimate a level, which the season of the category and demand events scale; `category_share` gives new items the level of their category.'

export const shownSettings = {
  is_enabled: Flag('Whether forecasts are made every week.'),
  horizon_weeks: Whole('Weeks ahead that are forecast.', {
    minimum: limits.forecast_horizon_weeks_min,
    maximum: limits.forecast_horizon_weeks_max,
    examples: [13],
  }),
  history_weeks: Whole('Weeks of sales that a forecast is made from. Seasons need 104.', {
    minimum: limits.forecast_history_weeks_min,
    maximum: limits.forecast_history_weeks_max,
    examples: [104],
  }),
}

const Method = (description: string) => OpenChoice(forecastMethods, description)

const MethodError = Shape({
  method: Method('Method.'),
  wmase: Num(
    'WMASE of the method at the rolling origins of the last weeks: Σ|actual − forecast| ÷ Σ|actual − same weeks a year earlier|, of the four weeks after each origin together.',
    { examples: [0.81] },
  ),
})

const ChannelChoice = Shape(
  {
    sales_channel_id: OwnId('Id of the sales channel.'),
    channel_name: Text('Name of the sales channel.', { examples: ['Online store'] }),
    origin_week: CalendarDate('Monday of the last week whose sales the forecast knows.'),
    method: Method(`Method of the newest forecast. ${methodWords}`),
    reason_code: OpenChoice(forecastReasons, 'Reason code why the method was chosen.'),
    reason: Text('Why the method was chosen, as a sentence.', {
      examples: ['Its error was the smallest at 18 rolling origins.'],
    }),
    wmase: Nullable(Num('WMASE of the chosen method; null if it was not measured.', { examples: [0.81] })),
    wmase_reason: Reason,
    errors: Type.Array(MethodError, { description: 'Errors of the methods that were compared, smallest first.' }),
    origins: Count('Number of rolling origins that the errors are of.', { examples: [18] }),
    history_weeks: Whole('Weeks of sales that the forecast is made from.', { examples: [103] }),
    stockout_days: Whole('Stockout days in the history; they do not count as days without demand.', { examples: [6] }),
    units_per_week: Num('Deseasonalised units a week at the origin.', { examples: [3.4] }),
  },
  { $id: 'ForecastChannel' },
)

const VariantChoice = Shape({
  variant_id: OwnId('Id of the variant.'),
  sku: Text('SKU of the variant.', { examples: ['CARDIGAN-M'] }),
  channels: Type.Array(ChannelChoice, { description: 'Channels with a forecast, by name.' }),
  channels_reason: Nullable(Text('Reason why there is no channel; null if there is one.', { examples: [null] })),
})

export const LastRun = Shape(
  {
    origin_week: CalendarDate('Monday of the last week whose sales the forecasts know.'),
    began_at: Instant('When the run began.'),
    ended_at: Nullable(Instant('When the run ended; null while it goes on.')),
    variants: Count('Number of variants that have been forecast.', { examples: [1840] }),
    series: Count('Number of variants and channels that have been forecast.', { examples: [3920] }),
    fault: Nullable(Text('Why the last attempt failed; null if it did not.', { examples: [null] })),
  },
  { $id: 'ForecastRun', description: 'The newest run; null if there was none.' },
)

export const ForecastConfig = Shape(
  {
    ...shownSettings,
    methods: Type.Array(Method('Method.'), {
      description: `Methods that a forecast may be made by. ${methodWords}`,
    }),
    interval_percent: Whole(
      'Nominal probability of the intervals of forecasts, in percent. It is proven for series that sell ten units a week or more; of slower series, fewer weeks lie within.',
      { examples: [intervalPercent] },
    ),
    accuracy_lags: Type.Array(Whole('Weeks from the origin of a forecast to its week.', { examples: [4] }), {
      description: `Lags at which accuracy is measured: ${scoredLags.join(', ')} weeks. Superseded forecasts of other lags are deleted.`,
    }),
    last_run: Nullable(LastRun),
    variants: Type.Array(VariantChoice, {
      description: 'The requested variants, in their order; empty unless `variant_ids` is given.',
    }),
  },
  { $id: 'ForecastConfig' },
)
