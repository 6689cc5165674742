import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { measurePrices } from '../../../server/catalogue/price_sensitivity/measure_prices.ts'
import { insertRows, moveStock } from '../../support/fixtures/catalogue.ts'
import {
  between,
  channelTypes,
  dollars,
  netOf,
  openSalesShop,
  productOf,
  randomSales,
  type SalesShop,
  sell,
  sumOf,
} from './support.ts'

setDefaultTimeout(60_000)
const ask = (shop: SalesShop, query: string) => shop.tenant.get(`/api/v1/sales/table?${query}`)
const filters = (...all: [string, string, unknown][]) =>
  `filter_args=${encodeURIComponent(JSON.stringify(all.map(([key, operation, value]) => ({ key, operation, value }))))}`

/** The figures of a row, summed from what was written. */
function figuresOf(rows: SalesShop['rows']) {
  const sum = (of: (row: SalesShop['rows'][number]) => number | undefined) => sumOf(rows, (row) => of(row) ?? 0)
  const [sold, returned] = [sum(({ units }) => units), sum(({ returned_units }) => returned_units)]
  return {
    gross_sales: dollars(sum(({ gross_sales_cents }) => gross_sales_cents)),
    discounts: dollars(sum(({ discounts_cents }) => discounts_cents)),
    returns: dollars(sum(({ returns_cents }) => returns_cents)),
    taxes: dollars(sum(({ taxes_cents }) => taxes_cents)),
    net_sales: dollars(sum(netOf)),
    amounts_reason_code: null,
    items_sold: sold,
    items_returned: returned,
    net_items_sold: sold - returned,
    return_rate: sold > 0 ? Math.round((returned / sold) * 10_000) / 100 : null,
    return_rate_reason_code: sold > 0 ? null : 'nothing_sold',
    return_rate_reason: sold > 0 ? null : 'Nothing was sold in the window.',
  }
}

