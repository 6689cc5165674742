import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { foldSalesDeltas, moveProductSums } from '../../../server/selling/sales_facts/fold_sales.ts'
import { addDays } from '../../../server/calendar/days.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import {
  between,
  categoryOf,
  channelTypes,
  dollars,
  netOf,
  openSalesShop,
  randomSales,
  type SalesShop,
  sell,
  sumOf,
} from './support.ts'

setDefaultTimeout(60_000)
const path = '/api/v1/sales/net-sales'
const ask = (shop: SalesShop, query: string) => shop.tenant.get(`${path}?${query}`)
const typeOf = (channel: string) => channelTypes[channel as keyof typeof channelTypes]

const fold = (shop: SalesShop) =>
  shop.tenant.service.database.sql.begin(async (tx) => {
    while ((await foldSalesDeltas(tx as never)) > 0);
    await moveProductSums(tx as never)
  })

/** Every row of a response against the rows that were written, period by period. */
function expectEachRow(shop: SalesShop, data: any, end: string) {
  const groups = Map.groupBy(data.rows, (row: any) => `${row.category} ${row.channel_type}`)
  for (const rows of groups.values())
    for (const [i, row] of (rows as any[]).entries()) {
      const last = i + 1 < rows.length ? addDays((rows[i + 1] as any).period_start, -1) : end
      const sold = between(shop.rows, row.period_start, last).filter(
        ({ sku, channel }) => categoryOf[sku] === row.category && typeOf(channel) === row.channel_type,
      )
      expect([row.period_start, row.net_sales, row.net_items_sold, row.reason]).toEqual([
        row.period_start,
        dollars(sumOf(sold, netOf)),
        sumOf(sold, ({ units, returned_units = 0 }) => units - returned_units),
        null,
      ])
    }
  return groups
}

test('each row is what was written in its category, channel type and period, at every grain, folded or not', async () => {
  const shop = await openSalesShop()
  const [start, end] = ['2025-01-05', '2026-02-08'] as const
  await sell(shop, randomSales(addDays(start, -20), '2025-08-01'))
  await fold(shop)
  await sell(shop, randomSales('2025-08-02', addDays(end, 20), 23))
  const total = sumOf(between(shop.rows, start, end), netOf)
  for (const grain of ['day', 'week', 'month', 'fiscal_week', 'fiscal_month']) {
    const answer = await ask(shop, `start_date=${start}&end_date=${end}&grain=${grain}`)
    expect(answer.status).toBe(200)
    const { data } = answer.body
    const groups = expectEachRow(shop, data, end)
    // Three categories, one of them none, through three types of channels; the category without sales has no row.
    expect(groups.size).toBe(9)
    expect(data.rows.reduce((sum: number, { net_sales }: any) => sum + net_sales.cents, 0)).toBe(total)
    expect([data.grain, data.calendar]).toEqual([grain, grain.startsWith('fiscal') ? 'retail_4_5_4' : 'gregorian'])
    expect(data.window).toEqual({ start, start_date: start, end_date: end, end_exclusive: addDays(end, 1) })
  }
  const performance = await shop.tenant.get(`/api/v1/sales/performance/channels?start_date=${end}&end_date=${end}`)
  const oneDay = await ask(shop, `start_date=${end}&end_date=${end}`)
  const sum = (rows: any[], of: (row: any) => number) => rows.reduce((all, row) => all + of(row), 0)
  expect(sum(oneDay.body.data.rows, ({ net_sales }) => net_sales.cents)).toBe(
    sum(performance.body.data.channels, ({ total_revenue }) => total_revenue.cents),
  )
})

test('an empty week is zero, a later return is negative in its own week, and week 53 is a week of its own', async () => {
  const shop = await openSalesShop()
  const sale = { sku: 'J-S', channel: 'Online', location: 'Main', units: 1, gross_sales_cents: 5000 }
  await sell(shop, [
    { ...sale, day: '2024-01-27' },
    { ...sale, day: '2024-01-28', gross_sales_cents: 7000 },
    { ...sale, day: '2024-02-17', units: 0, returned_units: 1, gross_sales_cents: 0, returns_cents: 4500 },
  ])
  // Fiscal 2023 has 53 weeks: the last begins on 28 January 2024, in the five weeks of its last month.
  const weeks = await ask(shop, 'start_date=2024-01-21&end_date=2024-02-17&grain=fiscal_week')
  expect(weeks.body.data.rows.map((row: any) => [row.period_start, row.net_sales.cents, row.net_items_sold])).toEqual([
    ['2024-01-21', 5000, 1],
    ['2024-01-28', 7000, 1],
    ['2024-02-04', 0, 0],
    ['2024-02-11', -4500, -1],
  ])
  const months = await ask(shop, 'start_date=2024-01-21&end_date=2024-02-17&grain=fiscal_month')
  expect(months.body.data.rows.map((row: any) => [row.period_start, row.net_sales.cents])).toEqual([
    ['2024-01-21', 12_000],
    ['2024-02-04', -4500],
  ])
  expect(weeks.body.data.coverage).toEqual({
    sales_begin_on: '2024-01-27',
    recorded_through: new Date().toISOString().slice(0, 10),
    days_with_sales: 3,
    channels_with_sales: 1,
    conversions: [],
  })
})

