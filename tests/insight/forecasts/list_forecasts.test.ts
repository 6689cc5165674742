/** The list of forecasts: what it shows, by what it is limited, and its scores by a second route. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { forecastAll } from '../../../server/forecast.ts'
import { refreshCover } from '../../../server/ledger/cover.ts'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import { endRun, forecast, list, openShop, origin, sell, type Shop, thisWeek, today, week } from './forecast_rows.ts'

setDefaultTimeout(60_000)

const round = (value: number) => Math.round(value * 10_000) / 10_000

/** Sold and forecast units of J-M online in the 13 complete weeks, of which the first had no forecast. */
const sold = (i: number) => 8 + (i % 4)
const expected = (i: number) => 10 + (i % 3)
const yearBefore = (i: number) => 6 + (i % 5)

async function measuredShop(): Promise<Shop> {
  const shop = await openShop()
  await sell(shop, [
    ...Array.from({ length: 13 }, (_, i) => ({ sku: 'J-M', channel: 'Online', day: week(i - 13), units: sold(i) })),
    ...Array.from({ length: 13 }, (_, i) => ({
      sku: 'J-M',
      channel: 'Online',
      day: addDays(week(i - 13), 6 - 364),
      units: yearBefore(i),
    })),
    // The week before those that are scored, and the running one.
    { sku: 'J-M', channel: 'Online', day: addDays(week(-13), -1), units: 500 },
    { sku: 'J-M', channel: 'Online', day: today, units: 300 },
  ])
  await forecast(shop, [
    ...Array.from({ length: 12 }, (_, i) => ({
      sku: 'J-M',
      channel: 'Online',
      week_start: week(i - 12),
      units: expected(i + 1),
      lower: 4,
      upper: 19,
    })),
    { sku: 'J-M', channel: 'Online', week_start: week(-14), units: 900 },
    { sku: 'J-M', channel: 'Online', week_start: week(0), units: 11.5, lower: 7.25, upper: 16.5 },
    { sku: 'J-M', channel: 'Online', week_start: week(1), units: 12.25, lag: 2, lower: 7, upper: 18 },
    // Of superseded runs, and of one that goes on.
    { sku: 'J-M', channel: 'Online', week_start: week(1), units: 77, lag: 4 },
    { sku: 'J-M', channel: 'Online', week_start: week(2), units: 88, lag: 4 },
    { sku: 'J-M', channel: 'Online', week_start: week(1), units: 99, lag: 1 },
    { sku: 'D', channel: 'Shop', week_start: week(0), units: 3, lower: null, upper: null },
  ])
  await endRun(shop, [
    ['J-M', 'Online'],
    ['D', 'Shop'],
  ])
  return shop
}

test('a series has its weeks with the interval, and the score of its past ones', async () => {
  const shop = await measuredShop()
  const { data } = await list(shop, { start_date: week(-2), end_date: addDays(week(2), 6) })
  expect(data).toMatchObject({
    size: 2,
    filtered_max_size: 2,
    first_week: week(-2),
    last_week: week(2),
    last_run: { origin_week: origin },
    behind: [],
  })
  expect(data.rows.map(({ sku, sales_channel }: any) => [sku, sales_channel])).toEqual([
    ['D', 'Shop'],
    ['J-M', 'Online'],
  ])
  const [, series] = data.rows
  expect(series).toMatchObject({ category: 'Knitwear', method: 'moving_average', series: 1 })
  const { weeks, score } = series
  expect(
    weeks.map(({ week_start, units, lower_units, upper_units, actual_units }: any) => ({
      week_start,
      units,
      lower_units,
      upper_units,
      actual_units,
    })),
  ).toEqual([
    { week_start: week(-2), units: expected(11), lower_units: 4, upper_units: 19, actual_units: sold(11) },
    { week_start: week(-1), units: expected(12), lower_units: 4, upper_units: 19, actual_units: sold(12) },
    { week_start: week(0), units: 11.5, lower_units: 7.25, upper_units: 16.5, actual_units: null },
    { week_start: week(1), units: 12.25, lower_units: 7, upper_units: 18, actual_units: null },
    { week_start: week(2), units: null, lower_units: null, upper_units: null, actual_units: null },
  ])
  expect(weeks.map((one: any) => [one.units_reason_code, one.interval_reason_code, one.actual_reason_code])).toEqual([
    [null, null, null],
    [null, null, null],
    [null, null, 'week_not_over'],
    [null, null, 'week_not_over'],
    ['no_forecast', 'no_forecast', 'week_not_over'],
  ])
  expect(weeks.map((one: any) => one.origin_week)).toEqual([week(-3), week(-2), origin, origin, null])
  // The same by a second route: from the numbers above, of the twelve weeks with a forecast.
  const measured = Array.from({ length: 12 }, (_, i) => i + 1)
  const sum = (of: (i: number) => number) => measured.reduce((total, i) => total + of(i), 0)
  const error = sum((i) => Math.abs(sold(i) - expected(i)))
  const naive = sum((i) => Math.abs(sold(i) - yearBefore(i)))
  expect(score).toEqual({
    weeks: 12,
    forecast_units: sum(expected),
    actual_units: sum(sold),
    bias: round((sum(expected) - sum(sold)) / sum(sold)),
    wmape: round(error / sum(sold)),
    wmape_reason_code: null,
    wmase: round(error / naive),
    value_added: round(1 - round(error / naive)),
    wmase_reason_code: null,
  })
  // Forecast accuracy says the same of the same weeks.
  const accuracy = await shop.tenant.get(
    `/api/v1/inventory/forecast-accuracy?sales_channel_id=${shop.ids.sales_channels.Online}`,
  )
  expect(accuracy.body.data.trailing).toMatchObject({
    weeks: 12,
    forecast_units: score.forecast_units,
    actual_units: score.actual_units,
    wmape: score.wmape,
    wmase: score.wmase,
  })
})

