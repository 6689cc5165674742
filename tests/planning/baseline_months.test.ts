/** Plans whose year before is still running: months that have not happened are unknown, and filled only as stated. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays, eachDay } from '../../server/calendar/days.ts'
import { planMonths } from '../../server/planning/buy_plans/plan_calendar.rules.ts'
import { recordSales } from '../support/fixtures/catalogue.ts'
import { importDays, openCoveredShop } from '../selling/sales_facts/coverage/coverage_fixture.ts'
import { fiscal_year, newPlanning, plans, startMonth, today } from './planning_fixture.ts'

setDefaultTimeout(60_000)

const yesterday = addDays(today, -1)
const year = { fiscal_year_start_month: startMonth, calendar: 'gregorian' as const }
/** The running year, whose first month is over and whose second one runs, and the year before it. */
const months = planMonths({ ...year, fiscal_year })
const earlierMonths = planMonths({ ...year, fiscal_year: fiscal_year - 1 })
const next = { name: 'Next', fiscal_year: fiscal_year + 1, calendar: 'gregorian' }

/** One unit a day, worth the day of the month, from the first day of the year before the running one up to now. */
async function newTrade() {
  const planning = await newPlanning()
  const { tenant, ids } = planning
  const days = eachDay(earlierMonths[0]!.start, addDays(today, 1))
  const sale = (day: string) => ({
    sku: 'J',
    day,
    channel: 'Web',
    location: 'Main',
    units: 1,
    gross_sales_cents: Number(day.slice(8)) * 100,
  })
  await recordSales(tenant, ids, days.map(sale))
  return planning
}
type Trade = Awaited<ReturnType<typeof newTrade>>

const soldIn = ({ start, end }: { start: string; end: string }) =>
  eachDay(start, addDays(end, 1)).reduce((sum, day) => sum + Number(day.slice(8)) * 100, 0)

const baselineOf = async (session: Trade['session'], mfp_id: string) =>
  (await session.get(`${plans}/${mfp_id}/baseline`)).body.data.months

async function cellsOf({ tenant, session }: Trade, body: object) {
  const created = await session.post(plans, { ...next, ...body })
  expect([created.status, created.body.message.desc]).toEqual([201, 'Buy plan Next created.'])
  const { mfp_id } = created.body.data
  const cells = await tenant.service.database.sql`
    select month::int, sales_cents::float8 as sales, markdown_cents::float8 as markdown, margin_cents::float8 as margin,
      receipts_cost_cents::float8 as receipts, closing_stock_cost_cents::float8 as closing
    from buy_plan_cells k join sales_channels c using (organization_id, sales_channel_id)
    where k.organization_id = ${tenant.organization_id} and mfp_id = ${mfp_id} and c.name = 'Web'
      and category_id is not null order by month`
  const side = (await tenant.get(`${plans}/${mfp_id}/plan-side`)).body.data
  return {
    plan: created.body.data,
    months: await baselineOf(session, mfp_id),
    cells: cells.map((cell) => ({ ...cell }) as any),
    side,
  }
}

test('months that have not happened are null, and the running one counts the days that are over', async () => {
  const { plan, months: covered, cells, side } = await cellsOf(await newTrade(), {})
  expect(plan.baseline_through).toBe(yesterday)
  expect(covered.map(({ actuals }: any) => actuals)).toEqual(
    months.map(({ start, end }) => (end <= yesterday ? 'whole' : start <= yesterday ? 'partial' : 'none')),
  )
  for (const [i, month] of months.entries()) {
    const over = { start: month.start, end: month.end < yesterday ? month.end : yesterday }
    const isKnown = month.start <= yesterday
    expect([i, cells[i].sales]).toEqual([i, isKnown ? soldIn(over) : null])
    expect([i, cells[i].receipts === null, cells[i].closing === null]).toEqual([i, !isKnown, month.end > yesterday])
  }
  const last = side.cells.find(({ month, sales_channel }: any) => month === 12 && sales_channel === 'Web')
  const reason = `The days ${months[11]!.start} to ${months[11]!.end} of last year are not recorded: sales are recorded until ${yesterday}. No value has been entered.`
  expect(last.figures.sales_plan).toMatchObject({ cents: null, reason })
  expect(last.figures.cogs_plan).toMatchObject({ cents: null, reason })
  expect(side.year.sales_plan.cents).toBeNull()
  expect(side.year.sales_plan.reason).toContain('of last year are not recorded')
  expect(plan.total_planned_revenue).toMatchObject({ cents: null })
})

