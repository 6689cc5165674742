/** Measures of sales, returns and sales orders. */
import type { Completeness, Measure, Terms } from './dictionary.model.ts'
import { average, count, money, moneyUnit, percent, plus, units } from './measure_kinds.ts'

const taxes = 'Taxes are excluded.'
const cancelledUnits = 'Units that were cancelled are excluded.'
const drafts = 'Drafts are excluded.'
const draftsAndCancelled = 'Drafts and cancelled orders are excluded.'
const receivedHere = 'Imported sales history, which has no documents, is excluded.'

const net_sales: Terms = { plus: ['sales.gross'], less: ['sales.discounts', 'sales.returns'] }
const net_units: Terms = { plus: ['sales.units'], less: ['sales.returned_units'] }
const margin: Terms = { plus: ['sales.gross'], less: ['sales.discounts', 'sales.returns', 'sales.cost'] }
const costIsKnown = {
  known: plus('sales.costed_units'),
  all: plus('sales.units', 'sales.returned_units'),
  reason: 'The cost of some of the units sold or returned is unknown.',
  lacks_cost_of_sales: true,
} as const
const withComplete = (measure: Measure, complete: Completeness): Measure => ({
  ...measure,
  computation: { ...measure.computation, complete },
})

const nothingSold = 'Nothing was sold.'

export const salesMeasures = {
  gross_sales: money(
    ['Gross sales', 'Value of the units sold, before discounts and returns.', taxes],
    plus('sales.gross'),
  ),
  discounts: money(['Discounts', 'Discounts on the units sold.', taxes], plus('sales.discounts')),
  returns_value: money(
    [
      'Returns',
      'Value of the units returned, on the day of the refund, or of the receipt if there is no refund.',
      taxes,
    ],
    plus('sales.returns'),
  ),
  net_sales: money(['Net sales', 'Gross sales minus discounts and returns.', taxes], net_sales),
  sales_taxes: money(['Taxes on sales', 'Taxes on the units sold minus taxes on those returned.'], plus('sales.taxes')),
  units_sold: units(
    [
      'Units sold',
      'Units of consumer orders on the day of the order, and of wholesale orders on the day of the shipment.',
      cancelledUnits,
    ],
    plus('sales.units'),
  ),
  units_returned: units(
    ['Units returned', 'Units that came back, on the day of receipt.'],
    plus('sales.returned_units'),
  ),
  net_units: units(['Net units', 'Units sold minus units returned.'], net_units),
  cost_of_sales: withComplete(
    money(
      ['Cost of sales', 'Cost of the units sold minus that of the units returned, as they left stock.'],
      plus('sales.cost'),
    ),
    costIsKnown,
  ),
  gross_margin: withComplete(money(['Gross margin', 'Net sales minus cost of sales.', taxes], margin), costIsKnown),
  gross_margin_pct: withComplete(
    percent(['Gross margin rate', 'Gross margin per hundred of net sales.', taxes], {
      of: margin,
      by: net_sales,
      reason: 'Net sales are not above zero.',
    }),
    costIsKnown,
  ),
  average_selling_price: average(
    'money',
    moneyUnit,
    ['Average selling price', 'Gross sales minus discounts, per unit sold.', taxes],
    { of: { plus: ['sales.gross'], less: ['sales.discounts'] }, by: plus('sales.units'), reason: nothingSold },
  ),
  discount_rate: percent(['Discount rate', 'Discounts per hundred of gross sales.', taxes], {
    of: plus('sales.discounts'),
    by: plus('sales.gross'),
    reason: 'Gross sales are zero.',
  }),
  markdown_rate: percent(
    [
      'Markdown rate',
      'Units sold below their regular price, per hundred units sold whose regular price is known.',
      'Units sold without a regular price are excluded.',
    ],
    {
      of: plus('sales.markdown_units'),
      by: plus('sales.priced_units'),
      reason: 'No unit with a known regular price was sold.',
    },
  ),
  unpriced_units: units(
    ['Units without a regular price', 'Units sold whose regular price is unknown: the markdown rate leaves them out.'],
    { plus: ['sales.units'], less: ['sales.priced_units'] },
  ),
  return_rate: percent(['Return rate', 'Units returned per hundred units sold, both counted in the same period.'], {
    of: plus('sales.returned_units'),
    by: plus('sales.units'),
    reason: nothingSold,
  }),
  sell_through: {
    ...percent(
      [
        'Sell-through',
        'Net units sold per hundred units of own stock: on hand at the start of the window, or opened with in it, plus receipts.',
      ],
      {
        of: net_units,
        by: plus('stock_flow.opening', 'stock_flow.received'),
        reason: 'There was no stock to sell.',
      },
    ),
    needs_ledger: true,
  },
} satisfies Record<string, Measure>

