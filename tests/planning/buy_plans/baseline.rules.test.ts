/** The first cells of a plan, from the actuals of last year. */
import { expect, test } from 'bun:test'
import type { SalesActual } from '../../../server/planning/buy_plans/actuals/sales_actuals.store.ts'
import type { CategoryStock } from '../../../server/planning/buy_plans/actuals/stock_actuals.store.ts'
import {
  type BaselineFacts,
  baselineCells,
  begunMonths,
  emptyCells,
} from '../../../server/planning/buy_plans/baseline.rules.ts'
import { planMonths } from '../../../server/planning/buy_plans/plan_calendar.rules.ts'

const months = planMonths({ fiscal_year: 2025, fiscal_year_start_month: 1, calendar: 'gregorian' })
const sale = (fields: Partial<SalesActual> = {}): SalesActual => ({
  month: 1,
  category_id: 'a',
  sales_channel_id: 'web',
  sales: 300,
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

test('the markdown is that of the units with a regular price, and unknown without any; without a cost there is no margin', () => {
  expect(first({ priced_units: 1 })).toMatchObject({ sales_cents: 300, markdown_cents: 50, margin_cents: 180 })
  expect(first({ priced_units: 0, markdown: 0 })).toMatchObject({ sales_cents: 300, markdown_cents: null })
  expect(first({ units: 0, priced_units: 0, markdown: 0 })).toMatchObject({ markdown_cents: 0 })
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
  const moves = [
    {
      month: 1,
      cost: '0',
      retail: '0',
      received_cost: '70',
      received_retail: '0',
      received_uncosted: 0,
      is_priced: true,
    },
  ]
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

// Of the year 2025, the shop is recorded until 10 February and the web until 15 March; the ledger is known until then.
const movesOf = (...received: string[]) =>
  received.map((received_cost, i) => ({
    month: i + 1,
    cost: '0',
    retail: '0',
    received_cost,
    received_retail: '0',
    received_uncosted: 0,
    is_priced: true,
  }))
const running: BaselineFacts = {
  months,
  sales: [sale(), sale({ month: 3, sales: 90 }), sale({ sales_channel_id: 'shop', sales: 0, units: 0 })],
  stock: [stock({ moves: movesOf('70', '60', '50') })],
  ledger_began_on: '2024-01-01',
  knownOf: (id) => ({ from: '2025-01-01', through: id === 'shop' ? '2025-02-10' : '2025-03-15' }),
  over: '2025-03-15',
}
const yearBefore: BaselineFacts = {
  ...running,
  months: planMonths({ fiscal_year: 2024, fiscal_year_start_month: 1, calendar: 'gregorian' }),
  sales: [1, 2, 3, 4].flatMap((month) => [
    sale({ month, sales: 1_000 + month }),
    sale({ month, sales_channel_id: 'shop', sales: 500 }),
  ]),
  stock: [stock({ moves: movesOf('700', '600', '500', '400') })],
  knownOf: () => ({ from: '2024-01-01', through: '2024-11-30' }),
  over: '2025-03-15',
}
const cellIn = (cells: ReturnType<typeof baselineCells>, month: number, channel = 'web') =>
  cells.find((cell) => cell.month === month && cell.sales_channel_id === channel)!
const filled = (filling: BaselineFacts | 'zero' | null, facts = running) => baselineCells(scope, facts, filling)
const figuresOf = ({ sales_cents, receipts_cost_cents, closing_stock_cost_cents }: ReturnType<typeof cellIn>) => [
  sales_cents,
  receipts_cost_cents,
  closing_stock_cost_cents,
]

test('a month has the days that are over: what comes later is not begun, and the running one ends with them', () => {
  expect(begunMonths(months, '2025-03-15').map(({ end }) => end)).toEqual(['2025-01-31', '2025-02-28', '2025-03-15'])
  expect(begunMonths(months, '2025-03-01').at(-1)).toMatchObject({ month: 3, end: '2025-03-01' })
  expect(begunMonths(months, '2025-02-28')).toHaveLength(2)
})

test('without a filling, months that are not recorded have no figures, and the running one no closing stock', () => {
  const cells = filled(null)
  expect(figuresOf(cellIn(cells, 1))).toEqual([300, 70, 400])
  expect(figuresOf(cellIn(cells, 2))).toEqual([0, 60, 400])
  expect(figuresOf(cellIn(cells, 3))).toEqual([90, 50, null])
  expect(figuresOf(cellIn(cells, 4))).toEqual([null, null, null])
  expect(cellIn(cells, 3, 'shop')).toMatchObject({ sales_cents: null, markdown_cents: null, margin_cents: null })
})

test('zero fills what is unknown of months without any recorded day, and no other', () => {
  const cells = filled('zero')
  expect(cellIn(cells, 4)).toMatchObject({
    sales_cents: 0,
    markdown_cents: 0,
    margin_cents: 0,
    receipts_cost_cents: 0,
    closing_stock_retail_cents: 0,
    closing_stock_cost_cents: 0,
  })
  expect(figuresOf(cellIn(cells, 3))).toEqual([90, 50, null])
  expect(figuresOf(cellIn(cells, 1))).toEqual([300, 70, 400])
  // The ledger knows the receipts of a month of which no sale of the shop is recorded.
  expect(figuresOf(cellIn(cells, 3, 'shop'))).toEqual([0, 0, 0])
  const known = filled('zero', { ...running, knownOf: () => ({ from: null, through: '2025-01-01' }) })
  expect(cellIn(known, 1)).toMatchObject({
    sales_cents: 0,
    receipts_cost_cents: 70,
    closing_stock_retail_cents: 800,
    closing_stock_cost_cents: 400,
  })
})

test('the year before fills sales of months that are not whole, and of their stock and receipts what is not known', () => {
  const cells = filled(yearBefore)
  const own = filled(null)
  expect(cells.map(({ month }) => month)).toEqual(own.map(({ month }) => month))
  expect(figuresOf(cellIn(cells, 1))).toEqual([300, 70, 400])
  // February is over: the shop's sales are known in part, its stock and receipts wholly.
  expect(figuresOf(cellIn(cells, 2))).toEqual(figuresOf(cellIn(own, 2)))
  expect(cellIn(cells, 2, 'shop')).toMatchObject({
    sales_cents: 500,
    markdown_cents: 50,
    margin_cents: 380,
    receipts_cost_cents: cellIn(own, 2, 'shop').receipts_cost_cents,
    closing_stock_retail_cents: cellIn(own, 2, 'shop').closing_stock_retail_cents,
    closing_stock_cost_cents: cellIn(own, 2, 'shop').closing_stock_cost_cents,
  })
  // March runs: part of a month is no plan for it.
  const past = baselineCells(scope, yearBefore)
  expect(figuresOf(cellIn(cells, 3))).toEqual([1_003, cellIn(past, 3).receipts_cost_cents, 267])
  expect(cellIn(cells, 3).closing_stock_retail_cents).toBe(cellIn(past, 3).closing_stock_retail_cents)
  expect(figuresOf(cellIn(cells, 4))).toEqual(figuresOf(cellIn(past, 4)))
  // The year before is not recorded in December.
  expect(figuresOf(cellIn(cells, 12))).toEqual([null, null, null])
})

test('what the ledger of the year before does not know leaves what this year knows', () => {
  const cells = filled({ ...yearBefore, ledger_began_on: '2025-01-01' })
  expect(figuresOf(cellIn(cells, 3))).toEqual([1_003, 50, null])
  const neither = filled(yearBefore, { ...running, ledger_began_on: '2026-01-01' })
  expect(cellIn(neither, 2, 'shop').receipts_cost_cents).toBe(
    cellIn(baselineCells(scope, yearBefore), 2, 'shop').receipts_cost_cents,
  )
})

test('a category that sold in the year before alone has cells, and a filled cell keeps its id', () => {
  const facts = { ...running, sales: [], stock: [] }
  expect(filled(null, facts)).toEqual([])
  const cells = filled(yearBefore, facts)
  expect(cells).toHaveLength(24)
  expect(new Set(cells.map(({ cell_id }) => cell_id)).size).toBe(24)
  expect(cellIn(cells, 4).sales_cents).toBe(1_004)
  expect(cellIn(cells, 1).sales_cents).toBe(0)
})
