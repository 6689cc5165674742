import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { resolveTimeRange, type TimeRange } from '../../../server/insight/metrics/time_range.rules.ts'
import { insertRows, moveStock, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { path } from './trading_shop.ts'

async function ask(tenant: Tenant, query: object): Promise<any> {
  const answer = await tenant.post(path, { query })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.body.data
}

const in2025 = (start: string, end: string) => ({ kind: 'absolute', start: `2025-${start}`, end: `2025-${end}` })
const setZone = (tenant: Tenant, zone: string) =>
  tenant.service.database
    .sql`update organizations set time_zone = ${zone} where organization_id = ${tenant.organization_id}`

const shop = (tenant: Tenant) =>
  setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: ['Online', 'Shop'],
    categories: ['Knitwear'],
    products: [
      { title: 'Jumper', category: 'Knitwear', variants: [{ sku: 'J' }, { sku: 'K' }] },
      { title: 'Bag', variants: [{ sku: 'B' }] },
    ],
  })

interface OrderLine {
  sku: string
  quantity: number
  price: number
}
async function placeOrder(tenant: Tenant, ids: any, day: string, lines: readonly OrderLine[], currency = 'USD') {
  const order_id = uuidv7()
  await insertRows(tenant, 'sales_orders', [
    {
      order_id,
      name: `SO ${order_id}`,
      origin: 'api',
      lifecycle: 'open',
      is_wholesale: false,
      lifecycle_updated_at: `${day}T00:00:00Z`,
      sales_channel_id: ids.sales_channels.Online,
      location_id: ids.locations.Main,
      currency,
      freight_cents: 0,
      freight_tax_cents: 0,
      ordered_at: `${day}T00:00:00Z`,
      ordered_on: day,
      created_at: `${day}T00:00:00Z`,
      updated_at: `${day}T00:00:00Z`,
    },
  ])
  await insertRows(
    tenant,
    'order_lines',
    lines.map(({ sku, quantity, price }, i) => ({
      line_id: uuidv7(),
      order_id,
      line_number: i + 1,
      variant_id: ids.variants[sku],
      ordered_quantity: quantity,
      quantity,
      allocated_quantity: 0,
      fulfilled_quantity: 0,
      cancelled_quantity: 0,
      over_shipped_quantity: 0,
      unit_price_cents: price,
      discount_cents: 0,
      tax_cents: 0,
    })),
  )
}

test('facts of different grain do not multiply each other: orders by their lines, sales by movements', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant)
  await placeOrder(tenant, ids, '2025-10-07', [
    { sku: 'J', quantity: 1, price: 1000 },
    { sku: 'K', quantity: 2, price: 1000 },
    { sku: 'B', quantity: 3, price: 1000 },
  ])
  await placeOrder(tenant, ids, '2025-10-08', [{ sku: 'B', quantity: 1, price: 500 }])
  const orders = await ask(tenant, {
    domain: 'orders',
    measures: ['orders', 'order_units', 'order_value', 'average_order_value', 'units_per_order'],
    dimensions: ['sales_channel'],
    time_range: in2025('10-01', '10-31'),
  })
  expect(orders.rows).toEqual([
    {
      sales_channel_id: ids.sales_channels.Online,
      sales_channel_name: 'Online',
      orders: 2,
      order_units: 7,
      order_value: { cents: 6500, currency: 'USD', reason: null, usd: 65 },
      average_order_value: { cents: 3250, currency: 'USD', reason: null, usd: 32.5 },
      units_per_order: 3.5,
      units_per_order_reason: null,
    },
  ])
  const move = (kind: 'opening' | 'receipt' | 'fulfilment', quantity: number, day: string, location = 'Main') =>
    ({ sku: 'J', location, kind, quantity, occurred_at: `${day}T12:00:00Z` }) as const
  await moveStock(tenant, ids, [
    move('opening', 10, '2025-09-01'),
    move('opening', 5, '2025-09-01', 'Store'),
    move('receipt', 4, '2025-10-02'),
    move('receipt', 6, '2025-10-03'),
    move('fulfilment', -2, '2025-10-05'),
    move('receipt', 100, '2025-11-05'),
  ])
  const sale = { sku: 'J', location: 'Main', gross_sales_cents: 1000 }
  await recordSales(tenant, ids, [
    { ...sale, channel: 'Online', day: '2025-10-04', units: 3 },
    { ...sale, channel: 'Shop', day: '2025-10-04', units: 2 },
    { ...sale, channel: 'Online', day: '2025-10-05', units: 1, returned_units: 1 },
  ])
  const sales = await ask(tenant, {
    domain: 'sales',
    measures: ['units_sold', 'sell_through'],
    dimensions: ['category'],
    time_range: in2025('10-01', '10-31'),
  })
  // 5 net units of 15 on hand and 10 received.
  expect(sales.rows).toMatchObject([
    { category_name: 'Knitwear', units_sold: 6, sell_through: 20, sell_through_reason: null },
  ])
  const earlier = await ask(tenant, {
    domain: 'sales',
    measures: ['sell_through'],
    time_range: in2025('08-01', '10-31'),
  })
  expect(earlier.rows).toEqual([
    {
      sell_through: null,
      sell_through_reason: 'The ledger begins after the window does, so the opening stock is unknown.',
    },
  ])
})

