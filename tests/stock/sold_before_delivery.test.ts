/** Units that are sold before their delivery is booked have an unknown cost until it is, and then the delivery's, on their own day. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openDatabase } from '../../db/client/database.ts'
import { runWhenDue } from '../../server/jobs/job.ts'
import { makeCostsKnownJob } from '../../server/selling/unrated_costs/make_costs_known.ts'
import { proveSales } from '../support/prove_sales.ts'
import { testDatabase } from '../support/database.ts'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'

setDefaultTimeout(60_000)
const { url, sql } = await testDatabase()

async function makeKnown(): Promise<void> {
  await sql`delete from job_runs`
  const db = openDatabase(url, { write_slots: 1 })
  try {
    expect(await runWhenDue(db, makeCostsKnownJob)).toBe(true)
  } finally {
    await db.close()
  }
}

async function opened() {
  const shop = await keptStock({ COAT: 0 })
  await sql`update variants set unit_cost = null where organization_id = ${shop.tenant.organization_id}`
  return shop
}

async function sold(shop: KeptStock, units: number, days = 2) {
  const order = await shop.sold('COAT', units, { ordered_at: noonAgo(days) })
  expect((await shop.ship(order, 'COAT', units, { shipped_at: noonAgo(days) })).status).toBe(201)
  return order
}

const costs = async ({ tenant }: KeptStock) =>
  (
    await sql<{ day: string; units: number; costed: number; cost: number }[]>`
      select day::text as day, units - returned_units as units, costed_units as costed, known_cost_cents::float8 as cost
      from sales_daily where organization_id = ${tenant.organization_id} order by day`
  ).map(({ day, units, costed, cost }) => [day, units, costed, cost])

async function prove(shop: KeptStock): Promise<void> {
  await shop.prove()
  const { organization_id } = shop.tenant
  expect((await proveSales(sql as never, { organization_id, is_full: true })).sales.faults).toEqual([])
}

test.each([
  ['before the sale', 3],
  ['on its day', 2],
  ['after it', 1],
])('a delivery dated %s gives units that were sold before their cost, on the day of the sale', async (_when, days) => {
  const shop = await opened()
  await sold(shop, 4)
  expect(await costs(shop)).toEqual([[dayAgo(2), 4, 0, 0]])
  const order = await shop.ordered([['COAT', 10, 15]])
  expect((await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(days) })).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 90 })
  await makeKnown()
  expect(await costs(shop)).toEqual([[dayAgo(2), 4, 4, 6_000]])
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 90 })
  await prove(shop)
  // What is sold afterwards leaves it as it is.
  await sold(shop, 1, 1)
  await makeKnown()
  expect(await costs(shop)).toEqual([
    [dayAgo(2), 4, 4, 6_000],
    [dayAgo(1), 1, 1, 1_500],
  ])
  await prove(shop)
})

test('two sales have the cost of the first delivery, also where that brings too few units', async () => {
  const shop = await opened()
  await sold(shop, 2, 3)
  await sold(shop, 2)
  const first = await shop.ordered([['COAT', 2, 16]])
  expect((await shop.deliver(first, [['COAT', 2]], { received_at: noonAgo(4) })).status).toBe(200)
  await makeKnown()
  // Two are still lacking: what the next delivery shows them to have cost besides is a variance.
  expect(await costs(shop)).toEqual([
    [dayAgo(3), 2, 2, 3_200],
    [dayAgo(2), 2, 2, 3_200],
  ])
  const order = await shop.ordered([['COAT', 10, 15]])
  await shop.deliver(order, [['COAT', 10]])
  await makeKnown()
  expect(await costs(shop)).toEqual([
    [dayAgo(3), 2, 2, 3_200],
    [dayAgo(2), 2, 2, 3_200],
  ])
  expect(await shop.stock('COAT')).toEqual({ units: 8, value: 120 })
  await prove(shop)
})

test('a delivery without a rate gives the cost once its rate is set, without waiting for the job', async () => {
  const shop = await opened()
  await sold(shop, 4)
  const order = await shop.ordered([['COAT', 10, 40]], { supplier: 'SEK mill' })
  await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(3) })
  await makeKnown()
  expect(await costs(shop)).toEqual([[dayAgo(2), 4, 0, 0]])
  const rates = [{ currency: 'SEK', rate_date: dayAgo(5), organization_currency_per_unit: 0.2 }]
  await shop.session.post('/api/v1/exchange-rates', { rates })
  expect(await costs(shop)).toEqual([[dayAgo(2), 4, 4, 3_200]])
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 48 })
  await prove(shop)
})

test('units that came back before the delivery take back what they cost, and a voided shipment gets no cost', async () => {
  const shop = await opened()
  const order = await sold(shop, 4, 3)
  const other = await sold(shop, 3)
  const of = `/api/v1/sales/orders/${other.order_id}`
  const [shipment] = (await shop.tenant.get(of)).body.data.shipments
  const voided = await shop.session.post(`${of}/shipments/${shipment.shipment_id}/void`, { reason: 'Mistyped' })
  expect(voided.status).toBe(200)
  const created = await shop.returned({
    order_id: order.order_id,
    location_id: shop.ids.locations.A,
    lines: [{ sku: 'COAT', expected_quantity: 1 }],
  })
  const lines = [{ sku: 'COAT', received_quantity: 1, disposition: 'write_off' }]
  const at = `/api/v1/sales/returns/${created.body.data.id}/receive`
  expect((await shop.tenant.post(at, { received_at: dayAgo(1), lines })).status).toBe(200)
  const purchase = await shop.ordered([['COAT', 10, 15]])
  await shop.deliver(purchase, [['COAT', 10]], { received_at: noonAgo(4) })
  await makeKnown()
  expect(await costs(shop)).toEqual([
    [dayAgo(3), 4, 4, 6_000],
    [dayAgo(2), 3, 0, 0],
    [dayAgo(1), -1, 1, -1_500],
  ])
  await prove(shop)
})

test('units that left while a few of unknown cost were there wait for the cost of those', async () => {
  const shop = await opened()
  const body = { supplier_id: shop.ids.suppliers.Mill, location_id: shop.ids.locations.A }
  const path = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders`
  const line_items = [{ variant_id: shop.ids.variants.COAT, quantity: 2 }]
  const { id } = (await shop.tenant.post(path, { ...body, line_items })).body.data
  await shop.tenant.post(`${path}/${id}/approve`)
  expect((await shop.deliver(id, [['COAT', 2]], { received_at: noonAgo(4) })).status).toBe(200)
  await sold(shop, 2)
  const order = await shop.ordered([['COAT', 10, 15]])
  await shop.deliver(order, [['COAT', 10]])
  await makeKnown()
  expect(await costs(shop)).toEqual([[dayAgo(2), 2, 0, 0]])
  await prove(shop)
})
