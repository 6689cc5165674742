/**
 * Values of fields in example responses. They describe one situation, so that figures in a response agree: 24 jumpers at
 * 31.50 were ordered and delivered; 40 are on hand, 6 of them committed. A key is the end of a field's path, as long as
 * necessary: its name, or its object's name and its own. A test fails if a value is not used in any example.
 */
import { exampleId } from './example_ids.ts'
import { overrides } from './example_overrides.ts'

type Values = Record<string, unknown>

const person = 'user:Ada Merchant'

const names: Values = {
  'account.name': 'Northgate Stores',
  'channel.name': 'Wholesale',
  'order.name': 'SO-2041',
  'contact.email': 'ines@harbour-knitwear.example',
  'minted_by.name': 'Ada Merchant',
  'next_delivery.name': 'PO-1042',
  'sample_value.value': 'Slim',
  'custom_field.value': 'Slim',
  'metafield.value': 'merino',
  'groups.key': 'Material',
  freight_basis: 'plan',
  duty_basis: 'plan',
  'gate.sold_with': 'essentials_plus',
  'further_gate.sold_with': 'essentials_plus',
  'delivery.freight_cents': null,
  'delivery.duty_cents': null,
  options: { Size: ['S', 'M'] },
  supplier: 'Harbour Knitwear',
  supplier_sku: 'S-JUMPER-M',
  variant_title: 'M',
  class: 'core',
  subcategory: 'Crew necks',
  image_url: 'https://example.org/jumper.jpg',
  gallery_images: ['https://example.org/jumper.jpg'],
  tags: ['knitwear', 'winter'],
  platform_tags: ['new-in'],
  option_values: { Size: 'M' },
  order_email: 'orders@harbour-knitwear.example',
  primary_contact_name: 'Inês Carvalho',
  created_by: person,
  closed_by: person,
  signed_by: person,
  resolved_by: person,
  evidence: 'DN 8812',
  'document.id': exampleId('delivery_id'),
  'subject.id': exampleId('purchase_order_id'),
  read_next: ['GET /api/v1/products/table', 'GET /api/v1/inventory/table'],
  why: 'Plans are made by category.',
  choices: ['Slim', 'Regular'],
  failure: 'No recipient could be reached.',
  answer: '{"received":true}',
  info: 'Stock at its moving average cost.',
  cell_count: 1,
  fingerprint: 'cf05f6753eceb0a1b804c8a2b284a788bff87be873b7f460dc9069aa0adec5e1',
}

/** Preferred kinds and states; the first one that the field's vocabulary contains is used. */
export const preferred: Record<string, readonly string[]> = {
  kind: ['receipt', 'over_receipt'],
  type: ['purchase_order_delivery'],
  status: ['delivered'],
  state: ['sent', 'delivered'],
  plan: ['pro'],
  data_type: ['text'],
}

/** Fields that are null in the examples. */
const nullFields = Object.fromEntries(
  (
    'cancel_date ship_window_start source_location_id source_location_name commitment_id notes reverses_movement_id ' +
    'cost_adjustment stated_cost books_from confirmed_quantity billed_freight_cents billed_duty_cents revoked_at deactivated_at closed_at stops_at replaced_by ' +
    'next_attempt_at generation_fault min_order_value_cents accepted_at edi_verified_at gs1_company_prefix allocation_horizon_days bill_to_address ship_to_address tax_id shipping_method cover external_id hold_reason ended_at link_url baseline_through absence cause known_part known_part_usd'
  )
    .split(' ')
    .map((name) => [name, null]),
)

const falseFields = Object.fromEntries(
  'not_in_count on_hold is_over is_test is_seasonal already_seeded not_in_family include_all_variants'
    .split(' ')
    .map((name) => [name, false]),
)

