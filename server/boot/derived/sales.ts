/** Derived figures of sales, counts of rows, and the records that followed lists announce. */
import { findWrongProductSums } from '../../insight/product_sums/verify_product_sums.ts'
import { findWrongBookSums } from '../../partners/order_book/verify_book_sums.ts'
import { findWrongSellOutSums } from '../../partners/sell_out/category_sums/verify_sell_out_sums.ts'
import { findWrongBalances } from '../../selling/payments/verify_balances.ts'
import { findWrongOrderCounts } from '../../selling/sales_facts/order_counts.ts'
import { verifySales } from '../../selling/sales_facts/verify_sales.ts'
import type { SalesFaultKind } from '../../selling/sales_facts/verify_sales.rules.ts'
import { findWrongCounts } from '../../tables/row_counts.ts'
import { type Engine, inWords, ofEach } from './engine.ts'

const tablesOfFaults: Record<SalesFaultKind, string> = {
  lines_differ: 'sales_daily',
  import_differs: 'sales_daily',
  day_unclaimed: 'sales_daily',
  channel_sums_differ: 'sales_by_channel',
  product_sums_differ: 'sales_by_product',
  category_sums_differ: 'sales_by_category',
  counted_twice: 'sales_daily',
  orders_differ: 'sales_daily',
}

const productSums = ofEach(async (sql, organization_id) =>
  (await findWrongProductSums(sql, organization_id)).map(({ table_name, row, found, expected }) => ({
    table: table_name,
    sentence: `${row}: ${inWords(found, expected)}`,
  })),
)

