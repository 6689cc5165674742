/** Coats that arrive without a cost, which is stated later. */
import { expect } from 'bun:test'
import { openDatabase } from '../../db/client/database.ts'
import { runWhenDue } from '../../server/jobs/job.ts'
import { makeCostsKnownJob } from '../../server/selling/unrated_costs/make_costs_known.ts'
import { testDatabase } from '../support/database.ts'
import { proveSales } from '../support/prove_sales.ts'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'

const { url, sql } = await testDatabase()

export async function makeKnown(): Promise<void> {
  await sql`delete from job_runs`
  const db = openDatabase(url, { write_slots: 1 })
  try {
    expect(await runWhenDue(db, makeCostsKnownJob)).toBe(true)
  } finally {
    await db.close()
  }
}

export const ordersOf = ({ tenant }: KeptStock) => `/api/v1/organizations/${tenant.organization_id}/purchase-orders`

export async function setRate(shop: KeptStock, currency: string, organization_currency_per_unit: number, days = 4) {
  const rates = [{ currency, rate_date: dayAgo(days), organization_currency_per_unit }]
  expect((await shop.session.post('/api/v1/exchange-rates', { rates })).status).toBe(200)
}

/** Three coats came three days ago, of an order that states no cost; `bill` is of its freight, before they came. */
export async function arrived(
  bill: object | null = null,
  { supplier = 'Mill', stock = 0, rate = null as number | null } = {},
) {
  const shop = await keptStock({ COAT: stock })
  if (rate !== null) await setRate(shop, 'EUR', rate)
  const { COAT } = shop.ids.variants
  await sql`update variants set unit_cost = null where organization_id = ${shop.tenant.organization_id}`
  const created = await shop.tenant.post(ordersOf(shop), {
    supplier_id: shop.ids.suppliers[supplier],
    location_id: shop.ids.locations.A,
    line_items: [{ variant_id: COAT, quantity: 3 }],
  })
  const order = created.body.data.id
  await shop.tenant.post(`${ordersOf(shop)}/${order}/approve`)
  await shop.tenant.post(`${ordersOf(shop)}/${order}/issue`)
  if (bill !== null) expect((await shop.tenant.patch(`${ordersOf(shop)}/${order}`, bill)).status).toBe(200)
  const delivered = await shop.deliver(order, [['COAT', 3]], { received_at: noonAgo(3) })
  expect(delivered.status).toBe(200)
  const path = `${ordersOf(shop)}/${order}/deliveries/${delivered.body.data.delivery_id}`
  const correct = (line: object) => shop.tenant.patch(path, { line_items: [{ variant_id: COAT, ...line }] })
  return { shop, order, path, correct }
}

export const sold = async (shop: KeptStock, units: number) => {
  const order = await shop.sold('COAT', units, { ordered_at: noonAgo(2) })
  expect((await shop.ship(order, 'COAT', units, { shipped_at: noonAgo(2) })).status).toBeLessThan(300)
}

export const costOfSales = async ({ tenant }: KeptStock) =>
  (
    await sql<{ day: string; costed_units: number; cost: number }[]>`
      select day::text as day, costed_units, known_cost_cents::float8 as cost from sales_daily
      where organization_id = ${tenant.organization_id} order by day`
  ).map(({ day, costed_units, cost }) => [day, costed_units, cost])

export async function prove(shop: KeptStock): Promise<void> {
  await shop.prove()
  const { organization_id, service } = shop.tenant
  const { sales } = await proveSales(service.database.sql as never, { organization_id, is_full: true })
  expect(sales.faults).toEqual([])
}
