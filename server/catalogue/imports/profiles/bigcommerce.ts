/**
 * Product export of BigCommerce (the current one; not the older one with the column Item Type). Categories and brands
 * are numbers in it and are not imported; neither is Weight, whose unit is a setting of the store.
 */
import type { ImportProfile } from '../../../imports/profile.ts'

export const bigcommerceProducts: ImportProfile = {
  name: 'bigcommerce_products',
  title: 'BigCommerce product export',
  kind: 'products',
  recognised_by: ['Item', 'ID', 'Name', 'SKU', 'Options', 'Inventory Tracking', 'Product URL'],
  columns: [
    {
      header: 'Item',
      field: 'row_type',
      replacements: { product: 'single_or_parent', variant: 'variant', image: 'image', video: 'skipped' },
    },
    { header: 'Product URL', field: 'handle' },
    { header: 'Name', field: 'title' },
    { header: 'Description', field: 'description' },
    { header: 'Is Visible', field: 'status', replacements: { true: 'ACTIVE', false: 'DRAFT' } },
    { header: 'SKU', field: 'sku' },
    { header: 'Options', field: 'variant_options' },
    { header: 'UPC/EAN', otherwise: [{ header: 'Global Trade Number' }], field: 'barcode' },
    { header: 'Price', field: 'price' },
    { header: 'Sale Price', field: 'sale_price' },
    { header: 'Cost Price', field: 'unit_cost' },
    { header: 'Internal Image URL (Export)', otherwise: [{ header: 'Image URL (Import)' }], field: 'image_url' },
    { header: 'Image Sort Order', field: 'image_position' },
  ],
  // Rows of variants and images follow the row of their product.
  blank_joins: true,
  options: { sale_prices: 'current' },
}
