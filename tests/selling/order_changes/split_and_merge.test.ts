/** Orders that are split, merged, duplicated and cancelled in part: units, holds, money and sales count once. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

const act = (shop: OrderShop, { order_id }: { order_id: string }, name: string, body: object = {}) =>
  shop.admin.post(`${path}/${order_id}/${name}`, body)

const lineOf = (order: any, i = 0) => order.line_items[i].line_item_id

/** Sums over orders of what must stay the same. */
const sumsOf = (...orders: any[]) => {
  const sum = (of: (order: any) => number) => orders.reduce((all, order) => all + of(order), 0)
  const lines = (of: (line: any) => number) =>
    sum((order) => order.line_items.reduce((all: number, one: any) => all + of(one), 0))
  return {
    units: sum(({ units }) => units),
    allocated: sum(({ allocated_units }) => allocated_units),
    cancelled: sum(({ cancelled_units }) => cancelled_units),
    total: sum(({ total }) => total.cents),
    freight: sum(({ freight }) => freight.cents),
    freight_tax: sum(({ freight_tax }) => freight_tax.cents),
    discount: lines(({ discount }) => discount.cents),
    tax: lines(({ tax }) => tax.cents),
  }
}

const soldOf = async ({ tenant }: OrderShop) => {
  const rows = await tenant.service.database.sql`
    select day::text as day, sum(units)::int as units, sum(gross_sales_cents)::int as gross, sum(discounts_cents)::int as discounts,
      sum(taxes_cents)::int as taxes
    from sales_daily where organization_id = ${tenant.organization_id} group by day order by day`
  return rows.map((row) => ({ ...row }))
}

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

test('cancelling units of lines gives their stock back, takes them from the sales, and keeps what was ordered', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    lines: [
      { sku: 'J-M', quantity: 4, discount_cents: 400 },
      { sku: 'J-S', quantity: 2 },
    ],
  })
  await shop.act(order, 'allocate')
  const line = { line_item_id: lineOf(order) }
  const part = await shop.act(order, 'cancel', { reason: 'Too many', lines: [{ ...line, quantity: 3 }] })
  expect(part.body.message.desc).toBe(`3 units of order ${order.name} are cancelled.`)
  expect(part.body.data).toMatchObject({
    lifecycle: 'allocated',
    units: 3,
    cancelled_units: 3,
    allocated_units: 3,
    cancel_reason: 'Too many',
    total: { cents: 6000 - 100 + 2 * 5000 },
    line_items: [{ ordered_quantity: 4, quantity: 4, cancelled_quantity: 3, allocated_quantity: 1 }, {}],
  })
  expect(await shop.stock('J-M')).toEqual([5, 1])
  await proveBooks(shop)
  const refused: [object, string][] = [
    [{ ...line, quantity: 2 }, 'lines[0].quantity'],
    [{ line_item_id: shop.account_id }, 'lines[0].line_item_id'],
  ]
  for (const [one, field] of refused)
    expect([(await shop.act(order, 'cancel', { lines: [one] })).body.data?.field, one]).toEqual([field, one])
  await shop.act(order, 'cancel', { lines: [line] })
  const none = await shop.act(order, 'cancel', { lines: [line] })
  expect(none.body.data).toMatchObject({ lifecycle: 'allocated', cancelled_units: 4 })
  const last = await shop.act(order, 'cancel', { lines: [{ line_item_id: lineOf(order, 1) }] })
  expect(last.body.data).toMatchObject({ lifecycle: 'cancelled', cancelled_units: 6, units: 0 })
  expect(await shop.events()).toEqual([
    'order.created',
    'order.updated',
    'order.updated',
    'order.updated',
    'order.cancelled',
  ])
  expect(await soldOf(shop)).toEqual([])
  await proveBooks(shop)
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 4 }] })
  expect((await shop.act(draft, 'cancel', { lines: [{ line_item_id: lineOf(draft) }] })).body.data.act).toBe(
    'cancel_lines',
  )
})

test('merging moves lines with holds and money; the other orders keep their reference and end', async () => {
  const shop = await openOrderShop()
  const customer = { email: 'jo@example.com' }
  const at = { ordered_at: '2026-11-20T10:00:00Z', customer }
  const first = await shop.placed({
    ...at,
    reference: 'WEB-1',
    freight_cents: 500,
    lines: [{ sku: 'J-M', quantity: 2, discount_cents: 7 }],
  })
  const second = await shop.placed({
    ...at,
    ordered_at: '2026-11-20T18:00:00Z',
    reference: 'WEB-2',
    freight_cents: 301,
    lines: [
      { sku: 'J-M', quantity: 4, tax_cents: 33 },
      { sku: 'J-S', quantity: 1 },
    ],
  })
  await shop.act(first, 'allocate')
  await shop.act(second, 'allocate')
  await shop.act(second, 'cancel', { lines: [{ line_item_id: lineOf(second, 1) }] })
  const [a, b] = [await shop.get(first), await shop.get(second)]
  const sold = await soldOf(shop)
  const merged = await act(shop, first, 'merge', { from_order_ids: [second.order_id] })
  expect([merged.status, merged.body.message.desc]).toEqual([200, `1 order merged into ${first.name}.`])
  const order = merged.body.data
  const gone = await shop.get(second)
  expect(sumsOf(order, gone)).toEqual(sumsOf(a, b))
  expect(order).toMatchObject({ reference: 'WEB-1', lifecycle: 'partially_allocated', units: 6, allocated_units: 5 })
  expect(order.line_items.map(({ line_item_id }: any) => line_item_id)).toEqual([lineOf(a), lineOf(b), lineOf(b, 1)])
  expect(gone).toMatchObject({
    lifecycle: 'cancelled',
    reference: 'WEB-2',
    cancel_reason: `Merged into ${first.name}.`,
    line_items: [],
    units: 0,
    cancelled_units: 0,
    exceptions_open: 0,
    related_orders: [{ relation: 'merged_into', order_id: first.order_id }],
  })
  expect(order.related_orders).toMatchObject([{ relation: 'merged_from', name: second.name }])
  expect(await soldOf(shop)).toEqual(sold)
  expect(await shop.stock('J-M')).toEqual([5, 5])
  expect((await act(shop, first, 'merge', { from_order_ids: [second.order_id] })).body.data).toEqual(order)
  await proveBooks(shop)
})

