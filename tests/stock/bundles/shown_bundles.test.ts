/** Every read that shows what is available of a bundle shows what its components suffice for. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { verifyVariantStock } from '../../../server/catalogue/variant_stock/verify_variant_stock.ts'
import { refreshCover } from '../../../server/ledger/cover.ts'
import { refresh } from '../../insight/velocity/velocity_fixture.ts'
import { dayAgo } from '../kept_stock.ts'
import { bundleShop, type BundleShop, setShop } from './sold_bundles.ts'

setDefaultTimeout(60_000)

const filtered = (key: string, operation: string, value: unknown) =>
  `filter_args=${encodeURIComponent(JSON.stringify([{ key, operation, value }]))}`

async function rowsOf(shop: BundleShop, path: string): Promise<any[]> {
  const answer = await shop.tenant.get(path)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data.rows
}

/** Units available of a variant, and health, by each read that shows them. */
async function shown(shop: BundleShop, sku: string) {
  const { ids, tenant } = shop
  const id = ids.variants[sku]!
  const of = filtered('sku', 'eq', sku)
  const [combined] = await rowsOf(shop, `/api/v1/inventory/table?view=combined&${of}`)
  const at = filtered('location_id', 'in', [ids.locations.A, ids.locations.B])
  const rowOfPlaces = (await rowsOf(shop, `/api/v1/inventory/table?view=combined&limit=50&${at}`)).find(
    (row) => row.variant_id === id,
  )
  const [variant] = await rowsOf(shop, `/api/v1/variants/table?${of}`)
  const [velocity] = await rowsOf(shop, `/api/v1/sales/velocity/table?${of}`)
  const one = (await tenant.get(`/api/v1/variants/${id}`)).body.data
  const { total } = (await tenant.get(`/api/v1/variants/${id}/drawer-overview`)).body.data
  const matrix = (await tenant.get(`/api/v1/inventory/allocation-matrix?variant_ids=${id}`)).body.data
  return {
    available: [
      (await shop.position(sku)).atp,
      combined.available_qty,
      ...(rowOfPlaces === undefined ? [] : [rowOfPlaces.available_qty]),
      variant.available_qty,
      velocity.available_qty,
      one.available_qty,
      one.stock.reduce((sum: number, level: any) => sum + level.available_qty, 0),
      total.available_qty,
    ],
    health: [combined.health, total.health],
    places: matrix.variants[0].cells.map((cell: any) => cell.health),
    cover: [combined.days_of_cover, total.days_of_cover, combined.cover_reason, total.cover_reason_code],
  }
}

test('of 5 A1 and 4 B1, every list and read shows two bundles of 2 × A1 and 1 × B1, and none once they are held', async () => {
  const shop = await setShop()
  const before = await shown(shop, 'SET')
  expect(new Set(before.available)).toEqual(new Set([2]))
  expect(before.health).toEqual(['healthy', 'healthy'])
  expect(before.places.toSorted()).toEqual(['healthy', 'out_of_stock'])
  expect(before.cover).toEqual([null, null, expect.stringContaining('components'), 'assembled_when_sold'])

  await shop.act(await shop.sold('SET', 2), 'allocate')
  const held = await shown(shop, 'SET')
  expect(new Set(held.available)).toEqual(new Set([0]))
  expect(held.health).toEqual(['out_of_stock', 'out_of_stock'])
  expect(new Set((await shown(shop, 'A1')).available)).toEqual(new Set([1]))
})

test('nested bundles, bundles that share a component and a ready-made bundle show what their position says', async () => {
  const shop = await bundleShop({ BOX: 0, CRATE: 0, OTHER: 0, KIT: 3, A1: 11, B1: 9 })
  await shop.bundle('BOX', { A1: 2, B1: 1 })
  await shop.bundle('CRATE', { BOX: 2, A1: 1 })
  await shop.bundle('OTHER', { A1: 4 })
  await shop.bundle('KIT', { A1: 1 })
  for (const [sku, units] of [
    ['BOX', 5],
    ['CRATE', 2],
    ['OTHER', 2],
    ['KIT', 3],
    ['A1', 11],
  ] as const)
    expect([sku, new Set((await shown(shop, sku)).available)]).toEqual([sku, new Set([units])])
  // KIT is assembled, and has three units on hand from before.
  await shop.keepOwnStock('KIT')
  expect(new Set((await shown(shop, 'KIT')).available)).toEqual(new Set([11]))
  const [level] = await rowsOf(shop, `/api/v1/inventory/table?${filtered('sku', 'eq', 'KIT')}`)
  expect([level.on_hand_qty, level.available_qty]).toEqual([3, 11])
})

