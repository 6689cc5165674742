/** Figures end where the import of a channel does: its later days are unknown, not zero. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays, daysBetween, eachDay } from '../../../server/calendar/days.ts'
import { fiscalMonthOf, fiscalYearStart } from '../../../server/calendar/retail_calendar.ts'
import { refreshCover } from '../../../server/ledger/cover.ts'
import { originAt } from '../../../server/insight/forecasts/run.ts'
import { refresh } from '../velocity/velocity_fixture.ts'
import {
  type CoveredShop,
  dayAgo,
  importDays,
  openCoveredShop,
  placeLive,
  state,
  today,
} from '../../selling/sales_facts/coverage/coverage_fixture.ts'

setDefaultTimeout(120_000)

/** The till is imported every day from 100 days ago to six days ago. */
const through = dayAgo(6)
const tillDays = eachDay(dayAgo(100), dayAgo(5))

async function openImported(): Promise<CoveredShop> {
  const shop = await openCoveredShop()
  await importDays(shop, 'Till', tillDays)
  return shop
}

const get = async ({ tenant }: CoveredShop, path: string) => {
  const answer = await tenant.get(`/api/v1/${path}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data ?? answer.body
}
const cents = (days: readonly string[], start: string, end: string) =>
  10_000 * days.filter((day) => day >= start && day <= end).length

test('the default windows of the overview and the table end with the last recorded day', async () => {
  const shop = await openImported()
  const overview = await get(shop, 'sales/new-overview?period=last_28_days')
  expect(overview.window).toEqual({ start_date: dayAgo(33), end_date: through, end_exclusive: dayAgo(5) })
  const [net] = overview.cards
  expect([net.value, net.previous_value, net.change]).toEqual([2_800, 2_800, 0])
  const table = await get(shop, 'sales/table')
  expect(table.window).toMatchObject({ start_date: dayAgo(33), end_date: through })
  expect(table.totals.net_sales.cents).toBe(cents(tillDays, dayAgo(33), through))
  const month = await get(shop, 'sales/new-overview?period=month_to_date')
  expect(month.window).toMatchObject({ start_date: `${through.slice(0, 8)}01`, end_date: through })
  // A stated end moves them on, over days that are now zero.
  await state(shop, 'Till', { recorded_through: dayAgo(1) })
  const stated = await get(shop, 'sales/new-overview?period=last_28_days')
  expect(stated.window).toMatchObject({ start_date: dayAgo(28), end_date: dayAgo(1) })
  expect(stated.cards[0].value).toBe(cents(tillDays, dayAgo(28), dayAgo(1)) / 100)
})

test('periods of a channel after its import are null, and it is not compared with channels that go on', async () => {
  const shop = await openImported()
  const window = `start_date=${dayAgo(8)}&end_date=${dayAgo(1)}`
  const path = `sales/performance/channels?${window}`
  const of = ({ channels }: any, name: string) => channels.find(({ channel_name }: any) => channel_name === name)
  const alone = await get(shop, path)
  expect(of(alone, 'Till').data.map(({ revenue }: any) => revenue.cents)).toEqual([
    10_000,
    10_000,
    10_000,
    ...Array.from({ length: 5 }, () => null),
  ])
  // Three days against three.
  expect(alone.previous_window).toMatchObject({ start_date: dayAgo(11), end_date: dayAgo(9) })
  expect([of(alone, 'Till').total_revenue.cents, of(alone, 'Till').change_percentage]).toEqual([30_000, 0])
  expect(alone.coverage.recorded_through).toBe(through)
  await placeLive(shop, 'Online', `${dayAgo(2)}T12:00:00Z`)
  const both = await get(shop, path)
  expect(both.previous_window).toMatchObject({ start_date: dayAgo(16), end_date: dayAgo(9) })
  expect(of(both, 'Till')).toMatchObject({
    total_revenue: { cents: 30_000 },
    change_percentage: null,
    change_percentage_reason: `Sales are recorded until ${through}, and the window is compared up to ${dayAgo(1)}.`,
  })
  expect(of(both, 'Online').data.map(({ revenue }: any) => revenue.cents)).toEqual([0, 0, 0, 0, 0, 0, 5_000, 0])
})

test('net sales and analytics have no zero after the import', async () => {
  const shop = await openImported()
  const net = await get(shop, `sales/net-sales?start_date=${dayAgo(8)}&end_date=${dayAgo(1)}&grain=day`)
  expect(net.rows.map(({ net_sales }: any) => net_sales.cents)).toEqual([
    10_000,
    10_000,
    10_000,
    ...Array.from({ length: 5 }, () => null),
  ])
  expect(net.rows[3].reason).toBe(`Sales are recorded until ${through}.`)
  expect(net.coverage.recorded_through).toBe(through)
  const analytics = await get(shop, `sales/analytics?start_date=${dayAgo(5)}&end_date=${dayAgo(1)}`)
  const { revenue_total, reason } = analytics.Overall
  expect([revenue_total, reason]).toEqual([null, `Sales are recorded until ${through}.`])
})

test('the report of a week counts the days that are recorded against as many of last year', async () => {
  const shop = await openCoveredShop()
  // Complete weeks from Sunday; the second day of the last complete one is the last recorded one.
  const sunday = addDays(today, -new Date(today).getUTCDay() - 7)
  const days = [
    ...eachDay(addDays(sunday, -371), addDays(sunday, -356)),
    ...eachDay(addDays(sunday, -56), addDays(sunday, 2)),
  ]
  await importDays(shop, 'Till', days)
  const startMonth = 2
  const { fiscal_year } = fiscalMonthOf(sunday, startMonth)
  const week = daysBetween(fiscalYearStart(fiscal_year, startMonth), sunday) / 7 + 1
  const report = await get(shop, `finance/reports/weekly-trade?week=${fiscal_year}-W${String(week).padStart(2, '0')}`)
  expect(report.coverage).toContain(`Sales are recorded until ${addDays(sunday, 1)}.`)
  const total = report.sections[0].rows.at(-1)
  const figure = (name: string) => total.cells[report.sections[0].columns.findIndex(({ key }: any) => key === name)]
  expect([figure('net_sales').cents, figure('last_year_net_sales').cents]).toEqual([20_000, 20_000])
})

test('suggested events see no decrease in days that an import does not reach', async () => {
  const shop = await openImported()
  const suggested = await get(shop, 'sales/velocity/events/suggested?weeks=12')
  expect(suggested.window).toMatchObject({ start_date: dayAgo(89), end_date: through })
  expect([suggested.days_tested, suggested.events]).toEqual([84, []])
})

test('velocity is measured up to the last recorded day, and goes on with a newer import', async () => {
  const shop = await openImported()
  const velocity = async () => {
    await refresh(shop.tenant)
    const { window, rows } = await get(shop, 'sales/velocity/table')
    return [window.start_date, window.end_date, rows[0].units_sold, rows[0].units_per_day]
  }
  expect(await velocity()).toEqual([dayAgo(33), through, 56, 2])
  await importDays(shop, 'Till', [dayAgo(5), dayAgo(4)])
  expect(await velocity()).toEqual([dayAgo(31), dayAgo(4), 56, 2])
  await state(shop, 'Till', { recorded_through: dayAgo(1) })
  expect(await velocity()).toEqual([dayAgo(28), dayAgo(1), 50, 1.7857])
})

test('cover and health have the rate of the days that are recorded', async () => {
  const shop = await openImported()
  const { tenant } = shop
  await refresh(tenant)
  const { sql } = tenant.service.database
  await sql.begin((tx) => refreshCover(tx as never, tenant.organization_id, new Date().toISOString()))
  const row = (await get(shop, 'inventory/table?limit=1')).rows[0]
  // Two units a day on 28 recorded days; over the days up to yesterday it would be 46 units in 28 days.
  expect([row.available_qty, row.days_of_cover]).toEqual([10_000, 5_000])
  const { total } = await get(shop, `variants/${shop.ids.variants.J}/drawer-overview`)
  expect([total.velocity.units_per_day, total.days_of_cover]).toEqual([2, row.days_of_cover])
})

test('a forecast begins after the last week that is recorded to its end', async () => {
  const shop = await openCoveredShop()
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7) - 14)
  const of = { organization_id: shop.tenant.organization_id, time_zone: 'UTC' }
  const origin = () => originAt(shop.tenant.service.database.sql as never, of, new Date().toISOString())
  await importDays(shop, 'Till', [addDays(monday, 5)])
  expect(await origin()).toBe(addDays(monday, -7))
  await importDays(shop, 'Till', [addDays(monday, 6)])
  expect(await origin()).toBe(monday)
})

test('every read of a window states its days, calendar, coverage and basis', async () => {
  const shop = await openImported()
  const { tenant } = shop
  const [start, end] = [dayAgo(40), dayAgo(1)]
  const { sql } = tenant.service.database
  const coverageOf = async (first: string, last: string) => {
    const [counted] = await sql<{ days_with_sales: number; channels_with_sales: number }[]>`
      select count(distinct day)::int as days_with_sales, count(distinct sales_channel_id)::int as channels_with_sales
      from sales_daily where organization_id = ${tenant.organization_id} and day between ${first} and ${last}`
    return { sales_begin_on: tillDays[0]!, recorded_through: through, ...counted!, conversions: [] }
  }
  const expected = await coverageOf(start, end)
  expect([expected.days_with_sales, expected.channels_with_sales]).toEqual([35, 1])
  const stated = ({ window, calendar, coverage, basis_note }: any) => ({
    window: [window.start_date, window.end_date],
    calendar,
    coverage,
    isNoted: basis_note.length > 20,
  })
  const basis = { window: [start, end], calendar: 'gregorian', coverage: expected, isNoted: true }
  const days = `start_date=${start}&end_date=${end}`
  expect(stated(await get(shop, `sales/table?${days}`))).toEqual(basis)
  const groups = await get(shop, `sales/analytics?${days}`)
  for (const group of Object.values<any>(groups)) expect(stated(group.basis)).toEqual(basis)
  const fiscal = await get(shop, `sales/analytics?${days}&in_fiscal_year=this`)
  expect(fiscal.Overall.basis.calendar).toBe('retail_4_5_4')
  const ask = async (query: object) => (await tenant.post('/api/v1/metrics/query', { query })).body.data
  const time_range = { kind: 'absolute', start, end }
  expect(stated(await ask({ domain: 'sales', measures: ['net_sales'], time_range }))).toEqual(basis)
  const moved = await ask({ domain: 'movements', measures: ['units_in'], time_range })
  expect(stated(moved)).toEqual({ ...basis, coverage: null })
  const now = await ask({ domain: 'inventory', measures: ['on_hand'] })
  expect([now.window, now.coverage, now.basis_note]).toEqual([null, null, expect.stringContaining('Stock')])
  const overview = await get(shop, 'sales/new-overview?period=last_28_days')
  const { start_date, end_date } = overview.window
  expect(stated(overview)).toEqual({
    ...basis,
    window: [start_date, end_date],
    coverage: await coverageOf(start_date, end_date),
  })
  expect(overview.coverage.days_with_sales).toBe(28)
})
