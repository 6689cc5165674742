import { expect, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { dayInTimeZone } from '../../../server/calendar/time_zone.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { count, create, openShop, post, type Shop, shopFixture, unknownId } from './counting.ts'

const path = '/api/v1/stocktakes/variance/by-supplier'
const money = (cents: number | null, reason: string | null = null) => ({
  cents,
  currency: 'USD',
  reason,
  usd: cents === null ? null : cents / 100,
})

/** Two posted counts, in March and in May, and an open one that measures nothing. BAG has no supplier. */
async function measured(): Promise<Shop> {
  const bag = { sku: 'BAG', unit_cost: '2.0000', stock: { 'Shop floor': 50 } }
  const shop = await openShop({
    ...shopFixture,
    products: [...shopFixture.products!, { title: 'Bag', variants: [bag] }],
  })
  const location_ids = Object.values(shop.ids.locations)
  const march = await create(shop, { counted_on: '2026-03-10', location_ids })
  await count(shop, march, { 'TEE-S': 7, 'TEE-S @ Shop floor': 5, 'TEE-M': 20, 'BAG @ Shop floor': 45 })
  await post(shop, march)
  const may = await create(shop, { counted_on: '2026-05-20', location_ids })
  await count(shop, may, { 'TEE-M': 18, 'TEE-S': 7 })
  await post(shop, may)
  await count(shop, await create(shop, { counted_on: '2026-05-20' }), { 'TEE-S': 0 })
  return shop
}

test('posted counts are measured by primary supplier, most shrinkage first, with a row for variants without one', async () => {
  const { tenant, ids } = await measured()
  const answer = await tenant.get(`${path}?start_date=2026-01-01&end_date=2026-12-31`)
  expect(answer.status).toBe(200)
  const knits = {
    line_count: 5,
    variance_line_count: 3,
    system_units: 10 + 4 + 20 + 20 + 7,
    counted_units: 7 + 5 + 20 + 18 + 7,
    shrinkage_units: 5,
    overage_units: 1,
    net_units: -4,
    // 3 × 5.00 + 2 × 6.25, and 1 × 5.00
    shrinkage_value: money(2_750),
    overage_value: money(500),
    net_value: money(-2_250),
    shrinkage_rate: 0.082,
    overage_rate: 0.0164,
    net_rate: -0.0656,
    rate_reason: null,
    accuracy_rate: 0.4,
  }
  const bags = {
    line_count: 1,
    variance_line_count: 1,
    system_units: 50,
    counted_units: 45,
    shrinkage_units: 5,
    overage_units: 0,
    net_units: -5,
    shrinkage_value: money(1_000),
    overage_value: money(0),
    net_value: money(-1_000),
    shrinkage_rate: 0.1,
    overage_rate: 0,
    net_rate: -0.1,
    rate_reason: null,
    accuracy_rate: 0,
  }
  expect(answer.body.data).toEqual({
    rows: [
      { supplier_id: ids.suppliers['Northern Knits'], supplier_name: 'Northern Knits', ...knits },
      { supplier_id: null, supplier_name: null, ...bags },
    ],
    size: 2,
    offset: 0,
    filtered_max_size: 2,
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    stocktake_count: 2,
    currency: 'USD',
    totals: {
      line_count: 6,
      variance_line_count: 4,
      system_units: 111,
      counted_units: 102,
      shrinkage_units: 10,
      overage_units: 1,
      net_units: -9,
      shrinkage_value: money(3_750),
      overage_value: money(500),
      net_value: money(-3_250),
      shrinkage_rate: 0.0901,
      overage_rate: 0.009,
      net_rate: -0.0811,
      rate_reason: null,
      accuracy_rate: 0.3333,
    },
  })
})

test('the window is over the day of counting, both ends included', async () => {
  const { tenant } = await measured()
  const counts = async (query: string) => (await tenant.get(`${path}?${query}`)).body.data
  expect(await counts('start_date=2026-03-10&end_date=2026-05-19')).toMatchObject({
    stocktake_count: 1,
    totals: { line_count: 4, shrinkage_units: 8 },
  })
  expect(await counts('start_date=2026-03-11&end_date=2026-05-20')).toMatchObject({
    stocktake_count: 1,
    totals: { line_count: 2, shrinkage_units: 2 },
  })
  const usual = await counts('')
  const today = new Date().toISOString().slice(0, 10)
  expect([today, new Date(Date.now() - 60_000).toISOString().slice(0, 10)]).toContain(usual.end_date)
  expect((Date.parse(usual.end_date) - Date.parse(usual.start_date)) / 86_400_000).toBe(364)
  expect((await counts('end_date=2024-12-31')).start_date).toBe('2024-01-02')
})

test('the window ends on the day that it is for the organisation', async () => {
  const { tenant } = await openShop(shopFixture)
  const { service, organization_id } = tenant
  // Whatever the time, the day of one of these is not that of UTC.
  const time_zone = new Date().toISOString().slice(11) < '11' ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  await service.database
    .sql`update organizations set time_zone = ${time_zone} where organization_id = ${organization_id}`
  const before = dayInTimeZone(time_zone, new Date().toISOString())
  const { start_date, end_date } = (await tenant.get(path)).body.data
  expect([before, dayInTimeZone(time_zone, new Date().toISOString())]).toContain(end_date)
  expect(start_date).toBe(addDays(end_date, -364))
})

test('one location is measured alone', async () => {
  const { tenant, ids } = await measured()
  const location = ids.locations['Shop floor']
  const answer = await tenant.get(`${path}?start_date=2026-01-01&end_date=2026-12-31&location_id=${location}`)
  expect(answer.body.data).toMatchObject({
    stocktake_count: 2,
    totals: { line_count: 2, shrinkage_units: 5, overage_units: 1 },
  })
  const other = await openShop()
  for (const id of [unknownId, 'nonsense', other.ids.locations['Shop floor']]) {
    const refused = await tenant.get(`${path}?location_id=${id}`)
    expect([refused.status, refused.body.code]).toEqual([404, 'location_not_on_file'])
  }
})

test('figures that cannot be computed are null with a reason; without counts the totals are zero', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await count(shop, id, { CAP: 2 })
  await post(shop, id)
  const answer = await shop.tenant.get(path)
  const reason = '1 line with a variance has no known unit cost.'
  expect(answer.body.data.rows).toMatchObject([
    {
      supplier_name: 'Cap Works',
      system_units: 0,
      overage_units: 2,
      overage_value: money(null, reason),
      net_value: money(null, reason),
      shrinkage_rate: null,
      overage_rate: null,
      net_rate: null,
      rate_reason: 'The system quantity is zero.',
      accuracy_rate: 0,
    },
  ])
  const empty = await (await newTenant()).get(path)
  expect(empty.body.data).toMatchObject({
    rows: [],
    stocktake_count: 0,
    totals: { line_count: 0, net_units: 0, net_value: money(0), net_rate: null, accuracy_rate: null },
  })
})

