/** What goods cost: other currencies, rates that come late, freight that follows, costs that are corrected. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'
import { proveSales } from '../support/prove_sales.ts'

setDefaultTimeout(60_000)

const setRate = (shop: KeptStock, currency: string, rate_date: string, rate: number) =>
  shop.session.post('/api/v1/exchange-rates', {
    rates: [{ currency, rate_date, organization_currency_per_unit: rate }],
  })
const variant = async (shop: KeptStock) =>
  (await shop.tenant.get(`/api/v1/variants/${shop.ids.variants.COAT}`)).body.data

/** Cost of sales by day, as the ledger of sales has it. */
async function costOfSales({ tenant }: KeptStock) {
  const rows = await tenant.service.database.sql`
    select day::text as day, currency, units, costed_units, known_cost_cents::float8 as cost from sales_daily
    where organization_id = ${tenant.organization_id} order by day, currency`
  return rows.map(({ day, currency, units, costed_units, cost }) => [day, currency, units, costed_units, cost])
}

async function prove(shop: KeptStock): Promise<void> {
  await shop.prove()
  const { organization_id, service } = shop.tenant
  const { sales } = await proveSales(service.database.sql as never, { organization_id, is_full: true })
  expect(sales.faults).toEqual([])
}

test('goods bought in another currency enter at the rate of their day, which the movement names', async () => {
  const shop = await keptStock({ COAT: 10 })
  await setRate(shop, 'EUR', dayAgo(5), 1.1)
  await setRate(shop, 'EUR', dayAgo(1), 1.5)
  const order = await shop.ordered([['COAT', 10, 40]], { supplier: 'EUR mill' })
  const delivery = (await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(2) })).body.data
  expect(await shop.stock('COAT')).toEqual({ units: 20, value: 560 })
  expect((await variant(shop)).stock[0].average_cost.usd).toBe(28)
  expect(delivery.line_items[0]).toMatchObject({ unit_cost: 44, landed_unit_cost: 44 })
  const [movement] = await shop.movements(`document_type=purchase_order_delivery&document_id=${delivery.delivery_id}`)
  expect(movement).toMatchObject({
    unit_cost: { usd: 44 },
    cost_basis: 'stated',
    stated_cost: { currency: 'EUR', unit_cost: 40, rate: 1.1, rate_date: dayAgo(5) },
  })
  // A changed rate does not revalue.
  await setRate(shop, 'EUR', dayAgo(5), 2)
  expect(await shop.stock('COAT')).toEqual({ units: 20, value: 560 })
  await prove(shop)
})

test('without a rate the value is unknown and says so; a rate of that day or before cures it, a later one does not', async () => {
  const shop = await keptStock({ COAT: 10 })
  const order = await shop.ordered([['COAT', 10, 40]], { supplier: 'SEK mill' })
  await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(3) })
  expect(await shop.stock('COAT')).toEqual({ units: 20, value: null })
  const unknown = await variant(shop)
  expect(unknown.stock[0].inventory_value.reason).toContain('SEK')
  expect(unknown.inventory_value.cents).toBeNull()
  const sold = await shop.sold('COAT', 4, { ordered_at: noonAgo(2) })
  await shop.ship(sold, 'COAT', 4, { shipped_at: noonAgo(2) })
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 'USD', 4, 0, 0]])
  await setRate(shop, 'SEK', dayAgo(2), 0.1)
  expect((await shop.stock('COAT')).value).toBeNull()
  await setRate(shop, 'SEK', dayAgo(3), 0.2)
  // 10 at 12.00 and 10 at 8.00 are 10.00 each; 16 are left, and 4 cost 40.00 on their own day.
  expect(await shop.stock('COAT')).toEqual({ units: 16, value: 160 })
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 'USD', 4, 4, 4_000]])
  await prove(shop)
})

test('units of unknown cost that were transferred become known where they are', async () => {
  const shop = await keptStock({ COAT: 0 })
  const order = await shop.ordered([['COAT', 10, 40]], { supplier: 'SEK mill' })
  await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(3) })
  const { A, B } = shop.ids.locations
  const transfer = await shop.ordered([['COAT', 4, 0]], {
    order_type: 'transfer',
    supplier_id: undefined,
    source_location_id: A,
    location_id: B,
  })
  await shop.tenant.post(`/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders/${transfer}/issue`)
  await shop.deliver(transfer, [['COAT', 4]])
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 4, value: null })
  await setRate(shop, 'SEK', dayAgo(9), 0.2)
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 48 })
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 4, value: 32 })
  await prove(shop)
})

