/** Stock sheets of real shops: a column for each warehouse, negatives, and sheets that say nothing of stock. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant } from '../support/service/tenant.ts'
import { openImporter } from './rig.ts'

setDefaultTimeout(60_000)

const caseOf = (file: string) => readFileSync(join(import.meta.dir, 'cases', file))

async function openShop(locations: string[] = []) {
  const tenant = await newTenant()
  await setFixture(tenant, {
    locations,
    products: [{ title: 'Scarf', variants: [{ sku: 'SC-RED' }, { sku: 'SC-BLK' }] }],
  })
  const importer = await openImporter(tenant)
  const levels = async () =>
    (
      await tenant.service.database.sql`
        select v.sku, o.name, s.on_hand from stock_levels s
        join variants v using (organization_id, variant_id) join locations o using (organization_id, location_id)
        where s.organization_id = ${tenant.organization_id} and s.on_hand <> 0 order by v.sku, o.name`
    ).map(({ sku, name, on_hand }) => `${sku} ${name} ${on_hand}`)
  const rowsOf = async (import_id: string) =>
    (await importer.report(import_id))
      .map(({ row_number, outcome, field, previous_value, value, rule }) =>
        [row_number, outcome, field, previous_value, value, rule].join('|'),
      )
      .toSorted()
  return { tenant, importer, levels, rowsOf }
}

const others = ['SC-BLK Outlet A 3', 'SC-BLK Outlet B 4', 'SC-RED Outlet A 12', 'SC-RED Outlet C 7']

test('a cell below zero is left out, taken as zero or opened, and the other cells of its row are kept', async () => {
  const file = caseOf('stock_with_negatives.csv')
  const created = { new_locations: 'create' }
  const shop = await openShop()
  const refusing = await shop.importer.imported(file, { kind: undefined, kind_options: created })
  expect(refusing.kind).toBe('inventory')
  expect(await shop.levels()).toEqual(others)
  expect(await shop.rowsOf(refusing.import_id)).toEqual([
    "2|refused|on_hand_at.Outlet B||'-2|must be a whole number of units",
    '3|changed|on_hand_at.Outlet A||3|',
    '3|changed|on_hand_at.Outlet B||4|',
  ])
  expect(refusing.result.records).toMatchObject({ changed: 1, refused: 1 })
  await shop.importer.step(refusing.import_id, 'undo')
  await shop.importer.work()
  expect((await shop.importer.get(refusing.import_id)).undo_result.records).toMatchObject({ undone: 2, refused: 0 })
  expect(await shop.levels()).toEqual([])
  const zero = await openShop()
  const done = await zero.importer.imported(file, {
    kind: undefined,
    kind_options: { ...created, negatives: 'zero' },
  })
  expect(await zero.levels()).toEqual(others)
  expect(await zero.rowsOf(done.import_id)).toContain(
    "2|changed|on_hand_at.Outlet B||'-2|is below zero, and was taken as 0",
  )
  const open = await openShop()
  const options = { kind: undefined, kind_options: { ...created, negatives: 'open' } }
  const negative = await open.importer.imported(file, options)
  expect(negative.result.records).toMatchObject({ created: 1, changed: 1, refused: 0 })
  expect(await open.levels()).toEqual([...others.slice(0, 3), 'SC-RED Outlet B -2', 'SC-RED Outlet C 7'])
  expect((await open.importer.imported(file, options)).result.records).toMatchObject({ unchanged: 2, refused: 0 })
  await open.importer.step(negative.import_id, 'undo')
  await open.importer.work()
  expect(await open.levels()).toEqual([])
})

test('a sheet with a column for each warehouse is read as one, and a variant that does not exist is refused', async () => {
  for (const locations of [[], ['Delhi Warehouse', 'Pune Warehouse']]) {
    const shop = await openShop(locations)
    const kind_options = locations.length === 0 ? { new_locations: 'create' } : {}
    const done = await shop.importer.imported(caseOf('stock_by_warehouse_columns.csv'), {
      kind: undefined,
      kind_options,
    })
    expect([done.kind, done.columns.map(({ field }: { field: string }) => field)]).toEqual([
      'inventory',
      ['sku', 'on_hand_at.Delhi Warehouse', 'on_hand_at.Pune Warehouse'],
    ])
    expect(done.result.records).toMatchObject({ created: 1, refused: 1, unchanged: 0 })
    expect(await shop.levels()).toEqual(['SC-RED Delhi Warehouse 10', 'SC-RED Pune Warehouse 4'])
    expect((await shop.rowsOf(done.import_id)).slice(1)).toEqual([
      '3|refused|sku||NO-SUCH|must be the SKU of a variant of this organisation',
    ])
  }
})

test('columns of numbers are locations by their names alone where the sheet has a column of units', async () => {
  const shop = await openShop(['Attic', 'Cellar'])
  const proposed = async (text: string) => {
    const file_key = await shop.importer.upload(text, 'stock.csv')
    const { body } = await shop.importer.session.post('/api/v1/imports', { file_key, kind: 'inventory' })
    return body.data.columns.map(({ field }: { field: string | null }) => field)
  }
  expect(await proposed('SKU,attic,Cellar\nSC-RED,1,2\n')).toEqual(['sku', 'on_hand_at.attic', 'on_hand_at.Cellar'])
  expect(await proposed('SKU,On hand,Attic\nSC-RED,1,2\n')).toEqual(['sku', 'on_hand', 'on_hand_at.Attic'])
  expect(await proposed('SKU,On hand,North store,South store\nSC-RED,1,2,3\n')).toEqual([
    'sku',
    'on_hand',
    'location',
    null,
  ])
  expect(await proposed('SKU,Units,Store\nSC-RED,1,Attic\n')).toEqual(['sku', 'on_hand', 'location'])
  expect(await proposed('SKU,North store,South store\nSC-RED,open,closed\n')).toEqual(['sku', 'location', null])
  // One column of numbers may be numbers of stores.
  expect(await proposed('SKU,Store number\nSC-RED,101\n')).toEqual(['sku', 'location'])
  expect(await proposed('SKU,Variant Grams\nSC-RED,101\n')).toEqual(['sku', null])
  const id = '01a222ac-1dca-7912-863e-f4f6606f9ca8'
  expect(await proposed(`Our variant,On hand\n${id},1\n`)).toEqual(['variant_id', 'on_hand'])
})

test('a sheet that says nothing of stock is refused as a whole, and names what is missing', async () => {
  const shop = await openShop(['Main'])
  const file_key = await shop.importer.upload('SKU,Colour\nSC-RED,Red\nNO-SUCH,Blue\n', 'stock.csv')
  const made = await shop.importer.session.post('/api/v1/imports', { file_key, kind: 'inventory' })
  const { import_id } = made.body.data
  const mapping = { columns: [{ header: 'SKU', field: 'sku' }] }
  const { status, body, text } = await shop.importer.session.put(`/api/v1/imports/${import_id}/mapping`, { mapping })
  expect([status, body.code, body.data.field]).toEqual([400, 'bad_request', 'mapping'])
  expect(text).toContain('has no column for on_hand or on_hand_at.…, so nothing of the file would be imported')
})

test('the stock of a product export is taken where stock is asked for, also of variants without SKUs', async () => {
  const shop = await openShop(['Main warehouse'])
  const file = caseOf('shopify_products_tours_and_caps.csv')
  const products = await shop.importer.imported(file, { kind: undefined })
  expect([products.kind, products.result.records.created]).toEqual(['products', 2])
  expect(await shop.levels()).toEqual([])
  const text = file.toString().replace(',60 minutes,,,,0,0,', ',60 minutes,,,,0,6,')
  const kind_options = { location: 'Main warehouse' }
  const stock = await shop.importer.imported(text, { kind: 'inventory', kind_options })
  expect(stock.profile).toBe('Shopify product export: stock')
  expect(stock.result.records).toMatchObject({ created: 2, refused: 0 })
  expect(await shop.levels()).toEqual(['CAP-SAND Main warehouse 14', 'rowing-boat-tour/60 minutes Main warehouse 6'])
})
