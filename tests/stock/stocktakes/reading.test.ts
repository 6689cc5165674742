import { expect, test } from 'bun:test'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { count, create, foreignStocktake, openShop, post, read, type Shop, unknownId } from './counting.ts'

const filterOf = (...filters: unknown[]) => `filter_args=${encodeURIComponent(JSON.stringify(filters))}`

test('an unknown and a foreign stocktake read as not found, with its lines', async () => {
  const { tenant } = await openShop()
  for (const id of [unknownId, 'nonsense', await foreignStocktake()]) {
    for (const path of [`/api/v1/stocktakes/${id}`, `/api/v1/stocktakes/${id}/table`]) {
      const answer = await tenant.get(path)
      expect([answer.status, answer.body.code]).toEqual([404, 'stocktake_not_on_file'])
    }
  }
})

test('an open stocktake is deleted with its lines, and moves no stock; an unknown or foreign one is not found', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await count(shop, id, { 'TEE-S': 1 })
  const answer = await shop.tenant.delete(`/api/v1/stocktakes/${id}`)
  expect([answer.status, answer.text]).toEqual([204, ''])
  for (const gone of [id, unknownId, await foreignStocktake()]) {
    const again = await shop.tenant.delete(`/api/v1/stocktakes/${gone}`)
    expect([again.status, again.body.code]).toEqual([404, 'stocktake_not_on_file'])
  }
  const [left] = await shop.tenant.service.database.sql`
    select (select count(*)::int from stocktake_lines where organization_id = o.organization_id) as lines,
      (select count(*)::int from stocktake_locations where organization_id = o.organization_id) as locations,
      (select sum(on_hand)::int from stock_levels where organization_id = o.organization_id) as on_hand
    from organizations o where o.organization_id = ${shop.tenant.organization_id}`
  expect(left).toEqual({ lines: 0, locations: 0, on_hand: 34 } as never)
})

/** Three counts: one posted, one open over the shop floor, one open and empty. */
async function threeCounts(): Promise<Shop & { posted: string; floor: string; fresh: string }> {
  const shop = await openShop()
  const posted = await create(shop, { name: 'Spring', counted_on: '2026-04-01' })
  await count(shop, posted, { 'TEE-S': 8, 'TEE-M': 20 })
  await post(shop, posted)
  const location_ids = [shop.ids.locations['Shop floor']]
  const floor = await create(shop, { name: 'Summer', counted_on: '2026-07-01', location_ids })
  await count(shop, floor, { 'TEE-S @ Shop floor': 9, 'CAP @ Shop floor': 1 })
  return { ...shop, posted, floor, fresh: await create(shop, { name: 'Autumn', counted_on: '2026-10-01' }) }
}

test('the list of stocktakes shows each as its own read does, newest day first', async () => {
  const shop = await threeCounts()
  const answer = await shop.tenant.get('/api/v1/stocktakes/table')
  expect(answer.status).toBe(200)
  const { rows, ...page } = answer.body.data
  expect(page).toEqual({ size: 3, offset: 0, filtered_max_size: 3 })
  const alone = await Promise.all([shop.fresh, shop.floor, shop.posted].map((id) => read(shop, id)))
  expect(rows).toEqual(alone)
  const stranger = await newTenant()
  expect((await stranger.get('/api/v1/stocktakes/table')).body.data.filtered_max_size).toBe(0)
})

test('the table of counts filters, sorts, searches and pages by its published keys', async () => {
  const { tenant, ids } = await threeCounts()
  const names = async (query: string) => {
    const answer = await tenant.get(`/api/v1/stocktakes/table?${query}`)
    expect(answer.status).toBe(200)
    return answer.body.data.rows.map((row: any) => row.name)
  }
  expect(await names(filterOf({ key: 'status', operation: 'eq', value: 'open' }))).toEqual(['Autumn', 'Summer'])
  const june = { key: 'counted_on', operation: 'lt', value: '2026-06-30' }
  expect(await names(filterOf(june))).toEqual(['Spring'])
  const onFloor = { key: 'location_id', operation: 'eq', value: ids.locations['Shop floor'] }
  expect(await names(filterOf(onFloor))).toEqual(['Summer'])
  const onEither = { key: 'location_id', operation: 'in', value: [...Object.values(ids.locations), unknownId] }
  expect(await names(filterOf(onEither))).toEqual(['Autumn', 'Summer', 'Spring'])
  expect(await names(filterOf({ key: 'location_id', operation: 'eq', value: unknownId }))).toEqual([])
  expect(await names(filterOf({ key: 'variance_total', operation: 'lt', value: 0 }))).toEqual(['Spring'])
  // The value of Summer is unknown: a cap without a cost was found.
  const unknownValue = { key: 'variance_value_total', operation: 'is_empty', value: null }
  expect(await names(filterOf(unknownValue))).toEqual(['Summer'])
  expect(await names('sort_args=variance_value_total')).toEqual(['Spring', 'Autumn', 'Summer'])
  expect(await names('sort_args=-counted_total,name')).toEqual(['Spring', 'Summer', 'Autumn'])
  expect(await names('search=UMM')).toEqual(['Summer'])
  expect(await names('sort_args=name&limit=1&offset=1')).toEqual(['Spring'])
})