export const returnMeasures = {
  returns_created: count('returns')(
    ['Returns created', 'Returns created, on the day they were created.', receivedHere],
    plus('returns_created.count'),
  ),
  returns_received: count('returns')(
    ['Returns received', 'Returns of which units arrived.', receivedHere],
    plus('return_receipts.returns'),
  ),
  units_received_back: units(
    ['Units received back', 'Units that arrived on returns, on the day of receipt.', receivedHere],
    plus('return_receipts.units'),
  ),
  units_restocked: units(
    ['Units restocked', 'Units of returns that went back into sellable stock.', receivedHere],
    plus('return_receipts.restocked'),
  ),
  restock_rate: percent(['Restock rate', 'Units restocked per hundred units received back.', receivedHere], {
    of: plus('return_receipts.restocked'),
    by: plus('return_receipts.units'),
    reason: 'Nothing was received back.',
  }),
  return_losses: withComplete(
    money(
      [
        'Return losses',
        'Cost at which units left that came back and were written off or returned to the supplier, on the day of receipt.',
        receivedHere,
        'Units in quarantine are excluded until an inspection says what becomes of them.',
      ],
      plus('return_receipts.lost_cost'),
    ),
    {
      known: plus('return_receipts.lost_costed'),
      all: plus('return_receipts.lost'),
      reason: 'The cost of some of the units is unknown.',
    },
  ),
} satisfies Record<string, Measure>

const noOrders = 'There are no orders.'

export const orderMeasures = {
  orders: count('orders')(
    ['Orders', 'Sales orders by the day on which they were placed.', draftsAndCancelled],
    plus('orders.live'),
  ),
  orders_cancelled: count('orders')(
    ['Orders cancelled', 'Sales orders that were cancelled before anything shipped.'],
    plus('orders.cancelled'),
  ),
  cancellation_rate: percent(['Cancellation rate', 'Orders cancelled per hundred orders placed.', drafts], {
    of: plus('orders.cancelled'),
    by: plus('orders.placed'),
    reason: noOrders,
  }),
  order_units: units(
    ['Units on orders', 'Units agreed on sales orders.', drafts, cancelledUnits],
    plus('order_lines.units'),
  ),
  order_value: money(
    [
      'Order value',
      'Price of the units on orders minus their discounts.',
      drafts,
      cancelledUnits,
      'Taxes and freight are excluded.',
    ],
    plus('order_lines.value'),
  ),
  average_order_value: average(
    'money',
    moneyUnit,
    ['Average order value', 'Order value per order.', draftsAndCancelled, 'Taxes and freight are excluded.'],
    { of: plus('order_lines.value'), by: plus('orders.live'), reason: noOrders },
  ),
  units_per_order: average('decimal', 'units', ['Units per order', 'Units on orders per order.', draftsAndCancelled], {
    of: plus('order_lines.units'),
    by: plus('orders.live'),
    reason: noOrders,
  }),
  units_fulfilled: units(
    ['Units fulfilled', 'Units of these orders that have shipped.', drafts],
    plus('order_lines.fulfilled'),
  ),
  units_cancelled: units(
    ['Units cancelled', 'Units of these orders that were cancelled.', drafts],
    plus('order_lines.cancelled'),
  ),
  fulfilment_rate: percent(
    ['Fulfilment rate', 'Units fulfilled per hundred units on orders.', drafts, cancelledUnits],
    {
      of: plus('order_lines.fulfilled'),
      by: plus('order_lines.units'),
      reason: 'There are no units on orders.',
    },
  ),
} satisfies Record<string, Measure>
