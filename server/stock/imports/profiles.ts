/**
 * Stock in the exports of shop systems. A file that also states products is recognised as products first; with the kind
 * `inventory`, its stock is imported. Where the headers are documented: docs-site/src/data/import_profiles.json.
 */
import type { ImportProfile, MappedColumn } from '../../imports/profile.ts'

const shopifyVariant: readonly MappedColumn[] = [
  { header: 'Handle', field: 'handle' },
  ...([1, 2, 3] as const).flatMap((n) => [
    { header: `Option${n} Name`, field: `option${n}_name` },
    { header: `Option${n} Value`, field: `option${n}_value` },
  ]),
  { header: 'SKU', field: 'sku', remove_prefix: "'" },
]
const shopifyHeaders = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'SKU', 'HS Code', 'COO'] as const
const notStocked = { 'not stocked': '' } as const

export const shopifyInventory: ImportProfile = {
  name: 'shopify_inventory',
  title: 'Shopify inventory export (all quantities)',
  kind: 'inventory',
  recognised_by: [...shopifyHeaders, 'Location'],
  columns: [
    ...shopifyVariant,
    { header: 'Location', field: 'location' },
    { header: 'On hand (current)', otherwise: [{ header: 'On hand' }], field: 'on_hand', replacements: notStocked },
  ],
}

export const shopifyInventoryAvailable: ImportProfile = {
  name: 'shopify_inventory_available',
  title: 'Shopify inventory export (available quantities by location)',
  kind: 'inventory',
  recognised_by: shopifyHeaders,
  columns: shopifyVariant,
  patterns: [
    {
      headers: /^(?!Title$|HS Code$|COO$|Bin name$|Option\d Linked To$)(.+)$/i,
      field: 'on_hand_at.$1',
      replacements: notStocked,
    },
  ],
}

/** Units of the only location, or of all together; the option `location` says where they are. */
const shopifyStock = ({
  name,
  title,
  handle,
  sku,
  units,
}: Record<'name' | 'title' | 'handle' | 'sku' | 'units', string>): ImportProfile => ({
  name,
  title,
  kind: 'inventory',
  // Fewer than those of the products, as which such a file is recognised first.
  recognised_by: [handle, sku, units],
  columns: [
    { header: handle, field: 'handle' },
    ...([1, 2, 3] as const).flatMap((n) => [
      { header: `Option${n} Name`, field: `option${n}_name` },
      { header: `Option${n} Value`, field: `option${n}_value` },
    ]),
    { header: sku, field: 'sku', remove_prefix: "'" },
    { header: units, field: 'on_hand' },
    { header: 'Cost per item', field: 'unit_cost' },
  ],
})

export const shopifyProductStock = shopifyStock({
  name: 'shopify_product_stock',
  title: 'Shopify product export: stock',
  handle: 'Handle',
  sku: 'Variant SKU',
  units: 'Variant Inventory Qty',
})

export const shopifyProductStockUrlHandle = shopifyStock({
  name: 'shopify_product_stock_url_handle',
  title: 'Shopify product export (URL handle): stock',
  handle: 'URL handle',
  sku: 'SKU',
  units: 'Inventory quantity',
})

export const matrixifyInventory: ImportProfile = {
  name: 'matrixify_inventory',
  title: 'Matrixify product export: stock',
  kind: 'inventory',
  recognised_by: ['Handle', 'Command', 'Option1 Name', 'Option1 Value', 'Variant SKU'],
  columns: [
    { header: 'Handle', field: 'handle' },
    ...([1, 2, 3] as const).flatMap((n) => [
      { header: `Option${n} Name`, field: `option${n}_name` },
      { header: `Option${n} Value`, field: `option${n}_value` },
    ]),
    { header: 'Variant SKU', field: 'sku', remove_prefix: "'" },
    { header: 'Variant Cost', field: 'unit_cost' },
  ],
  patterns: [{ headers: /^Inventory On Hand: (.+)$/, field: 'on_hand_at.$1' }],
}

const woocommerceRowTypes = Object.fromEntries(
  ['simple', 'variation', 'external', 'variable', 'grouped'].flatMap((type) =>
    ['', ', downloadable', ', virtual', ', downloadable, virtual'].map((more) => [
      `${type}${more}`,
      type === 'variable' || type === 'grouped' ? 'skipped' : 'counted',
    ]),
  ),
)