test('a rate without a divisor is null with its reason, never zero', async () => {
  const tenant = await newTenant()
  await shop(tenant)
  const { rows } = await ask(tenant, {
    domain: 'sales',
    measures: ['net_sales', 'return_rate', 'average_selling_price', 'gross_margin_pct'],
    time_range: in2025('10-01', '10-31'),
  })
  expect(rows).toEqual([
    {
      net_sales: { cents: 0, currency: 'USD', reason: null, usd: 0 },
      return_rate: null,
      return_rate_reason: 'Nothing was sold.',
      average_selling_price: { cents: null, currency: 'USD', reason: 'Nothing was sold.', usd: null },
      gross_margin_pct: null,
      gross_margin_pct_reason: 'Net sales are not above zero.',
    },
  ])
})

test('weeks begin on Monday, and the first and last periods are cut to the window', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant)
  // 5 October 2025 is a Sunday.
  const days = [
    '2025-10-04',
    '2025-10-05',
    '2025-10-06',
    '2025-10-12',
    '2025-10-31',
    '2025-11-01',
    '2025-11-04',
    '2025-11-05',
  ]
  const sale = { sku: 'J', location: 'Main', channel: 'Shop', units: 1 }
  await recordSales(
    tenant,
    ids,
    days.map((day, i) => ({ ...sale, day, gross_sales_cents: 10 ** i })),
  )
  const series = async (grain: string) => {
    const { rows } = await ask(tenant, {
      domain: 'sales',
      measures: ['gross_sales'],
      grain,
      time_range: in2025('10-05', '11-04'),
    })
    return rows.map(({ period_start, period_end, gross_sales }: any) => [period_start, period_end, gross_sales.cents])
  }
  expect(await series('week')).toEqual([
    ['2025-10-05', '2025-10-05', 10],
    ['2025-10-06', '2025-10-12', 1100],
    ['2025-10-13', '2025-10-19', 0],
    ['2025-10-20', '2025-10-26', 0],
    ['2025-10-27', '2025-11-02', 110_000],
    ['2025-11-03', '2025-11-04', 1_000_000],
  ])
  expect(await series('month')).toEqual([
    ['2025-10-05', '2025-10-31', 11_110],
    ['2025-11-01', '2025-11-04', 1_100_000],
  ])
  expect((await series('day')).length).toBe(31)
})

test('instants count on their day in the time zone of the organisation, also where clocks change', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant)
  await setZone(tenant, 'America/New_York')
  const at = (occurred_at: string, quantity: number) =>
    ({ sku: 'J', location: 'Main', kind: 'receipt', quantity, occurred_at }) as const
  await moveStock(tenant, ids, [
    // Midnight of 1 November is 04:00 UTC; that of 3 November, after clocks went back, 05:00.
    at('2025-11-01T03:59:59Z', 1),
    at('2025-11-01T04:00:00Z', 10),
    at('2025-11-03T04:59:59Z', 100),
    at('2025-11-03T05:00:00Z', 1000),
  ])
  const { rows, resolved_time_range, explanation } = await ask(tenant, {
    domain: 'movements',
    measures: ['units_received'],
    grain: 'week',
    time_range: in2025('11-01', '11-02'),
  })
  expect(rows).toEqual([{ period_start: '2025-11-01', period_end: '2025-11-02', units_received: 110 }])
  expect(resolved_time_range).toEqual({
    start: '2025-11-01',
    end: '2025-11-02',
    end_exclusive: '2025-11-03',
    time_zone: 'America/New_York',
  })
  expect(explanation).toBe(
    'Units received by week, from 2025-11-01 to 2025-11-02 (2 days in America/New_York), from stock movements.',
  )
})