test('what is not measured is null with its cause', async () => {
  const shop = await measuredShop()
  const { rows } = (await list(shop, { variant_ids: shop.ids.variants.D!, end_date: today })).data
  // Nothing was sold in the shop, so nothing is known of its weeks; the row was made without an interval.
  expect(rows).toHaveLength(1)
  expect(rows[0].score).toMatchObject({
    weeks: 0,
    bias: null,
    wmape: null,
    wmape_reason_code: 'no_forecast',
    value_added: null,
    wmase_reason_code: 'no_forecast',
  })
  expect(rows[0].weeks).toMatchObject([{ units: 3, lower_units: null, interval_reason_code: 'no_interval' }])
  const past = (await list(shop, { variant_ids: shop.ids.variants.D!, start_date: week(-1), end_date: week(-1) })).data
  expect(past.rows[0].weeks).toMatchObject([{ actual_units: null, actual_reason_code: 'not_recorded' }])
})

test('the first week is the running one, on its first and its last day, and the horizon is the window', async () => {
  const shop = await measuredShop()
  const { data } = await list(shop)
  expect([data.first_week, data.last_week]).toEqual([thisWeek, week(12)])
  for (const day of [week(-1), addDays(week(-1), 6)]) {
    const one = (await list(shop, { start_date: day, end_date: day })).data
    expect([one.first_week, one.last_week, one.rows[0].weeks.length]).toEqual([week(-1), week(-1), 1])
  }
  const most = (await list(shop, { start_date: week(0), end_date: addDays(week(25), 6) })).data
  expect(most.rows[0].weeks).toHaveLength(26)
  expect((await list(shop, { start_date: week(0), end_date: week(26) })).status).toBe(400)
  expect((await list(shop, { start_date: week(1), end_date: week(0) })).status).toBe(400)
  // An end before the running week needs a beginning.
  expect((await list(shop, { end_date: week(-1) })).body.data.field).toBe('end_date')
})

test('filters limit the rows, pages neither skip nor repeat them, and unknown ids are refused', async () => {
  const shop = await openShop()
  const { ids } = shop
  const series = ['J-M', 'J-S', 'D', 'B'].flatMap((sku) => [[sku, 'Online'] as const, [sku, 'Shop'] as const])
  expect((await list(shop)).data).toMatchObject({ rows: [], size: 0, filtered_max_size: 0, last_run: null })
  await endRun(shop, series)
  await forecast(
    shop,
    series.map(([sku, channel], i) => ({ sku, channel, week_start: week(0), units: i + 1 })),
  )
  const all = (await list(shop)).data
  expect(all.filtered_max_size).toBe(8)
  const pages = await Promise.all([0, 3, 6, 9].map((offset) => list(shop, { offset, limit: 3 })))
  expect(pages.flatMap(({ data }) => data.rows)).toEqual(all.rows)
  const skus = async (query: Record<string, string>) =>
    (await list(shop, query)).data.rows.map(({ sku, sales_channel }: any) => `${sku} ${sales_channel}`)
  expect(await skus({ product_id: ids.products.Jumper!, sales_channel_id: ids.sales_channels.Shop! })).toEqual([
    'J-M Shop',
    'J-S Shop',
  ])
  expect(await skus({ category_ids: ids.categories.Denim! })).toEqual(['D Online', 'D Shop'])
  expect(
    await skus({ variant_ids: `${ids.variants.B},${ids.variants.D}`, sales_channel_id: ids.sales_channels.Online! }),
  ).toEqual(['B Online', 'D Online'])
  for (const field of ['variant_ids', 'product_id', 'category_ids', 'sales_channel_id', 'location_id']) {
    const refused = await list(shop, { [field]: shop.tenant.organization_id })
    expect([refused.status, refused.body.data.field]).toEqual([400, field])
  }
  expect((await list(shop, { grain: 'category', limit: 20 })).status).toBe(200)
  expect((await list(shop, { grain: 'category', limit: 21 })).body.data.field).toBe('limit')
})

