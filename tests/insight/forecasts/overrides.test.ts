/** Overrides of forecasts: kept beside them, with a trace, in force where forecasts are used, and scored apart. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { refreshCover } from '../../../server/ledger/cover.ts'
import { insertRows, moveStock } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { endRun, forecast, list, openShop, origin, sell, type Shop, thisWeek, week } from './forecast_rows.ts'

setDefaultTimeout(60_000)

const path = '/api/v1/forecasts/overrides'
const reason = 'Front page of the catalogue'

interface Entry {
  sku?: string
  category?: string
  channel?: string
  week_start?: string
  units: number | null
}

const put = ({ session, ids }: Shop, entries: Entry[], why = reason) =>
  session.put(path, {
    reason: why,
    entries: entries.map(({ sku, category, channel = 'Online', week_start = week(1), units }) => ({
      ...(sku === undefined ? {} : { variant_id: ids.variants[sku] }),
      ...(category === undefined ? {} : { category_id: ids.categories[category] }),
      sales_channel_id: ids.sales_channels[channel],
      week_start,
      units,
    })),
  })

const versions = async ({ session }: Shop, query: Record<string, string> = {}) =>
  (await session.get(`${path}?${new URLSearchParams(query).toString()}`)).body.data

/** Three variants online with a forecast in the coming weeks. */
async function forecastShop(): Promise<Shop> {
  const shop = await openShop()
  const units = { 'J-M': 10, 'J-S': 5.5, D: 20 }
  await endRun(
    shop,
    Object.keys(units).map((sku) => [sku, 'Online'] as const),
  )
  await forecast(
    shop,
    Object.entries(units).flatMap(([sku, each]) =>
      [0, 1, 2, 3].map((ahead) => ({
        sku,
        channel: 'Online',
        week_start: week(ahead),
        units: each,
        lag: ahead + 1,
        lower: 1,
        upper: 30,
      })),
    ),
  )
  return shop
}

const weekOf = async (shop: Shop, sku: string, at = 1) => {
  const { data } = await list(shop, { variant_ids: shop.ids.variants[sku]! })
  return data.rows[0]?.weeks[at]
}

test('an override is created, corrected and removed beside the forecast, and every version is kept', async () => {
  const shop = await forecastShop()
  const bob = { ...shop, session: await newSession(shop.tenant, { name: 'Bob Planner' }) }
  expect((await put(shop, [{ sku: 'J-M', units: 30 }])).body.data).toEqual({ created: 1, corrected: 0, removed: 0 })
  expect(await weekOf(shop, 'J-M')).toMatchObject({
    units: 30,
    statistical_units: 10,
    statistical_reason_code: null,
    override_units: 30,
    lower_units: 1,
    upper_units: 30,
    origin_week: origin,
  })
  expect(await weekOf(shop, 'J-M', 2)).toMatchObject({ units: 10, statistical_units: 10, override_units: null })
  // Sent again, nothing changes; another reason is a correction.
  expect((await put(bob, [{ sku: 'J-M', units: 30 }])).body.data).toEqual({ created: 0, corrected: 0, removed: 0 })
  expect((await put(bob, [{ sku: 'J-M', units: 30 }], 'Television')).body.data.corrected).toBe(1)
  expect((await put(bob, [{ sku: 'J-M', units: 0 }], 'Cancelled')).body.data.corrected).toBe(1)
  expect(await weekOf(shop, 'J-M')).toMatchObject({ units: 0, override_units: 0, statistical_units: 10 })
  expect((await put(shop, [{ sku: 'J-M', units: null }], 'By mistake')).body.data.removed).toBe(1)
  expect((await put(shop, [{ sku: 'J-M', units: null }], 'Again')).body.data.removed).toBe(0)
  expect(await weekOf(shop, 'J-M')).toMatchObject({ units: 10, override_units: null, statistical_units: 10 })
  const { rows, filtered_max_size } = await versions(shop)
  expect(filtered_max_size).toBe(4)
  expect(
    rows.map((one: any) => [one.version, one.units, one.previous_units, one.is_in_force, one.made_by, one.reason]),
  ).toEqual([
    [4, null, 0, false, 'user:Ada Merchant', 'By mistake'],
    [3, 0, 30, false, 'user:Bob Planner', 'Cancelled'],
    [2, 30, 30, false, 'user:Bob Planner', 'Television'],
    [1, 30, null, false, 'user:Ada Merchant', reason],
  ])
  expect(rows[3]).toMatchObject({
    sku: 'J-M',
    sales_channel: 'Online',
    week_start: week(1),
    statistical_units: 10,
    source: 'variant',
  })
  await put(shop, [{ sku: 'J-M', units: 12 }])
  expect((await versions(shop, { made_by: 'user:Bob Planner' })).filtered_max_size).toBe(2)
  expect((await versions(shop)).rows[0]).toMatchObject({
    version: 5,
    units: 12,
    previous_units: null,
    is_in_force: true,
  })
})

