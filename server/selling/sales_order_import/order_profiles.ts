/** Profiles of the order exports of shop systems. What is not confirmed: docs-site/src/data/import_profiles.json. */
import type { ImportProfile } from '../../imports/profile.ts'
import { magentoOrderItems, magentoOrdersGrid } from './profiles/magento.ts'
import { matrixifyOrders } from './profiles/matrixify.ts'

/**
 * https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders: one row for each line; what concerns
 * the order is on its first row.
 */
const shopify: ImportProfile = {
  name: 'shopify_orders',
  title: 'Shopify order export',
  kind: 'orders',
  recognised_by: [
    'Name',
    'Financial Status',
    'Fulfillment Status',
    'Created at',
    'Lineitem quantity',
    'Lineitem price',
  ],
  columns: [
    { header: 'Name', field: 'order_number' },
    { header: 'Created at', field: 'ordered_at' },
    {
      header: 'Fulfillment Status',
      field: 'state',
      replacements: { unfulfilled: 'open', fulfilled: 'shipped', partial: 'part_shipped', restocked: 'cancelled' },
    },
    { header: 'Financial Status', field: 'payment_state' },
    { header: 'Cancelled at', field: 'cancelled_at' },
    { header: 'Refunded Amount', field: 'refunded_amount' },
    { header: 'Currency', field: 'currency' },
    { header: 'Email', field: 'email' },
    { header: 'Billing Name', otherwise: [{ header: 'Shipping Name' }], field: 'customer_name' },
    { header: 'Billing Country', otherwise: [{ header: 'Shipping Country' }], field: 'country' },
    { header: 'Billing Province', otherwise: [{ header: 'Shipping Province' }], field: 'region' },
    { header: 'Billing Zip', otherwise: [{ header: 'Shipping Zip' }], field: 'postcode', remove_prefix: "'" },
    { header: 'Subtotal', field: 'subtotal' },
    { header: 'Shipping', field: 'shipping' },
    { header: 'Taxes', field: 'taxes' },
    { header: 'Total', field: 'total' },
    { header: 'Lineitem sku', field: 'sku', remove_prefix: "'" },
    { header: 'Lineitem name', field: 'product_name' },
    { header: 'Lineitem quantity', field: 'quantity' },
    { header: 'Lineitem price', field: 'unit_price' },
    { header: 'Lineitem compare at price', field: 'regular_price' },
    { header: 'Lineitem discount', field: 'line_discount' },
    { header: 'Lineitem fulfillment status', field: 'line_state' },
    { header: 'Fulfilled at', field: 'shipped_at' },
  ],
  fixed_values: { source_system: 'Shopify' },
}

/**
 * https://woocommerce.com/document/ordercustomer-csv-export: the format "Default - One Row per Item" of the extension
 * Customer/Order/Coupon Export; the orders report of WooCommerce itself has no SKUs. `item_subtotal` is the price of
 * all units before discounts, `item_total` after them, both without taxes.
 */
const woocommerce: ImportProfile = {
  name: 'woocommerce_orders',
  title: 'WooCommerce order export, one row per item',
  kind: 'orders',
  recognised_by: ['order_id', 'order_number', 'date', 'status', 'item_sku', 'item_quantity', 'item_total'],
  columns: [
    { header: 'order_number', otherwise: [{ header: 'order_id' }], field: 'order_number' },
    { header: 'date', otherwise: [{ header: 'order_date' }], field: 'ordered_at' },
    {
      header: 'status',
      field: 'state',
      replacements: {
        pending: 'open',
        'on-hold': 'open',
        processing: 'open',
        completed: 'shipped',
        failed: 'cancelled',
        cancelled: 'cancelled',
        refunded: 'refunded',
      },
    },
    { header: 'order_currency', field: 'currency' },
    { header: 'billing_email', field: 'email' },
    { header: 'billing_full_name', otherwise: [{ header: 'billing_first_name' }], field: 'customer_name' },
    { header: 'billing_country', field: 'country' },
    { header: 'billing_state_code', otherwise: [{ header: 'billing_state' }], field: 'region' },
    { header: 'billing_postcode', field: 'postcode' },
    { header: 'shipping_total', field: 'shipping' },
    { header: 'shipping_tax_total', field: 'shipping_tax' },
    { header: 'refunded_total', field: 'refunded_amount' },
    { header: 'item_id', field: 'line_reference' },
    { header: 'item_sku', field: 'sku' },
    { header: 'item_name', field: 'product_name' },
    { header: 'item_quantity', field: 'quantity' },
    { header: 'item_subtotal', field: 'line_subtotal' },
    { header: 'item_total', field: 'line_total' },
    { header: 'item_total_tax', otherwise: [{ header: 'item_tax' }], field: 'line_tax' },
    { header: 'item_refunded', field: 'line_refunded' },
    { header: 'item_refunded_qty', field: 'refunded_quantity' },
  ],
  fixed_values: { source_system: 'WooCommerce', prices_include_tax: 'false' },
}

