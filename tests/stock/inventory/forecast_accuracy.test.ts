import { expect, test } from 'bun:test'
import { measure, type WeekSums, weeksOf } from '../../../server/stock/inventory/forecast_accuracy.rules.ts'
import { addDays, mondayOf } from '../../../server/calendar/days.ts'
import { type Catalogue, insertRows, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const path = '/api/v1/inventory/forecast-accuracy'
const thisWeek = mondayOf(new Date().toISOString().slice(0, 10))
/** Monday so many weeks before the running week. */
const week = (back: number) => addDays(thisWeek, -7 * back)

const fixture = (tenant: Tenant): Promise<Catalogue> =>
  setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: ['Online', 'Shop'],
    products: [
      { title: 'Jumper', class: 'core', variants: [{ sku: 'J', stock: { Main: 4 } }] },
      { title: 'Jeans', class: 'fashion', variants: [{ sku: 'D', stock: { Main: { on_hand: 3, committed: 3 } } }] },
    ],
  })

const forecast = (tenant: Tenant, ids: Catalogue, rows: [string, string, string, number][]) =>
  insertRows(
    tenant,
    'weekly_forecasts',
    rows.map(([sku, channel, week_start, units]) => ({
      variant_id: ids.variants[sku],
      sales_channel_id: ids.sales_channels[channel],
      week_start,
      origin_week: addDays(week_start, -7),
      forecast_units: units,
      made_at: `${week_start}T00:00:00Z`,
    })),
  )
const sell = (tenant: Tenant, ids: Catalogue, rows: [string, string, string, number, string?][]) =>
  recordSales(
    tenant,
    ids,
    rows.map(([sku, channel, day, units, location = 'Main']) => ({
      sku,
      channel,
      day,
      units,
      location,
      gross_sales_cents: 0,
    })),
  )

/**
 * Two weeks ago: J online 10 forecast, 12 sold; D in the shop 6 forecast, 0 sold; J in the shop 3 sold unforecast.
 * Last week: J online 10 forecast, 8 sold over two days and two locations. A year before: 5 and 9.
 */
async function twoWeeks(tenant: Tenant): Promise<Catalogue> {
  const ids = await fixture(tenant)
  await forecast(tenant, ids, [
    ['J', 'Online', week(2), 10],
    ['D', 'Shop', week(2), 6],
    ['J', 'Online', week(1), 10],
    ['D', 'Online', week(0), 3],
    ['D', 'Shop', week(0), 3],
  ])
  await sell(tenant, ids, [
    ['J', 'Online', week(2), 12],
    ['J', 'Shop', addDays(week(2), 3), 3],
    ['J', 'Online', week(1), 5],
    ['J', 'Online', addDays(week(1), 6), 3, 'Store'],
    ['J', 'Online', addDays(thisWeek, -371 + 2), 5],
    ['D', 'Shop', addDays(thisWeek, -378 + 6), 9],
  ])
  return ids
}

test('every week, the latest and all together are measured by variant and channel', async () => {
  const tenant = await newTenant()
  await twoWeeks(tenant)
  const answer = await tenant.get(`${path}?weeks=3`)
  expect(answer.status).toBe(200)
  const { weeks, latest, trailing, refusal, scope } = answer.body.data
  const none = 'There is no forecast for this week.'
  expect(refusal).toBeNull()
  expect(weeks).toEqual([
    {
      week_start: week(3),
      week_end: addDays(week(3), 6),
      variants: 0,
      forecast_units: 0,
      actual_units: 0,
      absolute_error: 0,
      naive_error: null,
      sold_without_forecast: 0,
      wmape: null,
      wmape_reason: none,
      wmase: null,
      wmase_reason: none,
    },
    {
      week_start: week(2),
      week_end: addDays(week(2), 6),
      variants: 2,
      forecast_units: 16,
      actual_units: 12,
      // |12 − 10| + |0 − 6| = 8; naive |12 − 0| + |0 − 9| = 21
      absolute_error: 8,
      naive_error: 21,
      sold_without_forecast: 3,
      wmape: 0.6667,
      wmape_reason: null,
      wmase: 0.381,
      wmase_reason: null,
    },
    {
      week_start: week(1),
      week_end: addDays(week(1), 6),
      variants: 1,
      forecast_units: 10,
      actual_units: 8,
      absolute_error: 2,
      naive_error: 3,
      sold_without_forecast: 0,
      wmape: 0.25,
      wmape_reason: null,
      wmase: 0.6667,
      wmase_reason: null,
    },
  ])
  expect(latest).toEqual(weeks[2])
  expect(trailing).toEqual({
    weeks: 2,
    forecast_units: 26,
    actual_units: 20,
    absolute_error: 10,
    wmape: 0.5,
    wmape_reason: null,
    wmase: 0.4167,
    wmase_reason: null,
  })
  expect(scope).toEqual({
    start_date: week(3),
    end_date: addDays(week(1), 6),
    weeks: 3,
    lag_weeks: 1,
    product_type: null,
    sales_channel_id: null,
    current_state: { as_of: expect.any(String), variants: 2, variants_in_stock: 1, variants_with_forecast: 1 },
  })
})

