/** Refunds are limited by what was paid, stated or not, and corrected by rows of their own. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'
import { restocked, returnsPath } from './returned_shop.ts'

setDefaultTimeout(60_000)

const ordered_at = '2026-03-01T10:00:00Z'
const today = () => new Date().toISOString().slice(0, 10)

/** Units at 15.00 that have shipped. */
async function sold(shop: OrderShop, quantity: number, rest: object = {}): Promise<any> {
  const lines = [{ sku: 'J-S', quantity, unit_price_cents: 1500 }]
  const order = await shop.placed({ ordered_at, lines, ...rest })
  const shipment = { shipped_at: '2026-03-02T10:00:00Z', lines: [{ sku: 'J-S', quantity }] }
  expect((await shop.admin.post(`${path}/${order.order_id}/shipments`, shipment)).status).toBe(201)
  return order
}

const takeBack = (shop: OrderShop, order: any, refund: object | undefined, units = 1, rest: object = {}) =>
  shop.tenant.post(
    returnsPath,
    {
      order_id: order.order_id,
      location_id: shop.ids.locations.Main,
      lines: [{ order_line_item_id: order.line_items[0].line_item_id, expected_quantity: units }],
      ...(refund === undefined ? {} : { refund }),
      ...rest,
    },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )

const receive = ({ tenant }: OrderShop, id: number, lines: object[], received_at = '2026-03-10') =>
  tenant.post(`${returnsPath}/${id}/receive`, { received_at, lines })

const correct = ({ admin }: OrderShop, id: number, refund: object, reason = 'Agreed on the telephone') =>
  admin.post(`${returnsPath}/${id}/refund`, { refund, reason })

/** Net sales and returned units over all days. */
async function net({ tenant }: OrderShop) {
  const [row] = await tenant.service.database.sql`
    select sum(gross_sales_cents - discounts_cents - returns_cents)::int as cents, sum(returned_units)::int as returned
    from sales_daily where organization_id = ${tenant.organization_id}`
  return [row!.cents, row!.returned]
}

/** Money that left sales, by day. */
const returnsByDay = async ({ tenant }: OrderShop) => {
  const rows = await tenant.service.database.sql`
    select day::text, sum(returns_cents)::int as cents from sales_daily
    where organization_id = ${tenant.organization_id} group by day having sum(returns_cents) <> 0 order by day`
  return rows.map(({ day, cents }) => [day, cents])
}

test('a refund is at most what was paid for the order, taxes and freight included', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 1)
  const over = await takeBack(shop, order, { status: 'full', cents: 1501 })
  expect([over.status, over.body.code, over.body.data]).toEqual([
    409,
    'conflict',
    { field: 'refund.cents', refundable_cents: 1500 },
  ])
  expect(over.body.message.desc).toContain('15.00 USD')
  expect(await net(shop)).toEqual([1500, 0])
  const charged = await sold(shop, 1, { freight_cents: 400, freight_tax_cents: 40 })
  expect((await takeBack(shop, charged, { status: 'full', cents: 1941 })).body.data).toMatchObject({
    refundable_cents: 1940,
  })
  expect((await takeBack(shop, charged, { status: 'full', cents: 1940, freight_cents: 440 })).status).toBe(200)
  expect((await takeBack(shop, order, { status: 'full', cents: 1500 })).status).toBe(200)
  expect(await net(shop)).toEqual([0, 0])
  await proveBooks(shop)
})

test('freight that is paid back leaves net sales alone, said or not, over several returns and corrections', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2, { freight_cents: 400, freight_tax_cents: 40 })
  const first = (await takeBack(shop, order, { status: 'full', cents: 1500 })).body.data
  expect(await net(shop)).toEqual([1500, 0])
  await takeBack(shop, order, { status: 'full', cents: 1940 })
  expect(await net(shop)).toEqual([0, 0])
  await correct(shop, first.id, { status: 'partial', cents: 1000 })
  expect(await net(shop)).toEqual([500, 0])
  await correct(shop, first.id, { status: 'full', cents: 1500 })
  expect(await net(shop)).toEqual([0, 0])
  const whole = await sold(shop, 1, { freight_cents: 400 })
  const all = (await takeBack(shop, whole, { status: 'full', cents: 1900 })).body.data
  expect(await net(shop)).toEqual([0, 0])
  await correct(shop, all.id, { status: 'full', cents: 1899 })
  expect(await net(shop)).toEqual([0, 0])
  const generous = await sold(shop, 2, { freight_cents: 400 })
  await takeBack(shop, generous, { status: 'partial', cents: 2500 })
  const unstated = (await takeBack(shop, generous, undefined)).body.data
  await receive(shop, unstated.id, [restocked('J-S', 1)])
  expect(await net(shop)).toEqual([0, 1])
  await proveBooks(shop)
})

