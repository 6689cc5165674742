/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

/** Kinds of demand events. */
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

/** Days that a velocity divides units by: days in stock, or every day of the window if stock is unknown. */
export const velocityBases = ['in_stock_days', 'as_sold'] as const

/** Types of rows of the velocity table. */
export const velocityRowTypes = named('SalesRowType', ['variants', 'products'])

/** Methods of a forecast. */
export const forecastMethods = named('ForecastMethod', [
  'seasonal_naive',
  'moving_average',
  'exponential_smoothing',
  'intermittent',
  'category_share',
])

/** Why a method was chosen. */
export const forecastReasons = ['smallest_error', 'too_few_weeks', 'only_method'] as const

/** How an override of a forecast was entered. */
export const overrideSources = named('ForecastOverrideSource', ['variant', 'category'])

/** What a row of the list of forecasts is. */
export const forecastGrains = ['variant', 'category'] as const
