import { expect, test } from 'bun:test'
import { moveStock, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import type { Catalogue, SaleFixture } from '../../support/fixtures/fixture.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const dayMs = 86_400_000
const today = new Date(new Date().toISOString().slice(0, 10))
const thisMonday = new Date(today.getTime() - ((today.getUTCDay() + 6) % 7) * dayMs)
/** A day of the n-th complete week back; 1 is the latest. */
const dayOf = (weeksBack: number, day = 0) =>
  new Date(thisMonday.getTime() - (weeksBack * 7 - day) * dayMs).toISOString().slice(0, 10)

const path = (ids: Catalogue, sku: string) => `/api/v1/variants/${ids.variants[sku]}/price-sensitivity`

async function priceFixture(
  stock: { on_hand: number; occurred_at: string } = { on_hand: 90_000, occurred_at: `${dayOf(110)}T00:00:00Z` },
) {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: ['Web', 'Shop', { name: 'Retailer', channel_type: 'wholesale' }],
    categories: ['Coats'],
    products: [
      { title: 'Coat', category: 'Coats', variants: [{ sku: 'COAT', stock: { Main: stock } }, { sku: 'COAT-2' }] },
      { title: 'Parka', category: 'Coats', variants: [{ sku: 'PARKA' }] },
      { title: 'Scarf', variants: [{ sku: 'SCARF' }] },
    ],
  })
  return { tenant, ids }
}

const sale = (week: number, units: number, price_cents: number, more: Partial<SaleFixture> = {}): SaleFixture => ({
  sku: 'COAT',
  day: dayOf(week, 2),
  channel: 'Web',
  location: 'Main',
  units,
  gross_sales_cents: units * price_cents,
  ...more,
})

const read = async (tenant: Tenant, ids: Catalogue, query = '') => {
  const answer = await tenant.get(`${path(ids, 'COAT')}${query}`)
  expect(answer.status).toBe(200)
  return answer.body.data
}

test('an elasticity of −2 is estimated from realised prices of whole weeks, without wholesale', async () => {
  const { tenant, ids } = await priceFixture()
  // Four times the units at half the price: 25 at 40.00, 100 at 20.00, 400 at 10.00, 1,600 at 5.00.
  await recordSales(tenant, ids, [
    sale(1, 25, 4000),
    sale(2, 100, 2000),
    // 400 at 10.00, over three days, two channels and a discount: 15.00 less 5.00.
    sale(3, 300, 1500, { day: dayOf(3, 0), discounts_cents: 150_000, returns_cents: 9_900, taxes_cents: 700 }),
    sale(3, 60, 1000, { day: dayOf(3, 6), channel: 'Shop' }),
    sale(3, 40, 1000, { day: dayOf(3, 3), location: 'Store' }),
    sale(3, 5000, 100, { channel: 'Retailer' }),
    sale(4, 1600, 500),
    sale(5, 1600, 500),
    sale(6, 400, 1000),
    sale(7, 100, 2000),
    sale(8, 25, 4000),
    // Neither the week under way nor one before the window counts.
    sale(0, 9999, 4000, { day: thisMonday.toISOString().slice(0, 10) }),
    sale(11, 9999, 4000),
    // The category sells the same all year.
    ...Array.from({ length: 104 }, (_, i) => sale(i + 1, 10, 9000, { sku: 'PARKA' })),
  ])
  const data = await read(tenant, ids, '?weeks=10')
  expect(data).toMatchObject({
    variant_id: ids.variants.COAT!,
    sku: 'COAT',
    window: { start: dayOf(10), end: dayOf(1, 6), weeks: 10 },
    confidence_interval: { level: 0.95 },
    // Eight weeks with one fall and rise of the price can hardly be distinguished from the product's own season.
    label: 'inconclusive',
    reason_code: null,
    reason: null,
    sample: {
      weeks_used: 8,
      weeks_used_without_sales: 0,
      distinct_prices: 4,
      units: 4250,
      weeks_out_of_stock: 0,
      weeks_without_sales: 2,
      weeks_of_unknown_stock: 0,
      sibling_variants: 0,
      sibling_units: 0,
    },
    price: {
      lowest: { cents: 500, currency: 'USD' },
      highest: { cents: 4000 },
      // The prices bring 1,000, 2,000, 4,000 and 8,000, twice: 30,000.00 for 4,250 units.
      average: { cents: 706 },
    },
    seasonality: { method: 'category_index', reference_variants: 1, reason_code: null },
  })
  expect(data.r_squared).toBeGreaterThan(0.5)
  expect(data.elasticity).toBeCloseTo(-2, 1)
  const { low, high } = data.confidence_interval
  expect([low < -2, high > -2, high < 0]).toEqual([true, true, true])
  expect(data.weeks.length).toBe(10)
  expect(data.weeks[7]).toEqual({
    week_start: dayOf(3),
    units_sold: 400,
    units_used: 400,
    realised_price: { cents: 1000, currency: 'USD', reason: null, usd: 10 },
    price: { cents: 1000, currency: 'USD', reason: null, usd: 10 },
    price_basis: 'own_sales',
    stockout_days: 0,
    seasonal_index: 1,
    used: true,
    left_out_because: null,
  })
  // Nothing sold before the first sale, of neither the variant nor a sibling: no price is known.
  expect(data.weeks[0]).toMatchObject({ used: false, left_out_because: 'no_price', price: { cents: null } })
})

