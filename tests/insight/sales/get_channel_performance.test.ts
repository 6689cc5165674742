import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { addDays } from '../../../server/calendar/days.ts'
import { periodBefore, performanceOf } from '../../../server/insight/sales/channel_performance.rules.ts'
import { type Catalogue, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import type { SaleFixture } from '../../support/fixtures/fixture.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const path = '/api/v1/sales/performance/channels'
const today = new Date().toISOString().slice(0, 10)
const ask = (tenant: Tenant, query: string) => tenant.get(`${path}?${query}`)
const dollars = (cents: number) => ({ cents, currency: 'USD', reason: null, usd: cents / 100 })
const notStarted = 'The period has not started.'
const unstarted = { cents: null, currency: 'USD', reason: notStarted, usd: null }

const fixture = (tenant: Tenant): Promise<Catalogue> =>
  setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: ['Online', 'Shop', 'Wholesale', 'Outlet'],
    products: [
      { title: 'Jumper', variants: [{ sku: 'J-S' }, { sku: 'J-M' }] },
      { title: 'Jeans', variants: [{ sku: 'D' }] },
    ],
  })

type Sold = [sku: string, day: string, channel: string, gross: number, discounts?: number, returns?: number]
const sell = (tenant: Tenant, ids: Catalogue, rows: readonly Sold[], location = 'Main') =>
  recordSales(
    tenant,
    ids,
    rows.map(([sku, day, channel, gross_sales_cents, discounts_cents, returns_cents]): SaleFixture => {
      const money = { gross_sales_cents, discounts_cents, returns_cents, taxes_cents: 777 }
      return { sku, day, channel, location, units: 1, returned_units: returns_cents ? 1 : 0, ...money }
    }),
  )

/** Each channel as [name, total, difference, change]. */
const heads = (answer: any) =>
  answer.body.data.channels.map((one: any) => [
    one.channel_name,
    one.total_revenue.cents,
    one.period_difference.cents,
    one.change_percentage,
  ])
const dataOf = (answer: any, name: string) =>
  answer.body.data.channels
    .find(({ channel_name }: any) => channel_name === name)
    .data.map(({ date, revenue }: any) => [date, revenue.cents])

test('revenue is gross sales minus discounts and returns, by channel and day, compared with the window before', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  await sell(tenant, ids, [
    ['J-S', '2025-09-30', 'Online', 99_999],
    ['J-S', '2025-10-01', 'Online', 8000],
    ['J-S', '2025-10-04', 'Online', 10_000, 1500, 500],
    ['J-M', '2025-10-04', 'Online', 4000],
    ['J-M', '2025-10-06', 'Online', 0, 0, 2000],
    ['D', '2025-10-04', 'Shop', 3000],
    ['D', '2025-10-03', 'Shop', 9000],
    ['D', '2025-10-05', 'Outlet', 0, 0, 700],
    ['D', '2025-10-07', 'Outlet', 55_555],
  ])
  await sell(tenant, ids, [['J-S', '2025-10-04', 'Online', 100]], 'Store')
  const answer = await ask(tenant, 'start_date=2025-10-04&end_date=2025-10-06')
  expect(answer.status).toBe(200)
  const { channels, ...rest } = answer.body.data
  expect(rest).toEqual({
    window: { start_date: '2025-10-04', end_date: '2025-10-06', end_exclusive: '2025-10-07' },
    previous_window: { start_date: '2025-10-01', end_date: '2025-10-03', end_exclusive: '2025-10-04' },
    granularity: 'day',
    calendar: 'gregorian',
    coverage: { sales_begin_on: '2025-09-30', recorded_through: today, days_with_sales: 3, channels_with_sales: 3 },
    basis_note: expect.stringContaining('minus discounts and returns'),
  })
  // Online: (10,000 − 1,500 − 500) + 4,000 + 100 on the 4th and −2,000 on the 6th, after 8,000.
  expect(channels[0]).toEqual({
    sales_channel_id: ids.sales_channels.Online,
    channel_name: 'Online',
    total_revenue: dollars(10_100),
    period_difference: dollars(2100),
    change_percentage: 26.25,
    change_percentage_reason: null,
    data: [
      { date: '2025-10-04', revenue: dollars(12_100) },
      { date: '2025-10-05', revenue: dollars(0) },
      { date: '2025-10-06', revenue: dollars(-2000) },
    ],
  })
  expect(heads(answer)).toEqual([
    ['Online', 10_100, 2100, 26.25],
    ['Outlet', -700, -700, null],
    ['Shop', 3000, -6000, -66.67],
    ['Wholesale', 0, 0, null],
  ])
  expect(channels[3].data.map(({ revenue }: any) => revenue)).toEqual([dollars(0), dollars(0), dollars(0)])
  expect(channels[1].change_percentage_reason).toBe('The revenue of the previous period is zero.')
})

