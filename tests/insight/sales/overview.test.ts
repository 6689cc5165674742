import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays, mondayOf } from '../../../server/calendar/days.ts'
import { overviewWindows, pointsOf } from '../../../server/insight/sales/sales_overview.rules.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import {
  between,
  categoryOf,
  dollars,
  netOf,
  openSalesShop,
  randomSales,
  type SalesShop,
  sell,
  sumOf,
} from './support.ts'

setDefaultTimeout(60_000)
const today = new Date().toISOString().slice(0, 10)
const ask = (shop: SalesShop, query = '') => shop.tenant.get(`/api/v1/sales/new-overview?${query}`)
const filters = (key: string, value: unknown) =>
  `filter_args=${encodeURIComponent(JSON.stringify([{ key, operation: 'eq', value }]))}`

const valuesOf = (body: any) => Object.fromEntries(body.cards.map(({ key, value }: any) => [key, value]))

/** The cards, from what was written in a window. */
function cardsOf(rows: SalesShop['rows'], start: string, end: string) {
  const sold = between(rows, start, end)
  const sum = (of: (row: SalesShop['rows'][number]) => number | undefined) => sumOf(sold, (row) => of(row) ?? 0)
  const [units, gross] = [sum((row) => row.units), sum((row) => row.gross_sales_cents)]
  const [returned, discounts] = [sum((row) => row.returned_units), sum((row) => row.discounts_cents)]
  const rounded = (value: number) => Math.round(value * 100) / 100
  return {
    net_sales: sum(netOf) / 100,
    gross_sales: gross / 100,
    net_items_sold: units - returned,
    average_price: rounded((gross - discounts) / units / 100),
    discount_rate: rounded((discounts / gross) * 100),
    return_rate: rounded((returned / units) * 100),
    gross_margin: null,
  }
}

test('a filter on locations, by which no sums are kept, is refused and named', async () => {
  const shop = await openSalesShop()
  const answer = await ask(shop, filters('location_id', shop.ids.locations.Main))
  expect([answer.status, answer.body.code]).toEqual([400, 'bad_request'])
  expect(answer.body.message.desc).toContain('filter_args[0].key')
  expect(answer.body.message.desc).toContain('sales_channel_id')
})

test('cards and charts are what was written, over all sales and over filtered ones', async () => {
  const shop = await openSalesShop()
  await sell(shop, randomSales(addDays(today, -420), addDays(today, -300)))
  await sell(shop, randomSales(addDays(today, -80), today, 31))
  const [start, end] = [addDays(today, -28), addDays(today, -1)]
  for (const [query, keep] of [
    ['', () => true],
    [filters('category', 'Knitwear'), ({ sku }) => categoryOf[sku] === 'Knitwear'],
    [filters('sales_channel_id', shop.ids.sales_channels.Shop), ({ channel }) => channel === 'Shop'],
  ] as [string, (row: SalesShop['rows'][number]) => boolean][]) {
    const rows = shop.rows.filter(keep)
    const { status, body } = await ask(shop, query)
    expect(status).toBe(200)
    expect(valuesOf(body)).toEqual(cardsOf(rows, start, end))
    const previous = Object.fromEntries(body.cards.map(({ key, previous_value }: any) => [key, previous_value]))
    expect(previous).toEqual(cardsOf(rows, addDays(today, -56), addDays(today, -29)))
    const [net] = body.cards
    const [now, before] = [net.value, net.previous_value]
    expect(net.change).toBeCloseTo(before > 0 ? (now / before - 1) * 100 : Number.NaN, 0)
    expect([net.unit, body.cards[2].unit, body.cards[4].unit]).toEqual(['USD', 'units', 'percent'])
    const { revenue, historical, last_year, forecast, forecast_reason } = body.charts
    expect(revenue).toEqual(dollars(sumOf(between(rows, start, end), netOf)))
    expect(historical.length).toBe(28)
    for (const [i, { date, value }] of historical.entries()) {
      expect(value).toEqual(dollars(sumOf(between(rows, date, date), netOf)))
      const { date: past, value: pastValue } = last_year[i]
      expect([past, pastValue.cents]).toEqual([addDays(date, -364), sumOf(between(rows, past, past), netOf)])
    }
    expect([forecast, forecast_reason]).toEqual([null, 'There is no forecast of the coming weeks.'])
  }
})

