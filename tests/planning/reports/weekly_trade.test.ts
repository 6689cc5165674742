import { expect, test } from 'bun:test'
import { addDays, daysBetween } from '../../../server/calendar/days.ts'
import { fiscalMonthOf, fiscalYearStart } from '../../../server/calendar/retail_calendar.ts'
import { insertRows, recordSales } from '../../support/fixtures/catalogue.ts'
import {
  createPlan,
  dollars,
  newPlanning,
  type Planning,
  plans,
  refusal,
  startMonth,
  today,
} from '../planning_fixture.ts'
import {
  ask,
  checkFeet,
  checkRecomputed,
  checkSums,
  editCells,
  headOf,
  newYear2023,
  publish,
  read,
  row,
  section,
} from './reports_fixture.ts'

const week53 = { first: '2024-01-28', last: '2024-02-03', lastYear: ['2023-01-29', '2023-02-04'] as const }

interface Week {
  net: number
  gross: number
  discounts: number
  returns: number
  units: number
  returned: number
  cost: number
}

/** Sums of the sales rows themselves, by the name of a category or channel; `all` is the sum of everything. */
async function rowsOf({ tenant }: Planning, by: 'category' | 'channel', from: string, to: string) {
  const rows = await tenant.service.database.sql<(Week & { name: string | null; is_all: boolean })[]>`
    select k.name, grouping(k.name) = 1 as is_all,
      sum(s.gross_sales_cents - s.discounts_cents - s.returns_cents)::float8 as net, sum(s.gross_sales_cents)::float8 as gross,
      sum(s.discounts_cents)::float8 as discounts, sum(s.returns_cents)::float8 as returns,
      sum(s.units)::float8 as units, sum(s.returned_units)::float8 as returned, sum(s.known_cost_cents)::float8 as cost
    from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    join products p on p.organization_id = s.organization_id and p.product_id = v.product_id
    left join categories c on c.organization_id = s.organization_id and c.category_id = p.category_id
    join sales_channels n on n.organization_id = s.organization_id and n.sales_channel_id = s.sales_channel_id
    cross join lateral (
      select case when ${by === 'category'} then coalesce(c.name, 'No category') else n.name end as name) k
    where s.organization_id = ${tenant.organization_id} and s.day between ${from}::date and ${to}::date
    group by grouping sets ((k.name), ())`
  return new Map(rows.map(({ name, is_all, ...sums }) => [is_all ? 'Total' : name!, sums]))
}

const percent = (part: number, whole: number) => Math.round((part * 10_000) / whole) / 100

test.each(['category', 'channel'] as const)('by %s, every figure of a week 53 equals the sales rows', async (cut) => {
  const planning = await newYear2023()
  const report = await read(planning, 'weekly-trade', `?week=2023-W53&cut=${cut}`)
  expect(report.period_detail).toMatchObject({ start_date: week53.first, end_date: week53.last })
  const [now, before] = [
    await rowsOf(planning, cut, week53.first, week53.last),
    await rowsOf(planning, cut, ...week53.lastYear),
  ]
  const { rows } = section(report, 'trade')
  expect(rows.map(({ label }: any) => label).toSorted()).toEqual([...now.keys()].toSorted())
  for (const { label, cells } of rows) {
    const [week, last] = [now.get(label)!, before.get(label)!]
    expect([label, cells]).toMatchObject([
      label,
      {
        net_sales: dollars(week.net),
        last_year_net_sales: dollars(last.net),
        net_units: { value: week.units - week.returned },
        last_year_net_units: { value: last.units - last.returned },
        units_sold: { value: week.units },
        units_returned: { value: week.returned },
        gross_sales: dollars(week.gross),
        discounts: dollars(week.discounts),
        returns_value: dollars(week.returns),
        gross_margin: dollars(week.net - week.cost),
      },
    ])
    expect(cells.discount_rate_pct.value).toBeCloseTo(percent(week.discounts, week.gross), 1)
    expect(cells.return_rate_pct.value).toBeCloseTo(percent(week.returned, week.units), 1)
    expect(cells.gross_margin_pct.value).toBeCloseTo(percent(week.net - week.cost, week.net), 1)
    expect(cells.last_year_change_pct.value).toBeCloseTo(percent(week.net - last.net, last.net), 1)
  }
  checkFeet(report)
  checkSums(section(report, 'trade'))
})

