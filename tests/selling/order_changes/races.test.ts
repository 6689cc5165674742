/** Changes that meet allocations, releases, splits and each other on one order. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { path, proveBooks } from '../support/orders.ts'
import { openWarehouseShop, type WarehouseShop } from '../support/warehouse.ts'

setDefaultTimeout(120_000)

const opened: WarehouseShop[] = []
const open = async () => {
  const shop = await openWarehouseShop()
  opened.push(shop)
  return shop
}
afterAll(() => Promise.all(opened.map((shop) => shop.stop())))

const placed = (shop: WarehouseShop, quantity: number) =>
  shop.placed({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    lines: [{ sku: 'J-M', quantity, unit_price_cents: 2500 }],
  })

const setQuantity = (shop: WarehouseShop, order: any, quantity: number) =>
  shop.tenant.patch(`${path}/${order.order_id}`, {
    lines: [{ line_item_id: order.line_items[0].line_item_id, quantity }],
  })

test('changes against allocations of two orders hold no unit twice, and a last allocation holds what is agreed', async () => {
  const shop = await open()
  const [one, other] = [await placed(shop, 3), await placed(shop, 3)]
  for (let i = 0; i < 5; i++) {
    const answers = await Promise.all([
      shop.act(one, 'allocate'),
      setQuantity(shop, one, 1 + (i % 3)),
      setQuantity(shop, other, 3 - (i % 3)),
      shop.act(other, 'allocate'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await proveBooks(shop)
  }
  await shop.act(one, 'allocate')
  await shop.act(other, 'allocate')
  const [first, second] = [await shop.get(one), await shop.get(other)]
  expect(first.allocated_units + second.allocated_units).toBe(Math.min(first.units + second.units, 5))
})

test('a warehouse is asked for what the order holds, whichever of release and change comes last', async () => {
  const shop = await open()
  const order = await placed(shop, 5)
  await shop.act(order, 'allocate')
  for (let i = 0; i < 5; i++) {
    await Promise.all([shop.release(order), setQuantity(shop, order, 1 + (i % 4)), shop.release(order)])
    const [request] = (await shop.requests(order)).filter(({ status }) => status === 'requested')
    expect(request.total_units).toBe((await shop.get(order)).allocated_units)
  }
  await proveBooks(shop)
})

test('of many splits of one order at once, each takes units that are there, and all together have its units', async () => {
  const shop = await open()
  const order = await placed(shop, 5)
  await shop.act(order, 'allocate')
  const lines = [{ line_item_id: order.line_items[0].line_item_id, quantity: 2 }]
  const answers = await Promise.all(
    [1, 2, 3].map(() => shop.admin.post(`${path}/${order.order_id}/split`, { by: 'line', lines })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400])
  const { rows } = (await shop.tenant.get(path)).body.data
  expect(rows.map(({ units }: any) => units).toSorted()).toEqual([1, 2, 2])
  expect(await shop.stock('J-M')).toEqual([5, 5])
  await proveBooks(shop)
})

test('two orders that are merged into each other at once become one', async () => {
  const shop = await open()
  for (let i = 0; i < 3; i++) {
    const [one, other] = [await placed(shop, 1), await placed(shop, 1)]
    const merge = (into: any, from: any) =>
      shop.admin.post(`${path}/${into.order_id}/merge`, { from_order_ids: [from.order_id] })
    const answers = await Promise.all([merge(one, other), merge(other, one)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect([(await shop.get(one)).units, (await shop.get(other)).units].toSorted()).toEqual([0, 2])
  }
  await proveBooks(shop)
})
