import { beforeAll, expect, test } from 'bun:test'
import type { Catalogue } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { catalogueFixture, filterArgs } from '../catalogue_fixture.ts'

const path = '/api/v1/products/completeness'
let tenant: Tenant
let ids: Catalogue
beforeAll(async () => {
  ;({ tenant, ids } = await catalogueFixture())
})

const lacked = (fields: { field: string; products: number; variants: number }[]) =>
  Object.fromEntries(fields.map(({ field, products, variants }) => [field, [products, variants]]))

test('every need is counted over all products, and the products that lack most come first', async () => {
  const { status, body } = await tenant.get(`${path}?scope=all`)
  expect(status).toBe(200)
  const { rows, fields, ...counts } = body.data
  expect(counts).toEqual({
    size: 3,
    offset: 0,
    filtered_max_size: 3,
    scope: 'all',
    products: 4,
    variants: 4,
    complete_products: 1,
    incomplete_variants: 2,
    is_complete: false,
  })
  expect(lacked(fields)).toEqual({
    category: [2, 0],
    country_of_origin: [2, 0],
    hs_code: [3, 0],
    launch_date: [1, 0],
    variants: [1, 0],
    price: [1, 1],
    unit_cost: [2, 2],
    supplier: [1, 1],
    lead_time: [2, 2],
    min_order_quantity: [2, 2],
    carton_measures: [1, 1],
  })
  const ofCape = ['price', 'unit_cost', 'supplier', 'lead_time', 'min_order_quantity', 'carton_measures']
  const ofBeret = ['unit_cost', 'lead_time', 'min_order_quantity']
  expect(rows).toEqual([
    {
      product_id: ids.products.Cape,
      title: 'Cape',
      status: 'ACTIVE',
      num_variants: 1,
      missing_fields: ['category', 'country_of_origin', 'hs_code', ...ofCape],
      variants: [{ variant_id: ids.variants['CA-1'], sku: 'CA-1', missing_fields: ofCape }],
    },
    {
      product_id: ids.products.Beret,
      title: 'Beret',
      status: 'DRAFT',
      num_variants: 1,
      missing_fields: ['hs_code', 'launch_date', ...ofBeret],
      variants: [{ variant_id: ids.variants['BE-1'], sku: 'BE-1', missing_fields: ofBeret }],
    },
    {
      product_id: ids.products.Dress,
      title: 'Dress',
      status: 'ACTIVE',
      num_variants: 0,
      missing_fields: ['category', 'country_of_origin', 'hs_code', 'variants'],
      variants: [],
    },
  ])
})

test('planned products are the managed and active ones, and the usual scope', async () => {
  const { body } = await tenant.get(path)
  expect(body.data).toMatchObject({ scope: 'planned', products: 2, variants: 3, complete_products: 1 })
  expect(body.data.rows.map((row: { title: string }) => row.title)).toEqual(['Cape'])
})

test('filters, search and pages narrow the scope and agree with the filter of the tables', async () => {
  const page = await tenant.get(`${path}?scope=all&limit=1&offset=1`)
  expect(page.body.data).toMatchObject({ size: 1, offset: 1, filtered_max_size: 3, rows: [{ title: 'Beret' }] })
  expect((await tenant.get(`${path}?scope=all&search=anorak`)).body.data).toMatchObject({
    products: 1,
    complete_products: 1,
    is_complete: true,
    rows: [],
  })
  const query = filterArgs({ key: 'missing_fields', operation: 'eq', value: 'lead_time' })
  const listed = await tenant.get(`/api/v1/products/table?${query}`)
  const found = await tenant.get(`${path}?scope=all&${query}`)
  expect(found.body.data.products).toBe(listed.body.data.filtered_max_size)
  expect(lacked(found.body.data.fields).lead_time).toEqual([2, 2])
})

test('a bad scope, filter or limit is refused, and other organisations are not looked through', async () => {
  for (const [query, field] of [
    ['scope=mine', 'scope'],
    ['limit=101', 'limit'],
    [filterArgs({ key: 'nope', operation: 'eq', value: 1 }), 'filter_args[0].key'],
  ] as const) {
    const answer = await tenant.get(`${path}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.data.field).toBe(field)
  }
  const empty = await (await newTenant()).get(`${path}?scope=all`)
  expect(empty.body.data).toMatchObject({ products: 0, variants: 0, is_complete: true, rows: [] })
})