test('weeks begin on Monday, months on the first, and both are cut to the window', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  // 5 October 2025 is a Sunday.
  const days = ['2025-10-04', '2025-10-05', '2025-10-06', '2025-10-12', '2025-10-31', '2025-11-01', '2025-11-05']
  await sell(tenant, ids, [
    ['D', '2025-09-04', 'Online', 1],
    ...days.map((day, i): Sold => ['D', day, 'Shop', 10 ** i]),
  ])
  const window = 'start_date=2025-10-05&end_date=2025-11-04'
  const weeks = await ask(tenant, `${window}&granularity=week`)
  expect(dataOf(weeks, 'Shop')).toEqual([
    ['2025-10-05', 10],
    ['2025-10-06', 1100],
    ['2025-10-13', 0],
    ['2025-10-20', 0],
    ['2025-10-27', 110_000],
    ['2025-11-03', 0],
  ])
  const months = await ask(tenant, `${window}&granularity=month`)
  expect(dataOf(months, 'Shop')).toEqual([
    ['2025-10-05', 11_110],
    ['2025-11-01', 100_000],
  ])
  const byDay = await ask(tenant, window)
  expect(dataOf(byDay, 'Shop').length).toBe(31)
  for (const answer of [weeks, months, byDay]) expect(heads(answer)[2]).toEqual(['Shop', 111_110, 111_109, 11110900])
})

/** Net sales summed row by row from what was written, without SQL or periods. */
function recompute(rows: readonly Sold[], channel: string, from: string, to: string): number {
  let sum = 0
  for (const [, day, sold, gross, discounts = 0, returns = 0] of rows)
    if (sold === channel && day >= from && day <= to) sum += gross - discounts - returns
  return sum
}

test('a year of figures is what its rows add up to, whatever the granularity and the other organisations', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const [ids, others] = [await fixture(tenant), await fixture(other)]
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const [start, end] = ['2024-02-29', '2025-02-28']
  const rows: Sold[] = []
  for (let day = addDays(start, -400); day <= addDays(end, 30); day = addDays(day, 1))
    for (const channel of ['Online', 'Shop', 'Outlet'])
      for (const sku of ['J-S', 'J-M', 'D'])
        if (random(4) === 0) rows.push([sku, day, channel, random(50_000), random(900), random(5) === 0 ? 9000 : 0])
  await sell(tenant, ids, rows)
  await sell(other, others, rows)
  await sell(other, others, rows, 'Store')
  const previous = [addDays(start, -366), addDays(start, -1)] as const
  for (const granularity of ['day', 'week', 'month']) {
    const answer = await ask(tenant, `start_date=${start}&end_date=${end}&granularity=${granularity}`)
    const { channels, previous_window, coverage } = answer.body.data
    expect([previous_window.start_date, previous_window.end_date]).toEqual([...previous])
    const inWindow = new Set(rows.map(([, day]) => day).filter((day) => day >= start && day <= end))
    expect(coverage).toMatchObject({ days_with_sales: inWindow.size, channels_with_sales: 3 })
    for (const { channel_name, total_revenue, period_difference, change_percentage, data } of channels) {
      const sum = recompute(rows, channel_name, start, end)
      const before = recompute(rows, channel_name, ...previous)
      expect([total_revenue.cents, period_difference.cents]).toEqual([sum, sum - before])
      if (before === 0) expect(change_percentage).toBeNull()
      else expect(change_percentage).toBeCloseTo((sum / before - 1) * 100, 1)
      expect(data[0].date).toBe(start)
      for (const [i, { date, revenue }] of data.entries()) {
        const last = i + 1 < data.length ? addDays(data[i + 1].date, -1) : end
        expect([date, revenue.cents]).toEqual([date, recompute(rows, channel_name, date, last)])
      }
    }
  }
}, 60_000)

