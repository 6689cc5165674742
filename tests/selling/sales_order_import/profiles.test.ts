/** Order exports of shop systems: each sample is recognised by its headers, and every order comes in as it stands there. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { openImporter } from '../../imports/rig.ts'
import { proveImport } from './order_shop.ts'

setDefaultTimeout(60_000)

const folder = join(import.meta.dir, '../../../docs-site/public/samples/imports')
const sampleOf = (file: string) => readFileSync(join(folder, file), 'utf8')
const skus = ['LINEN-NAVY-S', 'LINEN-NAVY-M', 'LINEN-WHITE-S', 'SCARF-WOOL']
const kind_options = { cut_over: '2026-11-01T00:00:00Z', channel: 'Online store', location: 'Main warehouse' }

async function importSample(text: string) {
  const tenant = await newTenant()
  await setFixture(tenant, {
    locations: ['Main warehouse', 'High Street shop'],
    sales_channels: ['Online store', 'Shop', 'Amazon.com'],
    products: [
      { title: 'Linen shirt', variants: skus.map((sku) => ({ sku, stock: { 'Main warehouse': { on_hand: 20 } } })) },
    ],
  })
  const importer = await openImporter(tenant)
  const file_key = await importer.upload(text, 'orders.csv')
  const made = await importer.session.post('/api/v1/imports', { file_key, kind_options })
  const { import_id, kind, state, profile } = made.body.data
  for (const step of ['preview', 'run'] as const) {
    await importer.step(import_id, step)
    await importer.work()
  }
  const { sql } = tenant.service.database
  const orders = await sql`
    select o.name, o.lifecycle, o.ordered_at, o.freight_cents::int as freight,
      sum((l.quantity - l.cancelled_quantity) * l.unit_price_cents)::int as gross,
      sum(case when l.quantity > l.cancelled_quantity then l.discount_cents else 0 end)::int as discount,
      sum(case when l.quantity > l.cancelled_quantity then l.tax_cents else 0 end)::int as tax
    from sales_orders o
    join order_lines l on l.organization_id = o.organization_id and l.order_id = o.order_id
    where o.organization_id = ${tenant.organization_id} group by o.organization_id, o.order_id order by o.ordered_at, o.name`
  const refunds = await sql`
    select o.name, r.freight_cents::int as freight, sum(l.amount_cents)::int as amount, sum(l.tax_cents)::int as tax,
      sum(l.quantity)::int as units
    from refunds r
    join refund_lines l on l.organization_id = r.organization_id and l.refund_id = r.refund_id
    join sales_orders o on o.organization_id = r.organization_id and o.order_id = r.order_id
    where r.organization_id = ${tenant.organization_id} group by o.name, r.refund_id, r.freight_cents order by o.name`
  await proveImport({ tenant } as never)
  return {
    importer,
    tenant,
    recognised: [kind, state, profile],
    ended: await importer.get(import_id),
    report: await importer.report(import_id),
    orders: orders.map(({ ordered_at: _at, ...order }) => Object.values(order)),
    times: orders.map(({ ordered_at }) => new Date(ordered_at).toISOString()),
    refunds: refunds.map((refund) => Object.values(refund)),
  }
}

test('Shopify: lines, discounts, taxes on top and included, cancelled and refunded orders', async () => {
  const { recognised, ended, orders, refunds, times, tenant } = await importSample(sampleOf('shopify_orders.csv'))
  expect(recognised).toEqual(['orders', 'ready', 'Shopify order export'])
  expect(ended.result.records).toMatchObject({ created: 5, refused: 0 })
  // [number, state, freight, gross, discount, tax] in cents; #1004 has prices with taxes, 60.00 of which 10.00 are tax.
  expect(orders).toEqual([
    ['#1001', 'fulfilled', 500, 8_400, 0, 0],
    ['#1003', 'cancelled', 0, 0, 0, 0],
    ['#1004', 'fulfilled', 600, 5_834, 834, 1_000],
    ['#1005', 'fulfilled', 500, 4_900, 0, 0],
    ['#1002', 'open', 0, 4_900, 490, 353],
  ])
  expect(times[0]).toBe('2026-10-05T08:12:29.000Z')
  expect(refunds).toEqual([
    ['#1004', 0, 1_000, 200, 0],
    ['#1005', 500, 4_900, 0, 1],
  ])
  const customers = await tenant.service.database.sql`
    select email_domain, country_code, region, orders_count from customers
    where organization_id = ${tenant.organization_id} order by orders_count`
  expect([...customers]).toEqual([
    { email_domain: 'example.com', country_code: 'GB', region: null, orders_count: 1 },
    { email_domain: 'example.com', country_code: 'PT', region: '40', orders_count: 2 },
  ])
})

test('WooCommerce: one row per item, with refunded units and their amounts', async () => {
  const { recognised, ended, orders, refunds } = await importSample(sampleOf('woocommerce_orders.csv'))
  expect(recognised).toEqual(['orders', 'ready', 'WooCommerce order export, one row per item'])
  expect(ended.result.records).toMatchObject({ created: 5, refused: 0 })
  expect(orders).toEqual([
    ['2001', 'fulfilled', 500, 8_400, 0, 1_680],
    ['2002', 'open', 0, 4_900, 490, 882],
    ['2003', 'cancelled', 0, 0, 0, 0],
    ['2004', 'fulfilled', 0, 7_000, 0, 1_400],
    ['2005', 'fulfilled', 0, 4_900, 0, 980],
  ])
  expect(refunds).toEqual([
    ['2004', 0, 3_500, 700, 1],
    ['2005', 0, 4_900, 980, 1],
  ])
})

test('BigCommerce: all lines in one cell, and a coupon that follows from the total', async () => {
  const { recognised, ended, orders, refunds } = await importSample(sampleOf('bigcommerce_orders.csv'))
  expect(recognised).toEqual(['orders', 'ready', 'BigCommerce order export'])
  expect(ended.result.records).toMatchObject({ created: 4, refused: 0 })
  expect(orders).toEqual([
    ['3001', 'fulfilled', 500, 8_400, 0, 1_780],
    ['3002', 'open', 0, 4_900, 490, 882],
    ['3003', 'cancelled', 0, 0, 0, 0],
    ['3004', 'fulfilled', 0, 3_500, 0, 700],
  ])
  expect(refunds).toEqual([['3004', 0, 3_500, 700, 1]])
  const wrong = sampleOf('bigcommerce_orders.csv').replace('Product Unit Price: 49.00', 'Product Unit Price: 58.80')
  const refused = await importSample(wrong)
  expect(
    refused.report
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ row_number, field, rule }) => [row_number, field, rule]),
  ).toEqual([['2', 'lines_subtotal', 'must be the prices of the lines, which are 93.80 together']])
})

test('Square: transactions are orders that were handed over at once, and refunds are refused', async () => {
  const { recognised, ended, orders, times } = await importSample(sampleOf('square_items_detail.csv'))
  expect(recognised).toEqual(['orders', 'ready', 'Square items detail of transactions'])
  expect(ended.result.records).toMatchObject({ created: 2, refused: 0 })
  expect(orders).toEqual([
    ['SAMPLETRANSACTION2', 'fulfilled', 0, 3_500, 0, 700],
    ['SAMPLETRANSACTION1', 'fulfilled', 0, 11_900, 700, 2_240],
  ])
  expect(times).toEqual(['2026-10-05T10:15:00.000Z', '2026-10-05T17:59:30.000Z'])
  const back = sampleOf('square_items_detail.csv')
    .replace('SAMPLETRANSACTION2,sampletransaction2', 'SAMPLEREFUND,samplerefund')
    .replace(/(.*),1\.0,(Regular,SCARF-WOOL.*SAMPLEREFUND.*),Payment,/, '$1,-1.0,$2,Refund,')
  const refused = await importSample(back)
  expect(
    refused.report
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ row_number, field, value, allowed }) => [row_number, field, value, allowed]),
  ).toEqual([
    ['4', 'quantity', "'-1.0", '1 to 1000000'],
    ['4', 'row_type', 'Refund', 'line; order; payment; cancelled; shipped_units; refunded_units; order_discount'],
  ])
})

test('Lightspeed: sales with their lines and payments', async () => {
  const { recognised, ended, orders } = await importSample(sampleOf('lightspeed_x_sales.csv'))
  expect(recognised).toEqual(['orders', 'ready', 'Lightspeed Retail (X-Series) sales history'])
  expect(ended.result.records).toMatchObject({ created: 2, refused: 0 })
  expect(orders).toEqual([
    ['41', 'fulfilled', 0, 11_900, 700, 2_240],
    ['42', 'cancelled', 0, 0, 0, 0],
  ])
  const wrong = sampleOf('lightspeed_x_sales.csv').replace('63.00,12.60,7.00,,75.60', '63.00,12.60,7.00,,70.00')
  const refused = await importSample(wrong)
  expect(
    refused.report.filter(({ field }) => field !== '').map(({ row_number, field, rule }) => [row_number, field, rule]),
  ).toEqual([['4', 'line_paid', 'must be line_total and line_tax together, 75.60']])
})

test('Amazon: charges by line, an open order, and a cancelled one that states no units', async () => {
  const text = sampleOf('amazon_all_orders.txt')
  const { recognised, ended, orders, importer } = await importSample(text)
  expect(recognised).toEqual(['orders', 'ready', 'Amazon report of all orders'])
  expect(ended.result.records).toMatchObject({ created: 2, unchanged: 1, refused: 0 })
  // Shipping of 5.00 and 4.00 less 4.00, and 3.99 for wrapping; 7.00 off the scarves.
  expect(orders).toEqual([
    ['111-0000001-0000001', 'fulfilled', 899, 11_900, 700, 1_120],
    ['111-0000002-0000002', 'open', 0, 4_900, 0, 490],
  ])
  const cancelled = text
    .split('\r\n')
    .map((row) =>
      row.startsWith('111-0000002')
        ? row.replaceAll('Unshipped', 'Cancelled').replace('\t1\tUSD\t49.00\t4.90', '\t0\t\t\t')
        : row,
    )
    .join('\r\n')
  const { import_id } = (
    await importer.session.post('/api/v1/imports', {
      file_key: await importer.upload(cancelled, 'orders.csv'),
      kind_options,
    })
  ).body.data
  for (const step of ['preview', 'run'] as const) {
    await importer.step(import_id, step)
    await importer.work()
  }
  expect((await importer.get(import_id)).result.records).toMatchObject({ changed: 1, unchanged: 2, refused: 0 })
})

test('Matrixify: shipments, refunds and discounts in rows of their own', async () => {
  const { recognised, ended, orders, refunds, tenant, report } = await importSample(sampleOf('matrixify_orders.csv'))
  expect(recognised).toEqual(['orders', 'ready', 'Matrixify order export'])
  expect([ended.result.records, report.filter(({ outcome }) => outcome === 'refused')]).toMatchObject([
    { created: 4, refused: 0 },
    [],
  ])
  expect(orders).toEqual([
    ['#5001', 'fulfilled', 500, 8_400, 0, 0],
    ['#5003', 'fulfilled', 0, 7_000, 0, 1_400],
    ['#5004', 'cancelled', 0, 0, 0, 0],
    ['#5002', 'open', 0, 9_800, 1_980, 0],
  ])
  expect(refunds).toEqual([['#5003', 0, 3_500, 700, 1]])
  const shipments = await tenant.service.database.sql`
    select o.name, f.shipped_at, f.tracking_number, sum(l.quantity)::int as units from fulfilments f
    join sales_orders o using (organization_id, order_id) join fulfilment_lines l using (organization_id, fulfilment_id)
    where f.organization_id = ${tenant.organization_id}
    group by o.name, f.fulfilment_id, f.shipped_at, f.tracking_number order by f.shipped_at`
  expect(shipments.map((one) => [one.name, one.shipped_at.toISOString(), one.tracking_number, one.units])).toEqual([
    ['#5001', '2026-10-06T14:40:00.000Z', 'PP-1', 1],
    ['#5001', '2026-10-08T10:00:00.000Z', 'PP-2', 1],
    ['#5003', '2026-10-12T09:00:00.000Z', 'PP-3', 2],
  ])
  const [back] = await tenant.service.database.sql`
    select refunded_on::text as day from refunds where organization_id = ${tenant.organization_id}`
  expect(back!.day).toBe('2026-10-20')
})

test('Matrixify: a shipment of the whole order names no line, and what does not add up is refused', async () => {
  const sample = sampleOf('matrixify_orders.csv')
  const whole = sample
    .split('\r\n')
    .filter((row) => !row.includes('PP-2'))
    .map((row) => (row.includes('PP-1') ? row.replace('91,,Linen shirt,,Navy / S,LINEN-NAVY-S,1', ',,,,,,') : row))
    .join('\r\n')
  const { ended, orders } = await importSample(whole)
  expect(ended.result.records).toMatchObject({ created: 4, refused: 0 })
  expect(orders[0]).toEqual(['#5001', 'fulfilled', 500, 8_400, 0, 0])
  const broken = await importSample(sample.replace('-9.80,,-9.80', '-9.00,,-9.00'))
  const faults = broken.report
    .filter(({ rule }) => rule !== '')
    .map(({ row_number, field, value, rule }) => [row_number, field, value, rule])
  expect(faults).toEqual([['8', 'total', '78.20', 'must be lines, shipping and taxes less discounts, 79.00']])
})

test('Magento: items with their variants, partly shipped, closed and cancelled orders', async () => {
  const { recognised, ended, orders, refunds, tenant } = await importSample(sampleOf('magento_order_items.csv'))
  expect(recognised).toEqual(['orders', 'ready', 'Magento order export with items'])
  expect(ended.result.records).toMatchObject({ created: 4, refused: 0 })
  expect(orders).toEqual([
    ['000000101', 'fulfilled', 500, 8_400, 0, 1_680],
    ['000000103', 'fulfilled', 0, 3_500, 0, 700],
    ['000000104', 'cancelled', 0, 0, 0, 0],
    ['000000102', 'partially_fulfilled', 0, 9_800, 980, 1_764],
  ])
  expect(refunds).toEqual([['000000103', 0, 3_500, 700, 1]])
  const lines = await tenant.service.database.sql`
    select o.name, v.sku, l.quantity, l.fulfilled_quantity as shipped from order_lines l
    join sales_orders o using (organization_id, order_id)
    join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
    where l.organization_id = ${tenant.organization_id} order by o.name, l.line_number`
  expect(lines.map((line) => Object.values(line))).toEqual([
    ['000000101', 'LINEN-NAVY-S', 1, 1],
    ['000000101', 'SCARF-WOOL', 1, 1],
    ['000000102', 'LINEN-NAVY-M', 2, 1],
    ['000000103', 'SCARF-WOOL', 1, 1],
    ['000000104', 'LINEN-WHITE-S', 1, 0],
  ])
  const broken = await importSample(sampleOf('magento_order_items.csv').replaceAll('105.8400', '104.8400'))
  expect(broken.ended.result.records).toMatchObject({ created: 3, refused: 1 })
  expect(broken.report.find(({ rule }) => rule !== '')).toMatchObject({ row_number: '5', field: 'total' })
})

test('Magento: the grid has no lines, so its orders come with what they came to, and with no units', async () => {
  const { recognised, ended, tenant } = await importSample(sampleOf('magento_orders_grid.csv'))
  expect(recognised).toEqual(['orders', 'ready', 'Magento grid of orders, without lines'])
  expect(ended.result.records).toMatchObject({ created: 4, refused: 0 })
  const { body } = await tenant.get('/api/v1/sales/orders?limit=10')
  const shown = body.data.rows.map(({ name, lifecycle, units, grand_total }: any) => [
    name,
    lifecycle,
    units,
    grand_total.cents,
  ])
  expect(shown.toSorted()).toEqual([
    ['000000101', 'fulfilled', 0, 10_680],
    ['000000102', 'fulfilled', 0, 10_584],
    ['000000103', 'fulfilled', 0, 4_200],
    ['000000104', 'cancelled', 0, 0],
  ])
  // The second order was bought in another currency, which the file does not state.
  const foreign = await importSample(
    sampleOf('magento_orders_grid.csv').replace('105.8400,105.8400', '105.8400,97.2100'),
  )
  expect(foreign.ended.result.records).toMatchObject({ created: 3, refused: 1 })
  expect(foreign.report.find(({ outcome }) => outcome === 'refused')).toMatchObject({
    row_number: '3',
    field: 'line_paid',
  })
})
