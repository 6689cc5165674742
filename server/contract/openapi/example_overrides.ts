/**
 * Values for the examples of one operation or event that differ from example_values.ts. Values that a write's response
 * repeats from its sample request are not listed. Keys have the same form as there.
 */
import { exampleId } from './example_ids.ts'
import { accountOverrides } from './overrides/accounts.ts'
import { appOverrides } from './overrides/app.ts'
import { bookOverrides } from './overrides/book.ts'
import { insightOverrides } from './overrides/insight.ts'
import { orderOverrides } from './overrides/orders.ts'
import { sellOutOverrides } from './overrides/sell_out.ts'
import { planningOverrides } from './overrides/planning.ts'
import { reportOverrides } from './overrides/reports.ts'
import { returnOverrides } from './overrides/returns.ts'

type Values = Record<string, unknown>

/** A field that the response to the sample request does not have. */
export const absent = Symbol('absent')

const now = '2026-11-21T09:30:00+00:00'

const undelivered: Values = {
  delivered_quantity: 0,
  outstanding_quantity: 24,
  deliveries: [],
  document: null,
}
const drafted: Values = { status: 'draft' }
const draft: Values = { ...undelivered, status: 'draft', approved_at: null, issued_at: null }
const approved: Values = { ...undelivered, status: 'approved', issued_at: null }
/** The order after the sample request of the update: 36 units in January. */
const changed: Values = {
  ...draft,
  expected_delivery_date: '2027-01-15',
  quantity: 36,
  outstanding_quantity: 36,
  total_cost: 1134,
  cartons: 3,
  cbm: 0.18,
  total_cbm: 0.18,
  kg: 14.4,
  gross_kg: 14.4,
  cube_pct: 0.6,
  duty_cents: 4536,
  landed_unit_cost: 34.9267,
}
const openOrder: Values = {
  outstanding_quantity: 24,
  delivered_quantity: 0,
  status: 'issued',
  outstanding_cost: 75_600,
}
/** One value of each list of filters, with its label. */
const filterValues = (values: Record<string, string>): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => [
      [`${name}.row.value`, name.endsWith('_id') ? exampleId(name) : value],
      [`${name}.row.label`, value],
    ]),
  )
const withoutId = (names: string): Values =>
  Object.fromEntries(names.split(' ').map((name) => [`${name}.row.id`, null]))

/** A stocktake of the warehouse in the starter data: six variants, 257 units. */
const openStocktake: Values = {
  status: 'open',
  posted_at: null,
  line_count: 6,
  counted_line_count: 0,
  system_total: 257,
  counted_total: 0,
  variance_total: 0,
  variance_value_total: 0,
  include_all_variants: true,
}
const countedStocktake: Values = {
  ...openStocktake,
  counted_line_count: 1,
  counted_total: 38,
  variance_total: -2,
  variance_value_total: -63,
}

const plainKey: Values = { account: null, allowed_addresses: [] }
const replaced: Values = { stops_at: '2026-11-22T09:30:00+00:00', replaced_by: exampleId('new_api_key_id') }
const webhook: Values = { created_by: 'Ada Merchant', 'data.type': 'movement.recorded' }
const unsent: Values = { ...webhook, delivered: 'not sent yet' }
const sentEvent: Values = { event: 'movement.recorded' }
const queued: Values = {
  ...sentEvent,
  state: 'not_sent',
  is_test: true,
  attempts: 0,
  next_attempt_at: now,
  ended_at: null,
}
const connection: Values = { created_by: 'Ada Merchant' }
const bill: Values = {
  components: undefined,
  'component.sku': 'WOOL-3PLY',
  'component.title': 'Merino yarn, 3 ply',
}
const oneBill: Values = { ...bill, 'data.sku': 'JUMPER-M', 'data.title': 'Merino crew jumper, M' }
const set: Values = {
  components: undefined,
  'component.sku': 'SHIRT-L',
  'component.title': 'Linen shirt, L',
}
const oneSet: Values = { ...set, 'data.sku': 'JUMPER-M', 'data.title': 'Merino crew jumper, M' }
const consumerChannel: Values = { trading_partner_id: null, trading_partner_name: null }
const fit: Values = { 'data.name': 'Fit', description: null }
const member: Values = { 'data.name': 'Ada Merchant' }
const minimalContact: Values = {
  supplier_id: null,
  supplier_name: null,
  phone: null,
  department: null,
  city: null,
  country: null,
  description: null,
  is_primary_contact: false,
}
const contact: Values = { 'data.email': 'ines@harbour-knitwear.example' }
const supplied: Values = { currency: 'USD', contact_count: 1, variant_count: 4 }
const supplier: Values = { ...supplied, 'data.name': 'Harbour Knitwear' }
const made: Values = {
  order_type: 'manufacturing',
  supplier_id: null,
  source_location_id: exampleId('location_id'),
}
const closed: Values = { 'data.ended_at': now }
/** Fields that the sample request of a new supplier omits. */
const omittedFields: Values = Object.fromEntries(
  (
    'address city country country_code department deposit_bp description edi_id edi_qualifier incoterm ' +
    'min_order_quantity order_email phone review_period_days role website'
  )
    .split(' ')
    .map((name) => [name, null]),
)
/** Freight and duty as planned: the delivery has no bill of its own. */
const unbilled: Values = { 'data.freight_cents': null, 'data.duty_cents': null }
const unresolved: Values = { resolution: null, resolved_at: null, resolved_by: null }

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

