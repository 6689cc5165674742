/** What follows once the rate is set of goods that came without one: their freight, and units that were sold and came back. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'
import { proveSales } from '../support/prove_sales.ts'

setDefaultTimeout(60_000)

const setRate = (shop: KeptStock, rate_date: string, organization_currency_per_unit: number) =>
  shop.session.post('/api/v1/exchange-rates', {
    rates: [{ currency: 'SEK', rate_date, organization_currency_per_unit }],
  })

/** Ten coats at 40 SEK came three days ago. */
async function unrated(more: object = {}) {
  const shop = await keptStock({ COAT: 0 })
  const order = await shop.ordered([['COAT', 10, 40]], { supplier: 'SEK mill' })
  const delivered = await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(3), ...more })
  expect(delivered.status).toBe(200)
  const { delivery_id } = delivered.body.data
  const path = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders/${order}/deliveries/${delivery_id}`
  return { shop, path }
}

async function costOfSales({ tenant }: KeptStock) {
  const rows = await tenant.service.database.sql`
    select day::text as day, units, returned_units, costed_units, round(known_cost_cents)::float8 as cost from sales_daily
    where organization_id = ${tenant.organization_id} order by day`
  return rows.map(({ day, units, returned_units, costed_units, cost }) => [
    day,
    units,
    returned_units,
    costed_units,
    cost,
  ])
}

async function variance({ tenant }: KeptStock) {
  const time_range = { kind: 'absolute', start: dayAgo(0), end: dayAgo(0) }
  const query = { domain: 'movements', measures: ['cost_variance'], time_range }
  const { rows } = (await tenant.post('/api/v1/metrics/query', { query })).body.data
  return rows[0]?.cost_variance.cents ?? 0
}

async function prove(shop: KeptStock): Promise<void> {
  await shop.prove()
  const { organization_id, service } = shop.tenant
  const { sales } = await proveSales(service.database.sql as never, { organization_id, is_full: true })
  expect(sales.faults).toEqual([])
}

const sold = async (shop: KeptStock, units: number) => {
  const order = await shop.sold('COAT', units, { ordered_at: noonAgo(2) })
  await shop.ship(order, 'COAT', units, { shipped_at: noonAgo(2) })
  return order
}

test('freight billed before the rate is allocated with it: to what is still there, and to what was sold', async () => {
  const { shop, path } = await unrated()
  expect((await shop.tenant.patch(path, { freight_cents: 10_000 })).status).toBe(200)
  await sold(shop, 4)
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: null })
  expect((await setRate(shop, dayAgo(4), 0.2)).status).toBe(200)
  // 8.00 each; 100.00 SEK of freight are 20.00, 2.00 each.
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 60 })
  expect([await costOfSales(shop), await variance(shop)]).toEqual([[[dayAgo(2), 4, 0, 4, 3_200]], 800])
  const { line_items } = (await shop.tenant.get(path)).body.data
  expect(line_items[0]).toMatchObject({ unit_cost: 8, freight_cost: 20, landed_unit_cost: 10 })
  // A second rate of the day changes nothing.
  await setRate(shop, dayAgo(4), 0.3)
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 60 })
  await prove(shop)
})

test.each([
  ['restock', 8, 64],
  ['write_off', 6, 48],
])(
  'units that came back before the rate have the cost at which they were sold: %s',
  async (disposition, units, value) => {
    const { shop } = await unrated()
    const order = await sold(shop, 4)
    const created = await shop.returned({
      order_id: order.order_id,
      location_id: shop.ids.locations.A,
      lines: [{ sku: 'COAT', expected_quantity: 2 }],
    })
    const lines = [{ sku: 'COAT', received_quantity: 2, disposition }]
    const at = `/api/v1/sales/returns/${created.body.data.id}/receive`
    expect((await shop.tenant.post(at, { received_at: dayAgo(1), lines })).status).toBe(200)
    expect(await shop.stock('COAT')).toEqual({ units, value: null })
    await prove(shop)
    await setRate(shop, dayAgo(4), 0.2)
    expect(await shop.stock('COAT')).toEqual({ units, value })
    expect(await costOfSales(shop)).toEqual([
      [dayAgo(2), 4, 0, 4, 3_200],
      [dayAgo(1), 0, 2, 2, -1_600],
    ])
    await prove(shop)
  },
)

test('the reason of an unknown cost names the currency of which a rate is lacking, wherever it is shown', async () => {
  const { shop, path } = await unrated()
  const { tenant, ids } = shop
  const [product] = (await tenant.get('/api/v1/products/table')).body.data.rows
  const [variant] = (await tenant.get('/api/v1/variants/table')).body.data.rows
  const delivery = (await tenant.get(path)).body.data
  const [movement] = await shop.movements(`document_type=purchase_order_delivery&document_id=${delivery.delivery_id}`)
  const read = async (of: string) => (await tenant.get(of)).body.data
  const figures = () => [
    product.inventory_value,
    variant.inventory_value,
    movement.unit_cost,
    movement.landed_unit_cost,
  ]
  expect(figures().map(({ cents, reason }) => [cents, reason.includes('SEK')])).toEqual(Array(4).fill([null, true]))
  expect(delivery.line_items[0].landed_reason).toContain('exchange rate of SEK')
  expect((await read(`/api/v1/product/${product.product_id}`)).inventory_value.reason).toContain('SEK')
  const { stock, inventory_value } = await read(`/api/v1/variants/${ids.variants.COAT}`)
  for (const { reason } of [inventory_value, stock[0].inventory_value, stock[0].average_cost])
    expect(reason).toContain('SEK')
})

test('part shipments of a line cost what the line does together', async () => {
  const shop = await keptStock({ COAT: 0 })
  const rates = [{ currency: 'EUR', rate_date: dayAgo(9), organization_currency_per_unit: 0.3333333333 }]
  await shop.session.post('/api/v1/exchange-rates', { rates })
  const bought = await shop.ordered([['COAT', 30, 1]], { supplier: 'EUR mill' })
  await shop.deliver(bought, [['COAT', 30]])
  const order = await shop.sold('COAT', 30)
  for (let shipment = 0; shipment < 15; shipment++) await shop.ship(order, 'COAT', 2)
  // Each of fifteen is 0.67 alone, 10.05 together.
  expect(await costOfSales(shop)).toEqual([[dayAgo(0), 30, 0, 30, 1_000]])
  await prove(shop)
})

test('a corrected quantity of goods that lack a rate stays at an unknown cost, never at the amount of their currency', async () => {
  const { shop, path } = await unrated()
  const line_items = [{ variant_id: shop.ids.variants.COAT, received_quantity: 6 }]
  const corrected = await shop.tenant.patch(path, { line_items })
  expect([corrected.status, corrected.text]).toEqual([200, corrected.text])
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: null })
  const [last] = await shop.tenant.service.database.sql`
    select quantity_delta as units, unit_cost, unrated_currency as lacks from stock_movements
    where organization_id = ${shop.tenant.organization_id} order by sequence desc limit 1`
  expect({ ...last }).toEqual({ units: 6, unit_cost: null, lacks: 'SEK' })
  expect((await setRate(shop, dayAgo(3), 0.1)).status).toBeLessThan(300)
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 24 })
  await shop.prove()
})