test('a variant without a forecast has its override alone', async () => {
  const shop = await forecastShop()
  expect((await list(shop, { variant_ids: shop.ids.variants.B! })).data.rows).toEqual([])
  await put(shop, [{ sku: 'B', channel: 'Shop', units: 7 }])
  const { rows } = (await list(shop, { variant_ids: shop.ids.variants.B! })).data
  expect(rows).toMatchObject([{ sku: 'B', sales_channel: 'Shop', method: null }])
  expect(rows[0].weeks[1]).toMatchObject({
    units: 7,
    units_reason_code: null,
    statistical_units: null,
    statistical_reason_code: 'no_forecast',
    override_units: 7,
    origin_week: null,
    interval_reason_code: 'no_forecast',
  })
  expect(rows[0].weeks[0]).toMatchObject({ units: null, units_reason_code: 'no_forecast' })
})

test("a category's units are spread by the statistical forecasts, exactly, and replace what was entered", async () => {
  const shop = await forecastShop()
  // What has no forecast has no share: its override goes.
  await insertRows(shop.tenant, 'forecast_overrides', [
    {
      variant_id: shop.ids.variants['J-M'],
      sales_channel_id: shop.ids.sales_channels.Online,
      week_start: week(6),
      version: 1,
      units: 9,
      source: 'variant',
      reason,
      made_by: 'user:Ada Merchant',
    },
  ])
  await put(shop, [{ sku: 'J-S', units: 100 }])
  // 10 and 5.5 of 15.5, of 21 units: 13.55 and 7.45.
  expect((await put(shop, [{ category: 'Knitwear', units: 21 }])).body.data).toEqual({
    created: 1,
    corrected: 1,
    removed: 0,
  })
  const category = async (at = 1) =>
    (await list(shop, { grain: 'category', category_ids: shop.ids.categories.Knitwear! })).data.rows[0].weeks[at]
  expect([(await weekOf(shop, 'J-M')).units, (await weekOf(shop, 'J-S')).units]).toEqual([14, 7])
  expect(await category()).toMatchObject({ units: 21, statistical_units: 15.5, override_units: 21 })
  expect((await versions(shop)).rows.map((one: any) => one.source).toSorted()).toEqual([
    'category',
    'category',
    'variant',
    'variant',
  ])
  // One of two overridden: the other is as it was forecast.
  await put(shop, [{ sku: 'J-S', units: null }])
  expect(await category()).toMatchObject({ units: 19.5, statistical_units: 15.5, override_units: 14 })
  expect((await put(shop, [{ category: 'Knitwear', units: null }])).body.data).toMatchObject({ removed: 1 })
  expect(await category()).toMatchObject({ units: 15.5, override_units: null })
  // No forecast to spread by.
  const refused = await put(shop, [{ category: 'Knitwear', units: 5, week_start: week(6) }])
  expect([refused.status, refused.body.data.field]).toEqual([400, 'entries[0].category_id'])
  expect((await put(shop, [{ category: 'Knitwear', units: null, week_start: week(6) }])).body.data.removed).toBe(1)
})