test('every head figure, and what it is compared with, follows from sales rows, cells and movements', async () => {
  const planning = await newYear2023()
  const { sql } = planning.tenant.service.database
  const { organization_id } = planning.tenant
  const report = await read(planning, 'weekly-trade', '?week=2023-W53')
  const sums = async (from: string, to: string) => (await rowsOf(planning, 'category', from, to)).get('Total')!
  const now = await sums(week53.first, week53.last)
  const last = await sums(...week53.lastYear)
  const recent = await sums('2024-01-07', '2024-02-03')
  const [stock] = await sql<{ units: number }[]>`
    select sum(quantity_delta)::float8 as units from stock_movements
    where organization_id = ${organization_id} and occurred_at < '2024-02-04T00:00:00Z'`
  // The last seven of the 35 days of month 12, of each cell.
  const [plan] = await sql<{ sales: number; margin: number }[]>`
    select sum(sales_cents - round(sales_cents * 28 / 35.0))::float8 as sales,
      sum(margin_cents - round(margin_cents * 28 / 35.0))::float8 as margin
    from buy_plan_version_cells where organization_id = ${organization_id} and month = 12`
  checkRecomputed(report, {
    net_sales: [now.net, plan!.sales],
    last_year_change_pct: [percent(now.net - last.net, last.net), last.net],
    net_units: [now.units - now.returned, last.units - last.returned],
    gross_margin: [now.net - now.cost, plan!.margin],
    discount_rate_pct: [percent(now.discounts, now.gross), null],
    return_rate_pct: [percent(now.returned, now.units), null],
    weeks_of_cover: [Math.round((stock!.units * 40) / (recent.units - recent.returned)) / 10, null],
  })
})

test('the plan of a month is divided over its five weeks to the cent, and the live version counts', async () => {
  const planning = await newYear2023()
  const { mfp_id, ids } = planning
  const { categories, sales_channels } = ids
  await editCells(planning, mfp_id, [
    { category_id: categories.Knitwear, sales_channel_id: sales_channels.Web, month: 12, sales_cents: 999 },
  ])
  const weeks = await Promise.all(
    [49, 50, 51, 52, 53].map((week) => read(planning, 'weekly-trade', `?week=2023-W${week}`)),
  )
  const planned = (name: string, column = 'plan_net_sales') =>
    weeks.map((report) => row(report, 'trade', name).cells[column].cents)
  const sum = (of: number[]) => of.reduce((all, cents) => all + cents, 0)
  expect(planned('Knitwear').at(-1)).toBe(20_001)
  expect([sum(planned('Knitwear')), sum(planned('Coats')), sum(planned('Total'))]).toEqual([100_003, 7, 100_010])
  expect([sum(planned('Knitwear', 'plan_gross_margin')), sum(planned('Total', 'plan_gross_margin'))]).toEqual([
    50_001, 50_004,
  ])
  const byChannel = await read(planning, 'weekly-trade', '?week=2023-W53&cut=channel')
  expect(row(byChannel, 'trade', 'Web').cells.plan_net_sales).toMatchObject(dollars(20_001))
  expect(headOf(byChannel, 'net_sales').against.figure).toMatchObject(dollars(20_002))
  expect(row(byChannel, 'stock', 'Web')).toBeUndefined()
})

test('figures equal those of net sales, and stock cover those of the movements', async () => {
  const planning = await newYear2023()
  const { tenant } = planning
  const report = await read(planning, 'weekly-trade', '?week=2023-W53')
  const { rows } = (
    await tenant.get(`/api/v1/sales/net-sales?start_date=${week53.first}&end_date=${week53.last}&grain=fiscal_week`)
  ).body.data
  const net = (name: string | null) =>
    rows
      .filter(({ category }: any) => category === name)
      .reduce((all: number, one: any) => all + one.net_sales.cents, 0)
  expect(row(report, 'trade', 'Knitwear').cells.net_sales.cents).toBe(net('Knitwear'))
  expect(row(report, 'trade', 'No category').cells.net_sales.cents).toBe(net(null))
  const [held] = await tenant.service.database.sql<{ units: number }[]>`
    select sum(m.quantity_delta)::float8 as units from stock_movements m
    join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
    where m.organization_id = ${tenant.organization_id} and v.sku = 'J' and m.occurred_at < '2024-02-04T00:00:00Z'`
  const recent = (await rowsOf(planning, 'category', '2024-01-07', '2024-02-03')).get('Knitwear')!
  const sold = recent.units - recent.returned
  const stock = row(report, 'stock', 'Knitwear').cells
  expect(held!.units).toBe(430)
  expect([stock.on_hand_units.value, stock.recent_net_units.value]).toEqual([430, sold])
  expect(stock.weeks_of_cover.value).toBe(Math.round((430 * 40) / sold) / 10)
  expect(headOf(report, 'weeks_of_cover').figure.value).toBe(row(report, 'stock', 'total').cells.weeks_of_cover.value)
  checkSums(section(report, 'stock'))
})