test('removing a delivery of unknown cost leaves the stock at the cost it had', async () => {
  const shop = await keptStock({ COAT: 10 })
  const order = await shop.ordered([['COAT', 10, 40]], { supplier: 'SEK mill' })
  const { delivery_id } = (await shop.deliver(order, [['COAT', 10]])).body.data
  expect((await shop.stock('COAT')).value).toBeNull()
  const orders = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders`
  expect((await shop.tenant.delete(`${orders}/${order}/deliveries/${delivery_id}`)).status).toBe(204)
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 120 })
  await prove(shop)
})

test('an order in another currency does not hide what its units cost', async () => {
  const shop = await keptStock({ COAT: 10 }, 'EUR')
  await setRate(shop, 'GBP', dayAgo(9), 1.2)
  const sold = await shop.sold('COAT', 2, {
    currency: 'GBP',
    lines: [{ sku: 'COAT', quantity: 2, unit_price_cents: 5_000 }],
  })
  await shop.ship(sold, 'COAT', 2)
  expect(await costOfSales(shop)).toEqual([[dayAgo(0), 'GBP', 2, 2, 2_400]])
  const query = {
    domain: 'sales',
    measures: ['cost_of_sales', 'gross_margin'],
    time_range: { kind: 'absolute', start: dayAgo(1), end: dayAgo(0) },
  }
  const { body } = await shop.tenant.post('/api/v1/metrics/query', { query })
  // 100.00 GBP at 1.2 are 120.00 EUR, less 24.00.
  expect(body.data.rows[0]).toMatchObject({ cost_of_sales: { cents: 2_400 }, gross_margin: { cents: 9_600 } })
  await prove(shop)
})

/** Ten coats received at 10.00, of which some may be sold or transferred before the freight is billed. */
async function received(sold: number, moved: number) {
  const shop = await keptStock({ COAT: 0 })
  const order = await shop.ordered([['COAT', 10, 10]])
  const { delivery_id } = (await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(3) })).body.data
  if (sold > 0)
    await shop.ship(await shop.sold('COAT', sold, { ordered_at: noonAgo(2) }), 'COAT', sold, { shipped_at: noonAgo(2) })
  const { A, B } = shop.ids.locations
  const orders = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders`
  const transfer =
    moved === 0
      ? null
      : await shop.ordered([['COAT', moved, 0]], {
          order_type: 'transfer',
          supplier_id: undefined,
          source_location_id: A,
          location_id: B,
        })
  if (transfer !== null) await shop.tenant.post(`${orders}/${transfer}/issue`)
  const correct = (body: object) => shop.tenant.patch(`${orders}/${order}/deliveries/${delivery_id}`, body)
  const adjustments = async (type: string) =>
    (await shop.movements(`document_type=${type}&document_id=${delivery_id}`)).map(
      ({ location_name, cost_adjustment }) => [
        location_name,
        cost_adjustment.stock,
        cost_adjustment.quantity,
        cost_adjustment.cost.usd,
      ],
    )
  return { shop, order, delivery_id, transfer, correct, adjustments }
}

test('late freight follows the goods inside the organisation', async () => {
  const { shop, transfer, correct, adjustments } = await received(0, 10)
  await shop.deliver(transfer!, [['COAT', 10]])
  expect((await correct({ freight_cents: 5_000 })).status).toBe(200)
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 10, value: 150 })
  expect(await adjustments('landed_cost_adjustment')).toEqual([['B', 'on_hand', 10, 50]])
  await prove(shop)
})

test('freight of sold units is a variance of the day on which it is booked, and sales stay as they were', async () => {
  const { shop, transfer, correct, adjustments } = await received(4, 3)
  await shop.deliver(transfer!, [['COAT', 3]])
  const sales = await costOfSales(shop)
  await correct({ freight_cents: 5_000 })
  expect((await shop.stock('COAT')).value! + (await shop.stock('COAT', 'B')).value!).toBe(90)
  expect((await adjustments('landed_cost_adjustment')).toSorted()).toEqual([
    ['A', 'left', 4, 20],
    ['A', 'on_hand', 3, 15],
    ['B', 'on_hand', 3, 15],
  ])
  expect(await costOfSales(shop)).toEqual(sales)
  await prove(shop)
})

