/** Weekly sales, stock and intake of a plan: equal to rows, to the open-to-buy and to the weekly trade report. */
import { expect, test } from 'bun:test'
import { addDays, earlier, mondayOf } from '../../../server/calendar/days.ts'
import { fiscalMonthsOf } from '../../../server/calendar/retail_calendar.ts'
import { insertRows, moveStock, recordSales } from '../../support/fixtures/catalogue.ts'
import type { OrderFixture } from '../../support/fixtures/fixture.ts'
import {
  createPlan,
  fiscal_year,
  newPlanning,
  type Planning,
  plans,
  refusal,
  today,
  startMonth,
} from '../planning_fixture.ts'
import { editCells, newYear2023, publish, read, row } from '../reports/reports_fixture.ts'

/** First day of the fiscal year whose second month is running. */
const yearStart = fiscalMonthsOf(fiscal_year, startMonth)[0]!.start

const ask = ({ session }: Planning, mfp_id: string, query = '') => session.get(`${plans}/${mfp_id}/wssi${query}`)

async function wssiOf(planning: Planning, mfp_id: string, query = ''): Promise<any> {
  const answer = await ask(planning, mfp_id, query)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}

const categoryOf = (wssi: any, category: string | null) => wssi.rows.find((one: any) => one.category === category)
const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)

const order = (
  name: string,
  due: string | undefined,
  quantity: number,
  more: Partial<OrderFixture> = {},
): OrderFixture => ({
  name,
  supplier: 'Mill',
  location: 'Main',
  expected_delivery_date: due,
  lines: [{ sku: 'J', quantity, unit_cost: '40.0000' }],
  ...more,
})

/** Each month from the running one on: sales 7,000.00, markdowns 350.00 and a closing stock of 9,000.00. */
const monthly = { sales_cents: 700_000, markdown_cents: 35_000, closing_stock_retail_cents: 900_000 }

async function openYear(orders: OrderFixture[] = []) {
  const planning = await newPlanning({ purchase_orders: orders })
  const { tenant, ids } = planning
  const move = { sku: 'J', location: 'Main' } as const
  await moveStock(tenant, ids, [
    { ...move, kind: 'receipt', quantity: 10, unit_cost: '40.0000', landed_unit_cost: '40.0000' },
    { ...move, kind: 'fulfilment', quantity: -5 },
  ])
  const of = (day: string, units: number, channel = 'Web') =>
    ({
      sku: 'J',
      day,
      channel,
      location: 'Main',
      units,
      gross_sales_cents: units * 9_000,
      discounts_cents: 100,
    }) as const
  await recordSales(tenant, ids, [
    of(addDays(yearStart, -60), 1),
    of(yearStart, 2),
    of(yearStart, 1, 'Shop'),
    of(today, 5),
  ])
  await tenant.service.database.sql`
    update sales_daily set priced_units = units, known_regular_value_cents = 10000 * units
    where organization_id = ${tenant.organization_id}`
  const mfp_id = await createPlan(planning, { calendar: 'retail_4_5_4' })
  const { categories, sales_channels } = ids
  await editCells(
    planning,
    mfp_id,
    Array.from({ length: 12 }, (_, i) => ({
      category_id: categories.Knitwear,
      sales_channel_id: sales_channels.Web,
      month: i + 1,
      ...monthly,
    })),
  )
  return { planning, mfp_id }
}

const whole = (wssi: any) => `?start_date=${wssi.weeks[0].week_start}`

/** All weeks of the plan's year. */
async function wholeYear(planning: Planning, mfp_id: string) {
  const otb = (await planning.tenant.get(`/api/v1/otb/${mfp_id}/rollup`)).body.data
  const [first, last] = [otb.months[0].start_date, otb.months.at(-1).end_date]
  const wssi = await wssiOf(planning, mfp_id, `?start_date=${first}&end_date=${last}`)
  return { wssi, otb, months: otb.months as any[] }
}

