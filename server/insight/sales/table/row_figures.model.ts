/** What rows of sales have beside the fields of their table. */
import { insufficientDataCodes } from '../../../catalogue/price_sensitivity/price_sensitivity.rules.ts'
import { PriceSensitivity, ReasonCode } from '../../../catalogue/price_sensitivity/price_sensitivity.ts'
import type { FigureCause } from '../../../contract/money/figure_causes.ts'
import { Count, Money, Nullable, Num, OpenChoice, Reason, Shape, Whole } from '../../../contract/schema.ts'
import { lossCodes, markdownCodes, sellThroughBasis, sellThroughCodes } from './stock_of_sales.rules.ts'

const reasonCode = (codes: readonly FigureCause[]) => Nullable(OpenChoice(codes, 'Code of the reason.'))

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
    reason_code: reasonCode(sellThroughCodes),
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
      Whole(
        'Days without stock where consumers buy and without sales, weighted by the rate of each location and summed over the variants; null if unknown.',
        {
          examples: [4],
        },
      ),
    ),
    lost_units: Nullable(
      Num(
        'Units that consumers buy per day in stock, times the days out of stock, added over locations and rounded to two decimals for each variant; null if unknown.',
        {
          examples: [2],
        },
      ),
    ),
    lost_sales: Money('Lost units at the average price that consumers paid in the window, after discounts.'),
    reason_code: reasonCode(lossCodes),
    reason: Reason,
  },
  { $id: 'StockoutLosses', description: 'Sales lost because nothing was in stock.' },
)

const Markdown = Shape(
  {
    rate: Nullable(
      Num('Units sold below their regular price, per hundred units sold whose regular price is known.', {
        examples: [25],
      }),
    ),
    marked_down_units: Count('Units sold below their regular price.', { examples: [3] }),
    unpriced_units: Count('Units sold without a known regular price, which the rate leaves out.', { examples: [0] }),
    reason_code: reasonCode(markdownCodes),
    reason: Reason,
  },
  { $id: 'SalesMarkdown', description: 'Markdown of the units sold in the window.' },
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

/** What rows have beside the fields of their table: figures of stock and prices, made in code. */
export const rowFigures = {
  sell_through: SellThrough,
  stockout_losses: StockoutLosses,
  markdown: Markdown,
  price_sensitivity: PriceSensitivityOfRow,
}
