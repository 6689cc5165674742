/** The cells of an answer are limited, and the refusal says which limit it is and what to do. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { limits } from '../../../server/contract/limits.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { path } from './trading_shop.ts'

setDefaultTimeout(60_000)

const today = new Date().toISOString().slice(0, 10)
const days = 160
const skus = Array.from({ length: 60 }, (_, i) => `SKU-${i}`)

/** One sale of each product on each day. */
async function openShop() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Web'],
    products: skus.map((sku) => ({ title: sku, variants: [{ sku }] })),
  })
  await tenant.service.database.sql`
    insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, currency, units,
      gross_sales_cents)
    select ${tenant.organization_id}, v, ${addDays(today, -1)}::date - n, ${ids.sales_channels.Web!},
      ${ids.locations.Main!}, 'USD', 1, 1000
    from unnest(${Object.values(ids.variants)}::uuid[]) v, generate_series(0, ${days - 1}) n`
  return tenant
}

test('an answer has as many cells as its limit, and a larger one is refused with the rows that fit', async () => {
  const tenant = await openShop()
  const { body: dictionary } = await tenant.get('/api/v1/metrics')
  const dimensions = ['sales_channel', 'product']
  const measures = dictionary.data.metrics.flatMap(({ metric, domains }: any) => {
    const own = domains.find(({ domain }: any) => domain === 'sales')
    const isWhole = own?.grains.includes('day') && dimensions.every((one) => own.dimensions.includes(one))
    return isWhole ? [metric] : []
  })
  const query = {
    domain: 'sales',
    measures: measures.slice(0, limits.metrics_measures_max),
    dimensions,
    grain: 'day',
    time_range: { kind: 'absolute', start: addDays(today, -days), end: addDays(today, -1) },
  }
  const refused = await tenant.post(path, { query })
  expect([refused.status, refused.body.code, refused.body.data.field]).toEqual([400, 'bad_request', 'query.limit'])
  expect(refused.body.message.desc).toContain('200,000 cells')
  const rows_max = Number(
    /at most ([\d,]+) for a response with (\d+) columns/.exec(refused.body.data.rule)![1]!.replace(',', ''),
  )
  const { status, body } = await tenant.post(path, { query: { ...query, limit: rows_max } })
  expect([status, body.data.row_count, body.data.total_row_count]).toEqual([200, rows_max, days * skus.length])
  const cells = rows_max * body.data.columns.length
  expect(cells).toBeLessThanOrEqual(limits.metrics_cells_max)
  expect(cells + body.data.columns.length).toBeGreaterThan(limits.metrics_cells_max)
  expect((await tenant.post(path, { query: { ...query, limit: rows_max + 1 } })).status).toBe(400)
  // Fewer columns, or a grain with fewer rows.
  expect((await tenant.post(path, { query: { ...query, measures: ['net_sales'] } })).body.data.row_count).toBe(
    days * skus.length,
  )
  expect((await tenant.post(path, { query: { ...query, grain: 'month' } })).status).toBe(200)
})
