/** Values for the examples of sales figures and forecasts; see example_overrides.ts. */
import { exampleId } from '../example_ids.ts'

import { notExported, type Values } from './shared.ts'

const overview: Values = {
  'card.info': 'Gross sales minus discounts and returns, excluding taxes.',
  'card.value': 267,
  'card.previous_value': 178,
  'card.change': 50,
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
  'markdown.rate': null,
  'markdown.marked_down_units': 0,
  'markdown.unpriced_units': 12,
  'markdown.reason_code': 'no_price',
  'markdown.reason': 'No unit that was sold has a known regular price.',
}

/** On 21 November, the last complete week is that of Monday the 9th. */
const forecast: Values = { origin_week: '2026-11-09', 'variant.sku': 'JUMPER-M' }

/** 21 jumpers in 28 days, after 15 in the 28 days before. */
const velocity: Values = {
  variant_count: 1,
  as_sold_units_per_day: 0.75,
  lost_units: 0,
  lost_revenue: 0,
  previous_units_sold: 15,
  previous_units_per_day: 0.5357,
}
const totals: Values = {
  variant_count: 420,
  units_sold: 8_820,
  units_per_day: 331.5,
  as_sold_units_per_day: 315,
  in_stock_days: 11_340,
  stockout_days: 420,
  lost_units: 210.5,
  lost_revenue: 1_873_450,
  previous_units_sold: 8_400,
  previous_units_per_day: 312.4,
  available_qty: 14_280,
  net_sales: 78_498_000,
}
/** 21 jumpers by themselves and 20 in 10 gift sets, on 28 days. */
const inBundles: Values = {
  counted_days: 28,
  'own.share_percentage': 51.2,
  'bundles.units': 20,
  'bundles.units_per_day': 0.7143,
  'bundles.share_percentage': 48.8,
  'total.units': 41,
  'total.units_per_day': 1.4643,
  'total.share_percentage': 100,
  'contribution.units_per_day': 0.7143,
  'contribution.share_percentage': 48.8,
}

const event: Values = { days: 10, is_archived: false, archived_at: null }
/** 34 units a day were expected on the ten days of the event; 480 were sold. */
const uplift: Values = {
  'data.starts_on': '2026-03-06',
  'data.ends_on': '2026-03-15',
  'data.units_sold': 480,
  'baseline.start_date': '2025-12-12',
  'baseline.end_date': '2026-03-05',
  excluded_events: [],
  'day.date': '2026-03-06',
  'day.units_sold': 51,
}
const unusual: Values = {
  'window.start_date': '2026-05-24',
  'event.starts_on': '2026-09-04',
  'event.ends_on': '2026-09-06',
  'event.days': 3,
  'event.units_sold': 168,
}

/** One value of each list of filters, with its label. */
const filterValues = (values: Record<string, string>): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => [
      [`${name}.row.value`, name.endsWith('_id') ? exampleId(name) : value],
      [`${name}.row.label`, value],
    ]),
  )

/** The week after 21 November, as forecast from the weeks up to the 9th. */
const forecastWeek: Values = {
  first_week: '2026-11-23',
  last_week: '2026-11-23',
  'last_run.began_at': '2026-11-16T05:00:12+00:00',
  'last_run.ended_at': '2026-11-16T05:03:40+00:00',
  'week.week_start': '2026-11-23',
  'week.origin_week': '2026-11-09',
  'week.override_units': null,
  'week.lower_units': 11.9,
  'week.upper_units': 26.1,
  'week.actual_units': null,
  'week.actual_reason_code': 'week_not_over',
}
/** No override is of a week that is over. */
const overrideVersion: Values = {
  'row.week_start': '2026-11-23',
  'row.previous_units': null,
  'row.statistical_units': 18.4,
  'row.actual_units': null,
  'row.actual_reason_code': 'week_not_over',
  'score.overrides': 0,
  'score.override_units': 0,
  'score.statistical_units': 0,
  'score.actual_units': 0,
  'score.override_error': 0,
  'score.statistical_error': 0,
  'score.override_bias': null,
  'score.statistical_bias': null,
  'score.bias_reason_code': 'no_override',
  'score.value_added': null,
  'score.value_added_reason_code': 'no_override',
}

export const insightOverrides: Record<string, Values> = {
  'sales.get_new_overview': overview,
  'sales.list_sales': { ...sold, ...notExported },
  'sales.list_filters': {
    'custom_fields.row.value': 'Fit=Slim',
    'platform_tags.row.value': 'new-in',
    'platform_tags.row.id': null,
  },
  'sales.get_net_sales': {
    'window.start_date': '2026-11-01',
    period_start: '2026-11-16',
    'row.net_sales': 106_800,
    net_items_sold: 12,
    sales_begin_on: '2026-10-20',
    first_rate_date: '2026-10-30',
    last_rate_date: '2026-11-20',
  },
  'session.list_forecasts': { origin_week: '2026-11-09', ...forecastWeek },
  'session.list_forecast_overrides': overrideVersion,
  'sales.list_velocity': { ...velocity, ...notExported },
  'sales.get_velocity_totals': totals,
  'sales.get_bundle_contributions': inBundles,
  'sales.get_demand_event': event,
  'sales.list_demand_events': { ...event, ...notExported },
  'session.create_demand_event': event,
  'session.get_demand_event': event,
  'session.update_demand_event': { ...event, days: 12 },
  'session.archive_demand_event': { days: 10 },
  'session.restore_demand_event': event,
  'sales.get_event_analytics': uplift,
  'sales.list_suggested_events': unusual,
  'sales.list_velocity_filters': filterValues({
    category_id: 'Knitwear',
    vendor: 'Harbour',
    class: 'core',
    product_status: 'ACTIVE',
    contribution_class: 'A',
  }),
  'sales.get_forecast_config': forecast,
  'session.update_forecast_config': forecast,
  'sales.get_channel_performance': {
    'window.start_date': '2026-11-01',
    'window.end_exclusive': '2026-11-22',
    'previous_window.start_date': '2026-10-11',
    'previous_window.end_date': '2026-10-31',
    'previous_window.end_exclusive': '2026-11-01',
    sales_begin_on: '2026-10-04',
    channel_name: 'Online store',
    total_revenue: 26_700,
    period_difference: 8900,
    'data.date': '2026-11-02',
    revenue: 26_700,
  },
}