test('filters and both directions of a sort compare the units that rows show, also of a bundle without stock', async () => {
  const shop = await bundleShop({ SET: 0, A1: 5, B1: 1, C1: 9 })
  await shop.bundle('SET', { A1: 2 })
  for (const table of ['inventory/table?view=combined', 'variants/table?']) {
    const skus = async (query: string) => (await rowsOf(shop, `/api/v1/${table}&${query}`)).map((row) => row.sku)
    expect(await skus('sort_args=available_qty')).toEqual(['B1', 'SET', 'A1', 'C1'])
    expect(await skus('sort_args=-available_qty')).toEqual(['C1', 'A1', 'SET', 'B1'])
    expect(await skus('sort_args=-available_qty&limit=2&offset=1')).toEqual(['A1', 'SET'])
    expect(await skus(`sort_args=sku&${filtered('available_qty', 'between', [2, 5])}`)).toEqual(['A1', 'SET'])
  }
})

test('at each of two locations, a bundle is available as often as the components there suffice for', async () => {
  const shop = await bundleShop({ SET: 3, A1: 5, B1: 4 })
  await shop.bundle('SET', { A1: 2, B1: 1 })
  await shop.count({ SET: 1, A1: 7, B1: 1 }, { location: 'B' })
  await shop.keepOwnStock('SET')
  const view = async (query: string) =>
    (await rowsOf(shop, `/api/v1/inventory/table?${query}`))
      .filter((row) => row.sku === 'SET')
      .map((row) => [row.location_name, row.on_hand_qty, row.available_qty])
  const at = (...places: string[]) =>
    filtered(
      'location_id',
      'in',
      places.map((place) => shop.ids.locations[place]),
    )
  expect(await view('sort_args=location_name')).toEqual([
    ['A', 3, 2],
    ['B', 1, 1],
  ])
  // Filters and sorts compare what the rows show, not the three units of its own.
  expect(await view(filtered('available_qty', 'eq', 2))).toEqual([['A', 3, 2]])
  expect(await view(filtered('available_qty', 'eq', 3))).toEqual([])
  expect(await view(filtered('available_qty', 'between', [1, 2]))).toHaveLength(2)
  const skus = async (sort: string) =>
    (await rowsOf(shop, `/api/v1/inventory/table?sort_args=${sort}&${at('A')}`)).map((row) => row.sku)
  expect(await skus('available_qty')).toEqual(['SET', 'B1', 'A1'])
  expect(await skus('-available_qty')).toEqual(['A1', 'B1', 'SET'])
  expect(await view(filtered('health', 'eq', 'healthy'))).toHaveLength(2)
  expect(await view(`view=combined&${at('A')}`)).toEqual([[null, 3, 2]])
  expect(await view(`view=combined&sort_args=available_qty&${at('B')}`)).toEqual([[null, 1, 1]])
  expect(await view(`view=combined&sort_args=-available_qty&${at('A', 'B')}`)).toEqual([[null, 4, 3]])
  expect([(await shop.position('SET')).atp, (await shop.position('SET', 'B')).atp]).toEqual([3, 1])
  expect(new Set((await shown(shop, 'SET')).available)).toEqual(new Set([3]))
  expect(await verifyVariantStock(shop.tenant.service.database.sql as never, shop.tenant.organization_id)).toEqual([])
})

/** Sells whole sets, which leave today, and puts the sales on another day. */
async function soldOn(shop: BundleShop, sku: string, quantity: number, day: string) {
  const order = await shop.sold(sku, quantity)
  await shop.act(order, 'allocate')
  expect((await shop.ship(order, sku, quantity)).status).toBe(201)
  await shop.tenant.service.database.sql`
    update sales_daily set day = ${day}::date
    where organization_id = ${shop.tenant.organization_id} and variant_id = ${shop.ids.variants[sku]!} and units = ${quantity}`
}

