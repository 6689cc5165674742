/** What ends a shortage that a warehouse reported, and its reports of shipments that were voided since. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { proveBooks } from '../support/orders.ts'
import { openWarehouseShop, type WarehouseShop } from '../support/warehouse.ts'

setDefaultTimeout(60_000)

const opened: WarehouseShop[] = []
const open = async () => {
  const shop = await openWarehouseShop()
  opened.push(shop)
  return shop
}
afterAll(() => Promise.all(opened.map((shop) => shop.stop())))

async function allocated(shop: WarehouseShop, lines: object[]) {
  const order = await shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', lines })
  await shop.act(order, 'allocate')
  return order
}

test('a shortage that a warehouse reports closes when the rest is cancelled, shipped or released again', async () => {
  const shop = await open()
  const resolutions = async ({ order_id }: { order_id: string }) => {
    const { rows } = (await shop.admin.get(`/api/v1/exceptions?kind=quantity_short&subject_id=${order_id}`)).body.data
    return rows.map(({ resolution }: any) => resolution)
  }
  const ends: [string, (order: any) => Promise<any>][] = [
    ['nothing_outstanding', (order) => shop.act(order, 'cancel')],
    ['released', (order) => shop.release(order)],
    [
      'nothing_outstanding',
      ({ order_id, line_items: [line] }) =>
        shop.admin.post(`/api/v1/sales/orders/${order_id}/shipments`, {
          lines: [{ line_item_id: line.line_item_id, quantity: 1 }],
        }),
    ],
  ]
  for (const [i, [resolution, end]] of ends.entries()) {
    const order = await allocated(shop, [{ sku: 'J-S', quantity: 2 }])
    const { request_id } = (await shop.release(order)).body.data
    const report = { report_id: `SHORT-${i}`, request_id, is_complete: true, lines: [{ sku: 'J-S', quantity: 1 }] }
    expect((await shop.report('shipments', report)).status).toBe(200)
    expect(await resolutions(order)).toEqual([null])
    expect((await end(order)).status).toBeLessThan(300)
    expect(await resolutions(order)).toEqual([resolution])
  }
  await proveBooks(shop)
})

test('the report of a shipment that was voided since is answered as it was then, and books nothing', async () => {
  const shop = await open()
  const order = await allocated(shop, [{ sku: 'J-S', quantity: 2 }])
  const { request_id } = (await shop.release(order)).body.data
  const report = { report_id: 'VOIDED-1', request_id, lines: [{ sku: 'J-S', quantity: 2 }] }
  expect((await shop.report('shipments', report)).status).toBe(200)
  const [{ shipment_id }] = (await shop.get(order)).shipments
  const address = `/api/v1/sales/orders/${order.order_id}/shipments/${shipment_id}/void`
  expect((await shop.admin.post(address, { reason: 'Another order' })).status).toBe(200)
  expect((await shop.report('shipments', report)).status).toBe(200)
  expect(await shop.get(order)).toMatchObject({ fulfilled_units: 0, shipments: [] })
  const other = await shop.report('shipments', { ...report, lines: [{ sku: 'J-S', quantity: 1 }] })
  expect(other.status).toBe(409)
  expect(
    (await shop.report('shipments', { ...report, request_id: undefined, order_id: order.order_id, report_id: 'NEW-1' }))
      .status,
  ).toBe(200)
  expect(await shop.get(order)).toMatchObject({ fulfilled_units: 2 })
  await proveBooks(shop)
})

test('the parcel of an order that was merged since is booked on the order that has its lines, whoever reports it', async () => {
  const shop = await open()
  const orders = []
  for (let i = 0; i < 3; i++) orders.push(await allocated(shop, [{ sku: 'J-S', quantity: 3 }]))
  const [into, middle, gone] = orders
  const { request_id } = (await shop.release(gone)).body.data
  const merge = (one: any, other: any) =>
    shop.admin.post(`/api/v1/sales/orders/${one.order_id}/merge`, { from_order_ids: [other.order_id] })
  expect((await merge(middle, gone)).status).toBe(200)
  expect((await merge(into, middle)).status).toBe(200)
  const lines = [{ sku: 'J-S', quantity: 1 }]
  for (const [i, named] of [{ request_id }, { order_id: gone.order_id }, { order_id: into.order_id }].entries()) {
    const { status, body } = await shop.report('shipments', { report_id: `MERGED-${i}`, ...named, lines })
    expect([status, body.data?.order_id, body.data?.order_name]).toEqual([200, into.order_id, into.name])
  }
  const address = `/api/v1/sales/orders/${middle.order_id}/shipments`
  for (const external_id of ['PARCEL-1', 'PARCEL-1']) {
    const booked = await shop.admin.post(address, { external_id, lines })
    expect([booked.status, booked.body.data.order_id]).toEqual([201, into.order_id])
  }
  // The one that names the request is of the lines that were asked for; the others fill the open lines in order.
  expect((await shop.get(into)).line_items.map((line: any) => line.fulfilled_quantity)).toEqual([3, 0, 1])
  expect(await shop.get(gone)).toMatchObject({ lifecycle: 'cancelled', shipments: [] })
  await proveBooks(shop)
})
