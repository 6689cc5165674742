/** Limits of forecasts and their overrides. */
export const forecastLimits = {
  forecast_weeks_max: 104,
  forecast_horizon_weeks_min: 4,
  forecast_horizon_weeks_max: 26,
  forecast_history_weeks_min: 26,
  forecast_history_weeks_max: 156,
  forecast_variants_max: 50,
  forecast_weeks_shown_max: 26,
  forecast_series_page_max: 200,
  forecast_categories_page_max: 20,
  forecast_override_entries_max: 500,
  forecast_override_rows_max: 20_000,
  forecast_override_reason_length_max: 500,
  forecast_override_units_max: 1_000_000_000,
} as const