test('the weeks of a month add up to its cells, and close with its stock, to the cent', async () => {
  const { planning, mfp_id } = await openYear()
  const { wssi, months } = await wholeYear(planning, mfp_id)
  const { weeks } = categoryOf(wssi, 'Knitwear')
  expect(weeks.length).toBe(months.reduce((count, one) => count + one.weeks, 0))
  for (const month of months) {
    const own = weeks.filter((one: any) => month.start_date <= one.week_start && one.week_start <= month.end_date)
    expect(own.length).toBe(month.weeks)
    expect([month.month, sum(own.map(({ plan }: any) => plan.sales.cents))]).toEqual([month.month, 700_000])
    expect([month.month, sum(own.map(({ plan }: any) => plan.markdown.cents))]).toEqual([month.month, 35_000])
    expect([month.month, own.at(-1).plan.closing_stock.cents]).toEqual([month.month, 900_000])
  }
  for (const [i, { plan }] of weeks.entries()) {
    if (i > 0) expect(plan.opening_stock).toEqual(weeks[i - 1].plan.closing_stock)
    const { opening_stock, sales, markdown, intake, closing_stock } = plan
    expect(opening_stock.cents + intake.cents - sales.cents - markdown.cents).toBe(closing_stock.cents)
  }
})

test('what happened equals rows of sales and movements, and months of the open-to-buy', async () => {
  const due = addDays(today, 1)
  const { planning, mfp_id } = await openYear([order('PO-1', due, 20), order('PO-2', yearStart, 2)])
  const { tenant } = planning
  const { wssi, otb, months } = await wholeYear(planning, mfp_id)
  const { weeks } = categoryOf(wssi, 'Knitwear')
  const begun = wssi.weeks.filter((one: any) => one.phase !== 'future')
  for (const [i, { week_start, week_end }] of begun.entries()) {
    const [rows] = await tenant.service.database.sql<
      { net: number; markdown: number; opening: number; received: number }[]
    >`
      select
        (select coalesce(sum(gross_sales_cents - discounts_cents - returns_cents), 0)::float8 from sales_daily
          where organization_id = ${tenant.organization_id} and day between ${week_start}::date and ${week_end}::date) as net,
        (select coalesce(sum(known_regular_value_cents - gross_sales_cents + discounts_cents), 0)::float8 from sales_daily
          where organization_id = ${tenant.organization_id} and day between ${week_start}::date and ${week_end}::date) as markdown,
        (select 10000 * coalesce(sum(quantity_delta), 0)::float8 from stock_movements
          where organization_id = ${tenant.organization_id} and occurred_at < ${`${week_start}T00:00:00Z`}) as opening,
        (select 10000 * coalesce(sum(quantity_delta), 0)::float8 from stock_movements
          where organization_id = ${tenant.organization_id} and kind = 'receipt'
            and occurred_at >= ${`${week_start}T00:00:00Z`} and occurred_at < ${`${addDays(week_end, 1)}T00:00:00Z`}) as received`
    const { actual } = weeks[i]
    expect([week_start, actual.sales.cents, actual.opening_stock.cents, actual.intake.cents]).toEqual([
      week_start,
      rows!.net,
      rows!.opening,
      rows!.received,
    ])
    if (actual.markdown.cents !== null)
      expect([week_start, actual.markdown.cents]).toEqual([week_start, rows!.markdown])
  }
  const byMonth = otb.rows.find((one: any) => one.category === 'Knitwear').months
  for (const [i, month] of months.entries()) {
    const own = weeks.filter((one: any) => month.start_date <= one.week_start && one.week_start <= month.end_date)
    const { at_retail, realised_sales } = byMonth[i]
    expect([month.month, own.at(-1).plan.closing_stock.cents]).toEqual([
      month.month,
      at_retail.closing_stock_plan.cents,
    ])
    if (month.phase === 'future') {
      expect([month.month, sum(own.map(({ projection }: any) => projection.intake.cents))]).toEqual([
        month.month,
        at_retail.on_order.cents,
      ])
      continue
    }
    expect([month.month, own[0].actual.opening_stock.cents]).toEqual([month.month, at_retail.opening_stock.cents])
    const happened = own.filter(({ actual }: any) => actual !== null)
    expect([month.month, sum(happened.map(({ actual }: any) => actual.sales.cents))]).toEqual([
      month.month,
      realised_sales.cents,
    ])
    expect([month.month, sum(own.map(({ projection }: any) => projection.intake.cents))]).toEqual([
      month.month,
      at_retail.receipts_to_date.cents + at_retail.on_order.cents,
    ])
  }
})