test('rows and totals of variants and products are what was written, and agree with net sales and channels', async () => {
  const shop = await openSalesShop()
  await sell(shop, randomSales('2025-01-20', '2025-03-10'))
  const [start, end] = ['2025-02-03', '2025-03-02']
  const window = `start_date=${start}&end_date=${end}`
  const inWindow = between(shop.rows, start, end)
  for (const [type, keyOf, names] of [
    ['variants', (sku: string) => sku, Object.keys(productOf)],
    ['products', (sku: string) => productOf[sku]!, ['Jumper', 'Jeans', 'Gift card']],
  ] as const) {
    const answer = await ask(shop, `${window}&type=${type}`)
    expect(answer.status).toBe(200)
    const { rows, totals, filtered_max_size, window: stated } = answer.body.data
    expect([filtered_max_size, stated]).toEqual([
      names.length,
      { start_date: start, end_date: end, end_exclusive: addDays(end, 1) },
    ])
    for (const name of names) {
      const row = rows.find((one: any) => (type === 'variants' ? one.sku : one.product_title) === name)
      expect(row).toMatchObject(figuresOf(inWindow.filter(({ sku }) => keyOf(sku) === name)))
    }
    const sorted = rows.map(({ net_sales }: any) => net_sales.cents)
    expect(sorted).toEqual(sorted.toSorted((a: number, b: number) => b - a))
    expect(totals).toEqual(figuresOf(inWindow))
  }
  const net = (await shop.tenant.get(`/api/v1/sales/net-sales?${window}&grain=month`)).body.data.rows
  const channels = (await shop.tenant.get(`/api/v1/sales/performance/channels?${window}`)).body.data.channels
  const add = (rows: any[], of: (row: any) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  expect(add(net, ({ net_sales }) => net_sales.cents)).toBe(sumOf(inWindow, netOf))
  expect(add(channels, ({ total_revenue }) => total_revenue.cents)).toBe(sumOf(inWindow, netOf))
})

test('filters on channels and locations limit the sums, and the others limit the rows and their totals', async () => {
  const shop = await openSalesShop()
  await sell(shop, randomSales('2025-02-01', '2025-02-28'))
  const window = 'start_date=2025-02-01&end_date=2025-02-28'
  const { Online } = shop.ids.sales_channels
  const { Main, Store } = shop.ids.locations
  const inType = (type: string) => (channel: string) => channelTypes[channel as keyof typeof channelTypes] === type
  for (const [query, keep, count] of [
    [filters(['sales_channel_id', 'eq', Online]), ({ channel }: any) => channel === 'Online', 5],
    [filters(['channel_type', 'in', ['store']]), ({ channel }: any) => inType('store')(channel), 5],
    [filters(['location_id', 'eq', Main]), ({ location }: any) => location === 'Main', 5],
    [
      filters(['location_id', 'in', [Main, Store]], ['channel_type', 'eq', 'online']),
      ({ channel }: any) => channel === 'Online',
      5,
    ],
    [
      filters(['location_id', 'in', [Store]], ['category', 'eq', 'Denim']),
      ({ sku, location }: any) => sku.startsWith('D') && location === 'Store',
      2,
    ],
    [filters(['category', 'eq', 'Denim']), ({ sku }: any) => sku.startsWith('D'), 2],
    [filters(['custom_fields', 'eq', 'Fit=slim']), ({ sku }: any) => sku === 'J-S', 1],
    [
      filters(['platform_tags', 'eq', 'winter'], ['channel_type', 'eq', 'wholesale']),
      ({ sku, channel }: any) => sku.startsWith('J') && channel === 'Wholesale',
      2,
    ],
    ['search=gift', ({ sku }: any) => sku === 'X', 1],
  ] as const) {
    const { rows, totals, filtered_max_size } = (await ask(shop, `${window}&${query}`)).body.data
    const keptRows = shop.rows.filter(keep)
    expect([query, filtered_max_size]).toEqual([query, count])
    expect(totals).toEqual(figuresOf(keptRows))
    for (const row of rows) expect(row).toMatchObject(figuresOf(keptRows.filter(({ sku }) => sku === row.sku)))
  }
  const ofProducts = (await ask(shop, `${window}&type=products&${filters(['location_id', 'eq', Store])}`)).body.data
  const inStore = (title: string) =>
    shop.rows.filter(({ sku, location }) => productOf[sku] === title && location === 'Store')
  expect(ofProducts.rows.length).toBe(3)
  for (const row of ofProducts.rows) expect(row).toMatchObject(figuresOf(inStore(row.product_title)))
  expect(ofProducts.totals).toEqual(figuresOf(shop.rows.filter(({ location }) => location === 'Store')))
  const above = (await ask(shop, `${window}&${filters(['net_items_sold', 'gte', 20])}`)).body.data
  expect(above.rows.every(({ net_items_sold }: any) => net_items_sold >= 20)).toBe(true)
  const [top] = (
    await ask(shop, `${window}&type=products&sort_args=-items_sold&limit=1&fields=product_title,items_sold`)
  ).body.data.rows
  expect(Object.keys(top)).toEqual(['product_title', 'items_sold'])
})

test('sales by location have one value in the table and in metrics, and add up to all', async () => {
  const shop = await openSalesShop()
  await sell(shop, randomSales('2025-02-01', '2025-02-28'))
  const window = 'start_date=2025-02-01&end_date=2025-02-28'
  const query = {
    domain: 'sales',
    measures: ['net_sales', 'units_sold'],
    dimensions: ['location'],
    time_range: { kind: 'absolute', start: '2025-02-01', end: '2025-02-28' },
  }
  const { rows } = (await shop.tenant.post('/api/v1/metrics/query', { query })).body.data
  expect(rows.map(({ location_name }: any) => location_name)).toEqual(['Main', 'Store'])
  for (const { location_id, net_sales, units_sold } of rows)
    for (const type of ['variants', 'products']) {
      const { totals } = (await ask(shop, `${window}&type=${type}&${filters(['location_id', 'eq', location_id])}`)).body
        .data
      expect([totals.net_sales, totals.items_sold]).toEqual([net_sales, units_sold])
    }
  expect(rows.reduce((sum: number, row: any) => sum + row.net_sales.cents, 0)).toBe(sumOf(shop.rows, netOf))
})

test('a window without sales has totals of zero, whatever is selected', async () => {
  const shop = await openSalesShop()
  for (const query of ['type=variants', 'type=products', 'search=nothing', filters(['category', 'eq', 'Denim'])])
    expect([query, (await ask(shop, query)).body.data.totals]).toEqual([query, figuresOf([])])
})

test('without dates the window is the last 28 complete days in the time zone of the organisation', async () => {
  const shop = await openSalesShop()
  const { sql } = shop.tenant.service.database
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await sql`update organizations set time_zone = ${zone} where organization_id = ${shop.tenant.organization_id}`
    const [{ today }] = (await sql`select (now() at time zone ${zone})::date::text as today`) as any
    const { window } = (await ask(shop, 'fields=sku')).body.data
    expect([window.start_date, window.end_date]).toEqual([addDays(today, -28), addDays(today, -1)])
    const since = (await ask(shop, `fields=sku&start_date=${addDays(today, -3)}`)).body.data.window
    expect([since.start_date, since.end_date]).toEqual([addDays(today, -3), addDays(today, -1)])
  }
})

