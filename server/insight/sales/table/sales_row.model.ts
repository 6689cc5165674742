/** What rows of a page have beside the fields of their table: figures of stock and prices, made in code. */
import { Count, Money, Nullable, Num, OpenChoice, Reason, Shape, Text, Whole } from '../../../contract/schema.ts'
import { insufficientDataCodes } from '../../../catalogue/price_sensitivity/price_sensitivity.rules.ts'
import { PriceSensitivity, ReasonCode } from '../../../catalogue/price_sensitivity/price_sensitivity.ts'
import { sellThroughBasis } from './stock_of_sales.rules.ts'

const SellThrough = Shape(
  {
    percentage: Nullable(
      Num(
        'Net items sold per hundred units that were on hand at the start of the window or received in it, rounded to two decimals; null without stock.',
        { examples: [37.5] },
      ),
    ),
    basis: OpenChoice([sellThroughBasis], 'What sales are compared with.'),
    net_items_sold: Whole('Units sold minus units returned in the window.', { examples: [12] }),
    opening_on_hand: Nullable(
      Whole(
        'Units on hand at the start of the window, and those with which the ledger was opened in it; null if unknown.',
        { examples: [20] },
      ),
    ),
    received: Nullable(
      Whole('Units received from suppliers and manufacturing in the window; null if unknown.', { examples: [12] }),
    ),
    reason: Reason,
  },
  { $id: 'SellThrough', description: 'Sell-through of own stock in the window.' },
)

const StockoutLosses = Shape(
  {
    variants: Count('Number of variants of the row.', { examples: [1] }),
    variants_measured: Count('Number of variants whose stock is known; the figures sum these.', { examples: [1] }),
    days_measured: Whole('Days of the window that the ledger covers, summed over the variants.', { examples: [28] }),
    stockout_days: Nullable(
      Whole('Days without stock at any location and without sales, summed over the variants; null if unknown.', {
        examples: [4],
      }),
    ),
    lost_units: Nullable(
      Num('Units sold per day in stock, times the days out of stock, rounded to two decimals; null if unknown.', {
        examples: [2],
      }),
    ),
    lost_sales: Money('Lost units at the average price paid in the window, after discounts.'),
    reason: Reason,
  },
  { $id: 'StockoutLosses', description: 'Sales lost because nothing was in stock.' },
)

const { elasticity, standard_error, confidence_interval, label, reason } = PriceSensitivity.properties

const PriceSensitivityOfRow = Nullable(
  Shape(
    {
      elasticity,
      standard_error,
      confidence_interval,
      label,
      reason_code: ReasonCode(['not_measured_yet', ...insufficientDataCodes]),
      reason,
    },
    {
      $id: 'RowPriceSensitivity',
      description:
        'Price sensitivity over the last complete weeks, as `products.get_price_sensitivity` returns it by default; null where rows are products.',
    },
  ),
)

export const rowFigures = {
  sell_through: SellThrough,
  stockout_losses: StockoutLosses,
  price_sensitivity: PriceSensitivityOfRow,
}

export const Totals = Shape(
  {
    gross_sales: Money('Gross sales of all matching rows.'),
    discounts: Money('Discounts of all matching rows.'),
    returns: Money('Returns of all matching rows.'),
    taxes: Money('Taxes of all matching rows.'),
    net_sales: Money('Net sales of all matching rows.'),
    items_sold: Whole('Units sold of all matching rows.', { examples: [48] }),
    items_returned: Whole('Units returned of all matching rows.', { examples: [4] }),
    net_items_sold: Whole('Units sold minus units returned of all matching rows.', { examples: [44] }),
    return_rate: Nullable(
      Num('Units returned per hundred units sold; null if nothing was sold.', { examples: [8.33] }),
    ),
    return_rate_reason: Nullable(Text('Why the rate is missing, as a sentence; null if it is present.')),
  },
  { $id: 'SalesTotals', description: 'Sums over all rows that match the filters, on all pages.' },
)
