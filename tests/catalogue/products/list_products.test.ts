import { beforeAll, expect, test } from 'bun:test'
import type { Catalogue } from '../../support/fixtures/catalogue.ts'
import { moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { catalogueFixture, filterArgs } from '../catalogue_fixture.ts'

const path = '/api/v1/products/table'
let tenant: Tenant
let ids: Catalogue
beforeAll(async () => {
  ;({ tenant, ids } = await catalogueFixture())
})

async function titles(query: string): Promise<string[]> {
  const answer = await tenant.get(`${path}?limit=100&${query}`)
  expect(answer.body.code ?? answer.status).toBe(200)
  expect(answer.body.data.filtered_max_size).toBe(answer.body.data.size)
  return answer.body.data.rows.map((row: { title: string }) => row.title)
}

test('a row of the table carries the figures of its variants and their stock', async () => {
  const { body } = await tenant.get(path)
  expect(body.data).toMatchObject({ size: 4, offset: 0, filtered_max_size: 4 })
  const { last_updated_at, ...anorak } = body.data.rows[0]
  expect(Date.parse(last_updated_at)).toBeGreaterThan(0)
  expect(anorak).toEqual({
    product_id: ids.products.Anorak,
    title: 'Anorak',
    vendor: 'Harbour',
    category_id: ids.categories.Coats,
    category: 'Coats',
    subcategory_id: null,
    subcategory: null,
    family_id: null,
    family: null,
    class: 'core',
    status: 'ACTIVE',
    product_status: 'ACTIVE',
    country_of_origin: 'PT',
    hs_code: '620193',
    currency: 'USD',
    image_url: null,
    tags: ['winter', 'rain'],
    platform_tags: ['new'],
    is_managed: true,
    is_seasonal: false,
    launch_date: null,
    num_variants: 2,
    price_min: { cents: 12_000, currency: 'USD', reason: null, usd: 120 },
    price_max: { cents: 13_000, currency: 'USD', reason: null, usd: 130 },
    in_stock: 17,
    incoming_stock: 3,
    inventory_value: { cents: 68_400, currency: 'USD', reason: null, usd: 684 },
  })
  expect(body.data.rows[3]).toMatchObject({
    title: 'Dress',
    num_variants: 0,
    in_stock: 0,
    price_min: { cents: null, reason: 'No variant has a price.' },
    inventory_value: { cents: 0, reason: null },
  })
})

const everything = ['Anorak', 'Beret', 'Cape', 'Dress']
const cases: [key: string, operation: string, value: unknown, expected: string[]][] = [
  ['category', 'eq', 'Coats', ['Anorak']],
  ['category', 'in', ['Coats', 'Hats'], ['Anorak', 'Beret']],
  ['category', 'neq', 'Coats', ['Beret', 'Cape', 'Dress']],
  ['category', 'is_empty', undefined, ['Cape', 'Dress']],
  ['supplier', 'eq', 'Acme', ['Anorak']],
  ['supplier', 'not_in', ['Acme'], ['Beret', 'Cape', 'Dress']],
  ['supplier', 'is_not_empty', undefined, ['Anorak', 'Beret']],
  ['supplier', 'eq', 'Nobody', []],
  ['vendor', 'eq', 'Harbour', ['Anorak', 'Dress']],
  ['product_status', 'eq', 'DRAFT', ['Beret']],
  ['product_status', 'not_in', ['DRAFT'], ['Anorak', 'Cape', 'Dress']],
  ['tags', 'eq', 'winter', ['Anorak', 'Beret']],
  ['tags', 'not_in', ['winter'], ['Cape', 'Dress']],
  ['platform_tags', 'in', ['new', 'old'], ['Anorak']],
  ['class', 'eq', 'fashion', ['Beret']],
  ['location', 'eq', 'Main', ['Anorak']],
  ['location', 'in', ['Main', 'Store'], ['Anorak', 'Beret']],
  ['location', 'is_empty', undefined, ['Cape', 'Dress']],
  ['location', 'eq', 'Unused', []],
  ['metafields', 'eq', 'custom.fabric=nylon', ['Anorak']],
  ['metafields', 'eq', 'custom.fabric', ['Anorak', 'Beret']],
  ['metafields', 'neq', 'custom.fabric=nylon', ['Beret', 'Cape', 'Dress']],
  ['custom_fields', 'eq', 'Fit=slim', ['Anorak']],
  ['custom_fields', 'in', ['Fit', 'Lining'], ['Anorak', 'Beret']],
  ['custom_fields', 'is_empty', undefined, ['Cape', 'Dress']],
  ['country_of_origin', 'in', ['PT', 'FR'], ['Anorak', 'Beret']],
  ['country_of_origin', 'is_empty', undefined, ['Cape', 'Dress']],
  ['missing_fields', 'is_empty', undefined, ['Anorak']],
  ['missing_fields', 'is_not_empty', undefined, ['Beret', 'Cape', 'Dress']],
  ['missing_fields', 'eq', 'variants', ['Dress']],
  ['missing_fields', 'eq', 'launch_date', ['Beret']],
  ['missing_fields', 'eq', 'lead_time', ['Beret', 'Cape']],
  ['missing_fields', 'in', ['supplier', 'variants'], ['Cape', 'Dress']],
  ['missing_fields', 'neq', 'min_order_quantity', ['Anorak', 'Dress']],
  ['is_managed', 'eq', false, ['Dress']],
  ['is_seasonal', 'eq', true, ['Beret']],
  ['num_variants', 'gte', 2, ['Anorak']],
  ['in_stock', 'between', [1, 10], ['Beret']],
  ['incoming_stock', 'gt', 0, ['Anorak']],
  ['hs_code', 'starts_with', '6201', ['Anorak']],
  ['launch_date', 'is_empty', undefined, everything],
]
for (const [key, operation, value, expected] of cases) {
  test(`${key} ${operation} ${JSON.stringify(value) ?? ''} finds ${expected.join(', ') || 'nothing'}`, async () => {
    expect(await titles(filterArgs({ key, operation, value }))).toEqual(expected)
  })
}

test('a category, supplier and location can be named by id, whatever its case', async () => {
  for (const [key, id, expected] of [
    ['category', ids.categories.Hats, ['Beret']],
    ['category_id', ids.categories.Hats, ['Beret']],
    ['supplier', ids.suppliers.Bolt, ['Beret']],
    ['location', ids.locations.Main, ['Anorak']],
  ] as const) {
    expect(await titles(filterArgs({ key, operation: 'eq', value: id }))).toEqual([...expected])
    expect(await titles(filterArgs({ key, operation: 'eq', value: id!.toUpperCase() }))).toEqual([...expected])
  }
})

test('filters hold together, search looks into titles and vendors, and sorts are the published ones', async () => {
  const both = filterArgs(
    { key: 'tags', operation: 'eq', value: 'winter' },
    { key: 'vendor', operation: 'eq', value: 'Harbour' },
  )
  expect(await titles(both)).toEqual(['Anorak'])
  expect(await titles('search=HARB')).toEqual(['Anorak', 'Dress'])
  expect(await titles('search=%25')).toEqual([])
  expect(await titles('sort_args=-in_stock')).toEqual(['Anorak', 'Beret', 'Dress', 'Cape'])
  expect(await titles('sort_args=category,-title')).toEqual(['Anorak', 'Beret', 'Dress', 'Cape'])
  const page = await tenant.get(`${path}?limit=1&offset=2`)
  expect(page.body.data).toMatchObject({ size: 1, offset: 2, filtered_max_size: 4, rows: [{ title: 'Cape' }] })
})

test('the value of stock is null where some of it has no cost', async () => {
  const own = await newTenant()
  const fixture = await setFixture(own, {
    locations: ['Main'],
    products: [{ title: 'Found', variants: [{ sku: 'F-1' }] }],
  })
  await moveStock(own, fixture, [{ sku: 'F-1', location: 'Main', kind: 'adjustment', quantity: 3 }])
  const { body } = await own.get(path)
  expect(body.data.rows[0].inventory_value).toEqual({
    cents: null,
    currency: 'USD',
    reason: 'The cost of some units on hand is unknown.',
    usd: null,
  })
})

test('a filter, value, sort or limit that is not published is refused by name', async () => {
  for (const [query, field] of [
    [filterArgs({ key: 'price', operation: 'eq', value: 1 }), 'filter_args[0].key'],
    [filterArgs({ key: 'supplier', operation: 'contains', value: 'A' }), 'filter_args[0].operation'],
    [filterArgs({ key: 'missing_fields', operation: 'eq', value: 'price; drop' }), 'filter_args[0].value'],
    [filterArgs({ key: 'product_status', operation: 'in', value: ['ACTIVE', 'GONE'] }), 'filter_args[0].value'],
    ['sort_args=hs_code', 'sort_args'],
    ['limit=10001', 'limit'],
    ['offset=2147483647', 'offset'],
    ['limit=0', 'limit'],
  ] as const) {
    const answer = await tenant.get(`${path}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('bad_request')
    expect(answer.body.data.field).toBe(field)
  }
  expect((await tenant.get(`${path}?limit=10000`)).status).toBe(200)
})

test('another organisation’s products are never on the page', async () => {
  const other = await newTenant()
  expect((await other.get(path)).body.data).toEqual({ rows: [], size: 0, offset: 0, filtered_max_size: 0 })
  const byId = await other.get(`${path}?${filterArgs({ key: 'supplier', operation: 'eq', value: ids.suppliers.Acme })}`)
  expect(byId.body.data.filtered_max_size).toBe(0)
})