test('the velocity of a component says what bundles take of it a day, and its cover counts both', async () => {
  const shop = await bundleShop({ BOX: 0, CRATE: 0, KIT: 20, A1: 200, B1: 60 })
  await shop.bundle('BOX', { A1: 2, B1: 1 })
  await shop.bundle('CRATE', { BOX: 2, A1: 1 })
  await shop.bundle('KIT', { A1: 9 })
  const day = dayAgo(3)
  await soldOn(shop, 'A1', 14, day)
  await soldOn(shop, 'BOX', 7, day)
  await soldOn(shop, 'CRATE', 7, day)
  // Ready-made: it takes no A1 from stock.
  await soldOn(shop, 'KIT', 3, day)
  const refreshed = await shop.tenant.service.database.sql.begin((tx) =>
    refreshCover(tx as never, shop.tenant.organization_id, new Date().toISOString()),
  )
  expect(refreshed).toBeGreaterThan(0)
  const rows = async (query: string) => rowsOf(shop, `/api/v1/sales/velocity/table?weeks=4&${query}`)
  const bySku = async (sku: string) => (await rows(filtered('sku', 'eq', sku)))[0]
  const figures = (row: any) => [
    row.units_sold,
    row.units_per_day,
    row.units_sold_in_bundles,
    row.units_per_day_in_bundles,
    row.units_per_day_with_bundles,
  ]
  // 7 × 2 in BOX and 7 × 5 in CRATE, over 28 days in stock.
  expect(figures(await bySku('A1'))).toEqual([14, 0.5, 49, 1.75, 2.25])
  // 7 and 7 × 2.
  expect(figures(await bySku('B1'))).toEqual([0, 0, 21, 0.75, 0.75])
  expect(figures(await bySku('BOX'))).toEqual([7, 0.25, 0, 0, 0.25])
  expect(figures(await bySku('KIT'))).toEqual([3, 0.1071, 0, 0, 0.1071])

  // 200 - 14 - 14 - 35 = 137 left of A1, and 60 - 21 = 39 of B1, at the rates that cover has.
  const levels = await rowsOf(shop, '/api/v1/inventory/table?view=combined&limit=50')
  for (const [sku, available, perDay] of [
    ['A1', 137, 2.25],
    ['B1', 39, 0.75],
  ] as const) {
    const row = await bySku(sku)
    const level = levels.find((one) => one.sku === sku)
    expect([sku, row.available_qty, level.available_qty]).toEqual([sku, available, available])
    expect(row.weeks_of_cover).toBe(Math.round((available / perDay / 7) * 10) / 10)
    expect(level.days_of_cover).toBe(Math.round((available / perDay) * 10) / 10)
    expect(row.cover_reason_code).toBeNull()
  }

  const contributions = (
    await shop.tenant.get(`/api/v1/sales/velocity/variants/${shop.ids.variants.A1}/bundle-contributions?weeks=4`)
  ).body.data.contributions
  const unitsInBundles = contributions
    .filter((one: any) => one.sku !== 'KIT')
    .reduce((sum: number, one: any) => sum + one.units, 0)
  expect(unitsInBundles).toBe(49)

  const [product] = await rowsOf(shop, '/api/v1/sales/velocity/table?weeks=4&type=products')
  expect([product.units_sold, product.units_sold_in_bundles, product.units_per_day_with_bundles]).toEqual([
    31,
    null,
    null,
  ])
  const totals = await shop.tenant.get('/api/v1/sales/velocity/table/totals?weeks=4')
  expect(totals.body.data.units_sold).toBe(31)

  const sorted = async () => (await rows('sort_args=weeks_of_cover')).map((row) => [row.sku, row.weeks_of_cover])
  const live = await sorted()
  expect(live.map(([, weeks]) => weeks)).toEqual(
    live.map(([, weeks]) => weeks).toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity)),
  )
  await refresh(shop.tenant)
  expect(await sorted()).toEqual(live)
})