test('sales by variant lists what sold most, or sums by the values of an option', async () => {
  const shop = await openSalesShop()
  await sell(shop, randomSales(addDays(today, -28), addDays(today, -1)))
  const chart = async (query: string) => (await ask(shop, `charts=sales_by_variant&${query}`)).body.charts
  const { sales_by_variant, ...others } = await chart('')
  expect(others).toEqual({})
  const bySku = Object.keys(categoryOf).map((sku) => [
    sku,
    sumOf(
      shop.rows.filter((row) => row.sku === sku),
      netOf,
    ),
  ])
  const sorted = bySku.toSorted(([, one], [, other]) => Number(other) - Number(one))
  expect(sales_by_variant.map(({ value, net_sales }: any) => [value, net_sales.cents])).toEqual(sorted)
  const sizeOf = (sku: string) => ({ S: 'S', M: 'M', '30': 'S', '32': 'M' })[sku.slice(2)] ?? null
  const sizes = (await chart('product_option=Size')).sales_by_variant
  expect(sizes.length).toBe(3)
  for (const { variant_id, value, net_sales, net_items_sold } of sizes) {
    const rows = shop.rows.filter(({ sku }) => sizeOf(sku) === value)
    const units = sumOf(rows, (row) => row.units - (row.returned_units ?? 0))
    expect([variant_id, net_sales, net_items_sold]).toEqual([null, dollars(sumOf(rows, netOf)), units])
  }
})

test('the forecast of the coming weeks is valued at the average net price of the last 13', async () => {
  const shop = await openSalesShop()
  const next = addDays(mondayOf(today), 7)
  const sale = { sku: 'J-S', channel: 'Online', location: 'Main' }
  await sell(shop, [
    { ...sale, day: addDays(today, -91), units: 4, gross_sales_cents: 4000 },
    { ...sale, day: addDays(today, -1), units: 1, returned_units: 2, gross_sales_cents: 1500, returns_cents: 2500 },
    { ...sale, day: addDays(today, -92), units: 9, gross_sales_cents: 99_999 },
  ])
  const origin = addDays(next, -14)
  await insertRows(shop.tenant, 'forecast_runs', [
    { origin_week: addDays(origin, -7), began_at: today, ended_at: today },
    { origin_week: origin, began_at: today, ended_at: today },
    // Has not ended, so nothing of it is shown.
    { origin_week: addDays(origin, 7), began_at: today },
  ])
  const forecast = (week: number, sku: string, forecast_units: string, origin_week = origin) => ({
    origin_week,
    variant_id: shop.ids.variants[sku],
    sales_channel_id: shop.ids.sales_channels.Online,
    week_start: addDays(next, 7 * week),
    forecast_units,
  })
  await insertRows(shop.tenant, 'weekly_forecasts', [
    forecast(-1, 'J-S', '50'),
    forecast(0, 'J-S', '1.25'),
    forecast(0, 'D-30', '2'),
    forecast(3, 'J-S', '4'),
    forecast(4, 'J-S', '60'),
    forecast(0, 'J-S', '70', addDays(origin, -7)),
    forecast(0, 'J-S', '80', addDays(origin, 7)),
  ])
  // 5,500 − 2,500 for 5 − 2 units: 10.00 each.
  const { charts } = (await ask(shop)).body
  expect(charts.forecast).toEqual([
    { date: next, units: 3.25, value: dollars(3250) },
    { date: addDays(next, 21), units: 4, value: dollars(4000) },
  ])
  expect(charts.forecast_reason).toBeNull()
  const knitwear = (await ask(shop, filters('category', 'Knitwear'))).body.charts
  expect(knitwear.forecast[0]).toEqual({ date: next, units: 1.25, value: dollars(1250) })
  const denim = (await ask(shop, filters('category', 'Denim'))).body.charts
  expect(denim.forecast[0]).toMatchObject({
    units: 2,
    value: { cents: null, reason: expect.stringContaining('13 weeks') },
  })
})