test('a category sums its series, and its interval follows from how far its own sums were off', async () => {
  const shop = await openShop()
  const { ids } = shop
  const channels = ['Online', 'Shop']
  const pairs = channels.flatMap((channel) => [['J-M', channel] as const, ['J-S', channel] as const])
  await endRun(shop, [...pairs, ['B', 'Online']])
  const off = [3, -2, 4, 0, -5, 1, 2, -1]
  await sell(
    shop,
    off.flatMap((error, i) =>
      pairs.map(([sku, channel], p) => ({ sku, channel, day: week(i - 8), units: 10 + (p === 0 ? error : 0) })),
    ),
  )
  const past = (weeks: number) =>
    off
      .slice(0, weeks)
      .flatMap((_, i) =>
        pairs.map(([sku, channel]) => ({ sku, channel, week_start: week(i - 8), units: 10, lower: 1, upper: 30 })),
      )
  const ahead = [0, 1, 3].flatMap((weeks) =>
    pairs.map(([sku, channel], p) => ({
      sku,
      channel,
      week_start: week(weeks),
      units: 20 + p,
      lag: weeks + 1,
      lower: 1,
      upper: 50,
    })),
  )
  await forecast(shop, [...past(8), ...ahead, { sku: 'B', channel: 'Online', week_start: week(0), units: 2.5 }])
  const { rows } = (await list(shop, { grain: 'category' })).data
  expect(rows.map((row: any) => [row.category, row.sku, row.sales_channel, row.series])).toEqual([
    ['Knitwear', null, null, 4],
    [null, null, null, 1],
  ])
  const [knitwear, none] = rows
  // 86 units a week; the sums of 40 were off by those errors.
  const deviation = Math.sqrt(off.reduce((sum, error) => sum + (error / 40) ** 2, 0) / 8)
  const half = (1.2816 + (1.2816 ** 3 + 1.2816) / 32) * deviation * 86
  expect(knitwear.weeks[0]).toMatchObject({ units: 86, interval_reason_code: null })
  expect(knitwear.weeks[0].lower_units).toBeCloseTo(86 - half, 1)
  expect(knitwear.weeks[0].upper_units).toBeCloseTo(86 + half, 1)
  // No week is measured at a lag of four weeks.
  expect(knitwear.weeks[1]).toMatchObject({ units: 86, lower_units: null, interval_reason_code: 'too_few_weeks' })
  expect(none.weeks[0]).toMatchObject({ units: 2.5, interval_reason_code: 'too_few_weeks' })
  // Errors are by variant and channel, so that one does not hide the other.
  expect(knitwear.score).toMatchObject({
    weeks: 8,
    forecast_units: 320,
    actual_units: 322,
    bias: round(-2 / 322),
    wmape: round(18 / 322),
    wmase: null,
    wmase_reason_code: 'no_year_before',
  })
  const online = (
    await list(shop, { grain: 'category', sales_channel_id: ids.sales_channels.Online!, end_date: week(3) })
  ).data.rows[0]
  expect(online).toMatchObject({
    sales_channel: 'Online',
    series: 2,
    weeks: [{ units: 41 }, { units: 41 }, {}, { units: 41 }],
  })
})

test('seven measured weeks give a category no interval', async () => {
  const shop = await openShop()
  await endRun(shop, [['D', 'Online']])
  const past = Array.from({ length: 7 }, (_, i) => ({
    sku: 'D',
    channel: 'Online',
    week_start: week(i - 7),
    units: 10,
  }))
  await forecast(shop, [...past, { ...past[0]!, week_start: week(0) }])
  await sell(
    shop,
    past.map(({ units: _units, week_start, ...one }) => ({ ...one, day: week_start, units: 9 })),
  )
  const { rows } = (await list(shop, { grain: 'category' })).data
  expect(rows[0].weeks[0]).toMatchObject({ units: 10, lower_units: null, interval_reason_code: 'too_few_weeks' })
  expect(rows[0].score).toMatchObject({ weeks: 7 })
})

