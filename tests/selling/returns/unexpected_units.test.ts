/** Units that nobody expected back: those that the order sold count as returned, and all others are outside sales. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { proveSales } from '../../support/prove_sales.ts'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'
import { restocked, returnsPath } from './returned_shop.ts'

setDefaultTimeout(60_000)

/** An order of a consumer, of which the units have shipped. */
async function sold(shop: OrderShop, lines: { sku: string; quantity: number }[], shipped = lines): Promise<any> {
  const priced = lines.map((line) => ({ ...line, unit_price_cents: 1500 }))
  const order = await shop.placed({ ordered_at: '2026-03-01T10:00:00Z', lines: priced })
  const shipment = { shipped_at: '2026-03-02T10:00:00Z', lines: shipped }
  expect((await shop.admin.post(`${path}/${order.order_id}/shipments`, shipment)).status).toBe(201)
  return order
}

/** A return of the first line of the order, received as it is said. */
async function cameBack(shop: OrderShop, order: any, units: number, lines: object[]): Promise<any> {
  const { tenant, ids } = shop
  const body = {
    order_id: order.order_id,
    location_id: ids.locations.Main,
    lines: [{ order_line_item_id: order.line_items[0].line_item_id, expected_quantity: units }],
  }
  const made = await tenant.post(returnsPath, body, { headers: { 'Idempotency-Key': uuidv7() } })
  const { id } = made.body.data
  const answer = await tenant.post(`${returnsPath}/${id}/receive`, { received_at: '2026-03-10', lines })
  expect(answer.status).toBe(200)
  return answer.body.data
}

/** Net sales, returned units, and what the summary of returns says. */
async function figuresOf({ tenant }: OrderShop) {
  const [row] = await tenant.service.database.sql`
    select sum(gross_sales_cents - discounts_cents - returns_cents)::int as cents, sum(returned_units)::int as returned
    from sales_daily where organization_id = ${tenant.organization_id}`
  const { body } = await tenant.get(`${returnsPath}/summary?start_date=2026-03-01&end_date=2026-03-31`)
  return [row!.cents, row!.returned, body.data.units_returned, body.data.units_outside_sales]
}

test('units beyond all that shipped are outside sales, one more than shipped and as many', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, [{ sku: 'J-S', quantity: 2 }])
  await cameBack(shop, order, 2, [restocked('J-S', 2)])
  expect(await figuresOf(shop)).toEqual([0, 2, 2, 0])
  const more = await sold(shop, [{ sku: 'J-S', quantity: 2 }])
  const received = await cameBack(shop, more, 2, [restocked('J-S', 3)])
  expect(received).toMatchObject({ state: 'closed', units_received: 3, units_restocked: 3 })
  expect(await figuresOf(shop)).toEqual([0, 4, 4, 1])
  await proveBooks(shop)
})

/** Cost of sales of a day, and the cost of the units of the order that came back on it, from the stock ledger alone. */
async function costsOf({ tenant }: OrderShop, day: string) {
  const [row] = await tenant.service.database.sql`
    select (select sum(known_cost_cents)::float8 from sales_daily
        where organization_id = ${tenant.organization_id} and day = ${day}::date) as sales,
      (select -sum(quantity_delta * unit_cost * 100)::float8 from stock_movements
        where organization_id = ${tenant.organization_id} and kind = 'return' and cost_basis = 'left_at'
          and occurred_at::date = ${day}::date) as ledger`
  return [row!.sales, row!.ledger]
}

async function proveCosts({ tenant }: OrderShop): Promise<void> {
  const { organization_id, service } = tenant
  const { sales } = await service.database.sql.begin((tx) =>
    proveSales(tx as never, { organization_id, is_full: true }),
  )
  expect(sales.faults).toEqual([])
}

/** The ledger does not add up once the average is set by hand, so sales are proved alone. */
const setAverage = ({ tenant }: OrderShop, cost: number) => tenant.service.database.sql`
  update stock_levels set average_cost = ${cost} where organization_id = ${tenant.organization_id}`

for (const is_wholesale of [false, true])
  test(`units beyond all that shipped leave the cost of sales and enter stock at its average cost, ${is_wholesale ? 'of an account' : 'of a consumer'}`, async () => {
    const shop = await openOrderShop()
    const lines = [{ sku: 'J-S', quantity: 2, unit_price_cents: 1500 }]
    const account = is_wholesale ? { trading_partner_id: shop.account_id, lifecycle: 'open' } : {}
    const order = await shop.placed({ ordered_at: '2026-03-01T10:00:00Z', lines, ...account })
    const shipment = { shipped_at: '2026-03-02T10:00:00Z', lines: [{ sku: 'J-S', quantity: 2 }] }
    expect((await shop.admin.post(`${path}/${order.order_id}/shipments`, shipment)).status).toBe(201)
    await setAverage(shop, 30)
    const received = await cameBack(shop, order, 2, [restocked('J-S', 4)])
    expect(received.lines[0].receipts).toMatchObject([
      { receipt_number: 1, received_quantity: 2, restocked_quantity: 2, disposition: 'restock' },
      { receipt_number: 2, received_quantity: 2, restocked_quantity: 2, disposition: 'restock' },
    ])
    expect(received.lines[0]).toMatchObject({ received_quantity: 4, restocked_quantity: 4 })
    expect(
      received.movements
        .map(({ quantity_delta, cost_basis, unit_cost }: any) => [quantity_delta, cost_basis, unit_cost.usd])
        .toSorted(),
    ).toEqual(
      [
        [2, 'average', 28],
        [2, 'left_at', 20],
      ].toSorted(),
    )
    expect(await costsOf(shop, '2026-03-10')).toEqual([-4000, -4000])
    expect(await figuresOf(shop)).toEqual([0, 2, 2, 2])
    await proveCosts(shop)
  })