test('figures equal those of the metrics', async () => {
  const planning = await newYear2023()
  const report = await read(planning, 'weekly-trade', '?week=2023-W53')
  const measures = {
    net_sales: 'net_sales',
    gross_sales: 'gross_sales',
    discounts: 'discounts',
    returns_value: 'returns_value',
    net_units: 'net_units',
    units_sold: 'units_sold',
    units_returned: 'units_returned',
    gross_margin: 'gross_margin',
    discount_rate: 'discount_rate_pct',
    return_rate: 'return_rate_pct',
    gross_margin_pct: 'gross_margin_pct',
  }
  const query = {
    domain: 'sales',
    measures: Object.keys(measures),
    dimensions: ['category'],
    time_range: { kind: 'absolute', start: week53.first, end: week53.last },
  }
  const queryResponse = await planning.tenant.post('/api/v1/metrics/query', { query })
  if (queryResponse.status !== 200) throw new Error(queryResponse.text)
  for (const one of queryResponse.body.data.rows) {
    const { cells } = row(report, 'trade', one.category_name ?? 'No category')
    for (const [measure, column] of Object.entries(measures)) {
      const { cents, value } = cells[column]
      const figure = one[measure]?.cents ?? one[measure]
      expect([column, Math.round((cents ?? value) * 10)]).toEqual([column, Math.round(figure * 10)])
    }
  }
})

test('a commitment has the sales of its categories, and the total counts every sale once', async () => {
  const planning = await newYear2023()
  const { tenant, ids } = planning
  const commitment = (at: number) => `00000000-0000-7000-8000-00000000000${at}`
  const rest = { season_code: null, currency: 'USD', created_at: '2023-01-01T00:00:00Z' }
  await insertRows(tenant, 'commitments', [
    { commitment_id: commitment(1), name: 'Knits', status: 'approved', ...rest },
    { commitment_id: commitment(2), name: 'Knits too', status: 'declared', ...rest },
    { commitment_id: commitment(3), name: 'Old', status: 'retired', ...rest },
  ])
  const budget = { category_id: ids.categories.Knitwear, budget_cents: 1 }
  await insertRows(tenant, 'commitment_budgets', [
    { commitment_id: commitment(1), budget_id: commitment(4), ...budget },
    { commitment_id: commitment(2), budget_id: commitment(5), ...budget },
  ])
  const report = await read(planning, 'weekly-trade', '?week=2023-W53&cut=commitment')
  const sales = await rowsOf(planning, 'category', week53.first, week53.last)
  const labels = section(report, 'trade').rows.map(({ label }: any) => label)
  expect(labels).toEqual(['Knits', 'Knits too', 'Not covered by a commitment', 'Total'])
  const net = (label: string) => row(report, 'trade', label).cells.net_sales.cents
  expect([net('Knits'), net('Knits too')]).toEqual([sales.get('Knitwear')!.net, sales.get('Knitwear')!.net])
  expect(net('Not covered by a commitment')).toBe(sales.get('Coats')!.net + sales.get('No category')!.net)
  expect(net('Total')).toBe(sales.get('Total')!.net)
  checkFeet(report)
})

test('an unknown cost and a missing exchange rate make figures null with their reason', async () => {
  const planning = await newYear2023()
  const { tenant, ids } = planning
  const { sql } = tenant.service.database
  await sql`
    update sales_daily set costed_units = 0, known_cost_cents = 0
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.C!} and day = '2024-01-28'`
  await sql`
    update sales_daily set currency = 'EUR'
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.X!} and day = '2024-01-30'`
  const report = await read(planning, 'weekly-trade', '?week=2023-W53')
  expect(row(report, 'trade', 'Coats').cells.gross_margin.reason).toBe('The cost of some units is unknown.')
  expect(row(report, 'trade', 'Knitwear').cells.gross_margin.cents).toBeNumber()
  for (const name of ['No category', 'Total'])
    expect(row(report, 'trade', name).cells.net_sales.reason).toContain('EUR')
  checkFeet(report)
})

test('a running week counts until today, and last year for as many days', async () => {
  const planning = await newPlanning()
  const { tenant, ids } = planning
  const of = (day: string, units: number) =>
    ({ sku: 'J', day, channel: 'Web', location: 'Main', units, gross_sales_cents: units * 10_000 }) as const
  // Sales are recorded from before last year on, so that its days are known.
  const first = of(addDays(today, -400), 1)
  await recordSales(tenant, ids, [first, of(today, 5), of(addDays(today, -364), 3), of(addDays(today, -363), 9)])
  const { fiscal_year } = fiscalMonthOf(today, startMonth)
  const week = Math.floor(daysBetween(fiscalYearStart(fiscal_year, startMonth), today) / 7) + 1
  const report = await read(planning, 'weekly-trade', `?week=${fiscal_year}-W${String(week).padStart(2, '0')}`)
  expect(report.coverage).toStartWith('The week is running')
  expect(headOf(report, 'net_units')).toMatchObject({ figure: { value: 5 }, against: { figure: { value: 3 } } })
  expect(headOf(report, 'last_year_change_pct').figure.value).toBe(66.67)
})

