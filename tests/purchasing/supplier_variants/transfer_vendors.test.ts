import { expect, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { type Catalogue, setFixture } from '../../support/fixtures/catalogue.ts'
import { type Answer, newTenant, type Tenant } from '../../support/service/tenant.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'

const path = '/api/v1/inventory/suppliers/transfer-vendors'
const refusalOf = ({ status, body }: Answer) => [status, body.code, body.data?.field, body.data?.rule]

interface Shop {
  tenant: Tenant
  ids: Catalogue
  transfer: (body?: object) => Promise<any>
}

/** Harbour has three spellings; Mill is already a supplier; archived products are ignored. */
async function openShop(): Promise<Shop> {
  const tenant = await newTenant()
  const bare = (...skus: string[]) => skus.map((sku) => ({ sku, stock: { Main: 5 } }))
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    suppliers: [{ name: 'Mill', lead_time_days: 33 }],
    products: [
      { title: 'Jumper', vendor: 'Harbour', variants: bare('J-S', 'J-M') },
      { title: 'Scarf', vendor: 'Harbour', variants: [{ sku: 'S', suppliers: [{ supplier: 'Mill' }] }] },
      { title: 'Cap', vendor: ' HARBOUR ', variants: bare('C') },
      { title: 'Coat', vendor: 'mill', variants: bare('K') },
      { title: 'Empty', vendor: 'Atelier', variants: [] },
      { title: 'Old', vendor: 'Gone', status: 'ARCHIVED', variants: bare('O') },
      { title: 'Retired', vendor: 'Harbour', status: 'ARCHIVED', variants: bare('R') },
      { title: 'Blank', vendor: '  ', variants: bare('X') },
    ],
  })
  return {
    tenant,
    ids,
    async transfer(body = {}) {
      const answer = await tenant.post(path, body)
      expect([answer.status, answer.text]).toEqual([200, answer.text])
      return answer.body.data
    },
  }
}

const attached = async ({ tenant }: Shop) =>
  (
    await tenant.service.database.sql<{ sku: string; name: string; is_primary: boolean }[]>`
      select v.sku, su.name, sv.is_primary from supplier_variants sv
      join variants v on v.organization_id = sv.organization_id and v.variant_id = sv.variant_id
      join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id
      where sv.organization_id = ${tenant.organization_id} order by v.sku`
  ).map(({ sku, name, is_primary }) => [sku, name, is_primary])

test('staged vendors become primary suppliers of variants without a supplier; other variants stay unchanged', async () => {
  const shop = await openShop()
  const done = await shop.transfer()
  const row = (vendor: string, outcome: string, variants_attached: number) => ({
    vendor,
    supplier_id: expect.any(String),
    outcome,
    variants_attached,
    variants_left: 0,
  })
  expect(done).toEqual({
    suppliers_created: 2,
    variants_attached: 4,
    vendors_staged: 0,
    vendors: [row('Atelier', 'created', 0), row('Harbour', 'created', 3), row('mill', 'on_file', 1)],
  })
  expect(done.vendors[2].supplier_id).toBe(shop.ids.suppliers.Mill)
  expect(await attached(shop)).toEqual([
    ['C', 'Harbour', true],
    ['J-M', 'Harbour', true],
    ['J-S', 'Harbour', true],
    ['K', 'Mill', true],
    ['S', 'Mill', true],
  ])
  const supplier = await shop.tenant.get(`/api/v1/inventory/suppliers/${done.vendors[1].supplier_id}`)
  expect(supplier.body.data).toMatchObject({
    name: 'Harbour',
    currency: 'USD',
    order_channel: 'email',
    is_active: true,
    variant_count: 3,
  })
  const { sql } = shop.tenant.service.database
  const events = await sql<{ sku: string; value: string; actor: string }[]>`
    select v.sku, e.value, e.actor from catalogue_events e
    join variants v on v.organization_id = e.organization_id and v.variant_id = e.variant_id
    where e.organization_id = ${shop.tenant.organization_id} and e.kind = 'supplier_changed' order by v.sku`
  expect(events.map(({ sku, value, actor }) => [sku, value, actor])).toEqual([
    ['C', 'Harbour', 'key:test'],
    ['J-M', 'Harbour', 'key:test'],
    ['J-S', 'Harbour', 'key:test'],
    ['K', 'Mill', 'key:test'],
  ])
  const [level] = await sql<{ lead_time_days: number }[]>`
    select lead_time_days from stock_levels where variant_id = ${shop.ids.variants.K!}`
  expect(level!.lead_time_days).toBe(33)
  expect(await shop.transfer()).toEqual({ suppliers_created: 0, variants_attached: 0, vendors_staged: 0, vendors: [] })
})

test('only the requested vendors are used, in any spelling, and repeating the call changes nothing', async () => {
  const shop = await openShop()
  const first = await shop.transfer({ vendors: ['harbour ', 'MILL'] })
  expect(first).toMatchObject({ suppliers_created: 1, variants_attached: 4, vendors_staged: 1 })
  expect(first.vendors.map((one: any) => [one.vendor, one.outcome])).toEqual([
    ['Harbour', 'created'],
    ['mill', 'on_file'],
  ])
  const again = await shop.transfer({ vendors: ['Harbour'] })
  expect(again).toMatchObject({ suppliers_created: 0, variants_attached: 0, vendors_staged: 1 })
  expect(again.vendors[0]).toMatchObject({ supplier_id: first.vendors[0].supplier_id, outcome: 'on_file' })
})

