/** Values for the examples of stock and stocktakes; see example_overrides.ts. */
import { absent, notExported, now, type Values } from './shared.ts'

/** A stocktake of the warehouse in the starter data: six variants, 257 units. */
const openStocktake: Values = {
  status: 'open',
  posted_at: null,
  line_count: 6,
  counted_line_count: 0,
  system_total: 257,
  counted_total: 0,
  variance_total: 0,
  variance_value_total: 0,
  include_all_variants: true,
}
const countedStocktake: Values = {
  ...openStocktake,
  counted_line_count: 1,
  counted_total: 38,
  variance_total: -2,
  variance_value_total: -63,
}

export const stockOverrides: Record<string, Values> = {
  'stocktakes.create': openStocktake,
  'stocktakes.get': countedStocktake,
  'stocktakes.post': { ...countedStocktake, status: 'posted', posted_at: now },
  'inventory.list_inventory': { filtered_max_unique_size: absent, ...notExported },
  'stocktakes.list': countedStocktake,
  'inventory.position': { 'data.location_id': null, 'data.location_name': null },
  'inventory.forecast_accuracy': { 'scope.product_type': null, 'scope.sales_channel_id': null },
}
