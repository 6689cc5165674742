/** Units made of components whose cost is unknown: theirs is too, says what it lacks, and is known with that of all components. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openDatabase } from '../../db/client/database.ts'
import { runWhenDue } from '../../server/jobs/job.ts'
import { makeCostsKnownJob } from '../../server/selling/unrated_costs/make_costs_known.ts'
import { proveSales } from '../support/prove_sales.ts'
import { testDatabase } from '../support/database.ts'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'

setDefaultTimeout(60_000)
const { url, sql } = await testDatabase()

async function runJob(): Promise<void> {
  await sql`delete from job_runs`
  const db = openDatabase(url, { write_slots: 1 })
  try {
    expect(await runWhenDue(db, makeCostsKnownJob)).toBe(true)
  } finally {
    await db.close()
  }
}

const setRate = async (shop: KeptStock, currency: string, organization_currency_per_unit: number) =>
  expect(
    (
      await shop.session.post('/api/v1/exchange-rates', {
        rates: [{ currency, rate_date: dayAgo(9), organization_currency_per_unit }],
      })
    ).status,
  ).toBe(200)

const ordersOf = ({ tenant }: KeptStock) => `/api/v1/organizations/${tenant.organization_id}/purchase-orders`

async function bill(shop: KeptStock, sku: string, parts: [sku: string, quantity: number][]): Promise<void> {
  const answer = await shop.session.post('/api/v1/bills-of-materials', {
    variant_id: shop.ids.variants[sku],
    name: `${sku} as it is made`,
    components: parts.map(([part, quantity]) => ({ component_variant_id: shop.ids.variants[part], quantity })),
  })
  expect(answer.status, answer.text).toBe(201)
}

const atA = ({ ids }: KeptStock) => ({
  supplier_id: undefined,
  location_id: ids.locations.A,
  source_location_id: ids.locations.A,
})

/** Makes units three days ago; returns the path of their delivery. */
async function make(shop: KeptStock, sku: string, quantity: number): Promise<string> {
  const order = await shop.ordered([[sku, quantity, 0]], { ...atA(shop), order_type: 'manufacturing' })
  await shop.tenant.post(`${ordersOf(shop)}/${order}/issue`)
  const made = await shop.deliver(order, [[sku, quantity]], { received_at: noonAgo(3) })
  expect(made.status, made.text).toBe(200)
  return `${ordersOf(shop)}/${order}/deliveries/${made.body.data.delivery_id}`
}

/** Units at 40.00 in a currency without a rate came five days ago. */
async function bought(shop: KeptStock, sku: string, quantity: number, supplier: string): Promise<void> {
  const order = await shop.ordered([[sku, quantity, 40]], { supplier })
  expect((await shop.deliver(order, [[sku, quantity]], { received_at: noonAgo(5) })).status).toBe(200)
}

async function prove(shop: KeptStock): Promise<void> {
  await shop.prove()
  const { organization_id } = shop.tenant
  const { sales } = await proveSales(sql as never, { organization_id, is_full: true })
  expect(sales.faults).toEqual([])
}

const costOfSales = async ({ tenant }: KeptStock) =>
  (
    await sql<{ day: string; costed_units: number; cost: number }[]>`
      select day::text as day, costed_units, known_cost_cents::float8 as cost from sales_daily
      where organization_id = ${tenant.organization_id} order by day`
  ).map(({ day, costed_units, cost }) => [day, costed_units, cost])

async function reasons(shop: KeptStock, sku: string) {
  const { inventory_value } = (await shop.tenant.get(`/api/v1/variants/${shop.ids.variants[sku]}`)).body.data
  const rows = await shop.movements(
    `variant_id=${shop.ids.variants[sku]}&location_id=${shop.ids.locations.A}&kind=assembly_in`,
  )
  return { value: inventory_value.reason, row: rows[0].unit_cost.reason, basis: rows[0].cost_basis }
}

test('units made of components that lack a rate lack it too, and have their cost with the rate, in stock and in the sales of their days', async () => {
  const shop = await keptStock({ SET: 4, WOOL: 0 })
  await bought(shop, 'WOOL', 10, 'SEK mill')
  await bill(shop, 'SET', [['WOOL', 2]])
  const path = await make(shop, 'SET', 4)
  expect(await shop.stock('SET')).toEqual({ units: 8, value: null })
  const { value, row, basis } = await reasons(shop, 'SET')
  expect([value, row, basis]).toEqual([
    expect.stringContaining('no exchange rate of SEK'),
    'The cost of these units was unknown when they moved: no exchange rate of SEK was on file for the day on which their components arrived, or before.',
    'unknown',
  ])
  const before = (await shop.tenant.get(path)).body.data.line_items[0]
  expect(before).toMatchObject({ unit_cost: null, landed_unit_cost: null })
  expect(before.landed_reason).toContain(
    'no exchange rate of SEK is on file for the day on which their components arrived',
  )
  const order = await shop.sold('SET', 2, { ordered_at: noonAgo(2) })
  await shop.ship(order, 'SET', 2, { shipped_at: noonAgo(2) })
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 0, 0]])
  await prove(shop)
  await setRate(shop, 'SEK', 0.2)
  // Wool is 8.00, a set 16.00: 4 at 12.00 and 4 at 16.00 are 14.00 each.
  expect(await shop.stock('SET')).toEqual({ units: 6, value: 84 })
  expect(await shop.stock('WOOL')).toEqual({ units: 2, value: 16 })
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 2, 2_800]])
  const after = (await shop.tenant.get(path)).body.data.line_items[0]
  expect(after).toMatchObject({ unit_cost: 16, landed_unit_cost: 16, landed_reason: null })
  await prove(shop)
  expect(
    (await shop.tenant.patch(path, { line_items: [{ variant_id: shop.ids.variants.SET, received_quantity: 2 }] }))
      .status,
  ).toBe(200)
  expect([await shop.stock('SET'), await shop.stock('WOOL')]).toEqual([
    { units: 4, value: 52 },
    { units: 6, value: 48 },
  ])
  await prove(shop)
})

