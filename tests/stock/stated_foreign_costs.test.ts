/** Costs in the currency of the supplier that nobody had stated, or others, when the units arrived, and are stated later. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'
import { arrived, costOfSales, makeKnown, ordersOf, prove, setRate, sold } from './uncosted_arrivals.ts'

setDefaultTimeout(60_000)

const lineOf = async (shop: KeptStock, path: string) => (await shop.tenant.get(path)).body.data.line_items[0]

const stockReason = async ({ tenant, ids }: KeptStock) =>
  (await tenant.get(`/api/v1/variants/${ids.variants.COAT}`)).body.data.stock[0].inventory_value.reason

const variance = async ({ tenant }: KeptStock) => {
  const time_range = { kind: 'absolute', start: dayAgo(0), end: dayAgo(0) }
  const query = { domain: 'movements', measures: ['cost_variance'], time_range }
  const { rows } = (await tenant.post('/api/v1/metrics/query', { query })).body.data
  return rows[0]?.cost_variance.cents ?? 0
}

test('a cost in another currency is converted at the rate of the day of arrival, in stock and cost of sales', async () => {
  const { shop, path, correct } = await arrived(null, { supplier: 'EUR mill' })
  await setRate(shop, 'EUR', 1.1)
  await setRate(shop, 'EUR', 1.5, 1)
  await sold(shop, 1)
  expect((await correct({ unit_cost: 18 })).status).toBe(200)
  expect((await correct({ unit_cost: 20 })).status).toBe(200)
  expect((await lineOf(shop, path)).landed_reason).toContain('within a minute')
  await makeKnown()
  // 20.00 EUR are 22.00.
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: 44 })
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 1, 2_200]])
  expect(await lineOf(shop, path)).toMatchObject({ unit_cost: 22, landed_unit_cost: 22, landed_reason: null })
  await prove(shop)
  // Another rate of the day does not revalue, and a corrected cost has the rate of the first.
  await setRate(shop, 'EUR', 1.3)
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: 44 })
  expect((await correct({ unit_cost: 30 })).status).toBe(200)
  expect([await shop.stock('COAT'), await variance(shop)]).toEqual([{ units: 2, value: 66 }, 1_100])
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 1, 2_200]])
  await prove(shop)
})

test('a stated cost whose currency has no rate is null, names it, and is known with the rate', async () => {
  const { shop, path, correct } = await arrived(null, { supplier: 'SEK mill' })
  await sold(shop, 1)
  // A rate from after the arrival is none of its day.
  await setRate(shop, 'SEK', 0.3, 2)
  expect((await correct({ unit_cost: 40 })).status).toBe(200)
  expect((await correct({ unit_cost: 50 })).status).toBe(200)
  await makeKnown()
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: null })
  expect(await stockReason(shop)).toContain('SEK')
  expect((await lineOf(shop, path)).landed_reason).toContain('exchange rate of SEK')
  await prove(shop)
  await setRate(shop, 'SEK', 0.2, 3)
  // 50.00 SEK are 10.00.
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: 20 })
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 1, 1_000]])
  await prove(shop)
})

test('a cost that awaits its rate is corrected, and stays with units that are corrected', async () => {
  const { shop } = await arrived(null, { supplier: 'SEK mill' })
  const order = await shop.ordered([['COAT', 3, 40]], { supplier: 'SEK mill' })
  const { delivery_id } = (await shop.deliver(order, [['COAT', 3]], { received_at: noonAgo(3) })).body.data
  const path = `${ordersOf(shop)}/${order}/deliveries/${delivery_id}`
  const correct = (line: object, more: object = {}) =>
    shop.tenant.patch(path, { line_items: [{ variant_id: shop.ids.variants.COAT, ...line }], ...more })
  expect((await correct({ unit_cost: 50 })).status).toBe(200)
  expect((await correct({ received_quantity: 2 })).status).toBe(200)
  expect((await correct({ received_quantity: 3, unit_cost: 60 })).status).toBe(200)
  await setRate(shop, 'SEK', 0.2)
  expect(await lineOf(shop, path)).toMatchObject({ received_quantity: 3, unit_cost: 12, landed_unit_cost: 12 })
  expect((await correct({ received_quantity: 1 })).status).toBe(200)
  expect(await lineOf(shop, path)).toMatchObject({ received_quantity: 1, unit_cost: 12 })
  const [last] = await shop.movements(`document_type=purchase_order_delivery&document_id=${delivery_id}`)
  expect(last.stated_cost).toEqual({ currency: 'SEK', unit_cost: 60, rate: 0.2, rate_date: dayAgo(4) })
  await prove(shop)
})

test('units that are corrected between the statement and the stock have its cost at once', async () => {
  const { shop, path, correct } = await arrived(null, { supplier: 'EUR mill' })
  await setRate(shop, 'EUR', 1.1)
  expect((await correct({ unit_cost: 20 })).status).toBe(200)
  expect((await correct({ received_quantity: 2 })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: 44 })
  expect(await lineOf(shop, path)).toMatchObject({ unit_cost: 22, landed_reason: null })
  await makeKnown()
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: 44 })
  await prove(shop)
  expect((await shop.tenant.delete(path)).status).toBe(204)
  expect(await shop.stock('COAT')).toEqual({ units: 0, value: 0 })
  await prove(shop)
})

test.each([
  ['with the order, before there was a rate', { billed_freight_cents: 3_300 }, null, null],
  ['with the order', { billed_freight_cents: 3_300 }, null, 1.1],
  ['after the delivery', null, { freight_cents: 3_300 }, 1.1],
  ['after the delivery, before there was a rate', null, { freight_cents: 3_300 }, null],
])('freight that was billed %s is added to a stated cost once', async (_when, ordered, after, rate) => {
  const { shop, path, correct } = await arrived(ordered, { supplier: 'EUR mill', rate })
  // What came at a rate keeps it.
  await setRate(shop, 'EUR', rate === null ? 1.1 : 1.3)
  if (after !== null) expect((await shop.tenant.patch(path, after)).status).toBe(200)
  expect((await correct({ unit_cost: 20 })).status).toBe(200)
  await makeKnown()
  // 33.00 EUR of freight are 36.30, 12.10 each.
  expect(await shop.stock('COAT')).toEqual({ units: 3, value: 102.3 })
  expect(await lineOf(shop, path)).toMatchObject({ unit_cost: 22, freight_cost: 36.3, landed_unit_cost: 34.1 })
  await prove(shop)
})

test('units that took the cost of the stock are corrected once a rate is there, and their freight with them', async () => {
  const { shop, path, correct } = await arrived(null, { supplier: 'SEK mill', stock: 10 })
  expect((await shop.tenant.patch(path, { freight_cents: 3_000 })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 13, value: 156 })
  const refused = await correct({ unit_cost: 40 })
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(refused.body.message.desc).toContain('no exchange rate of SEK')
  await setRate(shop, 'SEK', 0.2)
  expect((await correct({ unit_cost: 40 })).status).toBe(200)
  // 120.00 of the ten, 24.00 of the three, and 6.00 of freight.
  expect(await shop.stock('COAT')).toEqual({ units: 13, value: 150 })
  expect(await lineOf(shop, path)).toMatchObject({ unit_cost: 8, freight_cost: 6, landed_unit_cost: 10 })
  await prove(shop)
})

test('stock that is known without the units stays so until their rate is there', async () => {
  const { shop, correct } = await arrived(null, { supplier: 'SEK mill' })
  const order = await shop.ordered([['COAT', 3, 10]])
  expect((await shop.deliver(order, [['COAT', 3]])).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 60 })
  expect((await correct({ unit_cost: 40 })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 60 })
  await setRate(shop, 'SEK', 0.2)
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 54 })
  await prove(shop)
})

test('each line of a delivery is corrected at the rate at which it came', async () => {
  const shop = await keptStock({ COAT: 0, VEST: 0 })
  await setRate(shop, 'EUR', 1.1)
  const order = await shop.ordered(
    [
      ['COAT', 2, 10],
      ['VEST', 2, 10],
    ],
    { supplier: 'EUR mill' },
  )
  const { delivery_id } = (await shop.deliver(order, [['COAT', 2]], { received_at: noonAgo(3) })).body.data
  await setRate(shop, 'EUR', 1.5)
  const path = `${ordersOf(shop)}/${order}/deliveries/${delivery_id}`
  const line = (sku: string, more: object) => ({ variant_id: shop.ids.variants[sku], ...more })
  const correct = (...line_items: object[]) => shop.tenant.patch(path, { line_items })
  expect((await correct(line('VEST', { received_quantity: 2 }))).status).toBe(200)
  expect([await shop.stock('COAT'), await shop.stock('VEST')]).toEqual([
    { units: 2, value: 22 },
    { units: 2, value: 30 },
  ])
  expect((await correct(line('COAT', { unit_cost: 20 }), line('VEST', { unit_cost: 20 }))).status).toBe(200)
  expect([await shop.stock('COAT'), await shop.stock('VEST')]).toEqual([
    { units: 2, value: 44 },
    { units: 2, value: 60 },
  ])
  await prove(shop)
})