test('a product that changes its category takes its sales along at once, before and after sums are folded and moved', async () => {
  const shop = await openSalesShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const sale = { channel: 'Online', location: 'Main', units: 1, day: '2025-03-03' }
  await sell(shop, [
    { ...sale, sku: 'J-S', gross_sales_cents: 100 },
    { ...sale, sku: 'D-30', gross_sales_cents: 10 },
  ])
  const read = async () => {
    const { rows } = (await ask(shop, 'start_date=2025-03-03&end_date=2025-03-03')).body.data
    return rows.map(({ category, net_sales }: any) => [category, net_sales.cents])
  }
  const move = (category: string | null) => sql`
    update products set category_id = ${category === null ? null : shop.ids.categories[category]!}
    where organization_id = ${organization_id} and product_id = ${shop.ids.products.Jumper!}`
  const apart = [
    ['Denim', 10],
    ['Knitwear', 100],
  ]
  expect(await read()).toEqual(apart)
  await move('Denim')
  expect(await read()).toEqual([['Denim', 110]])
  await fold(shop)
  expect(await read()).toEqual([['Denim', 110]])
  await move('Knitwear')
  expect(await read()).toEqual(apart)
  await sell(shop, [{ ...sale, sku: 'J-M', gross_sales_cents: 1 }])
  const more = [
    ['Denim', 10],
    ['Knitwear', 101],
  ]
  expect(await read()).toEqual(more)
  await fold(shop)
  expect(await read()).toEqual(more)
  await move(null)
  const none = [
    ['Denim', 10],
    [null, 101],
  ]
  expect(await read()).toEqual(none)
  await fold(shop)
  expect(await read()).toEqual(none)
})

test('categories, channel types and the categories of a commitment narrow, each by itself and together', async () => {
  const shop = await openSalesShop()
  const { Knitwear, Denim } = shop.ids.categories
  await sell(shop, randomSales('2025-03-01', '2025-03-31'))
  const [some, every] = [uuidv7(), uuidv7()]
  const budget = (commitment_id: string, category_id: string | null) => ({
    commitment_id,
    budget_id: uuidv7(),
    category_id,
    budget_cents: 1000,
  })
  await insertRows(shop.tenant, 'commitments', [
    { commitment_id: some, name: 'SS25', currency: 'USD', status: 'approved' },
    { commitment_id: every, name: 'AW25', currency: 'USD', status: 'approved' },
  ])
  await insertRows(shop.tenant, 'commitment_budgets', [
    budget(some, Knitwear!),
    budget(every, Denim!),
    budget(every, null),
  ])
  const window = 'start_date=2025-03-01&end_date=2025-03-31&grain=month'
  const total = async (query: string) => {
    const answer = await ask(shop, `${window}&${query}`)
    expect(answer.status).toBe(200)
    return answer.body.data.rows.reduce((sum: number, { net_sales }: any) => sum + net_sales.cents, 0)
  }
  const expected = (keep: (category: string | null, type: string) => boolean) =>
    sumOf(
      shop.rows.filter(({ sku, channel }) => keep(categoryOf[sku]!, typeOf(channel))),
      netOf,
    )
  expect(await total('categories=Knitwear')).toBe(expected((category) => category === 'Knitwear'))
  expect(await total(`categories=${Denim},Knitwear`)).toBe(expected((category) => category !== null))
  expect(await total('channel_types=store')).toBe(expected((_, type) => type === 'store'))
  expect(await total('channel_types=store,wholesale')).toBe(expected((_, type) => type !== 'online'))
  expect(await total(`commitment_id=${some}`)).toBe(expected((category) => category === 'Knitwear'))
  expect(await total(`commitment_id=${every}`)).toBe(expected(() => true))
  expect(await total(`commitment_id=${some}&categories=Denim`)).toBe(0)
  expect(await total(`commitment_id=${some}&channel_types=online`)).toBe(
    expected((category, type) => category === 'Knitwear' && type === 'online'),
  )
})

