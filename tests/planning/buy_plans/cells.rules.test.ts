/** Sums of a plan's cells, and totals divided over them. */
import { expect, test } from 'bun:test'
import { divide, spread } from '../../../server/planning/buy_plans/cells/spread.rules.ts'
import type { Cell } from '../../../server/planning/buy_plans/cells/cells.store.ts'
import {
  categoryKey,
  costOfSales,
  groupsBy,
  plannedMoney,
  sumOf,
  sumOfMonth,
  whyUnplanned,
} from '../../../server/planning/buy_plans/cells/sums.rules.ts'

const at = (month: number, value: number | null) => ({
  month,
  sales: value,
  closing_stock_retail: value,
  closing_stock_cost: value,
})

test('sales add up over the year; stock at its end is that of the last month', () => {
  const cells = [at(1, 5), at(11, 6), at(12, 7), at(12, 20)]
  expect(sumOf(cells, 'sales')).toBe(38)
  expect(sumOf(cells, 'closing_stock_retail')).toBe(27)
  expect(sumOf(cells, 'closing_stock_cost')).toBe(27)
  expect(sumOf(cells, 'margin')).toBeNull()
  expect(sumOfMonth([at(3, 5), at(3, 6)], 'closing_stock_cost')).toBe(11)
  expect(sumOf([], 'sales')).toBe(0)
})

test('one cell without a value leaves the sum unknown; of stock, only one of the last month', () => {
  const cells = [at(1, null), at(12, 7)]
  expect(sumOf(cells, 'sales')).toBeNull()
  expect(sumOf(cells, 'closing_stock_retail')).toBe(7)
  expect(sumOf([at(1, 7), at(12, null)], 'closing_stock_cost')).toBeNull()
  expect(sumOfMonth(cells, 'closing_stock_retail')).toBeNull()
})

test('the cost of sales is what remains without the margin, and needs both', () => {
  expect(costOfSales(100, 40)).toBe(60)
  expect(costOfSales(0, 0)).toBe(0)
  expect(costOfSales(null, 40)).toBeNull()
  expect(costOfSales(100, null)).toBeNull()
})

test('a planned amount without a value says why', () => {
  expect(plannedMoney(5, 'EUR', 2)).toMatchObject({ cents: 5, reason: null })
  expect(plannedMoney(null, 'EUR', 2)).toMatchObject({
    cents: null,
    reason: 'Some of the cells have no value: it could not be measured, and none has been entered.',
  })
  expect(plannedMoney(null, 'EUR', 1)).toMatchObject({
    cents: null,
    reason: 'The cell has no value: it could not be measured, and none has been entered.',
  })
})

test('a sum that is null names the month that is not recorded, if that is why; else whether one cell is empty or some', () => {
  const unrecorded = new Map([
    [3, 'March is not recorded.'],
    [4, 'April is not recorded.'],
  ])
  const oneCell = 'The cell has no value: it could not be measured, and none has been entered.'
  const someCells = 'Some of the cells have no value: it could not be measured, and none has been entered.'
  const why = (cells: Parameters<typeof whyUnplanned>[0]) => whyUnplanned(cells, 'sales', unrecorded)
  expect(why([at(2, null), at(3, null), at(4, null)])).toBe('March is not recorded.')
  expect(why([at(3, null)])).toBe('March is not recorded.')
  expect(why([at(3, 0), at(4, null)])).toBe('April is not recorded.')
  expect(why([at(3, 5), at(2, null)])).toBe(someCells)
  expect(why([at(2, null)])).toBe(oneCell)
  expect(why([{ month: 2 }])).toBe(oneCell)
  expect(why([{ month: 3 }, at(2, 1)])).toBe('March is not recorded.')
})

test('groups come in the order of their first member; no category is a group of its own', () => {
  const items = [{ category_id: 'b' }, { category_id: null }, { category_id: 'a' }, { category_id: 'b' }]
  expect(groupsBy(items, categoryKey)).toEqual([[items[0]!, items[3]!], [items[1]!], [items[2]!]])
  expect(groupsBy([], categoryKey)).toEqual([])
})

test.each<[string, number, number[], number[]]>([
  ['by weight', 100, [1, 3], [25, 75]],
  ['with what is left to the largest remainder', 10, [1, 1, 4], [2, 2, 6]],
  ['with what is left to the largest remainder, be it the last', 10, [4, 5], [4, 6]],
  ['with the largest remainder last of three', 10, [5, 3, 7], [3, 2, 5]],
  ['with the largest remainder in the middle', 10, [1, 5, 1], [2, 7, 1]],
  ['with the second largest remainder before the third', 11, [10, 12, 8, 20], [2, 3, 2, 4]],
  ['with ties to the first', 5, [1, 1, 1], [2, 2, 1]],
  ['equally where all weights are zero', 7, [0, 0], [4, 3]],
  ['equally where all weights are below zero', 4, [-1, -3], [2, 2]],
  ['with nothing to a weight below zero', 9, [-5, 3], [0, 9]],
  ['with nothing to a weight of zero', 9, [0, 1, 2], [0, 3, 6]],
  ['as its size is where it is negative', -5, [1, 1, 1], [-2, -2, -1]],
  ['of nothing, never minus zero', 0, [1, 2], [0, 0]],
  ['to one', 7, [3], [7]],
  ['to none', 7, [], []],
])('a total is divided %s', (_, total, weights, parts) => {
  expect(divide(total, weights)).toEqual(parts)
})

test('a figure is spread by itself, by sales or equally; a cell without a value weighs nothing', () => {
  const cell = (sales: number | null, margin: number | null) => ({ sales, margin }) as Cell
  const cells = [cell(1, 3), cell(3, 1), cell(null, null)]
  const by = (basis: 'own' | 'sales' | 'equal') => spread(cells, { figure: 'margin', total_cents: 120, by: basis })
  expect(by('own')).toEqual([90, 30, 0])
  expect(by('sales')).toEqual([30, 90, 0])
  expect(by('equal')).toEqual([40, 40, 40])
})

test('a part of nothing is never minus zero', () => {
  expect(divide(-1, [0, 1]).map((part) => Object.is(part, -0))).toEqual([false, false])
})