test('figures are in the currency of the organisation, and dollars are stated for dollars alone', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  await sql`update organizations set currency = 'EUR' where organization_id = ${tenant.organization_id}`
  const ids = await fixture(tenant)
  await sell(tenant, ids, [['D', '2025-10-04', 'Shop', 3000]])
  await sql`update sales_daily set currency = 'EUR' where organization_id = ${tenant.organization_id}`
  const answer = await ask(
    tenant,
    `start_date=2025-10-04&end_date=2025-10-04&sales_channel_ids=${ids.sales_channels.Shop}`,
  )
  const euros = { cents: 3000, currency: 'EUR', reason: null, usd: null }
  expect(answer.body.data.channels).toMatchObject([
    { total_revenue: euros, period_difference: euros, data: [{ date: '2025-10-04', revenue: euros }] },
  ])
})

test('channels narrow by id, and a channel of another organisation is refused as one that nobody has', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const [ids, others] = [await fixture(tenant), await fixture(other)]
  await sell(tenant, ids, [
    ['D', '2025-10-04', 'Shop', 3000],
    ['D', '2025-10-05', 'Online', 3000],
  ])
  const { Shop, Outlet } = ids.sales_channels
  const window = 'start_date=2025-10-04&end_date=2025-10-06'
  const some = await ask(tenant, `${window}&sales_channel_ids=${Shop},${Outlet},${Shop}`)
  expect(heads(some).map(([name, total]: any) => [name, total])).toEqual([
    ['Outlet', 0],
    ['Shop', 3000],
  ])
  expect(some.body.data.coverage).toEqual({
    sales_begin_on: '2025-10-04',
    recorded_through: today,
    days_with_sales: 1,
    channels_with_sales: 1,
  })
  for (const unknown of [others.sales_channels.Shop, uuidv7(), 'nowhere']) {
    const refused = await ask(tenant, `${window}&sales_channel_ids=${Shop},${unknown}`)
    expect([refused.status, refused.body.message.desc]).toEqual([
      400,
      'sales_channel_ids must be sales channels of this organisation.',
    ])
  }
})

test('a period that has not started is null with its reason, and the total counts the days that have', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  await sell(tenant, ids, [
    ['D', addDays(today, -2), 'Shop', 9000],
    ['D', addDays(today, -1), 'Shop', 2000],
    ['D', today, 'Shop', 3000],
  ])
  const shop = `sales_channel_ids=${ids.sales_channels.Shop}`
  const running = await ask(tenant, `start_date=${today}&end_date=${addDays(today, 2)}&${shop}`)
  expect(running.body.data.channels).toMatchObject([
    {
      total_revenue: dollars(3000),
      period_difference: dollars(1000),
      change_percentage: 50,
      data: [{ revenue: dollars(3000) }, { revenue: unstarted }, { revenue: unstarted }],
    },
  ])
  // One day has begun, so it is compared with one day.
  const yesterday = addDays(today, -1)
  expect(running.body.data.previous_window).toMatchObject({ start_date: yesterday, end_date: yesterday })
  const future = await ask(tenant, `start_date=${addDays(today, 40)}&end_date=${addDays(today, 41)}&${shop}`)
  expect(future.body.data.channels).toMatchObject([
    {
      total_revenue: unstarted,
      period_difference: unstarted,
      change_percentage: null,
      change_percentage_reason: notStarted,
    },
  ])
})

