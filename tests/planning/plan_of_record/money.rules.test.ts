/** The grid of a commitment: what belongs to which category and month, and what the season adds up to. */
import { expect, test } from 'bun:test'
import type { OrderFact } from '../../../server/commitment_grids/known_values.ts'
import { planOfRecordMonths } from '../../../server/commitment_grids/plan_months.rules.ts'
import type { PlanCell } from '../../../server/commitment_grids/plans_in_force.store.ts'
import { bands, gridsOf, seasonOf, totalGrid } from '../../../server/planning/plan_of_record/money.rules.ts'
import type { MarkdownFact } from '../../../server/planning/plan_of_record/realised_markdown.store.ts'

// March 2026 (fiscal month 2, from 1 March to 4 April) is running; fiscal month 3 has not started.
const today = '2026-03-15'
const months = planOfRecordMonths(
  [1, 3].map((month) => ({ fiscal_year: 2026, month })),
  2,
)
const cell = (category_id: string | null, month: number, scale: number): PlanCell => ({
  category_id,
  category: category_id,
  fiscal_year: 2026,
  month,
  budget_cents: scale,
  planned_sales_cents: scale * 10,
  planned_markdown_cents: scale * 100,
  planned_closing_stock_cents: scale * 1_000,
})
const order = (changes: Partial<OrderFact> = {}): OrderFact => ({
  commitment_id: 'c',
  is_own: false,
  band: 'on_order',
  category_id: 'tops',
  category: 'tops',
  day: '2026-04-10',
  amount: '2.00',
  uncosted_lines: 0,
  foreign_lines: 0,
  ...changes,
})
const markdown = (category_id: string | null, at: number, net_cents: number): MarkdownFact[] =>
  (['markdown', 'regular_value'] as const).map((figure) => ({
    at,
    category_id,
    category: category_id,
    figure,
    net_cents: figure === 'markdown' ? net_cents : net_cents * 10,
    unrated_reason: null,
    units: 2,
    left_out_units: 0,
    returned_units: 0,
    priced_units: 2,
    costed_units: 2,
    known_cost_cents: '1000',
    markdown_units: 1,
  }))
const facts = {
  months,
  cells: [cell('tops', 1, 1), cell('tops', 2, 2), cell('tops', 3, 3), cell(null, 2, 7)],
  orders: [order(), order({ band: 'received', day: '2026-02-02', amount: '0.50' }), order({ day: '2027-03-01' })],
  markdowns: [
    ...markdown('tops', 0, 40),
    ...markdown('tops', 1, 60),
    ...markdown('tops', 2, 5_000),
    ...markdown(null, 1, 90),
  ],
  today,
}
const cents = (figures: readonly { cents: number | null }[]) => figures.map((one) => one.cents)

test('each category has its own planned figures and markdowns, month by month', () => {
  const [tops, none] = gridsOf(facts)
  expect([tops!.category, none!.category]).toEqual(['tops', null])
  expect(cents(tops!.months.budget)).toEqual([1, 2, 3])
  expect(cents(tops!.months.planned_sales)).toEqual([10, 20, 30])
  expect(cents(tops!.months.planned_markdown)).toEqual([100, 200, 300])
  expect(cents(tops!.months.planned_closing_stock)).toEqual([1_000, 2_000, 3_000])
  expect(cents(none!.months.planned_sales)).toEqual([0, 70, 0])
  expect(cents(tops!.months.realised_markdown_at_retail)).toEqual([40, 60, null])
  expect(cents(tops!.months.realised_markdown)).toEqual([100, 100, null])
  expect(cents(tops!.months.realised_markdown_units)).toEqual([1, 1, null])
  expect(cents(none!.months.realised_markdown_at_retail)).toEqual([0, 90, null])
})

test('a month has realised markdowns from its first day on', () => {
  const realised = (day: string) => gridsOf({ ...facts, today: day })[0]!.months.realised_markdown_at_retail[2]!
  expect(realised('2026-04-04').reason).toBe('The month has not started.')
  expect(realised('2026-04-05').cents).toBe(5_000)
})

test('markdowns that are not requested or cannot be measured are null and say why', () => {
  const realised = (markdowns: typeof facts.markdowns | string | null) =>
    gridsOf({ ...facts, markdowns })[0]!.months.realised_markdown[0]!
  expect(realised(null)).toEqual({ cents: null, reason: 'Not requested.' })
  expect(realised('Sales are in EUR.')).toEqual({ cents: null, reason: 'Sales are in EUR.' })
  expect(realised([])).toEqual({ cents: 0, reason: null })
})

test('the total adds the categories up in every band and outside the months', () => {
  const grids = gridsOf(facts)
  const total = totalGrid(grids, months)
  expect(Object.keys(total.months).toSorted()).toEqual([...bands].toSorted())
  expect(cents(total.months.budget)).toEqual([1, 9, 3])
  expect(cents(total.months.planned_closing_stock)).toEqual([1_000, 9_000, 3_000])
  expect(cents(total.months.realised_markdown_at_retail)).toEqual([40, 150, null])
  expect(cents(total.months.on_order)).toEqual([0, 0, 200])
  expect(cents(Object.values(total.outside))).toEqual([0, 200, 0])
})

test('the season counts orders outside the months, and markdowns of the months that have begun', () => {
  const season = seasonOf(totalGrid(gridsOf(facts), months), months, today, null)
  expect(season).toMatchObject({
    budget: { cents: 13 },
    on_order: { cents: 400 },
    received: { cents: 50 },
    open_to_commit: { cents: 13 - 400 - 50 },
    planned_sales: { cents: 130 },
    planned_markdown_to_close: { cents: 1_300 },
    // Tops: 100 in each of two months; without a category: 100.
    realised_markdown_to_date: { cents: 300 },
    markdown_left_to_close: { cents: 1_000 },
  })
})

test('a season without a plan keeps its orders, and says why its planned figures are unknown', () => {
  const season = seasonOf(totalGrid(gridsOf(facts), months), months, today, 'No plan is locked.')
  expect(season.on_order.cents).toBe(400)
  for (const band of ['budget', 'planned_sales', 'planned_markdown_to_close', 'realised_markdown_to_date'] as const)
    expect(season[band]).toEqual({ cents: null, reason: 'No plan is locked.' })
  expect(season.markdown_left_to_close.reason).toBe('No plan is locked.')
})
