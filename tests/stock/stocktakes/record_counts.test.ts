import { expect, test } from 'bun:test'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import {
  count,
  countsOf,
  create,
  foreignStocktake,
  onHand,
  openShop,
  post,
  read,
  readLines,
  unknownId,
} from './counting.ts'

test('recording counts changes only the totals', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await count(shop, id, { 'TEE-S': 8, 'TEE-M': 23 })
  expect(await read(shop, id)).toMatchObject({
    status: 'open',
    line_count: 3,
    counted_line_count: 2,
    system_total: 30,
    counted_total: 31,
    variance_total: 1,
    // −2 × 5.00 + 3 × 6.25
    variance_value_total: 8.75,
    variance_value_reason: null,
  })
  const lines = await readLines(shop, id)
  expect(lines['TEE-S @ Back room']).toMatchObject({ counted_quantity: 8, variance_quantity: -2 })
  expect(lines['CAP @ Back room']).toMatchObject({ counted_quantity: null, variance_quantity: null, counted_at: null })
  expect(await onHand(shop, 'TEE-S')).toBe(10)
})

test('a line without a known cost leaves the value of the variance unknown, with its reason, until it agrees', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await count(shop, id, { CAP: 3, 'TEE-S': 9 })
  expect(await read(shop, id)).toMatchObject({
    variance_total: 2,
    variance_value_total: null,
    variance_value_reason: '1 line with a variance has no known unit cost.',
  })
  await count(shop, id, { CAP: 0 })
  expect(await read(shop, id)).toMatchObject({
    counted_line_count: 2,
    variance_total: -1,
    variance_value_total: -5,
    variance_value_reason: null,
  })
})

test('a recount replaces the count and is compared with the stock at that time', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await count(shop, id, { 'TEE-S': 8 })
  await moveStock(shop.tenant, shop.ids, [{ sku: 'TEE-S', location: 'Back room', kind: 'fulfilment', quantity: -3 }])
  expect((await readLines(shop, id))['TEE-S @ Back room']).toMatchObject({
    system_quantity: 10,
    variance_quantity: -2,
    moved_quantity: -3,
  })
  await count(shop, id, { 'TEE-S': 8 })
  expect((await readLines(shop, id))['TEE-S @ Back room']).toMatchObject({
    system_quantity: 7,
    counted_quantity: 8,
    variance_quantity: 1,
    moved_quantity: 0,
  })
})

test('counts that cannot be taken are refused by their place, and none of the others is written', async () => {
  const shop = await openShop()
  const stranger = await openShop()
  const id = await create(shop)
  const [small, medium] = countsOf(shop, { 'TEE-S': 8, 'TEE-M': 23 })
  const quantity = 'must be a whole number from 0 to 1000000000'
  const cases: [unknown, string, string][] = [
    [{}, 'counts', 'is required'],
    [{ counts: [] }, 'counts', 'must be a list from 1 to 20000 items'],
    [{ counts: [small, { ...medium, counted_quantity: -1 }] }, 'counts[1].counted_quantity', quantity],
    [{ counts: [{ ...small, counted_quantity: 1.5 }] }, 'counts[0].counted_quantity', quantity],
    [{ counts: [{ ...small, counted_quantity: '8' }] }, 'counts[0].counted_quantity', quantity],
    [{ counts: [{ ...small, counted_quantity: null }] }, 'counts[0].counted_quantity', quantity],
    [{ counts: [{ ...small, counted_quantity: 1_000_000_001 }] }, 'counts[0].counted_quantity', quantity],
    [
      { counts: [small, { variant_id: unknownId, location_id: unknownId }] },
      'counts[1].counted_quantity',
      'is required',
    ],
    [{ counts: [small, medium, { ...small, counted_quantity: 9 }] }, 'counts[2]', 'is for the same line as counts[0]'],
    [{ counts: [small, { ...medium, variant_id: unknownId }] }, 'counts[1]', 'must be a line of this stocktake'],
    [
      { counts: [small, { ...medium, location_id: shop.ids.locations['Shop floor'] }] },
      'counts[1]',
      'must be a line of this stocktake',
    ],
    [{ counts: [small, ...countsOf(stranger, { CAP: 1 })] }, 'counts[1]', 'must be a line of this stocktake'],
  ]
  for (const [body, field, rule] of cases) {
    const answer = await shop.tenant.patch(`/api/v1/stocktakes/${id}/counts`, body)
    expect([answer.status, answer.body.data.field, answer.body.data.rule]).toEqual([400, field, rule])
  }
  expect(await read(shop, id)).toMatchObject({ counted_line_count: 0, counted_total: 0 })
})

test('the largest quantity is accepted and posted', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await count(shop, id, { 'TEE-S': 1_000_000_000 })
  expect((await post(shop, id)).status).toBe(200)
  expect(await onHand(shop, 'TEE-S')).toBe(1_000_000_000)
})

test('every line of the largest count is counted in one request', async () => {
  const shop = await openShop({ locations: ['Back room', 'Shop floor'], products: [{ title: 'Bead' }] })
  const { tenant, ids } = shop
  const { organization_id } = tenant
  await tenant.service.database.sql`
    insert into variants (organization_id, variant_id, product_id, sku, title)
    select ${organization_id}, gen_random_uuid(), ${ids.products.Bead!}, 'BEAD-' || n, 'Bead'
    from generate_series(1, 10000) n`
  const id = await create(shop, { location_ids: Object.values(ids.locations) })
  const lines = await tenant.service.database.sql<{ variant_id: string; location_id: string }[]>`
    select variant_id, location_id from stocktake_lines where organization_id = ${organization_id} and stocktake_id = ${id}`
  const counts = lines.map((line) => ({ ...line, counted_quantity: 3 }))
  const answer = await tenant.patch(`/api/v1/stocktakes/${id}/counts`, { counts })
  expect([answer.status, answer.text]).toEqual([204, ''])
  expect(await read(shop, id)).toMatchObject({ line_count: 20_000, counted_line_count: 20_000, counted_total: 60_000 })
}, 30_000)

test('counts of an unknown, a foreign or a posted stocktake are refused', async () => {
  const shop = await openShop()
  const body = { counts: countsOf(shop, { 'TEE-S': 8 }) }
  for (const id of [unknownId, 'nonsense', await foreignStocktake()]) {
    const answer = await shop.tenant.patch(`/api/v1/stocktakes/${id}/counts`, body)
    expect([answer.status, answer.body.code]).toEqual([404, 'stocktake_not_on_file'])
  }
  const id = await create(shop)
  await count(shop, id, { 'TEE-S': 8 })
  await post(shop, id)
  const answer = await shop.tenant.patch(`/api/v1/stocktakes/${id}/counts`, body)
  expect([answer.status, answer.body.data.rule]).toEqual([400, 'is a stocktake that is already posted'])
})
