/** The comparison of weekly trade equals sums of rows, is like for like, and says what it does not know. */
import { expect, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { moveStock, recordSales } from '../../support/fixtures/catalogue.ts'
import { newPlanning, type Planning, refusal, today } from '../planning_fixture.ts'
import { newYear2023, read, row } from './reports_fixture.ts'

const ask = ({ session }: Planning, query = '') => session.get(`/api/v1/finance/weekly-trade${query}`)

async function compare(planning: Planning, query = ''): Promise<any> {
  const answer = await ask(planning, query)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}

const periodOf = (comparison: any, period: string) => comparison.periods.find((one: any) => one.period === period)
const rowOf = (comparison: any, period: string, category: string | null, is_total = false) =>
  periodOf(comparison, period).rows.find((one: any) => one.category === category && one.is_total === is_total)
const totalOf = (comparison: any, period: string) => rowOf(comparison, period, null, true)

interface Sums {
  net: number
  units: number
  returned: number
  cost: number
}

/** Rows of sales of a window, summed by category. */
async function salesIn({ tenant }: Planning, { start_date, end_date }: any) {
  const rows = await tenant.service.database.sql<(Sums & { category: string | null; is_all: boolean })[]>`
    select c.name as category, grouping(c.name) = 1 as is_all,
      sum(s.gross_sales_cents - s.discounts_cents - s.returns_cents)::float8 as net, sum(s.units)::float8 as units,
      sum(s.returned_units)::float8 as returned, sum(s.known_cost_cents)::float8 as cost
    from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    join products p on p.organization_id = s.organization_id and p.product_id = v.product_id
    left join categories c on c.organization_id = s.organization_id and c.category_id = p.category_id
    where s.organization_id = ${tenant.organization_id} and s.day between ${start_date}::date and ${end_date}::date
    group by grouping sets ((c.name), ())`
  return (category: string | null, is_all = false): Sums =>
    rows.find((one) => one.category === category && one.is_all === is_all && one.units !== null) ?? {
      net: 0,
      units: 0,
      returned: 0,
      cost: 0,
    }
}

async function stockAt({ tenant }: Planning, category: string | null, end_exclusive: string): Promise<number> {
  const [found] = await tenant.service.database.sql<{ units: number }[]>`
    select coalesce(sum(m.quantity_delta), 0)::float8 as units from stock_movements m
    join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
    join products p on p.organization_id = m.organization_id and p.product_id = v.product_id
    left join categories c on c.organization_id = m.organization_id and c.category_id = p.category_id
    where m.organization_id = ${tenant.organization_id} and m.occurred_at < ${`${end_exclusive}T00:00:00Z`}
      and (${category}::text is null or c.name = ${category})`
  return found!.units
}

const percent = (now: number, before: number) => Math.round(((now - before) * 10_000) / before) / 100

test('every period of a week 53 equals the sales rows and movements of its days, and of those 52 weeks earlier', async () => {
  const planning = await newYear2023()
  const { tenant, ids } = planning
  // The first sale lies before every window, so that last year is recorded as a whole.
  await recordSales(tenant, ids, [
    { sku: 'C', day: '2021-12-01', channel: 'Web', location: 'Main', units: 1, gross_sales_cents: 100 },
    { sku: 'C', day: '2022-08-03', channel: 'Web', location: 'Main', units: 9, gross_sales_cents: 90_000 },
  ])
  const comparison = await compare(planning, '?week=2023-W53')
  expect(comparison).toMatchObject({ week: '2023-W53', is_running: false, calendar: 'retail_4_5_4' })
  const windows = comparison.periods.map(({ period, window, last_year_window }: any) => [
    period,
    window.start_date,
    window.end_date,
    last_year_window.start_date,
    last_year_window.end_date,
  ])
  expect(windows).toEqual([
    ['week', '2024-01-28', '2024-02-03', '2023-01-29', '2023-02-04'],
    ['prior_week', '2024-01-21', '2024-01-27', '2023-01-22', '2023-01-28'],
    ['season_to_date', '2023-07-30', '2024-02-03', '2022-07-31', '2023-02-04'],
    ['year_to_date', '2023-01-29', '2024-02-03', '2022-01-30', '2023-02-04'],
  ])
  for (const { period, window, last_year_window } of comparison.periods) {
    const [now, before] = [await salesIn(planning, window), await salesIn(planning, last_year_window)]
    for (const [category, is_total] of [
      ['Knitwear', false],
      ['Coats', false],
      [null, false],
      [null, true],
    ] as const) {
      const shown = rowOf(comparison, period, category, is_total)
      const [week, last] = [now(category, is_total), before(category, is_total)]
      expect([period, category, shown.figures]).toMatchObject([
        period,
        category,
        {
          net_sales: { cents: week.net },
          units_sold: week.units,
          units_returned: week.returned,
          net_units: week.units - week.returned,
        },
      ])
      expect([period, shown.last_year.net_sales.cents, shown.last_year.net_units]).toEqual([
        period,
        last.net,
        last.units - last.returned,
      ])
      if (last.net > 0) expect(shown.change.net_sales_percentage).toBe(percent(week.net, last.net))
    }
    expect([period, totalOf(comparison, period).figures.on_hand_units]).toEqual([
      period,
      await stockAt(planning, null, window.end_exclusive),
    ])
    expect([period, rowOf(comparison, period, 'Knitwear').last_year.on_hand_units]).toEqual([
      period,
      last_year_window.end_date < '2022-12-01'
        ? null
        : await stockAt(planning, 'Knitwear', last_year_window.end_exclusive),
    ])
  }
  expect(rowOf(comparison, 'week', 'Knitwear').figures.on_hand_units).toBe(430)
})

test('the week equals the weekly trade report, by category and in total', async () => {
  const planning = await newYear2023()
  for (const week of ['2023-W53', '2023-W01', '2023-W52', '2023-W20']) {
    const report = await read(planning, 'weekly-trade', `?week=${week}`)
    const comparison = await compare(planning, `?week=${week}`)
    for (const { category, is_total, figures, last_year, change } of periodOf(comparison, 'week').rows) {
      const label = is_total ? 'Total' : (category ?? 'No category')
      const cells = row(report, 'trade', label)?.cells
      const stock = row(report, 'stock', label)?.cells
      if (stock !== undefined)
        expect([week, label, figures.on_hand_units]).toEqual([week, label, stock.on_hand_units.value])
      if (cells === undefined) continue
      expect([week, label, figures.net_sales.cents, figures.net_units, figures.gross_margin.cents]).toEqual([
        week,
        label,
        cells.net_sales.cents,
        cells.net_units.value,
        cells.gross_margin.cents,
      ])
      expect([week, label, figures.gross_margin_percentage, last_year.net_sales.cents]).toEqual([
        week,
        label,
        cells.gross_margin_pct.value,
        cells.last_year_net_sales.cents,
      ])
      expect([week, label, last_year.net_units, change.net_sales_percentage]).toEqual([
        week,
        label,
        cells.last_year_net_units.value,
        cells.last_year_change_pct.value,
      ])
    }
  }
})

test('an empty week is a measured zero, and a change from zero has its code', async () => {
  const planning = await newYear2023()
  const comparison = await compare(planning, '?week=2023-W20')
  const { figures, change } = totalOf(comparison, 'week')
  expect(figures).toMatchObject({
    net_sales: { cents: 0, reason: null },
    net_sales_reason_code: null,
    net_units: 0,
    gross_margin: { cents: 0 },
    gross_margin_percentage: null,
    gross_margin_percentage_reason_code: 'no_net_sales',
    on_hand_units: 1_000,
  })
  // The year before was not recorded: sales begin on 2023-01-28.
  expect(change).toMatchObject({ net_sales_percentage: null, net_sales_reason_code: 'not_recorded' })
  const later = await compare(planning, '?week=2024-W20')
  expect(totalOf(later, 'week').change).toMatchObject({
    net_sales_percentage: null,
    net_sales_reason_code: 'not_above_zero',
    on_hand_percentage: -10,
  })
})

test('a last year that was not recorded as a whole is null, in the report too, and the year itself is what was recorded', async () => {
  const planning = await newYear2023()
  // Week 52 of 2023 is compared with 22 to 28 January 2023, of which the last day alone was recorded.
  const comparison = await compare(planning, '?week=2023-W52')
  expect(totalOf(comparison, 'week').last_year).toMatchObject({
    net_sales: { cents: null, reason: expect.stringContaining('Sales are recorded from 2023-01-28 on') },
    net_sales_reason_code: 'not_recorded',
    units_sold: null,
    units_reason_code: 'not_recorded',
    gross_margin_reason_code: 'not_recorded',
    gross_margin_percentage_reason_code: 'not_recorded',
  })
  expect(totalOf(comparison, 'week').change.net_units_reason_code).toBe('not_recorded')
  expect(totalOf(comparison, 'year_to_date').figures.net_sales.cents).toBeNumber()
  const report = await read(planning, 'weekly-trade', '?week=2023-W52')
  expect(row(report, 'trade', 'total').cells.last_year_net_sales.reason).toContain('2023-01-28')
  const before = await compare(planning, '?week=2022-W51')
  expect(totalOf(before, 'week').figures).toMatchObject({
    net_sales: { cents: null },
    net_sales_reason_code: 'not_recorded',
    on_hand_units: 1_000,
  })
  expect(before).toMatchObject({
    top_styles: [],
    top_styles_reason_code: 'not_recorded',
    bottom_styles: [],
    bottom_styles_reason_code: 'not_recorded',
  })
})

test('stock before the ledger is unknown, and so are the styles on hand', async () => {
  const planning = await newYear2023()
  const { tenant, ids } = planning
  await recordSales(tenant, ids, [
    { sku: 'C', day: '2022-11-15', channel: 'Web', location: 'Main', units: 2, gross_sales_cents: 500 },
  ])
  const comparison = await compare(planning, '?date=2022-11-16')
  expect(totalOf(comparison, 'week').figures).toMatchObject({
    net_sales: { cents: 500 },
    on_hand_units: null,
    on_hand_reason_code: 'not_recorded',
  })
  expect(comparison.top_styles).toMatchObject([
    { product_title: 'Coat', net_units: 2, on_hand_units: null, on_hand_reason_code: 'not_recorded' },
  ])
  expect(comparison).toMatchObject({ bottom_styles: [], bottom_styles_reason_code: 'not_recorded' })
})

test('an unknown cost and a missing rate make their figures null, by their codes; a correction brings them back', async () => {
  const planning = await newYear2023()
  const { tenant, ids } = planning
  const { sql } = tenant.service.database
  await sql`
    update sales_daily set costed_units = 0, known_cost_cents = 0
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.C!} and day = '2024-01-28'`
  await sql`
    update sales_daily set currency = 'EUR'
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.X!} and day = '2024-01-30'`
  const comparison = await compare(planning, '?week=2023-W53')
  expect(rowOf(comparison, 'week', 'Coats').figures).toMatchObject({
    net_sales_reason_code: null,
    gross_margin: { cents: null },
    gross_margin_reason_code: 'no_unit_cost',
    gross_margin_percentage_reason_code: 'no_unit_cost',
  })
  expect(rowOf(comparison, 'week', 'Knitwear').figures.gross_margin.cents).toBeNumber()
  for (const one of [
    rowOf(comparison, 'week', null),
    totalOf(comparison, 'week'),
    totalOf(comparison, 'year_to_date'),
  ]) {
    expect(one.figures).toMatchObject({
      net_sales: { cents: null, reason: expect.stringContaining('EUR') },
      net_sales_reason_code: 'no_exchange_rate',
      gross_margin_reason_code: 'no_exchange_rate',
    })
    expect(one.figures.net_units).toBeNumber()
    expect(one.change.net_sales_reason_code).toBe('no_exchange_rate')
  }
  // The week before has neither.
  expect(totalOf(comparison, 'prior_week').figures.net_sales.cents).toBeNumber()
  expect([comparison.unranked_styles, comparison.top_styles.map((one: any) => one.product_title)]).toEqual([
    1,
    expect.not.arrayContaining(['Card']),
  ])
  await sql`
    insert into exchange_rates (organization_id, currency, rate_date, organization_currency_per_unit)
    values (${tenant.organization_id}, 'EUR', '2024-01-29', 1.5)`
  const [card] = await sql<{ net: number }[]>`
    select sum(round(case when currency = 'EUR' then 1.5 else 1 end * (gross_sales_cents - discounts_cents - returns_cents)))::float8
      as net
    from sales_daily where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.X!}
      and day between '2024-01-28' and '2024-02-03'`
  const rated = await compare(planning, '?week=2023-W53')
  expect(Math.abs(rowOf(rated, 'week', null).figures.net_sales.cents - card!.net)).toBeLessThanOrEqual(1)
  expect(rated.unranked_styles).toBe(0)
})

test('styles are ranked by net sales as the sales table has them; at the bottom are those on hand', async () => {
  const planning = await newYear2023()
  const { tenant, ids } = planning
  const comparison = await compare(planning, '?week=2023-W53')
  const { rows } = (
    await tenant.get(
      '/api/v1/sales/table?type=products&start_date=2024-01-28&end_date=2024-02-03&fields=product_title,net_sales',
    )
  ).body.data
  const bySales = rows
    .map((one: any) => [one.product_title, one.net_sales.cents])
    .toSorted((one: any, other: any) => other[1] - one[1])
  expect(comparison.top_styles.map((one: any) => [one.product_title, one.net_sales_cents])).toEqual(bySales)
  // The card was never in stock.
  const least = bySales.filter(([title]: any) => title !== 'Card').toReversed()
  expect(comparison.bottom_styles.map((one: any) => [one.product_title, one.net_sales_cents])).toEqual(least)
  const jumper = comparison.bottom_styles.find((one: any) => one.product_title === 'Jumper')
  expect(jumper).toMatchObject({ on_hand_units: 430, on_hand_reason_code: null, category_id: ids.categories.Knitwear })
  expect((await compare(planning, '?week=2023-W53&styles=1')).top_styles).toEqual(comparison.top_styles.slice(0, 1))
  // Without sales nothing is at the top; at the bottom, the most units come first.
  const quiet = await compare(planning, '?week=2023-W20')
  expect(quiet.top_styles).toEqual([])
  expect(quiet.bottom_styles.map((one: any) => [one.net_sales_cents, one.on_hand_units])).toEqual([
    [0, 500],
    [0, 500],
  ])
})

test('a running week counts until today, and every comparison has as many days', async () => {
  const planning = await newPlanning()
  const { tenant, ids } = planning
  const of = (day: string, units: number) =>
    ({ sku: 'J', day, channel: 'Web', location: 'Main', units, gross_sales_cents: units * 10_000 }) as const
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  await recordSales(tenant, ids, [
    of('2020-01-01', 1),
    of(today, 5),
    of(addDays(today, -7), 4),
    ...(weekday < 6 ? [of(addDays(today, -6), 9), of(addDays(today, -363), 9)] : []),
    of(addDays(today, -364), 3),
  ])
  // A day of an import would end what is recorded; these sales count as live.
  const comparison = await compare(planning)
  const recorded = comparison.coverage.recorded_through
  expect(comparison.is_running).toBe(true)
  expect(periodOf(comparison, 'week').window).toMatchObject({
    start_date: addDays(today, -weekday),
    end_date: recorded,
  })
  expect(periodOf(comparison, 'prior_week').window).toMatchObject({
    start_date: addDays(today, -weekday - 7),
    end_date: addDays(recorded, -7),
  })
  expect([totalOf(comparison, 'week').figures.net_units, totalOf(comparison, 'week').last_year.net_units]).toEqual([
    5, 3,
  ])
  expect(totalOf(comparison, 'week').change.net_units_percentage).toBe(66.67)
  expect(totalOf(comparison, 'prior_week').figures.net_units).toBe(4)
  for (const { window, last_year_window } of comparison.periods)
    expect([last_year_window.start_date, last_year_window.end_date]).toEqual([
      addDays(window.start_date, -364),
      addDays(window.end_date, -364),
    ])
})

test('a movement after the week does not change its stock, and one that is entered late does', async () => {
  const planning = await newYear2023()
  const { tenant, ids } = planning
  const move = { sku: 'J', location: 'Main', kind: 'adjustment' } as const
  await moveStock(tenant, ids, [
    { ...move, quantity: -7, occurred_at: '2024-02-04T00:00:00Z' },
    { ...move, quantity: -11, occurred_at: '2024-01-30T10:00:00Z' },
  ])
  const comparison = await compare(planning, '?week=2023-W53')
  expect(rowOf(comparison, 'week', 'Knitwear').figures.on_hand_units).toBe(419)
  expect(rowOf(comparison, 'prior_week', 'Knitwear').figures.on_hand_units).toBe(500)
  expect(comparison.bottom_styles.find((one: any) => one.product_title === 'Jumper').on_hand_units).toBe(419)
})

test('a week or a day that has not begun, both, and too many styles are refused by name', async () => {
  const planning = await newPlanning()
  const refused: [string, string][] = [
    ['week=2099-W10', 'week'],
    ['week=2022-W54', 'week'],
    [`date=${addDays(today, 1)}`, 'date'],
    [`date=${today}&week=2022-W10`, 'date'],
    ['styles=0', 'styles'],
    ['styles=51', 'styles'],
  ]
  for (const [query, field] of refused)
    expect([query, refusal(await ask(planning, `?${query}`))]).toEqual([query, [400, field]])
  const empty = await compare(planning, `?date=${today}`)
  expect(empty.periods.map(({ rows }: any) => rows.at(-1).figures.net_sales_reason_code)).toEqual([
    'not_recorded',
    'not_recorded',
    'not_recorded',
    'not_recorded',
  ])
})
