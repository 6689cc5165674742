import { expect, test } from 'bun:test'
import { healthOf } from '../../../server/catalogue/variants/variant_overview.rules.ts'
import { moveStock, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const drawer = (variant_id: string | undefined) => `/api/v1/variants/${variant_id}/drawer-overview`

async function overviewFixture() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Outlet', 'Shop', 'Yard'],
    sales_channels: ['Web', 'Till'],
    suppliers: ['Mill'],
    products: [
      {
        title: 'Coat',
        variants: [
          {
            sku: 'C-M',
            title: 'Coat M',
            stock: {
              Main: {
                on_hand: 100,
                occurred_at: `${dayAgo(60)}T00:00:00Z`,
                committed: 20,
                incoming: 40,
                units_per_day: '4.0000',
                lead_time_days: 21,
                review_period_days: 7,
              },
              Shop: {
                on_hand: 3,
                occurred_at: `${dayAgo(10)}T09:00:00Z`,
                committed: 5,
                units_per_day: '1.5000',
                lead_time_days: 21,
                review_period_days: 7,
              },
            },
          },
          { sku: 'NEW' },
        ],
      },
    ],
    purchase_orders: [
      {
        name: 'PO-1',
        supplier: 'Mill',
        location: 'Main',
        expected_delivery_date: dayAgo(-9),
        lines: [{ sku: 'C-M', quantity: 50, delivered_quantity: 10 }],
      },
      {
        name: 'PO-0',
        supplier: 'Mill',
        location: 'Yard',
        expected_delivery_date: dayAgo(2),
        lines: [{ sku: 'C-M', quantity: 6 }],
      },
    ],
  })
  // Main is empty from the 20th to the 15th day back: five days whole, for it sold out and was filled during two others.
  await moveStock(tenant, ids, [
    { sku: 'C-M', location: 'Main', kind: 'fulfilment', quantity: -100, occurred_at: `${dayAgo(20)}T10:00:00Z` },
    { sku: 'C-M', location: 'Main', kind: 'receipt', quantity: 100, occurred_at: `${dayAgo(14)}T23:00:00Z` },
  ])
  const sale = (days: number, location: string, units: number, gross: number, more = {}) => ({
    sku: 'C-M',
    day: dayAgo(days),
    channel: 'Web',
    location,
    units,
    gross_sales_cents: gross,
    ...more,
  })
  await recordSales(tenant, ids, [
    sale(1, 'Main', 5, 50_000, { discounts_cents: 5_000, returned_units: 1, returns_cents: 9_000, taxes_cents: 777 }),
    sale(1, 'Main', 2, 20_000, { channel: 'Till' }),
    sale(28, 'Shop', 3, 30_000),
    sale(29, 'Main', 10, 90_000),
    sale(91, 'Main', 1, 8_000),
    sale(92, 'Main', 100, 700_000),
    sale(364, 'Main', 7, 7_000),
    sale(365, 'Main', 1_000, 1_000_000),
    sale(400, 'Outlet', 4, 4_000),
    // A return alone is no sale.
    sale(3, 'Outlet', 0, 0, { returned_units: 2, returns_cents: 2_000 }),
  ])
  return { tenant, ids }
}

const figuresOf = (place: any) =>
  place.sales.map((one: any) => [one.weeks, one.units_sold, one.units_returned, one.net_sales.cents])

test('stock, cover, pace, next delivery and sales add up, in total and where each location stands', async () => {
  const { tenant, ids } = await overviewFixture()
  const answer = await tenant.get(drawer(ids.variants['C-M']))
  expect(answer.status).toBe(200)
  const { total, locations, as_of, ...rest } = answer.body.data
  expect(rest).toEqual({
    variant_id: ids.variants['C-M']!,
    sku: 'C-M',
    variant_title: 'Coat M',
    product_id: ids.products.Coat!,
    product_title: 'Coat',
    window: { start: dayAgo(28), end: dayAgo(1), days: 28 },
  })
  expect(Math.abs(Date.parse(as_of) - Date.now())).toBeLessThan(60_000)
  expect(locations.map((one: any) => one.location_name)).toEqual(['Main', 'Outlet', 'Shop', 'Yard'])
  // 80 at 4.0 a day, and 80 − 2 at 5.5 a day: 14.18 days.
  expect(total).toMatchObject({
    on_hand_qty: 103,
    committed_qty: 25,
    available_qty: 78,
    incoming_qty: 40,
    days_of_cover: 14.2,
    weeks_of_cover: 2,
    cover_reason_code: null,
    cover_reason: null,
    health: 'critical',
    lead_time_days: 21,
    review_period_days: 7,
    velocity: {
      // 10 units on 23 days: as in the velocity table, and not the 4.0 and 1.5 of the locations.
      units_per_day: 0.4348,
      basis: 'in_stock_days',
      reason_code: null,
      // The shop had stock from the 10th day back; Main filled again on the 14th: five days without anywhere.
      in_stock_days: 23,
      stockout_days: 5,
      untracked_days: 0,
    },
    next_delivery: {
      purchase_order_id: ids.purchase_orders['PO-0']!,
      location_name: 'Yard',
      expected_delivery_date: dayAgo(2),
      days_late: 2,
      outstanding_quantity: 6,
    },
    last_sold_on: dayAgo(1),
    last_sold_reason: null,
  })
  expect(figuresOf(total)).toEqual([
    [4, 10, 3, 50_000 - 5_000 - 9_000 + 20_000 + 30_000 - 2_000],
    [13, 21, 3, 84_000 + 90_000 + 8_000],
    [52, 128, 3, 182_000 + 700_000 + 7_000],
  ])
  expect(total.sales[1]).toMatchObject({ start: dayAgo(91), end: dayAgo(1), net_sales: { currency: 'USD', usd: 1820 } })
})

