/** Goods move after what they depend on: the order, and what its date is where nobody stated one. */
import { expect, test } from 'bun:test'
import type { Answer } from '../support/service/tenant.ts'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'

const refused = ({ status, body }: Answer) => [status, body.code, body.data?.field]
const purchaseOrders = ({ tenant }: KeptStock, path = '') =>
  `/api/v1/organizations/${tenant.organization_id}/purchase-orders${path}`
const orderDate = async (shop: KeptStock, order: string) =>
  (await shop.tenant.get(purchaseOrders(shop, `/${order}`))).body.data.order_date
const salesOrder = async ({ tenant }: KeptStock, { order_id }: { order_id: string }) =>
  (await tenant.get(`/api/v1/sales/orders/${order_id}`)).body.data
const soldOn = async ({ tenant }: KeptStock) => [
  ...(await tenant.service.database.sql<{ day: string; units: number; cost: number }[]>`
    select day::text as day, units::int as units, known_cost_cents::int as cost from sales_daily
    where organization_id = ${tenant.organization_id} order by day`),
]

test('goods arrive no earlier than the day of an order that states one', async () => {
  const shop = await keptStock()
  const order = await shop.ordered([['COAT', 30, 10]], { order_date: dayAgo(3) })
  const early = await shop.deliver(order, [['COAT', 1]], { received_at: noonAgo(4) })
  expect(refused(early)).toEqual([400, 'bad_request', 'received_at'])
  expect(early.body.data).toMatchObject({
    rule: `must not be before order_date, ${dayAgo(3)}`,
    allowed: [`from ${dayAgo(3)} on`],
  })
  const onTheDay = await shop.deliver(order, [['COAT', 1]], { received_at: `${dayAgo(3)}T00:00:00Z` })
  expect(onTheDay.status).toBe(200)
  const corrected = await shop.tenant.patch(
    purchaseOrders(shop, `/${order}/deliveries/${onTheDay.body.data.delivery_id}`),
    { received_at: noonAgo(4) },
  )
  expect(refused(corrected)).toEqual([400, 'bad_request', 'received_at'])
  const bulk = await shop.tenant.post(purchaseOrders(shop, `/${order}/deliveries/bulk`), {
    deliveries: [2, 4].map((days) => ({
      line_items: [{ variant_id: shop.ids.variants.COAT, received_quantity: 1 }],
      received_at: noonAgo(days),
    })),
  })
  expect(refused(bulk)).toEqual([400, 'bad_request', 'deliveries[1].received_at'])
  expect(await orderDate(shop, order)).toBe(dayAgo(3))
})

test('an order of which no date was stated is dated by the first of its goods', async () => {
  const shop = await keptStock()
  const order = await shop.ordered([['COAT', 30, 10]])
  expect(await orderDate(shop, order)).toBe(dayAgo(0))
  await shop.deliver(order, [['COAT', 1]])
  expect(await orderDate(shop, order)).toBe(dayAgo(0))
  const { delivery_id } = (await shop.deliver(order, [['COAT', 2]], { received_at: noonAgo(2) })).body.data
  expect(await orderDate(shop, order)).toBe(dayAgo(2))
  await shop.deliver(order, [['COAT', 3]], { received_at: noonAgo(1) })
  expect(await orderDate(shop, order)).toBe(dayAgo(2))
  const path = purchaseOrders(shop, `/${order}/deliveries/${delivery_id}`)
  expect((await shop.tenant.patch(path, { received_at: noonAgo(5) })).status).toBe(200)
  expect(await orderDate(shop, order)).toBe(dayAgo(5))
  await shop.prove()
})

