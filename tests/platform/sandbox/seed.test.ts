import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

test('a sandbox is filled once, and its figures add up', async () => {
  const tenant = await newTenant()
  const first = await tenant.post('/api/v1/sandbox/seed')
  expect(first.status).toBe(200)
  expect(first.body.data).toMatchObject({
    seeded: true,
    already_seeded: false,
    written: {
      locations: 2,
      sales_channels: 2,
      suppliers: 2,
      accounts: 1,
      categories: 1,
      products: 3,
      variants: 6,
      stock_levels: 12,
    },
  })
  expect(first.body.message).toMatchObject({ service: 'sandbox', severity: 'SUCCESS' })
  const second = await tenant.post('/api/v1/sandbox/seed')
  const { seeded, already_seeded, written } = second.body.data
  expect([seeded, already_seeded, Object.values(written)]).toEqual([false, true, Array(8).fill(0)])
  const [counts] = await tenant.service.database.sql`
    select (select count(*)::int from variants where organization_id = ${tenant.organization_id}) as variants,
      (select sum(on_hand)::int from stock_levels where organization_id = ${tenant.organization_id}) as on_hand,
      (select sum(quantity_delta)::int from stock_movements where organization_id = ${tenant.organization_id}) as moved`
  expect(counts).toEqual({ variants: 6, on_hand: counts!.moved, moved: counts!.on_hand })
})

test('each starter variant is supplied by the maker of its product, under a title that says its size alone', async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  const { rows } = (await tenant.get('/api/v1/variants/table?limit=10&sort_args=sku')).body.data
  expect(rows.map((row: any) => [row.sku, row.product_title, row.title, row.supplier])).toEqual([
    ['JEANS-30', 'Straight jeans', '30', 'Northside Denim'],
    ['JEANS-32', 'Straight jeans', '32', 'Northside Denim'],
    ['JUMPER-M', 'Merino crew jumper', 'M', 'Harbour Knitwear'],
    ['JUMPER-S', 'Merino crew jumper', 'S', 'Harbour Knitwear'],
    ['SHIRT-L', 'Linen shirt', 'L', 'Harbour Knitwear'],
    ['SHIRT-M', 'Linen shirt', 'M', 'Harbour Knitwear'],
  ])
})

test('the starter category is empty, and the starter account trades in the currency of the sandbox', async () => {
  const tenant = await newTenant()
  await tenant.service.database.sql`
    update organizations set currency = 'EUR' where organization_id = ${tenant.organization_id}`
  await tenant.post('/api/v1/sandbox/seed')
  const categories = (await (await newSession(tenant)).get('/api/v1/product-categories')).body.data.rows
  expect(categories.map((row: any) => row.name)).toEqual(['Knitwear'])
  const products = (await tenant.get('/api/v1/products/table')).body.data.rows
  expect(products.map((row: any) => row.category)).toEqual([null, null, null])
  const { retailers } = (await tenant.get('/api/v1/wholesale/retailers')).body.data
  expect(retailers.map((row: any) => row.name)).toEqual(['Lakeside Stores'])
  const [account] = await tenant.service.database.sql`
    select currency from trading_partners where organization_id = ${tenant.organization_id}`
  expect(account!.currency).toBe('EUR')
})

test('a category of the starter name is kept as it is', async () => {
  const tenant = await newTenant()
  const category_id = uuidv7()
  await insertRows(tenant, 'categories', [{ category_id, name: 'KNITWEAR', is_active: false }])
  const { status, body } = await tenant.post('/api/v1/sandbox/seed')
  expect([status, body.data.written.categories]).toEqual([200, 0])
  const stored = await tenant.service.database.sql`
    select category_id, name, is_active from categories where organization_id = ${tenant.organization_id}`
  expect([...stored]).toEqual([{ category_id, name: 'KNITWEAR', is_active: false }])
})

test('a live organisation is refused and nothing is written', async () => {
  const tenant = await newTenant({ sandbox: false })
  const answer = await tenant.post('/api/v1/sandbox/seed')
  expect(answer.status).toBe(409)
  expect(answer.body.message.code).toBe('conflict')
  const [row] = await tenant.service.database.sql`
    select count(*)::int as products from products where organization_id = ${tenant.organization_id}`
  expect(row!.products).toBe(0)
})

test('a sandbox that already holds a starter SKU is refused, and nothing is written', async () => {
  const tenant = await newTenant()
  await setFixture(tenant, { products: [{ title: 'Own jumper', variants: [{ sku: 'JUMPER-M' }] }] })
  const answer = await tenant.post('/api/v1/sandbox/seed')
  expect(answer.status).toBe(409)
  expect(answer.body.message.code).toBe('conflict')
  expect(answer.body.message.desc).toContain('JUMPER-M')
  const [counts] = await tenant.service.database.sql`
    select (select count(*)::int from products where organization_id = ${tenant.organization_id}) as products,
      (select count(*)::int from suppliers where organization_id = ${tenant.organization_id}) as suppliers,
      (select seeded_at from organizations where organization_id = ${tenant.organization_id}) as seeded_at`
  expect(counts).toEqual({ products: 1, suppliers: 0, seeded_at: null })
})

test('a sandbox with a location, a sales channel or an account of a starter name is refused, in any case', async () => {
  for (const [table, row] of [
    ['locations', { location_id: uuidv7(), name: 'main WAREHOUSE', kind: 'warehouse', is_active: true }],
    ['sales_channels', { sales_channel_id: uuidv7(), name: 'online STORE', channel_type: 'online', is_active: false }],
    ['trading_partners', { trading_partner_id: uuidv7(), name: 'LAKESIDE stores' }],
  ] as const) {
    const tenant = await newTenant()
    await insertRows(tenant, table, [{ ...row, created_at: '2026-11-20T09:30:00Z' }])
    const { status, body } = await tenant.post('/api/v1/sandbox/seed')
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.message.desc).toContain(`already has ${row.name}`)
    expect((await tenant.get('/api/v1/products/table')).body.data.filtered_max_size).toBe(0)
  }
})