test('sell-through compares with opening stock and receipts, and stockouts cost what the pace would have sold', async () => {
  const shop = await openSalesShop()
  const stock = { location: 'Main', unit_cost: '5.00' }
  await moveStock(shop.tenant, shop.ids, [
    { ...stock, sku: 'J-S', kind: 'opening', quantity: 10, occurred_at: '2025-01-15T08:00:00Z' },
    { ...stock, sku: 'J-S', kind: 'fulfilment', quantity: -10, occurred_at: '2025-02-05T20:00:00Z' },
    { ...stock, sku: 'J-S', kind: 'receipt', quantity: 6, occurred_at: '2025-02-10T08:00:00Z' },
    { ...stock, sku: 'J-M', kind: 'receipt', quantity: 8, occurred_at: '2025-02-03T08:00:00Z' },
  ])
  const sale = { channel: 'Online', location: 'Main', gross_sales_cents: 0 }
  await sell(shop, [
    { ...sale, sku: 'J-S', day: '2025-02-02', units: 4, gross_sales_cents: 8000 },
    { ...sale, sku: 'J-S', day: '2025-02-05', units: 6, gross_sales_cents: 12_000 },
    // Sold on a day that the ledger has no stock on: no stockout.
    { ...sale, sku: 'J-S', day: '2025-02-07', units: 2, gross_sales_cents: 4000 },
    { ...sale, sku: 'J-S', day: '2025-02-12', units: 0, returned_units: 4, returns_cents: 8000 },
    { ...sale, sku: 'J-M', day: '2025-02-01', units: 1, gross_sales_cents: 2000 },
    { ...sale, sku: 'D-30', day: '2025-02-01', units: 1, gross_sales_cents: 2000 },
  ])
  const { rows } = (await ask(shop, 'start_date=2025-02-01&end_date=2025-02-14')).body.data
  const row = (sku: string) => rows.find((one: any) => one.sku === sku)
  expect(row('J-S').sell_through).toEqual({
    percentage: 50,
    basis: 'opening_on_hand_plus_receipts',
    net_items_sold: 8,
    opening_on_hand: 10,
    received: 6,
    reason_code: null,
    reason: null,
  })
  // Out of stock on the 6th, 8th and 9th; in stock or sold on 11 days: 12 units ÷ 11 × 3, rounded as in velocity, at 20.00 each.
  expect(row('J-S').stockout_losses).toEqual({
    variants: 1,
    variants_measured: 1,
    days_measured: 14,
    stockout_days: 3,
    lost_units: 3.27,
    lost_sales: dollars(3.27 * 2000),
    reason_code: null,
    reason: null,
  })
  expect(row('J-M').sell_through.reason).toContain('before the first stock was recorded')
  expect(row('J-M').stockout_losses).toMatchObject({ days_measured: 12, stockout_days: 0, lost_units: 0 })
  expect(row('D-30').sell_through).toMatchObject({ percentage: null, reason: 'No stock has been recorded.' })
  expect(row('D-30').stockout_losses).toMatchObject({ stockout_days: null, lost_units: null })
  const products = (await ask(shop, 'start_date=2025-02-01&end_date=2025-02-14&type=products')).body.data.rows
  const jumper = products.find(({ product_title }: any) => product_title === 'Jumper')
  expect(jumper.stockout_losses).toMatchObject({ variants: 2, variants_measured: 2, stockout_days: 3 })
  expect([jumper.sell_through.percentage, jumper.price_sensitivity, jumper.sku]).toEqual([null, null, null])
})