/** By id of the operation or event. */
export const overrides: Record<string, Values> = {
  ...appOverrides,
  ...insightOverrides,
  ...sellOutOverrides(absent),
  ...accountOverrides,
  ...orderOverrides,
  ...bookOverrides,
  ...planningOverrides,
  ...reportOverrides,
  ...returnOverrides,
  'purchase_orders.create': drafted,
  'purchase_orders.bulk': drafted,
  'purchase_orders.duplicate': drafted,
  'purchase_orders.from_basket': drafted,
  'purchase_orders.manufacturing_bulk': { ...drafted, ...made, expected_delivery_date: null },
  'purchase_orders.update': changed,
  'purchase_orders.approve': approved,
  'purchase_orders.hold': { ...approved, on_hold: true, hold_reason: 'Wrong price' },
  'purchase_orders.auto_allocate': {
    ...approved,
    ...made,
    supplier_name: null,
    'data.expected_delivery_date': null,
    source_location_name: 'Main warehouse',
    components: undefined,
  },
  'purchase_orders.issue': {
    ...undelivered,
    document: undefined,
    status: 'issued',
    state: 'stored',
    channel: 'link',
    recipient: null,
    link_url: undefined,
    'document.ended_at': now,
  },
  'purchase_orders.push_to_wms': { state: 'queued' },
  'products.list_product_incoming': openOrder,
  'products.get_product_incoming_drawer': { ...openOrder, ordered_quantity: 24 },
  'products.list_variant_incoming': openOrder,
  'sandbox.seed': { locations: 2, sales_channels: 2, suppliers: 2, products: 3, variants: 6, stock_levels: 12 },
  'suppliers.upload': { field: null, rule: null },
  'orders.import': { faults: [] },
  'stocktakes.create': openStocktake,
  'stocktakes.get': countedStocktake,
  'stocktakes.post': { ...countedStocktake, status: 'posted', posted_at: now },
  'session.create_price_list': { price_count: 0, account_count: 0 },
  'session.revoke_key': { ...plainKey, state: 'revoked', revoked_at: now },
  'session.deactivate_webhook': { ...webhook, is_active: false },
  'session.deactivate_accounting_connection': { ...connection, is_active: false, deactivated_at: now },
  'session.deactivate_warehouse_connection': { ...connection, is_active: false, deactivated_at: now },
  'purchase_orders.get': { ...closed, 'document.ended_at': now },
  'purchase_orders.mark_delivered': { ...closed, 'document.ended_at': now },
  'purchase_orders.export': {
    file_name: 'PO-1042.csv',
    export_url: 'https://api.example.com/exports/q1bK…/PO-1042.csv',
  },
  'session.fetch_document': {
    file_name: 'PO-1042.pdf',
    export_url: 'https://api.example.com/exports/q1bK…/PO-1042.pdf',
  },
  'purchase_orders.list_filters': filterValues({
    status: 'issued',
    order_type: 'purchase',
    on_hold: 'false',
    supplier_id: 'Harbour Knitwear',
    location_id: 'Main warehouse',
    source_location_id: 'City store',
    commitment_id: 'Spring/Summer 2027',
  }),
  'suppliers.list_filters': filterValues({
    currency: 'USD',
    country_code: 'PT',
    payment_terms: 'net_30',
    incoterm: 'FOB',
    order_channel: 'email',
    lead_time_days: '30',
    is_active: 'true',
  }),
  'suppliers.list_contact_filters': filterValues({
    city: 'Guimarães',
    country: 'Portugal',
    role: 'Account manager',
    department: 'Sales',
    preferred_contact_method: 'email',
    supplier_id: 'Harbour Knitwear',
    is_primary_contact: 'true',
  }),
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
  'products.list_product_variants': { 'row.title': 'M' },
  'products.list_variants': { 'row.title': 'M' },
  'products.get_custom_field': { 'data.name': 'Fit', description: null },
  'products.list_custom_fields': { 'row.name': 'Fit', description: null },
  'inventory.list_inventory': { filtered_max_unique_size: absent },
  'stocktakes.list': countedStocktake,
  'session.list_memberships': member,
  'session.mint_key': plainKey,
  'session.list_keys': plainKey,
  'session.end_key_overlap': { ...plainKey, ...replaced, state: 'stopped', stops_at: now },
  'session.replace_key': {
    ...plainKey,
    'replaced.state': 'stopping',
    'replaced.stops_at': replaced.stops_at,
    'replaced.replaced_by': replaced.replaced_by,
  },
  'session.list_webhooks': { created_by: 'Ada Merchant', 'row.type': 'movement.recorded' },
  'session.get_webhook': webhook,
  'session.activate_webhook': webhook,
  'session.create_webhook': unsent,
  'session.rotate_webhook_secret': unsent,
  'session.test_webhook': queued,
  'session.redeliver': queued,
  'session.list_webhook_deliveries': sentEvent,
  'session.get_webhook_delivery': sentEvent,
  'session.create_accounting_connection': connection,
  'session.create_warehouse_connection': { ...connection, fulfilment_url: null, has_report_secret: false },
  'session.list_warehouse_connections': connection,
  'session.create_organization': { plan: 'starter', sandbox: false, edi_id: null, edi_qualifier: null },
  'session.retire_commitment': { status: 'retired' },
  'session.create_bill_of_materials': oneBill,
  'session.get_bill_of_materials': oneBill,
  'session.update_bill_of_materials': oneBill,
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
  'session.list_sales_channels': consumerChannel,
  'session.create_sales_channel': consumerChannel,
  'session.get_sales_channel': consumerChannel,
  'session.update_sales_channel': consumerChannel,
  'session.list_bills_of_materials': { ...bill, 'row.sku': 'JUMPER-M', 'row.title': 'Merino crew jumper, M' },
  'suppliers.create_contact': minimalContact,
  'suppliers.get_contact': contact,
  'suppliers.update_contact': contact,
  'suppliers.list_contacts': { 'row.email': 'ines@harbour-knitwear.example' },
  'suppliers.get': supplier,
  'suppliers.list': { ...supplied, 'row.name': 'Harbour Knitwear' },
  'suppliers.update': supplier,
  'purchase_orders.record_delivery': { ...unbilled, reference: null },
  'purchase_orders.correct_delivery': unbilled,
  'purchase_orders.get_delivery': unbilled,
  'purchase_orders.list_deliveries': { 'item.freight_cents': null, 'item.duty_cents': null },
  'session.change_membership': member,
  'session.approve_commitment': { status: 'approved' },
  'session.close_commitment': { status: 'closed' },
  'session.add_basket_items': { source: 'manual' },
  'session.change_basket_item': { source: 'manual', total_cost: 1_134 },
  'suppliers.create': {
    ...omittedFields,
    contact_count: 1,
    variant_count: 0,
    primary_contact_name: 'Deniz Kaya',
    'contact.supplier_name': 'Bay Outerwear',
  },
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
  'session.send_document': { state: 'queued', next_attempt_at: now },
  'session.declare_commitment': { season_code: null, category: null, category_id: null },
  'session.amend_commitment': { category: null, category_id: null },
  'session.record_supplier_signal': { sku: null, variant_id: null, reported_at: null },
  'session.create_sandbox': { edi_id: null, edi_qualifier: null },
  'purchase_orders.record_deliveries': { reference: null },
  'inventory.position': { 'data.location_id': null, 'data.location_name': null },
  'inventory.forecast_accuracy': { 'scope.product_type': null, 'scope.sales_channel_id': null },
  'sales.get_channel_performance': {
    'window.start_date': '2026-11-01',
    'window.end_exclusive': '2026-11-22',
    'previous_window.start_date': '2026-10-11',
    'previous_window.end_date': '2026-10-31',
    'previous_window.end_exclusive': '2026-11-01',
    sales_begin_on: '2026-10-20',
    channel_name: 'Online store',
    total_revenue: 26_700,
    period_difference: 8900,
    'data.date': '2026-11-02',
    revenue: 26_700,
  },
  'exception.opened': unresolved,
  new_purchase_order: drafted,
}
