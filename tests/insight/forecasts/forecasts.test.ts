import { expect, test } from 'bun:test'
import { openDatabase } from '../../../db/client/database.ts'
import { addDays, mondayOf } from '../../../server/calendar/days.ts'
import type { Step } from '../../../server/jobs/job.ts'
import { forecastAll } from '../../../server/forecast.ts'
import { runForecasts } from '../../../server/insight/forecasts/run.ts'
import { refreshCover } from '../../../server/ledger/cover.ts'
import { type Catalogue, insertRows, moveStock, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const path = '/api/v1/sales/velocity/forecast-config'
const weeks = 104
const today = new Date().toISOString().slice(0, 10)
const origin = addDays(mondayOf(today), -7)
/** Monday of a week of the history; 0 is the first, 103 the origin. */
const monday = (week: number) => addDays(origin, 7 * (week - weeks + 1))

const sales = (sku: string, units: (week: number) => number, from = 0, channel = 'Online') =>
  Array.from({ length: weeks - from }, (_, i) => from + i).flatMap((week) =>
    units(week) === 0
      ? []
      : { sku, day: addDays(monday(week), 2), channel, location: 'Main', units: units(week), gross_sales_cents: 0 },
  )

/** Products of one variant each, in a category. */
const shop = (tenant: Tenant, ...skus: string[]): Promise<Catalogue> =>
  setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: ['Online', 'Shop'],
    categories: ['Knitwear'],
    products: skus.map((sku) => ({ title: sku, category: 'Knitwear', variants: [{ sku }] })),
  })

interface Row {
  week_start: string
  origin_week: string
  units: number
  lower: number
  upper: number
}

const forecastOf = (tenant: Tenant, variant_id: string, from = origin) => tenant.service.database.sql<Row[]>`
  select week_start::text, origin_week::text, forecast_units::float8 as units, lower_units::float8 as lower,
    upper_units::float8 as upper
  from weekly_forecasts where organization_id = ${tenant.organization_id} and variant_id = ${variant_id}
    and origin_week = ${from}
  order by week_start, sales_channel_id`

const run = (tenant: Tenant) => forecastAll(tenant.service.database.url, tenant.organization_id)

const config = async (tenant: Tenant, variant_ids: string[] = []) => {
  const answer = await tenant.get(variant_ids.length === 0 ? path : `${path}?variant_ids=${variant_ids.join(',')}`)
  expect(answer.status).toBe(200)
  return answer.body.data
}

/** The weeks that the overview shows are the sums of the rows of the newest run. */
async function expectOverview(tenant: Tenant, sales_channel_id: string | null = null): Promise<void> {
  const filter = JSON.stringify([{ key: 'sales_channel_id', operation: 'eq', value: sales_channel_id }])
  const filtered = sales_channel_id === null ? '' : `&filter_args=${encodeURIComponent(filter)}`
  const { body } = await tenant.get(`/api/v1/sales/new-overview?charts=revenue${filtered}`)
  const shown: { date: string; units: number }[] = body.charts.forecast
  const rows = await tenant.service.database.sql<{ date: string; units: number }[]>`
    select week_start::text as date, sum(forecast_units)::float8 as units from weekly_forecasts
    where organization_id = ${tenant.organization_id} and origin_week = ${origin}
      and (${sales_channel_id}::uuid is null or sales_channel_id = ${sales_channel_id}::uuid)
    group by week_start order by week_start`
  expect(shown.length).toBeGreaterThan(3)
  expect(shown.map(({ date, units }) => ({ date, units }))).toEqual(rows.slice(1, 1 + shown.length))
}

const average = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

test('steady sales are forecast as they are, a rising level near its last weeks, rare sales at their rate', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant, 'STEADY', 'RISING', 'RARE')
  await recordSales(tenant, ids, [
    ...sales('STEADY', () => 20),
    ...sales('RISING', (week) => 5 + Math.floor(week / 4)),
    ...sales('RARE', (week) => (week % 5 === 0 ? 1 : 0)),
  ])
  expect(await run(tenant)).toMatchObject({ organizations: 1, variants: 3, series: 3 })
  const steady = await forecastOf(tenant, ids.variants.STEADY!)
  expect(steady.map(({ week_start }) => week_start)).toEqual(
    Array.from({ length: 13 }, (_, i) => addDays(origin, 7 * (i + 1))),
  )
  for (const { units, lower, upper } of steady) {
    expect(Math.abs(units - 20)).toBeLessThan(2)
    expect(lower).toBeLessThan(units)
    expect(upper).toBeGreaterThan(units)
  }
  // It rose from 5 to 30; its average over the year is below 25.
  expect(average((await forecastOf(tenant, ids.variants.RISING!)).map(({ units }) => units))).toBeGreaterThan(26)
  const rare = average((await forecastOf(tenant, ids.variants.RARE!)).map(({ units }) => units))
  expect(rare).toBeGreaterThan(0.14)
  expect(rare).toBeLessThan(0.26)
})

