import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { addDays } from '../../../server/calendar/days.ts'
import { faultOf, refused } from '../accounts/trade.ts'
import { openRetailerShop, reportedShop, shipped } from './retailer_shop.ts'

test('the overview sums reported, estimated and expected stock over the variants', async () => {
  const shop = await reportedShop()
  await shop.terms({ transit_time_days: 4 })
  const last = await shipped(shop, 'J-S', 3, 3, 4)
  const next = await shipped(shop, 'J-M', 4, 1, 1)
  const overview = await shop.read('/overview')
  expect(overview.stock_timeline).toEqual([
    { start_date: shop.week(4).period_start, end_date: shop.week(4).period_end, units_sold: 13, stock_on_hand: 38 },
    { start_date: shop.week(2).period_start, end_date: shop.week(2).period_end, units_sold: 5, stock_on_hand: 27 },
    { start_date: shop.week(1).period_start, end_date: shop.week(1).period_end, units_sold: 5, stock_on_hand: 30 },
  ])
  // J-S: 20 + 3 - 3 of three days. J-M: 10, less 3 / 10.5 of a unit, which rounds to 10.
  expect(overview.current_stock).toEqual({
    start_date: shop.week(1).period_end,
    end_date: shop.today,
    estimated_stock_on_hand: 30,
    variants_estimated: 2,
    variants_without_estimate: 0,
    reason: null,
  })
  expect(overview.last_delivery).toEqual({
    order_id: last.order_id,
    order_name: last.name,
    fulfilment_id: expect.any(String),
    shipped_on: addDays(shop.today, -4),
    arrives_on: shop.today,
    units: 3,
  })
  expect(overview.next_delivery).toEqual({
    order_id: next.order_id,
    order_name: next.name,
    fulfilment_id: expect.any(String),
    shipped_on: addDays(shop.today, -1),
    arrives_on: addDays(shop.today, 3),
    units: 1,
  })
  const weeks = overview.forecasted_stock_timeline
  expect(weeks).toHaveLength(13)
  // Week 1: 20 - 7 and 10 + 1 + 3 - 2/3. Week 2: 6 and 12 2/3. Week 3: 0 and 12.
  expect(weeks.slice(0, 3)).toEqual([
    {
      start_date: addDays(shop.today, 1),
      end_date: addDays(shop.today, 7),
      expected_sales: 8,
      expected_arrivals: 4,
      estimated_stock_on_hand: 26,
    },
    {
      start_date: addDays(shop.today, 8),
      end_date: addDays(shop.today, 14),
      expected_sales: 8,
      expected_arrivals: 0,
      estimated_stock_on_hand: 19,
    },
    {
      start_date: addDays(shop.today, 15),
      end_date: addDays(shop.today, 21),
      expected_sales: 7,
      expected_arrivals: 0,
      estimated_stock_on_hand: 12,
    },
  ])
})

test('the overview can be that of a variant or of a product', async () => {
  const shop = await reportedShop()
  const { ids, tenant } = shop
  const ofVariant = await shop.read(`/overview?variant_id=${ids.variants['J-S']}`)
  expect(ofVariant.stock_timeline.map(({ units_sold, stock_on_hand }: any) => [units_sold, stock_on_hand])).toEqual([
    [9, 30],
    [5, 27],
    [7, 20],
  ])
  expect(ofVariant.current_stock.estimated_stock_on_hand).toBe(17)
  const ofProduct = await shop.read(`/overview?product_id=${ids.products.Jumper}`)
  expect(ofProduct).toEqual(await shop.read('/overview'))
  const both = await shop.read(`/overview?product_id=${ids.products.Jumper}&variant_id=${ids.variants['J-S']}`)
  expect(both).toEqual(ofVariant)
  const fault = async (query: string) => faultOf(await tenant.get(`${shop.path}/overview?${query}`))
  expect(await fault(`variant_id=${uuidv7()}`)).toEqual(refused('variant_id'))
  expect(await fault(`product_id=${uuidv7()}`)).toEqual(refused('product_id'))
  expect(await fault(`product_id=${uuidv7()}&variant_id=${ids.variants['J-S']}`)).toEqual(refused('product_id'))
})

test('an account without sell-out has no estimate, no forecast and no replenishment, with reasons', async () => {
  const shop = await openRetailerShop()
  const overview = await shop.read('/overview')
  expect(overview).toMatchObject({
    window: null,
    current_stock: { start_date: null, end_date: null, estimated_stock_on_hand: null, variants_estimated: 0 },
    stock_timeline: [],
    forecasted_stock_timeline: [],
    last_delivery: null,
    next_delivery: null,
    replenishment_date: null,
    replenishment_qty: null,
    replenishment_reason: 'The account does not carry these variants.',
  })
  expect(overview.current_stock.reason).toBeString()
})

test('units of an open order arrive after their requested ship date', async () => {
  const shop = await openRetailerShop()
  await shop.terms({ transit_time_days: 2 })
  const lines = [{ sku: 'J-S', quantity: 2, unit_price_cents: 100 }]
  const own = { trading_partner_id: shop.account_id, sales_channel_id: shop.channel_id, lifecycle: 'open', lines }
  const order = await shop.placed({ ...own, requested_ship_date: addDays(shop.today, 10) })
  expect((await shop.read('/overview')).next_delivery).toEqual({
    order_id: order.order_id,
    order_name: order.name,
    fulfilment_id: null,
    shipped_on: null,
    arrives_on: addDays(shop.today, 12),
    units: 2,
  })
})

test('a reported week without a row of the variant is zero where the account omits rows, and unknown otherwise', async () => {
  const timelineOf = async (convention: 'explicit_zero' | 'row_omitted') => {
    const shop = await openRetailerShop()
    await shop.declare(convention)
    await shop.report(5, { 'J-S': { units: 1 } })
    await shop.report(4, { 'J-M': { units: 4, on_hand: 8 } })
    await shop.report(3, { 'J-S': { units: 5 } })
    await shop.report(2, { 'J-S': { on_hand: 20 } })
    await shop.report(1, { 'J-S': { units: 7 }, 'J-M': { on_hand: 6 } })
    const { stock_timeline } = await shop.read(`/overview?variant_id=${shop.ids.variants['J-M']}`)
    return stock_timeline.map(({ end_date, units_sold, stock_on_hand }: any) => {
      const weeksAgo = [1, 2, 3, 4, 5].find((ago) => shop.week(ago).period_end === end_date)
      return [weeksAgo, units_sold, stock_on_hand]
    })
  }
  expect(await timelineOf('row_omitted')).toEqual([
    [4, 4, 8],
    [3, 0, null],
    [1, null, 6],
  ])
  expect(await timelineOf('explicit_zero')).toEqual([
    [4, 4, 8],
    [1, null, 6],
  ])
})

test('the estimate counts every shipment since the last shelf count, however long ago that was', async () => {
  const shop = await openRetailerShop()
  await shop.declare('row_omitted')
  await shop.report(31, { 'J-S': { units: 0, on_hand: 30 } })
  await shipped(shop, 'J-S', 5, 5, 7 * 29)
  await shipped(shop, 'J-S', 2, 2, 7 * 31)
  const { current_stock } = await shop.read(`/overview?variant_id=${shop.ids.variants['J-S']}`)
  expect(current_stock.estimated_stock_on_hand).toBe(35)
})
