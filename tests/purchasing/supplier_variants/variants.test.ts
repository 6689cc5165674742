import { expect, test } from 'bun:test'
import { type Catalogue, setFixture } from '../../support/fixtures/catalogue.ts'
import { type Answer, newTenant, type Tenant } from '../../support/service/tenant.ts'

const nobody = '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'
const refusalOf = ({ status, body }: Answer) => [status, body.code, body.data?.field, body.data?.rule]

interface Mill {
  tenant: Tenant
  ids: Catalogue
  path: (supplier: string) => string
  attach: (supplier: string, ...variants: object[]) => Promise<Answer>
}

async function supplierFixture(): Promise<Mill> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    suppliers: [
      { name: 'Mill', lead_time_days: 20 },
      { name: 'Works', lead_time_days: 50, review_period_days: 9 },
    ],
    products: [{ title: 'Jumper', variants: ['A', 'B', 'C'].map((sku) => ({ sku, stock: { Main: 5 } })) }],
  })
  const path = (supplier: string) => `/api/v1/inventory/suppliers/${ids.suppliers[supplier] ?? supplier}/variants`
  return { tenant, ids, path, attach: (supplier, ...variants) => tenant.post(path(supplier), { variants }) }
}

const levels = async ({ tenant }: Mill) =>
  (
    await tenant.service.database.sql<{ sku: string; lead: number; review: number }[]>`
      select v.sku, l.lead_time_days as lead, l.review_period_days as review from stock_levels l
      join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
      where l.organization_id = ${tenant.organization_id} order by v.sku`
  ).map(({ sku, lead, review }) => [sku, lead, review])

const events = async ({ tenant }: Mill) =>
  (
    await tenant.service.database.sql<{ sku: string; previous_value: string | null; value: string | null }[]>`
      select v.sku, e.previous_value, e.value from catalogue_events e
      join variants v on v.organization_id = e.organization_id and v.variant_id = e.variant_id
      where e.organization_id = ${tenant.organization_id} and e.kind = 'supplier_changed' order by e.entry`
  ).map(({ sku, previous_value, value }) => [sku, previous_value, value])

test('attaching again changes only the fields that are sent, and null clears', async () => {
  const mill = await supplierFixture()
  const variant_id = mill.ids.variants.A
  const first = await mill.attach(
    'Mill',
    {
      variant_id,
      supplier_sku: ' M-1 ',
      unit_cost: 12.3456,
      min_order_quantity: 24,
      batch_size: 12,
      lead_time_days: 5,
    },
    { variant_id: mill.ids.variants.B },
  )
  const line = {
    variant_id,
    product_id: mill.ids.products.Jumper,
    sku: 'A',
    product_title: 'Jumper',
    variant_title: expect.anything(),
    supplier_sku: 'M-1',
    unit_cost: 12.3456,
    purchase_unit: 'EA',
    purchase_unit_factor: 1,
    inner_pack_quantity: null,
    purchase_unit_cost: 12.3456,
    min_order_quantity: 24,
    batch_size: 12,
    lead_time_days: 5,
    is_primary: true,
  }
  expect(first.body.data).toMatchObject({ attached: 2, updated: 0, variants: [{ sku: 'A' }, { sku: 'B' }] })
  expect(Object.keys(first.body.data.variants[0])).toEqual(Object.keys(line))
  expect(first.body.data.variants[0]).toMatchObject({
    ...line,
    variant_title: first.body.data.variants[0].variant_title,
  })
  const second = await mill.attach('Mill', { variant_id, unit_cost: 13, lead_time_days: null })
  expect(second.body.data).toMatchObject({
    attached: 0,
    updated: 1,
    variants: [{ supplier_sku: 'M-1', unit_cost: 13, min_order_quantity: 24, lead_time_days: 20, is_primary: true }],
  })
  const supplier = await mill.tenant.get(`/api/v1/inventory/suppliers/${mill.ids.suppliers.Mill}`)
  expect([supplier.body.data.variant_count, supplier.body.data.variants[0]]).toEqual([2, second.body.data.variants[0]])
})

