/** Values for the examples of sales figures and forecasts; see example_overrides.ts. */
type Values = Record<string, unknown>

/** The last 28 days before 22 November. */
const window: Values = {
  'window.start_date': '2026-10-25',
  'window.end_date': '2026-11-21',
  'window.end_exclusive': '2026-11-22',
}

const overview: Values = {
  ...window,
  'card.info': 'Gross sales minus discounts and returns, excluding taxes.',
  'card.value': 267,
  'card.previous_value': 178,
  'card.change': 50,
  'previous_window.start_date': '2026-09-27',
  'previous_window.end_date': '2026-10-24',
  'previous_window.end_exclusive': '2026-10-25',
  'last_year_window.start_date': '2025-10-26',
  'last_year_window.end_date': '2025-11-22',
  'last_year_window.end_exclusive': '2025-11-23',
  'charts.revenue': 26_700,
  'historical.date': '2026-11-02',
  'historical.value': 26_700,
  'last_year.date': '2025-11-03',
  'last_year.value': 0,
  'forecast.date': '2026-11-23',
  'forecast.units': 1.5,
  'forecast.value': 13_350,
  'sales_by_variant.value': 'JUMPER-M',
  net_sales: 26_700,
  net_items_sold: 3,
}

/** Twelve jumpers at 89.00, without discounts, returns and taxes. */
const sold: Values = {
  ...window,
  gross_sales: 106_800,
  discounts: 0,
  returns: 0,
  taxes: 0,
  net_sales: 106_800,
  items_sold: 12,
  items_returned: 0,
  net_items_sold: 12,
  return_rate: 0,
  lost_units: 0,
  lost_sales: 0,
}

/** On 21 November, the last complete week is that of Monday the 9th. */
const forecast: Values = { origin_week: '2026-11-09', 'variant.sku': 'JUMPER-M' }

export const insightOverrides: Record<string, Values> = {
  'sales.get_new_overview': overview,
  'sales.list_sales': sold,
  'sales.list_filters': {
    'custom_fields.row.value': 'Fit=Slim',
    'platform_tags.row.value': 'new-in',
    'platform_tags.row.id': null,
  },
  'sales.get_forecast_config': forecast,
  'session.update_forecast_config': forecast,
}