test('a bad week or cut is refused by name', async () => {
  const planning = await newYear2023()
  const weeks = [
    '',
    '?week=2023',
    '?week=2023-53',
    '?week=2023-W0',
    '?week=2023-W00',
    '?week=2023-W54',
    '?week=2022-W53',
  ]
  for (const query of [...weeks, '?week=23-W10', '?week=0000-W01'])
    expect([query, refusal(await ask(planning, 'weekly-trade', query))]).toEqual([query, [400, 'week']])
  expect((await ask(planning, 'weekly-trade', '?week=2022-W53')).body.message.desc).toContain('which has 52 weeks')
  const cut = await ask(planning, 'weekly-trade', '?week=2023-W10&cut=brand')
  expect(refusal(cut)).toEqual([400, 'cut'])
  expect(cut.body.data.allowed).toEqual(['category', 'channel', 'commitment'])
})

test('several plans require a choice; without one, planned figures are null', async () => {
  const planning = await newYear2023()
  const { mfp_id, session } = planning
  const second = await createPlan(planning, { name: 'Second', fiscal_year: 2023, calendar: 'retail_4_5_4' })
  expect((await ask(planning, 'weekly-trade', '?week=2023-W53')).status).toBe(200)
  await publish(planning, second, 'Second', 'reforecast')
  const several = await ask(planning, 'weekly-trade', '?week=2023-W53')
  expect(refusal(several)).toEqual([400, 'plan_id'])
  expect(several.body.data.allowed.toSorted()).toEqual([mfp_id, second].toSorted())
  const chosen = await read(planning, 'weekly-trade', `?week=2023-W53&plan_id=${second}`)
  expect(headOf(chosen, 'net_sales').against.figure).toMatchObject(dollars(0))
  for (const plan of [mfp_id, second]) await session.post(`${plans}/${plan}/archive`)
  const without = await read(planning, 'weekly-trade', '?week=2023-W53')
  expect(headOf(without, 'net_sales').against.figure).toMatchObject({
    cents: null,
    reason: 'No plan of fiscal year 2023 is published.',
  })
  expect(headOf(without, 'net_sales').figure.cents).toBeNumber()
  expect(refusal(await ask(planning, 'weekly-trade', `?week=2023-W53&plan_id=${mfp_id}`))).toEqual([404, 'not_found'])
})

test('there is no report of a week to come, nor of a plan that is unknown, a draft or of another year', async () => {
  const planning = await newYear2023()
  const draft = await createPlan(planning, { name: 'Draft', fiscal_year: 2023, calendar: 'retail_4_5_4' })
  const reasons = {
    'week=2099-W10': 'starts on',
    'week=2023-W53&plan_id=unknown': 'no buy plan',
    [`week=2023-W53&plan_id=${draft}`]: 'has no published version',
    [`week=2024-W01&plan_id=${planning.mfp_id}`]: 'covers fiscal year 2023',
  }
  for (const [query, reason] of Object.entries(reasons)) {
    const answer = await ask(planning, 'weekly-trade', `?${query}`)
    expect([query, refusal(answer)]).toEqual([query, [404, 'not_found']])
    expect(answer.body.message.desc).toContain(reason)
  }
})

test('before the first recorded sale figures are missing with that reason, and not zero', async () => {
  const planning = await newYear2023()
  const reason = 'Sales are recorded from 2023-01-28 on.'
  const missing = { cents: null, value: null, reason }
  const total = async (week: string) => {
    const report = await read(planning, 'weekly-trade', `?week=${week}`)
    checkFeet(report)
    return { ...row(report, 'trade', 'total').cells, ...row(report, 'stock', 'total').cells }
  }
  const before = await total('2022-W51')
  for (const name of ['net_sales', 'last_year_net_sales', 'net_units', 'gross_margin', 'return_rate_pct'])
    expect([name, before[name]]).toEqual([name, expect.objectContaining(missing)])
  expect([before.recent_net_units, before.weeks_of_cover]).toEqual([
    expect.objectContaining(missing),
    expect.objectContaining(missing),
  ])
  const first = await total('2023-W03')
  expect(first.net_sales).toMatchObject({ cents: 0, reason: null })
  for (const name of ['last_year_net_sales', 'last_year_net_units', 'last_year_change_pct'])
    expect([name, first[name]]).toEqual([name, expect.objectContaining(missing)])
  const { tenant } = planning
  await tenant.service.database.sql`delete from sales_daily where organization_id = ${tenant.organization_id}`
  expect((await total('2023-W03')).net_sales).toMatchObject({ cents: null, reason: 'No sales have been recorded.' })
})
