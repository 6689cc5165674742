/** Every figure of a month of the demo, recomputed from its lines by plain SQL (month_facts.ts), to the cent. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { fillDemo } from '../../db/demo/fill.ts'
import { addDays, daysBetween } from '../../server/calendar/days.ts'
import { recompute, refresh } from '../insight/velocity/velocity_fixture.ts'
import { startSeparateService } from '../support/service/service.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { historyOf, type StockDays, stockDays, type Sums, sumsBy } from './month_facts.ts'

setDefaultTimeout(300_000)

const today = new Date().toISOString().slice(0, 10)
const end = addDays(`${today.slice(0, 7)}-01`, -1)
const start = `${end.slice(0, 7)}-01`
const days = `start_date=${start}&end_date=${end}`
const length = daysBetween(start, end) + 1
let tenant: Tenant

/** The demo trades in one currency; three orders in another one are added, whose rate changes within the month. */
async function sellAbroad(): Promise<void> {
  const { organization_id, service, post } = tenant
  const { sql } = service.database
  const rates = [addDays(start, -3), addDays(start, 14)].map((rate_date, i) => ({
    organization_id,
    currency: 'EUR',
    rate_date,
    organization_currency_per_unit: ['1.0837', '1.1129'][i]!,
  }))
  await sql`insert into exchange_rates ${sql(rates)}`
  const variants = await sql<{ variant_id: string }[]>`
    select variant_id from order_lines where organization_id = ${organization_id} order by line_id limit 3`
  const [place] = await sql<{ sales_channel_id: string; location_id: string }[]>`
    select sales_channel_id, location_id from sales_orders
    where organization_id = ${organization_id} and not is_wholesale order by name limit 1`
  for (const [i, { variant_id }] of variants.entries()) {
    const lines = [{ variant_id, quantity: i + 1, unit_price_cents: 4_999 + i, discount_cents: 333, tax_cents: 101 }]
    const ordered_at = `${addDays(start, 5 + 7 * i)}T10:00:00Z`
    const headers = { 'Idempotency-Key': `abroad-${i}` }
    const { status } = await post('/api/v1/sales/orders', { ...place, currency: 'EUR', ordered_at, lines }, { headers })
    expect(status).toBe(201)
  }
}

beforeAll(async () => {
  tenant = await newTenant({ plan: 'pro', service: await startSeparateService('demo_month') })
  const { organization_id, service } = tenant
  await fillDemo(service.database.url, { organization_id, variants: 220, seed: 5 })
  await sellAbroad()
  await refresh(tenant)
})
afterAll(() => tenant.service.stop())

async function read(path: string): Promise<any> {
  const answer = await tenant.get(path)
  expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, ''])
  return answer.body.data ?? answer.body
}

const byKey = <T extends { key: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.key, row]))
const total = (rows: readonly Sums[], of: keyof Omit<Sums, 'key'>) => rows.reduce((sum, row) => sum + row[of], 0)
const rounded = (part: number, whole: number, decimals: number) =>
  whole > 0 ? Number(`${Math.round(Number(`${(part / whole).toPrecision(14)}e${decimals}`))}e-${decimals}`) : null
const sums = (key: string) => sumsBy(tenant, key, start, end)

test('the month has sales from orders in two currencies, in every category and channel', async () => {
  const [all] = await sums("'all'")
  expect(all!.units).toBeGreaterThan(100)
  expect((await sums('currency')).map(({ key }) => key)).toEqual(['EUR', 'USD'])
  expect((await sums('channel')).length).toBeGreaterThanOrEqual(3)
})

test('sales analytics: revenue of each category, and of all', async () => {
  const groups = await read(`/api/v1/sales/analytics?${days}`)
  const expected = await sums('category')
  const shown = Object.entries<any>(groups).filter(([key]) => key !== 'Overall')
  expect(shown.map(([key, { revenue_total }]) => [key, Math.round(revenue_total * 100)])).toEqual(
    expected.map(({ key, net }) => [key, net]),
  )
  expect(Math.round(groups.Overall.revenue_total * 100)).toBe(total(expected, 'net'))
  expect(Math.round(groups.Overall.revenue_monthly[start.slice(0, 7)] * 100)).toBe(total(expected, 'net'))
})