test('a week without a sale counts as zero units, at the price of a sibling or at the price around it', async () => {
  const { tenant, ids } = await priceFixture()
  // Ten a week at 10.00; at 20.00 five in every other week, and none in between while there was stock.
  const cheap = [9, 10, 11, 12, 13, 14, 15, 16].map((week) => sale(week, 10, 1000))
  await recordSales(tenant, ids, [...cheap, ...[1, 3, 5, 7].map((week) => sale(week, 5, 2000)), sale(17, 9, 1500)])
  const alone = await read(tenant, ids, '?weeks=17')
  expect(alone.sample).toMatchObject({ weeks_used: 16, weeks_used_without_sales: 3, weeks_without_sales: 1 })
  const bases = (data: any) => data.weeks.slice(9, 16).map((week: any) => week.price_basis)
  expect(bases(alone)).toEqual([null, 'own_sales', 'unchanged', 'own_sales', 'unchanged', 'own_sales', 'unchanged'])
  expect(alone.weeks[11]).toMatchObject({ units_sold: 0, used: true, price: { cents: 2000 } })
  expect(alone.weeks[11].realised_price.cents).toBeNull()
  // The sibling is half as dear, and sold in the two weeks between two prices.
  await recordSales(
    tenant,
    ids,
    [8, 9].map((week) => sale(week, 1, week === 8 ? 1000 : 500, { sku: 'COAT-2' })),
  )
  const beside = await read(tenant, ids, '?weeks=17')
  expect(beside.weeks[9]).toMatchObject({ price: { cents: 2000 }, price_basis: 'sibling_sales', used: true })
  expect(beside.sample).toMatchObject({ weeks_used: 17, weeks_used_without_sales: 4 })
  expect(beside.elasticity).toBeLessThan(alone.elasticity)
})

test('weeks with a day without stock are left out; weeks before the ledger began count when they sold', async () => {
  const { tenant, ids } = await priceFixture({ on_hand: 100, occurred_at: `${dayOf(6)}T00:00:00Z` })
  await moveStock(tenant, ids, [
    { sku: 'COAT', location: 'Main', kind: 'adjustment', quantity: -100, occurred_at: `${dayOf(4, 2)}T12:00:00Z` },
    { sku: 'COAT', location: 'Main', kind: 'receipt', quantity: 50, occurred_at: `${dayOf(4, 4)}T12:00:00Z` },
    // Gone from the first location on one day and there at the second on the same: never out.
    { sku: 'COAT', location: 'Main', kind: 'adjustment', quantity: -50, occurred_at: `${dayOf(2, 1)}T08:00:00Z` },
    { sku: 'COAT', location: 'Store', kind: 'receipt', quantity: 9, occurred_at: `${dayOf(2, 1)}T09:00:00Z` },
  ])
  await recordSales(
    tenant,
    ids,
    Array.from({ length: 9 }, (_, i) => sale(i + 1, 10 + i, 1000 + 50 * i, i < 2 ? { location: 'Store' } : {})),
  )
  // The shop sells what it holds itself: its stock is not known for the whole of the second week back.
  await recordSales(tenant, ids, [
    sale(2, 1, 1050, { channel: 'Shop', location: 'Store' }),
    sale(1, 2, 1000, { channel: 'Shop', location: 'Store' }),
  ])
  await tenant.service.database.sql`
    update sales_channels set channel_type = 'store'
    where organization_id = ${tenant.organization_id} and name = 'Shop'`
  const { weeks, sample } = await read(tenant, ids, '?weeks=9')
  expect(weeks.map((one: any) => [one.stockout_days, one.left_out_because])).toEqual([
    [null, null],
    [null, null],
    [null, null],
    [0, null],
    [0, null],
    [1, 'out_of_stock'],
    [0, null],
    [0, null],
    [0, null],
  ])
  expect(sample).toMatchObject({ weeks_used: 8, weeks_out_of_stock: 1, weeks_of_unknown_stock: 3 })
  expect(weeks.slice(7).map((one: any) => [one.units_sold, one.units_used])).toEqual([
    [12, 11],
    [12, 12],
  ])
})