test('other currencies are converted with the rate of the day, and a sum without a rate is null and names the currency', async () => {
  const shop = await openSalesShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const sale = { sku: 'J-S', channel: 'Online', location: 'Main', units: 1 }
  await sell(shop, [
    { ...sale, day: '2025-03-03', gross_sales_cents: 1000 },
    { ...sale, day: '2025-03-04', gross_sales_cents: 333 },
    { ...sale, day: '2025-03-11', gross_sales_cents: 333 },
  ])
  await sql`
    update sales_daily set currency = 'EUR'
    where organization_id = ${organization_id} and day in ('2025-03-04', '2025-03-11')`
  const weeks = async () =>
    (await ask(shop, 'start_date=2025-03-03&end_date=2025-03-16')).body.data.rows.map(({ net_sales }: any) => net_sales)
  const reason = 'Some of the sales are in EUR, and no exchange rate to USD is known for their days.'
  const missing = { cents: null, currency: 'USD', reason, usd: null }
  expect(await weeks()).toEqual([missing, missing])
  await insertRows(shop.tenant, 'exchange_rates', [
    { currency: 'EUR', rate_date: '2025-03-05', organization_currency_per_unit: '1.25' },
  ])
  expect(await weeks()).toEqual([missing, dollars(416)])
  await insertRows(shop.tenant, 'exchange_rates', [
    { currency: 'EUR', rate_date: '2025-01-01', organization_currency_per_unit: '1.05' },
  ])
  // 333 × 1.05 = 349.65, rounded once; the newer rate serves the later day alone.
  expect(await weeks()).toEqual([dollars(1350), dollars(416)])
  const { coverage } = (await ask(shop, 'start_date=2025-03-03&end_date=2025-03-16')).body.data
  expect(coverage.conversions).toEqual([
    { currency: 'EUR', first_rate_date: '2025-01-01', last_rate_date: '2025-03-05' },
  ])
})

test('a period that has not started in the time zone of the organisation is null with its reason', async () => {
  const shop = await openSalesShop()
  const { sql } = shop.tenant.service.database
  // Today somewhere on earth is always after or before the UTC day.
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  for (const zone of zones) {
    await sql`update organizations set time_zone = ${zone} where organization_id = ${shop.tenant.organization_id}`
    const [{ today }] = (await sql`select (now() at time zone ${zone})::date::text as today`) as any
    if (zone === zones[0])
      await sell(shop, [
        { sku: 'J-S', day: addDays(today, -3), channel: 'Online', location: 'Main', units: 1, gross_sales_cents: 900 },
      ])
    const answer = await ask(shop, `start_date=${addDays(today, -3)}&end_date=${addDays(today, 1)}&grain=day`)
    const rows = answer.body.data.rows.map(({ period_start, net_sales, net_items_sold, reason }: any) => [
      period_start,
      net_sales.cents,
      net_items_sold,
      reason,
    ])
    expect(rows.at(-2)).toEqual([today, 0, 0, null])
    expect(rows.at(-1)).toEqual([addDays(today, 1), null, null, 'The period has not started.'])
  }
})

test('bad dates, windows, grains, categories, channel types and commitments are refused by field', async () => {
  const shop = await openSalesShop()
  const other = await openSalesShop()
  const window = 'start_date=2025-01-01&end_date=2025-01-31'
  for (const [query, field, words] of [
    ['end_date=2025-01-31', 'start_date', 'start_date'],
    ['start_date=2025-01-01', 'end_date', 'end_date'],
    ['start_date=2025-02-30&end_date=2025-03-01', 'start_date', 'must be a date in the format YYYY-MM-DD'],
    ['start_date=2025-01-02&end_date=2025-01-01', 'end_date', 'must not be before start_date'],
    ['start_date=2025-01-01&end_date=2026-02-06', 'end_date', 'must be at most 400 days after start_date'],
    [`${window}&grain=quarter`, 'grain', 'day, week, month, fiscal_week, fiscal_month'],
    [`${window}&categories=Nothing`, 'categories', 'must be categories of this organisation'],
    [`${window}&categories=${other.ids.categories.Denim}`, 'categories', 'must be categories of this organisation'],
    [`${window}&channel_types=street`, 'channel_types[0]', 'online, store, wholesale, marketplace'],
    [`${window}&commitment_id=${uuidv7()}`, 'commitment_id', 'must be a commitment of this organisation'],
    [`${window}&commitment_id=`, 'commitment_id', 'commitment_id'],
  ] as const) {
    const answer = await ask(shop, query)
    expect([query, answer.status, answer.body.data?.field]).toEqual([query, 400, field])
    expect(answer.body.message.desc).toContain(words)
  }
  expect((await ask(shop, 'start_date=2025-01-01&end_date=2026-02-05')).status).toBe(200)
})

test('no read over every account serves a key that is bound to one', async () => {
  const { tenant } = await openSalesShop()
  const trading_partner_id = uuidv7()
  await insertRows(tenant, 'trading_partners', [{ trading_partner_id, name: 'Meridian Stores' }])
  const { api_key: key } = await tenant.mint({ trading_partner_id })
  const window = 'start_date=2025-10-04&end_date=2025-10-04'
  for (const read of [
    `net-sales?${window}`,
    `analytics?${window}`,
    'new-overview',
    'table',
    `performance/channels?${window}`,
  ]) {
    const refused = await tenant.get(`/api/v1/sales/${read}`, { key })
    expect([read, refused.status, refused.body.message.code]).toEqual([read, 403, 'account_mismatch'])
  }
})