test('net sales: each category, channel type and day, and their sums by week', async () => {
  const key = "category || '/' || channel_type || '/' || day"
  const expected = byKey(await sums(key))
  const { rows } = await read(`/api/v1/sales/net-sales?${days}&grain=day`)
  const shown = new Map<string, any>(
    rows.map((row: any) => [`${row.category}/${row.channel_type}/${row.period_start}`, row]),
  )
  for (const [at, row] of shown)
    expect([at, row.net_sales.cents, row.net_items_sold]).toEqual([
      at,
      expected.get(at)?.net ?? 0,
      (expected.get(at)?.units ?? 0) - (expected.get(at)?.returned ?? 0),
    ])
  expect([...expected.keys()].filter((at) => !shown.has(at))).toEqual([])
  const byWeek = await sums(
    "category || '/' || channel_type || '/' || greatest(date_trunc('week', day)::date, $2::date)",
  )
  const weeks = await read(`/api/v1/sales/net-sales?${days}&grain=week`)
  const weekOf = byKey(byWeek)
  for (const row of weeks.rows) {
    const at = `${row.category}/${row.channel_type}/${row.period_start}`
    expect([at, row.net_sales.cents]).toEqual([at, weekOf.get(at)?.net ?? 0])
  }
})

test('channel performance: each channel and day, the month and the days before', async () => {
  const { channels } = await read(`/api/v1/sales/performance/channels?${days}`)
  const [ofDay, ofMonth] = [byKey(await sums("channel || '/' || day")), byKey(await sums('channel'))]
  const length = daysBetween(start, end) + 1
  const before = byKey(await sumsBy(tenant, 'channel', addDays(start, -length), addDays(start, -1)))
  let compared = 0
  for (const { channel_name, data, total_revenue, period_difference } of channels) {
    const points = data.map(({ date, revenue }: any) => [date, revenue.cents])
    expect(points).toEqual(data.map(({ date }: any) => [date, ofDay.get(`${channel_name}/${date}`)?.net ?? 0]))
    // Each day is rounded by itself, so a month in two currencies may differ from the sum rounded once.
    const sum = points.reduce((all: number, [, cents]: [string, number]) => all + cents, 0)
    expect(Math.abs(sum - (ofMonth.get(channel_name)?.net ?? 0))).toBeLessThanOrEqual(3)
    expect(total_revenue.cents).toBe(sum)
    expect(period_difference.cents).toBe(sum - (before.get(channel_name)?.net ?? 0))
    compared += data.length
  }
  expect(compared).toBe(channels.length * length)
})

test('the overview: cards against the days before, points, and sales by variant', async () => {
  const [from, to] = [addDays(today, -28), addDays(today, -1)]
  const overview = await read('/api/v1/sales/new-overview?charts=revenue,sales_by_variant')
  const [[now], [before]] = [
    await sumsBy(tenant, "'all'", from, to),
    await sumsBy(tenant, "'all'", addDays(from, -28), addDays(from, -1)),
  ]
  const cards = (of: Sums) => ({
    net_sales: of.net / 100,
    gross_sales: of.gross / 100,
    net_items_sold: of.units - of.returned,
    average_price: rounded(of.gross - of.discounts, of.units * 100, 2),
    discount_rate: rounded(of.discounts * 100, of.gross, 2),
    return_rate: rounded(of.returned * 100, of.units, 2),
    gross_margin: of.uncosted > 0 ? null : rounded((of.net - of.cost) * 100, of.net, 2),
  })
  const shown = (field: string) => Object.fromEntries(overview.cards.map((card: any) => [card.key, card[field]]))
  expect(shown('value')).toEqual(cards(now!))
  expect(shown('previous_value')).toEqual(cards(before!))
  expect(overview.charts.revenue.cents).toBe(now!.net)
  const ofDay = byKey(await sumsBy(tenant, 'day', from, to))
  expect(overview.charts.historical.map(({ date, value }: any) => [date, value.cents])).toEqual(
    Array.from({ length: 28 }, (_, i) => [addDays(from, i), ofDay.get(addDays(from, i))?.net ?? 0]),
  )
  const ofVariant = await sumsBy(tenant, 'sku', from, to)
  const most = ofVariant.map(({ net }) => net).toSorted((one, other) => other - one)
  const bySku = byKey(ofVariant)
  for (const [i, row] of overview.charts.sales_by_variant.entries()) {
    const of = bySku.get(row.value)!
    expect([row.net_sales.cents, row.net_items_sold]).toEqual([of.net, of.units - of.returned])
    expect(row.net_sales.cents).toBe(most[i]!)
  }
})

