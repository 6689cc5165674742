/** Item library export of Square. The rows of one item have its name and follow each other. */
import type { ImportProfile, MappedColumn } from '../../../imports/profile.ts'

const optionColumns: readonly MappedColumn[] = ([1, 2, 3] as const).flatMap((n) => [
  { header: `Option Name ${n}`, field: `option${n}_name` },
  { header: `Option Value ${n}`, field: `option${n}_value` },
])

export const squareItems: ImportProfile = {
  name: 'square_items',
  title: 'Square item library export',
  kind: 'products',
  recognised_by: ['Token', 'Item Name', 'Variation Name', 'SKU', 'Price'],
  columns: [
    { header: 'Item Name', field: 'handle' },
    { header: 'Item Name', field: 'title' },
    { header: 'Description', field: 'description' },
    // What is not archived there may be a draft here, or archived.
    { header: 'Archived', field: 'status', replacements: { y: 'ARCHIVED', true: 'ARCHIVED', n: '', false: '' } },
    { header: 'Category', otherwise: [{ header: 'Categories' }], field: 'category_paths' },
    // An item without variations has one with this name.
    { header: 'Variation Name', field: 'variant_title', replacements: { regular: '' } },
    { header: 'SKU', field: 'sku' },
    { header: 'GTIN', field: 'barcode' },
    { header: 'Weight (kg)', field: 'weight_kg' },
    { header: 'Weight (lb)', field: 'weight_lb' },
    { header: 'Price', field: 'price', replacements: { variable: '' } },
    ...optionColumns,
    { header: 'Default Unit Cost', field: 'unit_cost' },
    { header: 'Default Vendor Name', field: 'vendor' },
  ],
  options: { new_categories: 'create' },
}