test('a time range is resolved from the current day', () => {
  const today = '2026-03-31'
  const of = (range: TimeRange) => Object.values(resolveTimeRange(range, today)).join(' ')
  expect(of({ kind: 'relative', amount: 1, unit: 'day' })).toBe('2026-03-31 2026-03-31')
  expect(of({ kind: 'relative', amount: 4, unit: 'week' })).toBe('2026-03-04 2026-03-31')
  expect(of({ kind: 'relative', amount: 1, unit: 'month' })).toBe('2026-03-01 2026-03-31')
  expect(of({ kind: 'relative', amount: 25, unit: 'month' })).toBe('2024-03-01 2026-03-31')
  expect(of({ kind: 'relative', amount: 1, unit: 'year' })).toBe('2025-04-01 2026-03-31')
  expect(of({ kind: 'complete', amount: 2, unit: 'day' })).toBe('2026-03-29 2026-03-30')
  // 31 March 2026 is a Tuesday.
  expect(of({ kind: 'complete', amount: 2, unit: 'week' })).toBe('2026-03-16 2026-03-29')
  expect(of({ kind: 'complete', amount: 1, unit: 'month' })).toBe('2026-02-01 2026-02-28')
  expect(of({ kind: 'complete', amount: 2, unit: 'year' })).toBe('2024-01-01 2025-12-31')
  expect(of({ kind: 'to_date', unit: 'day' })).toBe('2026-03-31 2026-03-31')
  expect(of({ kind: 'to_date', unit: 'week' })).toBe('2026-03-30 2026-03-31')
  expect(of({ kind: 'to_date', unit: 'month' })).toBe('2026-03-01 2026-03-31')
  expect(of({ kind: 'to_date', unit: 'year' })).toBe('2026-01-01 2026-03-31')
})

test('foreign amounts are converted at the rate in force on their day, summed exactly, and rounded once', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant)
  await insertRows(tenant, 'exchange_rates', [
    { currency: 'EUR', rate_date: '2025-10-01', organization_currency_per_unit: '1.1' },
    { currency: 'EUR', rate_date: '2025-10-03', organization_currency_per_unit: '1.333' },
  ])
  const sold = (day: string, currency: string, gross_sales_cents: number, channel = 'Online') => ({
    variant_id: ids.variants.J,
    day,
    sales_channel_id: ids.sales_channels[channel],
    location_id: ids.locations.Main,
    currency,
    units: 1,
    gross_sales_cents,
    discounts_cents: 0,
    returns_cents: 0,
    taxes_cents: 0,
    returned_units: 0,
    costed_units: 0,
    known_cost_cents: 0,
    priced_units: 0,
    known_regular_value_cents: 0,
    known_markdown_units: 0,
  })
  await insertRows(tenant, 'sales_daily', [
    sold('2025-10-01', 'EUR', 333),
    sold('2025-10-02', 'EUR', 333),
    sold('2025-10-03', 'EUR', 100),
    sold('2025-10-03', 'USD', 1),
    sold('2025-10-04', 'CHF', 100, 'Shop'),
  ])
  const { rows } = await ask(tenant, {
    domain: 'sales',
    measures: ['gross_sales', 'units_sold'],
    dimensions: ['sales_channel'],
    time_range: in2025('10-01', '10-31'),
  })
  // 366.3 twice, 133.3 and 1 are 866.9; rounded by day they would be 866.
  expect(rows.map(({ gross_sales, units_sold }: any) => [gross_sales, units_sold])).toEqual([
    [{ cents: 867, currency: 'USD', reason: null, usd: 8.67 }, 4],
    [
      {
        cents: null,
        currency: 'USD',
        reason: 'No exchange rate of CHF was in force on a day of these figures.',
        usd: null,
      },
      1,
    ],
  ])
})