test('a week is overridden until it is over, and a request changes all or nothing', async () => {
  const shop = await forecastShop()
  expect((await put(shop, [{ sku: 'D', week_start: thisWeek, units: 3 }])).status).toBe(200)
  const field = async (...entries: Entry[]) => {
    const refused = await put(shop, entries)
    return [refused.status, refused.body.data.field]
  }
  const ok = { sku: 'D', units: 1 }
  expect(await field(ok, { ...ok, week_start: week(-1) })).toEqual([400, 'entries[1].week_start'])
  expect(await field(ok, { ...ok, week_start: addDays(week(2), 1) })).toEqual([400, 'entries[1].week_start'])
  expect((await put(shop, [{ ...ok, week_start: week(104) }])).status).toBe(200)
  expect(await field({ ...ok, week_start: week(105) })).toEqual([400, 'entries[0].week_start'])
  expect(await field(ok, ok)).toEqual([400, 'entries[1]'])
  expect(await field({ ...ok, sku: 'J-M' }, { category: 'Knitwear', units: 4 })).toEqual([400, 'entries[1]'])
  expect(await field({ units: 4 })).toEqual([400, 'entries[0].variant_id'])
  expect(await field({ ...ok, category: 'Denim' })).toEqual([400, 'entries[0].variant_id'])
  expect((await field({ ...ok, units: -1 }))[0]).toBe(400)
  expect((await field({ ...ok, units: 1.5 }))[0]).toBe(400)
  expect(await put(shop, [ok], ' ')).toMatchObject({ status: 400 })
  const other = await newSession(shop.tenant, { role: 'viewer' })
  expect((await put({ ...shop, session: other }, [ok])).status).toBe(403)
  const strange = await shop.session.put(path, {
    reason,
    entries: [
      {
        variant_id: shop.tenant.organization_id,
        sales_channel_id: shop.ids.sales_channels.Online,
        week_start: week(1),
        units: 1,
      },
    ],
  })
  expect([strange.status, strange.body.data.field]).toEqual([400, 'entries[0].variant_id'])
  expect((await versions(shop)).filtered_max_size).toBe(2)
})

/** Versions entered in the past: sku, week, version, units, statistical, days before the week began, author. */
const entered = (shop: Shop, rows: [string, number, number, number | null, number | null, number, string?][]) =>
  insertRows(
    shop.tenant,
    'forecast_overrides',
    rows.map(([sku, ahead, version, units, statistical_units, days, author = 'Ada']) => ({
      variant_id: shop.ids.variants[sku],
      sales_channel_id: shop.ids.sales_channels.Online,
      week_start: week(ahead),
      version,
      units,
      statistical_units: statistical_units === null ? null : String(statistical_units),
      origin_week: week(ahead - 2),
      source: 'variant',
      reason,
      made_by: `user:${author}`,
      made_at: new Date(Date.parse(`${week(ahead)}T00:00:00Z`) - days * 86_400_000).toISOString(),
    })),
  )

