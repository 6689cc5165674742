/** Exceptions of orders close when their cause ends, and by the action that ends it. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { resolveStockExceptionsJob } from '../../../server/selling/fulfilment/resolve_stock_exceptions.ts'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'
import { useDatabase } from '../support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

const ship = async (shop: OrderShop, { order_id }: { order_id: string }, quantity: number, more: object = {}) => {
  const { body } = await shop.admin.post(`${path}/${order_id}/shipments`, {
    lines: [{ sku: 'J-S', quantity }],
    ...more,
  })
  return body.data
}

const exceptions = async (shop: OrderShop, { order_id }: { order_id: string }, kind: string) => {
  const { rows } = (await shop.admin.get(`/api/v1/exceptions?kind=${kind}&subject_id=${order_id}`)).body.data
  return rows.map(({ resolution }: any) => resolution)
}

const sentences = async (shop: OrderShop, { order_id }: { order_id: string }, kind: string) => {
  const { rows } = (await shop.admin.get(`/api/v1/exceptions?kind=${kind}&subject_id=${order_id}`)).body.data
  return rows.map(({ sentence }: any) => sentence)
}

async function recover(shop: OrderShop) {
  await shop.tenant.service.database.sql`delete from job_runs where job = ${resolveStockExceptionsJob.name}`
  expect(await runWhenDue(db(), resolveStockExceptionsJob)).toBe(true)
}

const account = (shop: OrderShop) => ({ trading_partner_id: shop.account_id, lifecycle: 'open' })

test('over_shipped closes with the correction or the void that ends the surplus, and with the invoice that bills it', async () => {
  const shop = await openOrderShop()
  const ends: [string, (order: any, shipment_id: string) => Promise<any>][] = [
    [
      'not_over_shipped',
      (order, id) =>
        shop.admin.post(`${path}/${order.order_id}/shipments/${id}/correct`, {
          reason: 'Mistyped',
          lines: [{ sku: 'J-S', quantity: 1 }],
        }),
    ],
    [
      'not_over_shipped',
      (order, id) => shop.admin.post(`${path}/${order.order_id}/shipments/${id}/void`, { reason: 'Mistyped' }),
    ],
    ['invoiced', (order) => shop.act(order, 'invoice')],
  ]
  for (const [resolution, end] of ends) {
    const order = await shop.placed({ ...account(shop), lines: [{ sku: 'J-S', quantity: 1 }] })
    const [shipment] = (await ship(shop, order, 2)).shipments
    expect(await exceptions(shop, order, 'over_shipped')).toEqual([null])
    const still = await shop.admin.post(`${path}/${order.order_id}/shipments/${shipment.shipment_id}/correct`, {
      reason: 'Another carrier',
      carrier: 'UPS',
    })
    const { shipment_id } = still.body.data.order.shipments[0]
    expect(await exceptions(shop, order, 'over_shipped')).toEqual([null])
    expect((await end(order, shipment_id)).status).toBeLessThan(300)
    expect(await exceptions(shop, order, 'over_shipped')).toEqual([resolution])
  }
  await proveBooks(shop)
})

test('units that other orders held are taken from the one that can wait longest, which is told so', async () => {
  const shop = await openOrderShop()
  const lines = [{ sku: 'J-S', quantity: 4 }]
  const soon = await shop.placed({ ...account(shop), lines, ship_window_end: '2027-01-10' })
  const late = await shop.placed({ ...account(shop), lines, ship_window_end: '2027-03-10' })
  for (const order of [soon, late]) await shop.act(order, 'allocate')
  const order = await shop.placed({ ...account(shop), lines: [{ sku: 'J-S', quantity: 5 }] })
  await ship(shop, order, 5)
  expect(await shop.stock('J-S')).toEqual([5, 5])
  expect((await shop.get(soon)).allocated_units).toBe(4)
  expect(await shop.get(late)).toMatchObject({ allocated_units: 1, lifecycle: 'partially_allocated' })
  expect(await sentences(shop, late, 'allocation_short')).toEqual([
    `3 units that ${late.name} held are gone: shipment ${order.name}-1 of ${order.name} took them.`,
  ])
  expect(await sentences(shop, order, 'shipped_unallocated')).toEqual([
    `5 units of shipment ${order.name}-1 left without stock being held for ${order.name}. 3 units of them had been held for ${late.name}.`,
  ])
  await recover(shop)
  expect(await exceptions(shop, order, 'shipped_unallocated')).toEqual(['holds_are_covered'])
  await shop.act(late, 'cancel')
  expect(await exceptions(shop, late, 'allocation_short')).toEqual(['cancelled'])
  await proveBooks(shop)
})

test('a shipment that leaves exactly what is not held takes no hold', async () => {
  const shop = await openOrderShop()
  const held = await shop.placed({ ...account(shop), lines: [{ sku: 'J-S', quantity: 4 }] })
  await shop.act(held, 'allocate')
  const order = await shop.placed({ ...account(shop), lines: [{ sku: 'J-S', quantity: 6 }] })
  await ship(shop, order, 6)
  expect(await shop.stock('J-S')).toEqual([4, 4])
  expect(await exceptions(shop, held, 'allocation_short')).toEqual([])
  await proveBooks(shop)
})

test('stock_negative closes by the variants that the shipment took below zero, whatever else the order shipped', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    lines: [
      { sku: 'J-S', quantity: 12 },
      { sku: 'J-M', quantity: 1 },
    ],
  })
  await ship(shop, order, 12, {
    lines: [
      { sku: 'J-S', quantity: 12 },
      { sku: 'J-M', quantity: 1 },
    ],
  })
  const other = await shop.placed({ lines: [{ sku: 'J-M', quantity: 6 }] })
  await ship(shop, other, 6, { lines: [{ sku: 'J-M', quantity: 6 }] })
  const location_id = shop.ids.locations.Main
  await shop.admin.post('/api/v1/stock-adjustments', {
    reason: 'found',
    lines: [{ sku: 'J-S', location_id, quantity: 21 }],
  })
  expect(await shop.stock('J-S')).toEqual([19, 0])
  await recover(shop)
  expect(await exceptions(shop, order, 'stock_negative')).toEqual(['stock_is_positive'])
  expect(await exceptions(shop, other, 'stock_negative')).toEqual([null])
})

test('stock_negative closes when the shipment that caused it is voided', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ ...account(shop), lines: [{ sku: 'J-S', quantity: 12 }] })
  const [{ shipment_id }] = (await ship(shop, order, 12)).shipments
  await shop.admin.post(`${path}/${order.order_id}/shipments/${shipment_id}/void`, { reason: 'Mistyped' })
  expect(await exceptions(shop, order, 'shipped_unallocated')).toEqual(['voided'])
  await recover(shop)
  expect(await exceptions(shop, order, 'stock_negative')).toEqual(['stock_is_positive'])
  await proveBooks(shop)
})
