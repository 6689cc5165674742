/** A sandbox as `sandbox.seed` fills it, with one of everything else around its jumper in M. */
import { idsOf } from './foreign.ts'
import { createRecordsAround } from './create_records.ts'
import { insertRows } from './insert_rows.ts'
import type { Tenant } from './tenant.ts'

const states: Record<string, string> = {
  'purchase_orders.delete': 'draft',
  'purchase_orders.approve': 'draft',
  'purchase_orders.update': 'draft',
  'purchase_orders.hold': 'approved',
  'purchase_orders.issue': 'approved',
  'purchase_orders.auto_allocate': 'approved',
}

/** What brings the goods itself, or asks for what is still to come. */
const delivers = new Set([
  'purchase_orders.record_delivery',
  'purchase_orders.record_deliveries',
  'purchase_orders.mark_delivered',
  'purchase_orders.push_to_wms',
  'products.list_product_incoming',
  'products.get_product_incoming_drawer',
  'products.list_variant_incoming',
  'products.get_variant_drawer_overview',
])

/** Where what an operation writes must not be there yet. */
const wantsNothing = new Set(['sandbox.seed'])

/** Answers the ids that an operation's sample request stands for. */
export async function setSeededFixture(tenant: Tenant, operationId = ''): Promise<Map<string, string>> {
  if (wantsNothing.has(operationId)) return new Map()
  await tenant.post('/api/v1/sandbox/seed')
  const { sql } = tenant.service.database
  const idAt = async (table: string, column: string, where: string, value: string): Promise<string> => {
    const [row] = await sql<{ id: string }[]>`
      select ${sql(column)}::text as id from ${sql(table)}
      where organization_id = ${tenant.organization_id} and ${sql(where)} = ${value}`
    return row!.id
  }
  const variant_id = await idAt('variants', 'variant_id', 'sku', 'JUMPER-M')
  const set_variant_id = await idAt('variants', 'variant_id', 'sku', 'SHIRT-M')
  const component_variant_id = await idAt('variants', 'variant_id', 'sku', 'SHIRT-L')
  const product_id = await idAt('products', 'product_id', 'title', 'Merino crew jumper')
  const location_id = await idAt('locations', 'location_id', 'name', 'Main warehouse')
  const supplier_id = await idAt('suppliers', 'supplier_id', 'name', 'Harbour Knitwear')
  const sales_channel_id = await idAt('sales_channels', 'sales_channel_id', 'name', 'Online store')
  await enrich(tenant, product_id, variant_id)
  await insertRows(tenant, 'sales_daily', [
    {
      variant_id,
      day: '2026-10-20',
      sales_channel_id,
      location_id,
      units: 2,
      returned_units: 0,
      gross_sales_cents: 17_800,
      discounts_cents: 0,
      returns_cents: 0,
      taxes_cents: 0,
    },
    {
      variant_id,
      day: '2026-11-02',
      sales_channel_id,
      location_id,
      units: 3,
      returned_units: 0,
      gross_sales_cents: 26_700,
      discounts_cents: 0,
      returns_cents: 0,
      taxes_cents: 0,
    },
  ])
  const orders = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
  const is_made = operationId === 'purchase_orders.auto_allocate'
  const order = await tenant.post(orders, {
    location_id,
    ...(is_made ? { order_type: 'manufacturing' } : { supplier_id }),
    line_items: [
      {
        variant_id: is_made ? set_variant_id : variant_id,
        quantity: 24,
        duty_bp: 400,
        expected_delivery_date: '2026-12-02',
      },
    ],
    container_type_id: 1,
    freight_per_container_cents: 7800,
  })
  const purchase_order_id = order.body.data.id as string
  const state = states[operationId] ?? 'issued'
  if (state !== 'draft') await tenant.post(`${orders}/${purchase_order_id}/approve`)
  if (state === 'issued') await tenant.post(`${orders}/${purchase_order_id}/issue`, { channel: 'link' })
  await createRecordsAround(tenant, operationId, {
    location_id,
    supplier_id,
    product_id,
    variant_id,
    sku: 'JUMPER-M',
    set_variant_id,
    purchase_order_id,
    delivered: state !== 'issued' || delivers.has(operationId) ? 0 : 24,
  })
  await describePartners(tenant, supplier_id)
  const ids = await idsOf(tenant)
  const own = { variant_id, component_variant_id, product_id, location_id, supplier_id, purchase_order_id }
  for (const [name, id] of Object.entries(own)) ids.set(name, id)
  if (operationId === 'session.send_document')
    ids.set('document_id', await idAt('outbound_documents', 'document_id', 'state', 'failed'))
  return ids
}

