/** An organisation with rows in every exported table. The figures of its orders are not those of a real sale. */
import { uuidv7 } from 'uuidv7'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { ediRows } from './edi_records.ts'
import { at, firstIds, type Ids, on, type Rows } from './first_ids.ts'
import { returnRows } from './return_records.ts'
import { invoiceRows } from './supplier_invoice_records.ts'
import { openSessionFixture, type SessionFixture } from '../../support/fixtures/session_fixture.ts'
import type { Tenant } from '../../support/service/tenant.ts'

export async function addEveryRecord(tenant: Tenant): Promise<SessionFixture> {
  const fixture = await openSessionFixture(tenant, '')
  const one = await firstIds(tenant)
  for (const [table, row] of [
    ...stockRows(one),
    ...invoiceRows(one),
    ...orderRows(one),
    ...returnRows(one),
    ...ediRows(one),
  ])
    await insertRows(tenant, table, [row])
  return fixture
}

const stockRows = ({
  variant_id,
  location_id,
  purchase_order_id,
  document_id,
  sales_channel_id,
  movement_id,
}: Ids): Rows => [
  [
    'unrated_arrivals',
    { movement_id, variant_id, location_id, currency: 'SEK', arrived_on: on, stated_unit_cost: '40.0000' },
  ],
  ['order_counters', { order_kind: 'purchase', counter: 1, last_value: 7 }],
  [
    'purchase_generation_settings',
    {
      auto_generate: false,
      group_by: 'supplier',
      horizon_days: 28,
      fill_container: false,
      round_to_batch_size: true,
      top_up_to_moq: true,
      filter_args: [],
      variant_ids: [variant_id],
      exceptions: [],
    },
  ],
  ['edi_control_numbers', { qualifier: 'ZZ', edi_id: 'RETAILER', last_number: 12 }],
  [
    'outbound_documents',
    {
      document_id: uuidv7(),
      channel: 'email',
      purchase_order_id,
      name: 'PO-1',
      revision: 2,
      state: 'queued',
      recipient: 'supplier@example.com',
      concurrency_key: 'mail',
      payload: { text: 'Zwölf "Stück"\nund mehr' },
      fingerprint: 'b',
      attempts: 1,
      round_failures: 1,
      next_attempt_at: at,
      leased_until: at,
      created_by: 'user:Ada',
      created_at: at,
    },
  ],
  [
    'outbound_attempts',
    { document_id, attempt: 9, started_at: at, duration_ms: 12, outcome: 'failed', detail: 'refused' },
  ],
  [
    'warehouse_inbounds',
    {
      inbound_id: uuidv7(),
      purchase_order_id,
      location_id,
      revision: 1,
      is_called_off: false,
      fingerprint: 'a',
      document_id,
      created_at: at,
      updated_at: at,
    },
  ],
  [
    'weekly_forecasts',
    {
      variant_id,
      sales_channel_id,
      week_start: '2026-11-16',
      origin_week: '2026-11-09',
      forecast_units: '12.50',
      lower_units: '7.00',
      upper_units: '18.00',
      made_at: at,
    },
  ],
  [
    'forecast_overrides',
    {
      variant_id,
      sales_channel_id,
      week_start: '2026-11-16',
      version: 1,
      units: 20,
      statistical_units: '12.50',
      origin_week: '2026-11-09',
      source: 'variant',
      reason: 'Front page of the catalogue',
      made_by: 'user:Ada Merchant',
      made_at: at,
    },
  ],
  [
    'forecast_settings',
    { is_enabled: true, horizon_weeks: 13, history_weeks: 104, methods: ['moving_average'], updated_at: at },
  ],
  [
    'sales_channel_days',
    {
      day: '2026-11-03',
      sales_channel_id,
      origin: 'import',
      row_count: 0,
      units: 0,
      net_sales_cents: 0,
      checksum: '0',
    },
  ],
  [
    'sales_recorded_through',
    {
      sales_channel_id,
      statement_id: uuidv7(),
      recorded_through: '2026-11-05',
      note: 'Closed on the 4th and 5th',
      stated_by: 'Ada Merchant',
      stated_at: at,
    },
  ],
]