test('each location has its own figures, and reasons where it has none', async () => {
  const { tenant, ids } = await overviewFixture()
  const [main, outlet, shop, yard] = (await tenant.get(drawer(ids.variants['C-M']))).body.data.locations
  expect(main).toMatchObject({
    location_id: ids.locations.Main!,
    on_hand_qty: 100,
    available_qty: 80,
    incoming_qty: 40,
    days_of_cover: 20,
    weeks_of_cover: 2.9,
    health: 'critical',
    velocity: { units_per_day: 4, in_stock_days: 23, stockout_days: 5, untracked_days: 0 },
    next_delivery: { name: 'PO-1', outstanding_quantity: 40, days_late: 0 },
    last_sold_on: dayAgo(1),
  })
  expect(shop).toMatchObject({
    available_qty: -2,
    days_of_cover: 0,
    weeks_of_cover: 0,
    health: 'out_of_stock',
    velocity: { units_per_day: 1.5, in_stock_days: 10, stockout_days: 0, untracked_days: 18 },
    next_delivery: null,
    next_delivery_reason_code: 'nothing_on_order',
    last_sold_on: dayAgo(28),
  })
  expect(outlet).toMatchObject({
    on_hand_qty: 0,
    health: 'out_of_stock',
    days_of_cover: null,
    weeks_of_cover: null,
    cover_reason_code: 'nothing_sold',
    cover_reason: 'Nothing was sold in the last 28 days.',
    velocity: {
      units_per_day: null,
      reason_code: 'nothing_sold',
      in_stock_days: null,
      stockout_days: null,
      untracked_days: 28,
      stock_days_reason_code: 'not_in_the_ledger',
    },
    last_sold_on: dayAgo(400),
  })
  expect(figuresOf(outlet)[0]).toEqual([4, 0, 2, -2_000])
  expect(yard).toMatchObject({
    location_name: 'Yard',
    next_delivery: { name: 'PO-0' },
    last_sold_on: null,
    last_sold_reason_code: 'never_sold',
    last_sold_reason: 'The variant has never been sold.',
  })
})

test('a variant that was never stocked, ordered or sold answers measured zeros and reasons', async () => {
  const { tenant, ids } = await overviewFixture()
  const { total, locations } = (await tenant.get(drawer(ids.variants.NEW))).body.data
  expect(locations).toEqual([])
  expect(total).toMatchObject({
    on_hand_qty: 0,
    available_qty: 0,
    health: 'out_of_stock',
    days_of_cover: null,
    lead_time_days: 14,
    review_period_days: 7,
    next_delivery_reason_code: 'nothing_on_order',
    last_sold_reason_code: 'never_sold',
  })
  expect(figuresOf(total)).toEqual([
    [4, 0, 0, 0],
    [13, 0, 0, 0],
    [52, 0, 0, 0],
  ])
})

test('health over several locations follows the very rule that the database follows for one', async () => {
  const tenant = await newTenant()
  const grid = [0, -3, 1, 13, 14, 20, 21, 182, 183, 1000].flatMap((available) =>
    [null, '0.0000', '1.0000', '0.5000', '7.7000'].flatMap((units_per_day) =>
      [0, 14].map((lead_time_days) => ({ available, units_per_day, lead_time_days, review_period_days: 7 })),
    ),
  )
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    products: [
      {
        title: 'Grid',
        variants: grid.map(({ available, ...level }, i) => ({
          sku: `G-${i}`,
          stock: { Main: { on_hand: Math.max(available, 0), committed: Math.max(-available, 0), ...level } },
        })),
      },
    ],
  })
  const levels = await tenant.service.database.sql`
    select v.sku, l.health from stock_levels l
    join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
    where l.organization_id = ${tenant.organization_id} and l.location_id = ${ids.locations.Main!}`
  const health = new Map(levels.map((one) => [one.sku, one.health]))
  expect(new Set(health.values()).size).toBe(5)
  expect(grid.map(healthOf)).toEqual(grid.map((_, i) => health.get(`G-${i}`)))
})

test("an unknown variant, and another organisation's, is refused alike", async () => {
  const { ids } = await overviewFixture()
  const stranger = await newTenant()
  for (const variant_id of [ids.variants['C-M'], crypto.randomUUID(), 'nonsense']) {
    const answer = await stranger.get(drawer(variant_id))
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('variant_not_on_file')
  }
})
