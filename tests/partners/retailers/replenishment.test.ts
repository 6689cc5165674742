import { expect, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { normalQuantile } from '../../../server/partners/retailers/replenishment.rules.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { openRetailerShop, reportedShop, shipped } from './retailer_shop.ts'

const read = '/replenishment-recommendations'

test('a variant is replenished to transit time plus four weeks of sales plus safety stock', async () => {
  const shop = await reportedShop()
  await shop.terms({ transit_time_days: 7, fill_rate_target_pct: 97.5 })
  const answer = await shop.read(read)
  // J-S sells 7 a week, with 9, 5 and 7 in a week: deviation 2. Safety: 1.96 * 2 * sqrt(5) = 8.765.
  // Target: 7 * 5 + 8.765 = 43.8; stock 17. Reorder point: 7 + 8.765 = 15.8, so in one whole day.
  const [urgent, first] = answer.recommendations
  // J-M sold 4, 0 and -2 in a week: deviation 3.055. Reorder point: 2 / 3 + 1.96 * 3.055 * sqrt(5), and 10 on hand.
  expect(urgent).toMatchObject({ sku: 'J-M', ship_by: shop.today, needed_units: 7, safety_units: 13.4, quantity: 5 })
  expect(first).toMatchObject({
    sku: 'J-S',
    needed_units: 27,
    quantity: 10,
    available_units: 10,
    ship_by: addDays(shop.today, 1),
    arrive_by: addDays(shop.today, 8),
    sales_velocity_per_week: 7,
    estimated_on_hand: 17,
    incoming: 0,
    weeks_of_cover: 2.4,
    safety_units: 8.8,
    safety_reason: null,
    reorder_point: 15.8,
    target_units: 43.8,
  })
  expect(first.why).toContain('Fewer units are available than needed.')
  expect(answer).toMatchObject({ as_of: shop.today, transit_time_days: 7, fill_rate_target_pct: 97.5, cover_weeks: 4 })
  const overview = await shop.read('/overview')
  const needed = answer.recommendations.reduce((sum: number, one: any) => sum + one.needed_units, 0)
  expect([overview.replenishment_date, overview.replenishment_qty]).toEqual([urgent.ship_by, needed])
})

test('incoming units count where they arrive in time, and stock that suffices needs nothing', async () => {
  const shop = await openRetailerShop()
  await shop.declare('row_omitted')
  await shop.terms({ transit_time_days: 7 })
  await shop.report(1, { 'J-S': { units: 7, on_hand: 20 }, 'J-M': { units: 1, on_hand: 50 } })
  await shipped(shop, 'J-S', 4, 2, 1)
  const late = { trading_partner_id: shop.account_id, sales_channel_id: shop.channel_id, lifecycle: 'open' }
  const lines = [{ sku: 'J-S', quantity: 90, unit_price_cents: 100 }]
  await shop.placed({ ...late, lines, requested_ship_date: addDays(shop.today, 60) })
  const answer = await shop.read(read)
  // Target 35 without a safety stock; 17 on hand, 2 in transit, 2 on order, and 90 that come too late.
  expect(answer.recommendations).toHaveLength(1)
  expect(answer.recommendations[0]).toMatchObject({
    sku: 'J-S',
    incoming: 4,
    needed_units: 14,
    safety_units: null,
    safety_reason: 'The account has no fill rate target; no safety stock is included.',
    // 21 units fall to 7 in 14 days.
    ship_by: addDays(shop.today, 14),
  })
  expect([answer.variants_with_enough, answer.excluded]).toEqual([1, []])
})

test('a variant with a missing figure is excluded with the reason', async () => {
  const shop = await openRetailerShop()
  await shop.declare('row_omitted')
  await shop.report(1, { 'J-S': { units: 7 }, 'J-M': { units: 0, on_hand: 5 } })
  const lines = [{ sku: 'J-L', quantity: 1, unit_price_cents: 100 }]
  await shop.placed({
    trading_partner_id: shop.account_id,
    sales_channel_id: shop.channel_id,
    lifecycle: 'open',
    lines,
  })
  const reasons = async () =>
    Object.fromEntries((await shop.read(read)).excluded.map(({ sku, reason }: any) => [sku, reason]))
  expect(await reasons()).toEqual({
    'J-S': 'The account reported no shelf count of the variant in the window.',
    'J-M': 'The variant did not sell in the window.',
    'J-L': 'The account has not reported the variant.',
  })
  await shop.report(2, { 'J-S': { units: 7, on_hand: 3 } })
  expect((await reasons())['J-S']).toBe('The account has no transit time.')
  await shop.terms({ transit_time_days: 0 })
  expect((await shop.read(read)).recommendations.map(({ sku }: any) => sku)).toEqual(['J-S'])
})

test('stock that does not last beyond the transit time ships today', async () => {
  const shop = await openRetailerShop()
  await shop.terms({ transit_time_days: 14, fill_rate_target_pct: 100 })
  await shop.report(1, { 'J-S': { units: 7, on_hand: 4 } })
  const [first] = (await shop.read(read)).recommendations
  expect(first).toMatchObject({
    ship_by: shop.today,
    arrive_by: addDays(shop.today, 14),
    estimated_on_hand: 1,
    needed_units: 41,
    safety_reason: 'Fewer than two whole weeks were reported; no safety stock is included.',
  })
})

test('of an account that reports by day, the deviation is that of whole weeks, of which every day is known', async () => {
  const shop = await openRetailerShop()
  await shop.declare('explicit_zero')
  await shop.terms({ transit_time_days: 7, fill_rate_target_pct: 97.5 })
  const { tenant, account_id, ids } = shop
  const day = (daysAgo: number) => addDays(shop.week(1).period_end, -daysAgo)
  const rows = Array.from({ length: 17 }, (_, daysAgo) => ({
    trading_partner_id: account_id,
    period_start: day(daysAgo),
    period_end: day(daysAgo),
    door_id: account_id,
    // All of a week is sold on one day: 21 units in the last week, 7 in the one before; the third week is not whole.
    units: { 2: 21, 9: 7, 15: 90 }[daysAgo] ?? 0,
  }))
  await insertRows(
    tenant,
    'sell_out_reports',
    rows.map(({ units: _units, ...report }) => ({ ...report, currency: 'USD' })),
  )
  const reported = (sku: string, without: number) =>
    rows.flatMap((row, daysAgo) =>
      daysAgo === without ? [] : [{ ...row, variant_id: ids.variants[sku], on_hand: daysAgo === 0 ? 10 : null }],
    )
  await insertRows(tenant, 'sell_out_rows', [...reported('J-S', 16), ...reported('J-M', 8)])
  const answer = await shop.read(read)
  const of = (sku: string) => answer.recommendations.find((one: any) => one.sku === sku)
  // 21 and 7: deviation 9.9. 1.96 * 9.9 * sqrt(5) = 43.4; one day of J-M is not known, which leaves it one week.
  expect([of('J-S').safety_units, of('J-S').safety_reason]).toEqual([43.4, null])
  expect([of('J-M').safety_units, of('J-M').safety_reason]).toEqual([
    null,
    'Fewer than two whole weeks were reported; no safety stock is included.',
  ])
})

test('the normal quantile agrees with published values', () => {
  const published = {
    0.5: 0,
    0.8: 0.841621,
    0.9: 1.281552,
    0.95: 1.644854,
    0.975: 1.959964,
    0.99: 2.326348,
    0.999: 3.090232,
  }
  for (const [share, deviations] of Object.entries(published))
    expect(normalQuantile(Number(share))).toBeCloseTo(deviations, 5)
})
