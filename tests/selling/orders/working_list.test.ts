/** The list of orders as people work through it: filters, lines, ids of other systems, totals and what came back. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

const list = async ({ tenant }: OrderShop, query: Record<string, string>) => {
  const answer = await tenant.get(`${path}?${new URLSearchParams(query).toString()}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}

const names = async (shop: OrderShop, query: Record<string, string>): Promise<string[]> => {
  const { rows, filtered_max_size, status_numbers } = await list(shop, query)
  expect(filtered_max_size).toBe(rows.length)
  expect(Object.values(status_numbers).reduce((sum: number, n) => sum + (n as number), 0)).toBe(rows.length)
  return rows.map(({ name }: any) => name).toSorted()
}

const refusedFor = async ({ tenant }: OrderShop, query: Record<string, string>) => {
  const { status, body } = await tenant.get(`${path}?${new URLSearchParams(query).toString()}`)
  return [status, body.data?.field]
}

const lines = [{ sku: 'J-S', quantity: 1 }]

test('orders are filtered by several states, location, customer and kind of exception, and each count agrees', async () => {
  const shop = await openOrderShop()
  const { ids } = shop
  const account = { trading_partner_id: shop.account_id }
  const open = await shop.placed({ lines, customer: { email: 'jo@example.com' } })
  const draft = await shop.placed({ ...account, lines, reference: 'PO 1' })
  const held = await shop.placed({ lines, location_id: ids.locations.Main })
  await shop.act(held, 'allocate')
  const store = await shop.placed({ lines, location_id: ids.locations.Store })
  const twice = await shop.placed({ ...account, lines, reference: 'PO 1', door_reference: 'D-9' })
  expect(await names(shop, { lifecycles: 'draft' })).toEqual([draft.name, twice.name])
  expect(await names(shop, { lifecycles: 'draft, allocated' })).toEqual([draft.name, held.name, twice.name])
  expect(await names(shop, { lifecycles: 'draft,allocated', lifecycle: 'allocated' })).toEqual([held.name])
  expect(await refusedFor(shop, { lifecycles: 'draft,done' })).toEqual([400, 'lifecycles'])
  expect(await refusedFor(shop, { lifecycles: 'draft,' })).toEqual([400, 'lifecycles'])
  expect(await names(shop, { location_id: ids.locations.Store! })).toEqual([store.name])
  expect(await refusedFor(shop, { location_id: shop.account_id })).toEqual([400, 'location_id'])
  expect(await names(shop, { customer_id: open.customer.customer_id })).toEqual([open.name])
  expect(await refusedFor(shop, { customer_id: shop.account_id })).toEqual([400, 'customer_id'])
  expect(await names(shop, { exception_kind: 'duplicate_order' })).toEqual([twice.name])
  expect(await names(shop, { exception_kind: 'unknown_door', lifecycles: 'open' })).toEqual([])
  await shop.act(twice, 'cancel')
  expect(await names(shop, { exception_kind: 'duplicate_order' })).toEqual([])
})

test('the ship day is the requested one, else that of the window, and both ends of a span count', async () => {
  const shop = await openOrderShop()
  const requested = await shop.placed({ lines, requested_ship_date: '2026-12-05', ship_window_start: '2026-12-01' })
  const start = await shop.placed({ lines, ship_window_start: '2026-12-06', ship_window_end: '2026-12-20' })
  const end = await shop.placed({ lines, ship_window_end: '2026-12-07' })
  const cancel = await shop.placed({ lines, cancel_date: '2026-12-08' })
  await shop.placed({ lines })
  expect(await names(shop, { ship_from: '2026-12-05', ship_until: '2026-12-08' })).toEqual(
    [requested, start, end, cancel].map(({ name }) => name),
  )
  expect(await names(shop, { ship_from: '2026-12-06', ship_until: '2026-12-07' })).toEqual([start.name, end.name])
  expect(await names(shop, { ship_until: '2026-12-04' })).toEqual([])
})

test('late is what has something to ship after the day on which its window ends or a line is cancelled', async () => {
  const shop = await openOrderShop()
  const { sql } = shop.tenant.service.database
  const [row] = await sql`select (now() at time zone 'UTC')::date::text as day`
  const day = row!.day as string
  const yesterday = addDays(day, -1)
  const ended = await shop.placed({ lines, ship_window_end: yesterday })
  const today = await shop.placed({ lines, ship_window_end: day, cancel_date: day })
  const line = await shop.placed({ lines: [lines[0], { ...lines[0], cancel_date: yesterday }] })
  const over = await shop.placed({ lines, cancel_date: yesterday })
  await shop.act(over, 'cancel')
  const none = await shop.placed({ lines })
  expect(await names(shop, { late: 'true' })).toEqual([ended.name, line.name])
  expect(await names(shop, { late: 'false' })).toEqual([today.name, over.name, none.name])
})

test('rows have their lines on request, as the order itself has them', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [...lines, { sku: 'J-M', quantity: 2 }] })
  expect((await list(shop, {})).rows[0].line_items).toBeUndefined()
  const [row] = (await list(shop, { include_lines: 'true' })).rows
  expect(row.line_items).toEqual(order.line_items)
})

test('an id of another system finds its order, and creates one order', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines, external_id: 'WEB-10482' })
  expect(order.external_id).toBe('WEB-10482')
  await shop.placed({ lines, external_id: 'WEB-1048' })
  await shop.placed({ lines })
  expect(await names(shop, { external_id: 'WEB-10482' })).toEqual([order.name])
  expect(await names(shop, { external_id: 'web-10482' })).toEqual([])
  expect(await names(shop, { search: 'b-10482' })).toEqual([order.name])
  const again = await shop.create({ lines, external_id: 'WEB-10482' })
  expect([again.status, again.body.code, again.body.data]).toEqual([
    409,
    'conflict',
    { field: 'external_id', order_id: order.order_id, name: order.name },
  ])
  const raced = await Promise.all(Array.from({ length: 4 }, () => shop.create({ lines, external_id: 'WEB-2' })))
  expect(raced.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
})

test('totals have tax and freight, of the units that are left, and none while a price is open', async () => {
  const shop = await openOrderShop()
  const money = ({ total, tax, grand_total }: any) => [total.cents, tax.cents, grand_total.cents]
  const order = await shop.placed({
    lines: [{ sku: 'J-S', quantity: 4, unit_price_cents: 1000, discount_cents: 400, tax_cents: 360 }],
    freight_cents: 500,
    freight_tax_cents: 50,
  })
  expect(money(order)).toEqual([3600, 360, 3600 + 360 + 550])
  expect(money((await list(shop, {})).rows[0])).toEqual(money(order))
  await shop.act(order, 'allocate')
  await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-S', quantity: 1 }] })
  await shop.act(order, 'cancel')
  expect(money(await shop.get(order))).toEqual([900, 90, 900 + 90 + 550])
  const draft = await shop.placed({
    trading_partner_id: shop.account_id,
    lines: [{ sku: 'J-M', quantity: 1, tax_cents: 7 }],
  })
  expect(money(draft)).toEqual([null, 7, null])
})

test('an order shows its returns, and of each line what came back and what still can', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 5 }] })
  await shop.act(order, 'allocate')
  await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-S', quantity: 4 }] })
  const read = async () => {
    const { line_items, returns } = await shop.get(order)
    const [{ returned_quantity, returnable_quantity }] = line_items
    return [
      returned_quantity,
      returnable_quantity,
      returns.map((one: any) => [one.state, one.units_expected, one.units_received]),
    ]
  }
  expect(await read()).toEqual([0, 4, []])
  const promise = async (expected_quantity: number) =>
    (
      await shop.tenant.post(
        '/api/v1/sales/returns',
        { order_id: order.order_id, location_id: shop.ids.locations.Main, lines: [{ sku: 'J-S', expected_quantity }] },
        { headers: { 'Idempotency-Key': crypto.randomUUID() } },
      )
    ).body.data
  const first = await promise(3)
  expect(await read()).toEqual([0, 1, [['expected', 3, 0]]])
  const received = await shop.tenant.post(`/api/v1/sales/returns/${first.id}/receive`, {
    lines: [{ sku: 'J-S', received_quantity: 2, restocked_quantity: 2 }],
  })
  expect(received.status).toBe(200)
  expect((await read())[0]).toBe(2)
  const second = await promise(1)
  await shop.tenant.post(`/api/v1/sales/returns/${second.id}/cancel`)
  const [, , returns] = await read()
  expect((returns as any[]).map(([state]) => state)).toContain('cancelled')
  await proveBooks(shop)
})
