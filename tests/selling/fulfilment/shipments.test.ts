import { expect, setDefaultTimeout, test } from 'bun:test'
import { isSscc } from '../../../server/selling/fulfilment/sscc.rules.ts'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

const shipTo = (shop: OrderShop) => (order: { order_id: string }, body: object) =>
  shop.admin.post(`${path}/${order.order_id}/shipments`, body)

async function openWholesale(shop: OrderShop, lines: object[]) {
  const own = { trading_partner_id: shop.account_id, lifecycle: 'open', terms: 'net_60' }
  const order = await shop.placed({ ...own, lines })
  await shop.act(order, 'allocate')
  return order
}

const sales = async ({ tenant }: OrderShop) => {
  const rows = await tenant.service.database.sql`
    select v.sku, s.day::text as day, w.name as location, s.units, s.gross_sales_cents::float8 as gross,
      s.discounts_cents::float8 as discounts, s.taxes_cents::float8 as taxes, s.known_cost_cents::float8 as cost
    from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    join locations w on w.organization_id = s.organization_id and w.location_id = s.location_id
    where s.organization_id = ${tenant.organization_id} order by v.sku, s.day`
  return [...rows]
}

test('the check digit of an SSCC is that of GS1', () => {
  expect(isSscc('106141411234567897')).toBe(true)
  expect(isSscc('106141411234567898')).toBe(false)
  expect(isSscc('10614141123456789')).toBe(false)
})

test('a shipment in cartons leaves stock at cost, releases its holds, and wholesale sales count on its day', async () => {
  const shop = await openOrderShop('Pacific/Auckland')
  const ship = shipTo(shop)
  const order = await openWholesale(shop, [
    { sku: 'J-S', quantity: 3, discount_cents: 1000, tax_cents: 100 },
    { sku: 'J-M', quantity: 2, unit_price_cents: 3000 },
  ])
  const [small, medium] = order.line_items
  const shipped_at = '2026-03-01T18:00:00Z'
  const first = await ship(order, {
    shipped_at,
    carrier: 'UPS',
    cartons: [
      { sscc: '106141411234567897', weight_kg: 4.5, lines: [{ sku: 'J-S', quantity: 1 }] },
      { lines: [{ line_item_id: small.line_item_id.toUpperCase(), quantity: 1 }] },
    ],
  })
  expect([first.status, first.body.message.desc]).toEqual([
    201,
    `Shipment of ${order.name} recorded; the order is partially_fulfilled.`,
  ])
  expect(first.body.data).toMatchObject({
    allocated_units: 3,
    fulfilled_units: 2,
    exceptions_open: 0,
    shipments: [
      {
        name: `${order.name}-1`,
        shipped_on: '2026-03-02',
        recorded_by: 'user:Ada Merchant',
        cartons: [
          { carton_number: 1, sscc: '106141411234567897', weight_kg: 4.5 },
          { carton_number: 2, sscc: null },
        ],
        lines: [
          { carton_number: 1, sku: 'J-S', quantity: 1 },
          { carton_number: 2, sku: 'J-S', quantity: 1 },
        ],
      },
    ],
  })
  expect(await shop.stock('J-S')).toEqual([8, 1])
  const movements = await shop.tenant.get(
    `/api/v1/inventory/movements?document_type=fulfilment_request&document_id=${first.body.data.shipments[0].shipment_id}`,
  )
  expect(movements.body.data.rows).toMatchObject([
    { kind: 'fulfilment', quantity_delta: -2, cost_basis: 'left_at', document: { name: `${order.name}-1` } },
  ])
  const second = await ship(order, {
    shipped_at,
    lines: [
      { sku: 'J-S', quantity: 1 },
      { sku: 'J-M', quantity: 2 },
    ],
  })
  expect(second.body.data).toMatchObject({ lifecycle: 'fulfilled', allocated_units: 0, fulfilled_units: 5 })
  expect(second.body.data.fulfilled_at).not.toBeNull()
  expect(medium.sku).toBe('J-M')
  expect(await sales(shop)).toEqual([
    { sku: 'J-M', day: '2026-03-02', location: 'Main', units: 2, gross: 6000, discounts: 0, taxes: 0, cost: 5000 },
    { sku: 'J-S', day: '2026-03-02', location: 'Main', units: 3, gross: 7500, discounts: 1000, taxes: 100, cost: 6000 },
  ])
  expect((await shop.events()).slice(2)).toEqual(['order.updated', 'order.fulfilled'])
  expect((await shop.act(order, 'cancel')).body.code).toBe('conflict')
  await proveBooks(shop)
})