export const woocommerceInventory: ImportProfile = {
  name: 'woocommerce_inventory',
  title: 'WooCommerce product export: stock',
  kind: 'inventory',
  recognised_by: ['ID', 'Type', 'SKU', 'Name', 'Stock', 'Parent'],
  columns: [
    { header: 'Type', field: 'row_type', replacements: woocommerceRowTypes },
    { header: 'SKU', field: 'sku' },
    { header: 'Parent', otherwise: [{ header: 'SKU' }, { header: 'ID', prefix: 'id:' }], field: 'handle' },
    ...([1, 2, 3] as const).flatMap((n) => [
      { header: `Attribute ${n} name`, field: `option${n}_name` },
      { header: `Attribute ${n} value(s)`, field: `option${n}_value` },
    ]),
    // The stock of such a variation is that of its product, which is counted nowhere else.
    { header: 'Stock', field: 'on_hand', replacements: { parent: '' } },
  ],
}

/** Its headers follow the language of the user, what its cells say does not. */
export const woocommerceInventoryRussian: ImportProfile = {
  name: 'woocommerce_inventory_ru',
  title: 'WooCommerce product export (in Russian): stock',
  kind: 'inventory',
  recognised_by: ['ID', 'Тип', 'Артикул', 'Имя', 'Запасы', 'Родительский'],
  columns: [
    { header: 'Тип', field: 'row_type', replacements: woocommerceRowTypes },
    { header: 'Артикул', field: 'sku' },
    { header: 'Родительский', otherwise: [{ header: 'Артикул' }, { header: 'ID', prefix: 'id:' }], field: 'handle' },
    ...([1, 2, 3] as const).flatMap((n) => [
      { header: `Название атрибута ${n}`, field: `option${n}_name` },
      {
        header: `Значения атрибутов ${n}`,
        otherwise: [{ header: `Значение(-я) атрибута(-ов) ${n}` }, { header: `Значение(-я) аттрибута(-ов) ${n}` }],
        field: `option${n}_value`,
      },
    ]),
    { header: 'Запасы', field: 'on_hand', replacements: { parent: '' } },
  ],
}

export const bigcommerceInventory: ImportProfile = {
  name: 'bigcommerce_inventory',
  title: 'BigCommerce product export: stock',
  kind: 'inventory',
  recognised_by: ['Item', 'ID', 'SKU', 'Options', 'Inventory Tracking', 'Current Stock'],
  columns: [
    {
      header: 'Item',
      field: 'row_type',
      replacements: { product: 'counted', variant: 'counted', image: 'skipped', video: 'skipped' },
    },
    { header: 'Inventory Tracking', field: 'tracking' },
    { header: 'SKU', field: 'sku' },
    { header: 'Current Stock', field: 'on_hand' },
  ],
}

export const squareInventory: ImportProfile = {
  name: 'square_inventory',
  title: 'Square item library export: stock',
  kind: 'inventory',
  recognised_by: ['Token', 'Item Name', 'Variation Name', 'SKU'],
  columns: [
    { header: 'Item Name', field: 'handle' },
    { header: 'Variation Name', field: 'variant_title', replacements: { regular: '' } },
    { header: 'SKU', field: 'sku' },
    ...([1, 2, 3] as const).flatMap((n) => [
      { header: `Option Name ${n}`, field: `option${n}_name` },
      { header: `Option Value ${n}`, field: `option${n}_value` },
    ]),
  ],
  patterns: [{ headers: /^Current Quantity (.+)$/, field: 'on_hand_at.$1' }],
}

export const lightspeedXInventory: ImportProfile = {
  name: 'lightspeed_x_inventory',
  title: 'Lightspeed Retail (X-Series) product export: stock',
  kind: 'inventory',
  recognised_by: ['handle', 'sku', 'name', 'variant_option_one_name', 'supply_price'],
  columns: [
    { header: 'sku', field: 'sku' },
    { header: 'supply_price', field: 'unit_cost' },
  ],
  patterns: [{ headers: /^inventory_(.+)$/, field: 'on_hand_at.$1', has_underscores: true }],
}

export const lightspeedRInventory: ImportProfile = {
  name: 'lightspeed_r_inventory',
  title: 'Lightspeed Retail (R-Series) item export: stock',
  kind: 'inventory',
  recognised_by: ['System ID', 'Custom SKU', 'Manufact. SKU', 'Item', 'Qty.'],
  columns: [
    { header: 'Custom SKU', otherwise: [{ header: 'Manufact. SKU' }, { header: 'System ID' }], field: 'sku' },
    { header: 'Qty.', field: 'on_hand' },
    { header: 'Default Cost', field: 'unit_cost' },
  ],
}