export const salesEngines: readonly Engine[] = [
  {
    keeps: 'Sales by day, and their sums by channel, product and category',
    code: 'selling/sales_facts',
    tables: ['sales_daily', 'sales_by_channel', 'sales_by_product', 'sales_by_category', 'sales_product_categories'],
    pending: ['sales_deltas'],
    sources: [
      'sales_orders',
      'order_lines',
      'fulfilment_lines',
      'return_receipt_lines',
      'refund_lines',
      'credit_notes',
      'credit_note_lines',
      'sales_daily',
      'variants',
      'products',
    ],
    triggers: [
      'add_sales_deltas',
      'subtract_sales_deltas',
      'move_sales_deltas',
      'mark_moved_product',
      'note_sales_orders',
      'note_order_lines',
      'note_fulfilment_lines',
      'note_return_receipt_lines',
      'note_refund_lines',
      'note_credit_note_lines',
      'note_credit_notes',
    ],
    job: 'fold_sales',
    async verify(sql, options) {
      const { faults } = await verifySales(sql, options)
      return {
        differences: faults.map(({ organization_id, kind, sentence }) => ({
          table: tablesOfFaults[kind],
          organization_id,
          sentence: `${sentence} (${kind})`,
        })),
      }
    },
  },
  {
    keeps: 'Sales and movements of variants and products before a day',
    code: 'insight/sales/running_sums',
    tables: ['sales_before', 'sales_before_days', 'product_sales_before', 'product_stock_before'],
    pending: ['velocity_changes'],
    sources: ['sales_daily', 'stock_movements', 'stock_levels', 'variants'],
    triggers: ['note_velocity_changes', 'note_stock_movements', 'note_stock_level', 'note_variant_of_other_product'],
    job: 'refresh_velocity',
    verify: productSums,
  },
  {
    keeps: 'Figures of products over their variants, now',
    code: 'catalogue/product_figures',
    tables: ['product_figures'],
    pending: ['product_changes', 'velocity_changes'],
    sources: ['products', 'variants', 'supplier_variants', 'suppliers', 'stock_levels'],
    triggers: [
      'note_product_changes',
      'note_variant_changes',
      'note_supplied_changes',
      'note_supplied_terms',
      'note_supplier_terms',
    ],
    job: 'refresh_velocity',
    verify: productSums,
  },
  {
    keeps: 'Velocity of products over their variants',
    code: 'insight/velocity',
    tables: ['product_velocity'],
    pending: ['velocity_changes'],
    sources: ['sales_daily', 'variants', 'stock_levels'],
    triggers: ['note_velocity_changes', 'note_variant_of_other_product'],
    job: 'refresh_velocity',
    verify: productSums,
  },
  {
    keeps: 'Velocity of variants for the windows that end yesterday, and their classes',
    code: 'insight/velocity',
    tables: ['variant_velocity', 'velocity_windows', 'velocity_classes'],
    pending: ['velocity_changes'],
    sources: ['sales_daily', 'stock_movements', 'stock_levels', 'variants'],
    triggers: ['note_velocity_changes', 'note_stock_movements', 'note_stock_level', 'note_variant_of_other_product'],
    job: 'refresh_velocity',
    verify: 'Measured from stock through time; the job measures every variant again each day.',
  },
  {
    keeps: 'Numbers of rows of large tables',
    code: 'tables/row_counts.ts',
    tables: ['row_counts'],
    pending: ['row_count_deltas'],
    sources: [
      'catalogue_events',
      'contacts',
      'customers',
      'invoices',
      'products',
      'purchase_orders',
      'returns',
      'sales_daily',
      'stock_levels',
      'stock_movements',
      'suppliers',
      'variants',
    ],
    triggers: ['add_row_counts', 'subtract_row_counts'],
    job: 'fold_row_counts',
    verify: ofEach(async (sql, organization_id) =>
      (await findWrongCounts(sql, organization_id)).map(({ table_name, rows, row_count }) => ({
        table: 'row_counts',
        sentence: `${table_name} has ${rows} rows, and the count is ${row_count}`,
      })),
    ),
  },
  {
    keeps: 'Numbers of sales orders by what their list filters on',
    code: 'selling/sales_facts/order_counts.ts',
    tables: ['order_counts'],
    pending: ['order_count_deltas'],
    sources: ['sales_orders'],
    triggers: ['add_order_counts', 'subtract_order_counts', 'move_order_counts'],
    job: 'fold_order_counts',
    verify: ofEach(async (sql, organization_id) =>
      (await findWrongOrderCounts(sql, organization_id)).map(({ lifecycle, rows, row_count }) => ({
        table: 'order_counts',
        sentence: `${rows} orders are ${lifecycle}, and the count is ${row_count}`,
      })),
    ),
  },
  {
    keeps: 'What payments pay of invoices and orders, and with it balances',
    code: 'selling/payments',
    tables: ['payment_allocations'],
    pending: [],
    sources: ['customer_payments', 'invoices', 'credit_notes'],
    triggers: [],
    job: null,
    verify: ofEach(async (sql, organization_id) =>
      (await findWrongBalances(sql, organization_id)).map(({ sentence }) => ({
        table: 'payment_allocations',
        sentence,
      })),
    ),
  },
  {
    keeps: 'Sell-out by period, door, variant and category',
    code: 'partners/sell_out/category_sums',
    tables: [
      'sell_out_by_variant',
      'sell_out_by_door',
      'sell_out_by_category',
      'sell_out_by_category_and_door',
      'sell_out_by_period',
    ],
    pending: ['sell_out_category_changes'],
    sources: ['sell_out_rows', 'products', 'variants'],
    triggers: ['sum_sell_out', 'note_sell_out_category_change'],
    job: 'move_sell_out_sums',
    verify: ofEach(async (sql, organization_id) =>
      (await findWrongSellOutSums(sql, organization_id)).map(({ table_name, place, found, expected }) => ({
        table: table_name,
        sentence: `${place}: ${inWords(found, expected)}`,
      })),
    ),
  },
  {
    keeps: 'Sums of the order book at each quarter of an hour',
    code: 'partners/order_book',
    tables: ['order_book_sums'],
    pending: [],
    sources: ['order_book_revisions'],
    triggers: ['sum_order_book'],
    job: null,
    verify: ofEach(async (sql, organization_id) =>
      (await findWrongBookSums(sql, organization_id)).map(({ found, expected }) => ({
        table: 'order_book_sums',
        sentence: inWords(found, expected),
      })),
    ),
  },
  {
    keeps: 'Errors of forecasts by week',
    code: 'stock/forecast_errors',
    tables: ['forecast_weeks', 'forecast_week_errors'],
    pending: ['forecast_week_changes'],
    sources: ['weekly_forecasts', 'sales_daily'],
    triggers: ['note_forecast_weeks'],
    job: 'sum_forecast_errors',
    verify: 'A week is summed anew from its rows as soon as one of them changes.',
  },
  {
    keeps: 'Forecasts, and what they were made with',
    code: 'insight/forecasts',
    tables: ['forecast_runs', 'forecast_choices', 'forecast_sums', 'forecast_variants'],
    pending: [],
    sources: ['sales_daily', 'stock_movements'],
    triggers: [],
    job: 'forecast',
    verify: 'Made by a method from the sales of the time; npm run forecast:proof scores the methods.',
  },
  {
    keeps: 'Price sensitivity of variants',
    code: 'catalogue/price_sensitivity',
    tables: ['price_measures'],
    pending: [],
    sources: ['sales_daily', 'stock_movements'],
    triggers: [],
    job: 'measure_prices',
    verify: 'An estimate over the sales of the time; it is deleted when they change.',
  },
  {
    keeps: 'Which records of followed lists changed',
    code: 'tables/follow',
    tables: ['record_changes'],
    pending: [],
    sources: [
      'exceptions',
      'order_lines',
      'products',
      'purchase_orders',
      'refund_lines',
      'return_lines',
      'return_receipt_lines',
      'return_receipts',
      'returns',
      'sales_orders',
      'stock_levels',
      'supplier_variants',
      'variants',
    ],
    triggers: [
      'note_records',
      'note_parts',
      'note_lines_of_sales_orders',
      'note_parts_of_returns',
      'note_subjects_of_exceptions',
      'note_changed_products',
      'note_changed_variants',
      'note_primary_suppliers',
      'note_stocked_variants',
      'note_changed_stock',
    ],
    job: 'tidy_changes',
    verify: 'A log of changes: rows that are gone cannot be compared.',
  },
]
