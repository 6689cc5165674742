/** The published sample files of kinds: each is mapped by its headers alone, and every record comes in. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant } from '../support/service/tenant.ts'
import { openImporter } from './rig.ts'

setDefaultTimeout(60_000)

const folder = join(import.meta.dir, '../../docs-site/public/samples/imports')
const skus = ['LINEN-NAVY-S', 'LINEN-NAVY-M', 'LINEN-WHITE-S', 'LINEN-WHITE-M', 'SCARF-WOOL']

test('every row of the sample files of a shop comes in', async () => {
  const tenant = await newTenant()
  await setFixture(tenant, {
    locations: ['Main warehouse', 'High Street shop'],
    sales_channels: ['Online store', 'Shop'],
    suppliers: [{ name: 'Harbour Row' }, { name: 'North Quay' }],
    products: [{ title: 'Linen shirt', variants: skus.map((sku) => ({ sku })) }],
  })
  const importer = await openImporter(tenant)
  const created: Record<string, number> = {
    'supplier_costs.csv': 6,
    'purchase_orders.csv': 3,
    'daily_sales.csv': 6,
    'accounts.csv': 2,
    'account_items.csv': 3,
    'supplier_payments.csv': 3,
    'customer_payments.csv': 3,
    'shopify_customers.csv': 2,
  }
  for (const [file, records] of Object.entries(created)) {
    const kind = file.replace('.csv', '').replace('shopify_', '')
    const done = await importer.imported(readFileSync(join(folder, file), 'utf8'), { kind })
    expect({ file, ...done.result.records }).toMatchObject({ file, created: records, refused: 0 })
  }
  const woo = readFileSync(join(folder, 'woocommerce_customers.csv'), 'utf8')
  const done = await importer.imported(woo, { kind: 'customers' })
  // The same people, whose addresses are known from the other shop.
  expect(done.result.records).toMatchObject({ created: 0, refused: 0 })
})
