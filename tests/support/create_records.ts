/** An organisation with one of everything, so that there is an id of every kind. */
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { localFiles } from '../../server/files/local.ts'
import { insertRows, recordSales, setFixture } from './catalogue.ts'
import type { Tenant } from './tenant.ts'

/** What is done to an order before anybody else knows of it. */
const wantsADraft = new Set(['purchase_orders.delete', 'purchase_orders.approve'])

/** Allocates to an order that makes something. */
const makes = 'purchase_orders.auto_allocate'

/** With an operation's id, the order is in a state that the operation leads on from. */
export async function createRecords(tenant: Tenant, operationId = ''): Promise<void> {
  const is_draft = wantsADraft.has(operationId)
  const is_made = operationId === makes
  const ids = await setFixture(tenant, {
    locations: ['Main warehouse'],
    sales_channels: ['Online store'],
    categories: [{ name: 'Knitwear', subcategories: ['Crew necks'] }],
    families: [{ name: 'Tops', attributes: [{ attribute: 'fabric', group: 'Material' }] }],
    suppliers: ['Quay Knitwear'],
    custom_fields: [{ name: 'Care' }],
    products: [
      {
        title: 'Merino crew jumper',
        vendor: 'Harbour',
        category: 'Knitwear',
        subcategory: 'Crew necks',
        family: 'Tops',
        channels: ['Online store'],
        attributes: [{ attribute: 'fabric', value: 'merino' }],
        variants: [
          {
            sku: 'CARDIGAN-M',
            price_cents: 8900,
            unit_cost: '31.5000',
            custom: { Care: 'Wool cycle' },
            suppliers: [{ supplier: 'Quay Knitwear' }],
            stock: { 'Main warehouse': { on_hand: 40 } },
          },
        ],
      },
      { title: 'Gift set', variants: [{ sku: 'SET-M' }, { sku: 'YARN-3PLY' }] },
    ],
    purchase_orders: [
      {
        name: 'PO-1',
        supplier: 'Quay Knitwear',
        location: 'Main warehouse',
        order_type: is_made ? 'manufacturing' : 'purchase',
        status: is_draft ? 'draft' : 'issued',
        lines: [{ sku: is_made ? 'SET-M' : 'CARDIGAN-M', quantity: 36 }],
      },
    ],
  })
  await recordSales(tenant, ids, [
    {
      sku: 'CARDIGAN-M',
      day: '2026-11-02',
      location: 'Main warehouse',
      channel: 'Online store',
      units: 3,
      gross_sales_cents: 26_700,
    },
  ])
  await createRecordsAround(tenant, operationId, {
    location_id: ids.locations['Main warehouse']!,
    supplier_id: ids.suppliers['Quay Knitwear']!,
    product_id: ids.products['Merino crew jumper']!,
    variant_id: ids.variants['CARDIGAN-M']!,
    sku: 'CARDIGAN-M',
    set_variant_id: ids.variants['SET-M']!,
    purchase_order_id: ids.purchase_orders['PO-1']!,
    delivered: is_draft || is_made ? 0 : 6,
  })
}

/** What a catalogue with stock and an order is built around. */
export interface CreatedRecords {
  location_id: string
  supplier_id: string
  product_id: string
  variant_id: string
  sku: string
  /** What the bill of materials makes of the variant. */
  set_variant_id: string
  purchase_order_id: string
  /** How many units a delivery of the order brought; none where it is 0. */
  delivered: number
}

