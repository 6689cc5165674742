/** Errors of forecasts are recomputed here by plain SQL, one pair of variant and channel at a time, and are the same summed. */
import { figureNames } from '../../../server/contract/stock.ts'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays, mondayOf } from '../../../server/calendar/days.ts'
import { foldSalesDeltas } from '../../../server/selling/sales_facts/fold_sales.ts'
import { sumOrganization } from '../../../server/stock/forecast_errors/sum_weeks.ts'
import { type Catalogue, insertRows, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import type { SaleFixture } from '../../support/fixtures/fixture.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

setDefaultTimeout(120_000)

const thisWeek = mondayOf(new Date().toISOString().slice(0, 10))
/** Monday of so many weeks ago. */
const week = (back: number) => addDays(thisWeek, -7 * back)
const randomOf = (seed: number) => (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
const skus = ['A1', 'A2', 'B1', 'B2', 'C1']
const channels = ['Web', 'Shop']
const weeksAsked = 8

interface Shop {
  tenant: Tenant
  ids: Catalogue
}

async function openShop(): Promise<Shop> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: channels,
    products: ['A', 'B', 'C'].map((title) => ({
      title,
      class: title === 'A' ? 'core' : 'fashion',
      variants: skus.filter((sku) => sku.startsWith(title)).map((sku) => ({ sku, stock: { Main: 5 } })),
    })),
  })
  return { tenant, ids }
}

const forecast = (
  { tenant, ids }: Shop,
  rows: { sku: string; channel: string; week_start: string; lag: number; units: number }[],
) =>
  insertRows(
    tenant,
    'weekly_forecasts',
    rows.map(({ sku, channel, week_start, lag, units }) => ({
      variant_id: ids.variants[sku],
      sales_channel_id: ids.sales_channels[channel],
      week_start,
      origin_week: addDays(week_start, -7 * lag),
      forecast_units: units,
      made_at: `${week_start}T00:00:00Z`,
    })),
  )

function randomForecasts(random: (below: number) => number, from: number, to: number) {
  const rows = []
  for (let back = from; back >= to; back--)
    for (const sku of skus)
      for (const channel of channels)
        for (const lag of [1, 4, 8, 13])
          if (random(3) > 0) rows.push({ sku, channel, week_start: week(back), lag, units: random(900) / 100 })
  return rows
}

function randomSales(random: (below: number) => number, count: number, from: number, to: number): SaleFixture[] {
  const rows = new Map<string, SaleFixture>()
  for (let n = 0; n < count; n++) {
    const day = addDays(week(to), -1 - random(7 * (from - to)))
    const [sku, channel, location] = [skus[random(5)]!, channels[random(2)]!, ['Main', 'Store'][random(2)]!]
    const units = 1 + random(9)
    rows.set(`${sku} ${channel} ${location} ${day}`, {
      sku,
      channel,
      location,
      day,
      units,
      gross_sales_cents: units * 100,
    })
  }
  return [...rows.values()]
}

/** Forecasts and sales of each pair and week by themselves. */
async function recompute({ tenant }: Shop, lag: number, channel: string | null): Promise<readonly unknown[]> {
  const { organization_id } = tenant
  return tenant.service.database.sql`
    with week as (select (${thisWeek}::date - 7 * n) as week_start from generate_series(1, ${weeksAsked}::int) n),
    pair as (
      select w.week_start, v.variant_id, c.sales_channel_id,
        (select f.forecast_units from weekly_forecasts f where f.organization_id = ${organization_id}
          and f.variant_id = v.variant_id and f.sales_channel_id = c.sales_channel_id and f.week_start = w.week_start
          and f.origin_week = w.week_start - 7 * ${lag}::int) as forecast,
        (select coalesce(sum(s.units), 0) from sales_daily s where s.organization_id = ${organization_id}
          and s.variant_id = v.variant_id and s.sales_channel_id = c.sales_channel_id
          and s.day between w.week_start and w.week_start + 6) as actual,
        (select coalesce(sum(s.units), 0) from sales_daily s where s.organization_id = ${organization_id}
          and s.variant_id = v.variant_id and s.sales_channel_id = c.sales_channel_id
          and s.day between w.week_start - 364 and w.week_start - 358) as before
      from week w cross join variants v cross join sales_channels c
      where v.organization_id = ${organization_id} and c.organization_id = ${organization_id}
        and (${channel}::uuid is null or c.sales_channel_id = ${channel}::uuid)
    )
    select week_start::text as week_start, count(distinct variant_id) filter (where forecast is not null)::int as variants,
      coalesce(sum(forecast), 0)::float8 as forecast_units,
      coalesce(sum(actual) filter (where forecast is not null), 0)::float8 as actual_units,
      coalesce(sum(abs(actual - forecast)), 0)::float8 as absolute_error,
      case when sum(before) > 0 then coalesce(sum(abs(actual - before)) filter (where forecast is not null), 0)::float8 end
        as naive_error,
      coalesce(sum(actual) filter (where forecast is null), 0)::float8 as sold_without_forecast
    from pair group by week_start order by week_start`
}

