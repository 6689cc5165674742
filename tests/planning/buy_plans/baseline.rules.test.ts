/** The first cells of a plan, from the actuals of last year. */
import { expect, test } from 'bun:test'
import type { SalesActual } from '../../../server/planning/buy_plans/actuals/sales_actuals.store.ts'
import type { CategoryStock } from '../../../server/planning/buy_plans/actuals/stock_actuals.store.ts'
import { baselineCells, emptyCells } from '../../../server/planning/buy_plans/baseline.rules.ts'
import { planMonths } from '../../../server/planning/buy_plans/plan_calendar.rules.ts'

const months = planMonths({ fiscal_year: 2025, fiscal_year_start_month: 1, calendar: 'gregorian' })
const sale = (fields: Partial<SalesActual> = {}): SalesActual => ({
  month: 1,
  category_id: 'a',
  sales_channel_id: 'web',
  sales: 300,
  discounts: 20,
  markdown: 50,
  unrated_currency: null,
  units: 4,
  priced_units: 4,
  moved_units: 4,
  costed_units: 4,
  known_cost: 120,
  ...fields,
})
const stock = (fields: Partial<CategoryStock> = {}): CategoryStock => ({
  category_id: 'a',
  cost: '400',
  retail: '800',
  is_costed: true,
  is_priced: true,
  moves: [],
  ...fields,
})
const scope = { category_ids: ['a', null], sales_channel_ids: ['web', 'shop'] }
const read = (sales: SalesActual[], held: CategoryStock[] = [], began: string | null = '2024-01-01') =>
  baselineCells(scope, {
    months,
    sales,
    stock: held,
    ledger_began_on: began,
    knownOf: () => ({ from: '2020-01-01', through: '2026-01-01' }),
    over: '2026-01-01',
  })
const first = (fields: Partial<SalesActual>) => read([sale(fields)])[0]!

test('empty cells are zeros for each category, channel and month, each with an id of its own', () => {
  const cells = emptyCells(['a', null], ['web', 'shop'])
  expect(cells).toHaveLength(48)
  expect(new Set(cells.map(({ cell_id }) => cell_id)).size).toBe(48)
  expect(cells[13]).toMatchObject({
    category_id: 'a',
    sales_channel_id: 'shop',
    month: 2,
    sales_cents: 0,
    margin_cents: 0,
  })
  expect(emptyCells([], ['web'])).toEqual([])
})

test('a cell has the sales, markdown and margin of last year; months without sales are zero', () => {
  const cells = read([sale()])
  expect(cells).toHaveLength(12)
  expect(cells[0]).toMatchObject({
    category_id: 'a',
    sales_channel_id: 'web',
    month: 1,
    sales_cents: 300,
    markdown_cents: 50,
    margin_cents: 180,
    receipts_cost_cents: 0,
    closing_stock_retail_cents: 0,
    chase_reserve_cents: 0,
  })
  expect(cells[11]).toMatchObject({ month: 12, sales_cents: 0, markdown_cents: 0, margin_cents: 0 })
})

test('sales without a rate have no figure', () => {
  expect(first({ unrated_currency: 'CHF' })).toMatchObject({
    sales_cents: null,
    markdown_cents: null,
    margin_cents: null,
  })
})

test('without the regular price of some units the markdown is the discounts; without a cost there is no margin', () => {
  expect(first({ priced_units: 3 })).toMatchObject({ sales_cents: 300, markdown_cents: 20, margin_cents: 180 })
  expect(first({ costed_units: 3 })).toMatchObject({ sales_cents: 300, markdown_cents: 50, margin_cents: null })
})

test('stock and receipts are divided over channels as the net sales of the year are; returns weigh nothing', () => {
  const parts = (sales: SalesActual[]) =>
    read(sales, [stock()])
      .slice(0, 2)
      .map((cell) => [cell.sales_channel_id, cell.closing_stock_cost_cents, cell.closing_stock_retail_cents])
  const shop = (sales: number) => sale({ sales_channel_id: 'shop', sales })
  expect(parts([sale(), shop(50), { ...shop(50), month: 2 }])).toEqual([
    ['web', 300, 600],
    ['shop', 100, 200],
  ])
  expect(parts([sale(), shop(-300)])).toEqual([
    ['web', 400, 800],
    ['shop', 0, 0],
  ])
})

test('receipts come from the ledger; what it does not know has no value', () => {
  const moves = [{ month: 1, cost: '0', retail: '0', received_cost: '70', received_retail: '0', received_uncosted: 0 }]
  expect(read([sale()], [stock({ moves })])[0]!.receipts_cost_cents).toBe(70)
  expect(read([sale()], [stock({ is_costed: false })])[0]).toMatchObject({
    closing_stock_cost_cents: null,
    closing_stock_retail_cents: 800,
  })
})

test('a category that sold nothing has its stock in the first channel; one with neither has no cells', () => {
  const cells = read([], [stock({ category_id: null })])
  expect(cells).toHaveLength(12)
  expect(cells[0]).toMatchObject({ category_id: null, sales_channel_id: 'web', closing_stock_cost_cents: 400 })
  expect(read([])).toEqual([])
})

test('only channels of the plan count, those that sold, in its order', () => {
  expect(read([sale({ sales_channel_id: 'old' })])).toEqual([])
  const both = [sale({ sales_channel_id: 'shop' }), sale(), sale({ category_id: null })]
  const cells = read(both)
  expect(cells.slice(0, 2).map((cell) => cell.sales_channel_id)).toEqual(['web', 'shop'])
  expect(cells).toHaveLength(36)
  expect(cells[24]).toMatchObject({ category_id: null, sales_channel_id: 'web', sales_cents: 300 })
})
