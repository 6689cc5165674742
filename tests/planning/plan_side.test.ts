import { expect, test } from 'bun:test'
import { createPlan, newPlanning, plans } from './planning_fixture.ts'

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
