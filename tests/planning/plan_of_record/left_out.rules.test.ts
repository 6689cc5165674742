/** What the commitment lines of the plan side do not contain. */
import { expect, test } from 'bun:test'
import type { PlanCell } from '../../../server/commitment_grids/plans_in_force.store.ts'
import type { IntakeFact } from '../../../server/planning/plan_of_record/intake_facts.store.ts'
import {
  type LeftOutCommitment,
  leftOutOf,
  whyLeftOut,
} from '../../../server/planning/plan_of_record/left_out.rules.ts'

const year = { fiscal_year: 2026, categories: new Set(['tops']) }
const cell = (changes: Partial<PlanCell> = {}): PlanCell => ({
  category_id: 'tops',
  category: 'Tops',
  fiscal_year: 2026,
  month: 3,
  planned_sales_cents: 1,
  planned_markdown_cents: 2,
  planned_closing_stock_cents: 3,
  budget_cents: 10_000,
  ...changes,
})
const fact = (changes: Partial<IntakeFact> = {}): IntakeFact => ({
  commitment_id: 'c',
  is_own: false,
  band: 'on_order',
  category_id: 'tops',
  category: 'Tops',
  day: '2026-04-10',
  currency: 'USD',
  order_amount: '20.00',
  amount: '20.00',
  uncosted_lines: 0,
  foreign_lines: 0,
  ...changes,
})
const commitment = (changes: Partial<LeftOutCommitment> = {}): LeftOutCommitment => ({
  commitment_id: 'c',
  currency: 'USD',
  status: 'approved',
  cells: [cell()],
  ...changes,
})
const shown = (commitments: readonly LeftOutCommitment[], facts: readonly IntakeFact[]) =>
  leftOutOf(commitments, facts, year).map((one) => [
    one.cause,
    one.category,
    one.currency,
    one.commitments,
    one.intake_committed.cents,
    one.intake_on_order.cents,
    one.intake_received.cents,
  ])

test('a commitment that is planned in the year, in categories of the plan, leaves nothing out', () => {
  expect(shown([commitment()], [fact()])).toEqual([])
  expect(shown([commitment({ status: 'closed' })], [fact()])).toEqual([])
})

test('orders of a commitment without a locked version are left out, and its budget is unknown', () => {
  const [row] = leftOutOf([commitment({ cells: null })], [fact()], year)
  expect([row!.intake_committed.cents, row!.intake_committed.reason]).toEqual([null, whyLeftOut('no_locked_version')])
  expect(
    shown([commitment({ cells: null })], [fact(), fact({ order_amount: '1.50' }), fact({ band: 'received' })]),
  ).toEqual([['no_locked_version', 'Tops', 'USD', 1, null, 2_150, 2_000]])
})

test('without orders and budgets there is no amount to leave out', () => {
  expect(shown([commitment({ cells: null })], [])).toEqual([])
  expect(shown([commitment({ status: 'retired', cells: [cell({ budget_cents: 0 })] })], [])).toEqual([])
})

test('a plan of other years leaves out its orders of this one, with a budget of zero in it', () => {
  const other = commitment({ cells: [cell({ fiscal_year: 2027 })] })
  expect(shown([other], [fact()])).toEqual([['other_year', 'Tops', 'USD', 1, 0, 2_000, 0]])
})

test('a retired commitment is left out as such, with its budget of the year, whether or not it is planned', () => {
  const retired = commitment({ status: 'retired', cells: [cell(), cell({ fiscal_year: 2027 })] })
  expect(shown([retired], [fact({ band: 'received' })])).toEqual([['retired', 'Tops', 'USD', 1, 10_000, 0, 2_000]])
  expect(shown([{ ...retired, cells: null }], [fact()])).toEqual([['retired', 'Tops', 'USD', 1, null, 2_000, 0]])
})

test('budgets and orders of categories that the buy plan does not have are left out, products without one too', () => {
  const cells = [cell(), cell({ category_id: 'hats', category: 'Hats', budget_cents: 7 })]
  const facts = [fact(), fact({ category_id: null, category: null, order_amount: '0.50' })]
  expect(shown([commitment({ cells })], facts)).toEqual([
    ['category_not_in_plan', 'Hats', 'USD', 1, 7, 0, 0],
    ['category_not_in_plan', null, 'USD', 1, 0, 50, 0],
  ])
  const all = { fiscal_year: 2026, categories: new Set(['tops', 'hats', '']) }
  expect(leftOutOf([commitment({ cells })], facts, all)).toEqual([])
})

test('currencies are never added: budgets are in that of the commitment, orders in their own', () => {
  const retired = commitment({ status: 'retired', currency: 'EUR' })
  expect(shown([retired], [fact({ amount: '0', foreign_lines: 2 })])).toEqual([
    ['retired', 'Tops', 'EUR', 1, 10_000, 0, 0],
    ['retired', 'Tops', 'USD', 1, 0, 2_000, 0],
  ])
})

test('a line without a cost makes the amount unknown', () => {
  const [row] = leftOutOf([commitment({ cells: null })], [fact({ uncosted_lines: 1 })], year)
  expect([row!.intake_on_order.cents, row!.intake_received.cents]).toEqual([null, 0])
})

test('rows come by cause, then category, then currency, and count their commitments', () => {
  const unlocked = (commitment_id: string) => commitment({ commitment_id, cells: null })
  const retired = commitment({ commitment_id: 'r', status: 'retired', cells: null })
  const facts = [
    fact({ commitment_id: 'r' }),
    fact({ commitment_id: 'a', category_id: null, category: null }),
    fact({ commitment_id: 'a', currency: 'USD' }),
    fact({ commitment_id: 'a', currency: 'EUR' }),
    fact({ commitment_id: 'a', category_id: 'hats', category: 'Hats' }),
    fact({ commitment_id: 'b' }),
  ]
  expect(
    shown([retired, unlocked('a'), unlocked('b')], facts).map(([cause, category, currency, count]) => [
      cause,
      category,
      currency,
      count,
    ]),
  ).toEqual([
    ['no_locked_version', 'Hats', 'USD', 1],
    ['no_locked_version', 'Tops', 'EUR', 1],
    ['no_locked_version', 'Tops', 'USD', 2],
    ['no_locked_version', null, 'USD', 1],
    ['retired', 'Tops', 'USD', 1],
  ])
})

test.each([
  ['no_locked_version', 'No version of the monthly plan of the commitment has been locked.'],
  ['other_year', 'The commitment plans no month of the fiscal year.'],
  ['retired', 'The commitment is retired.'],
  ['category_not_in_plan', 'The buy plan has no cells of the category.'],
] as const)('the cause %s is said as a sentence', (cause, sentence) => {
  expect(whyLeftOut(cause)).toBe(sentence)
})