test('stock counts on the days of the organisation, as sales do', async () => {
  const shop = await openSalesShop()
  const { sql } = shop.tenant.service.database
  await sql`update organizations set time_zone = 'America/New_York' where organization_id = ${shop.tenant.organization_id}`
  const stock = { location: 'Main', unit_cost: '5.00' }
  await moveStock(shop.tenant, shop.ids, [
    { ...stock, sku: 'J-S', kind: 'opening', quantity: 10, occurred_at: '2025-01-15T08:00:00Z' },
    // The evenings of 31 January and 14 February in New York.
    { ...stock, sku: 'J-S', kind: 'receipt', quantity: 5, occurred_at: '2025-02-01T04:30:00Z' },
    { ...stock, sku: 'J-S', kind: 'receipt', quantity: 6, occurred_at: '2025-02-15T03:00:00Z' },
    { ...stock, sku: 'J-M', kind: 'opening', quantity: 4, occurred_at: '2025-01-15T08:00:00Z' },
    // The evening of 10 February.
    { ...stock, sku: 'J-M', kind: 'fulfilment', quantity: -4, occurred_at: '2025-02-11T02:00:00Z' },
  ])
  const sale = { channel: 'Online', location: 'Main', day: '2025-02-10' }
  await sell(shop, [
    { ...sale, sku: 'J-S', units: 7, gross_sales_cents: 14_000 },
    { ...sale, sku: 'J-M', units: 4, gross_sales_cents: 8000 },
  ])
  const { rows } = (await ask(shop, 'start_date=2025-02-01&end_date=2025-02-14')).body.data
  const row = (sku: string) => rows.find((one: any) => one.sku === sku)
  expect(row('J-S').sell_through).toMatchObject({ percentage: 33.33, opening_on_hand: 15, received: 6 })
  // In stock on ten days, out of stock from the 11th to the 14th: 4 units ÷ 10 × 4 at 20.00 each.
  expect(row('J-M').stockout_losses).toMatchObject({ stockout_days: 4, lost_units: 1.6, lost_sales: { cents: 3200 } })
  const query = {
    domain: 'sales',
    measures: ['sell_through'],
    filters: [{ dimension: 'product', values: [shop.ids.products.Jumper] }],
    time_range: { kind: 'absolute', start: '2025-02-01', end: '2025-02-14' },
  }
  const [metric] = (await shop.tenant.post('/api/v1/metrics/query', { query })).body.data.rows
  const products = (await ask(shop, 'start_date=2025-02-01&end_date=2025-02-14&type=products')).body.data.rows
  const jumper = products.find(({ product_title }: any) => product_title === 'Jumper')
  // 11 units of 19 on hand at the start and 6 received.
  expect([metric.sell_through, jumper.sell_through.percentage]).toEqual([44, 44])
})

test('price sensitivity of rows is that of the read of each variant', async () => {
  const shop = await openSalesShop()
  const day = (week: number) => addDays(new Date().toISOString().slice(0, 10), -7 * week)
  const rows = Array.from({ length: 40 }, (_, i) => {
    const price = [2000, 1600, 2400, 1800][i % 4]!
    const units = Math.round(40_000 / price)
    return { sku: 'J-S', day: day(i + 2), channel: 'Online', location: 'Main', units, gross_sales_cents: units * price }
  })
  await sell(shop, rows)
  const readPrices = async () => (await ask(shop, 'fields=variant_id,price_sensitivity')).body.data.rows
  for (const { price_sensitivity } of await readPrices())
    expect(price_sensitivity).toMatchObject({ elasticity: null, reason_code: 'not_measured_yet' })
  const { sql } = shop.tenant.service.database
  const step = (work: (tx: never, now: string) => Promise<unknown>) =>
    sql.begin((tx) => work(tx as never, new Date().toISOString()))
  await measurePrices(step as never, {
    organization_id: shop.tenant.organization_id,
    time_zone: 'UTC',
    today: day(0),
  })
  const page = await readPrices()
  expect(page.length).toBe(5)
  for (const { variant_id, price_sensitivity } of page) {
    const { data } = (await shop.tenant.get(`/api/v1/variants/${variant_id}/price-sensitivity`)).body
    const { elasticity, standard_error, confidence_interval, label, reason_code, reason } = data
    expect(price_sensitivity).toEqual({ elasticity, standard_error, confidence_interval, label, reason_code, reason })
  }
  const own = page.find(({ variant_id }: any) => variant_id === shop.ids.variants['J-S'])
  expect(own.price_sensitivity.elasticity).toBeLessThan(0)
})

