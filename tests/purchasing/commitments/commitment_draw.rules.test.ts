/** What an order draws from budgets, and what remains of them. */
import { expect, test } from 'bun:test'
import type { OrderBand, OrderFact } from '../../../server/commitment_grids/known_values.ts'
import type { PlanCell } from '../../../server/commitment_grids/plans_in_force.store.ts'
import { drawsOf, drawsOfPlan } from '../../../server/purchasing/commitments/commitment_draw.rules.ts'

const sum = (category_id: string | null, amount: string, uncosted_lines = 0, foreign_lines = 0) => ({
  category_id,
  category: category_id,
  amount,
  uncosted_lines,
  foreign_lines,
})
const budget = (category_id: string | null, budget_cents: number) => ({
  category_id,
  category: category_id,
  budget_cents,
})
type Rows = ReturnType<typeof drawsOf>['categories']
type Figures = Pick<Rows[number], 'budget' | 'drawn' | 'would_draw' | 'left_before' | 'left_after' | 'is_over'>
const figures = ({ budget, drawn, would_draw, left_before, left_after, is_over }: Figures) => [
  ...[budget, drawn, would_draw, left_before, left_after].map(({ cents }) => cents),
  is_over,
]
const shown = (rows: Rows) => rows.map((row) => [row.covers, row.category_id, ...figures(row)])

test('a category draws from its own budget, and all others from the budget for the rest', () => {
  const draws = drawsOf(
    'USD',
    [budget('coats', 10_000), budget(null, 5_000)],
    [sum('coats', '60'), sum('caps', '10'), sum(null, '5')],
    [sum('coats', '30'), sum('caps', '20.005')],
  )
  expect(shown(draws.categories)).toEqual([
    ['category', 'coats', 10_000, 3_000, 6_000, 7_000, 1_000, false],
    ['rest', null, 5_000, 2_001, 1_500, 2_999, 1_499, false],
  ])
  expect(figures(draws.total)).toEqual([15_000, 5_001, 7_500, 9_999, 2_499, false])
})

test('a budget is over from the first cent above it', () => {
  const isOver = (amount: string) => drawsOf('USD', [budget('coats', 1_000)], [sum('coats', amount)], []).total.is_over
  expect(isOver('10.00')).toBe(false)
  expect(isOver('10.01')).toBe(true)
})

test('without a budget for the rest, what has no budget is a row of its own, if there is any', () => {
  const coats = [budget('coats', 1_000)]
  const none = ['none', null, 0, 0, 200, 0, -200, true]
  expect(shown(drawsOf('USD', coats, [sum('caps', '2')], []).categories)[1]).toEqual(none)
  expect(shown(drawsOf('USD', coats, [sum(null, '2')], []).categories)[1]).toEqual(none)
  expect(drawsOf('USD', coats, [], [sum('caps', '2')]).categories).toHaveLength(2)
  expect(drawsOf('USD', coats, [sum('coats', '2')], []).categories).toHaveLength(1)
  expect(drawsOf('USD', [budget(null, 1)], [sum('caps', '2')], []).categories).toHaveLength(1)
})

test('lines without a cost in the currency make what they are part of unknown, with the causes', () => {
  const reason = (uncosted: number, foreign: number) =>
    drawsOf('USD', [budget('coats', 1_000)], [sum('coats', '1', uncosted, foreign)], []).total
  expect(reason(1, 0)).toMatchObject({
    would_draw: { cents: null, reason: 'The amount cannot be calculated: there is 1 line without a unit cost.' },
    left_before: { cents: 1_000 },
    left_after: { cents: null },
    is_over: null,
  })
  expect(reason(0, 2).left_after.reason).toBe(
    'The amount cannot be calculated: there are 2 lines in a currency other than USD.',
  )
  expect(reason(1, 1).would_draw.reason).toBe(
    'The amount cannot be calculated: there are 1 line without a unit cost and 1 line in a currency other than USD.',
  )
  const others = drawsOf('USD', [budget('coats', 1_000)], [], [sum('coats', '1', 1)]).total
  expect([others.drawn.cents, others.left_before.cents, others.would_draw.cents]).toEqual([null, null, 0])
})

