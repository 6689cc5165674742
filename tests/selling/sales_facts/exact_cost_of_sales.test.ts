/** Cost of sales is exact: units of a part of a cent add up, however they were sold, and are rounded where they are shown. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dayAgo, type KeptStock, keptStock, noonAgo } from '../../stock/kept_stock.ts'
import { insertAccount } from '../../model/steps/play_sales.ts'
import { proveSales } from '../../support/prove_sales.ts'

setDefaultTimeout(120_000)

async function prove(shop: KeptStock): Promise<void> {
  await shop.prove()
  const { organization_id, service } = shop.tenant
  const { sales, product_sums } = await proveSales(service.database.sql as never, { organization_id, is_full: true })
  expect([sales.faults, product_sums]).toEqual([[], []])
}

/** Buys units at a cost: of a case, so many for so much. */
async function bought(shop: KeptStock, quantity: number, unit_cost: number, supplier = 'Mill') {
  const order = await shop.ordered([['COAT', quantity, unit_cost]], { supplier })
  const delivered = await shop.deliver(order, [['COAT', quantity]], { received_at: noonAgo(9) })
  expect(delivered.status).toBe(200)
  const { organization_id } = shop.tenant
  return `/api/v1/organizations/${organization_id}/purchase-orders/${order}/deliveries/${delivered.body.data.delivery_id}`
}

/** Cases of 3 at 1.00: a unit costs a third. */
async function cases(units: number) {
  const shop = await keptStock({ COAT: 0 })
  const rates = [{ currency: 'EUR', rate_date: dayAgo(12), organization_currency_per_unit: 0.3333333333 }]
  await shop.session.post('/api/v1/exchange-rates', { rates })
  await bought(shop, units, 1, 'EUR mill')
  return shop
}

async function sellOne(shop: KeptStock, at: string) {
  const lines = [{ sku: 'COAT', quantity: 1, unit_price_cents: 1 }]
  const order = await shop.sold('COAT', 1, { ordered_at: at, lines })
  expect((await shop.ship(order, 'COAT', 1, { shipped_at: at })).status).toBe(201)
  return order
}

const windowOf = (days: number) => ({ kind: 'absolute', start: dayAgo(days), end: dayAgo(0) })

/** Net sales, cost and margin as the figures show them: in all, or by period or dimension. */
async function figures(shop: KeptStock, more: object = {}, days = 9) {
  const query = {
    domain: 'sales',
    measures: ['net_sales', 'cost_of_sales', 'gross_margin'],
    time_range: windowOf(days),
    ...more,
  }
  const answer = await shop.tenant.post('/api/v1/metrics/query', { query })
  expect(answer.status).toBe(200)
  return answer.body.data.rows.map(({ net_sales, cost_of_sales, gross_margin }: any) => {
    if (cost_of_sales.cents !== null) expect(gross_margin.cents).toBe(net_sales.cents - cost_of_sales.cents)
    return cost_of_sales.cents
  })
}

test('25 units at 0.004 cost 0.10, sold one by one and over days, and every sum of them says so', async () => {
  const shop = await keptStock({ COAT: 0 })
  await bought(shop, 100, 0.004)
  for (let sale = 0; sale < 25; sale++) await sellOne(shop, noonAgo(1 + (sale % 5)))
  expect(await figures(shop)).toEqual([10])
  for (const dimension of ['sales_channel', 'category', 'product'])
    expect(await figures(shop, { dimensions: [dimension] })).toEqual([10])
  // Five a day are 0.02, and 0.10 together.
  expect(await figures(shop, { grain: 'day' }, 5)).toEqual([2, 2, 2, 2, 2, 0])
  // Of 0.25, 0.15 are left.
  const overview = await shop.tenant.get('/api/v1/sales/new-overview')
  expect(overview.body.cards.find(({ key }: any) => key === 'gross_margin')).toMatchObject({ value: 60 })
  await prove(shop)
})

test('a single unit of less than half a cent is shown as none, and two days of it are as much as they come to', async () => {
  const shop = await keptStock({ COAT: 0 })
  await bought(shop, 10, 0.004)
  await sellOne(shop, noonAgo(1))
  expect(await figures(shop)).toEqual([0])
  await sellOne(shop, noonAgo(0))
  expect(await figures(shop, { grain: 'day' }, 1)).toEqual([0, 0])
  expect(await figures(shop)).toEqual([1])
  await prove(shop)
})

