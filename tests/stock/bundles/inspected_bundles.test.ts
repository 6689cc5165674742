/** A returned bundle in quarantine: what an inspection restocks is what left, its components or the bundle itself. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { type BundleShop, bundleShop, setShop } from './sold_bundles.ts'

setDefaultTimeout(60_000)

const returns = '/api/v1/sales/returns'

/** Bundles that were sold, came back and lie in quarantine. */
async function quarantined(shop: BundleShop, units: number): Promise<number> {
  const order = await shop.sold('SET', units)
  await shop.act(order, 'allocate')
  expect((await shop.ship(order, 'SET', units)).status).toBe(201)
  const created = await shop.returned({
    order_id: order.order_id,
    location_id: shop.ids.locations.A,
    lines: [{ sku: 'SET', expected_quantity: units }],
  })
  const { id } = created.body.data
  const received = await shop.tenant.post(`${returns}/${id}/receive`, {
    lines: [{ sku: 'SET', received_quantity: units, disposition: 'quarantine' }],
  })
  expect(received.status).toBe(200)
  return id
}

const inspect = ({ session }: BundleShop, id: number, lines: object[]) =>
  session.post(`${returns}/${id}/inspections`, { lines })

const movements = async (shop: BundleShop, id: number) =>
  (await shop.movements(`document_type=return&document_id=${id}`))
    .map((row: any) => [row.sku, row.quantity_delta, row.unit_cost.usd])
    .toSorted()

const levels = async (shop: BundleShop) => [
  (await shop.level('A1'))[0],
  (await shop.level('B1'))[0],
  (await shop.level('SET'))[0],
]

test('of a bundle that left as components, an inspection restocks the components at their cost, and none of one written off', async () => {
  const shop = await setShop()
  const id = await quarantined(shop, 2)
  expect(await levels(shop)).toEqual([1, 2, 0])
  expect(await movements(shop, id)).toEqual([])
  const lost = await inspect(shop, id, [{ sku: 'SET', quantity: 1, disposition: 'write_off' }])
  expect(lost.status).toBe(200)
  expect(await levels(shop)).toEqual([1, 2, 0])
  const component = await inspect(shop, id, [{ sku: 'A1', quantity: 1, disposition: 'restock' }])
  expect([component.status, component.body.data.field]).toEqual([400, 'lines[0].sku'])
  const restocked = await inspect(shop, id, [{ sku: 'SET', quantity: 1, disposition: 'restock' }])
  expect(restocked.body.data).toMatchObject({
    units_restocked: 1,
    lines: [{ receipts: [{ quarantined_quantity: 0 }] }],
  })
  expect(await levels(shop)).toEqual([3, 3, 0])
  // What left cost as much as what came back.
  const { sql } = shop.tenant.service.database
  const left = await sql`
    select v.sku, c.unit_cost::float8 as cost from fulfilment_components c
    join variants v on v.organization_id = c.organization_id and v.variant_id = c.variant_id
    where c.organization_id = ${shop.tenant.organization_id} order by v.sku`
  expect(await movements(shop, id)).toEqual([
    ['A1', 2, left[0]!.cost],
    ['B1', 1, left[1]!.cost],
  ])
  const { inspections } = restocked.body.data.lines[0].receipts[0]
  const { inspection_id } = inspections.find(({ disposition }: any) => disposition === 'restock')
  const reverted = await shop.session.post(`${returns}/${id}/inspections/${inspection_id}/revert`, {
    reason: 'A part is missing',
  })
  expect([reverted.status, reverted.body.data.units_restocked]).toEqual([200, 0])
  expect(await levels(shop)).toEqual([1, 2, 0])
  await shop.prove()
})

test('a bundle that left with stock of its own comes back as itself, whatever its components', async () => {
  const shop = await bundleShop({ SET: 3, A1: 5, B1: 4 })
  expect((await shop.bundle('SET', { A1: 2, B1: 1 })).body.data.stocking).toBe('ready_made')
  const id = await quarantined(shop, 2)
  expect(await levels(shop)).toEqual([5, 4, 1])
  const done = await inspect(shop, id, [
    { sku: 'SET', quantity: 1, disposition: 'restock' },
    { sku: 'SET', quantity: 1, disposition: 'return_to_supplier' },
  ])
  expect(done.status).toBe(200)
  expect(await levels(shop)).toEqual([5, 4, 2])
  expect((await movements(shop, id)).map(([sku, units]: any) => [sku, units])).toEqual([['SET', 1]])
  await shop.prove()
})
