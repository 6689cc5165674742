/** A row of the list of forecasts, from what was read of its pairs. */
import { scoredLags } from '../../../contract/stock.ts'
import type { SalesCoverage } from '../../../selling/sales_facts/coverage/coverage.rules.ts'
import { codedMeasures, trailingOf } from '../../../stock/inventory/forecast_accuracy.rules.ts'
import type { Grain, PageRow } from './pairs.store.ts'
import type { ForecastSeries, Score, ShownWeek } from './series.model.ts'
import {
  actualLack,
  biasOf,
  intervalOfSum,
  lagMeasured,
  valueAdded,
  type WeekRange,
  weekStarts,
} from './series.rules.ts'
import type { ErrorRow, WeekRow } from './weeks_shown.store.ts'

export interface Shown {
  shown: WeekRange
  today: string
  coverage: SalesCoverage
  grain: Grain
  /** Whether the figures are the share of a location. */
  is_share: boolean
  weeks: readonly WeekRow[]
  errors: readonly ErrorRow[]
}

function scoreOf(errors: readonly ErrorRow[]): Score {
  const { weeks, forecast_units, actual_units } = trailingOf(errors)
  const { wmape, wmape_lack, wmase, wmase_lack } = codedMeasures(errors)
  return {
    weeks,
    forecast_units,
    actual_units,
    bias: biasOf(forecast_units, actual_units),
    wmape,
    wmape_reason_code: wmape_lack,
    wmase,
    value_added: valueAdded(wmase),
    wmase_reason_code: wmase_lack,
  }
}

function intervalOf(row: WeekRow | undefined, errors: readonly ErrorRow[], { grain, is_share }: Shown) {
  const none = (interval_reason_code: 'no_forecast' | 'no_interval' | 'too_few_weeks') => ({
    lower_units: null,
    upper_units: null,
    interval_reason_code,
  })
  if (row === undefined || row.origin_week === null) return none('no_forecast')
  if (is_share) return none('no_interval')
  if (grain === 'variant') {
    const { lower_units, upper_units } = row
    return lower_units === null || upper_units === null
      ? none('no_interval')
      : { lower_units, upper_units, interval_reason_code: null }
  }
  const lag = lagMeasured(row.origin_week, row.week_start)
  if (lag === null) return none('no_interval')
  const interval = intervalOfSum(
    row.statistical_units,
    errors.filter(({ lag_weeks }) => lag_weeks === lag),
  )
  return interval === null ? none('too_few_weeks') : { ...interval, interval_reason_code: null }
}

export function seriesOf(page: PageRow, context: Shown): ForecastSeries {
  const { key, ...row } = page
  const { shown, today, coverage, weeks, errors } = context
  const byWeek = new Map(weeks.filter((one) => one.key === key).map((one) => [one.week_start, one]))
  const ownErrors = errors.filter((one) => one.key === key)
  const through =
    row.sales_channel_id === null ? coverage.recorded_through : coverage.through_of.get(row.sales_channel_id)
  const weekOf = (week_start: string): ShownWeek => {
    const sums = byWeek.get(week_start)
    const { expected, unplaced } = sums ?? { expected: 0, unplaced: 0 }
    const lack = expected === 0 ? 'no_forecast' : unplaced > 0 ? 'no_location_sales' : null
    const part = (count: 'forecasts' | 'overrides', units: 'statistical_units' | 'override_units') =>
      lack === null && sums![count] > 0 ? sums![units] : null
    const actual_reason_code = actualLack(week_start, today, through ?? null)
    return {
      week_start,
      origin_week: sums?.origin_week ?? null,
      units: lack === null ? sums!.units : null,
      units_reason_code: lack,
      statistical_units: part('forecasts', 'statistical_units'),
      statistical_reason_code: lack ?? (sums!.forecasts > 0 ? null : 'no_forecast'),
      override_units: part('overrides', 'override_units'),
      ...intervalOf(sums, ownErrors, context),
      actual_units: actual_reason_code === null ? (sums?.actual_units ?? 0) : null,
      actual_reason_code,
    }
  }
  return {
    ...row,
    score: scoreOf(ownErrors.filter(({ lag_weeks }) => lag_weeks === scoredLags[0])),
    weeks: weekStarts(shown).map(weekOf),
  }
}
