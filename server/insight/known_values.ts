/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

/** What changed demand. */
export const demandEventKinds = named('DemandEventKind', [
  'promotion',
  'holiday',
  'stockout',
  'press',
  'price_change',
  'other',
])

/** Lengths of the windows over which velocity is measured, in weeks. */
export const velocityWeeks = [4, 13, 26] as const

/** What a velocity divides units by: days in stock, or every day of the window where stock is unknown. */
export const velocityBases = ['in_stock_days', 'as_sold'] as const

/** What a row of the velocity table is. */
export const velocityRowTypes = named('SalesRowType', ['variants', 'products'])

/** How a forecast is made. */
export const forecastMethods = named('ForecastMethod', [
  'seasonal_naive',
  'moving_average',
  'exponential_smoothing',
  'intermittent',
  'category_share',
])

/** Why a method was chosen. */
export const forecastReasons = ['smallest_error', 'too_few_weeks', 'only_method'] as const