test('foreign sales are converted in rows and totals, and are null with the currency named while a rate is missing', async () => {
  const shop = await openSalesShop()
  const { sql } = shop.tenant.service.database
  await sell(shop, [
    { sku: 'J-S', day: '2025-03-03', channel: 'Online', location: 'Main', units: 1, gross_sales_cents: 1000 },
    { sku: 'J-M', day: '2025-03-04', channel: 'Online', location: 'Main', units: 1, gross_sales_cents: 333 },
  ])
  await sql`update sales_daily set currency = 'EUR' where organization_id = ${shop.tenant.organization_id} and day = '2025-03-04'`
  for (const type of ['variants', 'products']) {
    const read = async () =>
      (await ask(shop, `start_date=2025-03-01&end_date=2025-03-31&type=${type}&fields=net_sales,amounts_reason_code`))
        .body.data
    await sql`delete from exchange_rates where organization_id = ${shop.tenant.organization_id}`
    const { totals, rows } = await read()
    expect(totals.net_sales).toMatchObject({ cents: null, reason: expect.stringContaining('are in EUR') })
    expect(rows.at(-1).net_sales.cents).toBeNull()
    expect([totals, rows.at(-1), rows[0]].map((one) => one.amounts_reason_code)).toEqual([
      'no_exchange_rate',
      'no_exchange_rate',
      null,
    ])
    await insertRows(shop.tenant, 'exchange_rates', [
      { currency: 'EUR', rate_date: '2025-03-01', organization_currency_per_unit: '1.05' },
    ])
    const after = await read()
    expect(after.totals.net_sales.cents).toBe(1350)
    expect(after.rows.map(({ net_sales }: any) => net_sales.cents).slice(0, 2)).toEqual(
      type === 'variants' ? [1000, 350] : [1350, 0],
    )
  }
})

test('an export has every row of the window that was asked for', async () => {
  const shop = await openSalesShop()
  await sell(shop, randomSales('2025-02-01', '2025-02-28'))
  for (const [type, count] of [
    ['variants', 5],
    ['products', 3],
  ] as const) {
    const query = `start_date=2025-02-01&end_date=2025-02-14&type=${type}&fields=product_title,net_sales`
    const { data } = (await ask(shop, `${query}&export=true&limit=1`)).body
    expect(data.row_count).toBe(count)
    const url = new URL(data.export_url)
    const file = await fetch(`${shop.tenant.service.base_url}${url.pathname}${url.search}`)
    const lines = (await file.text()).trim().split(/\r?\n/)
    expect(lines.length).toBe(count + 1)
    expect(lines[0]).toContain('product_title')
    const page = (await ask(shop, query)).body.data.rows
    for (const [i, row] of page.entries()) expect(lines[i + 1]).toContain(String(row.net_sales.cents))
  }
})

test('bad windows, types, fields, filters and sorts are refused by field', async () => {
  const shop = await openSalesShop()
  for (const [query, field] of [
    ['start_date=2025-02-02&end_date=2025-02-01', 'end_date'],
    ['start_date=2025-01-01&end_date=2026-02-06', 'end_date'],
    ['type=categories', 'type'],
    ['fields=colour', 'fields[0]'],
    [filters(['colour', 'eq', 'red']), 'filter_args[0].key'],
    [filters(['channel_type', 'eq', 'street']), 'filter_args[0].value'],
    ['sort_args=sell_through', 'sort_args'],
    ['limit=101', 'limit'],
  ] as const) {
    const answer = await ask(shop, query)
    expect([query, answer.status, answer.body.data?.field]).toEqual([query, 400, field])
  }
})
