import { expect, test } from 'bun:test'
import { moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'

const nobody = '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'

async function jumper() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: [{ name: 'Shop', channel_type: 'store' }, 'Online'],
    categories: [{ name: 'Knitwear', subcategories: ['Crew'] }],
    families: [{ name: 'Jumpers' }],
    suppliers: [{ name: 'Acme', lead_time_days: 30 }, { name: 'Bolt', lead_time_days: 45 }, { name: 'Silent' }],
    products: [
      {
        title: 'Jumper',
        description: 'Warm.',
        vendor: 'Harbour',
        category: 'Knitwear',
        subcategory: 'Crew',
        family: 'Jumpers',
        class: 'core',
        country_of_origin: 'PT',
        hs_code: '611011',
        image_url: 'https://example.org/a.jpg',
        gallery_images: ['https://example.org/b.jpg'],
        tags: ['winter'],
        platform_tags: ['wool'],
        is_seasonal: true,
        launch_date: '2026-09-01',
        options: [{ name: 'Size', values: ['S', 'M'] }],
        channels: ['Shop', 'Online'],
        metafields: [{ namespace: 'custom', key: 'fabric', value: 'merino' }],
        variants: [
          {
            sku: 'J-S',
            unit_cost: '10',
            suppliers: [{ supplier: 'Acme', min_order_quantity: 24, lead_time_days: 20 }],
            stock: { Main: 10, Store: { on_hand: 4, incoming: 7, unit_cost: '12.5' } },
          },
          {
            sku: 'J-M',
            unit_cost: '10',
            suppliers: [{ supplier: 'Bolt', min_order_quantity: 6 }, { supplier: 'Silent' }],
            stock: { Main: { incoming: 30 } },
          },
        ],
      },
      { title: 'Bare' },
    ],
  })
  return { tenant, ids, path: `/api/v1/product/${ids.products.Jumper}` }
}

test('a product shows its description, supplier terms and stock', async () => {
  const { tenant, ids, path } = await jumper()
  const { status, body } = await tenant.get(path)
  expect(status).toBe(200)
  const { created_at, last_updated_at, ...product } = body.data
  expect(product).toEqual({
    product_id: ids.products.Jumper,
    handle: null,
    seasons: [],
    title: 'Jumper',
    description: 'Warm.',
    vendor: 'Harbour',
    category: 'Knitwear',
    category_id: ids.categories.Knitwear,
    family: 'Jumpers',
    family_id: ids.families.Jumpers,
    subcategory: 'Crew',
    subcategory_id: ids.subcategories['Knitwear / Crew'],
    class: 'core',
    status: 'ACTIVE',
    country_of_origin: 'PT',
    hs_code: '611011',
    currency: 'USD',
    image_url: 'https://example.org/a.jpg',
    gallery_images: ['https://example.org/b.jpg'],
    tags: ['winter'],
    platform_tags: ['wool'],
    options: { Size: ['S', 'M'] },
    is_managed: true,
    is_seasonal: true,
    launch_date: '2026-09-01',
    num_variants: 2,
    lead_time: { min: 20, max: 45 },
    min_order_quantity: { min: 6, max: 24 },
    in_stock: 14,
    incoming_stock: 37,
    inventory_value: { cents: 15_000, currency: 'USD', reason: null, usd: 150 },
    sales_channels: [
      { sales_channel_id: ids.sales_channels.Online, name: 'Online', channel_type: 'online' },
      { sales_channel_id: ids.sales_channels.Shop, name: 'Shop', channel_type: 'store' },
    ],
    metafields: [{ namespace: 'custom', key: 'fabric', value: 'merino' }],
  })
  const { sql } = tenant.service.database
  await sql`update variants set last_updated_at = '2097-01-01T00:00:00Z' where variant_id = ${ids.variants['J-M']!}`
  expect((await tenant.get(path)).body.data.last_updated_at).toBe('2097-01-01T00:00:00+00:00')
  expect(created_at <= last_updated_at).toBe(true)
})

