import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { faultOf, refused } from '../accounts/trade.ts'
import { openRetailerShop, reportedShop, type RetailerShop, shipped } from './retailer_shop.ts'

const bySku = (rows: any[]) => Object.fromEntries(rows.map((row) => [row.sku, row]))
const productsOf = async (shop: RetailerShop) => bySku((await shop.read('/products')).rows)

test('a missing row of a reported week is no sale where the account omits rows, and unknown otherwise', async () => {
  const omitted = await productsOf(await reportedShop('row_omitted'))
  const explicit = await productsOf(await reportedShop('explicit_zero'))
  // J-M: 4 + 0 - 2 units in 21 days, or 4 - 2 units in the 14 days that have a row.
  expect(omitted['J-M']).toMatchObject({ units_sold: 2, days_reported: 21, sales_velocity_per_week: 0.67 })
  expect(explicit['J-M']).toMatchObject({ units_sold: 2, days_reported: 14, sales_velocity_per_week: 1 })
  // J-S: 9 + 5 + 7 units in 21 days either way; 20 on hand, less one a day on three unreported days.
  for (const products of [omitted, explicit])
    expect(products['J-S']).toMatchObject({
      on_hand: 20,
      estimated_on_hand: 17,
      units_sold: 21,
      sales_velocity_per_week: 7,
      sell_through_rate: 0.5122,
      weeks_of_cover: 2.4,
      sales_velocity_reason: null,
      sell_through_reason: null,
      on_hand_reason: null,
      weeks_of_cover_reason: null,
    })
})

test('without a declaration, a missing row is unknown', async () => {
  const shop = await openRetailerShop()
  await shop.report(2, { 'J-S': { units: 7 }, 'J-M': { units: 1 } })
  await shop.report(1, { 'J-S': { units: 7 } })
  expect((await productsOf(shop))['J-M']).toMatchObject({ days_reported: 7, sales_velocity_per_week: 1 })
})

test('days before the first report of a variant do not lower its velocity', async () => {
  const shop = await reportedShop()
  const { sql } = shop.tenant.service.database
  await sql`delete from sell_out_rows where organization_id = ${shop.tenant.organization_id}
    and variant_id = ${shop.ids.variants['J-M']!}`
  await shop.tenant.service.database.sql`
    insert into sell_out_rows (organization_id, trading_partner_id, variant_id, door_id, period_start, period_end, units)
    select organization_id, trading_partner_id, ${shop.ids.variants['J-M']!}, door_id, period_start, period_end, 3
    from sell_out_reports where organization_id = ${shop.tenant.organization_id}
      and period_end = ${shop.week(1).period_end}`
  expect((await productsOf(shop))['J-M']).toMatchObject({ units_sold: 3, days_reported: 7, sales_velocity_per_week: 3 })
})

test('a variant that was reported before the window and in none of its weeks sold nothing', async () => {
  const shop = await openRetailerShop()
  await shop.declare('row_omitted')
  await shop.report(20, { 'J-M': { units: 5, on_hand: 3 } })
  await shop.report(1, { 'J-S': { units: 7, on_hand: 3 } })
  expect(Object.keys(await productsOf(shop))).toEqual(['J-S'])
  await insertRows(shop.tenant, 'account_items', [
    {
      trading_partner_id: shop.account_id,
      buyer_sku: '0049-88',
      variant_id: shop.ids.variants['J-M'],
      created_at: new Date(),
      updated_at: new Date(),
    },
  ])
  const { 'J-M': old } = await productsOf(shop)
  expect(old).toMatchObject({
    buyer_sku: '0049-88',
    units_sold: 0,
    days_reported: 7,
    sales_velocity_per_week: 0,
    on_hand: null,
    sell_through_rate: null,
    sell_through_reason: 'The account reported no shelf count of the variant in the window.',
    weeks_of_cover: null,
    weeks_of_cover_reason: 'The account reported no shelf count of the variant in the window.',
  })
})

