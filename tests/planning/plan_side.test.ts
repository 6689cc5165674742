import { readFileSync } from 'node:fs'
import { expect, test } from 'bun:test'
import { fiscalMonthOf } from '../../server/calendar/retail_calendar.ts'
import { createPlan, newPlanning, plans, startMonth, today } from './planning_fixture.ts'

const lines = ['intake_committed', 'intake_on_order', 'intake_received', 'open_to_commit']

async function openPlan() {
  const planning = await newPlanning()
  const { session, tenant, ids } = planning
  const mfp_id = await createPlan(planning)
  for (const [figure, total_cents, more] of [
    ['sales', 1_000_003, {}],
    ['margin', 600_001, {}],
    ['markdown', 40_007, {}],
    ['receipts_cost', 300_005, {}],
    ['chase_reserve', 10_001, {}],
    ['closing_stock_cost', 70_003, { months: [12] }],
    ['closing_stock_cost', 90_001, { months: [3] }],
    ['closing_stock_retail', 150_001, { months: [12] }],
  ] as const)
    await session.post(`${plans}/${mfp_id}/spread`, { figure, total_cents, ...more })
  const read = async (query = '') => (await tenant.get(`${plans}/${mfp_id}/plan-side${query}`)).body.data
  return { session, tenant, ids, mfp_id, read }
}

test('each figure has a basis, and cells add up to categories and the year to the cent', async () => {
  const { tenant, mfp_id, read } = await openPlan()
  const side = await read()
  expect(
    Object.fromEntries(Object.entries<any>(side.year).map(([name, one]) => [name, [one.cents, one.basis]])),
  ).toEqual({
    budget: [null, 'unit_cost'],
    sales_plan: [1_000_003, 'net_sales'],
    markdown_plan: [40_007, 'retail_price'],
    margin_plan: [600_001, 'net_sales'],
    cogs_plan: [400_002, 'unit_cost'],
    plan_receipts_cost: [300_005, 'unit_cost'],
    closing_stock_retail: [150_001, 'retail_price'],
    closing_stock_cost: [70_003, 'unit_cost'],
    chase_reserve: [10_001, 'unit_cost'],
    ...Object.fromEntries(lines.map((line) => [line, [null, 'unit_cost']])),
  })
  expect([side.cells.length, side.category_years.length]).toEqual([48, 2])
  const rows = await tenant.service.database.sql`
    select cell_id, category_id, month, sales_cents::float8 as sales_plan, margin_cents::float8 as margin_plan,
      (sales_cents - margin_cents)::float8 as cogs_plan, receipts_cost_cents::float8 as plan_receipts_cost,
      closing_stock_cost_cents::float8 as closing_stock_cost
    from buy_plan_cells where organization_id = ${tenant.organization_id} and mfp_id = ${mfp_id}`
  for (const { cell_id, category_id: _, month: __, ...figures } of rows) {
    const cell = side.cells.find((one: any) => one.cell_id === cell_id)
    for (const [name, cents] of Object.entries(figures)) expect(cell.figures[name].cents).toBe(cents)
  }
  for (const { category_id, figures } of side.category_years)
    for (const name of ['sales_plan', 'margin_plan', 'cogs_plan', 'plan_receipts_cost', 'closing_stock_cost']) {
      const own = rows.filter(
        (row) => row.category_id === category_id && (name !== 'closing_stock_cost' || row.month === 12),
      )
      expect([name, figures[name].cents]).toEqual([name, own.reduce((sum, row) => sum + row[name], 0)])
    }
})

test('the budget is what the budget version plans to receive, whatever the working plan says later', async () => {
  const { session, mfp_id, read } = await openPlan()
  expect((await read()).year.budget.reason).toContain('no budget version')
  await session.post(`${plans}/${mfp_id}/publish`, { label: 'Budget', kind: 'budget' })
  await session.post(`${plans}/${mfp_id}/spread`, { figure: 'receipts_cost', total_cents: 500 })
  const { year, category_years, cells } = await read()
  expect([year.budget.cents, year.plan_receipts_cost.cents]).toEqual([300_005, 500])
  for (const of of [category_years, cells])
    expect(of.reduce((sum: number, { figures }: any) => sum + figures.budget.cents, 0)).toBe(300_005)
  expect((await read('?view=live')).year.plan_receipts_cost.cents).toBe(300_005)
})