test('a location has the share of what the variant sold there, as cover has it', async () => {
  const shop = await openShop()
  const { tenant, ids } = shop
  const sale = (channel: string, location: string, units: number, day = week(-1)) => ({
    sku: 'J-M',
    channel,
    location,
    units,
    day,
  })
  await sell(shop, [
    sale('Online', 'Main', 30),
    sale('Online', 'Store', 10),
    // Before the 91 days.
    sale('Online', 'Outlet', 400, addDays(today, -92)),
    { sku: 'J-S', channel: 'Online', location: 'Store', units: 5, day: week(-1) },
    { sku: 'D', channel: 'Online', location: 'Main', units: 5, day: addDays(today, -200) },
  ])
  const series = [
    ['J-M', 'Online'],
    ['J-S', 'Online'],
    ['J-S', 'Shop'],
    ['D', 'Online'],
  ] as const
  await endRun(shop, series)
  await forecast(
    shop,
    series.flatMap(([sku, channel]) =>
      [0, 1, 2, 3].map((ahead) => ({
        sku,
        channel,
        week_start: week(ahead),
        units: 20,
        lag: ahead + 1,
        lower: 1,
        upper: 40,
      })),
    ),
  )
  const unitsAt = async (location: string) =>
    Object.fromEntries(
      (await list(shop, { location_id: ids.locations[location]! })).data.rows.map((row: any) => [
        `${row.sku} ${row.sales_channel}`,
        row.weeks[0].units,
      ]),
    )
  expect(await unitsAt('Main')).toEqual({ 'J-M Online': 15, 'J-S Online': 0, 'J-S Shop': 0, 'D Online': null })
  // J-S sold in one channel only: its share holds for the other.
  expect(await unitsAt('Store')).toEqual({ 'J-M Online': 5, 'J-S Online': 20, 'J-S Shop': 20, 'D Online': null })
  const [first] = (await list(shop, { location_id: ids.locations.Main!, variant_ids: ids.variants.D! })).data.rows
  expect(first.weeks[0]).toMatchObject({ units_reason_code: 'no_location_sales', interval_reason_code: 'no_interval' })
  const denim = (await list(shop, { grain: 'category', location_id: ids.locations.Main! })).data.rows
  expect(denim.map((row: any) => [row.category, row.weeks[0].units, row.weeks[0].units_reason_code])).toEqual([
    ['Denim', null, 'no_location_sales'],
    ['Knitwear', 15, null],
  ])
  // Cover divides by the same share: a quarter of 20 units a week in the store.
  await moveStock(tenant, ids, [
    { sku: 'J-M', location: 'Store', kind: 'opening', quantity: 50, occurred_at: `${week(-3)}T00:00:00Z` },
  ])
  const { sql } = tenant.service.database
  await sql.begin((tx) => refreshCover(tx as never, tenant.organization_id, new Date().toISOString()))
  const [level] = await sql<{ rate: number }[]>`
    select units_per_day::float8 as rate from stock_levels where organization_id = ${tenant.organization_id}
      and variant_id = ${ids.variants['J-M']!} and location_id = ${ids.locations.Store!}`
  expect(level!.rate).toBeCloseTo((await unitsAt('Store'))['J-M Online'] / 7, 6)
})

test('a run is listed as it made its forecasts', async () => {
  const shop = await openShop()
  const { tenant, ids } = shop
  await sell(
    shop,
    Array.from({ length: 30 }, (_, i) => ({ sku: 'J-M', channel: 'Online', day: addDays(week(i - 30), 2), units: 12 })),
  )
  await forecastAll(tenant.service.database.url, tenant.organization_id)
  const { data } = await list(shop)
  const rows = await tenant.service.database.sql<{ units: number; lower: number; upper: number }[]>`
    select forecast_units::float8 as units, lower_units::float8 as lower, upper_units::float8 as upper
    from weekly_forecasts where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants['J-M']!}
    order by week_start`
  expect(rows).toHaveLength(13)
  expect(
    data.rows[0].weeks.map((one: any) => ({ units: one.units, lower: one.lower_units, upper: one.upper_units })),
  ).toEqual(rows.map((one) => ({ ...one })))
  expect(data.last_run).toMatchObject({ origin_week: origin, variants: 1, series: 1, fault: null })
})
