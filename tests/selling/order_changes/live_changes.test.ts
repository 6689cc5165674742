/** An order that holds stock can be changed until it ships; what it holds, its sales and its money follow. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

const update = async (shop: OrderShop, { order_id }: { order_id: string }, body: object) =>
  shop.tenant.patch(`${path}/${order_id}`, body)

const lineOf = (order: any, i = 0) => order.line_items[i].line_item_id

/** A consumer order of J-M, of which 5 are on hand, and J-S, of which 10 are. */
async function allocatedOrder(medium: number, small: number) {
  const shop = await openOrderShop()
  const order = await shop.placed({
    lines: [
      { sku: 'J-M', quantity: medium, discount_cents: 100 * medium },
      { sku: 'J-S', quantity: small },
    ],
  })
  const { body } = await shop.act(order, 'allocate')
  return { shop, order: body.data }
}

const setQuantity = (order: any, i: number, quantity: number) => ({
  lines: [{ line_item_id: lineOf(order, i), quantity }],
})

test('a smaller quantity gives stock back, a larger one holds what is available, and what is short is reported', async () => {
  const { shop, order } = await allocatedOrder(4, 2)
  const less = await update(shop, order, setQuantity(order, 0, 1))
  expect(less.body.data).toMatchObject({ lifecycle: 'allocated', units: 3, allocated_units: 3 })
  expect([await shop.stock('J-M'), await shop.stock('J-S')]).toEqual([
    [5, 1],
    [10, 2],
  ])
  const more = await update(shop, order, setQuantity(order, 0, 5))
  expect(more.body.data).toMatchObject({ lifecycle: 'allocated', allocated_units: 7, exceptions_open: 0 })
  const beyond = await update(shop, order, setQuantity(order, 0, 6))
  expect(beyond.body.data).toMatchObject({ lifecycle: 'partially_allocated', allocated_units: 7, exceptions_open: 1 })
  expect(await shop.stock('J-M')).toEqual([5, 5])
  const enough = await update(shop, order, setQuantity(order, 0, 5))
  expect(enough.body.data).toMatchObject({ lifecycle: 'allocated', allocated_units: 7, exceptions_open: 0 })
  expect(await shop.events()).toEqual([
    'order.created',
    'order.updated',
    'order.updated',
    'order.updated',
    'exception.opened',
    'order.updated',
    'exception.resolved',
    'order.updated',
  ])
  await proveBooks(shop)
})

test('units that one line gives back are there for another line of the order, though nothing else is available', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    lines: [
      { sku: 'J-M', quantity: 3 },
      { sku: 'J-M', quantity: 2 },
    ],
  })
  await shop.act(order, 'allocate')
  const lines = [
    { line_item_id: lineOf(order, 0), quantity: 1 },
    { line_item_id: lineOf(order, 1), quantity: 4 },
  ]
  const { body } = await update(shop, order, { lines })
  expect(body.data.line_items.map((line: any) => line.allocated_quantity)).toEqual([1, 4])
  const swapped = await update(shop, order, {
    lines: [
      { line_item_id: lineOf(order, 0), quantity: 6 },
      { line_item_id: lineOf(order, 1), quantity: 1 },
    ],
  })
  expect(swapped.body.data.line_items.map((line: any) => line.allocated_quantity)).toEqual([4, 1])
  expect(await shop.stock('J-M')).toEqual([5, 5])
  await proveBooks(shop)
})

test('another location moves the holds, as far as stock is available there, and the sales', async () => {
  const { shop, order } = await allocatedOrder(4, 2)
  const { locations } = shop.ids
  const added = await shop.admin.post('/api/v1/stock-adjustments', {
    reason: 'found',
    lines: [{ sku: 'J-M', location_id: locations.Store, quantity: 3 }],
  })
  expect(added.status).toBe(201)
  const moved = await update(shop, order, { location_id: locations.Store })
  expect(moved.body.data).toMatchObject({
    location: { name: 'Store' },
    lifecycle: 'partially_allocated',
    exceptions_open: 1,
    line_items: [{ allocated_quantity: 3 }, { allocated_quantity: 0 }],
  })
  expect([await shop.stock('J-M'), await shop.stock('J-S'), await shop.stock('J-M', 'Store')]).toEqual([
    [5, 0],
    [10, 0],
    [3, 3],
  ])
  await proveBooks(shop)
  const back = await update(shop, order, { location_id: locations.Main })
  expect(back.body.data).toMatchObject({ lifecycle: 'allocated', exceptions_open: 0 })
  await proveBooks(shop)
})

