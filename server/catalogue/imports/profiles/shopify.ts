/**
 * Product exports of Shopify: the headers until 2025 (Handle, Variant SKU) and those since then (URL handle, SKU). Where
 * the headers are documented: docs-site/src/data/import_profiles.json.
 */
import type { ColumnPattern, ImportProfile, MappedColumn } from '../../../imports/profile.ts'

const metafields: ColumnPattern = { headers: /^.*\(product\.metafields\.(.+)\)$/, field: 'metafields.$1' }

/** A shop without the column Status says only whether a product is published. */
const status = (otherwise: string): MappedColumn => ({
  header: 'Status',
  otherwise: [{ header: otherwise }],
  field: 'status',
  replacements: { true: 'ACTIVE', false: 'DRAFT' },
})

const optionColumns: readonly MappedColumn[] = ([1, 2, 3] as const).flatMap((n) => [
  { header: `Option${n} Name`, field: `option${n}_name` },
  { header: `Option${n} Value`, field: `option${n}_value` },
])

const options = { new_categories: 'create' } as const

/** Codes are exported with an apostrophe, so that a spreadsheet reads them as text. */
const code = (header: string, field: string): MappedColumn => ({ header, field, remove_prefix: "'" })

export const shopifyProducts: ImportProfile = {
  name: 'shopify_products',
  title: 'Shopify product export',
  kind: 'products',
  recognised_by: ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price'],
  columns: [
    { header: 'Handle', field: 'handle' },
    { header: 'Title', field: 'title' },
    { header: 'Body (HTML)', field: 'description' },
    { header: 'Vendor', field: 'vendor' },
    { header: 'Type', otherwise: [{ header: 'Custom Product Type' }], field: 'category' },
    { header: 'Product Category', field: 'metafields.shopify.product_category' },
    { header: 'Tags', field: 'platform_tags' },
    status('Published'),
    ...optionColumns,
    code('Variant SKU', 'sku'),
    code('Variant Barcode', 'barcode'),
    { header: 'Variant Grams', field: 'weight_g' },
    { header: 'Variant Price', field: 'price' },
    {
      header: 'Variant Compare At Price',
      otherwise: [{ header: 'Variant Compare-at Price' }],
      field: 'compare_at_price',
    },
    { header: 'Cost per item', field: 'unit_cost' },
    { header: 'Image Src', field: 'image_url' },
    { header: 'Image Position', field: 'image_position' },
  ],
  patterns: [metafields],
  options,
}

export const shopifyProductsUrlHandle: ImportProfile = {
  name: 'shopify_products_url_handle',
  title: 'Shopify product export (URL handle)',
  kind: 'products',
  recognised_by: ['URL handle', 'Title', 'Option1 Name', 'Option1 Value', 'SKU', 'Price'],
  columns: [
    { header: 'URL handle', field: 'handle' },
    { header: 'Title', field: 'title' },
    { header: 'Description', field: 'description' },
    { header: 'Vendor', field: 'vendor' },
    { header: 'Type', field: 'category' },
    { header: 'Product category', field: 'metafields.shopify.product_category' },
    { header: 'Tags', field: 'platform_tags' },
    status('Published on online store'),
    ...optionColumns,
    code('SKU', 'sku'),
    code('Barcode', 'barcode'),
    { header: 'Weight value (grams)', field: 'weight_g' },
    { header: 'Price', field: 'price' },
    { header: 'Compare-at price', field: 'compare_at_price' },
    { header: 'Cost per item', field: 'unit_cost' },
    { header: 'Product image URL', field: 'image_url' },
    { header: 'Image position', field: 'image_position' },
  ],
  patterns: [metafields],
  options,
}

/** What its inventory export says of products. The file is recognised as stock first: its import has the kind `products`. */
export const shopifyInventoryOrigin: ImportProfile = {
  name: 'shopify_inventory_origin',
  title: 'Shopify inventory export: HS codes and countries of origin',
  kind: 'products',
  recognised_by: ['Handle', 'SKU', 'HS Code', 'COO'],
  columns: [
    { header: 'Handle', field: 'handle' },
    { header: 'Title', field: 'title' },
    ...optionColumns,
    code('SKU', 'sku'),
    { header: 'COO', field: 'country_of_origin' },
    { header: 'HS Code', field: 'hs_code' },
  ],
}

/**
 * https://matrixify.app/documentation/products: the same products as the app Matrixify exports them, with the columns of a command and an
 * id beside them. Stock of its locations: server/stock/imports/profiles.ts.
 */
export const matrixifyProducts: ImportProfile = {
  name: 'matrixify_products',
  title: 'Matrixify product export',
  kind: 'products',
  recognised_by: [
    'Handle',
    'Command',
    'Title',
    'Body HTML',
    'Option1 Name',
    'Option1 Value',
    'Variant SKU',
    'Variant Price',
  ],
  columns: [
    { header: 'Handle', field: 'handle' },
    { header: 'Title', field: 'title' },
    { header: 'Body HTML', field: 'description' },
    { header: 'Vendor', field: 'vendor' },
    { header: 'Type', otherwise: [{ header: 'Custom Product Type' }], field: 'category' },
    { header: 'Category: Name', field: 'metafields.shopify.product_category' },
    { header: 'Tags', field: 'platform_tags' },
    status('Published'),
    ...optionColumns,
    code('Variant SKU', 'sku'),
    code('Variant Barcode', 'barcode'),
    { header: 'Variant Weight', field: 'weight_kg' },
    { header: 'Variant Weight Unit', field: 'weight_unit' },
    { header: 'Variant Price', field: 'price' },
    { header: 'Variant Compare At Price', field: 'compare_at_price' },
    { header: 'Variant Cost', field: 'unit_cost' },
    { header: 'Image Src', field: 'image_url' },
    { header: 'Image Position', field: 'image_position' },
  ],
  patterns: [{ headers: /^Metafield: ([^\s[\]]+)(?: \[.*\])?$/, field: 'metafields.$1' }],
  options,
}