test('sold out at the end of a day is out of stock: more might have been sold', async () => {
  const { tenant, ids } = await priceFixture({ on_hand: 100, occurred_at: `${dayOf(12)}T00:00:00Z` })
  await moveStock(tenant, ids, [
    { sku: 'COAT', location: 'Main', kind: 'fulfilment', quantity: -100, occurred_at: `${dayOf(3, 6)}T20:00:00Z` },
    { sku: 'COAT', location: 'Main', kind: 'receipt', quantity: 50, occurred_at: `${dayOf(2, 0)}T06:00:00Z` },
  ])
  await recordSales(
    tenant,
    ids,
    Array.from({ length: 9 }, (_, i) => sale(i + 1, 10 + i, 1000 + 50 * i)),
  )
  const { weeks } = await read(tenant, ids, '?weeks=9')
  // There were units on each of its days, and none when it ended.
  expect(weeks[6]).toMatchObject({ stockout_days: 0, used: false, left_out_because: 'out_of_stock', units_used: 0 })
  expect(weeks[7]).toMatchObject({ stockout_days: 0, used: true })
})

test("the category's season is separated from the effect of the price; without a category the interval is wider", async () => {
  const { tenant, ids } = await priceFixture()
  const { sql } = tenant.service.database
  // The category peaks once a year. This variant is dearer whenever the category sells more, so it sells the same all
  // year, and twice as much in every third week, at half the price: units are the season times 1 ÷ price.
  const weeks = Array.from({ length: 104 }, (_, i) => i + 1)
  const season = (week: number) =>
    Math.exp(0.5 * Math.cos((2 * Math.PI * Date.parse(dayOf(week))) / (365.2425 * dayMs)))
  const cents = (week: number) => Math.round(2000 * season(week)) / (week % 3 === 0 ? 2 : 1)
  await recordSales(tenant, ids, [
    ...weeks.map((week) => sale(week, Math.round(200 * season(week)), 9000, { sku: 'PARKA' })),
    ...weeks.map((week) => sale(week, week % 3 === 0 ? 200 : 100, cents(week))),
  ])
  // COAT-2 is of the same product: its sales are no reference.
  await recordSales(tenant, ids, [sale(3, 50_000, 1000, { sku: 'COAT-2' })])
  const data = await read(tenant, ids)
  expect(data.seasonality).toEqual({
    method: 'category_index',
    reference_variants: 1,
    reason_code: null,
    reason: null,
  })
  expect(Math.abs(data.elasticity + 1)).toBeLessThan(0.05)
  const indices = data.weeks.map((one: any) => one.seasonal_index)
  expect(Math.max(...indices) / Math.min(...indices)).toBeCloseTo(Math.E, 1)
  await sql`update products set category_id = null where organization_id = ${tenant.organization_id}`
  const without = await read(tenant, ids)
  expect(without.seasonality).toEqual({
    method: 'none',
    reference_variants: 0,
    reason_code: 'no_category',
    reason: 'The product has no category to measure seasonality from.',
  })
  expect(without.weeks[0].seasonal_index).toBeNull()
  expect(without.confidence_interval.low).toBeLessThan(-1)
  expect(without.confidence_interval.high).toBeGreaterThan(-1)
  expect(without.standard_error).toBeGreaterThan(data.standard_error)
})

test('too little to measure by is null with its reason, in words and as a code', async () => {
  const { tenant, ids } = await priceFixture()
  const nothing = await read(tenant, ids)
  expect(nothing).toMatchObject({
    window: { weeks: 104 },
    elasticity: null,
    standard_error: null,
    confidence_interval: null,
    r_squared: null,
    label: null,
    reason_code: 'too_few_weeks',
    reason: 'Only 0 weeks can be used (in stock all week, with a known price); at least 8 are required.',
    sample: { weeks_used: 0, distinct_prices: 0, units: 0 },
    price: { lowest: { cents: null, reason: 'No weeks are used.' }, average: { cents: null } },
  })
  await recordSales(
    tenant,
    ids,
    Array.from({ length: 8 }, (_, i) => sale(i + 1, 10 + i, 1000)),
  )
  const flat = await read(tenant, ids)
  expect(flat).toMatchObject({
    elasticity: null,
    reason_code: 'no_price_variation',
    reason: 'The price did not change.',
  })
})

test('fewer than 8 or more than 104 weeks are refused', async () => {
  const { tenant, ids } = await priceFixture()
  for (const weeks of ['7', '105', 'all']) {
    const answer = await tenant.get(`${path(ids, 'COAT')}?weeks=${weeks}`)
    expect(answer.status).toBe(400)
    expect(answer.body.data.field).toBe('weeks')
  }
})

test("an unknown variant, and another organisation's, is refused alike", async () => {
  const { ids } = await priceFixture()
  const stranger = await newTenant()
  for (const variant_id of [ids.variants.COAT, crypto.randomUUID(), 'nonsense']) {
    const answer = await stranger.get(`/api/v1/variants/${variant_id}/price-sensitivity`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('variant_not_on_file')
  }
})
