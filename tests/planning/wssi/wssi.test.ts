/** Weekly sales, stock and intake of a plan: equal to rows, to the open-to-buy and to forecasts. */
import { expect, test } from 'bun:test'
import { addDays, earlier, mondayOf } from '../../../server/calendar/days.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { today } from '../planning_fixture.ts'
import { categoryOf, openYear, order, sum, wholeYear, yearStart } from './wssi_fixture.ts'

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