test('an unknown, blank or repeated vendor name refuses the call, and nothing is created', async () => {
  const shop = await openShop()
  const cases: [string[], string, string][] = [
    [['Harbour', 'Nobody'], 'vendors[1]', 'must be the vendor of a product that is not archived'],
    [['Gone'], 'vendors[0]', 'must be the vendor of a product that is not archived'],
    [['Harbour', '  '], 'vendors[1]', 'must be the vendor of a product that is not archived'],
    [['Harbour', ' harbour'], 'vendors[1]', 'is repeated in this request'],
    [[], 'vendors', 'must be a list from 1 to 100 items'],
  ]
  for (const [vendors, field, rule] of cases)
    expect(refusalOf(await shop.tenant.post(path, { vendors }))).toEqual([400, 'bad_request', field, rule])
  const list = await shop.tenant.get('/api/v1/inventory/suppliers/table')
  expect([list.body.data.filtered_max_size, (await attached(shop)).length]).toEqual([1, 1])
})

test('two concurrent calls create one supplier per vendor and attach each variant once', async () => {
  const shop = await openShop()
  const answers = await Promise.all([shop.transfer(), shop.transfer(), shop.transfer({ vendors: ['Harbour'] })])
  expect(answers.reduce((sum, { suppliers_created }) => sum + suppliers_created, 0)).toBe(2)
  expect(answers.reduce((sum, { variants_attached }) => sum + variants_attached, 0)).toBe(4)
  expect((await attached(shop)).length).toBe(5)
})

testUnless(
  otherProcess,
  'one call attaches as many variants as a write takes, and says how many are left',
  async () => {
    const { tenant } = await openShop()
    const bound = limits as { supplier_vendor_variants_max: number }
    const { supplier_vendor_variants_max } = bound
    bound.supplier_vendor_variants_max = 2
    const [first, second] = [await tenant.post(path, {}), await tenant.post(path, {})]
    bound.supplier_vendor_variants_max = supplier_vendor_variants_max
    const left = ({ body }: Answer) =>
      body.data.vendors.map((one: any) => [one.vendor, one.variants_attached, one.variants_left])
    expect(left(first)).toEqual([
      ['Atelier', 0, 0],
      ['Harbour', 2, 1],
      ['mill', 0, 1],
    ])
    expect(first.body.data).toMatchObject({ suppliers_created: 2, variants_attached: 2, vendors_staged: 2 })
    expect(left(second)).toEqual([
      ['Harbour', 1, 0],
      ['mill', 1, 0],
    ])
    expect(second.body.data).toMatchObject({ suppliers_created: 0, vendors_staged: 0 })
  },
)

test('a variant that is attached elsewhere in the meantime stays there', async () => {
  const shop = await openShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  let answered: Promise<any>
  await sql.begin(async (tx) => {
    await tx`select from variants where variant_id = ${ids.variants['J-S']!} for no key update`
    await tx`
      insert into supplier_variants (organization_id, supplier_id, variant_id, is_primary)
      values (${tenant.organization_id}, ${ids.suppliers.Mill!}, ${ids.variants['J-S']!}, false)`
    answered = shop.transfer({ vendors: ['Harbour'] })
    for (let waits = 0; waits === 0;) {
      const [row] = await sql<{ waits: number }[]>`
        select count(*)::int as waits from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from variants%'`
      waits = row!.waits
    }
  })
  expect(await answered!).toMatchObject({ variants_attached: 2, vendors: [{ variants_attached: 2 }] })
  expect((await attached(shop)).filter(([sku]) => sku === 'J-S')).toEqual([['J-S', 'Mill', false]])
})

test('thousands of variants of one vendor are attached in one call', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, { locations: ['Main'], products: [{ title: 'Sock', vendor: 'Knit' }] })
  const { sql } = tenant.service.database
  await sql`
    insert into variants (organization_id, variant_id, product_id, sku, title)
    select ${tenant.organization_id}::uuid, gen_random_uuid(), ${ids.products.Sock!}::uuid, 'SOCK-' || n, 'Sock ' || n
    from generate_series(1, 4000) n`
  await sql`
    insert into stock_levels (organization_id, variant_id, location_id)
    select organization_id, variant_id, ${ids.locations.Main!}::uuid from variants
    where organization_id = ${tenant.organization_id}`
  const answer = await tenant.post(path, {})
  expect([answer.status, answer.body.data?.variants_attached]).toEqual([200, 4_000])
  const [row] = await sql<{ events: number }[]>`
    select count(*)::int as events from catalogue_events where organization_id = ${tenant.organization_id}`
  expect(row!.events).toBe(4_000)
})

test("another organisation's vendors are not staged here", async () => {
  const shop = await openShop()
  const other = await newTenant()
  const answer = await other.post(path, {})
  expect(answer.body.data).toEqual({ suppliers_created: 0, variants_attached: 0, vendors_staged: 0, vendors: [] })
  expect(refusalOf(await other.post(path, { vendors: ['Harbour'] }))[2]).toBe('vendors[0]')
  expect((await attached(shop)).length).toBe(1)
})
