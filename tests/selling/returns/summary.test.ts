import { expect, setDefaultTimeout, test } from 'bun:test'
import { foldSalesDeltas } from '../../../server/selling/sales_facts/fold_sales.ts'
import { recordSales } from '../../support/fixtures/catalogue.ts'
import { useDatabase } from '../support/sales.ts'
import { create, createdReturn, openReturnedShop, receive, restocked, returnsPath, stockOf } from './returned_shop.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

const summary = `${returnsPath}/summary`
const march = `${summary}?start_date=2026-03-01&end_date=2026-03-31`

test('the summary adds up lines and days, folded or not', async () => {
  const shop = await openReturnedShop(db(), { quantity: 8 })
  const wrong = await createdReturn(shop, 3, { reason: 'wrong_size' })
  await receive(shop, wrong.id, {
    received_at: '2026-03-31',
    lines: [restocked('J-S', 1), { sku: 'J-S', received_quantity: 1, disposition: 'write_off' }],
  })
  const broken = await createdReturn(shop, 1, { reason: 'defective' })
  await receive(shop, broken.id, { received_at: '2026-04-01', lines: [restocked('J-S', 1)] })
  const byProduct = await create(shop, {
    location_id: shop.ids.locations.Main,
    sales_channel_id: shop.ids.sales_channels.Wholesale,
    reason: 'unwanted',
    lines: [{ sku: 'D-32', expected_quantity: 1 }],
  })
  await receive(shop, byProduct.body.data.id, { received_at: '2026-03-10', lines: [restocked('D-32', 1)] })
  const { body } = await shop.tenant.get(march)
  expect(body.data).toMatchObject({
    window: { start_date: '2026-03-01', end_date: '2026-03-31', end_exclusive: '2026-04-01' },
    returns_received: 2,
    returns_open: 1,
    units_expected: 1,
    units_restocked: 2,
    units_sold: 10,
    units_returned: 3,
    return_rate: 30,
    value: { cents: 5400, currency: 'USD' },
    reasons: [
      { reason: 'wrong_size', returns: 1, units_returned: 2 },
      { reason: 'unwanted', returns: 1, units_returned: 1 },
    ],
    dispositions: [
      { disposition: 'restock', units_returned: 2, units_restocked: 2 },
      { disposition: 'write_off', units_returned: 1, units_restocked: 0 },
    ],
    products: [
      { title: 'Jumper', units_sold: 8, units_returned: 2, return_rate: 25, value: { cents: 5400 } },
      { title: 'Jeans', units_sold: 2, units_returned: 1, return_rate: 50, value: { cents: 0 } },
    ],
    products_with_returns: 2,
    channels: [
      { channel_name: 'Online', units_sold: 10, units_returned: 2, return_rate: 20 },
      {
        channel_name: 'Wholesale',
        units_sold: 0,
        units_returned: 1,
        return_rate: null,
        return_rate_reason_code: 'nothing_sold',
        return_rate_reason: 'Nothing was sold in the window.',
        value_reason_code: null,
      },
    ],
    coverage: { sales_begin_on: '2026-03-02', days_with_sales: 3, channels_with_sales: 2 },
  })
  await db().write((sql) => foldSalesDeltas(sql))
  expect((await shop.tenant.get(march)).body.data).toEqual(body.data)
  const [facts] = await shop.tenant.service.database.sql`
    select sum(units)::int as sold, sum(returned_units)::int as returned, sum(returns_cents)::int as cents from sales_daily
    where organization_id = ${shop.organization_id} and day between '2026-03-01' and '2026-03-31'`
  expect(facts).toEqual({ sold: 10, returned: 3, cents: 5400 })
  const online = await shop.tenant.get(`${march}&sales_channel_id=${shop.ids.sales_channels.Online}`)
  expect(online.body.data).toMatchObject({
    units_returned: 2,
    returns_received: 1,
    reasons: [{ reason: 'wrong_size' }],
  })
  const today = new Date().toISOString().slice(0, 10)
  const created = await shop.tenant.get(`${summary}?start_date=${today}&end_date=${today}`)
  expect(created.body.data).toMatchObject({ returns_created: 3, return_rate: null, value: { cents: 0 } })
})