const orderRows = ({
  variant_id,
  location_id,
  sales_channel_id,
  trading_partner_id,
  order_id,
  split_order_id,
  order_line_id,
  customer_id,
}: Ids): Rows => {
  const order = {
    order_id,
    name: 'SO-1',
    origin: 'app',
    lifecycle: 'open',
    lifecycle_updated_at: at,
    is_wholesale: true,
    trading_partner_id,
    customer_id,
    sales_channel_id,
    location_id,
    currency: 'USD',
    ordered_at: at,
    ordered_on: on,
    freight_cents: 0,
    freight_tax_cents: 0,
    created_at: at,
    updated_at: at,
  }
  const fulfilment_id = uuidv7()
  const invoice_id = 5_000_000_000_000_001
  return [
    ['account_items', { trading_partner_id, buyer_sku: '771-M', variant_id, created_at: at, updated_at: at }],
    ['sscc_counters', { gs1_company_prefix: '0614141', counter: 3, last_value: 12 }],
    [
      'customers',
      {
        customer_id,
        kind: 'consumer',
        pseudonym: `\\x${'ab'.repeat(32)}`,
        display_name: 'Ada L.',
        display_name_words: ['ada', 'l.'],
        orders_count: 1,
        created_at: at,
        updated_at: at,
      },
    ],
    ['sales_document_numbers', { document_type: 'invoice', year: 2026, last_number: 3 }],
    ['sales_orders', order],
    ['sales_orders', { ...order, order_id: split_order_id, name: 'SO-2' }],
    [
      'order_links',
      { order_id: split_order_id, from_order_id: order_id, kind: 'split_from', created_by: 'user:Ada', created_at: at },
    ],
    [
      'order_changes',
      {
        order_change_id: uuidv7(),
        order_id,
        kind: 'changed',
        changed_at: at,
        changed_by: 'user:Ada',
        changes: [{ field: 'reference', line_item_id: null, sku: null, previous_value: null, value: 'PO 1' }],
      },
    ],
    [
      'order_holds',
      {
        hold_id: uuidv7(),
        order_id,
        reason: 'credit',
        note: 'Limit',
        keeps_stock: true,
        held_by: 'user:Ada',
        held_at: at,
      },
    ],
    [
      'edi_orders',
      { order_id, trading_partner_id, number: 'PO-1', release_number: '', header: { number: 'PO-1' }, created_at: at },
    ],
    ['edi_order_lines', { order_id, position: 1, line: { quantity: 3 }, fault: null }],
    [
      'order_lines',
      {
        line_id: order_line_id,
        order_id,
        line_number: 1,
        variant_id,
        ordered_quantity: 3,
        quantity: 2,
        allocated_quantity: 0,
        fulfilled_quantity: 1,
        cancelled_quantity: 0,
        over_shipped_quantity: 0,
        unit_price_cents: 4_450,
        discount_cents: 0,
        tax_cents: 0,
        unit_cost: '31.5000',
      },
    ],
    [
      'fulfilments',
      {
        fulfilment_id,
        order_id,
        name: 'SO-1-F1',
        location_id,
        shipped_at: at,
        shipped_on: on,
        is_historical: false,
        recorded_by: 'user:Ada',
        recorded_at: at,
      },
    ],
    ['fulfilment_cartons', { fulfilment_id, carton_number: 1, sscc: '000000000000000018', weight_kg: '1.25' }],
    [
      'fulfilment_lines',
      {
        fulfilment_id,
        line_number: 1,
        order_line_id,
        variant_id,
        quantity: 1,
        gross_sales_cents: 4_450,
        discounts_cents: 0,
        taxes_cents: 0,
        carton_number: 1,
      },
    ],
    ['order_line_components', { line_id: order_line_id, variant_id, units: 2 }],
    ['fulfilment_components', { fulfilment_id, order_line_id, variant_id, quantity: 2, unit_cost: '12.5000' }],
    [
      'voided_shipments',
      {
        fulfilment_id: uuidv7(),
        order_id,
        name: 'SO-1-F1',
        location_id,
        shipped_at: at,
        shipped_on: on,
        recorded_by: 'user:Ada',
        recorded_at: at,
        cartons: [],
        lines: [{ line_number: 1, order_line_id, variant_id, quantity: 2, unit_cost: '31.5000' }],
        components: [],
        voided_at: at,
        voided_by: 'user:Ada',
        void_reason: 'Mistyped',
        replaced_by: fulfilment_id,
      },
    ],
    [
      'invoices',
      {
        invoice_id,
        invoice_year: 2026,
        invoice_number: 3,
        name: 'INV-3',
        order_id,
        trading_partner_id,
        state: 'issued',
        currency: 'USD',
        issued_at: at,
        issued_on: on,
        tax_cents: 0,
        freight_cents: 0,
        total_cents: 4_450,
        ledger_state: 'not_connected',
        created_by: 'user:Ada',
      },
    ],
    [
      'invoice_lines',
      {
        invoice_id,
        line_number: 1,
        order_line_id,
        variant_id,
        quantity: 1,
        unit_price_cents: 4_450,
        discount_cents: 0,
        amount_cents: 4_450,
      },
    ],
  ]
}