test('both tables take 10,000 rows in one page and refuse more, unknown keys and unknown columns', async () => {
  const shop = await openShop()
  const id = await create(shop)
  for (const path of ['/api/v1/stocktakes/table', `/api/v1/stocktakes/${id}/table`]) {
    expect((await shop.tenant.get(`${path}?limit=10000`)).status).toBe(200)
    for (const query of ['limit=10001', 'limit=0', 'offset=2147483647', filterOf({ key: 'nope' }), 'sort_args=nope']) {
      const answer = await shop.tenant.get(`${path}?${query}`)
      expect([query, answer.status]).toEqual([query, 400])
    }
  }
})

test('a line shows the expected and counted quantities, later movements and the value of the variance', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await count(shop, id, { 'TEE-S': 8, CAP: 1 })
  await moveStock(shop.tenant, shop.ids, [{ sku: 'TEE-M', location: 'Back room', kind: 'receipt', quantity: 4 }])
  const answer = await shop.tenant.get(`/api/v1/stocktakes/${id}/table`)
  const [cap, medium, small] = answer.body.data.rows
  const { variants, products, locations } = shop.ids
  const money = (cents: number | null, reason: string | null) => ({
    cents,
    currency: 'USD',
    reason,
    usd: cents === null ? null : cents / 100,
  })
  expect(small).toEqual({
    variant_id: variants['TEE-S'],
    location_id: locations['Back room'],
    location_name: 'Back room',
    product_id: products.Tee,
    product_title: 'Tee',
    variant_title: 'TEE-S',
    sku: 'TEE-S',
    barcode: null,
    system_quantity: 10,
    counted_quantity: 8,
    counted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    variance_quantity: -2,
    moved_quantity: 0,
    unit_cost: money(500, null),
    variance_value: money(-1_000, null),
  })
  expect(medium).toMatchObject({
    system_quantity: 20,
    counted_quantity: null,
    counted_at: null,
    variance_quantity: null,
    moved_quantity: 4,
    unit_cost: money(null, 'The line is not counted.'),
    variance_value: money(null, 'The line is not counted.'),
  })
  expect(cap).toMatchObject({
    counted_quantity: 1,
    variance_quantity: 1,
    unit_cost: money(null, 'No unit cost is known.'),
    variance_value: money(null, 'No unit cost is known.'),
  })
  await count(shop, id, { CAP: 0 })
  await post(shop, id)
  const posted = await shop.tenant.get(`/api/v1/stocktakes/${id}/table`)
  expect(posted.body.data.rows[0].variance_value).toEqual(money(0, null))
  expect(posted.body.data.rows[1].moved_quantity).toBeNull()
})

test('lines filter, sort, search and page by their published keys, and only within their count', async () => {
  const shop = await openShop()
  const location_ids = Object.values(shop.ids.locations)
  const id = await create(shop, { location_ids })
  await create(shop, { location_ids })
  await count(shop, id, { 'TEE-S': 8, 'TEE-M': 23, 'TEE-S @ Shop floor': 4 })
  const words = async (query: string) => {
    const answer = await shop.tenant.get(`/api/v1/stocktakes/${id}/table?${query}`)
    expect(answer.status).toBe(200)
    return answer.body.data.rows.map((row: any) => `${row.sku} @ ${row.location_name}`)
  }
  const notCounted = { key: 'counted_quantity', operation: 'is_empty', value: null }
  expect(await words(`${filterOf(notCounted)}&sort_args=location_name,sku`)).toEqual([
    'CAP @ Back room',
    'CAP @ Shop floor',
    'TEE-M @ Shop floor',
  ])
  const differing = { key: 'variance_quantity', operation: 'neq', value: 0 }
  const counted = { key: 'counted_quantity', operation: 'is_not_empty', value: null }
  expect(await words(`${filterOf(differing, counted)}&sort_args=-variance_value`)).toEqual([
    'TEE-M @ Back room',
    'TEE-S @ Back room',
  ])
  const floor = { key: 'location_id', operation: 'eq', value: shop.ids.locations['Shop floor'] }
  expect(await words(`${filterOf(floor)}&search=tee-s`)).toEqual(['TEE-S @ Shop floor'])
  expect(await words('sort_args=-system_quantity&limit=2&offset=1')).toEqual([
    'TEE-S @ Back room',
    'TEE-S @ Shop floor',
  ])
})