async function expectExact(shop: Shop, after: string): Promise<void> {
  for (const lag of [1, 4, 13])
    for (const channel of [null, shop.ids.sales_channels.Web!]) {
      const query = `weeks=${weeksAsked}&lag_weeks=${lag}${channel === null ? '' : `&sales_channel_id=${channel}`}`
      const { data } = (await shop.tenant.get(`/api/v1/inventory/forecast-accuracy?${query}`)).body
      const weeks = data.weeks.map(
        ({ week_end: _e, wmape: _p, wmape_reason: _pr, wmase: _s, wmase_reason: _sr, ...sums }: any) => sums,
      )
      expect([after, lag, channel, weeks]).toEqual([after, lag, channel, [...(await recompute(shop, lag, channel))]])
      const [ahead] = await shop.tenant.service.database.sql`
        select count(distinct variant_id)::int as variants from weekly_forecasts
        where organization_id = ${shop.tenant.organization_id} and week_start >= ${thisWeek}::date
          and (${channel}::uuid is null or sales_channel_id = ${channel}::uuid)`
      expect([after, data.scope.current_state]).toEqual([
        after,
        { as_of: expect.any(String), variants: 5, variants_in_stock: 5, variants_with_forecast: ahead!.variants },
      ])
    }
}

const inTransaction =
  ({ tenant }: Shop) =>
  <T>(work: (sql: never, now: string) => Promise<T>) =>
    tenant.service.database.sql.begin((tx) => work(tx as never, new Date().toISOString())) as Promise<T>

/** Two variants at a time. */
const sum = (shop: Shop) => sumOrganization(inTransaction(shop) as never, shop.tenant.organization_id, thisWeek, 2)
const fold = async (shop: Shop) => {
  while ((await inTransaction(shop)((sql) => foldSalesDeltas(sql))) > 0);
}

/** Weeks whose sums serve reads, of those asked for. */
async function servedWeeks({ tenant }: Shop): Promise<number> {
  const { organization_id } = tenant
  const [row] = await tenant.service.database.sql`
    select count(*)::int as weeks from forecast_weeks w
    where w.organization_id = ${organization_id} and w.week_start >= ${week(weeksAsked)}::date and w.summed_at is not null
      and not exists (select from forecast_week_changes c
        where c.organization_id = ${organization_id} and c.week_start = w.week_start)
      and not exists (select from sales_deltas d where d.organization_id = ${organization_id}
        and (d.day between w.week_start and w.week_start + 6 or d.day between w.week_start - 364 and w.week_start - 358))`
  return row!.weeks
}