/** Of ten coats, four were shipped and two of them came back into stock at a location. */
async function receivedBack(at: 'A' | 'B') {
  const made = await received(0, 0)
  const { shop } = made
  const sold = await shop.sold('COAT', 4, { ordered_at: noonAgo(2) })
  await shop.ship(sold, 'COAT', 4, { shipped_at: noonAgo(2) })
  const lines = [{ sku: 'COAT', expected_quantity: 2 }]
  const location_id = shop.ids.locations[at]
  const { id } = (await shop.returned({ order_id: sold.order_id, location_id, lines })).body.data
  const back = await shop.tenant.post(`/api/v1/sales/returns/${id}/receive`, {
    received_at: dayAgo(1),
    lines: [{ sku: 'COAT', received_quantity: 2, disposition: 'restock' }],
  })
  expect([back.status, back.text]).toEqual([200, back.text])
  return made
}
const valueOf = async (shop: KeptStock) =>
  ((await shop.stock('COAT')).value ?? 0) + ((await shop.stock('COAT', 'B')).value ?? 0)

test.each([
  [
    'where they were sold',
    'A',
    [
      ['A', 'left', 2, 10],
      ['A', 'on_hand', 8, 40],
    ],
  ],
  [
    'elsewhere',
    'B',
    [
      ['A', 'left', 2, 10],
      ['A', 'on_hand', 6, 30],
      ['B', 'on_hand', 2, 10],
    ],
  ],
] as const)('late freight follows units that customers returned: %s', async (_, at, expected) => {
  const { shop, correct, adjustments } = await receivedBack(at)
  const sales = await costOfSales(shop)
  await correct({ freight_cents: 5_000 })
  expect((await adjustments('landed_cost_adjustment')).toSorted()).toEqual(expected.map((row) => [...row]))
  expect(await valueOf(shop)).toBe(120)
  expect(await costOfSales(shop)).toEqual(sales)
  await prove(shop)
})

test('a corrected cost follows units that customers returned', async () => {
  const { shop, correct, adjustments } = await receivedBack('A')
  await correct({ line_items: [{ variant_id: shop.ids.variants.COAT, unit_cost: 11 }] })
  expect(await shop.stock('COAT')).toEqual({ units: 8, value: 88 })
  expect((await adjustments('cost_correction')).toSorted()).toEqual([
    ['A', 'left', 2, 2],
    ['A', 'on_hand', 8, 8],
  ])
  await prove(shop)
})

test('an accepted price of an invoice follows units that customers returned', async () => {
  const { shop, order } = await receivedBack('A')
  const { ids, session } = shop
  const answer = await session.post('/api/v1/supplier-invoices', {
    supplier_id: ids.suppliers.Mill,
    currency: 'USD',
    invoice_number: 'INV-1',
    invoice_date: dayAgo(0),
    lines: [{ purchase_order_id: order, variant_id: ids.variants.COAT, quantity: 10, amount: 110, accept_price: true }],
  })
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  expect(await shop.stock('COAT')).toEqual({ units: 8, value: 88 })
  expect(answer.body.data.cost_changes).toMatchObject([{ stock_value: 8, variance: 2 }])
  await prove(shop)
})

test('returned units are older than a later receipt, which bears its own freight on what is left of it', async () => {
  const { shop, correct, adjustments } = await receivedBack('A')
  await shop.deliver(await shop.ordered([['COAT', 5, 10]]), [['COAT', 5]])
  const sold = await shop.sold('COAT', 6)
  await shop.ship(sold, 'COAT', 6)
  // 7 are on hand: the 5 of the later receipt, and 2 of this one.
  await correct({ freight_cents: 5_000 })
  expect((await adjustments('landed_cost_adjustment')).toSorted()).toEqual([
    ['A', 'left', 8, 40],
    ['A', 'on_hand', 2, 10],
  ])
  expect(await shop.stock('COAT')).toEqual({ units: 7, value: 80 })
  await prove(shop)
})

test('freight of units on the way arrives with them', async () => {
  const { shop, transfer, correct, adjustments } = await received(0, 4)
  await correct({ freight_cents: 5_000 })
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 90 })
  expect((await adjustments('landed_cost_adjustment')).toSorted()).toEqual([
    ['A', 'on_hand', 6, 30],
    ['B', 'in_transit', 4, 20],
  ])
  await shop.deliver(transfer!, [['COAT', 4]])
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 4, value: 60 })
  await prove(shop)
})