test('a week with a shelf count and without a sales figure is no week of zero sales', async () => {
  const shop = await openRetailerShop()
  await shop.declare('row_omitted')
  await shop.report(2, { 'J-S': { units: 7, on_hand: 9 }, 'J-M': { on_hand: 4 } })
  await shop.report(1, { 'J-S': { on_hand: 30 }, 'J-M': { on_hand: 4 } })
  const products = await productsOf(shop)
  expect(products['J-S']).toMatchObject({ units_sold: 7, days_reported: 7, sales_velocity_per_week: 7, on_hand: 30 })
  expect(products['J-M']).toMatchObject({
    on_hand: 4,
    units_sold: null,
    sales_velocity_per_week: null,
    sales_velocity_reason: 'The account reported no sales figure of the variant in the window.',
    estimated_on_hand: null,
    on_hand_reason: 'The account reported no sales figure of the variant in the window.',
  })
})

test('stock is the last count, what arrived and went back since, and what sold since', async () => {
  const shop = await openRetailerShop()
  await shop.declare('row_omitted')
  await shop.terms({ transit_time_days: 4 })
  // Counted in week 2; seven units were sold in week 1 and one a day on the three days since.
  await shop.report(2, { 'J-S': { units: 7, on_hand: 40 } })
  await shop.report(1, { 'J-S': { units: 7 } })
  await shipped(shop, 'J-S', 3, 3, 9)
  const order = await shipped(shop, 'J-S', 2, 2, 4)
  await shipped(shop, 'J-S', 2, 1, 3)
  await shipped(shop, 'J-S', 1, 1, 16)
  const products = await productsOf(shop)
  // Due 5 days ago and today: 3 + 2 units. Due tomorrow: 1. Due 12 days ago: before the count. One unit is still ordered.
  expect(products['J-S']).toMatchObject({
    on_hand: 40,
    on_hand_as_of: shop.week(2).period_end,
    estimated_on_hand: 40 + 3 + 2 - 7 - 3,
    in_transit: 1,
    on_order: 1,
    incoming: 2,
    weeks_of_cover: 5,
  })
  // One of the units that arrived goes back.
  const headers = { 'Idempotency-Key': uuidv7() }
  const made = await shop.tenant.post(
    '/api/v1/sales/returns',
    { order_id: order.order_id, lines: [{ sku: 'J-S', expected_quantity: 1 }], location_id: shop.ids.locations.Main },
    { headers },
  )
  const received = await shop.tenant.post(
    `/api/v1/sales/returns/${made.body.data.id}/receive`,
    { lines: [{ sku: 'J-S', received_quantity: 1, restocked_quantity: 1, disposition: 'restock' }] },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  expect([made.status, received.status]).toEqual([200, 200])
  expect((await productsOf(shop))['J-S']).toMatchObject({ estimated_on_hand: 34, on_hand: 40 })
})

test('stock is never negative, and a variant that only came back has no cover', async () => {
  const shop = await openRetailerShop()
  await shop.declare('row_omitted')
  await shop.report(1, { 'J-S': { units: 70, on_hand: 10 }, 'J-M': { units: -3, on_hand: 2 } })
  const products = await productsOf(shop)
  expect(products['J-S']).toMatchObject({ estimated_on_hand: 0, weeks_of_cover: 0 })
  expect(products['J-M']).toMatchObject({
    sales_velocity_per_week: -3,
    sell_through_rate: null,
    sell_through_reason: 'Nothing was sold and nothing is on hand.',
    weeks_of_cover: null,
    weeks_of_cover_reason: 'The variant did not sell in the window.',
  })
})

test('ordered variants are carried; drafts and cancelled orders are not', async () => {
  const shop = await openRetailerShop()
  const { account_id, channel_id, ids } = shop
  const lines = (sku: string) => [{ variant_id: ids.variants[sku], quantity: 2, unit_price_cents: 100 }]
  const body = { trading_partner_id: account_id, sales_channel_id: channel_id }
  await shop.placed({ ...body, lifecycle: 'open', lines: lines('J-L') })
  await shop.placed({ ...body, lines: lines('J-S') })
  const { rows, filtered_max_size, window } = await shop.read('/products')
  expect([rows.map(({ sku }: any) => sku), filtered_max_size, window]).toEqual([['J-L'], 1, null])
  expect(rows[0]).toMatchObject({
    on_order: 2,
    in_transit: 0,
    units_sold: null,
    days_reported: 0,
    sales_velocity_reason: 'The account has not reported the variant.',
  })
})

test('products are searched, filtered, sorted and paged by their figures', async () => {
  const shop = await reportedShop()
  const skus = async (query: string) => (await shop.read(`/products?${query}`)).rows.map(({ sku }: any) => sku)
  expect(await skus('sort_args=-weeks_of_cover')).toEqual(['J-M', 'J-S'])
  expect(await skus('sort_args=weeks_of_cover&limit=1&offset=1')).toEqual(['J-M'])
  expect(await skus('search=j-s')).toEqual(['J-S'])
  const filters = JSON.stringify([{ key: 'sell_through_rate', operation: 'gte', value: 0.5 }])
  expect(await skus(`filter_args=${encodeURIComponent(filters)}`)).toEqual(['J-S'])
  expect(faultOf(await shop.tenant.get(`${shop.path}/products?sort_args=nothing`))).toEqual(refused('sort_args'))
})

test('filters list the values and the ranges of the products of the account alone', async () => {
  const shop = await reportedShop()
  const filters = await shop.read('/products/filters')
  expect(filters.category_id.rows).toEqual([{ value: expect.any(String), label: 'Knitwear', count: 2 }])
  expect(filters.product_status.rows.find(({ value }: any) => value === 'ACTIVE').count).toBe(2)
  expect(filters.ranges).toEqual({
    on_hand: { min: 10, max: 20 },
    estimated_on_hand: { min: 10, max: 17 },
    in_transit: { min: 0, max: 0 },
    on_order: { min: 0, max: 0 },
    incoming: { min: 0, max: 0 },
    units_sold: { min: 2, max: 21 },
    days_reported: { min: 21, max: 21 },
    sales_velocity_per_week: { min: 0.67, max: 7 },
    sell_through_rate: { min: 0.1667, max: 0.5122 },
    weeks_of_cover: { min: 2.4, max: 15 },
  })
  const one = await shop.read('/products/filters?field=category_id&search=knit')
  expect(Object.keys(one).toSorted()).toEqual(['category_id', 'ranges'])
  const empty = await openRetailerShop()
  expect((await empty.read('/products/filters')).ranges.on_hand).toEqual({ min: null, max: null })
})

test('rows of another account and of another organisation never count', async () => {
  const shop = await reportedShop()
  const before = await shop.read('/products')
  const other = await reportedShop()
  const second = uuidv7()
  await insertRows(shop.tenant, 'trading_partners', [
    {
      trading_partner_id: second,
      name: 'Aldwych',
      currency: 'USD',
      auto_release_holds: false,
      created_at: new Date(),
      updated_at: new Date(),
    },
  ])
  await insertRows(shop.tenant, 'sell_out_reports', [
    { trading_partner_id: second, ...shop.week(1), door_id: second, currency: 'USD', reported_at: new Date() },
  ])
  await insertRows(shop.tenant, 'sell_out_rows', [
    {
      trading_partner_id: second,
      ...shop.week(1),
      door_id: second,
      variant_id: shop.ids.variants['J-S'],
      units: 99,
      on_hand: 1,
    },
  ])
  expect(await shop.read('/products')).toEqual(before)
  expect(other.tenant.organization_id).not.toBe(shop.tenant.organization_id)
  const foreign = await other.tenant.get(`${shop.path}/products`)
  expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
})