test('a component without a stated cost leaves what is made of it without one, until the cost is stated', async () => {
  const shop = await keptStock({ SET: 4, WOOL: 0, BUTTON: 10 })
  const { WOOL } = shop.ids.variants
  await sql`update variants set unit_cost = null where organization_id = ${shop.tenant.organization_id}`
  const body = { supplier_id: shop.ids.suppliers.Mill, location_id: shop.ids.locations.A }
  const created = await shop.tenant.post(ordersOf(shop), { ...body, line_items: [{ variant_id: WOOL, quantity: 10 }] })
  const order = created.body.data.id
  await shop.tenant.post(`${ordersOf(shop)}/${order}/approve`)
  const { delivery_id } = (await shop.deliver(order, [['WOOL', 10]], { received_at: noonAgo(5) })).body.data
  await bill(shop, 'SET', [
    ['WOOL', 2],
    ['BUTTON', 1],
  ])
  const path = await make(shop, 'SET', 4)
  expect(await shop.stock('SET')).toEqual({ units: 8, value: null })
  const { value, row } = await reasons(shop, 'SET')
  expect(value).toContain('no cost of them was stated, or of what they were made of')
  expect(row).toContain('no cost of some of their components was stated')
  expect((await shop.tenant.get(path)).body.data.line_items[0].landed_reason).toContain(
    'no cost of some of their components',
  )
  for (const reason of [value, row]) expect(reason).not.toMatch(/rate|XXX/)
  const stated = await shop.tenant.patch(`${ordersOf(shop)}/${order}/deliveries/${delivery_id}`, {
    line_items: [{ variant_id: WOOL, unit_cost: 2 }],
  })
  expect(stated.status, stated.text).toBe(200)
  await runJob()
  // 2 × 2.00 and 12.00 make 16.00.
  expect([await shop.stock('SET'), await shop.stock('WOOL')]).toEqual([
    { units: 8, value: 112 },
    { units: 2, value: 4 },
  ])
  await prove(shop)
})

test('what several components lack is named together, and each only as long as it lacks', async () => {
  const shop = await keptStock({ SET: 4, WOOL: 0, BUTTON: 0 })
  await sql`update suppliers set currency = 'NOK' where organization_id = ${shop.tenant.organization_id} and name = 'EUR mill'`
  await bought(shop, 'WOOL', 10, 'SEK mill')
  await bought(shop, 'BUTTON', 10, 'EUR mill')
  await bill(shop, 'SET', [
    ['WOOL', 2],
    ['BUTTON', 1],
  ])
  await make(shop, 'SET', 4)
  expect((await reasons(shop, 'SET')).value).toContain('no exchange rate of NOK and SEK is on file')
  await setRate(shop, 'SEK', 0.2)
  expect(await shop.stock('SET')).toEqual({ units: 8, value: null })
  const { value } = await reasons(shop, 'SET')
  expect([value.includes('no exchange rate of NOK is'), value.includes('SEK')]).toEqual([true, false])
  await prove(shop)
  await setRate(shop, 'NOK', 0.1)
  // 2 × 8.00 and 4.00 make 20.00.
  expect(await shop.stock('SET')).toEqual({ units: 8, value: 128 })
  await prove(shop)
})

test('a cost that becomes known reaches what was made of made units, and where it went', async () => {
  const shop = await keptStock({ BOX: 0, SET: 0, WOOL: 0 })
  await bought(shop, 'WOOL', 12, 'SEK mill')
  await bill(shop, 'SET', [['WOOL', 2]])
  await bill(shop, 'BOX', [['SET', 3]])
  await make(shop, 'SET', 6)
  await make(shop, 'BOX', 2)
  const transfer = await shop.ordered([['BOX', 1, 0]], {
    ...atA(shop),
    order_type: 'transfer',
    location_id: shop.ids.locations.B,
  })
  await shop.tenant.post(`${ordersOf(shop)}/${transfer}/issue`)
  await shop.deliver(transfer, [['BOX', 1]])
  const order = await shop.sold('BOX', 1, { ordered_at: noonAgo(2) })
  await shop.ship(order, 'BOX', 1, { shipped_at: noonAgo(2) })
  expect(await shop.stock('BOX', 'B')).toEqual({ units: 1, value: null })
  await setRate(shop, 'SEK', 0.2)
  expect([await shop.stock('BOX'), await shop.stock('BOX', 'B')]).toEqual([
    { units: 0, value: 0 },
    { units: 1, value: 48 },
  ])
  expect(await costOfSales(shop)).toEqual([[dayAgo(2), 1, 4_800]])
  await prove(shop)
})

test.each([['before'], ['after']])(
  'made units of unknown cost that are taken back %s the rate leave nothing behind, and their components return at their cost',
  async (when) => {
    const shop = await keptStock({ SET: 4, WOOL: 0 })
    await bought(shop, 'WOOL', 10, 'SEK mill')
    await bill(shop, 'SET', [['WOOL', 2]])
    const path = await make(shop, 'SET', 4)
    if (when === 'after') await setRate(shop, 'SEK', 0.2)
    expect((await shop.tenant.delete(path)).status).toBe(204)
    expect(await shop.stock('SET')).toEqual({ units: 4, value: 48 })
    if (when === 'before') await setRate(shop, 'SEK', 0.2)
    expect(await shop.stock('WOOL')).toEqual({ units: 10, value: 80 })
    expect(await shop.stock('SET')).toEqual({ units: 4, value: 48 })
    await prove(shop)
  },
)