test('only orders that are alike and of which nothing has shipped are merged', async () => {
  const shop = await openOrderShop()
  const { locations } = shop.ids
  const at = '2026-11-20T10:00:00Z'
  const lines = [{ sku: 'J-S', quantity: 1 }]
  const into = await shop.placed({ ordered_at: at, lines })
  const wholesale = { trading_partner_id: shop.account_id, lifecycle: 'open', lines }
  const held = await shop.placed({ ordered_at: at, lines })
  await act(shop, held, 'hold', { reason: 'fraud' })
  const shipped = await shop.placed({ ordered_at: at, lines: [{ sku: 'J-S', quantity: 2 }] })
  await act(shop, shipped, 'shipments', { lines: [{ sku: 'J-S', quantity: 1 }] })
  const others = [
    await shop.placed({ ordered_at: '2026-11-21T10:00:00Z', lines }),
    await shop.placed({ ordered_at: at, location_id: locations.Store, lines }),
    await shop.placed({ ordered_at: at, customer: { email: 'jo@example.com' }, lines }),
    await shop.placed({ ordered_at: at, currency: 'EUR', lines: [{ ...lines[0], unit_price_cents: 5 }] }),
    await shop.placed(wholesale),
    held,
    shipped,
  ]
  for (const other of others) {
    const { status, body } = await act(shop, into, 'merge', { from_order_ids: [other.order_id] })
    expect([status, body.code, body.data.act, other.name]).toEqual([409, 'conflict', 'merge', other.name])
  }
  const terms = [await shop.placed(wholesale), await shop.placed({ ...wholesale, terms: 'net_90' })]
  expect((await act(shop, terms[0], 'merge', { from_order_ids: [terms[1].order_id] })).body.message.desc).toContain(
    'payment terms',
  )
  const draft = await shop.placed({ ...wholesale, lifecycle: 'draft' })
  expect((await act(shop, terms[0], 'merge', { from_order_ids: [draft.order_id] })).body.message.desc).toContain(
    'draft',
  )
  expect((await act(shop, into, 'merge', { from_order_ids: [into.order_id] })).body.data.field).toBe('from_order_ids')
  expect((await act(shop, into, 'merge', { from_order_ids: [shop.account_id] })).body.data.field).toBe(
    'from_order_ids[0]',
  )
  expect((await act(shop, { order_id: shop.account_id }, 'merge', { from_order_ids: [into.order_id] })).body.code).toBe(
    'order_not_on_file',
  )
  await proveBooks(shop)
})

test('an order that was split is merged again as it was', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    freight_cents: 1000,
    lines: [
      { sku: 'J-M', quantity: 3, discount_cents: 100 },
      { sku: 'J-S', quantity: 1 },
    ],
  })
  const before = (await shop.act(order, 'allocate')).body.data
  const lines = [{ line_item_id: lineOf(order), quantity: 1 }, { line_item_id: lineOf(order, 1) }]
  const split = (await act(shop, order, 'split', { by: 'line', lines })).body.data
  const merged = await act(shop, order, 'merge', { from_order_ids: [split.new_orders[0].order_id] })
  expect(sumsOf(merged.body.data)).toEqual(sumsOf(before))
  await proveBooks(shop)
})

test('a duplicate repeats lines and prices, not the reference; of an account it is a draft', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    reference: 'PO 1',
    requested_ship_date: '2026-12-01',
    freight_cents: 900,
    lines: [
      { sku: 'J-S', quantity: 4, unit_price_cents: 2400, discount_cents: 40, tax_cents: 4, door_reference: 'D-1' },
      { sku: 'J-M', quantity: 2, unit_price_cents: 100 },
    ],
  })
  await shop.act(order, 'cancel')
  const made = await act(shop, order, 'duplicate', { reference: 'PO 2' })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    lifecycle: 'draft',
    origin: 'app',
    reference: 'PO 2',
    requested_ship_date: null,
    freight: { cents: 900 },
    total: { cents: order.total.cents },
    line_items: [
      {
        sku: 'J-S',
        quantity: 4,
        ordered_quantity: 4,
        discount: { cents: 40 },
        tax: { cents: 4 },
        door_reference: 'D-1',
      },
      { sku: 'J-M', quantity: 2, cancelled_quantity: 0 },
    ],
    related_orders: [{ relation: 'duplicate_of', order_id: order.order_id, name: order.name }],
  })
  const consumer = await shop.placed({ customer: { email: 'jo@example.com' }, lines: [{ sku: 'J-S', quantity: 1 }] })
  const again = await act(shop, consumer, 'duplicate')
  expect(again.body.data).toMatchObject({ lifecycle: 'open', reference: null, units: 1 })
  const customer = await shop.tenant.get(`/api/v1/sales/customers/${consumer.customer.customer_id}`)
  expect(customer.body.data.orders_count).toBe(2)
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 1 }] })
  const rejected = [{ line_item_id: lineOf(draft), verdict: 'rejected' }]
  await shop.act(draft, 'confirm', { lines: rejected })
  expect((await act(shop, draft, 'duplicate')).body.code).toBe('conflict')
  await proveBooks(shop)
})
