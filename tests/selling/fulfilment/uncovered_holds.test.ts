/** Orders hold no units that are not there: every write that lowers stock takes their holds, and what takes them back returns them. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { allocateBookJob } from '../../../server/selling/orders/allocation/allocate_book.ts'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'
import { useDatabase } from '../support/sales.ts'
import { openWarehouseShop } from '../support/warehouse.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

async function holding(shop: OrderShop, quantity: number, more: object = {}) {
  const own = { trading_partner_id: shop.account_id, lifecycle: 'open' }
  const order = await shop.placed({ ...own, ...more, lines: [{ sku: 'J-S', quantity }] })
  await shop.act(order, 'allocate')
  return order
}

const openExceptions = async (shop: OrderShop, { order_id }: { order_id: string }) => {
  const { rows } = (await shop.admin.get(`/api/v1/exceptions?subject_id=${order_id}`)).body.data
  return rows.filter(({ resolved_at }: any) => resolved_at === null).map(({ kind, sentence }: any) => [kind, sentence])
}

const resolutions = async (shop: OrderShop, { order_id }: { order_id: string }, kind: string) => {
  const { rows } = (await shop.admin.get(`/api/v1/exceptions?kind=${kind}&subject_id=${order_id}`)).body.data
  return rows.map(({ resolution }: any) => resolution)
}

const ship = async (shop: OrderShop, { order_id }: { order_id: string }, quantity: number) => {
  const answer = await shop.admin.post(`${path}/${order_id}/shipments`, { lines: [{ sku: 'J-S', quantity }] })
  expect(answer.status).toBe(201)
  return answer.body.data.shipments.at(-1)
}

const undo = async (
  shop: OrderShop,
  { order_id }: { order_id: string },
  id: string,
  verb: string,
  body: object = {},
) => {
  const answer = await shop.admin.post(`${path}/${order_id}/shipments/${id}/${verb}`, { reason: 'Mistyped', ...body })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.data
}

const adjust = async (shop: OrderShop, quantity: number) => {
  const lines = [{ sku: 'J-S', location_id: shop.ids.locations.Main, quantity }]
  const reason = quantity < 0 ? 'lost' : 'found'
  const answer = await shop.admin.post('/api/v1/stock-adjustments', { reason, allow_below_committed: true, lines })
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  return answer.body.data
}

async function count({ tenant, ids }: OrderShop, counted_quantity: number) {
  const location_id = ids.locations.Main
  const made = await tenant.post('/api/v1/stocktakes', {
    name: 'Main floor',
    counted_on: new Date().toISOString().slice(0, 10),
    location_ids: [location_id],
    variant_ids: [ids.variants['J-S']],
  })
  expect([made.status, made.text]).toEqual([200, made.text])
  const stocktake_id = made.body.data.id
  const counts = [{ variant_id: ids.variants['J-S'], location_id, counted_quantity }]
  expect((await tenant.patch(`/api/v1/stocktakes/${stocktake_id}/counts`, { counts })).status).toBe(204)
  const posted = await tenant.post(`/api/v1/stocktakes/${stocktake_id}/post`)
  expect([posted.status, posted.text]).toEqual([200, posted.text])
}

const ways: [string, (shop: OrderShop) => Promise<unknown>][] = [
  ['a stocktake', (shop) => count(shop, 3)],
  ['an adjustment', (shop) => adjust(shop, -7)],
]
for (const [what, lower] of ways)
  test(`${what} that finds fewer units than an order holds leaves it what is there, in the same write`, async () => {
    const shop = await openOrderShop()
    const order = await holding(shop, 8)
    await lower(shop)
    expect(await shop.stock('J-S')).toEqual([3, 3])
    expect(await shop.get(order)).toMatchObject({
      lifecycle: 'partially_allocated',
      allocated_units: 3,
      exceptions_open: 1,
    })
    const [[kind, sentence]] = await openExceptions(shop, order)
    expect(kind).toBe('allocation_short')
    expect(sentence).toStartWith(`5 units that ${order.name} held are gone: `)
    await proveBooks(shop)
  })

test('a count of exactly what is held takes nothing, one of nothing takes all, and what is put back is allocated again', async () => {
  const shop = await openOrderShop()
  const order = await holding(shop, 8)
  await count(shop, 8)
  expect(await shop.get(order)).toMatchObject({ lifecycle: 'allocated', exceptions_open: 0 })
  await count(shop, 0)
  expect(await shop.stock('J-S')).toEqual([0, 0])
  expect(await shop.get(order)).toMatchObject({ lifecycle: 'open', allocated_units: 0, exceptions_open: 1 })
  await adjust(shop, 8)
  await shop.act(order, 'allocate')
  expect(await shop.get(order)).toMatchObject({ lifecycle: 'allocated', exceptions_open: 0 })
  await proveBooks(shop)
})

test('an adjustment that is undone takes back what orders have held of it since', async () => {
  const shop = await openOrderShop()
  const adjusted = await adjust(shop, 5)
  const order = await holding(shop, 12)
  const undone = await shop.admin.post(`/api/v1/stock-adjustments/${adjusted.adjustment_id}/undo`, {
    allow_below_committed: true,
  })
  expect([undone.status, undone.text]).toEqual([200, undone.text])
  expect(await shop.stock('J-S')).toEqual([10, 10])
  expect(await shop.get(order)).toMatchObject({ lifecycle: 'partially_allocated', allocated_units: 10 })
  await proveBooks(shop)
})

test('a count that a warehouse reports leaves orders what it counted; what it was asked to ship stays held', async () => {
  const shop = await openWarehouseShop()
  const order = await holding(shop, 8)
  const report = { report_id: 'C-9', counts: [{ sku: 'J-S', counted_quantity: 3 }] }
  expect((await shop.report('counts', report)).status).toBe(200)
  expect(await shop.get(order)).toMatchObject({ lifecycle: 'partially_allocated', allocated_units: 3 })
  await shop.release(order)
  const fewer = { report_id: 'C-10', counts: [{ sku: 'J-S', counted_quantity: 1 }] }
  expect((await shop.report('counts', fewer)).status).toBe(200)
  expect(await shop.get(order)).toMatchObject({ allocated_units: 3 })
  await shop.stop()
})

test('the allocation of the book releases what a write left to it, since someone else had the order', async () => {
  const shop = await openOrderShop()
  const order = await holding(shop, 8)
  const { sql } = shop.tenant.service.database
  await sql.begin(async (tx) => {
    await tx`select from sales_orders where order_id = ${order.order_id} for update`
    await count(shop, 3)
  })
  expect(await shop.stock('J-S')).toEqual([3, 8])
  await sql`delete from job_runs where job = ${allocateBookJob.name}`
  expect(await runWhenDue(db(), allocateBookJob)).toBe(true)
  expect(await shop.stock('J-S')).toEqual([3, 3])
  expect(await shop.get(order)).toMatchObject({ lifecycle: 'partially_allocated', exceptions_open: 1 })
  await proveBooks(shop)
})

test('a voided shipment gives back the holds that it took from another order before it holds for its own', async () => {
  const shop = await openOrderShop()
  const mine = await holding(shop, 10)
  const other = await holding(shop, 6)
  const shipment = await ship(shop, other, 6)
  expect(await shop.get(mine)).toMatchObject({ allocated_units: 4, exceptions_open: 1 })
  const { order, consequences, given_back_to } = await undo(shop, other, shipment.shipment_id, 'void')
  expect(given_back_to).toEqual([{ order_id: mine.order_id, name: mine.name, units: 6 }])
  expect(await shop.get(mine)).toMatchObject({ lifecycle: 'allocated', allocated_units: 10, exceptions_open: 0 })
  expect(order).toMatchObject({ lifecycle: 'open', allocated_units: 0 })
  expect(consequences).toContain(`6 units held for ${mine.name} again.`)
  expect(consequences.join(' ')).not.toContain(`held for ${other.name} again`)
  expect(await resolutions(shop, other, 'shipped_unallocated')).toEqual(['voided'])
  await proveBooks(shop)
})

test('a corrected shipment gives back as many as it has fewer, and its exception states what it left without a hold', async () => {
  const shop = await openOrderShop()
  const mine = await holding(shop, 10)
  const other = await holding(shop, 6)
  const shipment = await ship(shop, other, 6)
  const corrected = await undo(shop, other, shipment.shipment_id, 'correct', { lines: [{ sku: 'J-S', quantity: 2 }] })
  expect(corrected.given_back_to).toEqual([{ order_id: mine.order_id, name: mine.name, units: 4 }])
  expect(corrected.consequences).toContain(`4 units held for ${mine.name} again.`)
  expect(await shop.get(mine)).toMatchObject({ allocated_units: 8, exceptions_open: 1 })
  expect(corrected.order).toMatchObject({ allocated_units: 0, lifecycle: 'partially_fulfilled' })
  const unheld = (await openExceptions(shop, other)).filter(([kind]: any) => kind === 'shipped_unallocated')
  expect(unheld.map(([, sentence]: any) => sentence)).toEqual([
    `2 units of shipment ${shipment.name} left without stock being held for ${other.name}.`,
  ])
  const again = corrected.order.shipments[0].shipment_id
  expect((await undo(shop, other, again, 'correct', { lines: [{ sku: 'J-S', quantity: 2 }] })).given_back_to).toEqual(
    [],
  )
  await undo(shop, other, again, 'void')
  expect(await shop.get(mine)).toMatchObject({ lifecycle: 'allocated', allocated_units: 10, exceptions_open: 0 })
  await proveBooks(shop)
})

test('an order that is short once its shipment is voided says so', async () => {
  const shop = await openOrderShop()
  await adjust(shop, -5)
  const order = await holding(shop, 8)
  const shipment = await ship(shop, order, 8)
  expect(await openExceptions(shop, order)).not.toContainEqual(['allocation_short', expect.anything()])
  const voided = await undo(shop, order, shipment.shipment_id, 'void')
  expect(voided.order).toMatchObject({ lifecycle: 'partially_allocated', allocated_units: 5, exceptions_open: 1 })
  expect(await openExceptions(shop, order)).toEqual([
    ['allocation_short', `${order.name} is short of stock: 3 units of J-S could not be allocated.`],
  ])
  await proveBooks(shop)
})

test('negative stock is settled by the write that cures it', async () => {
  const shop = await openOrderShop()
  const order = await holding(shop, 12)
  await ship(shop, order, 12)
  expect(await resolutions(shop, order, 'stock_negative')).toEqual([null])
  await adjust(shop, 1)
  expect(await resolutions(shop, order, 'stock_negative')).toEqual([null])
  await adjust(shop, 1)
  expect(await resolutions(shop, order, 'stock_negative')).toEqual(['stock_is_positive'])
})
