import { expect, test } from 'bun:test'
import { newTenant } from '../../support/service/tenant.ts'
import { eventsFixture, kindsOf } from './events_fixture.ts'

const path = '/api/v1/variants/events'

test('the catalogue lists every change of every product, newest first, in pages', async () => {
  const { tenant, ids } = await eventsFixture()
  const first = await tenant.get(`${path}?limit=4`)
  expect(first.status).toBe(200)
  expect(first.body.data).toMatchObject({ size: 4, offset: 0, filtered_max_size: 6 })
  expect(kindsOf(first)).toEqual(['cost_changed', 'status_changed', 'price_changed', 'created'])
  expect(first.body.data.rows[0]).toMatchObject({ product_title: 'Scarf', sku: 'SCARF', field: null, value: null })
  const rest = await tenant.get(`${path}?limit=4&offset=4`)
  expect(rest.body.data.rows.map((row: any) => row.variant_id)).toEqual([ids.variants['C-S']!, null])
})

test('product, kind, since and until narrow it together', async () => {
  const { tenant, ids } = await eventsFixture()
  const coat = await tenant.get(`${path}?product_id=${ids.products.Coat}`)
  expect(coat.body.data.filtered_max_size).toBe(5)
  const narrowed = await tenant.get(
    `${path}?product_id=${ids.products.Coat}&kind=created,status_changed&since=2026-03-01T08:00:01Z`,
  )
  expect(kindsOf(narrowed)).toEqual(['status_changed'])
  expect(kindsOf(await tenant.get(`${path}?kind=created&until=2026-03-01T08:00:00Z`))).toEqual([])
})

test('unreadable parameters are refused by name', async () => {
  const { tenant } = await eventsFixture()
  for (const [query, field] of [
    ['kind=', 'kind'],
    ['kind=teleported', 'kind'],
    ['until=2026-03-01', 'until'],
    ['since=2026-03-02T00:00:00Z&until=2026-03-01T00:00:00Z', 'until'],
    ['limit=0', 'limit'],
  ] as const) {
    const answer = await tenant.get(`${path}?${query}`)
    expect([query, answer.status]).toEqual([query, 400])
    expect(answer.body.data.field).toStartWith(field)
  }
})

test("another organisation's changes are never seen, and its product is unknown", async () => {
  const { ids } = await eventsFixture()
  const stranger = await newTenant()
  expect((await stranger.get(path)).body.data).toEqual({ rows: [], size: 0, offset: 0, filtered_max_size: 0 })
  for (const product_id of [ids.products.Coat, crypto.randomUUID(), 'nonsense']) {
    const answer = await stranger.get(`${path}?product_id=${product_id}`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('product_not_on_file')
  }
})

test("a sandbox's starter data begins the timelines of its products and variants", async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  const { rows, filtered_max_size } = (await tenant.get(`${path}?limit=100`)).body.data
  expect(filtered_max_size).toBe(9)
  expect(new Set(rows.map((row: any) => `${row.kind} ${row.actor}`))).toEqual(new Set(['created key:test']))
  expect(rows.filter((row: any) => row.variant_id === null).length).toBe(3)
  const one = await tenant.get(`/api/v1/variants/${rows[0].variant_id}/events`)
  expect(one.body.data.rows.map((row: any) => row.sku)).toEqual([rows[0].sku, null])
})