test('what was before the first recorded sale is unknown, and nothing is compared with it', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  await sell(tenant, ids, [
    ['D', '2025-10-04', 'Online', 500],
    ['D', '2025-10-06', 'Shop', 2000],
  ])
  const shop = `sales_channel_ids=${ids.sales_channels.Shop}`
  const unknown = { cents: null, currency: 'USD', usd: null, reason: 'Sales are recorded from 2025-10-04 on.' }
  const [before] = (await ask(tenant, `start_date=2025-10-03&end_date=2025-10-05&${shop}`)).body.data.channels
  expect(before.data.map(({ revenue }: any) => revenue)).toEqual([unknown, dollars(0), dollars(0)])
  expect(before.total_revenue).toEqual(dollars(0))
  const [never] = (await ask(tenant, `start_date=2025-10-02&end_date=2025-10-03&${shop}`)).body.data.channels
  expect(never).toMatchObject({ total_revenue: unknown, period_difference: unknown, change_percentage: null })
  // The day before the window is the first recorded one, or is not recorded.
  const of = async (start: string, end: string) => {
    const [one] = (await ask(tenant, `start_date=${start}&end_date=${end}&${shop}`)).body.data.channels
    return [one.total_revenue.cents, one.period_difference.cents, one.change_percentage_reason]
  }
  expect(await of('2025-10-06', '2025-10-07')).toEqual([2000, 2000, 'The revenue of the previous period is zero.'])
  expect(await of('2025-10-06', '2025-10-08')).toEqual([
    2000,
    null,
    'Sales are recorded from 2025-10-04 on, and the period to compare with begins on 2025-10-03.',
  ])
})

test('the day that has started is that of the organisation, east and west of UTC', async () => {
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const tenant = await newTenant()
    await fixture(tenant)
    const { sql } = tenant.service.database
    await sql`update organizations set time_zone = ${time_zone} where organization_id = ${tenant.organization_id}`
    const [{ day }] = (await sql`select (now() at time zone ${time_zone})::date::text as day`) as any
    const { body } = await ask(tenant, `start_date=${addDays(day, -1)}&end_date=${addDays(day, 1)}`)
    for (const { data } of body.data.channels)
      expect(data.map(({ revenue }: any) => revenue.cents)).toEqual([0, 0, null])
  }
})

test('an organisation without sales answers zeros and says that nothing was recorded', async () => {
  const tenant = await newTenant()
  await fixture(tenant)
  const answer = await ask(tenant, 'start_date=2025-10-04&end_date=2025-10-04')
  expect(heads(answer).map(([, total]: any) => total)).toEqual([0, 0, 0, 0])
  expect(answer.body.data.coverage).toEqual({
    sales_begin_on: null,
    recorded_through: today,
    days_with_sales: 0,
    channels_with_sales: 0,
  })
  const bare = await ask(await newTenant(), 'start_date=2025-10-04&end_date=2025-10-04')
  expect(bare.body.data.channels).toEqual([])
})

test('missing, impossible, reversed and too distant dates, and an unserved granularity, are refused by field', async () => {
  const tenant = await newTenant()
  for (const [query, field, words] of [
    ['end_date=2025-01-31', 'start_date', 'start_date'],
    ['start_date=2025-01-01', 'end_date', 'end_date'],
    ['start_date=2025-02-30&end_date=2025-03-01', 'start_date', 'must be a date in the format YYYY-MM-DD'],
    ['start_date=2025-01-02&end_date=2025-01-01', 'end_date', 'must not be before start_date'],
    ['start_date=2025-07-01&end_date=2026-07-02', 'end_date', 'must be at most 1 year after start_date'],
    ['start_date=2024-02-29&end_date=2025-03-01', 'end_date', 'must be at most 1 year after start_date'],
    ['start_date=2025-01-01&end_date=2025-01-31&granularity=quarter', 'granularity', 'day, week, month'],
    ['start_date=2025-01-01&end_date=2025-01-31&sales_channel_ids=', 'sales_channel_ids', 'sales_channel_ids'],
  ] as const) {
    const answer = await ask(tenant, query)
    expect([query, answer.status, answer.body.data?.field]).toEqual([query, 400, field])
    expect(answer.body.message.desc).toContain(words)
  }
  for (const [start, end] of [
    ['2023-11-22', '2024-11-22'],
    ['2025-07-01', '2026-07-01'],
    ['2024-02-29', '2025-02-28'],
    ['2027-03-01', '2028-03-01'],
    ['2999-01-01', '2999-12-31'],
  ])
    expect((await ask(tenant, `start_date=${start}&end_date=${end}`)).status).toBe(200)
})