test('a corrected refund is at most what the order is for by now, though more was paid back before the rest was cancelled', async () => {
  const shop = await openOrderShop()
  const lines = [{ sku: 'J-S', quantity: 4, unit_price_cents: 1500 }]
  const order = await shop.placed({ ordered_at, lines })
  const shipment = { shipped_at: '2026-03-02T10:00:00Z', lines: [{ sku: 'J-S', quantity: 2 }] }
  expect((await shop.admin.post(`${path}/${order.order_id}/shipments`, shipment)).status).toBe(201)
  const { id } = (await takeBack(shop, order, { status: 'full', cents: 6000 })).body.data
  expect((await shop.tenant.post(`${path}/${order.order_id}/cancel`, {})).status).toBe(200)
  // What was refunded of the units that are cancelled counts back with them.
  expect(await net(shop)).toEqual([0, 0])
  expect((await takeBack(shop, order, { status: 'partial', cents: 1 })).body.data).toMatchObject({
    refundable_cents: 0,
  })
  const over = await correct(shop, id, { status: 'full', cents: 3001 })
  expect([over.status, over.body.data]).toEqual([409, { field: 'refund.cents', refundable_cents: 3000 }])
  expect((await correct(shop, id, { status: 'full', cents: 3000 })).status).toBe(200)
  expect(await net(shop)).toEqual([0, 0])
  await proveBooks(shop)
})

test('several returns of an order share what was paid', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2, { lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 1000 }] })
  expect((await takeBack(shop, order, { status: 'partial', cents: 1500 })).status).toBe(200)
  const second = await takeBack(shop, order, { status: 'partial', cents: 1500 })
  expect([second.status, second.body.data.refundable_cents]).toEqual([409, 500])
  expect((await takeBack(shop, order, { status: 'partial', cents: 500 })).status).toBe(200)
  expect((await net(shop))[0]).toBe(0)
  await proveBooks(shop)
})

test('units that arrive without a refund take off no more than what is left', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2)
  const unstated = (await takeBack(shop, order, undefined)).body.data
  expect((await takeBack(shop, order, { status: 'full', cents: 2000 })).status).toBe(200)
  await receive(shop, unstated.id, [restocked('J-S', 1)])
  expect(await net(shop)).toEqual([0, 1])
  expect(await returnsByDay(shop)).toEqual([
    ['2026-03-10', 1000],
    [today(), 2000],
  ])
  const after = await takeBack(shop, await sold(shop, 1), { status: 'partial', cents: 1500 })
  expect(after.status).toBe(200)
  await proveBooks(shop)
})

test('cancelled units were not paid for', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ ordered_at, lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 1500 }] })
  await shop.admin.post(`${path}/${order.order_id}/shipments`, {
    shipped_at: '2026-03-02T10:00:00Z',
    lines: [{ sku: 'J-S', quantity: 1 }],
  })
  expect((await shop.act(order, 'cancel')).status).toBe(200)
  const over = await takeBack(shop, order, { status: 'full', cents: 1501 })
  expect([over.status, over.body.data.refundable_cents]).toEqual([409, 1500])
})

test('that nothing is paid back is a fact: the price stays in sales, and the unit is returned', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2)
  const none = (await takeBack(shop, order, { status: 'none' })).body.data
  expect(none.refund).toMatchObject({ status: 'none', is_stated: true, is_paid_out: null, cents: null })
  await receive(shop, none.id, [restocked('J-S', 1)])
  expect(await net(shop)).toEqual([3000, 1])
  const unstated = (await takeBack(shop, order, undefined)).body.data
  expect(unstated.refund).toMatchObject({ status: 'none', is_stated: false })
  await receive(shop, unstated.id, [restocked('J-S', 1)])
  expect(await net(shop)).toEqual([1500, 2])
  await proveBooks(shop)
})

