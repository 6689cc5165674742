/** Forecasts whose rows are known, beside sales that are. */
import { addDays, mondayOf } from '../../../server/calendar/days.ts'
import { type Catalogue, insertRows, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

export const today = new Date().toISOString().slice(0, 10)
export const thisWeek = mondayOf(today)
/** Monday so many weeks after the running week; negative before it. */
export const week = (ahead: number) => addDays(thisWeek, 7 * ahead)
/** The origin of the newest run: the last complete week. */
export const origin = week(-1)

export interface Shop {
  tenant: Tenant
  session: Session
  ids: Catalogue
}

export async function openShop(): Promise<Shop> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store', 'Outlet'],
    sales_channels: ['Online', 'Shop'],
    categories: ['Knitwear', 'Denim'],
    products: [
      { title: 'Jumper', category: 'Knitwear', variants: [{ sku: 'J-M' }, { sku: 'J-S' }] },
      { title: 'Jeans', category: 'Denim', variants: [{ sku: 'D' }] },
      { title: 'Belt', variants: [{ sku: 'B' }] },
    ],
  })
  return { tenant, ids, session: await newSession(tenant) }
}

export interface ForecastRow {
  sku: string
  channel: string
  week_start: string
  units: number
  lag?: number
  lower?: number | null
  upper?: number | null
}

export const forecast = ({ tenant, ids }: Shop, rows: readonly ForecastRow[]) =>
  insertRows(
    tenant,
    'weekly_forecasts',
    rows.map(({ sku, channel, week_start, units, lag = 1, lower = null, upper = null }) => ({
      variant_id: ids.variants[sku],
      sales_channel_id: ids.sales_channels[channel],
      week_start,
      origin_week: addDays(week_start, -7 * lag),
      forecast_units: units,
      lower_units: lower,
      upper_units: upper,
      made_at: `${week_start}T00:00:00Z`,
    })),
  )

/** Series of the newest run. */
export async function endRun({ tenant, ids }: Shop, series: readonly (readonly [string, string])[]): Promise<void> {
  await insertRows(tenant, 'forecast_runs', [{ origin_week: origin, ended_at: `${today}T00:00:00Z` }])
  await insertRows(
    tenant,
    'forecast_choices',
    series.map(([sku, channel]) => ({
      variant_id: ids.variants[sku],
      sales_channel_id: ids.sales_channels[channel],
      origin_week: origin,
      method: 'moving_average',
      reason: 'smallest_error',
      errors: '{}',
      origins: 8,
      history_weeks: 52,
      stockout_days: 0,
      level_units: 10,
    })),
  )
}

export interface Sale {
  sku: string
  channel: string
  day: string
  units: number
  location?: string
}

/** Sales as orders that came in when they were placed: their channels are recorded to now. */
export async function sell({ tenant, ids }: Shop, rows: readonly Sale[]): Promise<void> {
  await recordSales(
    tenant,
    ids,
    rows.map(({ location = 'Main', ...row }) => ({ ...row, location, gross_sales_cents: 0 })),
  )
  const { sql } = tenant.service.database
  for (const { channel, day } of rows)
    await sql`
      insert into sales_channel_days (organization_id, day, sales_channel_id, origin)
      values (${tenant.organization_id}, ${day}, ${ids.sales_channels[channel]!}, 'orders')
      on conflict do nothing`
}

export async function list({ session }: Shop, query: Record<string, string | number> = {}) {
  const answer = await session.get(
    `/api/v1/forecasts?${new URLSearchParams(query as Record<string, string>).toString()}`,
  )
  return { ...answer, data: answer.body?.data }
}
