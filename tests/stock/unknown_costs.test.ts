/** Costs that are unknown for lack of a rate: nothing that happens meanwhile makes them up, and all of it knows them later. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'

setDefaultTimeout(60_000)

const setRate = (shop: KeptStock, currency: string, rate_date: string, rate: number) =>
  shop.session.post('/api/v1/exchange-rates', {
    rates: [{ currency, rate_date, organization_currency_per_unit: rate }],
  })

const ordersOf = ({ tenant }: KeptStock) => `/api/v1/organizations/${tenant.organization_id}/purchase-orders`

/** Orders coats at 40.00 SEK and receives them three days ago. */
async function received(shop: KeptStock, quantity: number) {
  const order = await shop.ordered([['COAT', quantity, 40]], { supplier: 'SEK mill' })
  const delivery = await shop.deliver(order, [['COAT', quantity]], { received_at: noonAgo(3) })
  const path = `${ordersOf(shop)}/${order}/deliveries/${delivery.body.data.delivery_id}`
  const correct = (line: object) =>
    shop.tenant.patch(path, { line_items: [{ variant_id: shop.ids.variants.COAT, ...line }] })
  return { path, correct }
}

const toB = (shop: KeptStock, quantity: number) =>
  shop.ordered([['COAT', quantity, 0]], {
    order_type: 'transfer',
    supplier_id: undefined,
    source_location_id: shop.ids.locations.A,
    location_id: shop.ids.locations.B,
  })

const issue = (shop: KeptStock, transfer: string) => shop.tenant.post(`${ordersOf(shop)}/${transfer}/issue`)

test('units that leave on a transfer at an unknown cost arrive at it, whatever cost was planned, and know it later', async () => {
  const shop = await keptStock({ COAT: 10 })
  // Planned at 12.00, before coats of unknown cost came to the others.
  const transfer = await toB(shop, 4)
  await received(shop, 10)
  await issue(shop, transfer)
  const arrived = await shop.deliver(transfer, [['COAT', 3]])
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 3, value: null })
  const path = `${ordersOf(shop)}/${transfer}/deliveries/${arrived.body.data.delivery_id}`
  const line = { variant_id: shop.ids.variants.COAT, received_quantity: 4 }
  expect((await shop.tenant.patch(path, { line_items: [line] })).status).toBe(200)
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 4, value: null })
  await setRate(shop, 'SEK', dayAgo(3), 0.2)
  // 10 at 12.00 and 10 at 8.00.
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 4, value: 40 })
  expect(await shop.stock('COAT')).toEqual({ units: 16, value: 160 })
  await shop.prove()
})

test('a delivery whose cost became known later leaves at that cost, and is corrected at its rate', async () => {
  const shop = await keptStock({ COAT: 10 })
  const { path, correct } = await received(shop, 10)
  await setRate(shop, 'SEK', dayAgo(3), 0.2)
  expect(await shop.stock('COAT')).toEqual({ units: 20, value: 200 })
  expect((await correct({ received_quantity: 5 })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 15, value: 160 })
  await setRate(shop, 'SEK', dayAgo(2), 9)
  expect((await correct({ unit_cost: 50 })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 15, value: 170 })
  expect((await shop.tenant.delete(path)).status).toBe(204)
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 120 })
  await shop.prove()
})

test('a cost that became known for a delivery that gets another day does not begin the ledger on its first day', async () => {
  const velocityOf = async (shop: KeptStock) => {
    const { body } = await shop.tenant.get(`/api/v1/variants/${shop.ids.variants.COAT}/drawer-overview`)
    const { velocity } = body.data.locations.find((one: any) => one.location_id === shop.ids.locations.A)
    return [velocity, body.data.total.velocity]
  }
  const [corrected, straight] = [await keptStock({ COAT: 0 }), await keptStock({ COAT: 0 })]
  const { path } = await received(corrected, 10)
  await setRate(corrected, 'SEK', dayAgo(3), 0.2)
  expect((await corrected.tenant.patch(path, { received_at: noonAgo(1) })).status).toBe(200)
  await setRate(straight, 'SEK', dayAgo(3), 0.2)
  const order = await straight.ordered([['COAT', 10, 40]], { supplier: 'SEK mill' })
  await straight.deliver(order, [['COAT', 10]], { received_at: noonAgo(1) })
  const expected = await velocityOf(straight)
  expect(expected.map(({ untracked_days }) => untracked_days)).toEqual([27, 27])
  expect(await velocityOf(corrected)).toEqual(expected)
})