/** What the starter data leaves out and sample answers show. */
async function enrich(tenant: Tenant, product_id: string, variant_id: string): Promise<void> {
  const { sql } = tenant.service.database
  const category_id = crypto.randomUUID()
  const subcategory_id = crypto.randomUUID()
  const family_id = crypto.randomUUID()
  const custom_field_id = crypto.randomUUID()
  await insertRows(tenant, 'categories', [{ category_id, name: 'Knitwear' }])
  await insertRows(tenant, 'subcategories', [{ subcategory_id, category_id, name: 'Crew necks', is_active: true }])
  await insertRows(tenant, 'families', [{ family_id, name: 'Jumpers' }])
  await insertRows(tenant, 'family_attributes', [
    { family_id, attribute: 'fabric', attribute_group: 'Material', required: true, position: 0 },
  ])
  await insertRows(tenant, 'product_attributes', [
    {
      product_id,
      attribute: 'fabric',
      value: 'merino',
      owned: false,
      awaiting_write_back: false,
      updated_at: '2026-01-01T00:00:00Z',
    },
  ])
  await insertRows(tenant, 'product_metafields', [{ product_id, namespace: 'custom', key: 'fabric', value: 'merino' }])
  await insertRows(tenant, 'custom_fields', [
    { custom_field_id, name: 'Fit', data_type: 'text', choices: ['Slim', 'Regular'] },
  ])
  await insertRows(tenant, 'custom_field_values', [{ variant_id, custom_field_id, value: 'Slim' }])
  await sql`
    update products set category_id = ${category_id} where organization_id = ${tenant.organization_id}`
  await sql`
    update products set subcategory_id = ${subcategory_id}, family_id = ${family_id},
      image_url = 'https://example.org/jumper.jpg', gallery_images = '{https://example.org/jumper.jpg}',
      platform_tags = '{new-in}', launch_date = '2026-09-01'
    where organization_id = ${tenant.organization_id} and product_id = ${product_id}`
  await sql`
    update variants set carton_quantity = 12, carton_cbm = 0.06, carton_weight_kg = 4.8, compare_at_price_cents = 10900
    where organization_id = ${tenant.organization_id}`
  await sql`
    update variants set barcode = '5012345678900'
    where organization_id = ${tenant.organization_id} and variant_id = ${variant_id}`
}

/** Everything that can be said of the supplier, its contact and the commitment. */
async function describePartners(tenant: Tenant, supplier_id: string): Promise<void> {
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  await sql`
    update suppliers set order_email = 'orders@harbour-knitwear.example', website = 'https://harbour-knitwear.example',
      address = 'Rua da Lã 12, Guimarães', deposit_bp = 3000, incoterm = 'FOB', payment_terms = 'net_30',
      min_order_quantity = 24, edi_qualifier = 'ZZ', edi_id = 'HARBKNIT'
    where organization_id = ${organization_id} and supplier_id = ${supplier_id}`
  await sql`
    update contacts set phone = '+351 253 555 010', city = 'Guimarães', country = 'Portugal', role = 'Account manager',
      department = 'Sales', description = 'Answers on weekdays.', is_primary = true
    where organization_id = ${organization_id} and supplier_id = ${supplier_id}`
  await sql`
    update commitments set season_code = 'SS27' where organization_id = ${organization_id}`
}