test('an order that holds nothing keeps holding nothing when it changes; the book is allocated by its job', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-M', quantity: 2 }] })
  const { body } = await update(shop, order, setQuantity(order, 0, 3))
  expect(body.data).toMatchObject({ lifecycle: 'open', allocated_units: 0, exceptions_open: 0 })
})

test('prices change while stock is held and after units have shipped, and so does the quantity', async () => {
  const { shop, order } = await allocatedOrder(4, 2)
  const priced = await update(shop, order, { lines: [{ line_item_id: lineOf(order), unit_price_cents: 5500 }] })
  expect(priced.body.data).toMatchObject({ lifecycle: 'allocated', total: { cents: 4 * 5500 - 400 + 2 * 5000 } })
  await proveBooks(shop)
  const shipped = await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-M', quantity: 3 }] })
  expect(shipped.body.data.lifecycle).toBe('partially_fulfilled')
  for (const change of [{ unit_price_cents: 5000 }, { discount_cents: 0 }, { tax_cents: 9 }]) {
    expect((await update(shop, order, { lines: [{ line_item_id: lineOf(order), ...change }] })).status).toBe(200)
    await proveBooks(shop)
  }
  expect((await update(shop, order, setQuantity(order, 0, 2))).body.data).toMatchObject({
    field: 'lines[0].quantity',
    rule: 'must be at least the units of the line that have shipped or are cancelled, 3',
  })
  const other = await update(shop, order, { lines: [{ line_item_id: lineOf(order, 1), unit_price_cents: 4000 }] })
  expect(other.status).toBe(200)
  const rest = await update(shop, order, setQuantity(order, 0, 3))
  expect(rest.body.data).toMatchObject({ lifecycle: 'partially_fulfilled', allocated_units: 2 })
  const done = await update(shop, order, setQuantity(order, 1, 0))
  expect(done.body.data).toMatchObject({ lifecycle: 'fulfilled', allocated_units: 0, fulfilled_units: 3 })
  expect((await shop.events()).at(-1)).toBe('order.fulfilled')
  expect([await shop.stock('J-M'), await shop.stock('J-S')]).toEqual([
    [2, 0],
    [10, 0],
  ])
  await proveBooks(shop)
})

test('a quantity of 0 shows no discount and keeps it: it returns with the quantity, unless another is sent', async () => {
  const { shop, order } = await allocatedOrder(4, 2)
  const zero = await update(shop, order, setQuantity(order, 0, 0))
  expect(zero.body.data.line_items[0]).toMatchObject({ quantity: 0, discount: { cents: 0 } })
  expect(zero.body.data.total.cents).toBe(2 * 5000)
  // What is read can be sent back and is no change.
  const same = await update(shop, order, { lines: [{ line_item_id: lineOf(order), quantity: 0, discount_cents: 0 }] })
  expect(same.body.data.updated_at).toBe(zero.body.data.updated_at)
  const back = await update(shop, order, setQuantity(order, 0, 2))
  expect(back.body.data.line_items[0]).toMatchObject({ quantity: 2, discount: { cents: 200 } })
  await proveBooks(shop)
  await update(shop, order, setQuantity(order, 0, 0))
  const other = await update(shop, order, { lines: [{ line_item_id: lineOf(order), quantity: 3, discount_cents: 7 }] })
  expect(other.body.data.line_items[0]).toMatchObject({ quantity: 3, discount: { cents: 7 } })
  await proveBooks(shop)
})