test('an order is placed no later than its goods move', async () => {
  const shop = await keptStock()
  const order = await shop.ordered([['COAT', 30, 10]], { order_date: dayAgo(6) })
  await shop.deliver(order, [['COAT', 2]], { received_at: noonAgo(4) })
  const { delivery_id } = (await shop.deliver(order, [['COAT', 1]], { received_at: noonAgo(5) })).body.data
  const dated = (order_date: string) => shop.tenant.patch(purchaseOrders(shop, `/${order}`), { order_date })
  const late = await dated(dayAgo(4))
  expect(refused(late)).toEqual([400, 'bad_request', 'order_date'])
  expect(late.body.data.rule).toContain('received_at')
  expect((await dated(dayAgo(5))).body.data.order_date).toBe(dayAgo(5))
  // A delivery that was removed brought nothing.
  expect((await shop.tenant.delete(purchaseOrders(shop, `/${order}/deliveries/${delivery_id}`))).status).toBeLessThan(
    300,
  )
  expect((await dated(dayAgo(4))).body.data.order_date).toBe(dayAgo(4))
})

test('an order may be planned for a coming day, and its goods do not arrive before it', async () => {
  const shop = await keptStock()
  const planned = (days: number) =>
    shop.tenant.post(purchaseOrders(shop), { location_id: shop.ids.locations.A, order_date: dayAgo(-days) })
  expect(refused(await planned(401))).toEqual([400, 'bad_request', 'order_date'])
  expect((await planned(400)).status).toBe(200)
  const order = await shop.ordered([['COAT', 3, 10]], { order_date: dayAgo(-1) })
  const delivered = await shop.tenant.post(purchaseOrders(shop, `/${order}/mark_delivered`))
  expect(refused(delivered)).toEqual([400, 'bad_request', 'received_at'])
  expect(refused(await shop.deliver(order, [['COAT', 1]]))).toEqual([400, 'bad_request', 'received_at'])
  // Sent ahead of its day after all: the order has the day that it really was placed on.
  expect((await shop.tenant.patch(purchaseOrders(shop, `/${order}`), { order_date: dayAgo(1) })).status).toBe(200)
  expect((await shop.deliver(order, [['COAT', 1]], { received_at: noonAgo(1) })).status).toBe(200)
})

const transferred = (shop: KeptStock, quantity: number, more: object = {}) =>
  shop.ordered([['COAT', quantity, 0]], {
    order_type: 'transfer',
    supplier: 'none',
    source_location_id: shop.ids.locations.A,
    location_id: shop.ids.locations.B,
    ...more,
  })

test('a transfer that left days ago is recorded as it left, and counts include it', async () => {
  const shop = await keptStock()
  await shop.count({ COAT: 7 })
  const transfer = await transferred(shop, 3)
  const issued = await shop.tenant.post(purchaseOrders(shop, `/${transfer}/issue`), { shipped_at: noonAgo(2) })
  expect([issued.status, issued.text]).toEqual([200, issued.text])
  expect(Date.parse(issued.body.data.issued_at)).toBe(Date.parse(noonAgo(2)))
  expect(issued.body.data.order_date).toBe(dayAgo(2))
  // Seven were counted after the three had left: the count holds, and the days before it show that they left.
  expect(await shop.stock('COAT')).toEqual({ units: 7, value: 84 })
  const early = await shop.deliver(transfer, [['COAT', 3]], { received_at: noonAgo(3) })
  expect(refused(early)).toEqual([400, 'bad_request', 'received_at'])
  expect(early.body.data.rule).toContain('issued_at')
  expect((await shop.deliver(transfer, [['COAT', 3]], { received_at: noonAgo(2) })).status).toBe(200)
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 3, value: 36 })
  await shop.prove()
})

