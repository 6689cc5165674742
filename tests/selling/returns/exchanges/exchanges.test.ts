/** An exchange sets what comes back against an order that replaces it; net sales count both once, in whatever order it happens. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openOrderShop, path, proveBooks } from '../../support/orders.ts'
import { restocked, returnsPath } from '../returned_shop.ts'
import {
  today,
  sold,
  takeBack,
  exchange,
  cancel,
  receive,
  get,
  ship,
  list,
  newest,
  net,
  shown,
  refusal,
} from './exchange_shop.ts'

setDefaultTimeout(60_000)

test('another size at what was paid is even: price, discount and tax are those of the unit that comes back', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2)
  const back = await takeBack(shop, order)
  const answer = await exchange(shop, back, 'none', [{ sku: 'J-M', quantity: 1 }])
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  const one = answer.body.data
  expect(shown(one)).toEqual({
    state: 'open',
    returned: 1450,
    replacement: 1450,
    difference: ['even', 0],
    settlement: ['none', true],
  })
  const replacement = await shop.get(one.order)
  expect(replacement).toMatchObject({
    lifecycle: 'open',
    is_wholesale: false,
    channel: order.channel,
    location: order.location,
    exchanged_return_id: back.id,
    line_items: [
      { sku: 'J-M', quantity: 1, allocated_quantity: 0, unit_price: { cents: 1500 }, discount: { cents: 150 } },
    ],
  })
  expect(replacement.line_items[0].tax.cents).toBe(100)
  expect((await shop.get(order)).exchanged_return_id).toBeNull()
  expect((await get(shop, back)).exchanges).toMatchObject([
    { order_id: replacement.order_id, order_name: replacement.name, difference: { cents: 0 }, is_cancelled: false },
  ])
  expect(await shop.stock('J-M')).toEqual([5, 0])
  expect((await shop.act(replacement, 'allocate')).status).toBe(200)
  expect(await shop.stock('J-M')).toEqual([5, 1])
  await receive(shop, back, [restocked('J-S', 1)])
  expect(await net(shop)).toEqual({
    days: [
      ['2026-03-01', 2700],
      ['2026-03-10', -1350],
      [today(), 1350],
    ],
    cents: 2700,
    units: 3,
    returned: 1,
  })
  expect((await ship(shop, replacement.order_id, [{ sku: 'J-M', quantity: 1 }])).status).toBe(201)
  expect(await newest(shop, back)).toMatchObject({ state: 'shipped' })
  const summary = await shop.tenant.get(`${returnsPath}/summary?start_date=2026-03-01&end_date=2026-03-31`)
  expect(summary.body.data).toMatchObject({
    units_returned: 1,
    units_exchanged: 1,
    reasons: [{ units_returned: 1 }],
  })
  expect(await shop.events()).toContain('order.created')
  await proveBooks(shop)
})

test('a dearer replacement is charged and a cheaper one refunded; any other settlement is refused with the difference', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 3, { freight_cents: 500 })
  const [dear, cheap] = [await takeBack(shop, order), await takeBack(shop, order, 2)]
  const dearer = [{ sku: 'J-M', quantity: 1, unit_price_cents: 1451 }]
  for (const [settlement, field] of [
    ['none', 'difference'],
    ['refund', 'difference'],
    ['credit_note', 'not_invoiced'],
  ]) {
    const refused = await exchange(shop, dear, settlement!, dearer)
    expect(refusal(refused)).toEqual([409, 'conflict', field])
  }
  const named = await exchange(shop, dear, 'none', dearer)
  expect(named.body.data).toMatchObject({ balance: 'customer_owes', difference_cents: 1, allowed: ['charge'] })
  const charged = await exchange(shop, dear, 'charge', dearer, { freight_cents: 30, freight_tax_cents: 3 })
  expect(shown(charged.body.data)).toMatchObject({
    replacement: 1484,
    difference: ['customer_owes', 34],
    settlement: ['charge', true],
  })
  const fewer = [{ sku: 'J-L', quantity: 1, unit_price_cents: 1449 }]
  const owed = await exchange(shop, cheap, 'none', fewer)
  expect(owed.body.data).toMatchObject({ balance: 'customer_is_owed', difference_cents: 1451, allowed: ['refund'] })
  const paid = await exchange(shop, cheap, 'refund', fewer)
  expect(shown(paid.body.data)).toEqual({
    state: 'open',
    returned: 2900,
    replacement: 1449,
    difference: ['customer_is_owed', 1451],
    settlement: ['refund', true],
  })
  await receive(shop, dear, [restocked('J-S', 1)])
  await receive(shop, cheap, [restocked('J-S', 2)], '2026-03-11')
  expect(await net(shop)).toMatchObject({ cents: 1451 + 1449, units: 5, returned: 3 })
  await proveBooks(shop)
})

test('what is promised for units that have not arrived is not refunded beside it', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2)
  const back = await takeBack(shop, order)
  expect((await exchange(shop, back, 'none', [{ sku: 'J-M', quantity: 1 }])).status).toBe(201)
  const refund = (cents: number) =>
    shop.tenant.post(
      returnsPath,
      {
        order_id: order.order_id,
        location_id: shop.ids.locations.Main,
        lines: [{ sku: 'J-S', expected_quantity: 1 }],
        refund: { status: 'full', cents },
      },
      { headers: { 'Idempotency-Key': uuidv7() } },
    )
  const over = await refund(1451)
  expect([over.status, over.body.data.refundable_cents]).toEqual([409, 1450])
  expect((await refund(1450)).status).toBe(200)
  await receive(shop, back, [restocked('J-S', 1)])
  expect((await newest(shop, back)).returned.cents).toBe(1450)
  expect(await net(shop)).toMatchObject({ cents: 1350 - 100 + 100, returned: 1 })
  await proveBooks(shop)
})

test('what is missing, and a replacement that is cancelled, split or priced anew, change the difference and not what was agreed', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2)
  const back = await takeBack(shop, order, 2)
  const made = await exchange(shop, back, 'none', [{ sku: 'J-M', quantity: 2 }])
  const { order: replacement } = made.body.data
  const of = async () => shown(await newest(shop, back))
  const split = await shop.admin.post(`${path}/${replacement.order_id}/split`, {
    by: 'line',
    lines: [{ line_item_id: (await shop.get(replacement)).line_items[0].line_item_id, quantity: 1 }],
  })
  expect([split.status, split.text]).toEqual([200, split.text])
  expect(await of()).toMatchObject({ replacement: 2900, difference: ['even', 0], settlement: ['none', true] })
  await receive(shop, back, [restocked('J-S', 1), { sku: 'J-S', received_quantity: 1, disposition: 'missing' }])
  expect(await of()).toMatchObject({
    returned: 1450,
    difference: ['customer_owes', 1450],
    settlement: ['none', false],
  })
  expect((await shop.act(replacement, 'cancel')).status).toBe(200)
  expect(await of()).toMatchObject({ state: 'open', replacement: 1450, difference: ['even', 0] })
  await proveBooks(shop)
})

test('an exchange of which nothing shipped is cancelled, and the return is as before', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2)
  const back = await takeBack(shop, order)
  const missing = await cancel(shop, back)
  expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
  const first = await exchange(shop, back, 'none', [{ sku: 'J-M', quantity: 1 }])
  const { order: replacement } = first.body.data
  expect((await shop.act(replacement, 'allocate')).status).toBe(200)
  const blank = await cancel(shop, back, ' ')
  expect(blank.status).toBe(400)
  const done = await cancel(shop, back)
  expect([done.status, done.text]).toEqual([200, done.text])
  expect(done.body.data).toMatchObject({
    state: 'cancelled',
    cancel_reason: 'The customer keeps it',
    replacement: { cents: 0 },
    is_as_agreed: false,
  })
  expect((await get(shop, back)).exchanges).toMatchObject([{ difference: { cents: -1450 }, is_cancelled: true }])
  expect((await cancel(shop, back, 'Again')).body.data).toEqual(done.body.data)
  expect(await shop.get(replacement)).toMatchObject({ lifecycle: 'cancelled', exchanged_return_id: back.id })
  expect(await shop.stock('J-M')).toEqual([5, 0])
  expect(await net(shop)).toMatchObject({ cents: 2700, units: 2 })
  expect(await shop.events()).toContain('order.cancelled')
  const again = await exchange(shop, back, 'charge', [{ sku: 'J-M', quantity: 1, unit_price_cents: 2000 }])
  expect(again.status).toBe(201)
  expect((await list(shop, back)).map(({ state }) => state)).toEqual(['cancelled', 'open'])
  await proveBooks(shop)
})

test('once units have shipped the exchange stays; a shipment that is voided lets it be cancelled', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 1)
  const back = await takeBack(shop, order)
  const made = await exchange(shop, back, 'none', [{ sku: 'J-M', quantity: 1 }])
  const { order: replacement } = made.body.data
  const shipped = await ship(shop, replacement.order_id, [{ sku: 'J-M', quantity: 1 }])
  const refused = await cancel(shop, back)
  expect(refusal(refused)).toEqual([409, 'conflict', 'shipped'])
  expect(refused.body.data.orders).toEqual([{ order_id: replacement.order_id, name: replacement.name }])
  const [{ shipment_id }] = shipped.body.data.shipments
  const voided = await shop.admin.post(`${path}/${replacement.order_id}/shipments/${shipment_id}/void`, {
    reason: 'It never left',
  })
  expect([voided.status, voided.text]).toEqual([200, voided.text])
  expect((await cancel(shop, back)).status).toBe(200)
  expect(await net(shop)).toMatchObject({ cents: 1350, units: 1 })
  await proveBooks(shop)
})

test('a return is exchanged once, and while it is, no refund is stated and its replacement is not merged', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 1)
  const back = await takeBack(shop, order)
  const made = await exchange(shop, back, 'none', [{ sku: 'J-M', quantity: 1 }])
  const { order: replacement } = made.body.data
  const twice = await exchange(shop, back, 'none', [{ sku: 'J-M', quantity: 1 }])
  expect([...refusal(twice), twice.body.data.order_id]).toEqual([409, 'conflict', 'exchanged', replacement.order_id])
  const refund = { status: 'full', cents: 1450 }
  const refunded = await shop.admin.post(`${returnsPath}/${back.id}/refund`, { refund, reason: 'Agreed' })
  expect(refusal(refunded)).toEqual([409, 'conflict', 'exchanged'])
  const other = await shop.placed({ lines: [{ sku: 'J-M', quantity: 1 }] })
  for (const [into, from] of [
    [other, replacement],
    [replacement, other],
  ]) {
    const merged = await shop.admin.post(`${path}/${into.order_id}/merge`, { from_order_ids: [from.order_id] })
    expect([merged.status, merged.body.message.desc]).toEqual([
      409,
      `${replacement.name} replaces what comes back in ${back.name}.`,
    ])
  }
  await cancel(shop, back)
  expect((await shop.admin.post(`${returnsPath}/${back.id}/refund`, { refund, reason: 'Agreed' })).status).toBe(200)
  expect(await net(shop)).toMatchObject({ cents: 6000 })
  await proveBooks(shop)
})

test('of two exchanges of a return at once one is made', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 1)
  const back = await takeBack(shop, order)
  const answers = await Promise.all([1, 2, 3].map(() => exchange(shop, back, 'none', [{ sku: 'J-M', quantity: 1 }])))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(await net(shop)).toMatchObject({ cents: 2700, units: 2 })
  const both = await Promise.all([
    cancel(shop, back),
    ship(shop, (await newest(shop, back)).order.order_id, [{ sku: 'J-M', quantity: 1 }]),
  ])
  const statuses = both.map(({ status }) => status)
  expect([
    [200, 409],
    [409, 201],
    // A shipment that is recorded after the cancellation is a fact.
    [200, 201],
  ]).toContainEqual(statuses)
  await proveBooks(shop)
})

test('where nothing is paid back, or the money went back, nothing of the return is set against the replacement', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2)
  const warranty = await takeBack(shop, order, 1, { refund: { status: 'none' } })
  const free = await exchange(shop, warranty, 'none', [{ sku: 'J-S', quantity: 1, unit_price_cents: 0 }])
  expect(shown(free.body.data)).toMatchObject({ returned: 0, replacement: 0, difference: ['even', 0] })
  const refunded = await takeBack(shop, order, 1, { refund: { status: 'full', cents: 1450 } })
  const full = await exchange(shop, refunded, 'charge', [{ sku: 'J-S', quantity: 1 }])
  expect(shown(full.body.data)).toMatchObject({ returned: 0, replacement: 5000 })
  await receive(shop, warranty, [restocked('J-S', 1)])
  await receive(shop, refunded, [restocked('J-S', 1)])
  expect(await net(shop)).toMatchObject({ cents: 1350 + 5000, returned: 2 })
  await proveBooks(shop)
})

test('a return that is cancelled or of no order is not exchanged; one that is cancelled later leaves the replacement to be paid', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 2)
  const back = await takeBack(shop, order)
  const line = [{ sku: 'J-M', quantity: 1 }]
  await exchange(shop, back, 'none', line)
  expect((await shop.tenant.post(`${returnsPath}/${back.id}/cancel`)).status).toBe(200)
  expect(shown(await newest(shop, back))).toMatchObject({
    returned: 0,
    difference: ['customer_owes', 1450],
    settlement: ['none', false],
  })
  const gone = await takeBack(shop, order)
  await shop.tenant.post(`${returnsPath}/${gone.id}/cancel`)
  expect(refusal(await exchange(shop, gone, 'none', line))).toEqual([409, 'conflict', 'cancelled'])
  const blind = await shop.tenant.post(
    returnsPath,
    { location_id: shop.ids.locations.Main, lines: [{ sku: 'J-S', expected_quantity: 1 }] },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  expect(refusal(await exchange(shop, blind.body.data, 'none', line))).toEqual([409, 'conflict', 'no_order'])
  const unknown = await exchange(shop, { id: 999_999_999 }, 'none', line)
  expect([unknown.status, unknown.body.code]).toEqual([404, 'return_not_on_file'])
  await proveBooks(shop)
})

test('an order of a channel is refunded by the channel', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 1)
  await shop.tenant.service.database.sql`
    update sales_orders set origin = 'channel' where organization_id = ${shop.tenant.organization_id}`
  const back = await takeBack(shop, order)
  const refused = await exchange(shop, back, 'refund', [{ sku: 'J-M', quantity: 1, unit_price_cents: 1000 }])
  expect(refused.body.code).toBe('refund_is_the_channels')
  expect((await exchange(shop, back, 'none', [{ sku: 'J-M', quantity: 1 }])).status).toBe(201)
})

test('in another currency, and in one without decimals, amounts are those of the order', async () => {
  const shop = await openOrderShop()
  const lines = (unit_price_cents: number) => [{ sku: 'J-S', quantity: 1, unit_price_cents }]
  const yen = await sold(shop, 1, { currency: 'JPY', lines: lines(150_000) })
  const back = await takeBack(shop, yen)
  const parts = await exchange(shop, back, 'charge', [{ sku: 'J-M', quantity: 1, unit_price_cents: 150_050 }])
  expect([parts.status, parts.body.data.field]).toEqual([400, 'lines[0].unit_price_cents'])
  const freight = await exchange(shop, back, 'charge', [{ sku: 'J-M', quantity: 1 }], { freight_cents: 50 })
  expect([freight.status, freight.body.data.field]).toEqual([400, 'freight_cents'])
  const even = await exchange(shop, back, 'none', [{ sku: 'J-M', quantity: 1 }])
  expect(even.body.data).toMatchObject({
    returned: { cents: 150_000, currency: 'JPY' },
    replacement: { cents: 150_000, currency: 'JPY' },
  })
  const euro = await sold(shop, 1, { currency: 'EUR', lines: lines(9_000) })
  const dearer = await exchange(shop, await takeBack(shop, euro), 'charge', [
    { sku: 'J-M', quantity: 1, unit_price_cents: 9_500 },
  ])
  expect(dearer.body.data.difference).toMatchObject({ cents: 500, currency: 'EUR' })
  await receive(shop, back, [restocked('J-S', 1)])
  await proveBooks(shop)
})