test('units beyond all that shipped do not change at which cost the others come back', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, [{ sku: 'J-S', quantity: 3 }], [{ sku: 'J-S', quantity: 1 }])
  await cameBack(shop, order, 1, [restocked('J-S', 2)])
  expect(await costsOf(shop, '2026-03-10')).toEqual([-2000, -2000])
  await setAverage(shop, 30)
  const shipment = { shipped_at: '2026-03-03T10:00:00Z', lines: [{ sku: 'J-S', quantity: 2 }] }
  expect((await shop.admin.post(`${path}/${order.order_id}/shipments`, shipment)).status).toBe(201)
  await cameBack(shop, order, 1, [restocked('J-S', 2)])
  // Units at 20.00 and at 30.00 shipped, and all of them came back.
  expect(await costsOf(shop, '2026-03-10')).toEqual([-8000, -8000])
  expect(await figuresOf(shop)).toEqual([0, 3, 3, 1])
  await proveCosts(shop)
})

test('units beyond all that shipped that are restocked by an inspection, or lost, leave costs and losses as they are', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, [{ sku: 'J-S', quantity: 1 }])
  await setAverage(shop, 30)
  const { id } = await cameBack(shop, order, 1, [{ sku: 'J-S', received_quantity: 3, disposition: 'quarantine' }])
  const inspected = await shop.admin.post(`${returnsPath}/${id}/inspections`, {
    lines: [
      { sku: 'J-S', quantity: 2, disposition: 'restock' },
      { sku: 'J-S', quantity: 1, disposition: 'write_off' },
    ],
  })
  expect(inspected.body.data.movements.map((one: any) => [one.cost_basis, one.unit_cost.usd]).toSorted()).toEqual([
    ['average', 29],
    ['left_at', 20],
  ])
  const query = {
    domain: 'returns',
    measures: ['return_losses'],
    dimensions: [],
    time_range: { kind: 'absolute', start: '2026-03-10', end: '2026-03-10' },
  }
  const { body } = await shop.tenant.post('/api/v1/metrics/query', { query })
  expect(body.data.rows[0].return_losses.cents).toBe(0)
  await proveCosts(shop)
})

test('units that were ordered and have not shipped cannot come back', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, [{ sku: 'J-S', quantity: 2 }], [{ sku: 'J-S', quantity: 1 }])
  await cameBack(shop, order, 1, [restocked('J-S', 2)])
  expect(await figuresOf(shop)).toEqual([1500, 1, 1, 1])
  await proveBooks(shop)
})

test('another variant counts as returned if the order sold it, and is outside sales if not', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, [
    { sku: 'J-S', quantity: 1 },
    { sku: 'J-M', quantity: 1 },
  ])
  const swapped = await cameBack(shop, order, 1, [restocked('J-M', 2)])
  expect(swapped.lines[1]).toMatchObject({
    sku: 'J-M',
    order_line_item_id: order.line_items[1].line_item_id,
    expected_quantity: 0,
    received_quantity: 2,
  })
  expect(swapped.exceptions).toEqual([`2 units of J-M more than expected arrived on ${swapped.name}.`])
  expect(await figuresOf(shop)).toEqual([1500, 1, 1, 1])
  const again = await shop.tenant.post(
    returnsPath,
    {
      order_id: order.order_id,
      location_id: shop.ids.locations.Main,
      lines: [{ order_line_item_id: order.line_items[1].line_item_id, expected_quantity: 1 }],
    },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  expect([again.status, again.body.code]).toEqual([409, 'return_more_than_sold'])
  const foreign = await sold(shop, [{ sku: 'J-S', quantity: 1 }])
  const { lines } = await cameBack(shop, foreign, 1, [restocked('J-M', 1)])
  expect(lines[1]).toMatchObject({ sku: 'J-M', order_line_item_id: null })
  expect(await figuresOf(shop)).toEqual([3000, 1, 1, 2])
  await proveBooks(shop)
})

test('of a variant on two lines, units that nobody expected are those of the line with most left', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, [
    { sku: 'J-S', quantity: 1 },
    { sku: 'J-M', quantity: 1 },
    { sku: 'J-M', quantity: 3 },
  ])
  const { lines } = await cameBack(shop, order, 1, [restocked('J-M', 3)])
  expect(lines[1].order_line_item_id).toBe(order.line_items[2].line_item_id)
  expect(await figuresOf(shop)).toEqual([3000, 3, 3, 0])
  await proveBooks(shop)
})