test('a shipment of a consumer order leaves its sale on the day of the order, at the cost it left at', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ ordered_at: '2026-03-01T10:00:00Z', lines: [{ sku: 'J-S', quantity: 2 }] })
  // Ten at 20.00 and one at 36.50 are 21.50 each.
  const lines = [{ sku: 'J-S', location_id: shop.ids.locations.Main, quantity: 1, unit_cost: 36.5 }]
  expect((await shop.admin.post('/api/v1/stock-adjustments', { reason: 'found', lines })).status).toBe(201)
  await shop.act(order, 'allocate')
  const shipped = await shipTo(shop)(order, { lines: [{ sku: 'J-S', quantity: 1 }] })
  expect(shipped.body.data.lifecycle).toBe('partially_fulfilled')
  expect(await sales(shop)).toMatchObject([{ day: '2026-03-01', units: 2, gross: 10_000, cost: 2150 + 2000 }])
  const rest = await shop.act(order, 'cancel')
  expect(rest.body.data).toMatchObject({ lifecycle: 'fulfilled', cancelled_units: 1, fulfilled_units: 1, units: 1 })
  expect(rest.body.message.desc).toBe(`The rest of order ${order.name} is cancelled.`)
  expect(await sales(shop)).toMatchObject([{ day: '2026-03-01', units: 1, gross: 5000, cost: 2150 }])
  expect((await shop.events()).at(-1)).toBe('order.cancelled')
  expect(await shop.stock('J-S')).toEqual([10, 0])
  await proveBooks(shop)
})

test('units beyond the order, without a hold or below zero are booked all the same, each with an exception', async () => {
  const shop = await openOrderShop()
  const ship = shipTo(shop)
  const order = await shop.placed({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    lines: [
      { sku: 'J-M', quantity: 2, unit_price_cents: 3000 },
      { sku: 'J-M', quantity: 3, unit_price_cents: 3000, discount_cents: 300 },
    ],
  })
  const { body } = await ship(order, { lines: [{ sku: 'J-M', quantity: 7 }] })
  expect(body.data).toMatchObject({
    lifecycle: 'fulfilled',
    exceptions_open: 3,
    line_items: [
      { fulfilled_quantity: 2, over_shipped_quantity: 0 },
      { fulfilled_quantity: 5, over_shipped_quantity: 2 },
    ],
  })
  const queue = await shop.admin.get(`/api/v1/exceptions?subject_type=sales_order&subject_id=${order.order_id}`)
  expect(queue.body.data.rows.map((row: any) => [row.kind, row.sentence]).toSorted()).toEqual([
    ['over_shipped', `Shipment ${order.name}-1 has 2 units more than ${order.name} was to receive.`],
    ['shipped_unallocated', `5 units of shipment ${order.name}-1 left without stock being held for ${order.name}.`],
    ['stock_negative', `Shipment ${order.name}-1 leaves 1 variant with fewer than zero units on hand.`],
  ])
  expect(await shop.stock('J-M')).toEqual([-2, 0])
  expect(await sales(shop)).toMatchObject([{ units: 7, gross: 21_000, discounts: 300 }])
  const more = await ship(order, { lines: [{ sku: 'J-M', quantity: 1 }] })
  expect(more.body.data).toMatchObject({ lifecycle: 'fulfilled', fulfilled_units: 8 })
  expect((await shop.events()).filter((event) => event === 'order.fulfilled')).toHaveLength(1)
  await proveBooks(shop)
})