const months = [
  { fiscal_year: 2026, month: 1, weeks: 4, start: '2026-02-01', end: '2026-02-28' },
  { fiscal_year: 2026, month: 2, weeks: 5, start: '2026-03-01', end: '2026-04-04' },
]
const cells = [
  { category_id: 'coats', category: 'Coats', fiscal_year: 2026, month: 1, budget_cents: 10_000 },
  { category_id: null, category: null, fiscal_year: 2026, month: 2, budget_cents: 1_000 },
] as PlanCell[]
const fact = (is_own: boolean, band: OrderBand, day: string, amount: string, given: Partial<OrderFact> = {}) => ({
  commitment_id: 'k',
  is_own,
  band,
  category_id: 'coats',
  category: 'Coats',
  day,
  amount,
  uncosted_lines: 0,
  foreign_lines: 0,
  ...given,
})
const planned = (...orders: OrderFact[]) => drawsOfPlan('USD', { months, cells, orders, today: '2026-02-10' })

test('of a plan, the own order counts even as a draft, and drafts of others do not', () => {
  const none = { category_id: null, category: null }
  const caps = { category_id: 'caps', category: 'Caps' }
  const draws = planned(
    fact(false, 'on_order', '2026-02-20', '20'),
    fact(false, 'received', '2026-02-05', '5'),
    fact(false, 'drafted', '2026-02-20', '99'),
    fact(true, 'drafted', '2026-02-20', '80'),
    fact(true, 'received', '2026-06-01', '3'),
    fact(true, 'on_order', '2026-03-02', '4', caps),
    fact(true, 'on_order', '2026-03-02', '10', none),
  )
  expect(shown(draws.categories)).toEqual([
    ['none', 'caps', 0, 0, 400, 0, -400, true],
    ['category', 'coats', 10_000, 2_500, 8_300, 7_500, -800, true],
    ['uncategorised', null, 1_000, 0, 1_000, 1_000, 0, false],
  ])
  const months = draws.categories.map((row) => row.months.map((one) => [one.month, one.start_date, ...figures(one)]))
  expect(months).toEqual([
    [[2, '2026-03-01', 0, 0, 400, 0, -400, true]],
    [
      [1, '2026-02-01', 10_000, 2_500, 8_000, 7_500, -500, true],
      [null, null, 0, 0, 300, 0, -300, true],
    ],
    [[2, '2026-03-01', 1_000, 0, 1_000, 1_000, 0, false]],
  ])
  expect(draws.categories[1]!.months[0]).toMatchObject({ fiscal_year: 2026, end_date: '2026-02-28' })
  expect(draws.categories[1]!.months[1]).toMatchObject({ fiscal_year: null, end_date: null })
})

test('what the own order draws is known even where others are not, and unknown where it is not', () => {
  const others = planned(
    fact(false, 'on_order', '2026-02-20', '20', { uncosted_lines: 1 }),
    fact(true, 'on_order', '2026-02-20', '80'),
  ).categories[0]!
  expect([others.drawn.cents, others.would_draw.cents, others.is_over]).toEqual([null, 8_000, null])
  expect(others.drawn.reason).toBe('The orders have 1 line without a unit cost.')
  const own = planned(fact(true, 'on_order', '2026-02-20', '80', { uncosted_lines: 1 })).categories[0]!
  expect([own.drawn.cents, own.would_draw.cents, own.left_before.cents]).toEqual([0, null, 10_000])
})

test('what the own order draws is what the plan of record then has more, to the cent', () => {
  // 0.004 are no cent, 0.008 are one.
  const [draw] = planned(
    fact(false, 'on_order', '2026-02-20', '0.004'),
    fact(true, 'on_order', '2026-02-20', '0.004'),
  ).categories
  expect([draw!.drawn.cents, draw!.would_draw.cents, draw!.left_after.cents]).toEqual([0, 1, 9_999])
})

test('orders of a category without a budget are a row of their own beside those with one', () => {
  const draws = drawsOf('USD', [budget('coats', 1_000)], [sum('coats', '1'), sum('caps', '2')], [sum('coats', '3')])
  expect(draws.categories.map(({ covers, drawn, would_draw }) => [covers, drawn.cents, would_draw.cents])).toEqual([
    ['category', 300, 100],
    ['none', 0, 200],
  ])
  expect(drawsOf('USD', [budget('coats', 1_000)], [sum('coats', '1')], []).categories).toHaveLength(1)
})

test('an amount that cannot be calculated names every cause', () => {
  const reason = (uncosted: number, foreign: number) =>
    drawsOf('USD', [budget('coats', 1_000)], [sum('coats', '1', uncosted, foreign)], []).categories[0]!.would_draw
      .reason
  expect(reason(1, 0)).toBe('The amount cannot be calculated: there is 1 line without a unit cost.')
  expect(reason(2, 1)).toBe(
    'The amount cannot be calculated: there are 2 lines without a unit cost and 1 line in a currency other than USD.',
  )
})
