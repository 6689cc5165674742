import { beforeAll, expect, test } from 'bun:test'
import type { Catalogue } from '../../support/fixtures/catalogue.ts'
import type { Tenant } from '../../support/service/tenant.ts'
import { catalogueFixture, filterArgs } from '../catalogue_fixture.ts'

const path = '/api/v1/variants/table'
let tenant: Tenant
let ids: Catalogue
beforeAll(async () => {
  ;({ tenant, ids } = await catalogueFixture())
})

async function skus(query: string): Promise<string[]> {
  const answer = await tenant.get(`${path}?limit=100&${query}`)
  expect(answer.body.code ?? answer.status).toBe(200)
  expect(answer.body.data.filtered_max_size).toBe(answer.body.data.size)
  return answer.body.data.rows.map((row: { sku: string }) => row.sku)
}

test('a row of the table carries prices, the primary supplier, stock and its value', async () => {
  const { body } = await tenant.get(path)
  expect(body.data).toMatchObject({ size: 4, offset: 0, filtered_max_size: 4 })
  expect(body.data.rows.map((row: { sku: string }) => row.sku)).toEqual(['AN-M', 'AN-S', 'BE-1', 'CA-1'])
  const { last_updated_at, ...row } = body.data.rows[1]
  expect(Date.parse(last_updated_at)).toBeGreaterThan(0)
  const usd = (cents: number) => ({ cents, currency: 'USD', reason: null, usd: cents / 100 })
  expect(row).toEqual({
    variant_id: ids.variants['AN-S'],
    product_id: ids.products.Anorak,
    product_title: 'Anorak',
    sku: 'AN-S',
    shared_sku: null,
    barcode: null,
    title: 'AN-S',
    option_values: {},
    position: 1,
    status: 'ACTIVE',
    vendor: 'Harbour',
    category_id: ids.categories.Coats,
    category: 'Coats',
    supplier_id: ids.suppliers.Acme,
    supplier: 'Acme',
    price: usd(12_000),
    price_cents: 12_000,
    class: 'core',
    country_of_origin: 'PT',
    product_status: 'ACTIVE',
    subcategory_id: null,
    tags: ['winter', 'rain'],
    platform_tags: ['new'],
    compare_at_price: {
      cents: null,
      currency: 'USD',
      reason: 'The variant has no price to compare with.',
      usd: null,
    },
    unit_cost: usd(4000),
    weight_kg: null,
    on_hand_qty: 15,
    committed_qty: 0,
    available_qty: 15,
    incoming_qty: 3,
    inventory_value: usd(60_000),
  })
})

const cases: [key: string, operation: string, value: unknown, expected: string[]][] = [
  ['category', 'eq', 'Coats', ['AN-M', 'AN-S']],
  ['supplier', 'eq', 'Bolt', ['BE-1']],
  ['supplier', 'is_empty', undefined, ['CA-1']],
  ['vendor', 'eq', 'Harbour', ['AN-M', 'AN-S']],
  ['product_status', 'eq', 'DRAFT', ['BE-1']],
  ['tags', 'eq', 'rain', ['AN-M', 'AN-S']],
  ['platform_tags', 'eq', 'new', ['AN-M', 'AN-S']],
  ['class', 'eq', 'fashion', ['BE-1']],
  ['location', 'eq', 'Store', ['AN-S', 'BE-1']],
  ['location', 'is_empty', undefined, ['CA-1']],
  ['metafields', 'eq', 'custom.fabric=wool', ['BE-1']],
  ['custom_fields', 'eq', 'Fit=slim', ['AN-S']],
  ['custom_fields', 'neq', 'Fit', ['BE-1', 'CA-1']],
  ['country_of_origin', 'eq', 'FR', ['BE-1']],
  ['missing_fields', 'is_empty', undefined, ['AN-M', 'AN-S']],
  ['missing_fields', 'eq', 'unit_cost', ['BE-1', 'CA-1']],
  ['missing_fields', 'eq', 'category', ['CA-1']],
  ['missing_fields', 'neq', 'price', ['AN-M', 'AN-S', 'BE-1']],
  ['on_hand_qty', 'gte', 7, ['AN-S', 'BE-1']],
  ['available_qty', 'eq', 0, ['CA-1']],
  ['incoming_qty', 'gt', 0, ['AN-S']],
  ['price_cents', 'is_empty', undefined, ['CA-1']],
  ['unit_cost', 'gt', 41.5, ['AN-M']],
]
for (const [key, operation, value, expected] of cases) {
  test(`${key} ${operation} ${JSON.stringify(value) ?? ''} finds ${expected.join(', ')}`, async () => {
    expect(await skus(filterArgs({ key, operation, value }))).toEqual(expected)
  })
}

test('variants sort and search by the published keys only', async () => {
  expect(await skus('sort_args=-on_hand_qty')).toEqual(['AN-S', 'BE-1', 'AN-M', 'CA-1'])
  expect(await skus('sort_args=product_title,-position')).toEqual(['AN-M', 'AN-S', 'BE-1', 'CA-1'])
  expect(await skus('search=beret')).toEqual(['BE-1'])
  for (const [query, field] of [
    [filterArgs({ key: 'nope', operation: 'eq', value: 1 }), 'filter_args[0].key'],
    ['sort_args=barcode', 'sort_args'],
    ['limit=10001', 'limit'],
  ] as const) {
    const bad = await tenant.get(`${path}?${query}`)
    expect(bad.status).toBe(400)
    expect(bad.body.data.field).toBe(field)
  }
})