test('overrides are scored apart from forecasts, by what they said when their week began', async () => {
  const shop = await openShop()
  await endRun(shop, [
    ['J-M', 'Online'],
    ['D', 'Online'],
  ])
  const past = [-4, -3, -2, -1]
  await forecast(
    shop,
    past.flatMap((ahead) =>
      ['J-M', 'D'].map((sku) => ({ sku, channel: 'Online', week_start: week(ahead), units: 10 })),
    ),
  )
  const soldUnits: Record<string, number[]> = { 'J-M': [14, 9, 30, 5], D: [20, 10, 8, 40] }
  await sell(
    shop,
    Object.entries(soldUnits).flatMap(([sku, units]) =>
      past.map((ahead, i) => ({ sku, channel: 'Online', day: addDays(week(ahead), 6), units: units[i]! })),
    ),
  )
  const before = (await list(shop)).data.rows.map(({ score }: any) => score)
  const categories = (await list(shop, { grain: 'category' })).data.rows.map(({ score }: any) => score)
  await entered(shop, [
    // Corrected in time: 15 counts. Sold 14, forecast 9.
    ['J-M', -4, 1, 40, 9, 9],
    ['J-M', -4, 2, 15, 9, 1],
    // Corrected after the week began: 12 counts. Sold 9.
    ['J-M', -3, 1, 12, 10, 3],
    ['J-M', -3, 2, 9, 10, 0],
    // Removed in time; entered in the week; without a forecast: none counts.
    ['J-M', -2, 1, 25, 10, 5],
    ['J-M', -2, 2, null, 10, 4],
    ['J-M', -1, 1, 5, 10, -2],
    ['D', -4, 1, 20, null, 3],
    // Of another author. Sold 40.
    ['D', -1, 1, 30, 10, 2, 'Bob'],
    // Not over.
    ['D', 0, 1, 30, 10, 2],
  ])
  const { score } = await versions(shop)
  // By a second route: 15, 12 and 30 against 14, 9 and 40; forecasts of 9, 10 and 10.
  expect(score).toEqual({
    overrides: 3,
    override_units: 57,
    statistical_units: 29,
    actual_units: 63,
    override_error: 1 + 3 + 10,
    statistical_error: 5 + 1 + 30,
    override_bias: Math.round((-6 / 63) * 10_000) / 10_000,
    statistical_bias: Math.round((-34 / 63) * 10_000) / 10_000,
    bias_reason_code: null,
    value_added: Math.round((1 - 14 / 36) * 10_000) / 10_000,
    value_added_reason_code: null,
  })
  expect((await versions(shop, { made_by: 'user:Bob' })).score).toMatchObject({ overrides: 1, override_error: 10 })
  expect((await versions(shop, { start_date: week(-3), end_date: week(-3) })).score).toMatchObject({
    overrides: 1,
    override_error: 3,
  })
  expect((await versions(shop, { start_date: week(0) })).score).toMatchObject({
    overrides: 0,
    value_added: null,
    value_added_reason_code: 'no_override',
  })
  const rows = (await versions(shop, { variant_id: shop.ids.variants.D! })).rows
  expect(rows.map((one: any) => [one.week_start, one.actual_units, one.actual_reason_code])).toEqual([
    [week(0), null, 'week_not_over'],
    [week(-1), 40, null],
    [week(-4), 20, null],
  ])
  // The scores of the forecasts are what they were.
  expect((await list(shop)).data.rows.map(({ score: one }: any) => one)).toEqual(before)
  expect((await list(shop, { grain: 'category' })).data.rows.map(({ score: one }: any) => one)).toEqual(categories)
})

test('cover divides by the override where the week has a forecast', async () => {
  const shop = await forecastShop()
  const { tenant, ids } = shop
  await sell(
    shop,
    ['D', 'J-M', 'B'].map((sku) => ({ sku, channel: 'Online', day: week(-1), units: 28 })),
  )
  await moveStock(
    tenant,
    ids,
    ['D', 'J-M', 'B'].map((sku) => ({
      sku,
      location: 'Main',
      kind: 'opening' as const,
      quantity: 400,
      occurred_at: `${week(-6)}T00:00:00Z`,
    })),
  )
  const rates = async () => {
    const { sql } = tenant.service.database
    await sql.begin((tx) => refreshCover(tx as never, tenant.organization_id, new Date().toISOString()))
    const rows = await sql<{ sku: string; rate: number }[]>`
      select v.sku, l.units_per_day::float8 as rate from stock_levels l
      join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
      where l.organization_id = ${tenant.organization_id} and l.units_per_day is not null`
    return Object.fromEntries(rows.map(({ sku, rate }) => [sku, rate]))
  }
  const before = await rates()
  expect(before.D).toBeCloseTo(20 / 7, 6)
  await put(shop, [
    { sku: 'D', units: 60 },
    { sku: 'B', units: 500 },
  ])
  const after = await rates()
  // Four weeks of 20, of which one is 60. A variant without a forecast keeps its rate of sale.
  expect(after.D).toBeCloseTo((20 * 3 + 60) / 28, 6)
  expect(after['J-M']).toBe(before['J-M'])
  expect(after.B).toBe(before.B)
  await put(shop, [{ sku: 'D', units: null }])
  expect((await rates()).D).toBe(before.D)
})