test('the season of a category shapes the forecasts of its items', async () => {
  const tenant = await newTenant()
  const skus = ['A', 'B', 'C', 'D']
  const ids = await shop(tenant, ...skus)
  const season = (week: number) => 1 + 0.7 * Math.cos((2 * Math.PI * (week - 110)) / 52)
  await recordSales(
    tenant,
    ids,
    skus.flatMap((sku, i) => sales(sku, (week) => Math.round((20 + 10 * i) * season(week)))),
  )
  await run(tenant)
  for (const [i, sku] of skus.entries())
    for (const [ahead, { units }] of (await forecastOf(tenant, ids.variants[sku]!)).entries()) {
      const expected = (20 + 10 * i) * season(weeks + ahead)
      expect(Math.abs(units - expected)).toBeLessThan(0.15 * expected + 2)
    }
})

test('days out of stock are no days without demand, and a day with sales is in stock', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant, 'OUT', 'UNTRACKED')
  const stopsIn = weeks - 16
  await recordSales(tenant, ids, [
    ...sales('OUT', (week) => (week < stopsIn ? 14 : 0)),
    ...sales('UNTRACKED', (week) => (week < stopsIn ? 14 : 0)),
  ])
  await moveStock(tenant, ids, [
    { sku: 'OUT', location: 'Main', kind: 'opening', quantity: 14, occurred_at: `${monday(0)}T00:00:00Z` },
    { sku: 'OUT', location: 'Main', kind: 'fulfilment', quantity: -14, occurred_at: `${monday(stopsIn)}T00:00:00Z` },
  ])
  await run(tenant)
  const out = average((await forecastOf(tenant, ids.variants.OUT!)).map(({ units }) => units))
  const untracked = average((await forecastOf(tenant, ids.variants.UNTRACKED!)).map(({ units }) => units))
  expect(out).toBeGreaterThan(10)
  expect(untracked).toBeLessThan(5)
  const [variant] = (await config(tenant, [ids.variants.OUT!])).variants
  expect(variant.channels[0].stockout_days).toBe(16 * 7)
})

test('a new item is forecast from its category, and the answer says so', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant, 'OLD1', 'OLD2', 'NEW')
  await recordSales(tenant, ids, [...sales('OLD1', () => 8), ...sales('OLD2', () => 12)])
  await insertRows(tenant, 'product_channels', [
    { product_id: ids.products.NEW, sales_channel_id: ids.sales_channels.Online, listed_at: `${today}T00:00:00Z` },
  ])
  await run(tenant)
  const units = (await forecastOf(tenant, ids.variants.NEW!)).map((one) => one.units)
  expect(units).toHaveLength(13)
  expect(average(units)).toBeGreaterThan(8)
  expect(average(units)).toBeLessThan(12)
  const [variant] = (await config(tenant, [ids.variants.NEW!])).variants
  expect(variant).toMatchObject({
    sku: 'NEW',
    channels_reason: null,
    channels: [
      { channel_name: 'Online', method: 'category_share', reason_code: 'too_few_weeks', wmase: null, errors: [] },
    ],
  })
})

test('a coming event is forecast from what past events of its kind did to the goods that it concerns', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant, 'PROMOTED', 'OTHER')
  const promoted = new Set([40, 70, 95])
  await recordSales(tenant, ids, [
    ...sales('PROMOTED', (week) => (promoted.has(week) ? 60 : 20)),
    ...sales('OTHER', () => 20),
  ])
  const events = [40, 70, 95, weeks + 3].map((week) => ({ event_id: crypto.randomUUID(), week }))
  await insertRows(
    tenant,
    'demand_events',
    events.map(({ event_id, week }) => ({
      event_id,
      name: `Week ${week}`,
      kind: 'promotion',
      starts_on: monday(week),
      ends_on: addDays(monday(week), 6),
      created_by: 'user:Ada Merchant',
    })),
  )
  await insertRows(
    tenant,
    'demand_event_variants',
    events.map(({ event_id }) => ({ event_id, variant_id: ids.variants.PROMOTED })),
  )
  await run(tenant)
  const forecast = (await forecastOf(tenant, ids.variants.PROMOTED!)).map(({ units }) => units)
  const usual = average(forecast.filter((_, i) => i !== 3))
  expect(forecast[3]! / usual).toBeGreaterThan(1.8)
  expect(usual).toBeLessThan(26)
  const other = (await forecastOf(tenant, ids.variants.OTHER!)).map(({ units }) => units)
  expect(other[3]! / average(other)).toBeLessThan(1.25)
})