/**
 * https://support.bigcommerce.com/s/article/Exporting-Orders: the default template, one row for each order with all its
 * lines in the cell Product Details. Prices must add up to the subtotal without taxes.
 */
const bigcommerce: ImportProfile = {
  name: 'bigcommerce_orders',
  title: 'BigCommerce order export',
  kind: 'orders',
  recognised_by: ['Order ID', 'Order Date', 'Order Status', 'Product Details', 'Order Total (inc tax)'],
  columns: [
    { header: 'Order ID', field: 'order_number' },
    { header: 'Order Date', field: 'ordered_at' },
    {
      header: 'Order Status',
      field: 'state',
      replacements: {
        Pending: 'open',
        'Awaiting Payment': 'open',
        'Awaiting Fulfillment': 'open',
        'Awaiting Shipment': 'open',
        'Awaiting Pickup': 'open',
        'Manual Verification Required': 'open',
        'Partially Shipped': 'part_shipped',
        Completed: 'shipped',
        'Partially Refunded': 'shipped',
        Disputed: 'shipped',
        Declined: 'cancelled',
        Incomplete: 'cancelled',
      },
    },
    { header: 'Date Shipped', field: 'shipped_at' },
    { header: 'Refund Amount', field: 'refunded_amount' },
    { header: 'Order Currency Code', field: 'currency' },
    { header: 'Customer Email', otherwise: [{ header: 'Billing Email' }], field: 'email' },
    { header: 'Customer Name', field: 'customer_name' },
    { header: 'Billing Country', field: 'country' },
    { header: 'Billing State', field: 'region' },
    { header: 'Billing Zip', field: 'postcode' },
    { header: 'Subtotal (ex tax)', field: 'lines_subtotal' },
    { header: 'Shipping Cost (ex tax)', field: 'shipping' },
    { header: 'Tax Total', field: 'taxes' },
    { header: 'Order Total (inc tax)', field: 'total' },
    { header: 'Product Details', field: 'product_details' },
  ],
  fixed_values: { source_system: 'BigCommerce', prices_include_tax: 'false' },
}

/**
 * https://squareup.com/help/us/en/article/5072-summaries-and-reports-from-the-online-square-dashboard: the items detail
 * of transactions. A transaction is an order that was handed over at once; rows of refunds name no sale and are refused.
 */
const square: ImportProfile = {
  name: 'square_items_detail',
  title: 'Square items detail of transactions',
  kind: 'orders',
  recognised_by: ['Date', 'Time', 'Transaction ID', 'Price Point Name', 'Gross Sales', 'Net Sales', 'Event Type'],
  columns: [
    { header: 'Transaction ID', field: 'order_number' },
    { header: 'Date', followed_by: 'Time', field: 'ordered_at' },
    { header: 'Event Type', field: 'row_type', replacements: { Payment: 'line' } },
    { header: 'Location', field: 'location' },
    { header: 'SKU', field: 'sku' },
    { header: 'GTIN', field: 'barcode' },
    { header: 'Item', field: 'product_name' },
    { header: 'Price Point Name', field: 'variant_name', replacements: { regular: '' } },
    { header: 'Qty', field: 'quantity' },
    { header: 'Gross Sales', field: 'line_subtotal' },
    { header: 'Net Sales', field: 'line_total' },
    { header: 'Tax', field: 'line_tax' },
  ],
  fixed_values: { source_system: 'Square', state: 'shipped', prices_include_tax: 'false' },
}

/**
 * https://x-series-support.lightspeedhq.com/hc/en-us/articles/25533744270235: the sales history of the X-Series, with a
 * row for each sale, line and payment. What a line came to must be its subtotal and its tax together.
 */
