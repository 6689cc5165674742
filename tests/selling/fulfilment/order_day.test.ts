/** The day of a consumer order that states no time: its first shipment dates it, as long as that shipment stands. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

const day = 24 * 3_600_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
const dayOf = (at: string) => at.slice(0, 10)

const ship = async (shop: OrderShop, { order_id }: { order_id: string }, shipped_at: string, quantity = 1) => {
  const body = { shipped_at, lines: [{ sku: 'J-S', quantity }] }
  const shipped = await shop.admin.post(`${path}/${order_id}/shipments`, body)
  return shipped.body.data.shipments.find((one: any) => Date.parse(one.shipped_at) === Date.parse(shipped_at))
    .shipment_id
}

const undo = async (
  shop: OrderShop,
  { order_id }: { order_id: string },
  id: string,
  verb: string,
  body: object = {},
) => {
  const undone = await shop.admin.post(`${path}/${order_id}/shipments/${id}/${verb}`, { reason: 'Mistyped', ...body })
  expect(undone.status).toBe(200)
  return undone.body.data
}

const soldOn = async ({ tenant }: OrderShop) => {
  const rows = await tenant.service.database.sql`
    select day::text as day, sum(units)::int as units from sales_daily
    where organization_id = ${tenant.organization_id} and units <> 0 group by day order by day`
  return rows.map(({ day: on, units }: any) => [on, units])
}

test('a mistyped day of shipment leaves the order and its sales when it is corrected', async () => {
  const shop = await openOrderShop()
  const customer = { email: 'jo@example.com' }
  const order = await shop.placed({ customer, lines: [{ sku: 'J-S', quantity: 2 }] })
  const [typed, right] = [ago(20), ago(2)]
  const first = await ship(shop, order, typed, 2)
  expect(await soldOn(shop)).toEqual([[dayOf(typed), 2]])
  const corrected = await undo(shop, order, first, 'correct', { shipped_at: right })
  expect(Date.parse(corrected.order.ordered_at)).toBe(Date.parse(right))
  expect(corrected.consequences).toContain(
    `Sales of ${order.name} count on ${dayOf(right)}, no longer on ${dayOf(typed)}.`,
  )
  expect(await soldOn(shop)).toEqual([[dayOf(right), 2]])
  const voided = await undo(shop, order, corrected.order.shipments[0].shipment_id, 'void')
  expect(voided.order.ordered_at).toBe(order.ordered_at)
  expect(await soldOn(shop)).toEqual([[dayOf(order.ordered_at), 2]])
  const [row] = await shop.tenant.service.database.sql`
    select first_order_at as at from customers where organization_id = ${shop.tenant.organization_id}`
  expect(new Date(row!.at).toISOString()).toBe(new Date(order.ordered_at).toISOString())
  await proveBooks(shop)
})

test('another shipment dates the order in its place, and one that left later changes nothing', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 3 }] })
  const [first, second] = [ago(9), ago(4)]
  const later = await ship(shop, order, second)
  const earlier = await ship(shop, order, first)
  expect(await soldOn(shop)).toEqual([[dayOf(first), 3]])
  const unmoved = await undo(shop, order, later, 'void')
  expect(unmoved.consequences.filter((one: string) => one.startsWith('Sales of'))).toEqual([])
  expect(await soldOn(shop)).toEqual([[dayOf(first), 3]])
  await ship(shop, order, second)
  await undo(shop, order, earlier, 'void')
  expect(await soldOn(shop)).toEqual([[dayOf(second), 3]])
  await proveBooks(shop)
})

test('a stated time of the order stays, and an order that was split off is as old as the one that it comes from', async () => {
  const shop = await openOrderShop()
  const ordered_at = ago(12)
  const stated = await shop.placed({ ordered_at, lines: [{ sku: 'J-S', quantity: 1 }] })
  const only = await ship(shop, stated, ordered_at)
  await undo(shop, stated, only, 'void')
  expect(await soldOn(shop)).toEqual([[dayOf(ordered_at), 1]])
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 2 }] })
  await ship(shop, order, ago(6))
  const split = await shop.admin.post(`${path}/${order.order_id}/split`, {
    by: 'line',
    lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 1 }],
  })
  const [part] = split.body.data.new_orders
  const early = await ship(shop, part, ago(8))
  expect((await shop.get(part)).ordered_at.slice(0, 10)).toBe(dayOf(ago(8)))
  const voided = await undo(shop, part, early, 'void')
  expect(voided.order.ordered_at.slice(0, 10)).toBe(dayOf(ago(6)))
  await proveBooks(shop)
})

const splitOff = async (shop: OrderShop, order: any) => {
  const lines = [{ line_item_id: order.line_items[0].line_item_id, quantity: 1 }]
  const split = await shop.admin.post(`${path}/${order.order_id}/split`, { by: 'line', lines })
  expect(split.status).toBe(200)
  return split.body.data.new_orders[0]
}

const placedOn = async (shop: OrderShop, ...orders: { order_id: string }[]) =>
  Promise.all(orders.map(async (order) => dayOf((await shop.get(order)).ordered_at)))

test('orders that were split off after a shipment dated the order lose its day with it, and get that of its correction', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ customer: { email: 'jo@example.com' }, lines: [{ sku: 'J-S', quantity: 5 }] })
  const [typed, right, own] = [ago(9), ago(6), ago(4)]
  const first = await ship(shop, order, typed)
  const part = await splitOff(shop, await shop.get(order))
  const half = await splitOff(shop, order)
  expect(await soldOn(shop)).toEqual([[dayOf(typed), 5]])
  const corrected = await undo(shop, order, first, 'correct', { shipped_at: right })
  expect(corrected.consequences).toContain(
    `Sales of ${part.name} count on ${dayOf(right)}, no longer on ${dayOf(typed)}.`,
  )
  expect(await placedOn(shop, order, part, half)).toEqual([right, right, right].map(dayOf))
  expect(await soldOn(shop)).toEqual([[dayOf(right), 5]])
  await ship(shop, half, own)
  expect(await placedOn(shop, half)).toEqual([dayOf(right)])
  const voided = await undo(shop, order, corrected.order.shipments[0].shipment_id, 'void')
  const today = dayOf(order.ordered_at)
  expect(voided.consequences).toContain(`Sales of ${half.name} count on ${dayOf(own)}, no longer on ${dayOf(right)}.`)
  expect(await placedOn(shop, order, part, half)).toEqual([today, today, dayOf(own)])
  expect(await soldOn(shop)).toEqual([
    [dayOf(own), 1],
    [today, 4],
  ])
  const [row] = await shop.tenant.service.database.sql`
    select first_order_at as at from customers where organization_id = ${shop.tenant.organization_id}`
  expect(dayOf(new Date(row!.at).toISOString())).toBe(dayOf(own))
  await proveBooks(shop)
})

test('an order that was split off keeps a day of its own, and that of an order which states it', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 4 }] })
  const part = await splitOff(shop, order)
  const early = ago(8)
  await ship(shop, part, early)
  const first = await ship(shop, order, ago(5))
  expect(await placedOn(shop, order, part)).toEqual([dayOf(ago(5)), dayOf(early)])
  await undo(shop, order, first, 'void')
  expect(await placedOn(shop, order, part)).toEqual([dayOf(order.ordered_at), dayOf(early)])
  const ordered_at = ago(12)
  const stated = await shop.placed({ ordered_at, lines: [{ sku: 'J-S', quantity: 2 }] })
  const only = await ship(shop, stated, ago(7))
  const ofStated = await splitOff(shop, stated)
  await undo(shop, stated, only, 'void')
  expect(await placedOn(shop, stated, ofStated)).toEqual([dayOf(ordered_at), dayOf(ordered_at)])
  await proveBooks(shop)
})

test('an order that was split off and dates itself is no younger than the order that it comes from', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 4 }] })
  const part = await splitOff(shop, order)
  await ship(shop, part, ago(5))
  const first = await ship(shop, order, ago(8))
  expect(await placedOn(shop, order, part)).toEqual([dayOf(ago(8)), dayOf(ago(8))])
  expect(await soldOn(shop)).toEqual([[dayOf(ago(8)), 4]])
  await undo(shop, order, first, 'void')
  expect(await placedOn(shop, order, part)).toEqual([dayOf(order.ordered_at), dayOf(ago(5))])
  await proveBooks(shop)
})

test('a shipment that dates an order dates what was split off it before, and a part of a part', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 6 }] })
  const part = await shop.admin.post(`${path}/${order.order_id}/split`, {
    by: 'line',
    lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 3 }],
  })
  const [child] = part.body.data.new_orders
  const grandchild = await splitOff(shop, child)
  const first = await ship(shop, order, ago(3))
  expect(await placedOn(shop, order, child, grandchild)).toEqual([ago(3), ago(3), ago(3)].map(dayOf))
  expect(await soldOn(shop)).toEqual([[dayOf(ago(3)), 6]])
  await undo(shop, order, first, 'void')
  expect(await soldOn(shop)).toEqual([[dayOf(order.ordered_at), 6]])
  await proveBooks(shop)
})