test('from the stock of now on, the re-projection takes off the plan and adds orders where they are due', async () => {
  const orders = [
    order('Overdue', yearStart, 2),
    order('Undated', undefined, 3),
    order('Later', addDays(today, 21), 20),
    order('Draft', addDays(today, 21), 50, { status: 'draft' }),
  ]
  const { planning, mfp_id } = await openYear(orders)
  const { wssi } = await wholeYear(planning, mfp_id)
  const { weeks } = categoryOf(wssi, 'Knitwear')
  const running = wssi.weeks.findIndex((one: any) => one.phase === 'current')
  const { actual, projection, plan } = weeks[running]
  expect(actual.closing_stock).toMatchObject({ cents: null, cause: 'not_recorded' })
  expect(projection.intake.cents).toBe(actual.intake.cents + 50_000)
  // 105 units are on hand now; five are due.
  const remaining = {
    sales: projection.sales.cents - actual.sales.cents,
    markdown: projection.markdown.cents - actual.markdown.cents,
  }
  const { week_start, week_end, actual_through } = wssi.weeks[running]
  expect(actual_through).toBe(earlier(today, wssi.recorded_through))
  expect(remaining.sales <= plan.sales.cents && remaining.sales >= 0).toBe(true)
  expect(weeks[running].projection_basis).toBe(actual_through === week_end ? 'actual' : 'plan')
  expect(projection.closing_stock.cents).toBe(1_050_000 + 50_000 - remaining.sales - remaining.markdown)
  let stock = projection.closing_stock.cents
  for (const [i, one] of weeks.slice(running + 1).entries()) {
    const { week_start: start, week_end: end } = wssi.weeks[running + 1 + i]
    const due = addDays(today, 21) >= start && addDays(today, 21) <= end ? 200_000 : 0
    expect([start, one.actual, one.projection_basis, one.projection.opening_stock.cents]).toEqual([
      start,
      null,
      'plan',
      stock,
    ])
    expect([start, one.projection.intake.cents, one.projection.sales.cents]).toEqual([start, due, one.plan.sales.cents])
    stock += due - one.plan.sales.cents - one.plan.markdown.cents
    expect([start, one.projection.closing_stock.cents]).toEqual([start, stock])
  }
  const at = running + 1
  const next = weeks.slice(at + 1, at + 5)
  const sold = sum(next.map((one: any) => one.projection.sales.cents + one.projection.markdown.cents))
  expect(weeks[at].projected_weeks_of_cover).toBe(
    Math.round((Math.max(weeks[at].projection.closing_stock.cents, 0) * 40) / sold) / 10,
  )
  expect(weeks.at(-1)).toMatchObject({ plan_weeks_of_cover: null, plan_weeks_of_cover_reason_code: 'no_plan' })
  expect(week_start <= today && today <= week_end).toBe(true)
})