test('freight, channel and customer change until units have shipped; sales and customers follow', async () => {
  const { shop, order } = await allocatedOrder(4, 2)
  const made = await shop.admin.post('/api/v1/sales-channels', { name: 'Marketplace', channel_type: 'marketplace' })
  expect(made.status).toBe(201)
  const { sales_channel_id } = made.body.data
  const first = await update(shop, order, {
    freight_cents: 900,
    freight_tax_cents: 90,
    sales_channel_id,
    customer: { email: 'jo@example.com', name: 'Jo Doe' },
  })
  expect(first.body.data).toMatchObject({
    freight: { cents: 900 },
    freight_tax: { cents: 90 },
    channel: { name: 'Marketplace' },
    customer: { display_name: 'Jo D.' },
    lifecycle: 'allocated',
  })
  await proveBooks(shop)
  const same = await update(shop, order, { customer: { email: 'JO@example.com' }, freight_cents: 900 })
  expect(same.body.data.updated_at).toBe(first.body.data.updated_at)
  const orders = async (id: string) => (await shop.tenant.get(`/api/v1/sales/customers/${id}`)).body.data
  const jo = first.body.data.customer.customer_id
  expect((await orders(jo)).orders_count).toBe(1)
  const second = await update(shop, order, { customer: { email: 'ada@example.com' } })
  const ada = second.body.data.customer.customer_id
  expect([(await orders(jo)).orders_count, (await orders(ada)).orders_count]).toEqual([0, 1])
  expect((await orders(jo)).first_order_at).toBeNull()
  expect((await update(shop, order, { customer: null })).body.data.customer).toBeNull()
  expect((await orders(ada)).orders_count).toBe(0)
  expect((await update(shop, order, { sales_channel_id: shop.channel_id })).body.data.field).toBe('sales_channel_id')
  await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-M', quantity: 1 }] })
  const late = [
    { freight_cents: 1 },
    { freight_tax_cents: 1 },
    { customer: { email: 'jo@example.com' } },
    { sales_channel_id: shop.ids.sales_channels.Online },
    { location_id: shop.ids.locations.Store },
  ]
  for (const body of late) expect([(await update(shop, order, body)).body.code, body]).toEqual(['conflict', body])
  expect((await orders(jo)).orders_count).toBe(0)
  await proveBooks(shop)
})

test('a line of a draft that is accepted at another quantity than it was ordered has the verdict quantity_changed', async () => {
  const shop = await openOrderShop()
  const draft = await shop.placed({
    trading_partner_id: shop.account_id,
    lines: [
      { sku: 'J-S', quantity: 4 },
      { sku: 'J-S', quantity: 2 },
    ],
  })
  await update(shop, draft, setQuantity(draft, 0, 3))
  const lines = draft.line_items.map(({ line_item_id }: any) => ({ line_item_id, verdict: 'accepted' }))
  const { body } = await shop.act(draft, 'confirm', { lines })
  expect(body.data.line_items).toMatchObject([
    { ordered_quantity: 4, quantity: 3, verdict: 'quantity_changed' },
    { ordered_quantity: 2, quantity: 2, verdict: 'accepted' },
  ])
})

test('a verdict of another quantity that states the one that was ordered accepts the line', async () => {
  const shop = await openOrderShop()
  const sku = 'J-S'
  const draft = await shop.placed({
    trading_partner_id: shop.account_id,
    lines: [4, 4, 4, 4].map((quantity) => ({ sku, quantity })),
  })
  await update(shop, draft, { lines: [1, 2].map((i) => setQuantity(draft, i, 3).lines[0]) })
  const lines = [4, 4, 3, 5].map((quantity, i) => ({
    line_item_id: draft.line_items[i].line_item_id,
    verdict: 'quantity_changed',
    quantity,
  }))
  const { body } = await shop.act(draft, 'confirm', { lines })
  expect(body.data.line_items.map(({ quantity, verdict }: any) => [quantity, verdict])).toEqual([
    [4, 'accepted'],
    [4, 'accepted'],
    [3, 'quantity_changed'],
    [5, 'quantity_changed'],
  ])
})

test('an order that is short of everything holds what there is where it moves to, and says what it is short of there', async () => {
  const shop = await openOrderShop()
  const { locations } = shop.ids
  const own = { trading_partner_id: shop.account_id, lifecycle: 'open', location_id: locations.Store }
  const order = await shop.placed({ ...own, lines: [{ sku: 'J-S', quantity: 12 }] })
  await shop.act(order, 'allocate')
  const unasked = await shop.placed({ ...own, lines: [{ sku: 'J-S', quantity: 1 }] })
  const move = (one: any) => shop.tenant.patch(`${path}/${one.order_id}`, { location_id: locations.Main })
  expect((await move(unasked)).body.data).toMatchObject({ lifecycle: 'open', allocated_units: 0, exceptions_open: 0 })
  const moved = await move(order)
  expect(moved.body.data).toMatchObject({ lifecycle: 'partially_allocated', allocated_units: 10, exceptions_open: 1 })
  const { rows } = (await shop.admin.get(`/api/v1/exceptions?kind=allocation_short&subject_id=${order.order_id}`)).body
    .data
  expect(rows.filter((row: any) => row.resolved_at === null).map((row: any) => row.sentence)).toEqual([
    `${order.name} is short of stock: 2 units of J-S could not be allocated.`,
  ])
  expect(await shop.stock('J-S')).toEqual([10, 10])
  await proveBooks(shop)
})