test('a key bound to a trading account cannot read the revenue of other accounts', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const trading_partner_id = uuidv7()
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${tenant.organization_id}, ${trading_partner_id}, 'Meridian Stores')`
  const { api_key: key } = await tenant.mint({ trading_partner_id })
  const refused = await tenant.get(`${path}?start_date=2025-10-04&end_date=2025-10-04`, { key })
  expect([refused.status, refused.body.message.code]).toEqual([403, 'account_mismatch'])
})

test('a change from nothing, from a negative figure or beyond exact cents is null with its reason', () => {
  const window = { start: '2025-10-02', end: '2025-10-02' }
  const recorded = { sales_begin_on: null, recorded_through: today, compared_through: today }
  const basis = { previous: periodBefore(window), today, currency: 'USD', ...recorded }
  const of = (cents: Record<string, number>) => {
    const sums = Object.fromEntries(
      Object.entries(cents).map(([period, net_cents]) => [period, { net_cents, unrated_currency: null }]),
    )
    const shown = performanceOf({ sales_channel_id: 'c', channel_name: 'Shop', sums }, [window], basis)
    return [shown.period_difference.cents, shown.change_percentage, shown.change_percentage_reason]
  }
  expect(basis.previous).toEqual({ start: '2025-10-01', end: '2025-10-01' })
  expect(of({ 0: 100, 1: 0 })).toEqual([100, null, 'The revenue of the previous period is zero.'])
  expect(of({ 0: 100, 1: -50 })).toEqual([150, null, 'The revenue of the previous period is negative.'])
  expect(of({ 0: -50, 1: 100 })).toEqual([-150, -150, null])
  expect(of({ 0: 100_125, 1: 100_000 })).toEqual([125, 0.13, null])
  expect(of({ 1: 100 })).toEqual([-100, -100, null])
  expect(of({ 0: 2 ** 53, 1: 1 })).toEqual([null, null, 'The figure is too large to be exact to the cent.'])
})

test('other currencies are converted with the rate of the day, and a sum without a rate is null and names the currency', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  await sell(tenant, ids, [
    ['J-S', '2025-10-04', 'Online', 10_000],
    ['J-M', '2025-10-04', 'Online', 3_333],
    ['J-M', '2025-10-05', 'Online', 1_001],
  ])
  const { sql } = tenant.service.database
  await sql`
    update sales_daily set currency = 'EUR'
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants['J-M']!}`
  const days = 'start_date=2025-10-04&end_date=2025-10-05'
  const missing = await ask(tenant, days)
  const reason = 'Some of the sales are in EUR, and no exchange rate to USD is known for their days.'
  const online = missing.body.data.channels.find(({ channel_name }: any) => channel_name === 'Online')
  expect([online.total_revenue.cents, online.total_revenue.reason, online.change_percentage]).toEqual([
    null,
    reason,
    null,
  ])
  for (const [rate_date, organization_currency_per_unit] of [
    ['2025-10-01', '1.0837'],
    ['2025-10-05', '1.25'],
  ])
    await sql`
      insert into exchange_rates (organization_id, currency, rate_date, organization_currency_per_unit)
      values (${tenant.organization_id}, 'EUR', ${rate_date!}, ${organization_currency_per_unit!})`
  const rated = await ask(tenant, days)
  expect(dataOf(rated, 'Online')).toEqual([
    ['2025-10-04', 10_000 + Math.round(3_333 * 1.0837)],
    ['2025-10-05', Math.round(1_001 * 1.25)],
  ])
})