test('a forecast takes the place of the plan where it covers a week, at the average net price of 13 weeks; an override its place', async () => {
  const { planning, mfp_id } = await openYear()
  const { tenant, ids, session } = planning
  const origin = addDays(mondayOf(today), -7)
  const rowsOf = (units: number, ahead: readonly number[]) =>
    ahead.map((at) => ({
      variant_id: ids.variants.J,
      sales_channel_id: ids.sales_channels.Web,
      week_start: addDays(mondayOf(today), 7 * at),
      origin_week: origin,
      forecast_units: units,
      lower_units: null,
      upper_units: null,
      made_at: `${today}T00:00:00Z`,
    }))
  await insertRows(tenant, 'forecast_runs', [{ origin_week: origin, ended_at: `${today}T00:00:00Z` }])
  await insertRows(tenant, 'weekly_forecasts', [...rowsOf(7, [0, 1, 2]), ...rowsOf(14, [3])])
  const { wssi } = await wholeYear(planning, mfp_id)
  const { weeks } = categoryOf(wssi, 'Knitwear')
  const running = wssi.weeks.findIndex((one: any) => one.phase === 'current')
  const sales = await tenant.service.database.sql<{ net: number; units: number }[]>`
    select sum(gross_sales_cents - discounts_cents - returns_cents)::float8 as net, sum(units - returned_units)::float8 as units
    from sales_daily where organization_id = ${tenant.organization_id}
      and day between ${addDays(earlier(wssi.recorded_through, addDays(today, -1)), -90)}::date
      and ${earlier(wssi.recorded_through, addDays(today, -1))}::date`
  const price = sales[0]!.net / sales[0]!.units
  const ofSundayTo = (start: string, end: string) => {
    let units = 0
    for (let day = start; day <= end; day = addDays(day, 1)) {
      const at = [0, 1, 2, 3].find((ahead) => mondayOf(day) === addDays(mondayOf(today), 7 * ahead))
      if (at === undefined) return null
      units += (at === 3 ? 14 : 7) / 7
    }
    return units
  }
  const seen: string[] = []
  for (const [i, one] of weeks.slice(running + 1).entries()) {
    const { week_start, week_end } = wssi.weeks[running + 1 + i]
    const units = ofSundayTo(week_start, week_end)
    seen.push(one.projection_basis)
    expect([week_start, one.projection_basis]).toEqual([week_start, units === null ? 'plan' : 'forecast'])
    expect([week_start, one.projection.sales.cents]).toEqual([
      week_start,
      units === null ? one.plan.sales.cents : Math.round(units * price),
    ])
  }
  expect(new Set(seen)).toEqual(new Set(['forecast', 'plan']))
  const overridden = addDays(mondayOf(today), 14)
  const saved = await session.put('/api/v1/forecasts/overrides', {
    reason: 'A campaign',
    entries: [
      {
        variant_id: ids.variants.J,
        sales_channel_id: ids.sales_channels.Web,
        week_start: overridden,
        units: 70,
      },
    ],
  })
  expect([saved.status, saved.text]).toEqual([200, expect.anything()])
  const after = await wholeYear(planning, mfp_id)
  const changed = categoryOf(after.wssi, 'Knitwear').weeks
  const at = wssi.weeks.findIndex((one: any) => one.week_start > overridden) - 1
  const extra = changed[at].projection.sales.cents - weeks[at].projection.sales.cents
  // Six of its seven days, Monday to Saturday, lie in the week.
  expect(Math.abs(extra - ((70 - 7) / 7) * 6 * price)).toBeLessThanOrEqual(1)
})