test('a location narrows the stock figures and nothing else', async () => {
  const { tenant, ids, path } = await jumper()
  const { body } = await tenant.get(`${path}?location_id=${ids.locations.Store}`)
  expect(body.data).toMatchObject({
    in_stock: 4,
    incoming_stock: 7,
    inventory_value: { cents: 5000 },
    num_variants: 2,
    lead_time: { min: 20, max: 45 },
  })
})

test('figures without data are null with a reason, measured zeros are zero', async () => {
  const { tenant, ids, path } = await jumper()
  const bare = (await tenant.get(`/api/v1/product/${ids.products.Bare}`)).body.data
  expect(bare).toMatchObject({
    num_variants: 0,
    lead_time: { min: null, max: null },
    min_order_quantity: { min: null, max: null },
    in_stock: 0,
    inventory_value: { cents: 0, reason: null },
    options: {},
    sales_channels: [],
    category: null,
  })
  await moveStock(tenant, ids, [{ sku: 'J-M', location: 'Main', kind: 'adjustment', quantity: 5 }])
  const { inventory_value } = (await tenant.get(path)).body.data
  expect(inventory_value.cents).toBeNull()
  expect(inventory_value.reason).toBe('The cost of some units on hand is unknown.')
})

test('a product or location that is not this organisation’s is unknown', async () => {
  const { tenant, ids, path } = await jumper()
  const other = await newTenant()
  const theirs = await setFixture(other, { locations: ['Theirs'] })
  for (const answer of [
    await other.get(path),
    await tenant.get(`/api/v1/product/${nobody}`),
    await tenant.get('/api/v1/product/not-an-id'),
  ]) {
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('product_not_on_file')
  }
  for (const location of [theirs.locations.Theirs, 'nowhere']) {
    const answer = await tenant.get(`${path}?location_id=${location}`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('location_not_on_file')
  }
  expect(ids.products.Jumper).toBeDefined()
})

test('a product can be narrowed by its category and by the locations its stock has to do with', async () => {
  const { tenant, ids, path } = await jumper()
  const { body } = await tenant.get(`${path}/filters`)
  expect(body.data).toEqual({
    categories: [{ category_id: ids.categories.Knitwear, name: 'Knitwear' }],
    locations: [
      { location_id: ids.locations.Main, name: 'Main', variants: 2 },
      { location_id: ids.locations.Store, name: 'Store', variants: 1 },
    ],
  })
  expect((await tenant.get(`/api/v1/product/${ids.products.Bare}/filters`)).body.data).toEqual({
    categories: [],
    locations: [],
  })
  const unknown = await tenant.get(`/api/v1/product/${nobody}/filters`)
  expect(unknown.status).toBe(404)
  expect(unknown.body.code).toBe('product_not_on_file')
})

test('the variants of a product are in their own order on one page, and can be paged and filtered', async () => {
  const { tenant, ids, path } = await jumper()
  const { body } = await tenant.get(`${path}/variants`)
  expect(body.data).toMatchObject({ size: 2, offset: 0, filtered_max_size: 2 })
  expect(body.data.rows.map((row: { sku: string }) => row.sku)).toEqual(['J-S', 'J-M'])
  expect(body.data.rows[0]).toMatchObject({ on_hand_qty: 14, incoming_qty: 7, supplier: 'Acme', position: 1 })
  const second = await tenant.get(`${path}/variants?limit=1&offset=1&sort_args=-on_hand_qty`)
  expect(second.body.data).toMatchObject({ size: 1, offset: 1, filtered_max_size: 2, rows: [{ sku: 'J-M' }] })
  expect((await tenant.get(`/api/v1/product/${ids.products.Bare}/variants`)).body.data.rows).toEqual([])
  const unknown = await tenant.get(`/api/v1/product/${nobody}/variants`)
  expect(unknown.status).toBe(404)
  expect(unknown.body.code).toBe('product_not_on_file')
})