test('a run that is killed goes on after its last batch and forecasts every series once', async () => {
  const tenant = await newTenant()
  const skus = Array.from({ length: 9 }, (_, i) => `K${i}`)
  const ids = await shop(tenant, ...skus)
  await recordSales(
    tenant,
    ids,
    skus.flatMap((sku, i) => [...sales(sku, () => 3 + i, 60), ...sales(sku, () => 2, 80, 'Shop')]),
  )
  const db = openDatabase(tenant.service.database.url, { write_slots: 1 })
  try {
    let left = Number.POSITIVE_INFINITY
    const step: Step = (work) =>
      db.write(async (sql) => {
        const done = await work(sql, new Date().toISOString())
        const [row] = await sql<{ series: number }[]>`
          select series from forecast_runs where organization_id = ${tenant.organization_id}`
        // The process dies within the transaction of its third batch.
        if ((row?.series ?? 0) > left) throw new Error('killed')
        return done
      })
    left = 8
    const options = { batch_variants: 2 }
    await expect(runForecasts(step, tenant.organization_id, origin, options)).rejects.toThrow('killed')
    const count = async () => {
      const [row] = await tenant.service.database.sql<{ rows: number; pairs: number; series: number }[]>`
        select count(*)::int as rows, count(distinct (variant_id, sales_channel_id))::int as pairs,
          (select series from forecast_runs where organization_id = ${tenant.organization_id}) as series
        from weekly_forecasts where organization_id = ${tenant.organization_id}`
      return row
    }
    expect(await count()).toEqual({ rows: 8 * 13, pairs: 8, series: 8 })
    left = Number.POSITIVE_INFINITY
    expect(await runForecasts(step, tenant.organization_id, origin, options)).toMatchObject({ variants: 9, series: 18 })
    expect(await count()).toEqual({ rows: 18 * 13, pairs: 18, series: 18 })
    await expectOverview(tenant)
    for (const id of Object.values(ids.sales_channels)) await expectOverview(tenant, id)
    expect(await runForecasts(step, tenant.organization_id, origin, options)).toBeNull()
  } finally {
    await db.close()
  }
})

test('a later run never changes earlier forecasts, whatever has become known, and keeps the measured lags', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant, 'A')
  const earlier = addDays(origin, -7)
  const all = sales('A', () => 10)
  await recordSales(tenant, ids, all)
  const db = openDatabase(tenant.service.database.url, { write_slots: 1 })
  const step: Step = (work) => db.write((sql) => work(sql, new Date().toISOString()))
  try {
    await runForecasts(step, tenant.organization_id, earlier)
    const before = [...(await forecastOf(tenant, ids.variants.A!, earlier))]
    expect(before.map(({ units }) => units > 8 && units < 12)).not.toContain(false)
    // History is corrected before the next origin.
    await tenant.service.database.sql`
      update sales_daily set units = 100 where organization_id = ${tenant.organization_id} and day >= ${monday(90)}`
    await runForecasts(step, tenant.organization_id, origin)
    expect((await forecastOf(tenant, ids.variants.A!))[0]!.units).toBeGreaterThan(30)
    const lag = ({ week_start, origin_week }: Row) => (Date.parse(week_start) - Date.parse(origin_week)) / 604_800_000
    expect([...(await forecastOf(tenant, ids.variants.A!, earlier))]).toEqual(
      before.filter((one) => [1, 4, 8, 13].includes(lag(one))),
    )
    await expectOverview(tenant)
    // The origin week is over: its accuracy is that of the forecast made before it.
    const accuracy = await tenant.get('/api/v1/inventory/forecast-accuracy?weeks=1&lag_weeks=1')
    expect(accuracy.body.data.latest).toMatchObject({
      week_start: origin,
      forecast_units: before[0]!.units,
      actual_units: 100,
    })
    const none = await tenant.get('/api/v1/inventory/forecast-accuracy?weeks=1&lag_weeks=4')
    expect(none.body.data.refusal).toMatchObject({ code: 'no_forecast' })
    const refused = await tenant.get('/api/v1/inventory/forecast-accuracy?lag_weeks=2')
    expect([refused.status, refused.body.message.desc]).toEqual([400, expect.stringContaining('lag_weeks')])
  } finally {
    await db.close()
  }
})

test('two organisations are forecast apart', async () => {
  const [one, two] = [await newTenant(), await newTenant()]
  const idsOfOne = await shop(one, 'A')
  const idsOfTwo = await shop(two, 'A')
  await recordSales(
    one,
    idsOfOne,
    sales('A', () => 10),
  )
  await recordSales(
    two,
    idsOfTwo,
    sales('A', () => 40),
  )
  await run(one)
  expect(await forecastOf(two, idsOfTwo.variants.A!)).toHaveLength(0)
  await run(two)
  expect((await forecastOf(one, idsOfOne.variants.A!))[0]!.units).toBeLessThan(12)
  expect((await forecastOf(two, idsOfTwo.variants.A!))[0]!.units).toBeGreaterThan(35)
  const refused = await one.get(`${path}?variant_ids=${idsOfTwo.variants.A!}`)
  expect([refused.status, refused.body.message.desc]).toEqual([
    400,
    expect.stringContaining('must be variants of this organisation'),
  ])
})

