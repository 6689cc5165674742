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