test('only a transfer departs, no earlier than its order, and in the open books', async () => {
  const shop = await keptStock()
  const purchase = await shop.ordered([['COAT', 3, 10]])
  const issue = (order: string, shipped_at: string) =>
    shop.tenant.post(purchaseOrders(shop, `/${order}/issue`), { shipped_at })
  expect(refused(await issue(purchase, noonAgo(1)))).toEqual([400, 'bad_request', 'shipped_at'])
  const transfer = await transferred(shop, 3, { order_date: dayAgo(2) })
  const early = await issue(transfer, noonAgo(3))
  expect(refused(early)).toEqual([400, 'bad_request', 'shipped_at'])
  expect(early.body.data.rule).toBe(`must not be before order_date, ${dayAgo(2)}`)
  expect(refused(await issue(transfer, noonAgo(500)))).toEqual([400, 'bad_request', 'shipped_at'])
  const ahead = await transferred(shop, 3, { order_date: dayAgo(-1) })
  expect(refused(await shop.tenant.post(purchaseOrders(shop, `/${ahead}/issue`)))).toEqual([
    400,
    'bad_request',
    'shipped_at',
  ])
  expect((await issue(transfer, `${dayAgo(2)}T00:00:00Z`)).status).toBe(200)
  const late = await shop.tenant.patch(purchaseOrders(shop, `/${transfer}`), { order_date: dayAgo(1) })
  expect(refused(late)).toEqual([400, 'bad_request', 'order_date'])
  expect(late.body.data.rule).toContain('issued_at')
})

test('a shipment is no earlier than the time that its order states', async () => {
  const shop = await keptStock()
  const ordered_at = noonAgo(2)
  const order = await shop.sold('COAT', 3, { ordered_at })
  const early = await shop.ship(order, 'COAT', 1, { shipped_at: noonAgo(3) })
  expect(refused(early)).toEqual([400, 'bad_request', 'shipped_at'])
  expect(early.body.data.rule).toContain('ordered_at')
  expect((await shop.ship(order, 'COAT', 1, { shipped_at: ordered_at })).status).toBeLessThan(300)
  expect(refused(await shop.ship(order, 'COAT', 1, { shipped_at: noonAgo(3) }))).toEqual([
    400,
    'bad_request',
    'shipped_at',
  ])
  expect(Date.parse((await salesOrder(shop, order)).ordered_at)).toBe(Date.parse(ordered_at))
})

test('an order of which no time was stated is dated by the first of its shipments, and its sale with it', async () => {
  const shop = await keptStock()
  const customer = { email: 'jo@example.com', name: 'Jo' }
  const order = await shop.sold('COAT', 3, { customer })
  expect((await soldOn(shop)).map(({ day, units }) => [day, units])).toEqual([[dayAgo(0), 3]])
  expect((await shop.ship(order, 'COAT', 1, { shipped_at: noonAgo(2) })).status).toBeLessThan(300)
  expect(Date.parse((await salesOrder(shop, order)).ordered_at)).toBe(Date.parse(noonAgo(2)))
  expect(await soldOn(shop)).toEqual([{ day: dayAgo(2), units: 3, cost: 3_600 }])
  // Of several, the earliest dates it.
  await shop.ship(order, 'COAT', 1, { shipped_at: noonAgo(4) })
  await shop.ship(order, 'COAT', 1, { shipped_at: noonAgo(1) })
  const { ordered_at } = await salesOrder(shop, order)
  expect(Date.parse(ordered_at)).toBe(Date.parse(noonAgo(4)))
  expect(await soldOn(shop)).toEqual([{ day: dayAgo(4), units: 3, cost: 3_600 }])
  const [customers] = await shop.tenant.service.database.sql<{ first_at: string }[]>`
    select first_order_at as first_at from customers where organization_id = ${shop.tenant.organization_id}`
  expect(Date.parse(customers!.first_at)).toBe(Date.parse(noonAgo(4)))
  await shop.prove()
})

test('a stocktake is of a day in the open books', async () => {
  const { tenant, ids } = await keptStock()
  const create = (counted_on: string) =>
    tenant.post('/api/v1/stocktakes', {
      name: 'Count',
      counted_on,
      location_ids: [ids.locations.A],
      include_all_variants: true,
    })
  expect(refused(await create(dayAgo(-1)))).toEqual([400, 'bad_request', 'counted_on'])
  expect(refused(await create(dayAgo(401)))).toEqual([400, 'bad_request', 'counted_on'])
  expect((await create(dayAgo(400))).status).toBe(200)
  expect((await create(dayAgo(0))).status).toBe(200)
})