test('the year before last fills months that are not whole, if that is stated', async () => {
  const trade = await newTrade()
  const { plan, months: covered, cells } = await cellsOf(trade, { unmeasured_months: 'year_before' })
  for (const [i, month] of months.entries())
    expect([i, cells[i].sales]).toEqual([i, soldIn(month.end <= yesterday ? month : earlierMonths[i]!)])
  expect(covered.map(({ filled_from }: any) => filled_from)).toEqual(
    months.map(({ end }) => (end <= yesterday ? null : 'year_before')),
  )
  expect(plan.total_planned_revenue.cents).toBe(
    months.reduce((sum, month, i) => sum + soldIn(month.end <= yesterday ? month : earlierMonths[i]!), 0),
  )
})

test('zero fills months of which nothing is known, and leaves the running one as it is', async () => {
  const { cells } = await cellsOf(await newTrade(), { unmeasured_months: 'zero' })
  for (const [i, { start, end }] of months.entries())
    expect([i, cells[i].sales]).toEqual([
      i,
      start <= yesterday ? soldIn({ start, end: end < yesterday ? end : yesterday }) : 0,
    ])
  expect(cells[11]).toMatchObject({ sales: 0, markdown: 0, margin: 0, receipts: 0, closing: 0 })
})

test('months before the first recorded sale are unknown, too', async () => {
  const planning = await newPlanning()
  const { tenant, ids } = planning
  const sale = { sku: 'J', channel: 'Web', location: 'Main', units: 1, gross_sales_cents: 1_000 }
  await recordSales(tenant, ids, [{ ...sale, day: months[0]!.end }])
  const { months: covered, cells } = await cellsOf(planning, {})
  expect(covered[0]).toMatchObject({ actuals: 'partial', filled_from: null })
  expect(cells[0].sales).toBe(1_000)
  const of = { ...next, name: 'This year', fiscal_year }
  const created = await planning.session.post(plans, of)
  // Nothing of the whole year before is recorded; its stock alone makes cells.
  expect([created.status, created.body.data.baseline_through]).toEqual([201, null])
  expect(
    (await baselineOf(planning.session, created.body.data.mfp_id)).every(({ actuals }: any) => actuals === 'none'),
  ).toBe(true)
})

test('what an import does not reach is unknown in its channel alone', async () => {
  const shop = await openCoveredShop()
  const { tenant, session } = shop
  await tenant.service.database.sql`
    update organizations set fiscal_year_start_month = ${startMonth} where organization_id = ${tenant.organization_id}`
  const [first] = months
  await importDays(shop, 'Till', [first!.start, addDays(first!.start, 4)])
  await importDays(shop, 'Outlet', [first!.start, first!.end])
  const { mfp_id } = (await session.post(plans, next)).body.data
  const { rows } = (await tenant.get(`${plans}/${mfp_id}/table`)).body.data
  const of = (name: string) => rows.find(({ sales_channel }: any) => sales_channel === name).months
  expect(of('Till')[0].cents).toBe(20_000)
  expect(of('Outlet')[0].cents).toBe(20_000)
  expect([of('Till')[1].cents, of('Outlet')[1].cents]).toEqual([null, null])
})

test('an empty plan has nothing to fill', async () => {
  const { session } = await newPlanning()
  const refused = await session.post(plans, { ...next, baseline_source: 'empty', unmeasured_months: 'zero' })
  expect([refused.status, refused.body.data.field]).toEqual([400, 'unmeasured_months'])
  const created = await session.post(plans, { ...next, baseline_source: 'empty', unmeasured_months: 'none' })
  expect([created.status, await baselineOf(session, created.body.data.mfp_id)]).toEqual([201, []])
})