test.each(['variants', 'products'] as const)(
  'the table of %s: amounts, units, sell-through and stockout losses of each row, and its totals',
  async (type) => {
    const key = type === 'variants' ? 'variant_id' : 'product_id'
    const expected = byKey(await sums(key))
    const history = await historyOf(tenant)
    const stock = Map.groupBy(await stockDays(tenant, start, end), (one) => one[key])
    let offset = 0
    let rows = 0
    for (;;) {
      const page = await read(`/api/v1/sales/table?type=${type}&${days}&limit=100&offset=${offset}`)
      for (const row of page.rows) checkRow(row, expected.get(row[key]), stock.get(row[key])!, history)
      rows += page.rows.length
      offset += page.rows.length
      if (page.rows.length === 0 || offset >= page.filtered_max_size) {
        const [all] = await sums("'all'")
        const { totals } = page
        expect(
          [totals.gross_sales, totals.discounts, totals.returns, totals.taxes, totals.net_sales].map(
            (one) => one.cents,
          ),
        ).toEqual([all!.gross, all!.discounts, all!.returns, all!.taxes, all!.net])
        expect([totals.items_sold, totals.items_returned, totals.return_rate]).toEqual([
          all!.units,
          all!.returned,
          rounded(all!.returned * 100, all!.units, 2),
        ])
        break
      }
    }
    expect(rows).toBe(stock.size)
  },
)

const none = { units: 0, returned: 0, gross: 0, discounts: 0, returns: 0, taxes: 0, net: 0 }

type Replayed = Awaited<ReturnType<typeof historyOf>>

function checkRow(row: any, found: Sums | undefined, variants: StockDays[], history: Replayed): void {
  const of = found ?? none
  const { sell_through, stockout_losses } = row
  expect([row.gross_sales, row.discounts, row.returns, row.taxes, row.net_sales].map((one: any) => one.cents)).toEqual([
    of.gross,
    of.discounts,
    of.returns,
    of.taxes,
    of.net,
  ])
  expect([row.items_sold, row.items_returned, row.net_items_sold, row.return_rate]).toEqual([
    of.units,
    of.returned,
    of.units - of.returned,
    rounded(of.returned * 100, of.units, 2),
  ])
  if (sell_through.percentage !== null) {
    const [opening, received] = [
      variants.reduce((sum, one) => sum + one.opening, 0),
      variants.reduce((sum, one) => sum + one.received, 0),
    ]
    expect([sell_through.opening_on_hand, sell_through.received]).toEqual([opening, received])
    const net = of.units - of.returned
    if (net >= 0) expect(sell_through.percentage).toBe(rounded(100 * net, opening + received, 2))
  }
  const losses = variants.flatMap((one) => {
    const { lost_units, lost_cents, stockout_days } = recompute(history, one.variant_id, addDays(end, 1), length)
    return lost_units === null ? [] : [{ stockout_days, lost_units, lost_cents: lost_cents! }]
  })
  expect(stockout_losses.variants_measured).toBe(losses.length)
  if (losses.length === 0) return
  const sum = (name: keyof (typeof losses)[number]) => losses.reduce((all, one) => all + one[name], 0)
  expect(stockout_losses.stockout_days).toBe(sum('stockout_days'))
  expect(stockout_losses.lost_units).toBeCloseTo(sum('lost_units'), 6)
  expect(Math.abs(stockout_losses.lost_sales.cents - sum('lost_cents'))).toBeLessThanOrEqual(1)
}

