/** Costs that nobody had stated when the units arrived, and that are stated later: here in the organisation's own currency. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, type KeptStock, noonAgo } from './kept_stock.ts'
import { arrived, costOfSales, makeKnown, ordersOf, prove, sold } from './uncosted_arrivals.ts'

setDefaultTimeout(60_000)

const varianceOn = async ({ tenant }: KeptStock, day: string) => {
  const query = {
    domain: 'movements',
    measures: ['cost_variance'],
    time_range: { kind: 'absolute', start: day, end: day },
  }
  const { rows } = (await tenant.post('/api/v1/metrics/query', { query })).body.data
  return rows[0]?.cost_variance.cents ?? 0
}

test('a cost stated after the units arrived is in the stock, and in the cost of sales of its own day', async () => {
  const { shop, path, correct } = await arrived()
  await sold(shop, 1)
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: null })
  expect((await correct({ unit_cost: 4 })).status).toBe(200)
  expect((await correct({ unit_cost: 5 })).status).toBe(200)
  await makeKnown()
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: 10 })
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 1, 500]])
  const { line_items } = (await shop.tenant.get(path)).body.data
  expect(line_items[0]).toMatchObject({ unit_cost: 5, landed_unit_cost: 5, landed_reason: null })
  await prove(shop)
  await makeKnown()
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: 10 })
  // From now on it is corrected as any other cost.
  expect((await correct({ unit_cost: 6 })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: 12 })
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 1, 500]])
  await prove(shop)
})

test('a stated cost stays with units that are corrected before and after it enters the stock', async () => {
  const { shop, path, correct } = await arrived()
  expect((await correct({ unit_cost: 5 })).status).toBe(200)
  expect((await correct({ received_quantity: 2 })).status).toBe(200)
  await makeKnown()
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: 10 })
  expect((await correct({ received_quantity: 3 })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 3, value: 15 })
  await prove(shop)
  expect((await shop.tenant.delete(path)).status).toBe(204)
  expect(await shop.stock('COAT')).toEqual({ units: 0, value: 0 })
  await prove(shop)
})

test.each([
  ['with the order', { billed_freight_cents: 300 }, null],
  ['after the delivery', null, { freight_cents: 300 }],
])('freight that was billed %s is added to a stated cost once', async (_when, ordered, after) => {
  const { shop, path, correct } = await arrived(ordered)
  if (after !== null) expect((await shop.tenant.patch(path, after)).status).toBe(200)
  expect((await correct({ unit_cost: 5 })).status).toBe(200)
  await makeKnown()
  expect(await shop.stock('COAT')).toEqual({ units: 3, value: 18 })
  const { line_items } = (await shop.tenant.get(path)).body.data
  expect(line_items[0]).toMatchObject({ unit_cost: 5, freight_cost: 3, landed_unit_cost: 6 })
  await prove(shop)
})

test('units that were transferred at an unknown cost have the stated one', async () => {
  const { shop, correct } = await arrived()
  const transfer = await shop.ordered([['COAT', 2, 0]], {
    order_type: 'transfer',
    supplier_id: undefined,
    source_location_id: shop.ids.locations.A,
    location_id: shop.ids.locations.B,
  })
  await shop.tenant.post(`${ordersOf(shop)}/${transfer}/issue`)
  await shop.deliver(transfer, [['COAT', 1]])
  expect((await correct({ unit_cost: 5 })).status).toBe(200)
  await makeKnown()
  await shop.deliver(transfer, [['COAT', 1]], { reference: 'Second' })
  expect(await shop.stock('COAT')).toEqual({ units: 1, value: 5 })
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 2, value: 10 })
  await prove(shop)
})

test('the price of an invoice is refused while the received cost is unknown, and says how to state it', async () => {
  const { shop, order, correct } = await arrived()
  const { line_id } = (await shop.tenant.get(`${ordersOf(shop)}/${order}`)).body.data.line_items[0]
  const recorded = await shop.session.post('/api/v1/supplier-invoices', {
    supplier_id: shop.ids.suppliers.Mill,
    invoice_number: 'R-1',
    currency: 'USD',
    invoice_date: dayAgo(1),
    lines: [{ kind: 'goods', purchase_order_id: order, line_id, quantity: 3, unit_cost: 6 }],
  })
  expect(recorded.text).toContain('R-1')
  const at = `/api/v1/supplier-invoices/${recorded.body.data.supplier_invoice_id}/accept-price`
  for (const body of [{}, { line_numbers: [1] }]) {
    const refused = await shop.session.post(at, body)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.message.desc).toContain('unit_cost of Correct a delivery')
    expect(refused.body.message.desc).not.toContain('exchange rate')
  }
  await correct({ unit_cost: 5 })
  await makeKnown()
  expect((await shop.session.post(at, { line_numbers: [1] })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 3, value: 18 })
  await prove(shop)
})

test('units that were sold before their delivery was corrected have the cost that was stated of it', async () => {
  const { shop, correct } = await arrived()
  await sold(shop, 1)
  expect((await correct({ unit_cost: 5 })).status).toBe(200)
  expect((await correct({ received_quantity: 2 })).status).toBe(200)
  await makeKnown()
  expect(await shop.stock('COAT')).toEqual({ units: 1, value: 5 })
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 1, 500]])
  await prove(shop)
})

test('units that were sold at the cost of a later delivery have a variance once their own is stated, on that day', async () => {
  const { shop, correct } = await arrived()
  await sold(shop, 1)
  const later = await shop.ordered([['COAT', 10, 15]])
  await shop.deliver(later, [['COAT', 10]], { received_at: noonAgo(2) })
  expect(await shop.stock('COAT')).toEqual({ units: 12, value: 180 })
  await sold(shop, 4)
  await makeKnown()
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 4, 6_000]])
  expect((await correct({ unit_cost: 9 })).status).toBe(200)
  await makeKnown()
  // 2 at 9.00 and 10 at 15.00 cost 14.00 each: the stock is worth 112.00, and the 4 sold at 15.00 cost 4.00 less.
  expect(await shop.stock('COAT')).toEqual({ units: 8, value: 112 })
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 5, 900 + 6_000]])
  expect(await varianceOn(shop, dayAgo(0))).toBe(-400)
  expect(await varianceOn(shop, dayAgo(2))).toBe(0)
  await prove(shop)
  // 27.00 and 150.00 were paid: 112.00 are left, 69.00 were sold, less 4.00.
  expect((await correct({ received_quantity: 2 })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 7, value: 103 })
  await prove(shop)
})

test('units that were all sold at the cost of a later delivery have a variance alone', async () => {
  const { shop, correct } = await arrived()
  await shop.deliver(await shop.ordered([['COAT', 1, 15]]), [['COAT', 1]], { received_at: noonAgo(2) })
  await sold(shop, 4)
  expect((await correct({ unit_cost: 19 })).status).toBe(200)
  await makeKnown()
  expect(await shop.stock('COAT')).toEqual({ units: 0, value: 0 })
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 4, 6_000]])
  // 57.00 and 15.00 were paid.
  expect(await varianceOn(shop, dayAgo(0))).toBe(1_200)
  await prove(shop)
})

test('units that a count missed at the cost of a later delivery have a variance too', async () => {
  const { shop, correct } = await arrived()
  await shop.deliver(await shop.ordered([['COAT', 9, 15]]), [['COAT', 9]], { received_at: noonAgo(2) })
  await shop.count({ COAT: 10 })
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 150 })
  expect((await correct({ unit_cost: 11 })).status).toBe(200)
  await makeKnown()
  // 12 units cost 14.00 each; the 2 that were missing left at 15.00.
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 140 })
  expect(await varianceOn(shop, dayAgo(0))).toBe(-200)
  await prove(shop)
})

test('a stated cost that is that of the later delivery leaves no variance', async () => {
  const { shop, correct } = await arrived()
  await shop.deliver(await shop.ordered([['COAT', 1, 15]]), [['COAT', 1]], { received_at: noonAgo(2) })
  await sold(shop, 2)
  expect((await correct({ unit_cost: 15 })).status).toBe(200)
  await makeKnown()
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: 30 })
  expect(await varianceOn(shop, dayAgo(0))).toBe(0)
  await prove(shop)
})

test.each([
  ['some are left', 4],
  ['none are left', 10],
])(
  'units that were sold with others of unknown cost have the rest of the stock once these are taken back, and %s',
  async (_which, units) => {
    const { shop, path } = await arrived(null, { stock: 10 })
    // Their cost lacks a rate, since the stock does.
    expect(await shop.stock('COAT')).toEqual({ units: 13, value: 156 })
    const takeBack = await unrated(shop, noonAgo(3))
    await sold(shop, units)
    expect(await costOfSales(shop)).toEqual([[dayAgo(2), 0, 0]])
    expect((await shop.tenant.delete(path)).status).toBe(204)
    await takeBack()
    await makeKnown()
    expect(await shop.stock('COAT')).toEqual({ units: 10 - units, value: (10 - units) * 12 })
    expect(await costOfSales(shop)).toEqual([[dayAgo(2), units, units * 1_200]])
    await prove(shop)
  },
)

/** Two coats of another currency, without a rate, that come and may be taken back. */
async function unrated(shop: KeptStock, received_at?: string) {
  const order = await shop.ordered([['COAT', 2, 40]], { supplier: 'SEK mill' })
  const { delivery_id } = (await shop.deliver(order, [['COAT', 2]], received_at === undefined ? {} : { received_at }))
    .body.data
  return async () => {
    const path = `${ordersOf(shop)}/${order}/deliveries/${delivery_id}`
    expect((await shop.tenant.delete(path)).status).toBe(204)
  }
}

