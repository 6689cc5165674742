/**
 * Exports of Lightspeed Retail: products of the X-Series, whose variants share a handle, and the item list of the
 * R-Series, whose rows name no product, so that each is a product of its own.
 */
import type { ImportProfile, MappedColumn } from '../../../imports/profile.ts'

const numbers = [
  ['one', 1],
  ['two', 2],
  ['three', 3],
] as const

const optionColumns: readonly MappedColumn[] = numbers.flatMap(([word, n]) => [
  { header: `variant_option_${word}_name`, field: `option${n}_name` },
  { header: `variant_option_${word}_value`, field: `option${n}_value` },
])

export const lightspeedXProducts: ImportProfile = {
  name: 'lightspeed_x_products',
  title: 'Lightspeed Retail (X-Series) product export',
  kind: 'products',
  recognised_by: ['handle', 'sku', 'name', 'variant_option_one_name', 'supply_price', 'retail_price'],
  columns: [
    { header: 'handle', field: 'handle' },
    { header: 'name', field: 'title' },
    { header: 'description', field: 'description' },
    { header: 'product_category', otherwise: [{ header: 'type' }], field: 'category' },
    { header: 'tags', field: 'tags' },
    { header: 'brand_name', field: 'vendor' },
    ...optionColumns,
    { header: 'sku', field: 'sku' },
    { header: 'supply_price', field: 'unit_cost' },
    { header: 'retail_price', field: 'price' },
    { header: 'weight', field: 'weight_kg' },
    { header: 'weight_unit', field: 'weight_unit' },
    { header: 'active', field: 'is_archived', replacements: { '1': 'false', '0': 'true' } },
  ],
  options: { new_categories: 'create' },
}

export const lightspeedRItems: ImportProfile = {
  name: 'lightspeed_r_items',
  title: 'Lightspeed Retail (R-Series) item export',
  kind: 'products',
  recognised_by: ['System ID', 'Custom SKU', 'Manufact. SKU', 'Item', 'Qty.', 'Price'],
  columns: [
    { header: 'System ID', field: 'handle' },
    { header: 'Item', field: 'title' },
    { header: 'Custom SKU', otherwise: [{ header: 'Manufact. SKU' }, { header: 'System ID' }], field: 'sku' },
    { header: 'EAN', otherwise: [{ header: 'UPC' }], field: 'barcode' },
    { header: 'Brand', field: 'vendor' },
    { header: 'Department', field: 'class' },
    { header: 'Season', field: 'seasons' },
    { header: 'Category', field: 'category' },
    { header: 'Subcategory 1', field: 'subcategory' },
    { header: 'Price', field: 'price' },
    { header: 'Default Cost', field: 'unit_cost' },
  ],
  options: { new_categories: 'create' },
}
