/** Home in a browser: what is drawn of sales and stock equals what the service answers, and unknown stays unknown. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type App, faultsOf, openApp } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('home_in_a_browser')
})
afterAll(() => app.close())

interface Point {
  date: string
  value: { cents: number | null; currency: string; reason: string | null }
}

const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const textOf = ({ cents, currency, reason }: Point['value']) =>
  cents === null
    ? `unknown: ${reason}`
    : new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

const answered = async () => {
  const sales = await app.tenant.get('/api/v1/sales/new-overview?period=last_90_days&charts=revenue')
  const stock = await app.tenant.post('/api/v1/metrics/query', {
    query: { domain: 'inventory', measures: ['inventory_value'], dimensions: ['category'] },
  })
  return { charts: sales.body.charts, stock: stock.body.data.rows }
}

const drawn = async (page: any, label: string, selector: string): Promise<string[]> =>
  page.getByRole('figure', { name: label }).locator(selector).allTextContents()

/** Stock of the starter data, and sales of the last three weeks alone. */
async function fill(): Promise<void> {
  const { tenant } = app
  await tenant.post('/api/v1/sandbox/seed')
  const { sql } = app.database
  const { organization_id } = tenant
  const [{ sales_channel_id } = { sales_channel_id: '' }] = await sql<{ sales_channel_id: string }[]>`
    select sales_channel_id from sales_channels where organization_id = ${organization_id} and channel_type <> 'wholesale' limit 1`
  const [{ location_id } = { location_id: '' }] = await sql<{ location_id: string }[]>`
    select location_id from locations where organization_id = ${organization_id} limit 1`
  const { variant_id } = (await tenant.get('/api/v1/variants/table?limit=1')).body.data.rows[0]
  for (const days of [3, 20]) {
    const ordered_at = new Date(Date.now() - days * 86_400_000).toISOString()
    const lines = [{ variant_id, quantity: days, unit_price_cents: 2_050 }]
    const order = { sales_channel_id, location_id, ordered_at, lines }
    const headers = { 'Idempotency-Key': `sold ${days} days ago` }
    const { status, body } = await tenant.post('/api/v1/sales/orders', order, { headers })
    expect([status, body.message.desc]).toEqual([201, expect.any(String)])
  }
}

test('before anything was recorded, no figure is drawn', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'))
  await page.getByText('No sales have been recorded yet.').waitFor()
  await page.getByText('There is no stock yet.').waitFor()
  expect(await page.getByRole('figure').count()).toBe(0)
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)

test('each week and each category is drawn as the service answers it', async () => {
  await fill()
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'))
  await page.getByRole('figure', { name: 'Stock value by category' }).waitFor()
  const { charts, stock } = await answered()
  const weeks = charts.historical.map(({ date, value }: Point, at: number) => {
    const before: Point | undefined = charts.last_year[at]
    return `${day.format(new Date(date))}: ${textOf(value)}${before === undefined ? '' : `, last year ${textOf(before.value)}`}`
  })
  const forecast = (charts.forecast ?? []).map(
    ({ date, value }: Point) => `${day.format(new Date(date))}: ${textOf(value)} forecast`,
  )
  expect(await drawn(page, 'Net sales by week', '.hidden')).toEqual([...weeks, ...forecast])
  expect(weeks[0]).toContain(': unknown: Sales are recorded from')
  expect(weeks.some((text: string) => /: \$[1-9]/.test(text))).toBe(true)
  const unknown = charts.historical.filter(({ value }: Point) => value.cents === null).length
  expect(await page.locator('.slot > .bar.unknown').count()).toBe(unknown)
  expect(stock.length).toBeGreaterThan(0)
  const values = stock.map(({ inventory_value }: { inventory_value: Point['value'] }) => textOf(inventory_value))
  expect((await drawn(page, 'Stock value by category', '.figure')).toSorted()).toEqual(values.toSorted())
  expect(await faultsOf(page, 'home_figures')).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)