/** Everything else that an operation may name: a basket, a connection, a contact, a stocktake, papers. */
export async function createRecordsAround(tenant: Tenant, operationId: string, around: CreatedRecords): Promise<void> {
  const { location_id, supplier_id, product_id, variant_id, set_variant_id, purchase_order_id } = around
  const putAside = { variant_id, location_id, quantity: 12, source: 'manual' }
  await insertRows(tenant, 'purchase_basket_items', [
    { item_id: uuidv7(), ...putAside, created_at: '2026-11-20T09:30:00Z', updated_at: '2026-11-20T09:30:00Z' },
  ])
  // A location has one active connection, so whoever is to make one finds none.
  const isConnected = operationId !== 'session.create_warehouse_connection'
  await insertRows(tenant, 'warehouse_connections', [
    {
      connection_id: uuidv7(),
      name: 'Harbour Logistics',
      location_id,
      url: 'https://wms.example.com/inbounds',
      encrypted_token: '\\x00',
      is_active: isConnected,
      deactivated_at: isConnected ? null : '2026-11-20T10:30:00Z',
      created_at: '2026-11-20T09:30:00Z',
    },
  ])
  await insertRows(tenant, 'commitments', [
    {
      commitment_id: uuidv7(),
      name: 'Spring/Summer 2027',
      currency: 'USD',
      status: 'approved',
      created_at: '2026-11-20T09:30:00Z',
    },
  ])
  await insertRows(tenant, 'trading_partners', [{ trading_partner_id: uuidv7(), name: 'Retailer' }])
  await insertRows(tenant, 'catalogue_events', [
    {
      product_id,
      variant_id,
      kind: 'price_changed',
      field: 'price_cents',
      actor: 'test',
      occurred_at: '2026-11-20T09:30:00Z',
    },
  ])
  const bom_id = uuidv7()
  await insertRows(tenant, 'bills_of_materials', [
    {
      bom_id,
      variant_id: set_variant_id,
      name: 'Gift set',
      is_active: true,
      created_at: '2026-11-20T09:30:00Z',
    },
  ])
  await insertRows(tenant, 'bill_of_materials_lines', [{ bom_id, variant_id, quantity: 1 }])
  const file_key = `${uuidv7()}.csv`
  const text = `Item code,Counted\n${around.sku},41\n`
  await localFiles(join(tenant.service.settings.DATA_DIR, 'files')).put(tenant.organization_id, file_key, [
    new TextEncoder().encode(text),
  ])
  await insertRows(tenant, 'uploads', [
    {
      file_key,
      file_name: 'counts.csv',
      content_type: 'text/csv',
      byte_count: text.length,
      sha256: new Bun.CryptoHasher('sha256').update(text).digest('hex'),
      uploaded_at: '2026-11-20T09:30:00Z',
    },
  ])
  const order = `/api/v1/organizations/${tenant.organization_id}/purchase-orders/${purchase_order_id}`
  if (around.delivered > 0) {
    await insertPaper(tenant, purchase_order_id)
    await tenant.post(`${order}/deliveries`, { line_items: [{ variant_id, received_quantity: around.delivered }] })
  }
  const contact = await tenant.post('/api/v1/contacts', {
    name: 'Inês Carvalho',
    preferred_contact_method: 'EMAIL',
    email: 'ines@quay-knitwear.example',
    supplier_id,
  })
  await tenant.post(`/api/v1/contacts/${contact.body.data.id}/notes`, { title: 'Closing', body: 'In August.' })
  const stocktake = await tenant.post('/api/v1/stocktakes', {
    name: 'Count',
    counted_on: '2026-11-20',
    location_ids: [location_id],
    include_all_variants: true,
  })
  await tenant.patch(`/api/v1/stocktakes/${stocktake.body.data.id}/counts`, {
    counts: [{ variant_id, location_id, counted_quantity: 41 }],
  })
}

/** A message to the warehouse that did not arrive, so that there is a paper to read and to send again. */
const insertPaper = (tenant: Tenant, purchase_order_id: string) =>
  insertRows(tenant, 'outbound_documents', [
    {
      document_id: uuidv7(),
      channel: 'warehouse',
      purchase_order_id,
      name: 'PO-1',
      revision: 1,
      state: 'failed',
      recipient: 'Harbour Logistics',
      concurrency_key: 'warehouse',
      payload: {},
      fingerprint: 'PO-1',
      attempts: 4,
      round_failures: 4,
      created_by: 'test',
      created_at: '2026-11-20T09:30:00Z',
      ended_at: '2026-11-20T10:40:00Z',
    },
  ])