test('a stated cost stays in the stock once units of another currency are taken back', async () => {
  const { shop, correct } = await arrived()
  expect((await correct({ unit_cost: 5 })).status).toBe(200)
  expect((await correct({ received_quantity: 2 })).status).toBe(200)
  const takeBack = await unrated(shop)
  expect(await shop.stock('COAT')).toEqual({ units: 4, value: null })
  await takeBack()
  expect(await shop.stock('COAT')).toEqual({ units: 2, value: 10 })
  await prove(shop)
})

test("a cost in the organisation's own currency that is about to enter the stock lacks no rate of it", async () => {
  const { shop, correct } = await arrived()
  expect((await correct({ unit_cost: 5 })).status).toBe(200)
  const foreign = await shop.ordered([['COAT', 2, undefined as never]], { supplier: 'SEK mill' })
  const { delivery_id } = (await shop.deliver(foreign, [['COAT', 2]])).body.data
  const line_items = [{ variant_id: shop.ids.variants.COAT, unit_cost: 40 }]
  const stated = await shop.tenant.patch(`${ordersOf(shop)}/${foreign}/deliveries/${delivery_id}`, { line_items })
  expect(stated.body.data.line_items[0].landed_reason).toContain('no exchange rate of SEK is on file')
  const transfer = await shop.ordered([['COAT', 1, 0]], {
    order_type: 'transfer',
    supplier_id: undefined,
    source_location_id: shop.ids.locations.A,
    location_id: shop.ids.locations.B,
  })
  await shop.tenant.post(`${ordersOf(shop)}/${transfer}/issue`)
  const moved = (await shop.deliver(transfer, [['COAT', 1]])).body.data
  expect(moved.line_items[0].landed_reason).toBe(
    'The cost of these units is unknown: no exchange rate of SEK is on file for the day on which they arrived, or before, and no cost of them was stated.',
  )
  await prove(shop)
})
