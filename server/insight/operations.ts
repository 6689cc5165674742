/** Sales, velocity and metrics. Each resource lists its operations in the order of the specification. */
import type { Operation } from '../contract/operation.ts'
import { getForecastConfig } from './forecasts/get_forecast_config.ts'
import { updateForecastConfig } from './forecasts/update_forecast_config.ts'
import { listForecastOverrides } from './forecasts/overrides/list_overrides.ts'
import { setForecastOverrides } from './forecasts/overrides/set_overrides.ts'
import { listForecasts } from './forecasts/reading/list_forecasts.ts'
import { getDictionary } from './metrics/get_dictionary.ts'
import { query } from './metrics/query.ts'
import { getChannelPerformance } from './sales/get_channel_performance.ts'
import { getNetSales } from './sales/get_net_sales.ts'
import { getSalesOverview } from './sales/get_new_overview.ts'
import { getSalesAnalytics } from './sales/get_analytics.ts'
import { listSales } from './sales/table/list_sales.ts'
import { listSalesFilters } from './sales/list_filters.ts'
import {
  archiveDemandEvent,
  createDemandEvent,
  getDemandEventOfSession,
  restoreDemandEvent,
  updateDemandEvent,
} from './velocity/demand_events/demand_events.ts'
import { getBundleContributions } from './velocity/get_bundle_contributions.ts'
import { getDemandEvent } from './velocity/demand_events/get_demand_event.ts'
import { getEventAnalytics } from './velocity/demand_events/get_event_analytics.ts'
import { listDemandEvents } from './velocity/demand_events/list_demand_events.ts'
import { listSuggestedEvents } from './velocity/demand_events/list_suggested_events.ts'
import { getVariantDrawerOverview } from './velocity/get_variant_drawer_overview.ts'
import { getVelocityTotals } from './velocity/get_velocity_totals.ts'
import { listVelocity } from './velocity/list_velocity.ts'
import { listVelocityFilters } from './velocity/list_velocity_filters.ts'

export const insightOperations: readonly Operation[] = [
  // sales
  getSalesAnalytics,
  listSalesFilters,
  getNetSales,
  getSalesOverview,
  getChannelPerformance,
  listSales,
  getDemandEvent,
  getEventAnalytics,
  listSuggestedEvents,
  listDemandEvents,
  listVelocityFilters,
  getForecastConfig,
  listVelocity,
  getVelocityTotals,
  getBundleContributions,
  // products
  getVariantDrawerOverview,
  // metrics
  getDictionary,
  query,
  // session
  createDemandEvent,
  getDemandEventOfSession,
  updateDemandEvent,
  archiveDemandEvent,
  restoreDemandEvent,
  updateForecastConfig,
  listForecasts,
  listForecastOverrides,
  setForecastOverrides,
]
