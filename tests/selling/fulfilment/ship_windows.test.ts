import { expect, setDefaultTimeout, test } from 'bun:test'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { allocateBookJob } from '../../../server/selling/orders/allocation/allocate_book.ts'
import { expireShipWindowsJob } from '../../../server/selling/fulfilment/expire_ship_windows.ts'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'
import { useDatabase } from '../support/sales.ts'
import { openWarehouseShop } from '../support/warehouse.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

async function run({ tenant }: OrderShop, job = expireShipWindowsJob): Promise<void> {
  await tenant.service.database.sql`delete from job_runs where job = ${job.name}`
  expect(await runWhenDue(db(), job)).toBe(true)
}

const dayMs = 86_400_000
const days = (from: number) => new Date(Date.now() + from * dayMs).toISOString().slice(0, 10)

const slips = async ({ admin }: OrderShop, { order_id }: { order_id: string }) => {
  const query = `kind=date_slip&subject_type=sales_order&subject_id=${order_id}`
  const { rows } = (await admin.get(`/api/v1/exceptions?${query}`)).body.data
  return rows.map(({ sentence, resolution }: any) => [sentence, resolution]).toReversed()
}

/** An open order of the account that holds so many J-S. */
async function held(shop: OrderShop, units: number, dates: object) {
  const lines = [{ sku: 'J-S', quantity: units }]
  const order = await shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', lines, ...dates })
  await shop.act(order, 'allocate')
  return order
}

const releaseAutomatically = ({ admin, account_id }: OrderShop) =>
  admin.patch(`/api/v1/wholesale/accounts/${account_id}`, { auto_release_holds: true })

test('a passed ship window and a passed cancel date each open one exception, and holds stay by default', async () => {
  const shop = await openOrderShop()
  const order = await held(shop, 3, { ship_window_end: days(-2), cancel_date: days(20) })
  const draft = await shop.placed({
    trading_partner_id: shop.account_id,
    lines: [{ sku: 'J-M', quantity: 1 }],
    cancel_date: days(-1),
  })
  const due = await held(shop, 1, { ship_window_end: days(0) })
  await run(shop)
  await run(shop)
  const ended = `The ship window of ${order.name} ended on ${days(-2)} with 3 units still to ship.`
  expect(await slips(shop, order)).toEqual([[ended, null]])
  expect(await slips(shop, draft)).toEqual([
    [`The cancel date of ${draft.name} passed on ${days(-1)} before it was confirmed.`, null],
  ])
  expect(await slips(shop, due)).toEqual([])
  expect(await shop.get(order)).toMatchObject({ allocated_units: 3, lifecycle: 'allocated', exceptions_open: 1 })
  await shop.tenant.patch(`${path}/${order.order_id}`, { cancel_date: days(-1) })
  await run(shop)
  const passed = `The cancel date of ${order.name} passed on ${days(-1)} with 3 units still to ship.`
  expect(await slips(shop, order)).toEqual([
    [ended, 'dates_changed'],
    [passed, null],
  ])
  await shop.tenant.patch(`${path}/${order.order_id}`, { ship_window_end: days(9), cancel_date: days(9) })
  await run(shop)
  expect(await slips(shop, order)).toEqual([
    [ended, 'dates_changed'],
    [passed, 'dates_changed'],
  ])
  await shop.act(draft, 'cancel')
  expect((await slips(shop, draft))[0][1]).toBe('cancelled')
  await proveBooks(shop)
})

test('a slip ends when the last unit ships', async () => {
  const shop = await openOrderShop()
  const order = await held(shop, 2, { ship_window_end: days(-2) })
  await run(shop)
  await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-S', quantity: 2 }] })
  expect((await slips(shop, order))[0][1]).toBe('fulfilled')
  expect(await shop.get(order)).toMatchObject({ lifecycle: 'fulfilled', exceptions_open: 0 })
})

test("days end in the organisation's time zone", async () => {
  const [east, west] = [await openOrderShop('Pacific/Kiritimati'), await openOrderShop('Pacific/Niue')]
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  for (const [shop, zone] of [
    [east, 'Pacific/Kiritimati'],
    [west, 'Pacific/Niue'],
  ] as const) {
    const today = await held(shop, 1, { ship_window_end: dayIn(zone) })
    const yesterday = new Date(Date.parse(dayIn(zone)) - dayMs).toISOString().slice(0, 10)
    const over = await held(shop, 1, { ship_window_end: yesterday })
    await run(shop)
    expect([(await slips(shop, today)).length, (await slips(shop, over)).length]).toEqual([0, 1])
  }
})