test('a case of 3 at 1.00 sold singly costs 1.00, and three orders of a wholesale line do in parts', async () => {
  const shop = await cases(60)
  for (let sale = 0; sale < 3; sale++) await sellOne(shop, noonAgo(sale))
  expect(await figures(shop)).toEqual([100])
  expect(await figures(shop, { grain: 'day' }, 2)).toEqual([33, 33, 33])
  const trading_partner_id = await insertAccount(shop.tenant)
  const lines = [{ sku: 'COAT', quantity: 30, unit_price_cents: 500 }]
  const order = await shop.sold('COAT', 30, { trading_partner_id, lifecycle: 'open', lines, ordered_at: noonAgo(8) })
  for (let part = 0; part < 15; part++)
    expect((await shop.ship(order, 'COAT', 2, { shipped_at: noonAgo(7 - (part % 5)) })).status).toBe(201)
  expect(await figures(shop)).toEqual([1_100])
  const byChannel = (await figures(shop, { dimensions: ['sales_channel'] })) as number[]
  expect(byChannel.toSorted((a, b) => a - b)).toEqual([100, 1_000])
  expect(await figures(shop, { dimensions: ['product'] })).toEqual([1_100])
  await prove(shop)
})

test('a voided shipment and units that came back take back exactly what they cost', async () => {
  const shop = await keptStock({ COAT: 0 })
  await bought(shop, 100, 0.004)
  const orders = []
  for (let sale = 0; sale < 4; sale++) orders.push(await sellOne(shop, noonAgo(2)))
  expect(await figures(shop)).toEqual([2])
  const [first, second] = orders
  const of = `/api/v1/sales/orders/${first.order_id}`
  const [shipment] = (await shop.tenant.get(of)).body.data.shipments
  const voided = await shop.session.post(`${of}/shipments/${shipment.shipment_id}/void`, { reason: 'Mistyped' })
  expect(voided.status).toBe(200)
  // The unit is sold still, and costs what the catalogue says: 12.00. Cancelled, it costs nothing.
  expect((await shop.tenant.post(`${of}/cancel`, { reason: 'customer' })).status).toBe(200)
  expect(await figures(shop)).toEqual([1])
  const created = await shop.returned({
    order_id: second.order_id,
    location_id: shop.ids.locations.A,
    lines: [{ sku: 'COAT', expected_quantity: 1 }],
  })
  const lines = [{ sku: 'COAT', received_quantity: 1, disposition: 'restock' }]
  const received = await shop.tenant.post(`/api/v1/sales/returns/${created.body.data.id}/receive`, { lines })
  expect(received.status).toBe(200)
  // Two units are left: 0.008.
  expect(await figures(shop)).toEqual([1])
  const [left] = await shop.tenant.service.database.sql`
    select sum(known_cost_cents)::float8 as cost from sales_daily where organization_id = ${shop.tenant.organization_id}`
  expect(left!.cost).toBe(0.8)
  await prove(shop)
})

test('a late rate makes the cost of single sales known, not rounded sale by sale', async () => {
  const shop = await keptStock({ COAT: 0 })
  await bought(shop, 50, 0.04, 'SEK mill')
  for (let sale = 0; sale < 25; sale++) await sellOne(shop, noonAgo(sale % 3))
  expect(await figures(shop)).toEqual([null])
  const rates = [{ currency: 'SEK', rate_date: dayAgo(12), organization_currency_per_unit: 0.1 }]
  expect((await shop.session.post('/api/v1/exchange-rates', { rates })).status).toBe(200)
  expect(await figures(shop)).toEqual([10])
  await prove(shop)
})

test('a corrected cost leaves the sales of before as they were, and single sales after it add up at the new one', async () => {
  const shop = await keptStock({ COAT: 0 })
  const delivery = await bought(shop, 50, 0.004)
  for (let sale = 0; sale < 25; sale++) await sellOne(shop, noonAgo(1))
  const line_items = [{ variant_id: shop.ids.variants.COAT, unit_cost: 0.006 }]
  expect((await shop.tenant.patch(delivery, { line_items })).status).toBe(200)
  expect(await figures(shop)).toEqual([10])
  for (let sale = 0; sale < 25; sale++) await sellOne(shop, new Date().toISOString())
  // 25 at 0.006 are 0.15.
  expect(await figures(shop, { grain: 'day' }, 1)).toEqual([10, 15])
  expect(await figures(shop)).toEqual([25])
  await prove(shop)
})

test('days of orders whose lines had been rounded one by one are summed again, and imported days stay', async () => {
  const shop = await keptStock({ COAT: 0 })
  await bought(shop, 50, 0.004)
  for (let sale = 0; sale < 25; sale++) await sellOne(shop, noonAgo(1 + (sale % 2)))
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await sql`update sales_daily set known_cost_cents = 0 where organization_id = ${organization_id}`
  const file = readdirSync('db/migrations').find((name) => name.endsWith('_exact_cost_of_sales_by_day.sql'))!
  await sql.unsafe(readFileSync(`db/migrations/${file}`, 'utf8'))
  expect(await figures(shop)).toEqual([10])
  await prove(shop)
  await sql`
    update sales_channel_days set origin = 'import' where organization_id = ${organization_id} and day = ${dayAgo(1)}`
  await sql`update sales_daily set known_cost_cents = 0 where organization_id = ${organization_id}`
  await sql.unsafe(readFileSync(`db/migrations/${file}`, 'utf8'))
  // 12 of the 25 units are of the other day: 0.048.
  expect(await figures(shop)).toEqual([5])
})
