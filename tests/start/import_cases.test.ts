/** `npm run import` with files as real shops have them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { run } from './support/commands.ts'

// Starting the command takes a while.
setDefaultTimeout(90_000)

const repository = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const environmentOf = ({ service: { database } }: Tenant) => ({
  DATABASE_URL: database.url,
  DATA_DIR: database.data_dir,
})

async function importInto(tenant: Tenant, file: string, ...args: string[]) {
  const report = join(folder, `${tenant.organization_id}.report.csv`)
  const options = ['--organization', tenant.organization_id, '--report', report, ...args]
  const ended = await run('import', environmentOf(tenant), 'bun', [file, ...options])
  const line = ended.out === '' ? null : JSON.parse(ended.out)
  return { ...ended, line }
}

test('orders without SKUs, and lines that are no goods, come in whole as the command reads them', async () => {
  const tenant = await newTenant()
  await setFixture(tenant, { locations: ['Main warehouse'], sales_channels: ['Online store'] })
  const caseOf = (name: string) => join(repository, 'tests/imports/cases', name)
  const cut_over = ['--option', 'cut_over=2026-11-01T00:00:00Z', '--yes']
  const products = await importInto(tenant, caseOf('shopify_products_tours_and_caps.csv'), '--yes')
  expect([products.code, products.line.result.records.created]).toEqual([0, 2])
  for (const [name, created] of [
    ['shopify_orders_without_sku.csv', 3],
    ['shopify_orders_tip_and_restocked.csv', 2],
  ] as const) {
    const { code, err, line } = await importInto(tenant, caseOf(name), ...cut_over)
    expect([name, code, err, line.result.records]).toMatchObject([name, 0, '', { created, refused: 0 }])
  }
  const { rows } = (await tenant.get('/api/v1/sales/orders?limit=100')).body.data
  expect(rows.map(({ name, units }: any) => `${name} ${units}`).toSorted()).toEqual([
    '#2001 2',
    '#2002 2',
    '#2003 1',
    '#2101 1',
    '#2102 1',
  ])
  const refusing = await importInto(
    tenant,
    fileOf('late.csv', readFileSync(caseOf('shopify_orders_without_sku.csv'), 'utf8').replaceAll('#20', '#30')),
    '--option',
    'placeholders=refuse',
    ...cut_over,
  )
  expect([refusing.code, refusing.line.result.records]).toMatchObject([2, { created: 2, refused: 1 }])
})

test('sheets of real shops: rows apart, a column for each warehouse, cells below zero and line breaks', async () => {
  const tenant = await newTenant()
  await setFixture(tenant, { locations: ['Main warehouse'], sales_channels: ['Online store'] })
  const caseOf = (name: string) => join(repository, 'tests/imports/cases', name)
  for (const [name, created, refused, options] of [
    ['rows_of_a_product_apart.csv', 2, 0, []],
    ['sku_with_line_break.csv', 1, 0, []],
    ['stock_by_warehouse_columns.csv', 1, 1, ['--option', 'new_locations=create']],
    ['stock_with_negatives.csv', 0, 0, ['--option', 'new_locations=create', '--option', 'negatives=zero']],
  ] as const) {
    const { code, err, line } = await importInto(tenant, caseOf(name), '--yes', ...options)
    expect([name, code, err, line.result.records]).toMatchObject([
      name,
      refused === 0 ? 0 : 2,
      '',
      { created, refused },
    ])
  }
  const { rows } = (await tenant.get('/api/v1/variants/table?limit=100')).body.data
  expect(rows.map(({ sku, product_title }: any) => `${sku} ${product_title}`).toSorted()).toEqual([
    'BE-1 Belt',
    'PIN-1 Enamel pin',
    'SC-BLK Scarf',
    'SC-RED Scarf',
  ])
  const stock = (await tenant.get('/api/v1/inventory/table?limit=100')).body.data.rows
  const at = (names: RegExp) =>
    stock.reduce(
      (sum: number, { location_name, on_hand_qty }: any) => sum + (names.test(location_name) ? on_hand_qty : 0),
      0,
    )
  expect([at(/Outlet/), at(/Warehouse/)]).toEqual([26, 14])
  const nothing = await importInto(
    tenant,
    fileOf('nothing.csv', 'SKU,Colour\nSC-RED,Red\n'),
    '--kind',
    'inventory',
    '--yes',
  )
  expect([nothing.code, nothing.line.state]).toEqual([3, 'needs_mapping'])
  expect(nothing.err).toContain('nothing of the file would be imported')
})

test('SKUs that variants share are refused by the command, and made unique where that is chosen', async () => {
  const tenant = await newTenant()
  const file = join(repository, 'tests/imports/cases/shopify_products_shared_sku.csv')
  const refused = await importInto(tenant, file, '--yes')
  expect([refused.code, refused.line.result.records.refused]).toEqual([2, 1])
  const derived = await importInto(tenant, file, '--yes', '--option', 'repeated_skus=derive')
  expect([derived.code, derived.line.result.records.created]).toEqual([0, 1])
  const { rows } = (await tenant.get('/api/v1/variants/table?limit=100&search=TS-100')).body.data
  expect(rows.map(({ sku }: any) => sku).toSorted()).toEqual(['TS-100-38', 'TS-100-39', 'TS-100-40'])
})