test('administrators change the configuration, and the next run uses it', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant, 'A')
  await recordSales(
    tenant,
    ids,
    sales('A', () => 10),
  )
  expect(await config(tenant)).toMatchObject({
    is_enabled: true,
    horizon_weeks: 13,
    history_weeks: 104,
    interval_percent: 80,
    accuracy_lags: [1, 4, 8, 13],
    last_run: null,
    variants: [],
  })
  const admin = await newSession(tenant, { role: 'admin' })
  const member = await newSession(tenant, { role: 'member' })
  const change = { horizon_weeks: 6, methods: ['moving_average'] }
  expect((await member.patch('/api/v1/forecast-config', change)).status).toBe(403)
  const changed = await admin.patch('/api/v1/forecast-config', change)
  expect(changed.body.data).toMatchObject({ is_enabled: true, history_weeks: 104, ...change })
  for (const wrong of [{ horizon_weeks: 3 }, { history_weeks: 157 }, { methods: [] }, { methods: ['guess'] }])
    expect((await admin.patch('/api/v1/forecast-config', wrong)).status).toBe(400)
  await run(tenant)
  expect(await forecastOf(tenant, ids.variants.A!)).toHaveLength(6)
  const { last_run, variants } = await config(tenant, [ids.variants.A!])
  expect(last_run).toMatchObject({ origin_week: origin, variants: 1, series: 1, fault: null })
  expect(variants[0].channels[0]).toMatchObject({ method: 'moving_average', reason_code: 'only_method' })
  await admin.patch('/api/v1/forecast-config', { is_enabled: false })
  expect(await run(tenant)).toMatchObject({ organizations: 0 })
})

test('cover and order proposals use the newest forecast, and the sales rate where there is none', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant, 'A', 'B')
  // It sold at Main for a year and at Store in the last weeks: one unit in four there.
  await recordSales(tenant, ids, [
    ...sales('A', () => 21),
    ...sales('A', () => 7, weeks - 12).map((one) => ({ ...one, location: 'Store' })),
  ])
  await moveStock(tenant, ids, [
    { sku: 'A', location: 'Main', kind: 'opening', quantity: 300, occurred_at: `${monday(0)}T00:00:00Z` },
    { sku: 'A', location: 'Store', kind: 'opening', quantity: 100, occurred_at: `${monday(0)}T00:00:00Z` },
  ])
  const { sql } = tenant.service.database
  const levels = () => sql<{ name: string; pace: number; sold: number | null; rate_basis: string; cover: number }[]>`
    select n.name, l.units_per_day::float8 as pace, l.sold_units_per_day::float8 as sold, l.rate_basis,
      l.days_of_cover::float8 as cover
    from stock_levels l join locations n on n.organization_id = l.organization_id and n.location_id = l.location_id
    where l.organization_id = ${tenant.organization_id} order by n.name`
  const refresh = () => sql.begin((tx) => refreshCover(tx as never, tenant.organization_id, new Date().toISOString()))
  await refresh()
  expect([...(await levels())]).toMatchObject([
    { rate_basis: 'sold', sold: null },
    { rate_basis: 'sold', sold: null },
  ])
  await run(tenant)
  await refresh()
  // The units of the weeks to come that lead time and review period reach into, at least four.
  const ahead = (await forecastOf(tenant, ids.variants.A!)).filter(({ week_start }) => week_start >= mondayOf(today))
  const perDay = average(ahead.slice(0, 4).map(({ units }) => units)) / 7
  const sold = await sql<{ name: string; units: number }[]>`
    select n.name, sum(s.units)::float8 as units from sales_daily s
    join locations n on n.organization_id = s.organization_id and n.location_id = s.location_id
    where s.organization_id = ${tenant.organization_id} and s.day >= ${addDays(today, -91)} and s.day < ${today}
    group by n.name order by n.name`
  const total = sold.reduce((sum, { units }) => sum + units, 0)
  for (const [i, { pace, rate_basis, cover }] of (await levels()).entries()) {
    const expected = (perDay * sold[i]!.units) / total
    expect(rate_basis).toBe('forecast')
    expect(pace).toBeCloseTo(expected, 6)
    expect(cover).toBeCloseTo((i === 0 ? 300 : 100) / expected, 0)
  }
  // Too old to be used.
  await sql`update forecast_runs set origin_week = origin_week - 28 where organization_id = ${tenant.organization_id}`
  await refresh()
  expect((await levels()).map(({ rate_basis }) => rate_basis)).toEqual(['sold', 'sold'])
})
