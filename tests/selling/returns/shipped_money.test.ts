import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'
import { restocked, returnsPath } from './returned_shop.ts'

setDefaultTimeout(60_000)

const ordered_at = '2026-03-01T10:00:00Z'

const ship = ({ admin }: OrderShop, { order_id }: { order_id: string }, sku: string, quantity: number) =>
  admin.post(`${path}/${order_id}/shipments`, { shipped_at: '2026-03-02T10:00:00Z', lines: [{ sku, quantity }] })

/** Creates a return of units of the order's only line and receives them on a day. */
async function takeBack({ tenant, ids }: OrderShop, order: any, units: number, day: string): Promise<any> {
  const [{ line_item_id, sku }] = order.line_items
  const lines = [{ order_line_item_id: line_item_id, expected_quantity: units }]
  const made = await tenant.post(
    returnsPath,
    { order_id: order.order_id, location_id: ids.locations.Main, lines },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  const received = await tenant.post(`${returnsPath}/${made.body.data.id}/receive`, {
    received_at: day,
    lines: [restocked(sku, units)],
  })
  expect([received.status, received.body.data?.state]).toEqual([200, 'closed'])
  return received.body.data
}

/** Sales by day as [day, units, returned units, gross − discounts, returns, taxes, cost]. */
const sales = async ({ tenant }: OrderShop, sku = 'J-S') => {
  const rows = await tenant.service.database.sql`
    select s.day::text, s.units, s.returned_units, s.gross_sales_cents - s.discounts_cents as net, s.returns_cents,
      s.taxes_cents, s.known_cost_cents
    from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    where s.organization_id = ${tenant.organization_id} and v.sku = ${sku} order by s.day`
  return rows.map(({ day, units, returned_units, ...cents }) => [
    day,
    units,
    returned_units,
    ...Object.values(cents).map(Number),
  ])
}

test('units that a consumer got beyond the order come back first, outside sales and without money', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ ordered_at, lines: [{ sku: 'J-S', quantity: 2, discount_cents: 1, tax_cents: 9 }] })
  await ship(shop, order, 'J-S', 4)
  await takeBack(shop, order, 1, '2026-03-10')
  await takeBack(shop, order, 2, '2026-03-11')
  await takeBack(shop, order, 1, '2026-03-12')
  expect(await sales(shop)).toEqual([
    ['2026-03-01', 2, 0, 9999, 0, 9, 8000],
    ['2026-03-10', 0, 0, 0, 0, 0, -2000],
    ['2026-03-11', 0, 1, 0, 5000, -5, -4000],
    ['2026-03-12', 0, 1, 0, 4999, -4, -2000],
  ])
  const cancelled = await shop.placed({ ordered_at, lines: [{ sku: 'J-M', quantity: 1 }] })
  await shop.act(cancelled, 'cancel')
  await ship(shop, cancelled, 'J-M', 1)
  await takeBack(shop, cancelled, 1, '2026-03-12')
  expect(await sales(shop, 'J-M')).toEqual([
    ['2026-03-01', 0, 0, 0, 0, 0, 2500],
    ['2026-03-12', 0, 0, 0, 0, 0, -2500],
  ])
  await proveBooks(shop)
})

test('a surplus that comes back leaves what was sold as it was paid', async () => {
  const shop = await openOrderShop()
  const [onHand] = await shop.stock('J-S')
  const order = await shop.placed({ ordered_at, lines: [{ sku: 'J-S', quantity: 1 }] })
  await ship(shop, order, 'J-S', 3)
  const [line] = order.line_items
  const requested = (expected_quantity: number) =>
    shop.tenant.post(
      returnsPath,
      {
        order_id: order.order_id,
        location_id: shop.ids.locations.Main,
        lines: [{ order_line_item_id: line.line_item_id, expected_quantity }],
      },
      { headers: { 'Idempotency-Key': uuidv7() } },
    )
  // Three shipped, so three can come back and no fourth.
  expect((await requested(4)).body).toMatchObject({ code: 'return_more_than_sold', data: { returnable_quantity: 3 } })
  await takeBack(shop, order, 2, '2026-03-10')
  const sold = (await sales(shop)).map(([, units, returned, net, returns]) => [units, returned, net, returns])
  expect(sold).toEqual([
    [1, 0, 5000, 0],
    [0, 0, 0, 0],
  ])
  expect(await shop.stock('J-S')).toEqual([onHand - 1, 0])
  // The next one was sold.
  await takeBack(shop, order, 1, '2026-03-11')
  expect((await sales(shop)).at(-1)).toEqual(['2026-03-11', 0, 1, 0, 5000, 0, -2000])
  await proveBooks(shop)
})

test('an account pays for units beyond its order, so they bring back their price', async () => {
  const shop = await openOrderShop()
  const lines = [{ sku: 'J-S', quantity: 1 }]
  const order = await shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', lines })
  await ship(shop, order, 'J-S', 2)
  await takeBack(shop, order, 2, '2026-03-10')
  expect(await sales(shop)).toEqual([
    ['2026-03-02', 2, 0, 5000, 0, 0, 4000],
    ['2026-03-10', 0, 2, 0, 5000, 0, -4000],
  ])
  await proveBooks(shop)
})