test('a channel and a product type narrow forecasts, sales and counts alike', async () => {
  const tenant = await newTenant()
  const ids = await twoWeeks(tenant)
  const shop = (await tenant.get(`${path}?weeks=2&sales_channel_id=${ids.sales_channels.Shop}`)).body.data
  expect(shop.weeks[0]).toMatchObject({
    variants: 1,
    actual_units: 0,
    absolute_error: 6,
    sold_without_forecast: 3,
    wmape: null,
  })
  expect(shop.refusal).toMatchObject({ code: 'nothing_sold' })
  const core = (await tenant.get(`${path}?weeks=2&product_type=core`)).body.data
  expect(core.weeks[0]).toMatchObject({
    variants: 1,
    actual_units: 12,
    absolute_error: 2,
    sold_without_forecast: 3,
    wmape: 0.1667,
  })
  // Jumpers sold nothing in that week a year before, only jeans did.
  expect(core.weeks[0]).toMatchObject({ wmase: null, naive_error: null })
  expect(core.weeks[0].wmase_reason).toContain('a year earlier')
  expect(core.trailing).toMatchObject({ wmape: 0.2, wmase: 0.6667 })
  expect(core.scope).toMatchObject({
    product_type: 'core',
    current_state: { variants: 1, variants_in_stock: 1, variants_with_forecast: 0 },
  })
})

test('current_state=false leaves out the counts of now', async () => {
  const tenant = await newTenant()
  await twoWeeks(tenant)
  const { scope, trailing } = (await tenant.get(`${path}?current_state=false`)).body.data
  expect(scope).toMatchObject({ current_state: null, weeks: 13 })
  expect(trailing.wmape).toBe(0.5)
})

test('a window takes the complete weeks within it and none that still runs', async () => {
  const tenant = await newTenant()
  await twoWeeks(tenant)
  const ask = async (query: string) => (await tenant.get(`${path}?current_state=false&${query}`)).body.data
  const one = await ask(`start_date=${addDays(week(3), 1)}&end_date=${addDays(week(1), 5)}`)
  expect(one.weeks.map((row: any) => row.week_start)).toEqual([week(2)])
  const open = await ask(`start_date=${week(1)}&end_date=${addDays(thisWeek, 30)}`)
  expect(open.weeks.map((row: any) => row.week_start)).toEqual([week(1)])
  const counted = await ask(`weeks=2&end_date=${addDays(week(2), 6)}`)
  expect(counted.weeks.map((row: any) => row.week_start)).toEqual([week(3), week(2)])
})

test('an accuracy that cannot be measured is null with a reason', async () => {
  const tenant = await newTenant()
  await twoWeeks(tenant)
  const refusalOf = async (query: string) => {
    const answer = await tenant.get(`${path}?${query}`)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ latest: null, trailing: null })
    expect(answer.body.data.refusal.sentence).toMatch(/\.$/)
    return answer.body.data.refusal.code
  }
  expect(await refusalOf(`start_date=${thisWeek}`)).toBe('no_complete_week')
  expect(await refusalOf(`start_date=${addDays(week(2), 1)}&end_date=${addDays(week(2), 6)}`)).toBe('no_complete_week')
  expect(await refusalOf('product_type=sofas')).toBe('no_product_of_type')
  expect(await refusalOf(`weeks=4&end_date=${addDays(week(10), 6)}`)).toBe('no_forecast')
})

test('weeks out of range, bad or reversed dates and unknown channels are refused by field', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const others = await fixture(other)
  for (const [query, field] of [
    ['weeks=0', 'weeks'],
    ['weeks=105', 'weeks'],
    ['weeks=ten', 'weeks'],
    ['weeks=4&start_date=2026-01-01', 'weeks'],
    ['start_date=2026-02-30', 'start_date'],
    ['end_date=tomorrow', 'end_date'],
    ['start_date=2026-02-02&end_date=2026-02-01', 'end_date'],
    ['start_date=2020-01-01', 'start_date'],
    ['current_state=maybe', 'current_state'],
    ['product_type=', 'product_type'],
    ['sales_channel_id=nonsense', 'sales_channel_id'],
    [`sales_channel_id=${others.sales_channels.Shop}`, 'sales_channel_id'],
  ]) {
    const answer = await tenant.get(`${path}?${query}`)
    expect([query, answer.status]).toEqual([query, 400])
    expect(answer.body.code).toBe('bad_request')
    expect(answer.body.data.field).toBe(field)
  }
  expect((await tenant.get(`${path}?weeks=104`)).body.data.weeks).toHaveLength(104)
})

test('a week that repeats the year before exactly has no naive error to compare with', () => {
  const one: WeekSums = {
    week_start: '2026-11-09',
    variants: 1,
    forecast_units: 5,
    actual_units: 4,
    absolute_error: 1,
    naive_error: 0,
    units_year_before: 4,
    sold_without_forecast: 0,
  }
  expect(measure([one])).toMatchObject({ wmape: 0.25, wmase: null, wmase_reason: expect.stringContaining('exactly') })
})

test('the last complete week ends on the Sunday before today', () => {
  expect(weeksOf('2026-11-22', { weeks: 1 })).toEqual({ first_week: '2026-11-09', last_week: '2026-11-09', weeks: 1 })
  expect(weeksOf('2026-11-23', { weeks: 2 })).toEqual({ first_week: '2026-11-09', last_week: '2026-11-16', weeks: 2 })
})