test('the four commitment lines say why they are missing', async () => {
  const { tenant, mfp_id, read } = await openPlan()
  const reasons = (side: any) =>
    [side.year, side.cells[0].figures, side.category_years[0].figures].flatMap((figures) =>
      lines.map((line) => [figures[line].cents, figures[line].reason]),
    )
  expect(new Set(reasons(await read()).map(String))).toEqual(new Set([',The commitment has no monthly plan.']))
  expect(new Set(reasons(await read('?include_plan_of_record=false')).map(String))).toEqual(
    new Set([',Not requested: send include_plan_of_record=true.']),
  )
  expect((await tenant.get(`${plans}/${mfp_id}/plan-side?include_plan_of_record=maybe`)).status).toBe(400)
})

test('the worked example of the decision comes out to the cent', async () => {
  const planning = await newPlanning({
    purchase_orders: [
      {
        name: 'PO-1',
        supplier: 'Mill',
        location: 'Main',
        expected_delivery_date: today,
        lines: [{ sku: 'J', quantity: 20, unit_cost: '41.2500' }],
      },
    ],
  })
  const { session, tenant, ids } = planning
  const month = fiscalMonthOf(today, startMonth)
  const mfp_id = await createPlan(planning, { fiscal_year: month.fiscal_year, calendar: 'retail_4_5_4' })
  const cell = { category_id: ids.categories.Knitwear, sales_channel_id: ids.sales_channels.Web }
  const edit = (cells: object[]) => session.patch(`${plans}/${mfp_id}/cells`, { cells })
  await edit([
    { ...cell, month: 1, receipts_cost_cents: 200_000 },
    { ...cell, month: 2, receipts_cost_cents: 100_000 },
  ])
  await session.post(`${plans}/${mfp_id}/publish`, { label: 'Budget', kind: 'budget' })
  const edited = await edit([
    {
      ...cell,
      month: 1,
      sales_cents: 600_000,
      margin_cents: 360_000,
      receipts_cost_cents: 210_000,
      closing_stock_cost_cents: 480_000,
    },
    {
      ...cell,
      month: 2,
      sales_cents: 300_000,
      margin_cents: 180_005,
      receipts_cost_cents: 90_010,
      closing_stock_cost_cents: 360_000,
    },
  ])
  expect(edited.status).toBe(200)
  const declared = await session.post('/api/v1/commitments', { name: 'Season', budgets: [{ budget_cents: 1 }] })
  const { commitment_id } = declared.body.data
  await tenant.service.database.sql`
    update purchase_orders set commitment_id = ${commitment_id} where organization_id = ${tenant.organization_id}`
  const zeros = { planned_sales_cents: 0, planned_markdown_cents: 0, planned_closing_stock_cents: 0 }
  // The order is due in the running month; the commitment's other month is the one after, or else the one before it.
  const other = month.month < 12 ? month.month + 1 : month.month - 1
  const plan = (number: number, budget_cents: number) => ({
    category_id: ids.categories.Knitwear,
    fiscal_year: month.fiscal_year,
    month: number,
    budget_cents,
    ...zeros,
  })
  await session.put(`/api/v1/commitments/${commitment_id}/money/plan`, {
    cells: [plan(other, 50_000), plan(month.month, 200_000)],
  })
  await session.post(`/api/v1/commitments/${commitment_id}/money/plan/versions`, { label: 'Budget', kind: 'budget' })
  const side = (await tenant.get(`${plans}/${mfp_id}/plan-side`)).body.data
  const example = readFileSync(new URL('../../server/decisions/planning/buy_plans.md', import.meta.url), 'utf8')
  const shown = [...example.matchAll(/^\| (\w+) \| [^|]* \| [^|]* \| \**([\d,.]+)\** \|/gm)].map(
    ([, name, amount]) => [name!, Math.round(Number(amount!.replaceAll(',', '')) * 100)] as const,
  )
  expect(shown.length).toBe(9)
  const knitwear = side.category_years.find(({ category_id }: any) => category_id === cell.category_id).figures
  for (const figures of [side.year, knitwear])
    expect(shown.map(([name]) => [name, figures[name].cents])).toEqual(shown.map(([name, cents]) => [name, cents]))
})
