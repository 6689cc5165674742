/** Weekly sales, stock and intake where something is not known, in a year of 53 weeks, and in a year to come. */
import { expect, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { createPlan, fiscal_year, newPlanning, refusal, today } from '../planning_fixture.ts'
import { editCells, newYear2023, publish, read, row } from '../reports/reports_fixture.ts'
import { ask, categoryOf, monthly, openYear, order, wholeYear, whole, wssiOf, yearStart } from './wssi_fixture.ts'

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