test('suppliers page, and the totals stay those of all', async () => {
  const { tenant } = await measured()
  const window = 'start_date=2026-01-01&end_date=2026-12-31'
  const answer = await tenant.get(`${path}?${window}&limit=1&offset=1`)
  expect(answer.body.data).toMatchObject({ size: 1, offset: 1, filtered_max_size: 2, totals: { line_count: 6 } })
  expect(answer.body.data.rows).toMatchObject([{ supplier_id: null }])
})

test('windows that end before they begin, are too long or are no days are refused by their field', async () => {
  const { tenant } = await openShop()
  const cases: [string, string, string][] = [
    ['start_date=2026-05-02&end_date=2026-05-01', 'start_date', 'must not be after end_date (2026-05-01)'],
    ['start_date=2024-05-01&end_date=2026-05-02', 'start_date', 'gives a window of 732 days'],
    ['start_date=2026-02-30', 'start_date', 'must be a date in the format YYYY-MM-DD'],
    ['limit=101', 'limit', 'must be a whole number from 1 to 100'],
    ['filter_args=[]', 'filter_args', 'is not a parameter of this operation'],
  ]
  for (const [query, field, rule] of cases) {
    const answer = await tenant.get(`${path}?${query}`)
    expect([answer.status, answer.body.data.field, answer.body.data.rule]).toEqual([400, field, rule])
  }
  expect((await tenant.get(`${path}?start_date=2024-05-02&end_date=2026-05-02`)).status).toBe(200)
})