test('a shipment of a cancelled order is booked, and makes it fulfilled', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 2 }] })
  await shop.act(order, 'cancel')
  const shipped = await shipTo(shop)(order, { lines: [{ sku: 'J-S', quantity: 2 }] })
  expect(shipped.body.data).toMatchObject({ lifecycle: 'fulfilled', cancelled_at: null, exceptions_open: 1 })
  expect(await shop.stock('J-S')).toEqual([8, 0])
  await proveBooks(shop)
})

test('a shipment that is recorded again changes nothing, and bad reports name the field', async () => {
  const shop = await openOrderShop()
  const ship = shipTo(shop)
  const order = await openWholesale(shop, [{ sku: 'J-S', quantity: 4 }])
  const other = await openWholesale(shop, [{ sku: 'J-S', quantity: 1 }])
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 1 }] })
  const report = {
    external_id: 'DN-1',
    cartons: [{ sscc: '106141411234567897', lines: [{ sku: 'J-S', quantity: 2 }] }],
  }
  const both = await Promise.all([ship(order, report), ship(order, report)])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect(both[0]!.body.data).toEqual(both[1]!.body.data)
  expect(await shop.stock('J-S')).toEqual([8, 3])
  const line = { sku: 'J-S', quantity: 1 }
  const cases: [object, string][] = [
    [{}, 'lines'],
    [{ lines: [line], cartons: report.cartons }, 'lines'],
    [{ lines: [{ sku: 'J-M', quantity: 1 }] }, 'lines[0].sku'],
    [{ lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 1 }] }, 'lines[0].line_item_id'],
    [{ lines: [{ quantity: 1 }] }, 'lines[0].line_item_id'],
    [{ lines: [line], shipped_at: '2999-01-01T00:00:00Z' }, 'shipped_at'],
    [{ lines: [line], location_id: shop.account_id }, 'location_id'],
    [{ lines: [line], external_id: 'DN-1' }, 'external_id'],
    [{ cartons: [{ sscc: '106141411234567898', lines: [line] }] }, 'cartons[0].sscc'],
    [{ cartons: [{ sscc: '106141411234567897', lines: [line] }] }, 'cartons'],
    [{ cartons: [report.cartons[0], report.cartons[0]] }, 'cartons[1].sscc'],
  ]
  for (const [body, field] of cases) expect([(await ship(other, body)).body.data?.field, body]).toEqual([field, body])
  expect((await ship(draft, { lines: [line] })).body.code).toBe('conflict')
  expect((await ship({ order_id: shop.account_id }, { lines: [line] })).body.code).toBe('order_not_on_file')
  const byKey = await shop.tenant.post(`${path}/${other.order_id}/shipments`, { lines: [line] })
  expect(byKey.body.code).toBe('not_public')
  expect(await shop.stock('J-S')).toEqual([8, 3])
  await proveBooks(shop)
})

test('two shipments of one line at once, and a cancellation beside them, are all booked', async () => {
  const shop = await openOrderShop()
  const ship = shipTo(shop)
  for (let i = 0; i < 4; i++) {
    const order = await openWholesale(shop, [{ sku: 'J-S', quantity: 2 }])
    const one = { lines: [{ sku: 'J-S', quantity: 1 }] }
    const answers = await Promise.all([
      ship(order, one),
      shop.act(order, 'cancel'),
      ship(order, one),
      shop.act(order, 'allocate'),
    ])
    expect([answers[0].status, answers[2].status]).toEqual([201, 201])
    expect(await shop.get(order)).toMatchObject({ lifecycle: 'fulfilled', fulfilled_units: 2, allocated_units: 0 })
  }
  expect(await shop.stock('J-S')).toEqual([2, 0])
  await proveBooks(shop)
})
