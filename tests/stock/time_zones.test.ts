/** Days of cover, of the variant overview and of forecast accuracy are those of the organisation. */
import { expect, test } from 'bun:test'
import { refreshCover } from '../../server/ledger/cover.ts'
import { readStockDays } from '../../server/insight/forecasts/weeks.store.ts'
import { exposureOf } from '../../server/insight/forecasts/stock_days.rules.ts'
import { addDays, mondayOf } from '../../server/calendar/days.ts'
import { type Catalogue, insertRows, moveStock, recordSales, setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']

interface Shop {
  tenant: Tenant
  ids: Catalogue
  /** Today in the organisation. */
  today: string
  /** The instant at which a day begins there, and seconds after it. */
  at: (day: string, seconds?: number) => Promise<string>
}

async function openShop(time_zone: string): Promise<Shop> {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  await sql`update organizations set time_zone = ${time_zone} where organization_id = ${tenant.organization_id}`
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Web'],
    products: [{ title: 'Coat', variants: [{ sku: 'C' }] }],
  })
  const [clock] = await sql<{ today: string }[]>`select (now() at time zone ${time_zone})::date::text as today`
  return {
    tenant,
    ids,
    today: clock!.today,
    async at(day, seconds = 0) {
      const [row] = await sql<{ at: string }[]>`
        select to_char((${day}::date::timestamp at time zone ${time_zone} + make_interval(secs => ${seconds})) at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`
      return row!.at
    },
  }
}

/** In stock until the last second of the third day before today; the two days after it are without stock. */
async function stockOut({ tenant, ids, today, at }: Shop): Promise<void> {
  const move = { sku: 'C', location: 'Main' }
  await moveStock(tenant, ids, [
    { ...move, kind: 'opening', quantity: 10, occurred_at: await at(addDays(today, -60)) },
    { ...move, kind: 'adjustment', quantity: -10, occurred_at: await at(addDays(today, -2), -1) },
    { ...move, kind: 'receipt', quantity: 26, occurred_at: await at(today) },
  ])
}

test('cover counts the 28 complete days of the organisation, and their days in stock', async () => {
  for (const time_zone of zones) {
    const shop = await openShop(time_zone)
    const { tenant, ids, today } = shop
    const { sql } = tenant.service.database
    await stockOut(shop)
    const sale = { sku: 'C', channel: 'Web', location: 'Main', gross_sales_cents: 0 }
    await recordSales(tenant, ids, [
      { ...sale, day: addDays(today, -29), units: 1_000 },
      { ...sale, day: addDays(today, -28), units: 20 },
      { ...sale, day: addDays(today, -3), units: 32 },
      { ...sale, day: today, units: 1_000 },
    ])
    await sql.begin((tx) => refreshCover(tx as never, tenant.organization_id, new Date().toISOString()))
    const [level] = await sql`
      select units_per_day::float8 as pace from stock_levels where organization_id = ${tenant.organization_id}`
    // 52 units in the 26 days of 28 that had stock.
    expect([time_zone, level!.pace]).toEqual([time_zone, 2])
    const { data } = (await tenant.get(`/api/v1/variants/${ids.variants.C!}/drawer-overview`)).body
    expect([time_zone, data.window]).toEqual([
      time_zone,
      { start: addDays(today, -28), end: addDays(today, -1), days: 28 },
    ])
    expect([time_zone, data.total.velocity.stockout_days]).toEqual([time_zone, 2])
  }
})

test('forecasts divide by the days in stock of the organisation', async () => {
  for (const time_zone of zones) {
    const shop = await openShop(time_zone)
    const { tenant, ids, today } = shop
    await stockOut(shop)
    const origin_week = mondayOf(today)
    const first_week = addDays(origin_week, -21)
    const [days] = await readStockDays(
      tenant.service.database.sql as never,
      { organization_id: tenant.organization_id, origin_week, weeks: 4, first_week },
      [ids.variants.C!],
    )
    expect([time_zone, exposureOf(days, 4).stockout_days]).toEqual([time_zone, 2])
  }
})

test('a week of forecast accuracy is complete once it is over in the time zone of the organisation', async () => {
  for (const time_zone of zones) {
    const { tenant, ids, today } = await openShop(time_zone)
    const week_start = addDays(mondayOf(today), -7)
    await insertRows(tenant, 'weekly_forecasts', [
      {
        variant_id: ids.variants.C,
        sales_channel_id: ids.sales_channels.Web,
        week_start,
        origin_week: addDays(week_start, -7),
        forecast_units: 3,
        made_at: `${week_start}T00:00:00Z`,
      },
    ])
    const { data } = (await tenant.get('/api/v1/inventory/forecast-accuracy?weeks=2')).body
    expect([time_zone, data.latest?.week_start ?? null, data.weeks.at(-1).week_start]).toEqual([
      time_zone,
      null,
      week_start,
    ])
    expect([time_zone, data.weeks.at(-1).forecast_units]).toEqual([time_zone, 3])
  }
})