test('freight of a line without a cost stays on its units when the delivery is corrected', async () => {
  const shop = await keptStock({ COAT: 0, SCARF: 10 })
  await setRate(shop, 'EUR', dayAgo(9), 1.1)
  const { COAT, SCARF } = shop.ids.variants
  const supplier_id = shop.ids.suppliers['EUR mill']
  const body = { supplier_id, location_id: shop.ids.locations.A }
  const line_items = [
    { variant_id: COAT, quantity: 10, unit_cost: 40 },
    // Without a cost in the order's currency: the coats of before tell what they cost.
    { variant_id: SCARF, quantity: 10 },
  ]
  const created = await shop.tenant.post(ordersOf(shop), { ...body, line_items })
  const { id } = created.body.data
  await shop.tenant.post(`${ordersOf(shop)}/${id}/approve`)
  const delivered = await shop.deliver(id, [
    ['COAT', 10],
    ['SCARF', 10],
  ])
  const path = `${ordersOf(shop)}/${id}/deliveries/${delivered.body.data.delivery_id}`
  expect((await shop.tenant.patch(path, { freight_cents: 10_000 })).status).toBe(200)
  // 110.00 of freight are shared by units.
  const value = { units: 20, value: 120 + 120 + 55 }
  expect(await shop.stock('SCARF')).toEqual(value)
  const changed = { variant_id: COAT, received_quantity: 10, unit_cost: 41 }
  expect((await shop.tenant.patch(path, { duty_cents: 0, line_items: [changed] })).status).toBe(200)
  expect(await shop.stock('SCARF')).toEqual(value)
  await shop.prove()
})

test('a cost that becomes known after all units were sold is a cost of sales, not a variance', async () => {
  const shop = await keptStock({ COAT: 0 })
  await received(shop, 4)
  const sold = await shop.sold('COAT', 4, { ordered_at: noonAgo(2) })
  await shop.ship(sold, 'COAT', 4, { shipped_at: noonAgo(2) })
  await setRate(shop, 'SEK', dayAgo(3), 0.2)
  const figures = async (domain: string, measure: string) => {
    const query = {
      domain,
      measures: [measure],
      time_range: { kind: 'absolute', start: dayAgo(9), end: dayAgo(0) },
    }
    const { rows } = (await shop.tenant.post('/api/v1/metrics/query', { query })).body.data
    return rows[0]?.[measure].cents ?? 0
  }
  expect(await figures('sales', 'cost_of_sales')).toBe(3_200)
  expect(await figures('movements', 'cost_variance')).toBe(0)
  await shop.prove()
})

test('a transfer that arrived at an unknown cost is corrected at the cost that became known', async () => {
  const shop = await keptStock({ COAT: 0 })
  await received(shop, 10)
  const transfer = await toB(shop, 6)
  await issue(shop, transfer)
  const arrived = await shop.deliver(transfer, [['COAT', 4]])
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 4, value: null })
  await setRate(shop, 'SEK', dayAgo(3), 0.5)
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 4, value: 80 })
  const path = `${ordersOf(shop)}/${transfer}/deliveries/${arrived.body.data.delivery_id}`
  const [line] = (await shop.tenant.get(path)).body.data.line_items
  expect([line.unit_cost, line.landed_unit_cost]).toEqual([20, 20])
  const variant_id = shop.ids.variants.COAT
  for (const received_quantity of [3, 6, 2]) {
    const corrected = await shop.tenant.patch(path, { line_items: [{ variant_id, received_quantity }] })
    expect(corrected.status).toBe(200)
    expect(await shop.stock('COAT', 'B')).toEqual({ units: received_quantity, value: received_quantity * 20 })
  }
  await shop.prove()
})
