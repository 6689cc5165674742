/** What was paid, in the order exports of shops: they are recognised as orders first, and state payments with their kind. */
import type { ImportProfile } from '../../../imports/profile.ts'

/** An order that is given away is paid by nobody. */
const given = { '0': '', '0.0': '', '0.00': '', '0.0000': '' } as const

const shopify: ImportProfile = {
  name: 'shopify_order_payments',
  title: 'Shopify order export: payments',
  kind: 'customer_payments',
  recognised_by: ['Name', 'Financial Status', 'Paid at', 'Total', 'Lineitem name'],
  columns: [
    { header: 'Name', field: 'order' },
    { header: 'Financial Status', field: 'payment_state' },
    { header: 'Paid at', field: 'paid_at' },
    { header: 'Total', field: 'amount', replacements: given },
    { header: 'Outstanding Balance', field: 'outstanding' },
    { header: 'Currency', field: 'currency' },
    { header: 'Payment Reference', field: 'reference' },
  ],
  options: { amounts: 'totals' },
}

/** It has no time of payment, and a row for each item: the time of the order counts. */
const woocommerce: ImportProfile = {
  name: 'woocommerce_order_payments',
  title: 'WooCommerce order export, one row per item: payments',
  kind: 'customer_payments',
  recognised_by: ['order_id', 'order_number', 'date', 'status', 'order_total'],
  columns: [
    { header: 'order_number', otherwise: [{ header: 'order_id' }], field: 'order' },
    {
      header: 'status',
      field: 'payment_state',
      replacements: {
        pending: 'pending',
        'on-hold': 'pending',
        processing: 'paid',
        completed: 'paid',
        refunded: 'refunded',
        failed: 'voided',
        cancelled: 'voided',
      },
    },
    { header: 'date', otherwise: [{ header: 'order_date' }], field: 'paid_at' },
    { header: 'order_total', field: 'amount', replacements: given },
    { header: 'order_currency', field: 'currency' },
  ],
  options: { amounts: 'totals' },
}

/** https://matrixify.app/documentation/orders: each row of an order repeats what the order came to. */
const matrixify: ImportProfile = {
  name: 'matrixify_order_payments',
  title: 'Matrixify order export: payments',
  kind: 'customer_payments',
  recognised_by: ['Name', 'Payment: Status', 'Line: Type', 'Price: Total'],
  columns: [
    { header: 'Name', field: 'order' },
    { header: 'Payment: Status', field: 'payment_state' },
    { header: 'Processed At', otherwise: [{ header: 'Created At' }], field: 'paid_at' },
    { header: 'Price: Total', field: 'amount', replacements: given },
    { header: 'Price: Total Outstanding', field: 'outstanding' },
    { header: 'Currency', field: 'currency' },
  ],
  options: { amounts: 'totals' },
}

/** It states what was paid itself, in the currency of the order, and no time of payment: the time of the order counts. */
const magento: ImportProfile = {
  name: 'magento_order_payments',
  title: 'Magento order export with items: payments',
  kind: 'customer_payments',
  recognised_by: ['increment_id', 'created_at', 'grand_total', 'total_paid', 'item:sku'],
  columns: [
    { header: 'increment_id', field: 'order' },
    { header: 'created_at', field: 'paid_at' },
    { header: 'total_paid', field: 'amount', replacements: given },
    { header: 'order_currency_code', field: 'currency' },
  ],
  options: { amounts: 'totals' },
}

export const paymentProfiles: readonly ImportProfile[] = [shopify, woocommerce, matrixify, magento]