const dates: Values = {
  order_date: '2026-10-21',
  approved_at: '2026-10-21T08:15:00+00:00',
  issued_at: '2026-10-21T08:20:00+00:00',
  created_at: '2026-10-21T08:00:00+00:00',
  minted_at: '2026-10-21T08:00:00+00:00',
  expires_at: '2027-10-21T08:00:00+00:00',
  expected_delivery_date: '2026-11-20',
  due: '2026-12-02',
  'next_delivery.expected_delivery_date': '2026-12-02',
  start_date: '2026-10-25',
  end_exclusive: '2026-11-22',
  'previous_window.start_date': '2026-09-27',
  'previous_window.end_date': '2026-10-24',
  'previous_window.end_exclusive': '2026-10-25',
  'sale.start': '2026-08-23',
  start: '2026-10-25',
  from: '2026-10-25',
  since: '2026-10-25',
  period_start: '2026-11-09',
  period_end: '2026-11-15',
  week_start: '2026-11-16',
  week_end: '2026-11-22',
  launch_date: '2026-09-01',
  ledger_begins_on: '2025-01-06',
  last_sold_on: '2026-11-20',
  joined_at: '2026-10-01T08:00:00+00:00',
}

const stock: Values = {
  on_hand: 40,
  on_hand_qty: 40,
  in_stock: 40,
  reserved: 6,
  committed_qty: 6,
  available_qty: 34,
  expected_inbound: 24,
  'expected_inbound.quantity': 24,
  'by_document.quantity': 24,
  incoming_qty: 24,
  incoming_stock: 24,
  returns_expected: 2,
  atp: 58,
  units_per_day: 0.75,
  units_sold: 21,
  days: 28,
  in_stock_days: 28,
  stockout_days: 0,
  untracked_days: 0,
  days_of_cover: 45.3,
  weeks_of_cover: 6.5,
  units_returned: 2,
  opening: 36,
  closing: 40,
  quantity_delta: 24,
  system_quantity: 12,
  max: 24,
  min: 24,
}

/** The order: 24 at 31.50, with 78.00 of freight and 4 % of duty. */
const order: Values = {
  ordered_quantity: 24,
  delivered_quantity: 24,
  outstanding_quantity: 0,
  in_transit_quantity: 0,
  freight_cents: 7800,
  duty_bp: 400,
  duty_cents: 3024,
  duty_cost: 30.24,
  landed_unit_cost: 36.01,
  cartons: 2,
  cbm: 0.12,
  total_cbm: 0.12,
  kg: 9.6,
  gross_kg: 9.6,
  cube_pct: 0.4,
  weight_pct: 0.1,
  freight_per_container_cents: 7800,
  freight_total_cents: 7800,
  unmeasured_lines: 0,
  components: [],
  exceptions: [],
  'next_delivery.outstanding_quantity': 24,
  'carton.quantity': 12,
  weight_kg: 0.35,
  batch_size: 12,
  min_order_quantity: 24,
  lead_time_days: 30,
  review_period_days: 7,
  on_order: 24,
  confirmed: 0,
  in_transit: 0,
  days_late: 0,
  late_orders: 0,
  late_quantity: 0,
  held_orders: 0,
  held_quantity: 0,
  overdue_orders: 0,
  consumed_quantity: 4,
  required_quantity: 4,
  reserved_quantity: 0,
  short_quantity: 0,
}

const counts: Values = {
  position: 2,
  orders: 1,
  count: 18,
  variant_count: 42,
  contact_count: 2,
  num_variants: 5,
  filtered_max_unique_size: 1,
  duration_ms: 84,
  units_ordered: 480,
  units_received: 468,
  units_due: 480,
  units_on_time: 432,
  deliveries: 9,
  total_created: 1,
  attached: 1,
  updated: 0,
  removed: 0,
  weeks_of_unknown_stock: 0,
  weeks_out_of_stock: 1,
  weeks_without_sales: 2,
  weeks_used: 49,
  'window.weeks': 52,
  distinct_prices: 4,
  missing_required_count: 1,
  fiscal_year_start_month: 2,
}

/** Sums of money, in cents. */
export const sums: Values = {
  compare_at_price: 10_900,
  price_min: 8900,
  price_max: 8900,
  unit_cost: 3150,
  average_cost: 3150,
  landed_unit_cost: 3601,
  inventory_value: 126_000,
  outstanding_cost: 0,
  net_sales: 186_900,
  unit_price: 8900,
  lowest: 7120,
  highest: 8900,
  average: 8455,
  realised_price: 8455,
}

export const exampleValues: Values = {
  ...names,
  ...nullFields,
  ...falseFields,
  ...dates,
  ...stock,
  ...order,
  ...counts,
}

/** The values for one operation or event; undefined leaves a field to its schema. */
export const valuesFor = (id: string): Values => ({ ...exampleValues, ...overrides[id] })
export const sumsFor = (id: string): Values => ({ ...sums, ...overrides[id] })
