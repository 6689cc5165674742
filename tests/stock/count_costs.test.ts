/** What a count finds or misses costs what a unit cost at its instant, whatever is recorded before it is posted. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'

setDefaultTimeout(60_000)

/** Twenty coats at 10.00 came two days ago; ten at 12.00 were there. */
const delivers = async (shop: KeptStock, more: object) => {
  const order = await shop.ordered([['COAT', 20, 10]])
  expect((await shop.deliver(order, [['COAT', 20]], { received_at: noonAgo(2), ...more })).status).toBe(200)
}
const unitCost = async (shop: KeptStock, stocktake: string) =>
  (await shop.tenant.get(`/api/v1/stocktakes/${stocktake}/table`)).body.data.rows[0]

const notInCount = { not_in_count: true }

test.each([
  ['more', 30, { units: 50, value: 560 }],
  ['as many', 10, { units: 30, value: 320 }],
  ['fewer', 7, { units: 27, value: 284 }],
  ['none', 0, { units: 20, value: 200 }],
])(
  'units that were not in a count of %s have one value, whenever they are recorded',
  async (_words, counted, stock) => {
    const after = await keptStock()
    await after.count({ COAT: counted })
    await delivers(after, notInCount)

    const between = await keptStock()
    const stocktake = await between.openCount({ COAT: counted })
    await delivers(between, notInCount)
    expect((await between.post(stocktake)).status).toBe(200)
    expect(await unitCost(between, stocktake)).toMatchObject({ counted_quantity: counted, moved_quantity: 20 })

    const before = await keptStock()
    await delivers(before, notInCount)
    await before.count({ COAT: counted }, { counted_at: noonAgo(1) })
    for (const shop of [after, between, before]) {
      expect(await shop.stock('COAT')).toEqual(stock)
      await shop.prove()
    }
  },
)

test.each([
  ['more', 30, { units: 30, value: 320 }],
  ['fewer', 7, { units: 7, value: 73.63 }],
])('units that were in a count of %s have one value, whenever they are recorded', async (_words, counted, stock) => {
  const after = await keptStock()
  await after.count({ COAT: counted })
  await delivers(after, {})

  const between = await keptStock()
  const stocktake = await between.openCount({ COAT: counted })
  await delivers(between, {})
  expect((await between.post(stocktake)).status).toBe(200)
  expect(await unitCost(between, stocktake)).toMatchObject({ counted_quantity: counted, moved_quantity: 0 })
  for (const shop of [after, between]) {
    const { units, value } = await shop.stock('COAT')
    expect([units, value!.toFixed(2)]).toEqual([stock.units, stock.value.toFixed(2)])
    await shop.prove()
  }
})

test('goods and freight that came since the instant of a count change nothing of what it finds', async () => {
  const shop = await keptStock()
  const order = await shop.ordered([['COAT', 20, 10]])
  const { delivery_id } = (await shop.deliver(order, [['COAT', 20]])).body.data
  const path = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders/${order}/deliveries/${delivery_id}`
  expect((await shop.tenant.patch(path, { freight_cents: 7_000 })).status).toBe(200)
  const sold = await shop.sold('COAT', 6)
  expect((await shop.ship(sold, 'COAT', 6)).status).toBe(201)
  // 120.00 of the ten, 200.00 and 70.00 of the others, less six of thirty.
  expect(await shop.stock('COAT')).toEqual({ units: 24, value: 312 })
  const stocktake = await shop.count({ COAT: 12 }, { counted_at: `${dayAgo(1)}T12:00:00Z` })
  expect(await shop.stock('COAT')).toEqual({ units: 26, value: 336 })
  expect(await unitCost(shop, stocktake)).toMatchObject({ system_quantity: 10, variance_quantity: 2 })
  await shop.prove()
})

const costOfSales = async ({ tenant }: KeptStock) => {
  const query = {
    domain: 'sales',
    measures: ['cost_of_sales'],
    time_range: { kind: 'absolute', start: dayAgo(9), end: dayAgo(0) },
  }
  return (await tenant.post('/api/v1/metrics/query', { query })).body.data.rows[0].cost_of_sales.cents
}

test.each([
  ['more', 12, { units: 18, value: 312 }],
  ['as many', 10, { units: 16, value: 288 }],
  ['fewer', 7, { units: 13, value: 252 }],
])('units sold between a count of %s and its posting cost the average of then', async (_words, counted, stock) => {
  const shop = await keptStock()
  const stocktake = await shop.openCount({ COAT: counted })
  const order = await shop.ordered([['COAT', 10, 24]])
  expect((await shop.deliver(order, [['COAT', 10]])).status).toBe(200)
  const sold = await shop.sold('COAT', 4)
  expect((await shop.ship(sold, 'COAT', 4)).status).toBe(201)
  expect((await shop.post(stocktake)).status).toBe(200)
  // 120.00 and 240.00, less 4 at 18.00; what the count found or missed is at 12.00.
  expect(await shop.stock('COAT')).toEqual(stock)
  expect(await costOfSales(shop)).toBe(7_200)
  expect(await unitCost(shop, stocktake)).toMatchObject({ variance_quantity: counted - 10, moved_quantity: 6 })
  await shop.prove()
})
