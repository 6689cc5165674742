/**
 * Product export of WooCommerce, in English. Its rows are ordered by id, so variations need not follow their
 * product; they name it in Parent by its SKU, or by `id:` and its number where it has no SKU.
 */
import type { ImportProfile, MappedColumn } from '../../../imports/profile.ts'

/** Every combination of a type with `downloadable` and `virtual`, as the export writes it. */
const typed = (type: string, row_type: string) =>
  [type, `${type}, downloadable`, `${type}, virtual`, `${type}, downloadable, virtual`].map(
    (text) => [text, row_type] as const,
  )

const rowTypes = Object.fromEntries([
  ...typed('simple', 'single_or_parent'),
  ...typed('external', 'single_or_parent'),
  ...typed('variable', 'parent'),
  ...typed('grouped', 'parent'),
  ...typed('variation', 'variant'),
])

const attributeColumns: readonly MappedColumn[] = ([1, 2, 3, 4, 5, 6] as const).flatMap((n) => [
  { header: `Attribute ${n} name`, field: `option${n}_name` },
  { header: `Attribute ${n} value(s)`, field: `option${n}_value` },
])

export const woocommerceProducts: ImportProfile = {
  name: 'woocommerce_products',
  title: 'WooCommerce product export',
  kind: 'products',
  recognised_by: ['ID', 'Type', 'SKU', 'Name', 'Published', 'Visibility in catalog', 'Parent'],
  columns: [
    { header: 'Type', field: 'row_type', replacements: rowTypes },
    { header: 'Parent', otherwise: [{ header: 'SKU' }, { header: 'ID', prefix: 'id:' }], field: 'handle' },
    { header: 'Name', field: 'title' },
    { header: 'Description', field: 'description' },
    {
      header: 'Published',
      field: 'status',
      replacements: { '1': 'ACTIVE', '0': 'DRAFT', '-1': 'DRAFT', '2': 'DRAFT' },
    },
    // A variation that is switched off is private.
    {
      header: 'Published',
      field: 'is_archived',
      replacements: { '1': 'false', '0': 'true', '-1': 'false', '2': 'false' },
    },
    { header: 'Categories', field: 'category_paths' },
    { header: 'Tags', field: 'platform_tags' },
    { header: 'Images', field: 'images' },
    { header: 'SKU', field: 'sku' },
    { header: 'GTIN, UPC, EAN, or ISBN', field: 'barcode' },
    { header: 'Regular price', field: 'price' },
    { header: 'Sale price', field: 'sale_price' },
    { header: 'Cost of goods', field: 'unit_cost' },
    { header: 'Weight (kg)', field: 'weight_kg' },
    { header: 'Weight (g)', field: 'weight_g' },
    { header: 'Weight (lbs)', field: 'weight_lb' },
    { header: 'Weight (oz)', field: 'weight_oz' },
    ...attributeColumns,
  ],
  // Meta data whose names begin with an underscore belong to plugins.
  patterns: [{ headers: /^Meta: ([^_].*)$/, field: 'metafields.woocommerce.$1' }],
  options: { new_categories: 'create', sale_prices: 'current', escapes: 'backslash' },
}
