/** A SKU that several lines of an order have: a shipment is booked on the lines that it was asked for, or recorded with. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { path, proveBooks } from '../support/orders.ts'
import { openWarehouseShop, type WarehouseShop } from '../support/warehouse.ts'

setDefaultTimeout(60_000)

const opened: WarehouseShop[] = []
const open = async () => {
  const shop = await openWarehouseShop()
  opened.push(shop)
  return shop
}
afterAll(() => Promise.all(opened.map((shop) => shop.stop())))

const jumpers = (first: number, second: number) => [
  { sku: 'J-S', quantity: first, unit_price_cents: 1000 },
  { sku: 'J-S', quantity: second, unit_price_cents: 9000 },
]

const place = (shop: WarehouseShop, lines: object[]) =>
  shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', lines })

const shippedOf = async (shop: WarehouseShop, order: { order_id: string }) =>
  (await shop.get(order)).line_items.map((line: any) => [line.fulfilled_quantity, line.allocated_quantity])

const sold = async ({ tenant }: WarehouseShop) => {
  const [row] = await tenant.service.database.sql`
    select coalesce(sum(units), 0)::int as units, coalesce(sum(gross_sales_cents), 0)::float8 as cents
    from sales_daily where organization_id = ${tenant.organization_id}`
  return [row!.units, row!.cents]
}

test('units that a warehouse reports by SKU are those that its request asked for, at their price', async () => {
  const shop = await open()
  const order = await place(shop, jumpers(3, 3))
  await shop.act(order, 'allocate')
  const first = order.line_items[0].line_item_id
  await shop.admin.post(`${path}/${order.order_id}/unallocate`, { lines: [{ line_item_id: first }] })
  const { request_id } = (await shop.release(order)).body.data
  const report = { report_id: 'S-1', request_id, is_complete: true, lines: [{ sku: 'J-S', quantity: 3 }] }
  expect((await shop.report('shipments', report)).status).toBe(200)
  expect(await shippedOf(shop, order)).toEqual([
    [0, 0],
    [3, 0],
  ])
  expect(await sold(shop)).toEqual([3, 27_000])
  expect(await shop.exceptions(order)).toEqual([])
  await proveBooks(shop)
})

test('of a line that is asked for in part, no more than that ships before the others', async () => {
  const shop = await open()
  const order = await place(shop, jumpers(6, 2))
  const first = order.line_items[0].line_item_id
  await shop.act(order, 'allocate')
  await shop.admin.post(`${path}/${order.order_id}/unallocate`, { lines: [{ line_item_id: first, quantity: 4 }] })
  const { request_id } = (await shop.release(order)).body.data
  const cartons = [3, 2].map((quantity) => ({ lines: [{ sku: 'J-S', quantity }] }))
  expect((await shop.report('shipments', { report_id: 'S-1', request_id, cartons })).status).toBe(200)
  // Two of each line were asked for; the fifth is one that is open beside them.
  expect(await shippedOf(shop, order)).toEqual([
    [3, 0],
    [2, 0],
  ])
  await proveBooks(shop)
})

test('the parcel of an order that was merged since is booked on its lines, though its request was called off', async () => {
  const shop = await open()
  const into = await place(shop, [{ sku: 'J-S', quantity: 2, unit_price_cents: 1000 }])
  const from = await place(shop, [{ sku: 'J-S', quantity: 3, unit_price_cents: 9000 }])
  for (const order of [into, from]) await shop.act(order, 'allocate')
  const { request_id } = (await shop.release(from)).body.data
  const merged = await shop.admin.post(`${path}/${into.order_id}/merge`, { from_order_ids: [from.order_id] })
  expect(merged.status).toBe(200)
  const report = { report_id: 'S-1', request_id, lines: [{ sku: 'J-S', quantity: 3 }] }
  expect((await shop.report('shipments', report)).status).toBe(200)
  expect(await shippedOf(shop, into)).toEqual([
    [0, 2],
    [3, 0],
  ])
  expect(await sold(shop)).toEqual([3, 27_000])
  await proveBooks(shop)
})

test('a shipment that is corrected by SKU stays on the lines that it was recorded with', async () => {
  const shop = await open()
  const order = await place(shop, jumpers(3, 3))
  await shop.act(order, 'allocate')
  const second = order.line_items[1].line_item_id
  const lines = [{ line_item_id: second, quantity: 3 }]
  const shipped = (await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines })).body.data
  const shipment = `${path}/${order.order_id}/shipments/${shipped.shipments[0].shipment_id}`
  const correct = (quantity: number, id: string) =>
    shop.admin.post(`${id}/correct`, { reason: 'Counted again', lines: [{ sku: 'J-S', quantity }] })
  const fewer = (await correct(2, shipment)).body.data.order
  expect(await shippedOf(shop, order)).toEqual([
    [0, 3],
    [2, 1],
  ])
  const again = `${path}/${order.order_id}/shipments/${fewer.shipments[0].shipment_id}`
  expect((await correct(4, again)).status).toBe(200)
  // One more than the line has outstanding is one of the other.
  expect(await shippedOf(shop, order)).toEqual([
    [1, 2],
    [3, 0],
  ])
  expect(await sold(shop)).toEqual([4, 28_000])
  await proveBooks(shop)
})