test('margin counts the cost of units sold less that of units returned, and is null while a cost is unknown', async () => {
  const shop = await openSalesShop()
  const { sql } = shop.tenant.service.database
  const day = addDays(today, -2)
  await sell(shop, [
    { sku: 'J-S', day, channel: 'Online', location: 'Main', units: 3, gross_sales_cents: 6000 },
    { sku: 'J-M', day, channel: 'Online', location: 'Main', units: 1, gross_sales_cents: 2000 },
  ])
  const margin = async () => (await ask(shop, 'cards=gross_margin&charts=sales_by_variant')).body.cards[0]
  const cost = (sku: string, units: number, cents: number) => sql`
    update sales_daily set costed_units = ${units}, known_cost_cents = ${cents}
    where organization_id = ${shop.tenant.organization_id} and variant_id = ${shop.ids.variants[sku]!}`
  await cost('J-S', 3, 2400)
  expect(await margin()).toMatchObject({ value: null, reason: 'The cost of some of the units is unknown.' })
  await cost('J-M', 1, 600)
  expect(await margin()).toMatchObject({ key: 'gross_margin', value: 62.5, reason: null, unit: 'percent' })
})

test('periods to date compare with as much of the month or year before, and week 53 with the same weekdays', () => {
  const windows = (period: Parameters<typeof overviewWindows>[0], day: string) =>
    overviewWindows(period, { today: day, recorded_through: day }, 2)
  expect(windows('month_to_date', '2026-03-31')).toMatchObject({
    window: { start: '2026-03-01', end: '2026-03-31' },
    previous: { start: '2026-02-01', end: '2026-02-28' },
  })
  expect(windows('year_to_date', '2024-02-29').previous).toEqual({ start: '2023-01-01', end: '2023-03-01' })
  // Fiscal 2023 had 53 weeks, so fiscal 2024 began on 4 February.
  expect(windows('fiscal_year_to_date', '2024-02-10')).toEqual({
    window: { start: '2024-02-04', end: '2024-02-10' },
    previous: { start: '2023-01-29', end: '2023-02-04' },
    last_year: { start: '2023-02-05', end: '2023-02-11' },
  })
  expect(windows('fiscal_month_to_date', '2024-02-04').previous).toEqual({ start: '2023-12-31', end: '2023-12-31' })
  expect(windows('last_7_days', '2026-03-10').window).toEqual({ start: '2026-03-03', end: '2026-03-09' })
  expect(pointsOf({ start: '2026-01-01', end: '2026-01-31' }).length).toBe(31)
  expect(pointsOf({ start: '2026-01-01', end: '2026-03-31' }).length).toBe(14)
  expect(pointsOf({ start: '2026-01-01', end: '2026-12-31' }).length).toBe(12)
})

test('unknown periods, cards, charts and filters are refused by field', async () => {
  const shop = await openSalesShop()
  for (const [query, field] of [
    ['period=last_week', 'period'],
    ['cards=profit', 'cards[0]'],
    ['charts=units', 'charts[0]'],
    ['product_option=', 'product_option'],
    ['filter_args=[', 'filter_args'],
    [filters('sku', 'J-S'), 'filter_args[0].key'],
  ] as const) {
    const answer = await ask(shop, query)
    expect([query, answer.status, answer.body.data?.field]).toEqual([query, 400, field])
  }
})

test('cards without amounts need no exchange rate, and the others are null with the currency named', async () => {
  const shop = await openSalesShop()
  const { sql } = shop.tenant.service.database
  const sale = { sku: 'J-S', channel: 'Online', location: 'Main' }
  await sell(shop, [
    { ...sale, day: addDays(today, -5), units: 8, gross_sales_cents: 800 },
    { ...sale, day: addDays(today, -3), units: 0, returned_units: 2, gross_sales_cents: 0 },
  ])
  await sql`update sales_daily set currency = 'CHF' where organization_id = ${shop.tenant.organization_id}`
  await sql`update sales_by_channel set currency = 'CHF' where organization_id = ${shop.tenant.organization_id}`
  await sql`update sales_deltas set currency = 'CHF' where organization_id = ${shop.tenant.organization_id}`
  const { cards } = (await ask(shop, 'cards=net_sales,net_items_sold,return_rate,discount_rate')).body
  expect(cards.map(({ key, value }: any) => [key, value])).toEqual([
    ['net_sales', null],
    ['net_items_sold', 6],
    ['discount_rate', null],
    ['return_rate', 25],
  ])
  expect(cards[0].reason).toContain('CHF')
})
