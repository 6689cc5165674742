/** Every read that shows what is available of a bundle shows what its components suffice for. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { verifyVariantStock } from '../../../server/catalogue/variant_stock/verify_variant_stock.ts'
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
  // KIT is assembled from now on, its three units stay on hand.
  await shop.change('KIT', { stocking: 'assembled_when_sold' })
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
  await shop.bundle('SET', { A1: 2, B1: 1 }, { stocking: 'assembled_when_sold' })
  await shop.count({ SET: 1, A1: 7, B1: 1 }, { location: 'B' })
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
  expect(await view(`view=combined&${at('A')}`)).toEqual([[null, 3, 2]])
  expect(await view(`view=combined&sort_args=available_qty&${at('B')}`)).toEqual([[null, 1, 1]])
  expect(await view(`view=combined&sort_args=-available_qty&${at('A', 'B')}`)).toEqual([[null, 4, 3]])
  expect([(await shop.position('SET')).atp, (await shop.position('SET', 'B')).atp]).toEqual([3, 1])
  expect(new Set((await shown(shop, 'SET')).available)).toEqual(new Set([3]))
  expect(await verifyVariantStock(shop.tenant.service.database.sql as never, shop.tenant.organization_id)).toEqual([])
})
