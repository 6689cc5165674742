/** What is open to commit in each category and month, and in which month an order counts. */
import { expect, test } from 'bun:test'
import {
  amountOf,
  monthOfFact,
  orderGridsOf,
  orderSeasonOf,
  plannedOf,
} from '../../server/commitment_grids/grid.rules.ts'
import type { OrderBand, OrderFact } from '../../server/commitment_grids/known_values.ts'
import type { PlanCell } from '../../server/commitment_grids/plans_in_force.store.ts'

const months = [
  { fiscal_year: 2026, month: 1, weeks: 4, start: '2026-02-01', end: '2026-02-28' },
  { fiscal_year: 2026, month: 2, weeks: 5, start: '2026-03-01', end: '2026-04-04' },
]
const today = '2026-02-10'
const fact = (band: OrderBand, day: string | null, amount: string, given: Partial<OrderFact> = {}): OrderFact => ({
  commitment_id: 'k',
  is_own: false,
  band,
  category_id: 'coats',
  category: 'Coats',
  day,
  amount,
  uncosted_lines: 0,
  foreign_lines: 0,
  ...given,
})
const cell = (month: number, budget_cents: number, given: Partial<PlanCell> = {}) =>
  ({ category_id: 'coats', category: 'Coats', fiscal_year: 2026, month, budget_cents, ...given }) as PlanCell
const known = (cents: number) => ({ cents, reason: null })

test('amounts are summed exactly and rounded once, and are unknown where a line has no cost in the currency', () => {
  expect(amountOf([])).toEqual(known(0))
  // Each would round to 0 cents; together they are one.
  expect(amountOf([fact('on_order', null, '0.0025'), fact('on_order', null, '0.0025')])).toEqual(known(1))
  expect(amountOf([fact('on_order', null, '10.50'), fact('received', null, '1')])).toEqual(known(1_150))
  const uncosted = fact('on_order', null, '1', { uncosted_lines: 1 })
  const foreign = fact('on_order', null, '1', { foreign_lines: 2 })
  expect(amountOf([uncosted])).toEqual({ cents: null, reason: 'The orders have 1 line without a unit cost.' })
  expect(amountOf([foreign])).toEqual({ cents: null, reason: 'The orders have 2 lines in another currency.' })
  expect(amountOf([foreign, uncosted, uncosted]).reason).toBe('The orders have 2 lines without a unit cost.')
})

test('an order counts in the month of its day, first and last day included', () => {
  const at = (band: OrderBand, day: string | null) => monthOfFact(fact(band, day, '1'), months, today)
  expect(at('on_order', '2026-02-28')).toBe(0)
  expect(at('on_order', '2026-03-01')).toBe(1)
  expect(at('on_order', '2026-04-04')).toBe(1)
  expect(at('on_order', '2026-04-05')).toBe(-1)
  expect(at('received', '2026-02-01')).toBe(0)
  expect(at('received', '2026-01-31')).toBe(-1)
})

test('what is overdue or has no day counts in the current month; a receipt keeps its day', () => {
  const at = (band: OrderBand, day: string | null, now: string) => monthOfFact(fact(band, day, '1'), months, now)
  expect(at('on_order', '2026-02-10', '2026-03-05')).toBe(1)
  expect(at('drafted', null, '2026-03-05')).toBe(1)
  expect(at('received', '2026-02-10', '2026-03-05')).toBe(0)
  expect(at('received', null, '2026-03-05')).toBe(-1)
  expect(at('on_order', '2026-02-10', '2026-05-05')).toBe(-1)
})

test('a month without a cell is planned as zero', () => {
  expect(plannedOf([cell(2, 500)], months, 'budget_cents')).toEqual([known(0), known(500)])
  expect(plannedOf([cell(1, 500, { fiscal_year: 2025 })], months, 'budget_cents')).toEqual([known(0), known(0)])
})

test('open to commit is the budget less what is on order and received; drafts are not deducted', () => {
  const [grid, ...others] = orderGridsOf({
    months,
    today,
    cells: [cell(1, 10_000), cell(2, 5_000)],
    orders: [
      fact('on_order', '2026-02-12', '20'),
      fact('received', '2026-02-05', '30'),
      fact('drafted', '2026-02-12', '40'),
      fact('on_order', '2026-03-12', '60'),
      fact('on_order', '2026-06-01', '7'),
      fact('received', null, '8'),
    ],
  })
  expect(others).toEqual([])
  expect(grid).toEqual({
    category_id: 'coats',
    category: 'Coats',
    months: {
      budget: [known(10_000), known(5_000)],
      drafted: [known(4_000), known(0)],
      on_order: [known(2_000), known(6_000)],
      received: [known(3_000), known(0)],
      open_to_commit: [known(5_000), known(-1_000)],
    },
    outside: { drafted: known(0), on_order: known(700), received: known(800) },
  })
  // 150.00 − 87.00 − 38.00, outside the plan's months included.
  expect(orderSeasonOf(grid!, null)).toEqual({
    budget: known(15_000),
    drafted: known(4_000),
    on_order: known(8_700),
    received: known(3_800),
    open_to_commit: known(2_500),
  })
  const absent = { cents: null, reason: 'No plan.' }
  expect(orderSeasonOf(grid!, 'No plan.')).toMatchObject({
    budget: absent,
    on_order: known(8_700),
    open_to_commit: absent,
  })
})

test('categories of the plan and of the orders are listed once by name, products without one last', () => {
  const none = { category_id: null, category: null }
  const caps = { category_id: 'z', category: 'Caps' }
  const names = (cells: PlanCell[], orders: OrderFact[]) =>
    orderGridsOf({ months, today, cells, orders }).map(({ category, months: { budget, on_order } }) => [
      category,
      budget[0]!.cents,
      on_order[0]!.cents,
    ])
  const [coat, cap, without] = [
    fact('on_order', null, '1'),
    fact('on_order', null, '2', caps),
    fact('on_order', null, '3', none),
  ]
  const listed = [
    ['Caps', 0, 200],
    ['Coats', 900, 100],
    [null, 0, 300],
  ]
  expect(names([cell(1, 900)], [without, coat, cap])).toEqual(listed)
  expect(names([cell(1, 900)], [cap, coat, without])).toEqual(listed)
  expect(names([cell(1, 900)], [cap, without, coat])).toEqual(listed)
  const five = ['Caps', null, 'Aprons', 'Coats', 'Bags'].map((category) =>
    fact('on_order', null, '1', { category_id: category, category }),
  )
  for (const orders of [five, five.toReversed(), [...five.slice(2), ...five.slice(0, 2)]])
    expect(names([], orders).map(([name]) => name)).toEqual(['Aprons', 'Bags', 'Caps', 'Coats', null])
})