test('rows can be ordered and limited, and a reached limit is reported', async () => {
  const tenant = await newTenant()
  const ids = await shop(tenant)
  const sale = { location: 'Main', day: '2025-10-04', units: 1 }
  await recordSales(tenant, ids, [
    { ...sale, sku: 'J', channel: 'Online', gross_sales_cents: 500 },
    { ...sale, sku: 'B', channel: 'Online', gross_sales_cents: 900 },
    { ...sale, sku: 'B', channel: 'Shop', gross_sales_cents: 50 },
  ])
  const base = {
    domain: 'sales',
    measures: ['net_sales'],
    dimensions: ['product'],
    time_range: in2025('10-01', '10-31'),
  }
  const titles = async (more: object) => {
    const { rows, ...rest } = await ask(tenant, { ...base, ...more })
    return [rows.map(({ product_name }: any) => product_name), rest.row_count, rest.total_row_count, rest.is_truncated]
  }
  expect(await titles({})).toEqual([['Bag', 'Jumper'], 2, 2, false])
  expect(await titles({ order_by: { key: 'net_sales' } })).toEqual([['Bag', 'Jumper'], 2, 2, false])
  expect(await titles({ order_by: { key: 'net_sales', direction: 'ascending' } })).toEqual([
    ['Jumper', 'Bag'],
    2,
    2,
    false,
  ])
  expect(await titles({ order_by: { key: 'net_sales' }, limit: 1 })).toEqual([['Bag'], 1, 2, true])
  expect(await titles({ order_by: { key: 'product', direction: 'descending' } })).toEqual([
    ['Jumper', 'Bag'],
    2,
    2,
    false,
  ])
  const only = { filters: [{ dimension: 'sales_channel', values: [ids.sales_channels.Shop!.toUpperCase()] }] }
  const { rows, explanation } = await ask(tenant, { ...base, ...only })
  expect(rows.map(({ product_name, net_sales }: any) => [product_name, net_sales.cents])).toEqual([['Bag', 50]])
  expect(explanation).toContain('for 1 of sales channel only')
})

test('no figure of another organisation is answered', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const ids = await shop(other)
  await recordSales(other, ids, [
    { sku: 'J', location: 'Main', channel: 'Shop', day: '2025-10-04', units: 1, gross_sales_cents: 100 },
  ])
  const sales = { domain: 'sales', measures: ['gross_sales'], time_range: in2025('10-01', '10-31') }
  for (const dimensions of [['sales_channel'], ['product'], ['category']])
    expect((await ask(tenant, { ...sales, dimensions })).rows).toEqual([])
  expect((await ask(other, { ...sales, dimensions: ['product'] })).rows.length).toBe(1)
})

test('the dictionary states every domain with its measures, and sell-out as not served', async () => {
  const tenant = await newTenant()
  const { domains, metrics, dimensions, row_limit } = (await tenant.get('/api/v1/metrics')).body.data
  expect(domains.map(({ domain, served, grain }: any) => [domain, served, grain])).toEqual([
    ['sales', true, 'day'],
    ['returns', true, 'day'],
    ['inventory', true, 'now'],
    ['movements', true, 'day'],
    ['purchasing', true, 'day'],
    ['suppliers', true, 'day'],
    ['orders', true, 'day'],
    ['sell_out', false, 'day'],
  ])
  expect(row_limit).toBe(10_000)
  const known = new Set(dimensions.map(({ dimension }: any) => dimension))
  for (const { metric, definition, unit, data_source, domains: own } of metrics) {
    expect([metric, definition.split(/[.] /).length, definition.endsWith('.')]).toEqual([metric, 1, true])
    expect([metric, unit === '', data_source.length > 0, own.length > 0]).toEqual([metric, false, true, true])
    for (const { dimensions: keys } of own) for (const key of keys) expect(known.has(key)).toBe(true)
  }
  expect(metrics.find(({ metric }: any) => metric === 'units_sold').domains).toMatchObject([
    { domain: 'sales', served: true, unsupported_reason: null, grains: ['day', 'week', 'month'] },
    {
      domain: 'sell_out',
      served: false,
      unsupported_reason: 'Sell-out is answered by the operations of sell-out, by account, and not by metrics.',
      grains: [],
    },
  ])
  const refused = await tenant.post(path, { query: { domain: 'sell_out', measures: ['units_sold'] } })
  expect([refused.status, refused.body.data.field, refused.body.data.key]).toEqual([400, 'query.domain', 'sell_out'])
})