test('a variant has one primary supplier; a new one replaces it, its days and adds a timeline entry', async () => {
  const mill = await supplierFixture()
  const variant_id = mill.ids.variants.A
  await mill.attach('Mill', { variant_id })
  expect(await levels(mill)).toEqual([
    ['A', 20, 7],
    ['B', 14, 7],
    ['C', 14, 7],
  ])
  expect((await mill.attach('Works', { variant_id })).body.data.variants[0].is_primary).toBe(false)
  expect(await levels(mill)).toEqual([
    ['A', 20, 7],
    ['B', 14, 7],
    ['C', 14, 7],
  ])
  expect((await mill.attach('Works', { variant_id, is_primary: true })).body.data.variants[0].is_primary).toBe(true)
  expect(await levels(mill)).toEqual([
    ['A', 50, 9],
    ['B', 14, 7],
    ['C', 14, 7],
  ])
  await mill.attach('Works', { variant_id, is_primary: false })
  expect(await levels(mill)).toEqual([
    ['A', 14, 7],
    ['B', 14, 7],
    ['C', 14, 7],
  ])
  expect(await events(mill)).toEqual([
    ['A', null, 'Mill'],
    ['A', 'Mill', 'Works'],
    ['A', 'Works', null],
  ])
})

test('concurrent claims on a variant all succeed, and one supplier ends up primary', async () => {
  const mill = await supplierFixture()
  const variants = [mill.ids.variants.A, mill.ids.variants.B].map((variant_id) => ({ variant_id, is_primary: true }))
  const answers = await Promise.all([
    mill.attach('Mill', ...variants),
    mill.attach('Works', ...variants.toReversed()),
    mill.attach('Mill', ...variants.toReversed()),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const rows = await mill.tenant.service.database.sql`
    select variant_id from supplier_variants where organization_id = ${mill.tenant.organization_id} and is_primary`
  expect(rows.length).toBe(2)
})

test('one invalid variant refuses the whole request, and nothing is attached', async () => {
  const mill = await supplierFixture()
  const fine = { variant_id: mill.ids.variants.A }
  const cases: [object, string, string][] = [
    [fine, 'variants[1].variant_id', 'is repeated in this request'],
    [
      { variant_id: mill.ids.variants.B, unit_cost: 1.23456 },
      'variants[1].unit_cost',
      'may have at most four decimals',
    ],
    [{ variant_id: mill.ids.variants.B, supplier_sku: ' ' }, 'variants[1].supplier_sku', 'must not be blank'],
  ]
  for (const [line, field, rule] of cases)
    expect(refusalOf(await mill.attach('Mill', fine, line))).toEqual([400, 'bad_request', field, rule])
  const unknown = await mill.attach('Mill', fine, { variant_id: nobody })
  expect([unknown.status, unknown.body.code]).toEqual([404, 'variant_not_on_file'])
  const nowhere = await mill.attach(nobody, fine)
  expect([nowhere.status, nowhere.body.code]).toEqual([404, 'supplier_not_on_file'])
  const rows = await mill.tenant.service.database.sql`
    select from supplier_variants where organization_id = ${mill.tenant.organization_id}`
  expect([rows.length, await events(mill)]).toEqual([0, []])
})

test('detaching is all or nothing, and no other supplier becomes primary', async () => {
  const mill = await supplierFixture()
  const { tenant, path } = mill
  const [a, b, c] = ['A', 'B', 'C'].map((sku) => mill.ids.variants[sku]!)
  await mill.attach('Mill', { variant_id: a }, { variant_id: b })
  await mill.attach('Works', { variant_id: a })
  const detach = (variant_ids: unknown[], supplier = 'Mill') => tenant.delete(path(supplier), { body: { variant_ids } })
  const code = ({ status, body }: Answer) => [status, body.code]
  expect(code(await detach([a, c]))).toEqual([404, 'supplier_variant_not_on_file'])
  expect(code(await detach([a, nobody]))).toEqual([404, 'variant_not_on_file'])
  expect(code(await detach([a], nobody))).toEqual([404, 'supplier_not_on_file'])
  expect(refusalOf(await detach([a, a]))).toEqual([400, 'bad_request', 'variant_ids[1]', 'is repeated in this request'])
  expect(await levels(mill)).toEqual([
    ['A', 20, 7],
    ['B', 20, 7],
    ['C', 14, 7],
  ])
  expect((await detach([a, b])).status).toBe(204)
  expect(await levels(mill)).toEqual([
    ['A', 14, 7],
    ['B', 14, 7],
    ['C', 14, 7],
  ])
  const gone = (await events(mill)).slice(2).toSorted()
  expect(gone).toEqual([
    ['A', 'Mill', null],
    ['B', 'Mill', null],
  ])
  const one = `${path('Works')}/${a}`
  expect((await tenant.delete(one)).status).toBe(204)
  expect(code(await tenant.delete(one))).toEqual([404, 'supplier_variant_not_on_file'])
  expect(code(await tenant.delete(`${path('Works')}/${nobody}`))).toEqual([404, 'variant_not_on_file'])
  expect(code(await tenant.delete(`${path(nobody)}/${a}`))).toEqual([404, 'supplier_not_on_file'])
})

test('the timeline shows cost changes at the primary supplier, and nothing if the cost stays', async () => {
  const mill = await supplierFixture()
  const { tenant, ids, attach } = mill
  const variant_id = ids.variants.A
  await tenant.put(`/api/v1/inventory/suppliers/${ids.suppliers.Works}`, { currency: 'EUR' })
  await attach('Mill', { variant_id, unit_cost: 12.5 })
  await attach('Mill', { variant_id, unit_cost: 12.5, batch_size: 6 })
  await attach('Works', { variant_id, unit_cost: 11 })
  await attach('Works', { variant_id, is_primary: true })
  await attach('Mill', { variant_id, unit_cost: 13 })
  await attach('Works', { variant_id, unit_cost: null })
  await attach('Works', { variant_id, unit_cost: 0 })
  await tenant.delete(mill.path('Works'), { body: { variant_ids: [variant_id] } })
  const { body } = await tenant.get(`/api/v1/variants/${variant_id}/events?limit=20`)
  const foundRows = body.data.rows
    .toReversed()
    .map((row: any) => [row.kind, row.field, row.previous_value, row.value, row.actor])
  const supplier = ['supplier_changed', 'supplier']
  const cost = ['cost_changed', 'supplier_unit_cost']
  expect(foundRows).toEqual([
    [...supplier, null, 'Mill', 'key:test'],
    [...cost, null, '12.5000 USD', 'key:test'],
    [...supplier, 'Mill', 'Works', 'key:test'],
    [...cost, '12.5000 USD', '11.0000 EUR', 'key:test'],
    [...cost, '11.0000 EUR', null, 'key:test'],
    [...cost, null, '0.0000 EUR', 'key:test'],
    [...supplier, 'Works', null, 'key:test'],
    [...cost, '0.0000 EUR', null, 'key:test'],
  ])
})

test('a new supplier currency changes the costs of its variants, and the timelines show it', async () => {
  const mill = await supplierFixture()
  const { tenant, ids, attach } = mill
  const supplier = `/api/v1/inventory/suppliers/${ids.suppliers.Mill}`
  await attach('Mill', { variant_id: ids.variants.A, unit_cost: 12.5 }, { variant_id: ids.variants.B })
  await attach('Works', { variant_id: ids.variants.C, unit_cost: 9 })
  await attach('Mill', { variant_id: ids.variants.C, unit_cost: 8, is_primary: false })
  const costsOf = async (sku: string) => {
    const { body } = await tenant.get(`/api/v1/variants/${ids.variants[sku]}/events?limit=20`)
    const costs = body.data.rows.filter((row: any) => row.field === 'supplier_unit_cost')
    return costs.map((row: any) => [row.previous_value, row.value, row.actor])
  }
  await tenant.put(supplier, { currency: 'EUR', payment_terms: 'net_30' })
  await tenant.put(supplier, { currency: 'EUR' })
  expect(await costsOf('A')).toEqual([
    ['12.5000 USD', '12.5000 EUR', 'key:test'],
    [null, '12.5000 USD', 'key:test'],
  ])
  expect(await costsOf('B')).toEqual([])
  expect(await costsOf('C')).toEqual([[null, '9.0000 USD', 'key:test']])
})