test('missing units were never received: neither returned nor paid back, and found later they are', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 3)
  const made = (await takeBack(shop, order, undefined, 3)).body.data
  const first = await receive(shop, made.id, [{ sku: 'J-S', received_quantity: 2, disposition: 'missing' }])
  expect(first.body.data).toMatchObject({
    state: 'partially_received',
    received_at: null,
    units_received: 0,
    units_missing: 2,
  })
  expect(await net(shop)).toEqual([4500, 0])
  const expected = async () =>
    (await shop.tenant.get(`/api/v1/inventory/position?variant_id=${shop.ids.variants['J-S']}`)).body.data
      .expected_inbound.returns_expected
  expect(await expected()).toBe(1)
  const over = await receive(shop, made.id, [{ sku: 'J-S', received_quantity: 2, disposition: 'missing' }])
  expect([over.status, over.body.data.field]).toEqual([400, 'lines[0].received_quantity'])
  // As long as the return is open they may turn up on it, so no other return takes them.
  expect((await shop.get(order)).line_items[0].returnable_quantity).toBe(0)
  const beside = await takeBack(shop, order, undefined, 1)
  expect([beside.status, beside.body.code, beside.body.data.returnable_quantity]).toEqual([
    409,
    'return_more_than_sold',
    0,
  ])
  // One of the missing turns up together with the one that was still expected.
  const second = await receive(shop, made.id, [restocked('J-S', 2)])
  expect(second.body.data).toMatchObject({ state: 'closed', units_received: 2, units_missing: 1, exceptions: [] })
  expect(await net(shop)).toEqual([1500, 2])
  // The other one comes back later, on a return of its own.
  const later = (await takeBack(shop, order, undefined, 1)).body.data
  expect((await receive(shop, later.id, [restocked('J-S', 1)])).body.data.state).toBe('closed')
  expect(await net(shop)).toEqual([0, 3])
  await proveBooks(shop)
})

test('cancelling a return takes its refund back on that day, unless the money has left', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2)
  const promised = (await takeBack(shop, order, { status: 'full', cents: 1500 })).body.data
  expect(promised.refund).toMatchObject({ is_stated: true, is_paid_out: false })
  expect((await net(shop))[0]).toBe(1500)
  const cancelled = (await shop.tenant.post(`${returnsPath}/${promised.id}/cancel`)).body.data
  expect(cancelled.refund).toMatchObject({ status: 'none', cents: null })
  expect((await net(shop))[0]).toBe(3000)
  const paid = (await takeBack(shop, order, { status: 'full', cents: 1500, is_paid_out: true })).body.data
  expect((await shop.tenant.post(`${returnsPath}/${paid.id}/cancel`)).body.data.refund).toMatchObject({ cents: 1500 })
  expect((await net(shop))[0]).toBe(1500)
  const left = await takeBack(shop, order, { status: 'full', cents: 1501 })
  expect(left.body.data.refundable_cents).toBe(1500)
  await proveBooks(shop)
})

test('a refund is corrected by a row that takes it back and a row with the new amount', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2)
  const made = (await takeBack(shop, order, { status: 'partial', cents: 1000 })).body.data
  await receive(shop, made.id, [restocked('J-S', 1)])
  const corrected = await correct(shop, made.id, { status: 'full', cents: 1500 })
  expect(corrected.body.data.refund).toMatchObject({ status: 'full', cents: 1500, is_stated: true })
  expect(await net(shop)).toEqual([1500, 1])
  const rows = await shop.tenant.service.database.sql`
    select l.amount_cents::int as cents, r.reverses, r.reason from refunds r
    join refund_lines l on l.organization_id = r.organization_id and l.refund_id = r.refund_id
    where r.organization_id = ${shop.tenant.organization_id} order by r.refund_id`
  expect(rows.map(({ cents, reverses, reason }) => [cents, reverses, reason])).toEqual([
    [1000, null, null],
    [-1000, 'refund', 'Agreed on the telephone'],
    [1500, null, 'Agreed on the telephone'],
  ])
  // Of 30.00, 15.00 can be paid back for the other unit; taking back this refund leaves all of it.
  const over = await correct(shop, made.id, { status: 'full', cents: 3001 })
  expect([over.status, over.body.data.refundable_cents]).toEqual([409, 3000])
  expect((await correct(shop, made.id, { status: 'none' })).body.data.refund).toMatchObject({ status: 'none' })
  expect(await net(shop)).toEqual([3000, 1])
  await proveBooks(shop)
})

test('the price that counted on arrival is taken back on the day on which a refund is stated', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2)
  const made = (await takeBack(shop, order, undefined, 2)).body.data
  await receive(shop, made.id, [restocked('J-S', 1)])
  expect(await returnsByDay(shop)).toEqual([['2026-03-10', 1500]])
  expect((await correct(shop, made.id, { status: 'partial', cents: 1000 })).status).toBe(200)
  expect(await returnsByDay(shop)).toEqual([
    ['2026-03-10', 1500],
    [today(), -500],
  ])
  // Units that arrive from now on bring back no money of their own.
  await receive(shop, made.id, [restocked('J-S', 1)], '2026-03-11')
  expect(await net(shop)).toEqual([2000, 2])
  await proveBooks(shop)
})

