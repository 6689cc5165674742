/** The figures of the plan side: of a cell, a category's year and the whole year. */
import { expect, test } from 'bun:test'
import { known } from '../../../server/contract/money.ts'
import type { Cell } from '../../../server/planning/buy_plans/cells/cells.store.ts'
import { planSideOf } from '../../../server/planning/buy_plans/plan_side.rules.ts'

const cell = (cell_id: string, category_id: string | null, month: number, fields: Partial<Cell> = {}): Cell => ({
  cell_id,
  category_id,
  category: category_id,
  sales_channel_id: 'n',
  sales_channel: 'Web',
  month,
  sales: 1000,
  markdown: 100,
  margin: 400,
  receipts_cost: 500,
  closing_stock_retail: 3000,
  closing_stock_cost: 1200,
  chase_reserve: 10,
  ...fields,
})
const cells = [cell('1', 'a', 1), cell('2', 'a', 12), cell('3', null, 12)]
const intake = (base: number) => ({
  budget: known(base + 1),
  on_order: known(base + 2),
  received: known(base + 3),
  open_to_commit: known(base + 4),
})
const cents = (figures: object) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, (figure as { cents: number | null }).cents]),
  )
const none = 'No commitment is planned.'

const unrecorded = new Map<number, string>()

test('a cell has its own figures; stock is that of its month, and the cost of sales is sales without the margin', () => {
  const [first] = planSideOf({ unrecorded, currency: 'EUR', cells, budget: null, commitments: none }).cells
  expect(first).toMatchObject({ cell_id: '1', category_id: 'a', sales_channel: 'Web', month: 1 })
  expect(cents(first!.figures)).toEqual({
    budget: null,
    sales_plan: 1000,
    markdown_plan: 100,
    margin_plan: 400,
    cogs_plan: 600,
    plan_receipts_cost: 500,
    closing_stock_retail: 3000,
    closing_stock_cost: 1200,
    chase_reserve: 10,
    intake_committed: null,
    intake_on_order: null,
    intake_received: null,
    open_to_commit: null,
  })
  expect(first!.figures.sales_plan).toMatchObject({ basis: 'net_sales', currency: 'EUR', reason: null })
  expect(first!.figures.budget).toMatchObject({
    basis: 'unit_cost',
    reason: 'The fiscal year has no budget version of this plan.',
  })
  expect(first!.figures.intake_on_order).toMatchObject({ basis: 'unit_cost', reason: none })
})

test('a year adds up its cells; its stock is that of the last month', () => {
  const { category_years, year } = planSideOf({ unrecorded, currency: 'EUR', cells, budget: null, commitments: none })
  expect(category_years.map(({ category_id, figures }) => [category_id, figures.sales_plan.cents])).toEqual([
    ['a', 2000],
    [null, 1000],
  ])
  expect(category_years[0]!.figures.closing_stock_cost.cents).toBe(1200)
  expect(year.sales_plan.cents).toBe(3000)
  expect(year.closing_stock_retail.cents).toBe(6000)
  expect(year.intake_committed).toMatchObject({ cents: null, reason: none })
})

test('the stock of a year is unknown for the reason of its last month, whatever other months lack', () => {
  const lacking = [
    cell('1', 'a', 1, { closing_stock_cost: null, sales: null }),
    cell('2', 'a', 12, { closing_stock_cost: null }),
  ]
  const january = new Map([[1, 'January is not recorded.']])
  const { year } = planSideOf({ unrecorded: january, currency: 'EUR', cells: lacking, budget: null, commitments: none })
  expect(year.closing_stock_cost.reason).toBe(
    'The cell has no value: it could not be measured, and none has been entered.',
  )
  expect(year.sales_plan).toMatchObject({ cents: null, reason: 'January is not recorded.' })
  expect(year.cogs_plan).toMatchObject({ cents: null, reason: 'January is not recorded.' })
})

test('a difference that lacks one of its two figures says why that one is unknown', () => {
  const lacking = [cell('1', 'a', 1, { margin: null }), cell('2', 'a', 2)]
  const january = new Map([[1, 'January is not recorded.']])
  const { year } = planSideOf({ unrecorded: january, currency: 'EUR', cells: lacking, budget: null, commitments: none })
  expect(year.cogs_plan).toMatchObject({ cents: null, reason: 'January is not recorded.' })
  expect(year.sales_plan).toMatchObject({ cents: 2000, reason: null })
})

test('the budget of a cell, a category and the year is what their budget version receives', () => {
  const budget = [cell('1', 'a', 1, { receipts_cost: 70 }), cell('3', null, 12, { receipts_cost: 5 })]
  const side = planSideOf({ unrecorded, currency: 'EUR', cells, budget, commitments: none })
  expect(side.cells.map(({ figures }) => figures.budget.cents)).toEqual([70, 0, 5])
  expect(side.category_years.map(({ figures }) => figures.budget.cents)).toEqual([70, 5])
  expect(side.year.budget.cents).toBe(75)
  const unknown = planSideOf({
    unrecorded,
    currency: 'EUR',
    cells,
    budget: [cell('1', 'a', 1, { receipts_cost: null })],
    commitments: none,
  })
  expect(unknown.year.budget).toMatchObject({
    cents: null,
    reason: 'The cell has no value: it could not be measured, and none has been entered.',
  })
  const two = [cell('1', 'a', 1, { receipts_cost: null }), cell('3', null, 12, { receipts_cost: 5 })]
  const several = planSideOf({ unrecorded, currency: 'EUR', cells, budget: two, commitments: none })
  expect(several.year.budget.reason).toStartWith('Some of the cells have no value')
})

test('commitments belong to categories, not to cells, and the year sums its categories', () => {
  const side = planSideOf({
    unrecorded,
    currency: 'EUR',
    cells,
    budget: null,
    commitments: new Map([
      ['a', intake(10)],
      ['', intake(100)],
    ]),
  })
  expect(side.cells[0]!.figures.intake_committed).toMatchObject({
    cents: null,
    reason: 'Commitments are planned by category and month, not by sales channel.',
  })
  expect(cents(side.category_years[1]!.figures)).toMatchObject({
    intake_committed: 101,
    intake_on_order: 102,
    intake_received: 103,
    open_to_commit: 104,
  })
  expect(cents(side.year)).toMatchObject({
    intake_committed: 112,
    intake_on_order: 114,
    intake_received: 116,
    open_to_commit: 118,
  })
})

test('a category without commitments has none, which is zero', () => {
  const side = planSideOf({
    unrecorded,
    currency: 'EUR',
    cells,
    budget: null,
    commitments: new Map([['a', intake(10)]]),
  })
  expect(side.category_years[1]!.figures.intake_on_order).toMatchObject({ cents: 0, reason: null })
  expect(side.year.intake_on_order.cents).toBe(12)
})