test('a cost corrected after a sale revalues what is owned; the rest is a variance of the day', async () => {
  const { shop, order, delivery_id, correct, adjustments } = await received(4, 0)
  const sales = await costOfSales(shop)
  const variant_id = shop.ids.variants.COAT
  const corrected = await correct({ line_items: [{ variant_id, unit_cost: 11 }] })
  expect([corrected.status, corrected.body.data?.line_items[0].unit_cost]).toEqual([200, 11])
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 66 })
  expect((await adjustments('cost_correction')).toSorted()).toEqual([
    ['A', 'left', 4, 4],
    ['A', 'on_hand', 6, 6],
  ])
  expect(await costOfSales(shop)).toEqual(sales)
  // The same cost again changes nothing.
  await correct({ line_items: [{ variant_id, unit_cost: 11 }] })
  expect(await adjustments('cost_correction')).toHaveLength(2)
  // Fewer units had come after all: what is left of them costs 11.00.
  expect((await correct({ line_items: [{ variant_id, received_quantity: 9 }] })).status).toBe(200)
  expect((await shop.stock('COAT')).units).toBe(5)
  const orders = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders`
  const read = (await shop.tenant.get(`${orders}/${order}/deliveries/${delivery_id}`)).body.data
  expect(read.line_items[0]).toMatchObject({ received_quantity: 9, unit_cost: 11, landed_unit_cost: 11 })
  await prove(shop)
})

test('a corrected cost in another currency is converted at the rate at which the units came', async () => {
  const shop = await keptStock({ COAT: 0 })
  await setRate(shop, 'EUR', dayAgo(5), 1.1)
  const order = await shop.ordered([['COAT', 10, 40]], { supplier: 'EUR mill' })
  const { delivery_id } = (await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(2) })).body.data
  await setRate(shop, 'EUR', dayAgo(1), 3)
  const path = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders/${order}/deliveries/${delivery_id}`
  const correct = (line: object) =>
    shop.tenant.patch(path, { line_items: [{ variant_id: shop.ids.variants.COAT, ...line }] })
  expect((await correct({ unit_cost: 41 })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 451 })
  const refused = await correct({ unit_cost: 41.00001 })
  expect([refused.status, refused.body.data.field]).toEqual([400, 'line_items[0].unit_cost'])
  const empty = await correct({})
  expect([empty.status, empty.body.data.field]).toEqual([400, 'line_items[0].received_quantity'])
  await prove(shop)
})

test('freight of an order in another currency lands on its units at their rate', async () => {
  const shop = await keptStock({ COAT: 0 })
  await setRate(shop, 'EUR', dayAgo(5), 1.1)
  const order = await shop.ordered([['COAT', 10, 40]], { supplier: 'EUR mill' })
  const { delivery_id } = (await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(2) })).body.data
  const path = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders/${order}/deliveries/${delivery_id}`
  expect((await shop.tenant.patch(path, { freight_cents: 10_000 })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 550 })
  await prove(shop)
})

test('variances are measured on the day on which they are booked', async () => {
  const { shop, correct } = await received(4, 0)
  await correct({ freight_cents: 5_000 })
  await correct({ line_items: [{ variant_id: shop.ids.variants.COAT, unit_cost: 11 }] })
  const of = async (start: string, end: string) => {
    const query = { domain: 'movements', measures: ['cost_variance'], time_range: { kind: 'absolute', start, end } }
    const { rows } = (await shop.tenant.post('/api/v1/metrics/query', { query })).body.data
    return rows[0]?.cost_variance.cents ?? 0
  }
  expect(await of(dayAgo(0), dayAgo(0))).toBe(2_400)
  expect(await of(dayAgo(9), dayAgo(1))).toBe(0)
})

test('a short transfer can be closed: what is missing is written off at its cost, and the stock there keeps its own', async () => {
  const shop = await keptStock({ COAT: 10 })
  const { A, B } = shop.ids.locations
  const orders = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders`
  const transfer = await shop.ordered([['COAT', 6, 0]], {
    order_type: 'transfer',
    supplier_id: undefined,
    source_location_id: A,
    location_id: B,
  })
  await shop.tenant.post(`${orders}/${transfer}/issue`)
  await shop.deliver(transfer, [['COAT', 4]])
  const cancelled = await shop.tenant.patch(`${orders}/${transfer}`, { status: 'cancelled' })
  expect(cancelled.status).toBe(409)
  const closed = await shop.tenant.patch(`${orders}/${transfer}`, { status: 'closed' })
  expect([closed.status, closed.body.data?.status, closed.body.data?.line_items[0].in_transit_quantity]).toEqual([
    200,
    'closed',
    0,
  ])
  expect(await shop.stock('COAT')).toEqual({ units: 4, value: 48 })
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 4, value: 48 })
  const moves = await shop.movements(`document_type=transfer_order_delivery&document_id=${transfer}`)
  expect(moves.map(({ kind, quantity_delta, unit_cost }) => [kind, quantity_delta, unit_cost.usd]).toSorted()).toEqual([
    ['transfer_in', 2, 12],
    ['transfer_in', 4, 12],
    ['transfer_out', -6, 12],
    ['write_off', -2, 12],
  ])
  await prove(shop)
})