test('the velocity of every variant over four weeks, and the totals of the table', async () => {
  const [from, to] = [addDays(today, -28), addDays(today, -1)]
  const expected = new Map((await stockDays(tenant, from, to)).map((one) => [one.variant_id, one]))
  const earlier = byKey(await sumsBy(tenant, 'variant_id', addDays(from, -28), addDays(from, -1)))
  const rows: any[] = []
  for (let offset = 0; offset < expected.size; offset += 100)
    rows.push(...(await read(`/api/v1/sales/velocity/table?limit=100&offset=${offset}`)).rows)
  expect(rows.length).toBe(expected.size)
  const history = await historyOf(tenant)
  const sums = { in_stock_days: 0, stockout_days: 0, untracked_days: 0 }
  let lost_cents = 0
  for (const row of rows) {
    const of = expected.get(row.variant_id)!
    const again = recompute(history, row.variant_id, addDays(to, 1), 28)
    for (const name of ['in_stock_days', 'stockout_days', 'untracked_days'] as const) sums[name] += again[name]
    expect([row.sku, row.units_sold, row.in_stock_days, row.stockout_days]).toEqual([
      row.sku,
      of.units,
      again.in_stock_days,
      again.stockout_days,
    ])
    expect(row.previous_units_sold).toBe(earlier.get(row.variant_id)?.units ?? 0)
    expect(row.net_sales.cents).toBe(of.net_cents)
    expect([row.sku, row.units_per_day, row.lost_units]).toEqual([row.sku, again.units_per_day, again.lost_units])
    if (row.lost_revenue.cents !== null) expect(row.lost_revenue.cents).toBe(again.lost_cents)
    lost_cents += row.lost_revenue.cents ?? 0
  }
  const totals = await read('/api/v1/sales/velocity/table/totals')
  expect(totals.units_sold).toBe([...expected.values()].reduce((sum, { units }) => sum + units, 0))
  expect(totals).toMatchObject(sums)
  if (totals.lost_revenue.cents !== null) expect(totals.lost_revenue.cents).toBe(lost_cents)
})

test('metric queries: measures of sales by category, channel and week', async () => {
  const measures = [
    'gross_sales',
    'discounts',
    'returns_value',
    'net_sales',
    'sales_taxes',
    'units_sold',
    'units_returned',
  ]
  const names = ['gross', 'discounts', 'returns', 'net', 'taxes', 'units', 'returned'] as const
  const time_range = { kind: 'absolute', start, end }
  const ask = async (more: object) => {
    const query = { domain: 'sales', measures, time_range, ...more }
    const answer = await tenant.post('/api/v1/metrics/query', { query })
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    return answer.body.data.rows as any[]
  }
  const figures = (row: any) => measures.map((name) => row[name]?.cents ?? row[name])
  const check = async (rows: any[], key: string, keyOf: (row: any) => string) => {
    const expected = byKey(await sums(key))
    for (const row of rows) {
      const of = expected.get(keyOf(row)) ?? { ...none }
      expect([keyOf(row), figures(row)]).toEqual([keyOf(row), names.map((name) => of[name])])
    }
    expect(rows.length).toBeGreaterThanOrEqual(expected.size)
  }
  await check(await ask({}), "'all'", () => 'all')
  await check(await ask({ dimensions: ['category'] }), 'category_id', (row) => row.category_id)
  await check(await ask({ dimensions: ['sales_channel'] }), 'sales_channel_id', (row) => row.sales_channel_id)
  await check(await ask({ dimensions: ['product'] }), 'product_id', (row) => row.product_id)
  await check(
    await ask({ grain: 'week' }),
    "greatest(date_trunc('week', day)::date, $2::date)",
    (row) => row.period_start,
  )
})