test('an empty cell, a missing price and a missing rate make what follows from them null with the cause, and nothing else', async () => {
  const orders = [order('Foreign', addDays(today, 30), 4)]
  const { planning, mfp_id } = await openYear(orders)
  const { tenant, ids } = planning
  const { sql } = tenant.service.database
  const first = await wholeYear(planning, mfp_id)
  const running = first.wssi.weeks.findIndex((one: any) => one.phase === 'current')
  const before = categoryOf(first.wssi, 'Knitwear').weeks
  const lastMonth = first.months.at(-2)
  await editCells(planning, mfp_id, [
    {
      category_id: ids.categories.Knitwear,
      sales_channel_id: ids.sales_channels.Web,
      month: 11,
      markdown_cents: null,
    },
  ])
  const empty = categoryOf((await wholeYear(planning, mfp_id)).wssi, 'Knitwear').weeks
  for (const [i, { week_start }] of first.wssi.weeks.entries()) {
    const isEmpty = lastMonth.start_date <= week_start && week_start <= lastMonth.end_date
    expect([week_start, empty[i].plan.markdown.cause]).toEqual([week_start, isEmpty ? 'no_plan_value' : null])
    expect([week_start, empty[i].plan.sales, empty[i].actual]).toEqual([
      week_start,
      before[i].plan.sales,
      before[i].actual,
    ])
    const follows = week_start >= lastMonth.start_date
    expect([week_start, empty[i].projection.closing_stock.cause]).toEqual([
      week_start,
      follows ? 'no_plan_value' : null,
    ])
  }
  await editCells(planning, mfp_id, [
    {
      category_id: ids.categories.Knitwear,
      sales_channel_id: ids.sales_channels.Web,
      month: 11,
      markdown_cents: 35_000,
    },
  ])
  await sql`update sales_daily set currency = 'EUR' where organization_id = ${tenant.organization_id} and day = ${yearStart}`
  const foreign = categoryOf((await wholeYear(planning, mfp_id)).wssi, 'Knitwear').weeks
  const at = first.wssi.weeks.findIndex((one: any) => one.week_start <= yearStart && yearStart <= one.week_end)
  expect(foreign[at].actual.sales).toMatchObject({ cents: null, cause: 'no_exchange_rate' })
  expect(foreign[at].actual.sales.reason).toContain('EUR')
  expect(foreign[at].actual.opening_stock).toEqual(before[at].actual.opening_stock)
  expect(foreign[running].projection).toEqual(before[running].projection)
  await sql`update variants set price_cents = null where organization_id = ${tenant.organization_id} and sku = 'J'`
  const unpriced = categoryOf((await wholeYear(planning, mfp_id)).wssi, 'Knitwear').weeks
  expect(unpriced[running].projection.closing_stock).toMatchObject({ cents: null, cause: 'no_price' })
  expect(unpriced[running + 1].projected_weeks_of_cover_reason_code).toBe('no_price')
  expect(unpriced[running].actual.sales).toEqual(before[running].actual.sales)
  expect(unpriced[running + 1].plan.sales).toEqual(before[running + 1].plan.sales)
})

test('a year of 53 weeks is all actual, and its planned sales are those of the weekly trade report', async () => {
  const planning = await newYear2023()
  const { mfp_id, ids } = planning
  const wssi = await wssiOf(planning, mfp_id, '?view=live&start_date=2023-01-29&end_date=2024-02-03')
  expect(wssi.weeks.length).toBe(53)
  expect(wssi.weeks.at(-1)).toEqual({
    week_start: '2024-01-28',
    week_end: '2024-02-03',
    month: 12,
    phase: 'past',
    actual_through: '2024-02-03',
  })
  expect(wssi.rows.map(({ category }: any) => category)).toEqual(['Coats', 'Knitwear'])
  for (const week of ['2023-W49', '2023-W52', '2023-W53']) {
    const report = await read(planning, 'weekly-trade', `?week=${week}`)
    const at = Number(week.slice(6)) - 1
    for (const category of ['Coats', 'Knitwear']) {
      const { plan, actual, projection, projection_basis } = categoryOf(wssi, category).weeks[at]
      const { cells } = row(report, 'trade', category)
      expect([week, category, plan.sales.cents, actual.sales.cents]).toEqual([
        week,
        category,
        cells.plan_net_sales.cents,
        cells.net_sales.cents,
      ])
      expect([projection.sales, projection_basis]).toEqual([actual.sales, 'actual'])
    }
  }
  // 500 at the start, 70 left within week 53.
  expect(categoryOf(wssi, 'Knitwear').weeks.at(-1).actual).toMatchObject({
    opening_stock: { cents: 5_000_000 },
    closing_stock: { cents: 4_300_000 },
  })
  const quiet = wssi.totals[20]
  expect([quiet.actual.sales.cents, quiet.actual.intake.cents]).toEqual([0, 0])
  expect(quiet.actual.closing_stock.cents).toBe(500 * 10_000 + 500 * 25_000)
  // Cards have sales and no cells.
  expect(wssi.unplanned).toEqual([{ category_id: null, category: null }])
  expect(ids.categories.Coats).toBe(categoryOf(wssi, 'Coats').category_id)
})

