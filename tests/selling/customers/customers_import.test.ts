/** Customers from a file: what is kept of them, and that nothing else of the file is anywhere in the database. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openImporter as openImporterOf } from '../../imports/rig.ts'
import { nextTransaction, tablesWith } from '../../support/document/row_search.ts'
import { startSeparateService, type TestService } from '../../support/service/service.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { newSession } from '../../support/service/session.ts'

setDefaultTimeout(60_000)

/** Every row is searched, so the rows are those of these tests alone. */
let service: TestService
beforeAll(async () => {
  service = await startSeparateService('customers_import')
})
afterAll(() => service.stop())
const openImporter = async () => openImporterOf(await newTenant({ service }))

const shopifyHeader =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags'
const canary = 'canary-7f3a'
const shopify = [
  shopifyHeader,
  `'6001,Inês,Xanthopoulou,${canary}.ines@example.com,yes,,12 ${canary} Street,,Porto,13,PT,'4000-123,+351 555 ${canary},+351 555 ${canary},no,120.00,2,${canary} note,no,`,
  `'6002,Umut,Aydin,UMUT.${canary}@Example.org,no,,,,Izmir,35,TR,35210,,,no,0.00,0,,no,`,
  `'6003,Nobody,${canary},not-an-address-${canary},no,,,,Lyon,,FR,69001,,,no,0.00,0,,no,`,
  `'6004,Wrong,Country,ok.${canary}@example.com,no,,,,Lyon,,${canary},69001,,,no,0.00,0,,no,`,
].join('\n')

const customersOf = async ({ service, organization_id }: Tenant): Promise<any[]> => [
  ...(await service.database.sql`
    select customer_id, display_name, email_domain, country_code, region, source_system, external_id
    from customers where organization_id = ${organization_id} order by external_id`),
]

test('a Shopify export leaves pseudonyms, and nothing else of its addresses anywhere', async () => {
  const importer = await openImporter()
  const { tenant } = importer
  const since = await nextTransaction(tenant.service)
  const made = await importer.session.post('/api/v1/imports', {
    file_key: await importer.upload(shopify, 'customers.csv'),
  })
  const { import_id, kind, state } = made.body.data
  expect([kind, state]).toEqual(['customers', 'ready'])
  for (const step of ['preview', 'run'] as const) {
    await importer.step(import_id, step)
    await importer.work()
  }
  expect(await importer.get(import_id)).toMatchObject({
    state: 'completed',
    result: { records: { created: 2, refused: 2 } },
  })
  expect(await customersOf(tenant)).toMatchObject([
    { display_name: 'Inês X.', email_domain: 'example.com', country_code: 'PT', external_id: '6001', region: '13' },
    { display_name: 'Umut A.', email_domain: 'example.org', country_code: 'TR', external_id: '6002', region: '35' },
  ])
  const report = await importer.report(import_id)
  expect(
    report.filter(({ outcome }) => outcome === 'refused').map(({ row_number, field }) => [row_number, field]),
  ).toEqual([
    ['4', 'email'],
    ['5', 'country_code'],
  ])
  expect(JSON.stringify([report, await importer.get(import_id)])).not.toContain(canary)
  // The name that is shown is kept, so what is found of it proves that the rows were looked at.
  expect(await tablesWith(tenant.service, since, [canary, 'Xanthopoulou', 'Inês X.'])).toEqual([[], [], ['customers']])

  const again = await importer.imported(shopify, { kind: 'customers' })
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 2, refused: 2 })
})

test('a changed customer can be undone until it is redacted; then what it was is forgotten', async () => {
  const importer = await openImporter()
  const { tenant } = importer
  const since = await nextTransaction(tenant.service)
  const first = shopify
    .replace('Umut', 'Zbigniew')
    .replace('Inês', 'Wilhelmina')
    .replace('Example.org', 'Zbigniew.example')
  await importer.imported(first, { kind: 'customers' })
  const renamed = first.replace('Zbigniew,', 'Quetzalcoatl,').replace('Wilhelmina', 'Xochiquetzal')
  const changed = await importer.imported(renamed, { kind: 'customers' })
  expect(changed.result.records).toMatchObject({ changed: 2 })
  const before = await customersOf(tenant)
  expect(before.map(({ display_name }) => display_name)).toEqual(['Xochiquetzal X.', 'Quetzalcoatl A.'])
  expect(await tablesWith(tenant.service, since, ['Zbigniew A.'])).toEqual([['import_batches']])
  const owner = await newSession(tenant, { role: 'admin' })
  const redacted = await owner.post(`/api/v1/sales/customers/${before[1].customer_id}/redact`)
  expect(redacted.status).toBe(200)
  expect(await tablesWith(tenant.service, since, ['Zbigniew', 'Quetzalcoatl'])).toEqual([[], []])
  await importer.step(changed.import_id, 'undo')
  await importer.work()
  expect(await importer.get(changed.import_id)).toMatchObject({ state: 'undone' })
  expect((await customersOf(tenant)).map(({ display_name }) => display_name)).toEqual(['Wilhelmina X.', null])
})

test("a WooCommerce customers report is recognised, and undoing deletes its customers but not another's", async () => {
  const importer = await openImporter()
  const other = await openImporter()
  const file = [
    'Name,Username,Last Active,Sign Up,Email,Orders,Total Spend,AOV,Country / Region,City,Region,Postal Code',
    `Inês Carvalho,ines,2026-10-01,2025-01-01,${canary}@example.com,2,120,60,PT,Porto,,4000-123`,
    `Umut Aydin,,2026-10-02,,${canary}.u@example.org,1,20,20,TR,Izmir,TR35,35210`,
  ].join('\n')
  const made = await importer.session.post('/api/v1/imports', { file_key: await importer.upload(file, 'report.csv') })
  expect(made.body.data).toMatchObject({ kind: 'customers', state: 'ready' })
  await other.imported(file, { kind: 'customers' })
  const done = await importer.imported(file, { kind: 'customers' })
  expect(done).toMatchObject({ kind: 'customers', result: { records: { created: 2 } } })
  expect((await customersOf(importer.tenant)).map(({ region }) => region).toSorted()).toEqual(['40', 'TR35'])
  await importer.step(done.import_id, 'undo')
  await importer.work()
  expect(await importer.get(done.import_id)).toMatchObject({ state: 'undone', undo_result: { records: { undone: 2 } } })
  expect(await customersOf(importer.tenant)).toEqual([])
  expect((await customersOf(other.tenant)).length).toBe(2)
})
