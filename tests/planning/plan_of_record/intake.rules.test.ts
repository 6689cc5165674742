/** What plans of record bring into a fiscal year, category by category. */
import { expect, test } from 'bun:test'
import type { OrderFact } from '../../../server/commitment_grids/known_values.ts'
import type { PlanCell } from '../../../server/commitment_grids/plans_in_force.store.ts'
import { incomparable, intakeOf, type PlannedCommitment } from '../../../server/planning/plan_of_record/intake.rules.ts'

const year = { fiscal_year: 2026, fiscal_year_start_month: 2, currency: 'USD' }
const today = '2026-03-15'
const cell = (changes: Partial<PlanCell> = {}): PlanCell => ({
  category_id: 'tops',
  category: 'Tops',
  fiscal_year: 2026,
  month: 3,
  planned_sales_cents: 0,
  planned_markdown_cents: 0,
  planned_closing_stock_cents: 0,
  budget_cents: 10_000,
  ...changes,
})
const order = (changes: Partial<OrderFact> = {}): OrderFact => ({
  commitment_id: 'c',
  is_own: false,
  band: 'on_order',
  category_id: 'tops',
  category: 'Tops',
  day: '2026-04-10',
  amount: '20.00',
  uncosted_lines: 0,
  foreign_lines: 0,
  ...changes,
})
const commitment = (changes: Partial<PlannedCommitment> = {}): PlannedCommitment => ({
  plan: { currency: 'USD', fiscal_year_start_month: 2 },
  cells: [cell()],
  orders: [order()],
  ...changes,
})
const cents = (commitments: readonly PlannedCommitment[], category = 'tops') => {
  const found = intakeOf(commitments, year, today)!.get(category)!
  return [found.budget, found.on_order, found.received, found.open_to_commit].map((one) => one.cents)
}

test('budgets, orders and receipts of all commitments of a category are summed over the months of the year', () => {
  const second = commitment({
    cells: [cell({ month: 5, budget_cents: 500 }), cell({ month: 6, budget_cents: 70 })],
    orders: [order({ band: 'received', day: '2026-02-01', amount: '3.00' })],
  })
  expect(cents([commitment()])).toEqual([10_000, 2_000, 0, 8_000])
  expect(cents([commitment(), second])).toEqual([10_570, 2_000, 300, 8_270])
})

test('an order of the year counts even in a month that the commitment did not plan; one outside the year does not', () => {
  expect(cents([commitment({ orders: [order({ day: '2027-01-30' })] })])[1]).toBe(2_000)
  expect(cents([commitment({ orders: [order({ day: '2027-01-31' })] })])[1]).toBe(0)
})

test('categories are apart, and products without one count under an empty key', () => {
  const found = intakeOf(
    [commitment({ cells: [cell(), cell({ category_id: null, category: null, budget_cents: 9 })] })],
    year,
    today,
  )!
  expect([...found.keys()]).toEqual(['tops', ''])
  expect(found.get('')!.budget.cents).toBe(9)
})

test('a year that no commitment plans has no intake; a commitment of another year adds nothing to one that has', () => {
  const other = commitment({ cells: [cell({ fiscal_year: 2027 })], orders: [order()] })
  expect(intakeOf([], year, today)).toBeNull()
  expect(intakeOf([other], year, today)).toBeNull()
  expect(cents([other, commitment()])).toEqual([10_000, 2_000, 0, 8_000])
  // Planned in two years, it counts: the cells of the other year fall into no month of this one.
  expect(cents([commitment({ cells: [cell(), cell({ fiscal_year: 2027, month: 1 })] })])[0]).toBe(10_000)
})

test('a commitment in another currency or of other fiscal months makes the figures unknown, with the reason', () => {
  const euros = { plan: { currency: 'EUR', fiscal_year_start_month: 2 } }
  const march = { plan: { currency: 'USD', fiscal_year_start_month: 3 } }
  expect(incomparable(commitment(), year)).toBeNull()
  expect(incomparable(euros, year)).toBe('A commitment is in EUR, the plan in USD.')
  expect(incomparable(march, year)).toBe('A commitment was planned on a fiscal year that begins with another month.')
  const found = intakeOf([commitment(), commitment(euros)], year, today)!.get('tops')!
  for (const figure of ['budget', 'on_order', 'received', 'open_to_commit'] as const)
    expect(found[figure]).toMatchObject({ cents: null, reason: 'A commitment is in EUR, the plan in USD.' })
})
