/** Values for the examples of purchasing; see example_overrides.ts. */
import { exampleId } from '../example_ids.ts'
import { connection, now, unfollowed, type Values } from './shared.ts'

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
/** One value of each list of filters, with its label. */
const filterValues = (values: Record<string, string>): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => [
      [`${name}.row.value`, name.endsWith('_id') ? exampleId(name) : value],
      [`${name}.row.label`, value],
    ]),
  )
const bill: Values = {
  components: undefined,
  'component.sku': 'WOOL-3PLY',
  'component.title': 'Merino yarn, 3 ply',
}
const oneBill: Values = { ...bill, 'data.sku': 'JUMPER-M', 'data.title': 'Merino crew jumper, M' }
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
const supplier: Values = { ...supplied, 'data.name': 'Harbour Knitwear', inner_pack_quantity: null }
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

export const purchasingOverrides: Record<string, Values> = {
  'purchase_orders.list': unfollowed,
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
  'suppliers.upload': { field: null, rule: null },
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
  'session.create_warehouse_connection': { ...connection, fulfilment_url: null, has_report_secret: false },
  'session.list_warehouse_connections': connection,
  'session.retire_commitment': { status: 'retired' },
  'session.create_bill_of_materials': oneBill,
  'session.get_bill_of_materials': oneBill,
  'session.update_bill_of_materials': oneBill,
  'session.list_bills_of_materials': { ...bill, 'row.sku': 'JUMPER-M', 'row.title': 'Merino crew jumper, M' },
  'suppliers.create_contact': minimalContact,
  'suppliers.get_contact': contact,
  'suppliers.update_contact': contact,
  'suppliers.list_contacts': { 'row.email': 'ines@harbour-knitwear.example' },
  'suppliers.get': supplier,
  'suppliers.list': { ...supplied, 'row.name': 'Harbour Knitwear' },
  'suppliers.update': supplier,
  'suppliers.attach_variants': { inner_pack_quantity: null },
  'purchase_orders.record_delivery': { ...unbilled, reference: null },
  'purchase_orders.correct_delivery': unbilled,
  'purchase_orders.get_delivery': unbilled,
  'purchase_orders.list_deliveries': { 'item.freight_cents': null, 'item.duty_cents': null },
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
  'session.send_document': { state: 'queued', next_attempt_at: now },
  'session.declare_commitment': { season_code: null, category: null, category_id: null },
  'session.amend_commitment': { category: null, category_id: null },
  'session.record_supplier_signal': { sku: null, variant_id: null, reported_at: null },
  'purchase_orders.record_deliveries': { reference: null },
  new_purchase_order: drafted,
}
