/** Known values of stock fields, and columns of sales by day. The lists may grow: clients must tolerate unknown values. */
import { named } from './openapi/named.ts'

export const movementKinds = named('MovementKind', [
  'opening',
  'receipt',
  'fulfilment',
  'return',
  'adjustment',
  'transfer_out',
  'transfer_in',
  'stocktake',
  'assembly_in',
  'assembly_out',
  'write_off',
  'cost_adjustment',
])
export type MovementKind = (typeof movementKinds)[number]

/** Kinds by which goods come into the organisation; the trigger of stock_movements counts the same. */
export const receiptKinds: readonly MovementKind[] = ['receipt', 'assembly_in']

export const documentTypes = named('MovementDocumentType', [
  'ledger_opening',
  'purchase_order_delivery',
  'transfer_order_delivery',
  'stocktake',
  'fulfilment_request',
  'channel_fulfilment',
  'return',
  'manufacturing_order',
  'manual_adjustment',
  'delivery_correction',
  'landed_cost_adjustment',
  'cost_correction',
  'count_offset',
  'exchange_rate',
])
export type DocumentType = (typeof documentTypes)[number]

export const stockHealths = named('StockHealth', ['healthy', 'caution', 'critical', 'out_of_stock', 'overstocked'])
/** An order is open from approval until it is fully delivered, closed or cancelled. */
export const openOrderStatuses = ['approved', 'issued', 'partially_delivered'] as const
export const supplyClasses = named('SupplyClass', ['on_order', 'confirmed', 'in_transit'])

/** Sources of the rate of cover: units sold in the trailing days, or the newest forecast. */
export const rateBases = ['sold', 'forecast'] as const

/** Why a level has no rate of its own; what is not measured yet is none of the others. */
export const rateLacks = ['not_measured', 'nothing_sold', 'sold_without_stock', 'single_wholesale_shipment'] as const

/** Weeks from the origin of a forecast to its week at which accuracy is measured; of other lags only the newest origin is kept. */
export const scoredLags = [1, 4, 8, 13] as const

/** Parameters of cover, in days; lead time and review period are the primary supplier's if it has them. */
export const cover = {
  window_days: 28,
  /** Days of sales that show which location serves a channel. */
  share_days: 91,
  /** An older origin of forecasts is not used any more. */
  forecast_age_days_max: 21,
  lead_time_days_default: 14,
  review_period_days_default: 7,
  overstocked_above_days: 182,
} as const

export const adjustedStocks = ['on_hand', 'in_transit', 'left'] as const

/** Where and when something counts in sales by day. */
export const salesKeyNames = ['variant_id', 'day', 'sales_channel_id', 'location_id', 'currency'] as const

/** What counts there in whole units and cents. */
export const wholeFigureNames = [
  'units',
  'returned_units',
  'gross_sales_cents',
  'discounts_cents',
  'returns_cents',
  'taxes_cents',
  'costed_units',
  'priced_units',
  'known_regular_value_cents',
  'known_markdown_units',
] as const
export type WholeFigure = (typeof wholeFigureNames)[number]

/** The figure that is not rounded: units may cost a part of a cent. */
export const exactFigure = 'known_cost_cents'
export type ExactFigure = typeof exactFigure

/** What counts there. Tables, statements and loops over the figures derive from this list. */
export const figureNames = [...wholeFigureNames, exactFigure] as const

/** What sums of sales have: the number of their rows, too. */
export const sumNames = ['row_count', ...figureNames] as const
