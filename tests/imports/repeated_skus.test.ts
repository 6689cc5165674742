/** Shops that give one SKU to several variants. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant } from '../support/service/tenant.ts'
import { openImporter } from './rig.ts'

setDefaultTimeout(60_000)

const products = readFileSync(join(import.meta.dir, 'cases/shopify_products_shared_sku.csv'), 'utf8')
const derive = { kind: undefined, kind_options: { repeated_skus: 'derive' } }

async function openShop() {
  const tenant = await newTenant()
  await setFixture(tenant, { locations: ['Main warehouse'], sales_channels: ['Online store'] })
  const importer = await openImporter(tenant)
  const skus = async (search = '') => {
    const { body } = await tenant.get(`/api/v1/variants/table?limit=100&search=${encodeURIComponent(search)}`)
    return body.data.rows.map(({ sku, shared_sku }: any) => `${sku} ${shared_sku}`).toSorted()
  }
  const faults = async (import_id: string) =>
    (await importer.report(import_id))
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ row_number, field, value, rule, allowed }) => [row_number, field, value, rule, allowed].join('|'))
  return { tenant, importer, skus, faults }
}

const derived = ['TS-100-38 TS-100', 'TS-100-39 TS-100', 'TS-100-40 TS-100']

test('a SKU of several variants becomes one for each, and all are found by the original', async () => {
  const shop = await openShop()
  const refused = await shop.importer.imported(products, { kind: undefined })
  expect(refused.result.records).toMatchObject({ created: 0, refused: 1 })
  const done = await shop.importer.imported(products, derive)
  expect(done.result.records).toMatchObject({ created: 1, refused: 0 })
  expect(await shop.skus()).toEqual(derived)
  expect(await shop.skus('TS-100')).toEqual(derived)
  const again = await shop.importer.imported(products, derive)
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 1, refused: 0 })
  await shop.importer.step(done.import_id, 'undo')
  await shop.importer.work()
  expect(await shop.skus()).toEqual([])
})

test('orders and stock name what a shared SKU can mean, unless the name or the options say which', async () => {
  const shop = await openShop()
  await shop.importer.imported(products, derive)
  const header = 'Order number,Order date,Status,SKU,Product name,Quantity,Unit price'
  const orders = await shop.importer.imported(
    [
      header,
      'A-1,2026-10-05T10:00:00Z,shipped,TS-100,,1,99.00',
      'A-2,2026-10-05T10:00:00Z,shipped,TS-100,Trail shoe - 39,1,99.00',
      'A-3,2026-10-05T10:00:00Z,shipped,TS-100-40,,1,99.00',
    ].join('\n'),
    { kind: 'orders', kind_options: { cut_over: '2026-11-01T00:00:00Z' } },
  )
  expect(orders.result.records).toMatchObject({ created: 2, refused: 1 })
  expect(await shop.faults(orders.import_id)).toEqual([
    '2|sku|TS-100|names several variants: TS-100-38, TS-100-39, TS-100-40|',
  ])
  const { sql } = shop.tenant.service.database
  const lines = await sql`
    select o.name, v.sku from order_lines l join sales_orders o using (organization_id, order_id)
    join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
    where l.organization_id = ${shop.tenant.organization_id} order by o.name`
  expect(lines.map(({ name, sku }) => `${name} ${sku}`)).toEqual(['A-2 TS-100-39', 'A-3 TS-100-40'])
  const stock = await shop.importer.imported(
    [
      'Handle,Option1 name,Option1 value,SKU,Location,On hand',
      'trail-shoe,Size,38,TS-100,Main warehouse,3',
      ',,,TS-100,Main warehouse,5',
      ',,,TS-100-40,Main warehouse,7',
    ].join('\n'),
    { kind: 'inventory' },
  )
  expect(stock.result.records).toMatchObject({ created: 2, refused: 1 })
  expect(await shop.faults(stock.import_id)).toEqual([
    '3|sku|TS-100|is shared by several variants; name one by its own SKU, or by handle and options|TS-100-38; TS-100-39; TS-100-40',
  ])
})

test('SKUs that are repeated in any order of batches come in whole, stay apart and are unchanged again', async () => {
  const shop = await openShop()
  let state = 5
  const next = (below: number) => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % below
  const rows = Array.from({ length: 700 }, (_, product) =>
    ['S', 'M'].map((size) => `style-${product},Style ${product},Size,${size},SKU-${next(300)},10.00`),
  ).flat()
  const file = ['Handle,Title,Option1 name,Option1 value,SKU,Price', ...rows].join('\n')
  const done = await shop.importer.imported(file, { ...derive, kind: 'products' })
  expect(done.result.records).toMatchObject({ created: 700, refused: 0 })
  const { sql } = shop.tenant.service.database
  const [count] = await sql`
    select count(*)::int as variants, count(distinct sku)::int as skus,
      count(*) filter (where coalesce(shared_sku, sku) !~ '^SKU-[0-9]+$')::int as lost
    from variants where organization_id = ${shop.tenant.organization_id}`
  expect(count).toEqual({ variants: 1_400, skus: 1_400, lost: 0 })
  const again = await shop.importer.imported(file, { ...derive, kind: 'products' })
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 700, refused: 0 })
})