test('units that are written off or go to the supplier are losses at the cost at which they left, and no stock', async () => {
  const shop = await openReturnedShop(db(), { quantity: 8 })
  const made = await createdReturn(shop, 8)
  const back = (units: number, disposition: string, restocked_quantity = 0) => ({
    sku: 'J-S',
    received_quantity: units,
    restocked_quantity,
    disposition,
  })
  await receive(shop, made.id, {
    received_at: '2026-03-31',
    lines: [restocked('J-S', 1), back(3, 'write_off', 1), back(1, 'return_to_supplier'), back(2, 'quarantine')],
  })
  await receive(shop, made.id, { received_at: '2026-04-01', lines: [back(1, 'write_off')] })
  const losses = async (end: string, dimensions: string[] = []) => {
    const time_range = { kind: 'absolute', start: '2026-03-01', end }
    const query = { domain: 'returns', measures: ['return_losses'], dimensions, time_range }
    const { rows } = (await shop.tenant.post('/api/v1/metrics/query', { query })).body.data
    return rows.map((row: any) => [...dimensions.map((one) => row[one]?.key ?? row[one]), row.return_losses.cents])
  }
  expect(await losses('2026-03-30')).toEqual([[0]])
  expect(await losses('2026-03-31')).toEqual([[3 * 850]])
  expect(await losses('2026-04-01')).toEqual([[4 * 850]])
  expect((await losses('2026-04-01', ['disposition'])).toSorted()).toEqual([
    ['quarantine', 0],
    ['restock', 0],
    ['return_to_supplier', 850],
    ['write_off', 3 * 850],
  ])
  expect(await stockOf(shop, 'J-S')).toEqual({ on_hand: 2, average_cost: '8.5000', ledger: 2 })
  // Without an order nobody knows at what cost the unit left.
  const unknown = await create(shop, {
    location_id: shop.ids.locations.Main,
    sales_channel_id: shop.ids.sales_channels.Online,
    reason: 'defective',
    lines: [{ sku: 'D-32', expected_quantity: 1 }],
  })
  const lost = { sku: 'D-32', received_quantity: 1, disposition: 'write_off' }
  await receive(shop, unknown.body.data.id, { received_at: '2026-04-01', lines: [lost] })
  expect(await losses('2026-03-31')).toEqual([[3 * 850]])
  expect(await losses('2026-04-01')).toEqual([[null]])
})

test('amounts in several currencies are not added up', async () => {
  const shop = await openReturnedShop(db())
  const made = await createdReturn(shop, 1)
  await receive(shop, made.id, { received_at: '2026-03-20', lines: [restocked('J-S', 1)] })
  await recordSales(shop.tenant, shop.ids, [
    { sku: 'J-S', day: '2026-03-09', channel: 'Online', location: 'Main', units: 1, gross_sales_cents: 900 },
  ])
  await shop.tenant.service.database.sql`
    update sales_daily set currency = 'EUR', returns_cents = 300
    where organization_id = ${shop.organization_id} and day = '2026-03-09'`
  const { value } = (await shop.tenant.get(march)).body.data
  expect(value).toEqual({
    cents: null,
    currency: null,
    usd: null,
    reason: 'The amounts are in EUR and USD, which are not added up.',
  })
})

test('the window and the channel are checked, and keys of one account are refused', async () => {
  const shop = await openReturnedShop(db())
  const cases: [query: string, field: string][] = [
    ['start_date=2026-03-01', 'end_date'],
    ['start_date=2026-03-02&end_date=2026-03-01', 'end_date'],
    ['start_date=2025-01-01&end_date=2026-03-01', 'end_date'],
    ['start_date=2026-02-30&end_date=2026-03-01', 'start_date'],
    [`start_date=2026-03-01&end_date=2026-03-02&sales_channel_id=${shop.organization_id}`, 'sales_channel_id'],
  ]
  for (const [query, field] of cases) {
    const { status, body } = await shop.tenant.get(`${summary}?${query}`)
    expect([query, status, body.code, body.data.field]).toEqual([query, 400, 'bad_request', field])
  }
  const { api_key: key } = await shop.tenant.mint({ trading_partner_id: shop.account_id })
  expect((await shop.tenant.get(march, { key })).body.code).toBe('account_mismatch')
})
