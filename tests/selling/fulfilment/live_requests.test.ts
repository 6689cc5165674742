/** An order that a warehouse was asked to ship can be changed and held back: the warehouse gets what is left to ship. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { path, proveBooks } from '../support/orders.ts'
import {
  openWarehouseShop,
  type RequestWorker,
  startRequestWorker,
  token,
  type WarehouseShop,
} from '../support/warehouse.ts'

setDefaultTimeout(60_000)

const opened: WarehouseShop[] = []
let worker: RequestWorker
const open = async () => {
  const shop = await openWarehouseShop()
  worker ??= await startRequestWorker(shop.tenant.service.settings)
  opened.push(shop)
  return shop
}
afterAll(async () => {
  await worker.stop()
  await Promise.all(opened.map((shop) => shop.stop()))
})

const bodies = ({ receiver }: WarehouseShop) =>
  receiver.received.map(({ body }) => JSON.parse(body)).map((one) => [one.revision, one.status, one.total_units])

async function released(shop: WarehouseShop, lines: object[]) {
  const order = await shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', lines })
  await shop.act(order, 'allocate')
  expect((await shop.release(order)).status).toBe(200)
  await worker.settle()
  return order
}

const update = (shop: WarehouseShop, { order_id }: { order_id: string }, body: object) =>
  shop.tenant.patch(`${path}/${order_id}`, body)

const quantity = (order: any, units: number) => ({
  lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: units }],
})

test('a change revises the request under its id; what the warehouse does not see sends nothing', async () => {
  const shop = await open()
  const order = await released(shop, [{ sku: 'J-S', quantity: 4 }])
  expect((await update(shop, order, quantity(order, 2))).status).toBe(200)
  await worker.settle()
  const price = { line_item_id: order.line_items[0].line_item_id, unit_price_cents: 2400 }
  expect((await update(shop, order, { lines: [price], freight_cents: 5, terms: 'net_60' })).status).toBe(200)
  await worker.settle()
  expect((await update(shop, order, { notes: 'Call before delivery.' })).status).toBe(200)
  await worker.settle()
  expect(bodies(shop)).toEqual([
    [1, 'requested', 4],
    [2, 'requested', 2],
    [3, 'requested', 2],
  ])
  expect(await shop.requests(order)).toMatchObject([{ revision: 3, status: 'requested', state: 'sent' }])
  const given = await shop.admin.post(`${path}/${order.order_id}/unallocate`, {})
  expect(given.body.data.lifecycle).toBe('open')
  await worker.settle()
  expect(bodies(shop)[3]).toEqual([4, 'called_off', 0])
  await proveBooks(shop)
})

test('an order that moves is called off where it was, and asked for where it ships from now if that place is connected', async () => {
  const shop = await open()
  const { Main, Store } = shop.ids.locations
  await shop.admin.post('/api/v1/stock-adjustments', {
    reason: 'found',
    lines: [{ sku: 'J-S', location_id: Store, quantity: 9 }],
  })
  const order = await released(shop, [{ sku: 'J-S', quantity: 4 }])
  expect((await update(shop, order, { location_id: Store })).body.data).toMatchObject({ allocated_units: 4 })
  await worker.settle()
  expect(bodies(shop)).toEqual([
    [1, 'requested', 4],
    [2, 'called_off', 0],
  ])
  expect(await shop.requests(order)).toMatchObject([{ status: 'called_off' }])
  await update(shop, order, { location_id: Main })
  await shop.release(order)
  const made = await shop.admin.post('/api/v1/warehouse-connections', {
    name: 'Store room',
    location_id: Store,
    url: shop.receiver.url,
    fulfilment_url: shop.receiver.url,
    bearer_token: token,
  })
  expect(made.status).toBe(201)
  await worker.settle()
  await update(shop, order, { location_id: Store })
  await worker.settle()
  const requests = await shop.requests(order)
  expect(requests.map((one: any) => [one.warehouse, one.status]).toSorted()).toEqual([
    ['Harbour', 'called_off'],
    ['Harbour', 'called_off'],
    ['Store room', 'requested'],
  ])
  await proveBooks(shop)
})

test('a change that the warehouse cannot be told is refused, naming the request, and changes nothing', async () => {
  const shop = await open()
  const order = await released(shop, [{ sku: 'J-S', quantity: 4 }])
  const [{ request_id }] = await shop.requests(order)
  const ended = await shop.admin.post(`/api/v1/warehouse-connections/${shop.connection_id}/deactivate`)
  expect(ended.status).toBe(200)
  const refused = await update(shop, order, quantity(order, 2))
  expect([refused.status, refused.body.code, refused.body.data.request_id]).toEqual([409, 'conflict', request_id])
  expect(refused.body.message.desc).toContain(request_id)
  expect(await shop.get(order)).toMatchObject({ units: 4, allocated_units: 4 })
  expect(await shop.stock('J-S')).toEqual([10, 4])
})

test('a hold calls the request off; what the warehouse ships all the same is booked, and an exception says so', async () => {
  const shop = await open()
  const order = await released(shop, [{ sku: 'J-S', quantity: 4 }])
  const hold = await shop.admin.post(`${path}/${order.order_id}/hold`, { reason: 'fraud' })
  expect(hold.body.data).toMatchObject({ lifecycle: 'allocated', allocated_units: 4 })
  await worker.settle()
  expect(bodies(shop)).toEqual([
    [1, 'requested', 4],
    [2, 'called_off', 0],
  ])
  const report = await shop.report('shipments', {
    report_id: 'S-1',
    order_id: order.order_id,
    lines: [{ sku: 'J-S', quantity: 4 }],
  })
  expect([report.status, report.body.data.lifecycle]).toEqual([200, 'fulfilled'])
  expect(await shop.exceptions(order)).toEqual([
    ['shipped_on_hold', `Shipment ${order.name}-1 left although ${order.name} was on hold (fraud).`],
  ])
  expect((await shop.get(order)).hold.reason).toBe('fraud')
  const free = await shop.admin.post(`${path}/${order.order_id}/release-hold`, { note: 'Paid' })
  expect(free.body.data).toMatchObject({ hold: null, exceptions_open: 0, lifecycle: 'fulfilled' })
  await proveBooks(shop)
})

const record = (shop: WarehouseShop, { order_id }: { order_id: string }, units: number, more: object = {}) =>
  shop.admin.post(`${path}/${order_id}/shipments`, { lines: [{ sku: 'J-S', quantity: units }], ...more })

test('a part that a person records leaves the warehouse with what is left to ship, and the whole leaves it with nothing', async () => {
  const shop = await open()
  const order = await released(shop, [{ sku: 'J-S', quantity: 4 }])
  const part = await record(shop, order, 1)
  expect([part.status, part.body.data.allocated_units]).toEqual([201, 3])
  await worker.settle()
  expect(bodies(shop)).toEqual([
    [1, 'requested', 4],
    [2, 'requested', 3],
  ])
  const second = JSON.parse(shop.receiver.received[1]!.body)
  const [{ request_id }] = await shop.requests(order)
  expect(second.request_id).toBe(request_id)
  expect(second.line_items).toMatchObject([{ sku: 'J-S', quantity: 3, shipped_quantity: 1 }])
  const [shipment] = part.body.data.shipments
  const undo = (verb: string, body: object) =>
    shop.admin.post(`${path}/${order.order_id}/shipments/${shipment.shipment_id}/${verb}`, { reason: 'Typo', ...body })
  expect((await undo('void', {})).body.data.order.allocated_units).toBe(4)
  await worker.settle()
  expect(bodies(shop)[2]).toEqual([3, 'requested', 4])
  const { Store } = shop.ids.locations
  expect((await record(shop, order, 2, { location_id: Store })).status).toBe(201)
  await worker.settle()
  expect(bodies(shop)[3]).toEqual([4, 'requested', 2])
  expect((await record(shop, order, 2)).body.data.lifecycle).toBe('fulfilled')
  await worker.settle()
  expect(bodies(shop)).toHaveLength(4)
  expect(await shop.requests(order)).toMatchObject([{ request_id, revision: 4, status: 'completed' }])
  await proveBooks(shop)
})

test('a shipment that a warehouse reports sends it nothing, and a correction of it by a person what is left to ship then', async () => {
  const shop = await open()
  const order = await released(shop, [{ sku: 'J-S', quantity: 4 }])
  const report = { report_id: 'S-1', order_id: order.order_id, lines: [{ sku: 'J-S', quantity: 1 }] }
  const reported = await shop.report('shipments', report)
  expect(reported.body.data.request.status).toBe('requested')
  await worker.settle()
  expect(bodies(shop)).toHaveLength(1)
  const { shipment_id } = reported.body.data.shipment
  const corrected = await shop.admin.post(`${path}/${order.order_id}/shipments/${shipment_id}/correct`, {
    reason: 'Counted again',
    lines: [{ sku: 'J-S', quantity: 2 }],
  })
  expect(corrected.status).toBe(200)
  await worker.settle()
  expect(bodies(shop)[1]).toEqual([2, 'requested', 2])
  const other = await shop.report('shipments', { ...report, report_id: 'S-2', lines: [{ sku: 'J-M', quantity: 1 }] })
  expect([other.status, other.body.data]).toEqual([
    400,
    {
      field: 'lines[0].sku',
      rule: 'must be a SKU of the order; the seller records a shipment of another variant, with instead_of',
    },
  ])
})

test('a shipment is booked although its warehouse cannot be told, and an exception says that it was not', async () => {
  const shop = await open()
  const order = await released(shop, [{ sku: 'J-S', quantity: 4 }])
  expect((await shop.admin.post(`/api/v1/warehouse-connections/${shop.connection_id}/deactivate`)).status).toBe(200)
  expect((await record(shop, order, 1)).status).toBe(201)
  await worker.settle()
  expect(bodies(shop)).toHaveLength(1)
  expect((await shop.exceptions(order)).map(([kind]) => kind)).toEqual(['warehouse_request_undelivered'])
  expect(await shop.requests(order)).toMatchObject([{ status: 'called_off', state: 'failed' }])
})