test('an account whose setting says so loses its holds once, and the book does not take them again', async () => {
  const shop = await openOrderShop()
  expect((await releaseAutomatically(shop)).status).toBe(200)
  const order = await held(shop, 4, { ship_window_end: days(-1) })
  const other = await shop.placed({ lines: [{ sku: 'J-S', quantity: 8 }] })
  await shop.act(other, 'allocate')
  await run(shop)
  expect(await shop.get(order)).toMatchObject({ allocated_units: 0, lifecycle: 'open' })
  expect(await slips(shop, order)).toEqual([
    [
      `The ship window of ${order.name} ended on ${days(-1)} with 4 units still to ship. The stock held for it was released.`,
      null,
    ],
  ])
  await run(shop, allocateBookJob)
  expect((await shop.get(other)).allocated_units).toBe(8)
  expect((await shop.get(order)).allocated_units).toBe(0)
  // A person may still decide to ship late.
  await shop.act(order, 'allocate')
  await run(shop)
  expect((await shop.get(order)).allocated_units).toBe(2)
  await proveBooks(shop)
})

test('holds are not released while a warehouse holds a request, and are once it has ended', async () => {
  const shop = await openWarehouseShop()
  await releaseAutomatically(shop)
  const order = await held(shop, 4, { ship_window_end: days(-1) })
  const { request_id } = (await shop.release(order)).body.data
  await run(shop)
  expect(await shop.get(order)).toMatchObject({ allocated_units: 4, lifecycle: 'allocated' })
  expect((await slips(shop, order))[0][0]).toEndWith('still to ship.')
  const lines = [{ sku: 'J-S', quantity: 1 }]
  await shop.report('shipments', { report_id: 'S', request_id, is_complete: true, lines })
  await run(shop)
  expect(await shop.get(order)).toMatchObject({ allocated_units: 0, lifecycle: 'partially_fulfilled' })
  expect(await shop.stock('J-S')).toEqual([9, 0])
  await proveBooks(shop)
  await shop.stop()
})

test('more expired orders than one transaction takes are all reported, beside people who change them', async () => {
  const shop = await openOrderShop()
  await releaseAutomatically(shop)
  const orders = []
  for (let i = 0; i < 55; i++) orders.push(await held(shop, 1, { ship_window_end: days(-1) }))
  await Promise.all([run(shop), ...orders.slice(0, 9).map((order) => shop.act(order, 'cancel'))])
  await run(shop)
  const { rows } = (await shop.admin.get('/api/v1/exceptions?kind=date_slip&is_open=true&limit=100')).body.data
  expect(new Set(rows.map(({ subject }: any) => subject.id))).toEqual(new Set(orders.slice(9).map((o) => o.order_id)))
  expect(await shop.stock('J-S')).toEqual([10, 0])
  await proveBooks(shop)
})

test("a line's own cancel date comes before that of the order, for the report and for the release of holds", async () => {
  const shop = await openOrderShop()
  await releaseAutomatically(shop)
  const order = await shop.placed({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    cancel_date: days(9),
    lines: [
      { sku: 'J-S', quantity: 4, cancel_date: days(-1) },
      { sku: 'J-M', quantity: 2, unit_price_cents: 100 },
    ],
  })
  await shop.act(order, 'allocate')
  // Without any date, an order of the account is allocated like any other.
  const undated = await shop.placed({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    lines: [{ sku: 'J-S', quantity: 1 }],
  })
  const later = await shop.placed({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    cancel_date: days(-3),
    lines: [{ sku: 'J-S', quantity: 1, cancel_date: days(9) }],
  })
  await run(shop)
  await run(shop)
  const passed = `The cancel date of 1 line of ${order.name} passed on ${days(-1)} with 4 units still to ship. The stock held for it was released.`
  expect(await slips(shop, order)).toEqual([[passed, null]])
  expect(await slips(shop, later)).toEqual([])
  await run(shop, allocateBookJob)
  const read = await shop.get(order)
  expect(read.line_items.map((line: any) => [line.sku, line.allocated_quantity])).toEqual([
    ['J-S', 0],
    ['J-M', 2],
  ])
  expect((await shop.get(later)).allocated_units).toBe(1)
  expect((await shop.get(undated)).allocated_units).toBe(1)
  const [small] = read.line_items
  await shop.tenant.patch(`${path}/${order.order_id}`, {
    lines: [{ line_item_id: small.line_item_id, cancel_date: null }],
  })
  expect(await slips(shop, order)).toEqual([[passed, 'dates_changed']])
  await run(shop)
  await run(shop, allocateBookJob)
  expect((await shop.get(order)).allocated_units).toBe(6)
  expect(await slips(shop, order)).toEqual([[passed, 'dates_changed']])
  await proveBooks(shop)
})

test('each date that changes ends the slip of the order, and another field does not', async () => {
  const shop = await openOrderShop()
  const changes = [{ ship_window_end: days(5) }, { cancel_date: days(5) }, { reference: 'PO 77120-A' }]
  const orders = await Promise.all(changes.map(() => held(shop, 1, { ship_window_end: days(-2) })))
  await run(shop)
  for (const [i, change] of changes.entries()) {
    expect((await slips(shop, orders[i]!))[0][1]).toBeNull()
    expect((await shop.tenant.patch(`${path}/${orders[i]!.order_id}`, change)).status).toBe(200)
  }
  const ends = await Promise.all(orders.map(async (order) => (await slips(shop, order))[0][1]))
  expect(ends).toEqual(['dates_changed', 'dates_changed', null])
})