test('weeks before the first recorded sale are unknown, and so are those after an import ends', async () => {
  const planning = await newYear2023()
  const { tenant } = planning
  const mfp_id = await createPlan(planning, { name: 'Year 2022', fiscal_year: 2022, calendar: 'retail_4_5_4' })
  await editCells(planning, mfp_id, [
    {
      category_id: planning.ids.categories.Knitwear,
      sales_channel_id: planning.ids.sales_channels.Web,
      month: 1,
      sales_cents: 1_000,
    },
  ])
  const wssi = await wssiOf(planning, mfp_id)
  expect(wssi.weeks[0].phase).toBe('past')
  const { weeks } = categoryOf(wssi, 'Knitwear')
  expect(weeks[0].actual.sales).toMatchObject({ cents: null, cause: 'not_recorded' })
  expect(weeks[0].actual.sales.reason).toContain('2023-01-28')
  expect(weeks[0].actual.opening_stock).toMatchObject({ cents: null, cause: 'not_recorded' })
  expect(weeks.at(-1).actual.sales.cents).toBeNumber()
  await tenant.service.database.sql`delete from sales_daily where organization_id = ${tenant.organization_id}`
  const none = categoryOf(await wssiOf(planning, mfp_id), 'Knitwear').weeks
  expect(none.at(-1).actual.sales.reason).toBe('No sales have been recorded.')
})

test('a plan of a year to come, and a view, are read; days outside and unknown views are refused', async () => {
  const planning = await newPlanning()
  const mfp_id = await createPlan(planning, { name: 'Next', fiscal_year: fiscal_year + 1 })
  const next = await wssiOf(planning, mfp_id)
  expect([next.weeks[0].phase, next.view.kind, next.unplanned]).toEqual(['future', 'working', []])
  await editCells(planning, mfp_id, [
    {
      category_id: planning.ids.categories.Knitwear,
      sales_channel_id: planning.ids.sales_channels.Web,
      month: 1,
      ...monthly,
    },
  ])
  const planned = await wssiOf(planning, mfp_id)
  // The year opens with the stock of now: 100 jumpers.
  expect(categoryOf(planned, 'Knitwear').weeks[0]).toMatchObject({
    plan: { opening_stock: { cents: 1_000_000 } },
    actual: null,
    projection: { opening_stock: { cents: 1_000_000 } },
  })
  expect(planned.totals[0].projection).toEqual(categoryOf(planned, 'Knitwear').weeks[0].projection)
  const refused: [string, string][] = [
    ['?start_date=1999-01-01', 'start_date'],
    ['?end_date=2199-01-01', 'end_date'],
    [`?start_date=${next.weeks[5].week_start}&end_date=${next.weeks[1].week_start}`, 'end_date'],
  ]
  for (const [query, field] of refused)
    expect([query, refusal(await ask(planning, mfp_id, query))]).toEqual([query, [400, field]])
  expect(refusal(await ask(planning, mfp_id, '?view=live'))).toEqual([404, 'not_found'])
  expect(refusal(await ask(planning, '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'))).toEqual([404, 'not_found'])
  await publish(planning, mfp_id)
  expect((await wssiOf(planning, mfp_id, `${whole(next)}&view=live`)).view.kind).toBe('live')
})
