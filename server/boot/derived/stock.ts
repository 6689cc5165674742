/** Derived figures of stock and purchase orders. */
import Big from 'big.js'
import { verifyVariantStock } from '../../catalogue/variant_stock/verify_variant_stock.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { findWrongTotals } from '../../purchasing/order_sums/verify_order_totals.ts'
import { verifyOrderSums } from '../../purchasing/order_sums/verify_order_sums.ts'
import { findWrongStockDays } from '../../stock/stock_days/verify_stock_days.ts'
import { verifyStockValues } from '../../stock/stock_values/verify_stock_values.ts'
import { type Engine, inWords, ofEach } from './engine.ts'

export const stockEngines: readonly Engine[] = [
  {
    keeps: 'On hand, committed and incoming units of each variant and location, and their average cost',
    code: 'ledger',
    tables: ['stock_levels'],
    pending: [],
    sources: ['stock_movements', 'order_lines', 'purchase_order_lines'],
    triggers: [],
    job: null,
    async verify(sql, options) {
      const { faults, overcommitted, values } = await verifyLedger(sql, options)
      const place = (one: { variant_id: string; location_id: string }) =>
        `variant ${one.variant_id} at location ${one.location_id}`
      return {
        differences: faults.map((one) => ({
          table: 'stock_levels',
          organization_id: one.organization_id,
          sentence: `${place(one)}: ${one.sentence} (${one.kind})`,
        })),
        warnings: overcommitted.map((one) => ({
          organization_id: one.organization_id,
          sentence: `${place(one)}: ${one.committed} committed, ${one.on_hand} on hand`,
        })),
        notes: values.map(({ organization_id, value, unproven }) => ({
          organization_id,
          sentence: [
            `${Big(value).toFixed(2)} by movements and by levels`,
            ...unproven.map(
              ({ reason, levels }) => `${levels} ${levels === 1 ? 'level' : 'levels'} left out: ${reason}`,
            ),
          ].join('; '),
        })),
      }
    },
  },
  {
    keeps: 'Stock of each variant over all locations',
    code: 'catalogue/variant_stock',
    tables: ['variant_stock'],
    pending: ['stock_level_changes'],
    sources: ['stock_levels'],
    triggers: ['note_stock_level_change'],
    job: 'refresh_velocity',
    async verify(sql, { organization_id }) {
      const wrong = await verifyVariantStock(sql, organization_id)
      return {
        differences: wrong.map((one) => ({
          table: one.row_type === 'variant' ? 'variant_stock' : 'product_figures',
          organization_id: one.organization_id,
          sentence: `${one.row_type} ${one.id}: ${one.found ?? 'nothing'} is stored, and the levels sum to ${one.expected ?? 'nothing'}`,
        })),
      }
    },
  },
  {
    keeps: 'Units that moved on each day, by location and by category',
    code: 'stock/stock_days',
    tables: ['stock_by_day', 'stock_by_category', 'stock_counted', 'stock_day_counts'],
    pending: ['stock_category_changes', 'velocity_changes'],
    sources: ['stock_movements', 'products', 'variants', 'organizations'],
    triggers: ['note_stock_category_change', 'note_variant_of_other_product'],
    job: 'count_stock',
    async verify(sql, { organization_id }) {
      const wrong = await findWrongStockDays(sql, organization_id)
      return {
        differences: wrong.map((one) => ({
          table: one.day === null ? 'stock_by_category' : 'stock_by_day',
          organization_id: one.organization_id,
          sentence: `location ${one.location_id}, category ${one.category_id}, ${one.day ?? 'all days'}: ${one.units} units are stored, ${one.moved} moved`,
        })),
      }
    },
  },
  {
    keeps: 'Value of the stock and of what was received, by category and day',
    code: 'stock/stock_values',
    tables: ['stock_value_levels', 'stock_value_days', 'stock_value_totals'],
    pending: ['stock_value_changes', 'velocity_changes'],
    sources: ['stock_movements', 'stock_levels', 'variants', 'products', 'organizations'],
    triggers: ['note_revalued_variants', 'note_revalued_products', 'remove_stock_values'],
    job: 'fold_stock_values',
    async verify(sql, { organization_id }) {
      const wrong = await verifyStockValues(sql, organization_id)
      return {
        differences: wrong.map((one) => ({
          table: one.day === null ? 'stock_value_totals' : 'stock_value_days',
          organization_id: one.organization_id,
          sentence: `${one.category_id === null ? 'products without a category' : `category ${one.category_id}`}, ${one.currency}, ${one.day ?? 'the stock as it is now'}: ${inWords(one.found, one.expected)}`,
        })),
      }
    },
  },
  {
    keeps: 'Purchase orders and deliveries by category',
    code: 'purchasing/order_sums',
    tables: ['purchase_order_sums', 'purchase_order_delivery_sums'],
    pending: ['purchase_order_changes'],
    sources: [
      'purchase_order_lines',
      'purchase_order_deliveries',
      'purchase_order_delivery_lines',
      'variants',
      'products',
    ],
    triggers: ['note_purchase_orders', 'note_order_of_delivery', 'note_revalued_variants', 'note_revalued_products'],
    job: 'fold_order_sums',
    async verify(sql, { organization_id }) {
      const wrong = await verifyOrderSums(sql, organization_id)
      return {
        differences: wrong.map((one) => ({
          table: one.delivery_id === null ? 'purchase_order_sums' : 'purchase_order_delivery_sums',
          organization_id: one.organization_id,
          sentence: `purchase order ${one.purchase_order_id}, ${one.delivery_id === null ? 'its lines' : `delivery ${one.delivery_id}`}, ${one.category_id === null ? 'products without a category' : `category ${one.category_id}`}: ${inWords(one.found, one.expected)}`,
        })),
      }
    },
  },
  {
    keeps: 'Cost, number of lines and first and last due day of purchase orders',
    code: 'purchasing/order_sums',
    tables: ['purchase_orders'],
    pending: [],
    sources: ['purchase_order_lines'],
    triggers: ['total_purchase_orders'],
    job: null,
    verify: ofEach(async (sql, organization_id) =>
      (await findWrongTotals(sql, organization_id)).map(({ purchase_order_id, found, expected }) => ({
        table: 'purchase_orders',
        sentence: `purchase order ${purchase_order_id}: ${inWords(found, expected)}`,
      })),
    ),
  },
]
