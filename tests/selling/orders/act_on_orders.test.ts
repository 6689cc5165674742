/** Many orders at once: each is acted on and reported, whatever happens to the others. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

const act = (shop: OrderShop, body: object) => shop.admin.post(`${path}/bulk`, body)
const reported = async (shop: OrderShop, body: object) => {
  const { status, body: answer } = await act(shop, body)
  expect(status).toBe(200)
  const { orders, ...counts } = answer.data
  return { counts, orders: orders.map(({ name, outcome, lifecycle }: any) => [name, outcome, lifecycle]), all: orders }
}
const idsOf = (...orders: { order_id: string }[]) => orders.map(({ order_id }) => order_id)

test('drafts are confirmed as they are, and one with an open price or another state is refused by itself', async () => {
  const shop = await openOrderShop()
  const account = { trading_partner_id: shop.account_id }
  const first = await shop.placed({ ...account, lines: [{ sku: 'J-S', quantity: 6 }] })
  const open = await shop.placed({ ...account, lines: [{ sku: 'J-M', quantity: 1 }] })
  const consumer = await shop.placed({ lines: [{ sku: 'J-S', quantity: 1 }] })
  const short = await shop.placed({ ...account, lines: [{ sku: 'J-S', quantity: 6 }] })
  const unknown = { order_id: shop.account_id }
  const { counts, orders, all } = await reported(shop, {
    act: 'confirm',
    order_ids: idsOf(first, open, unknown, consumer, short),
  })
  expect(counts).toEqual({ done: 2, unchanged: 0, refused: 3 })
  expect(orders).toEqual([
    [first.name, 'done', 'allocated'],
    [open.name, 'refused', 'draft'],
    [null, 'refused', null],
    [consumer.name, 'refused', 'open'],
    [short.name, 'done', 'partially_allocated'],
  ])
  expect(all.map(({ reason }: any) => reason === null)).toEqual([true, false, false, false, true])
  expect(all[1].reason).toContain('unit_price_cents is required')
  expect((await shop.get(first)).confirmed_at).not.toBeNull()
  await proveBooks(shop)
})

test('orders are allocated and cancelled, and what is done already is unchanged', async () => {
  const shop = await openOrderShop()
  const one = await shop.placed({
    lines: [
      { sku: 'J-S', quantity: 4 },
      { sku: 'J-M', quantity: 1 },
    ],
  })
  const two = await shop.placed({
    lines: [
      { sku: 'J-M', quantity: 1 },
      { sku: 'J-S', quantity: 1 },
    ],
  })
  const both = idsOf(two, one)
  expect((await reported(shop, { act: 'allocate', order_ids: both })).orders).toEqual([
    [two.name, 'done', 'allocated'],
    [one.name, 'done', 'allocated'],
  ])
  expect((await reported(shop, { act: 'allocate', order_ids: both })).counts).toEqual({
    done: 0,
    unchanged: 2,
    refused: 0,
  })
  expect((await reported(shop, { act: 'release', order_ids: both })).counts).toEqual({
    done: 0,
    unchanged: 0,
    refused: 2,
  })
  const cancelled = await reported(shop, { act: 'cancel', order_ids: both, reason: 'Season closed' })
  expect(cancelled.counts).toEqual({ done: 2, unchanged: 0, refused: 0 })
  expect((await shop.get(one)).cancel_reason).toBe('Season closed')
  expect((await reported(shop, { act: 'cancel', order_ids: both })).counts).toEqual({
    done: 0,
    unchanged: 2,
    refused: 0,
  })
  expect(await shop.stock('J-S')).toEqual([10, 0])
  await proveBooks(shop)
})

test('orders are released to their warehouse at once; one without stock and one on hold are refused by themselves', async () => {
  const shop = await openOrderShop()
  const connected = await shop.admin.post('/api/v1/warehouse-connections', {
    name: 'Harbour',
    location_id: shop.ids.locations.Main,
    url: 'http://127.0.0.1:9/inbound',
    fulfilment_url: 'http://127.0.0.1:9/ship',
    bearer_token: 'wms_5mQ2c8Zr1vK9',
  })
  expect(connected.status).toBe(201)
  const place = (quantity: number) => shop.placed({ lines: [{ sku: 'J-S', quantity }] })
  const [one, two, held, empty] = [await place(3), await place(2), await place(1), await place(9)]
  for (const order of [one, two, held]) expect((await shop.act(order, 'allocate')).status).toBe(200)
  await shop.admin.post(`${path}/${held.order_id}/hold`, { reason: 'fraud' })
  const all = idsOf(two, empty, held, one)
  const first = await reported(shop, { act: 'release', order_ids: all })
  expect(first.orders).toEqual([
    [two.name, 'done', 'allocated'],
    [empty.name, 'refused', 'open'],
    [held.name, 'refused', 'allocated'],
    [one.name, 'done', 'allocated'],
  ])
  expect(first.all[1].reason).toContain('can be released to a warehouse')
  expect(first.all[2].reason).toContain('is on hold (fraud)')
  const requestsOf = async ({ order_id }: { order_id: string }) => {
    const { requests } = (await shop.admin.get(`${path}/${order_id}/warehouse-requests`)).body.data
    return requests.map((request: any) => [request.status, request.revision, request.total_units])
  }
  expect(await Promise.all([one, two, held, empty].map(requestsOf))).toEqual([
    [['requested', 1, 3]],
    [['requested', 1, 2]],
    [],
    [],
  ])
  // Released at once by two requests, in another order each: what the warehouse has is not sent again.
  const met = await Promise.all([all, all.toReversed()].map((order_ids) => act(shop, { act: 'release', order_ids })))
  expect(met.map(({ status }) => status)).toEqual([200, 200])
  expect(await requestsOf(one)).toEqual([['requested', 1, 3]])
  await proveBooks(shop)
})

test('requests that meet on the same orders in another order all succeed', async () => {
  const shop = await openOrderShop()
  const orders = []
  for (let i = 0; i < 6; i++)
    orders.push(await shop.placed({ lines: [{ sku: i % 2 === 0 ? 'J-S' : 'J-M', quantity: 1 }] }))
  const ids = idsOf(...orders)
  const answers = await Promise.all(
    [ids, ids.toReversed()].map((order_ids) => act(shop, { act: 'allocate', order_ids })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.reduce((sum, { body }) => sum + body.data.done, 0)).toBe(6)
  await proveBooks(shop)
})

test('a request names each order once, at most the maximum, and a reason for cancelling alone', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 1 }] })
  const ids = idsOf(order)
  const fieldOf = ({ status, body }: { status: number; body: any }) => [status, body.data?.field]
  expect(fieldOf(await act(shop, { act: 'allocate', order_ids: [...ids, ids[0]!.toUpperCase()] }))).toEqual([
    400,
    'order_ids',
  ])
  expect(fieldOf(await act(shop, { act: 'allocate', order_ids: [] }))).toEqual([400, 'order_ids'])
  const many = (length: number) => Array.from({ length }, () => crypto.randomUUID())
  expect(fieldOf(await act(shop, { act: 'allocate', order_ids: many(101) }))).toEqual([400, 'order_ids'])
  expect((await reported(shop, { act: 'allocate', order_ids: many(100) })).counts.refused).toBe(100)
  expect(fieldOf(await act(shop, { act: 'allocate', order_ids: ids, reason: 'x' }))).toEqual([400, 'reason'])
  expect(fieldOf(await act(shop, { act: 'ship', order_ids: ids }))).toEqual([400, 'act'])
})
