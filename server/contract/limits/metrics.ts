/** Limits of metric queries; limits.ts joins them with the others. */
export const metricsLimits = {
  /** Three years, leap days included. */
  metrics_window_days_max: 1_096,
  metrics_rows_max: 10_000,
  /** Rows times columns of a response. */
  metrics_cells_max: 200_000,
  metrics_queries_at_once_max: 4,
  metrics_queries_at_once_per_organization_max: 2,
  metrics_queries_waiting_max: 128,
  metrics_queries_waiting_per_organization_max: 32,
  metrics_measures_max: 20,
  metrics_dimensions_max: 3,
  metrics_filters_max: 5,
  /** Variants of an organisation whose lost units a read over any window measures. */
  lost_units_variants_max: 5_000,
} as const