const lightspeed: ImportProfile = {
  name: 'lightspeed_x_sales',
  title: 'Lightspeed Retail (X-Series) sales history',
  kind: 'orders',
  recognised_by: ['Date', 'Receipt Number', 'Line Type', 'Quantity', 'Subtotal', 'Sales Tax', 'Status', 'Sku'],
  columns: [
    { header: 'Receipt Number', field: 'order_number' },
    { header: 'Date', field: 'ordered_at' },
    {
      header: 'Line Type',
      field: 'row_type',
      replacements: { Sale: 'order', 'Sale Line': 'line', Payment: 'payment' },
    },
    {
      header: 'Status',
      field: 'state',
      replacements: {
        CLOSED: 'shipped',
        LAYBY_CLOSED: 'shipped',
        ONACCOUNT_CLOSED: 'shipped',
        ONACCOUNT: 'shipped',
        DISPATCHED_CLOSED: 'shipped',
        PICKED_UP_CLOSED: 'shipped',
        AWAITING_DISPATCH: 'open',
        AWAITING_PICKUP: 'open',
        LAYBY: 'open',
        VOIDED: 'cancelled',
      },
    },
    { header: 'Sku', field: 'sku' },
    { header: 'Details', field: 'product_name' },
    { header: 'Quantity', field: 'quantity' },
    { header: 'Subtotal', field: 'line_total' },
    { header: 'Discount', field: 'line_discount' },
    { header: 'Sales Tax', field: 'line_tax' },
    { header: 'Total', field: 'line_paid' },
  ],
  fixed_values: { source_system: 'Lightspeed', prices_include_tax: 'false' },
}

/** Marketplaces whose prices are without taxes; in those of Europe and the others they include them. */
const taxesOnTop = ['Amazon.com', 'Amazon.ca']
const taxesIncluded = [
  'Amazon.co.uk',
  'Amazon.de',
  'Amazon.fr',
  'Amazon.it',
  'Amazon.es',
  'Amazon.nl',
  'Amazon.se',
  'Amazon.pl',
  'Amazon.ie',
  'Amazon.com.be',
  'Amazon.com.tr',
  'Amazon.com.au',
  'Amazon.com.mx',
  'Amazon.com.br',
  'Amazon.co.jp',
  'Amazon.in',
  'Amazon.sg',
  'Amazon.ae',
  'Amazon.sa',
]
const amazonTaxes = Object.fromEntries([
  ...taxesOnTop.map((name) => [name, 'false'] as const),
  ...taxesIncluded.map((name) => [name, 'true'] as const),
])

/**
 * https://sellercentral.amazon.com/gp/help/external/200547170: the tab-delimited report of all orders, with a row for
 * each item. Prices are those of all units. An item that was cancelled has no units and no price any more. Orders that
 * Amazon ships for other shops are those of their channel.
 */
const amazon: ImportProfile = {
  name: 'amazon_all_orders',
  title: 'Amazon report of all orders',
  kind: 'orders',
  recognised_by: ['amazon-order-id', 'purchase-date', 'order-status', 'sales-channel', 'item-status', 'item-price'],
  columns: [
    { header: 'amazon-order-id', field: 'order_number' },
    { header: 'purchase-date', field: 'ordered_at' },
    {
      header: 'order-status',
      field: 'state',
      replacements: {
        Pending: 'open',
        PartiallyShipped: 'part_shipped',
        Complete: 'shipped',
        'Shipped - Picked Up': 'shipped',
        'Shipped - Out for Delivery': 'shipped',
        'Shipped - Delivered to Buyer': 'shipped',
      },
    },
    {
      header: 'item-status',
      field: 'row_type',
      replacements: { Shipped: 'line', Unshipped: 'line', Pending: 'line' },
    },
    {
      header: 'item-status',
      field: 'line_state',
      replacements: { Unshipped: 'open', Pending: 'open', Cancelled: '' },
    },
    { header: 'sales-channel', field: 'channel' },
    { header: 'sales-channel', field: 'prices_include_tax', replacements: amazonTaxes },
    { header: 'currency', field: 'currency' },
    { header: 'purchase-order-number', field: 'reference' },
    { header: 'sku', field: 'sku' },
    { header: 'product-name', field: 'product_name' },
    { header: 'quantity', field: 'quantity', replacements: { '0': '' } },
    { header: 'item-price', field: 'line_subtotal' },
    { header: 'item-promotion-discount', field: 'line_discount' },
    { header: 'item-tax', field: 'line_tax' },
    { header: 'shipping-price', field: 'line_shipping' },
    { header: 'ship-promotion-discount', field: 'line_shipping_discount' },
    { header: 'shipping-tax', field: 'line_shipping_tax' },
    { header: 'gift-wrap-price', field: 'line_gift_wrap' },
    { header: 'gift-wrap-tax', field: 'line_gift_wrap_tax' },
  ],
  fixed_values: { source_system: 'Amazon' },
}

export const orderProfiles: readonly ImportProfile[] = [
  shopify,
  woocommerce,
  bigcommerce,
  square,
  lightspeed,
  amazon,
  matrixifyOrders,
  magentoOrderItems,
  magentoOrdersGrid,
]