test('that the money has left is noted without a new row; the same statement changes nothing', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 1)
  const made = (await takeBack(shop, order, { status: 'full', cents: 1500 })).body.data
  const paid = await correct(shop, made.id, { status: 'full', cents: 1500, is_paid_out: true })
  expect(paid.body.data.refund).toMatchObject({ cents: 1500, is_paid_out: true })
  const [count] = await shop.tenant.service.database.sql`
    select count(*)::int as refunds from refunds where organization_id = ${shop.tenant.organization_id}`
  expect(count!.refunds).toBe(1)
  await shop.tenant.post(`${returnsPath}/${made.id}/cancel`)
  const closed = await correct(shop, made.id, { status: 'none' })
  expect([closed.status, closed.body.code]).toEqual([409, 'conflict'])
  const blank = await correct(shop, made.id, { status: 'none' }, '  ')
  expect([blank.status, blank.body.data.field]).toEqual([400, 'reason'])
  const without = await correct(shop, made.id, { status: 'full' })
  expect(without.status).toBe(409)
  const open = (await takeBack(shop, await sold(shop, 1), undefined)).body.data
  const bare = await correct(shop, open.id, { status: 'full' })
  expect([bare.status, bare.body.code]).toEqual([400, 'refund_needs_an_amount'])
  await shop.tenant.service.database.sql`
    update sales_orders set origin = 'channel' where organization_id = ${shop.tenant.organization_id}`
  const channels = await correct(shop, open.id, { status: 'full', cents: 100 })
  expect([channels.status, channels.body.code]).toEqual([409, 'refund_is_the_channels'])
  const unknown = await correct(shop, 1, { status: 'none' })
  expect([unknown.status, unknown.body.code]).toEqual([404, 'return_not_on_file'])
})

test('concurrent refunds of one order take no more than was paid', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 4)
  const all = await Promise.all(
    Array.from({ length: 4 }, () => takeBack(shop, order, { status: 'partial', cents: 2500 })),
  )
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409])
  expect((await net(shop))[0]).toBe(1000)
  await proveBooks(shop)
})

test('the units of the summary are those of its reasons and of its dispositions', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 3)
  const surplus = await shop.placed({ ordered_at, lines: [{ sku: 'J-M', quantity: 1 }] })
  await shop.admin.post(`${path}/${surplus.order_id}/shipments`, {
    shipped_at: '2026-03-02T10:00:00Z',
    lines: [{ sku: 'J-M', quantity: 2 }],
  })
  const wrong = (await takeBack(shop, order, undefined, 3, { reason: 'wrong_size' })).body.data
  await receive(shop, wrong.id, [
    restocked('J-S', 1),
    { sku: 'J-S', received_quantity: 1, disposition: 'write_off' },
    { sku: 'J-S', received_quantity: 1, disposition: 'missing' },
  ])
  const extra = (await takeBack(shop, surplus, undefined, 1, { reason: 'unwanted' })).body.data
  await receive(shop, extra.id, [restocked('J-M', 1)])
  // A return without a channel moves stock and no sales.
  const bare = await shop.tenant.post(
    returnsPath,
    { location_id: shop.ids.locations.Main, reason: 'other', lines: [{ sku: 'J-L', expected_quantity: 2 }] },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  await receive(shop, bare.body.data.id, [restocked('J-L', 2)])
  // Imported days have returned units of which no more is known.
  const { sql } = shop.tenant.service.database
  await sql`
    insert into sales_channel_days (organization_id, day, sales_channel_id, origin, source_system)
    values (${shop.tenant.organization_id}, '2026-03-05', ${shop.ids.sales_channels.Online!}, 'import', 'history')`
  await sql`
    insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, currency, units, returned_units,
      gross_sales_cents)
    values (${shop.tenant.organization_id}, ${shop.ids.variants['J-S']!}, '2026-03-05', ${shop.ids.sales_channels.Online!},
      ${shop.ids.locations.Main!}, 'USD', 5, 4, 0)`
  const { body } = await shop.tenant.get(`${returnsPath}/summary?start_date=2026-03-01&end_date=2026-03-31`)
  const { reasons, dispositions, ...summary } = body.data
  expect(summary).toMatchObject({ units_returned: 6, units_missing: 1, units_outside_sales: 3, units_restocked: 4 })
  expect(reasons).toEqual([
    { reason: 'unknown', returns: 0, units_returned: 4 },
    { reason: 'wrong_size', returns: 1, units_returned: 2 },
  ])
  expect(dispositions).toEqual([
    { disposition: null, units_returned: 4, units_restocked: 0 },
    { disposition: 'restock', units_returned: 1, units_restocked: 1 },
    { disposition: 'write_off', units_returned: 1, units_restocked: 0 },
  ])
})
