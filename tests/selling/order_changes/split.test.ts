/** Orders that are split: units, holds, money and sales count once. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop, proveBooks } from '../support/orders.ts'
import { act, lineOf, sumsOf, soldOf } from './changed_orders.ts'

setDefaultTimeout(60_000)

test('a split divides units, holds, discount, tax and freight to the cent, and the sales of the day stay as they were', async () => {
  const shop = await openOrderShop()
  const placed = await shop.placed({
    ordered_at: '2026-11-20T10:00:00Z',
    customer: { email: 'jo@example.com' },
    reference: 'WEB-7',
    freight_cents: 1001,
    freight_tax_cents: 101,
    lines: [
      { sku: 'J-M', quantity: 7, discount_cents: 1003, tax_cents: 701 },
      { sku: 'J-S', quantity: 3, discount_cents: 50 },
    ],
  })
  await shop.act(placed, 'allocate')
  const cancelled = await shop.act(placed, 'cancel', { lines: [{ line_item_id: lineOf(placed), quantity: 1 }] })
  const before = cancelled.body.data
  expect(before).toMatchObject({ units: 9, cancelled_units: 1, allocated_units: 8, exceptions_open: 1 })
  const sold = await soldOf(shop)
  const lines = [{ line_item_id: lineOf(before), quantity: 4 }, { line_item_id: lineOf(before, 1) }]
  const split = await act(shop, before, 'split', { by: 'line', lines })
  expect([split.status, split.body.message.desc]).toEqual([200, `1 order split off ${before.name}.`])
  const { order, new_orders } = split.body.data
  const [fresh] = new_orders
  expect(sumsOf(order, fresh)).toEqual(sumsOf(before))
  expect(order.line_items).toMatchObject([
    { ordered_quantity: 7, quantity: 3, cancelled_quantity: 1, allocated_quantity: 2 },
  ])
  expect(fresh).toMatchObject({
    reference: 'WEB-7',
    lifecycle: 'partially_allocated',
    ordered_at: before.ordered_at,
    customer: { customer_id: before.customer.customer_id },
    line_items: [
      { sku: 'J-M', ordered_quantity: 4, quantity: 4, allocated_quantity: 3 },
      { line_item_id: lineOf(before, 1), sku: 'J-S', quantity: 3, allocated_quantity: 3 },
    ],
    related_orders: [{ relation: 'split_from', order_id: before.order_id, name: before.name }],
  })
  expect(fresh.name).not.toBe(before.name)
  expect(order.related_orders).toEqual([{ relation: 'split_into', order_id: fresh.order_id, name: fresh.name }])
  expect(await soldOf(shop)).toEqual(sold)
  expect(await shop.stock('J-M')).toEqual([5, 5])
  const customer = await shop.tenant.get(`/api/v1/sales/customers/${before.customer.customer_id}`)
  expect(customer.body.data.orders_count).toBe(2)
  expect((await shop.events()).slice(-2).toSorted()).toEqual(['order.created', 'order.updated'])
  await proveBooks(shop)
  await shop.act(fresh, 'cancel')
  await shop.act(order, 'cancel')
  expect(await soldOf(shop)).toEqual([])
  await proveBooks(shop)
})

test('a split by location sends what holds no stock to where there is some; by date, each other day is an order', async () => {
  const shop = await openOrderShop()
  const { locations } = shop.ids
  await shop.admin.post('/api/v1/stock-adjustments', {
    reason: 'found',
    lines: [{ sku: 'J-M', location_id: locations.Store, quantity: 2 }],
  })
  const order = await shop.placed({
    lines: [
      { sku: 'J-M', quantity: 8 },
      { sku: 'J-S', quantity: 2 },
    ],
  })
  await shop.act(order, 'allocate')
  const split = await act(shop, order, 'split', { by: 'location', location_id: locations.Store })
  const [fresh] = split.body.data.new_orders
  expect(split.body.data.order).toMatchObject({
    lifecycle: 'allocated',
    units: 7,
    allocated_units: 7,
    exceptions_open: 0,
  })
  expect(fresh).toMatchObject({
    location: { name: 'Store' },
    lifecycle: 'partially_allocated',
    units: 3,
    allocated_units: 2,
    exceptions_open: 1,
  })
  await proveBooks(shop)
  const held = await act(shop, order, 'split', {
    by: 'location',
    location_id: locations.Store,
    lines: [{ line_item_id: lineOf(order, 1) }],
  })
  expect(held.body.data.new_orders[0]).toMatchObject({ lifecycle: 'open', units: 2, allocated_units: 0 })
  expect(await shop.stock('J-S')).toEqual([10, 0])
  await proveBooks(shop)
  const dated = await shop.placed({
    requested_ship_date: '2026-12-01',
    lines: [
      { sku: 'J-S', quantity: 1 },
      { sku: 'J-S', quantity: 2, requested_ship_date: '2026-12-20' },
      { sku: 'J-S', quantity: 3, requested_ship_date: '2026-12-10' },
      { sku: 'J-S', quantity: 1, requested_ship_date: '2026-12-20' },
    ],
  })
  const days = (await act(shop, dated, 'split', { by: 'date' })).body.data
  expect(days.new_orders.map((one: any) => [one.requested_ship_date, one.units])).toEqual([
    ['2026-12-10', 3],
    ['2026-12-20', 3],
  ])
  expect(days.new_orders[0].line_items[0].requested_ship_date).toBeNull()
  expect(days.order.units).toBe(1)
  await proveBooks(shop)
})

test('a split takes outstanding units alone, and leaves something on the order', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 4 }] })
  const one = { line_item_id: lineOf(order) }
  const { locations } = shop.ids
  const refused: [object, string][] = [
    [{ by: 'line' }, 'lines'],
    [{ by: 'date', lines: [one] }, 'lines'],
    [{ by: 'date' }, 'by'],
    [{ by: 'line', lines: [one], location_id: locations.Store }, 'location_id'],
    [{ by: 'location', lines: [one] }, 'location_id'],
    [{ by: 'location', lines: [{ ...one, quantity: 1 }], location_id: locations.Main }, 'location_id'],
    [{ by: 'location', lines: [{ ...one, quantity: 1 }], location_id: shop.account_id }, 'location_id'],
    [{ by: 'line', lines: [one] }, 'lines'],
    [{ by: 'line', lines: [{ ...one, quantity: 5 }] }, 'lines[0].quantity'],
    [{ by: 'line', lines: [{ line_item_id: shop.account_id }] }, 'lines[0].line_item_id'],
    [
      {
        by: 'line',
        lines: [
          { ...one, quantity: 1 },
          { ...one, quantity: 2 },
        ],
      },
      'lines',
    ],
  ]
  for (const [body, field] of refused)
    expect([(await act(shop, order, 'split', body)).body.data?.field, body]).toEqual([field, body])
  await shop.act(order, 'allocate')
  await act(shop, order, 'shipments', { lines: [{ sku: 'J-S', quantity: 1 }] })
  const rest = await act(shop, order, 'split', { by: 'line', lines: [one] })
  expect(rest.body.data.order).toMatchObject({ lifecycle: 'fulfilled', units: 1 })
  expect(rest.body.data.new_orders[0]).toMatchObject({ lifecycle: 'allocated', units: 3 })
  expect((await shop.events()).slice(-2).toSorted()).toEqual(['order.created', 'order.fulfilled'])
  expect((await act(shop, order, 'split', { by: 'date' })).body.code).toBe('conflict')
  await proveBooks(shop)
})

test('a hold applies to both parts of a split', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 4 }] })
  await act(shop, order, 'hold', { reason: 'fraud', note: 'Check the card' })
  const lines = [{ line_item_id: lineOf(order), quantity: 1 }]
  const { body } = await act(shop, order, 'split', { by: 'line', lines })
  expect(body.data.new_orders[0].hold).toMatchObject({ reason: 'fraud', note: 'Check the card' })
  expect((await shop.act(body.data.new_orders[0], 'allocate')).body.code).toBe('conflict')
})

test("bookings of the account's order book follow the lines of a split order", async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    lines: [
      { sku: 'J-S', quantity: 4 },
      { sku: 'J-S', quantity: 2 },
    ],
  })
  const booked = await shop.admin.post('/api/v1/order-book/lines', {
    lines: [
      {
        trading_partner_id: shop.account_id,
        season_code: 'SS27',
        line_reference: '1',
        sku: 'J-S',
        quantity: 2,
        order_line_item_id: lineOf(order, 1),
      },
    ],
  })
  expect(booked.status).toBe(200)
  const { body } = await act(shop, order, 'split', { by: 'line', lines: [{ line_item_id: lineOf(order, 1) }] })
  const { sql } = shop.tenant.service.database
  const rows = await sql`
    select l.order_id from order_book_revisions r
    join order_lines l on l.organization_id = r.organization_id and l.line_id = r.order_line_id
    where r.organization_id = ${shop.tenant.organization_id}`
  expect(rows.map(({ order_id }) => order_id)).toEqual([body.data.new_orders[0].order_id])
})
