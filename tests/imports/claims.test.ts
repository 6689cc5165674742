/** Records of one file that want the same SKU, address or name: of two batches as of one, the first record stands. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { declaredImports } from '../../server/boot/imports.ts'
import type { ImportKind } from '../../server/imports/kind.ts'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { addKind, openImporter, openWorker } from './rig.ts'

setDefaultTimeout(60_000)

const usual = new Set<ImportKind>()

/** The kind with batches of one record, until the tests of this file end. */
function inSmallBatches(name: string): void {
  const kind = declaredImports.kinds.find((one) => one.name === name)!
  usual.add(kind)
  addKind({ ...kind, batch_rows: 1 })
}

afterAll(() => {
  for (const kind of usual) addKind(kind)
})

/** Previews, runs, and imports again: all three must agree, and the last one must change nothing. */
async function expectFirstStands(tenant: Tenant, kind: string, file: string, refused: Record<string, string>) {
  inSmallBatches(kind)
  const importer = await openImporter(tenant)
  const seen = await importer.previewed(file, { kind })
  const ofPreview = await importer.report(seen.import_id)
  expect((await importer.step(seen.import_id, 'run')).status).toBe(200)
  await importer.work()
  const ofRun = await importer.report(seen.import_id)
  expect(ofRun).toEqual(ofPreview)
  expect(ofRun.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'refused'])
  expect(ofRun[2]!).toMatchObject(refused)
  const again = await importer.imported(file, { kind })
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 2, refused: 1 })
}

test('a SKU is that of the first product of a file that has it, in preview and run', async () => {
  const file = 'Handle,Title,SKU,Price\nshirt,Shirt,S-1,10.00\nhat,Hat,S-2,5.00\nscarf,Scarf,S-1,7.00\n'
  await expectFirstStands(await newTenant(), 'products', file, {
    record: 'scarf',
    field: 'sku',
    value: 'S-1',
    rule: 'is in row 2 and again in row 4; keep one of them',
  })
})

test('an e-mail address is that of the first customer of a file, and its report does not show it', async () => {
  const file = 'Email,First name,Country\nann@one.example,Ann,DE\nben@one.example,Ben,DE\nANN@one.example,Carl,FR\n'
  await expectFirstStands(await newTenant(), 'customers', file, {
    field: 'email',
    value: '',
    rule: 'is in row 2 and again in row 4; keep one of them',
  })
})

test('a name is that of the first account of a file, whatever their references are', async () => {
  const file = 'Account reference,Name,Currency\nA1,Meridian,USD\nA2,Northgate,USD\nA3,MERIDIAN,USD\n'
  await expectFirstStands(await newTenant({ plan: 'pro' }), 'accounts', file, { field: 'name', value: 'MERIDIAN' })
})

test('the primary supplier of a variant is that of the first row of a file that says so', async () => {
  const tenant = await newTenant()
  await setFixture(tenant, {
    suppliers: [{ name: 'Harbour Row' }, { name: 'North Quay' }],
    products: [{ title: 'Shirt', variants: [{ sku: 'S-1' }, { sku: 'S-2' }] }],
  })
  const file = 'Supplier,SKU,Cost,Primary\nHarbour Row,S-1,4,yes\nHarbour Row,S-2,4,yes\nNorth Quay,S-1,3,yes\n'
  await expectFirstStands(tenant, 'supplier_costs', file, { field: 'is_primary', value: 'true' })
})

test('a SKU of a refused product is free for the next one of the file', async () => {
  inSmallBatches('products')
  const importer = await openImporter()
  const file = 'Handle,Title,SKU,Price\nshirt,,S-1,10.00\nhat,Hat,S-1,5.00\n'
  const { import_id, preview, result } = await importer.imported(file, { kind: 'products' })
  expect(await importer.report(import_id)).toMatchObject([
    { outcome: 'refused' },
    { outcome: 'created', record: 'hat' },
  ])
  expect(result.records).toEqual(preview.records)
})

test('a preview goes on after others in its turn with what the records before had', async () => {
  inSmallBatches('customers')
  const importer = await openImporter()
  const file = 'Email,First name\nann@one.example,Ann\nben@one.example,Ben\nann@one.example,Carl\n'
  const made = [await importer.create(file, { kind: 'customers' }), await importer.create(file, { kind: 'customers' })]
  for (const { import_id } of made) await importer.step(import_id, 'preview')
  const found = () => Promise.all(made.map(({ import_id }) => importer.get(import_id)))
  // A worker has time for one batch, and remembers the keys of the last import alone.
  const { worker, stop } = await openWorker({ slice_seconds: 0, database: importer.tenant.service.database })
  while ((await found()).some(({ state }) => state !== 'previewed')) await worker.settle()
  await stop()
  for (const { preview } of await found()) expect(preview.records).toMatchObject({ created: 2, refused: 1 })
})