test('returns between two shipments bring back what was paid, to the cent, at the costs the units left at', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ ordered_at, lines: [{ sku: 'J-S', quantity: 2, discount_cents: 1, tax_cents: 3 }] })
  await ship(shop, order, 'J-S', 1)
  await takeBack(shop, order, 1, '2026-03-10')
  await shop.tenant.service.database.sql`
    update stock_levels set average_cost = 30 where organization_id = ${shop.tenant.organization_id}`
  await ship(shop, order, 'J-S', 1)
  const { movements } = await takeBack(shop, order, 1, '2026-03-11')
  expect(movements).toMatchObject([{ cost_basis: 'left_at', unit_cost: { usd: 30 } }])
  expect(await sales(shop)).toEqual([
    ['2026-03-01', 2, 0, 9999, 0, 3, 5000],
    ['2026-03-10', 0, 1, 0, 4999, -2, -2000],
    ['2026-03-11', 0, 1, 0, 5000, -1, -3000],
  ])
})

test('units of an order in another currency come back at the cost they left at, in the currency of the organisation', async () => {
  const shop = await openOrderShop()
  const lines = [{ sku: 'J-S', quantity: 2, unit_price_cents: 4500 }]
  const order = await shop.placed({ ordered_at, currency: 'EUR', lines })
  await ship(shop, order, 'J-S', 2)
  await shop.tenant.service.database.sql`
    update stock_levels set average_cost = 30 where organization_id = ${shop.tenant.organization_id}`
  const first = await takeBack(shop, order, 1, '2026-03-10')
  expect(first.movements).toMatchObject([{ cost_basis: 'left_at', unit_cost: { usd: 20, currency: 'USD' } }])
  const second = await takeBack(shop, order, 1, '2026-03-11')
  expect(second.movements).toMatchObject([{ cost_basis: 'left_at', unit_cost: { usd: 20 } }])
  expect(await sales(shop)).toEqual([
    ['2026-03-01', 2, 0, 9000, 0, 0, 4000],
    ['2026-03-10', 0, 1, 0, 4500, 0, -2000],
    ['2026-03-11', 0, 1, 0, 4500, 0, -2000],
  ])
})

test('a correction of the shipment turns surplus that came back into returned sales, on the day on which it arrived', async () => {
  const shop = await openOrderShop()
  const lines = [{ sku: 'J-S', quantity: 5, unit_price_cents: 2000, tax_cents: 50 }]
  const order = await shop.placed({ ordered_at, lines })
  const shipped = (await ship(shop, order, 'J-S', 7)).body.data
  await takeBack(shop, order, 3, '2026-03-10')
  const soldFirst = await sales(shop)
  expect(soldFirst.map(([day, units, returned, , returns]: any) => [day, units, returned, returns])).toEqual([
    ['2026-03-01', 5, 0, 0],
    ['2026-03-10', 0, 1, 2000],
  ])
  const correct = (id: string, quantity: number) =>
    shop.admin.post(`${path}/${order.order_id}/shipments/${id}/correct`, {
      reason: 'Counted again',
      lines: [{ sku: 'J-S', quantity }],
    })
  const six = await correct(shipped.shipments[0].shipment_id, 6)
  expect(six.status).toBe(200)
  expect((await sales(shop))[1]!.slice(0, 5)).toEqual(['2026-03-10', 0, 2, 0, 4000])
  expect((await correct(six.body.data.order.shipments[0].shipment_id, 5)).status).toBe(200)
  expect((await sales(shop))[1]!.slice(0, 5)).toEqual(['2026-03-10', 0, 3, 0, 6000])
  await takeBack(shop, order, 2, '2026-03-20')
  const all = await sales(shop)
  const sum = (i: number) => all.reduce((cents: number, row: any) => cents + row[i], 0)
  expect([sum(1), sum(2), sum(3), sum(4), sum(5)]).toEqual([5, 5, 10_000, 10_000, 0])
  await proveBooks(shop)
})

test('a refund that is stated stays the only money of units that are recounted; more agreed units recount as well', async () => {
  const shop = await openOrderShop()
  const lines = [
    { sku: 'J-S', quantity: 2, unit_price_cents: 2000 },
    { sku: 'J-M', quantity: 1 },
  ]
  const order = await shop.placed({ ordered_at, lines })
  await ship(shop, order, 'J-S', 4)
  const made = await shop.tenant.post(
    returnsPath,
    {
      order_id: order.order_id,
      location_id: shop.ids.locations.Main,
      refund: { status: 'none' },
      lines: [{ order_line_item_id: order.line_items[0].line_item_id, expected_quantity: 3 }],
    },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  await shop.tenant.post(`${returnsPath}/${made.body.data.id}/receive`, {
    received_at: '2026-03-10',
    lines: [restocked('J-S', 3)],
  })
  expect((await sales(shop))[1]!.slice(0, 5)).toEqual(['2026-03-10', 0, 1, 0, 0])
  const more = { lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 3 }] }
  expect((await shop.tenant.patch(`${path}/${order.order_id}`, more)).status).toBe(200)
  expect((await sales(shop))[1]!.slice(0, 5)).toEqual(['2026-03-10', 0, 2, 0, 0])
  await proveBooks(shop)
})
