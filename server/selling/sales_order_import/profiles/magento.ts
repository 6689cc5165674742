/** Orders of Magento (Adobe Commerce). What is not confirmed: docs-site/src/data/import_profiles.json. */
import type { ImportProfile } from '../../../imports/profile.ts'

const states = {
  pending: 'open',
  'pending payment': 'open',
  pending_payment: 'open',
  'payment review': 'open',
  payment_review: 'open',
  processing: 'open',
  'on hold': 'open',
  holded: 'open',
  'suspected fraud': 'open',
  fraud: 'open',
  complete: 'shipped',
  closed: 'refunded',
  canceled: 'cancelled',
} as const

/**
 * Exports of orders with their items, under the names that Magento gives their attributes: one row for each item, and one for the
 * chosen variant of a configurable product. Prices of items are without taxes.
 */
export const magentoOrderItems: ImportProfile = {
  name: 'magento_order_items',
  title: 'Magento order export with items',
  kind: 'orders',
  recognised_by: ['increment_id', 'created_at', 'status', 'item:sku', 'item:qty_ordered', 'item:row_total'],
  columns: [
    { header: 'increment_id', field: 'order_number' },
    { header: 'created_at', field: 'ordered_at' },
    { header: 'status', field: 'state', replacements: states },
    { header: 'order_currency_code', field: 'currency' },
    { header: 'customer_email', field: 'email' },
    { header: 'customer_firstname', followed_by: 'customer_lastname', field: 'customer_name' },
    { header: 'shipping_amount', field: 'shipping' },
    { header: 'shipping_tax_amount', field: 'shipping_tax' },
    { header: 'total_refunded', field: 'refunded_amount' },
    { header: 'grand_total', field: 'total' },
    { header: 'item:item_id', field: 'line_reference' },
    { header: 'item:parent_item_id', field: 'part_of', replacements: { '0': '' } },
    {
      header: 'item:product_type',
      field: 'line_state',
      replacements: {
        simple: '',
        configurable: '',
        bundle: '',
        grouped: '',
        virtual: 'not_eligible',
        downloadable: 'not_eligible',
        giftcard: 'not_eligible',
      },
    },
    { header: 'item:sku', field: 'sku' },
    { header: 'item:name', field: 'product_name' },
    { header: 'item:qty_ordered', field: 'quantity' },
    { header: 'item:row_total', field: 'line_subtotal' },
    { header: 'item:discount_amount', field: 'line_discount' },
    { header: 'item:tax_amount', field: 'line_tax' },
    { header: 'item:qty_shipped', field: 'shipped_quantity' },
    { header: 'item:qty_canceled', field: 'cancelled_quantity' },
    { header: 'item:qty_refunded', field: 'refunded_quantity' },
  ],
  fixed_values: { source_system: 'Magento' },
}

/**
 * https://experienceleague.adobe.com/en/docs/commerce-admin/stores-sales/order-management/orders/orders: the export of the
 * grid of orders, which has no lines. An order comes with what it came to, as one line without goods: units and sales by variant are not
 * known from it.
 */
export const magentoOrdersGrid: ImportProfile = {
  name: 'magento_orders_grid',
  title: 'Magento grid of orders, without lines',
  kind: 'orders',
  recognised_by: ['ID', 'Purchase Date', 'Bill-to Name', 'Grand Total (Base)', 'Grand Total (Purchased)', 'Status'],
  columns: [
    { header: 'ID', field: 'order_number' },
    { header: 'Purchase Date', field: 'ordered_at' },
    { header: 'Status', field: 'state', replacements: states },
    { header: 'Customer Email', field: 'email' },
    { header: 'Customer Name', otherwise: [{ header: 'Bill-to Name' }], field: 'customer_name' },
    // The total in the currency of the order, which the file does not state: an order in another than the base currency is refused.
    { header: 'Grand Total (Base)', field: 'line_total' },
    { header: 'Grand Total (Purchased)', field: 'line_paid' },
    { header: 'Total Refunded', field: 'refunded_amount' },
  ],
  fixed_values: {
    source_system: 'Magento',
    line_kind: 'custom',
    product_name: 'Lines that the export does not state',
    quantity: '1',
    prices_include_tax: 'false',
  },
}
