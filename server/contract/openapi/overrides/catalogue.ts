/** Values for the examples of the catalogue; see example_overrides.ts. */
import { unfollowed, type Values } from './shared.ts'

const openOrder: Values = {
  outstanding_quantity: 24,
  delivered_quantity: 0,
  status: 'issued',
  outstanding_cost: 75_600,
}
const withoutId = (names: string): Values =>
  Object.fromEntries(names.split(' ').map((name) => [`${name}.row.id`, null]))
const set: Values = {
  components: undefined,
  'component.sku': 'SHIRT-L',
  'component.title': 'Linen shirt, L',
}
const oneSet: Values = { ...set, 'data.sku': 'JUMPER-M', 'data.title': 'Merino crew jumper, M' }
const fit: Values = { 'data.name': 'Fit', description: null }
/** What the sample request of a new product leaves out. */
const undescribed: Values = Object.fromEntries(
  (
    'category class country_of_origin description family hs_code image_url launch_date subcategory vendor ' +
    'carton_cbm carton_quantity carton_weight_kg compare_at_price_cents lead_time_days weight_kg'
  )
    .split(' ')
    .map((name) => [name, null]),
)
/** The starter data has neither handles nor lead times of variants. */
const starterVariant: Values = { lead_time_days: null, 'data.title': 'M' }
const starterProduct: Values = { lead_time_days: null, handle: null, 'variant.title': 'M' }

export const catalogueOverrides: Record<string, Values> = {
  'products.list_product_incoming': openOrder,
  'products.get_product_incoming_drawer': { ...openOrder, ordered_quantity: 24 },
  'products.list_variant_incoming': openOrder,
  'products.list_filters': {
    'category.row.value': 'Knitwear',
    'supplier.row.value': 'Harbour Knitwear',
    'vendor.row.value': 'Harbour',
    'product_status.row.value': 'ACTIVE',
    'tags.row.value': 'knitwear',
    'platform_tags.row.value': 'new-in',
    'class.row.value': 'core',
    'location.row.value': 'Main warehouse',
    'missing_fields.row.value': 'category',
    'metafields.row.value': 'custom.fabric=merino',
    'custom_fields.row.value': 'Fit=Slim',
    'country_of_origin.row.value': 'PT',
    ...withoutId('class country_of_origin metafields missing_fields platform_tags product_status tags vendor'),
  },
  'products.get_product': { handle: null },
  'products.get_variant': { 'data.title': 'M', 'data.lead_time_days': null },
  'products.list_product_variants': { 'row.title': 'M', shared_sku: null },
  'products.list_products': unfollowed,
  'products.list_variants': { ...unfollowed, 'row.title': 'M', shared_sku: null },
  'products.get_custom_field': { 'data.name': 'Fit', description: null },
  'products.list_custom_fields': { 'row.name': 'Fit', description: null },
  'session.create_bundle': oneSet,
  'session.get_bundle': oneSet,
  'session.update_bundle': oneSet,
  'session.list_bundles': { ...set, 'row.sku': 'JUMPER-M', 'row.title': 'Merino crew jumper, M' },
  'session.create_category': { product_count: 0 },
  'session.create_family': { product_count: 0 },
  'session.list_custom_fields': { 'row.name': 'Fit', description: null },
  'session.create_custom_field': { variants_with_value: 0, description: null },
  'session.get_custom_field': fit,
  'session.update_custom_field': { description: null },
  'session.create_product': { ...undescribed, custom_fields: {}, option_values: { Size: 'S' } },
  'session.get_editable_product': starterProduct,
  'session.update_product': starterProduct,
  'session.archive_product': { ...starterProduct, status: 'ARCHIVED' },
  'session.restore_product': starterProduct,
  'session.add_variants': {
    ...starterProduct,
    'variant.title': 'S',
    'variant.sku': 'JUMPER-S',
    option_values: { Size: 'S' },
  },
  'session.get_editable_variant': starterVariant,
  'session.update_variant': starterVariant,
  'session.archive_variant': starterVariant,
  'session.restore_variant': starterVariant,
}