test('errors of forecasts are those of every pair after corrections, back-dated sales, later forecasts and a bulk load', async () => {
  const shop = await openShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const random = randomOf(3)
  const sell = (sales: SaleFixture[]) => recordSales(tenant, ids, sales)
  await forecast(shop, randomForecasts(random, 7, -5))
  await sell(randomSales(random, 150, 10, 0))
  await sell(randomSales(random, 100, 62, 50))
  const steps: [string, () => PromiseLike<unknown>, number?][] = [
    ['nothing is summed', async () => {}, 0],
    ['deltas are folded', () => fold(shop), 0],
    ['every week is summed', () => sum(shop), weeksAsked],
    [
      'sales of today',
      () => sell([{ sku: 'A1', channel: 'Web', location: 'Main', day: thisWeek, units: 3, gross_sales_cents: 0 }]),
      weeksAsked,
    ],
    [
      'a late correction',
      () => sql`
      update sales_daily set units = units + 4 where organization_id = ${organization_id} and day between ${week(2)}::date and ${week(1)}::date - 1`,
      weeksAsked - 1,
    ],
    ['it is folded', () => fold(shop), weeksAsked - 1],
    ['and summed', () => sum(shop), weeksAsked],
    [
      'corrections of the year before',
      () => sql`
      update sales_daily set units = units + 3
      where organization_id = ${organization_id} and day between ${week(56)}::date and ${week(54)}::date`,
      undefined,
    ],
    ['are folded', () => fold(shop), undefined],
    ['and summed', () => sum(shop), weeksAsked],
    [
      'forecasts of a week without',
      () => forecast(shop, [{ sku: 'C1', channel: 'Shop', week_start: week(8), lag: 1, units: 2.5 }]),
      weeksAsked - 1,
    ],
    [
      'forecasts are deleted',
      () => sql`
      delete from weekly_forecasts where organization_id = ${organization_id} and variant_id = ${ids.variants.A1!}`,
      undefined,
    ],
    ['and summed', () => sum(shop), weeksAsked],
    [
      'sales are taken back',
      () => sql`
      delete from sales_daily where organization_id = ${organization_id} and day >= ${week(3)}::date and variant_id = ${ids.variants.B1!}`,
      undefined,
    ],
    [
      'are folded and summed',
      async () => {
        await fold(shop)
        await sum(shop)
      },
      weeksAsked,
    ],
    [
      'sales move from one variant to another',
      () => sql`
      with gone as (
        delete from sales_daily s
        where s.organization_id = ${organization_id} and s.variant_id = ${ids.variants.A1!} and s.day >= ${week(4)}::date
          and not exists (select from sales_daily t where t.organization_id = s.organization_id and t.variant_id = ${ids.variants.A2!}
            and t.day = s.day and t.sales_channel_id = s.sales_channel_id and t.location_id = s.location_id)
        returning s.*
      )
      insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, currency, ${sql.unsafe(figureNames.join(', '))})
      select organization_id, ${ids.variants.A2!}, day, sales_channel_id, location_id, currency, ${sql.unsafe(figureNames.join(', '))} from gone`,
      undefined,
    ],
    [
      'are folded and summed',
      async () => {
        await fold(shop)
        await sum(shop)
      },
      weeksAsked,
    ],
    [
      'a bulk load',
      () => sql`
      insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, units, gross_sales_cents)
      select ${organization_id}, v.variant_id, ${thisWeek}::date - n, c.sales_channel_id, l.location_id, 1 + n % 4, 100
      from variants v, sales_channels c, locations l, generate_series(1, 430) n
      where v.organization_id = ${organization_id} and c.organization_id = ${organization_id}
        and l.organization_id = ${organization_id}
      on conflict do nothing`,
      0,
    ],
    ['it is folded', () => fold(shop), 0],
    ['and summed', () => sum(shop), weeksAsked],
  ]
  for (const [name, step, served] of steps) {
    await step()
    await expectExact(shop, name)
    if (served !== undefined) expect([name, await servedWeeks(shop)]).toEqual([name, served])
  }
})

test('a product type is measured from its rows, and changes with the product', async () => {
  const shop = await openShop()
  const { tenant, ids } = shop
  await forecast(shop, [
    { sku: 'A1', channel: 'Web', week_start: week(1), lag: 1, units: 4 },
    { sku: 'B1', channel: 'Web', week_start: week(1), lag: 1, units: 7 },
  ])
  await sum(shop)
  const forecastOf = async (type: string) =>
    (await tenant.get(`/api/v1/inventory/forecast-accuracy?weeks=1&product_type=${type}`)).body.data.weeks[0]
      .forecast_units
  expect([await forecastOf('core'), await forecastOf('fashion')]).toEqual([4, 7])
  await tenant.service.database.sql`
    update products set class = 'core' where organization_id = ${tenant.organization_id} and product_id = ${ids.products.B!}`
  expect([await forecastOf('core'), await forecastOf('fashion')]).toEqual([11, 0])
})
