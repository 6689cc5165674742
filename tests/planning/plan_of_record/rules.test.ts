import { expect, test } from 'bun:test'
import { realisedOf } from '../../../server/planning/plan_of_record/markdown.rules.ts'
import { amountOf, monthOfFact } from '../../../server/commitment_grids/grid.rules.ts'
import type { OrderFact } from '../../../server/commitment_grids/known_values.ts'
import { monthsBetween, planOfRecordMonths } from '../../../server/commitment_grids/plan_months.rules.ts'
import type { MarkdownFact } from '../../../server/planning/plan_of_record/realised_markdown.store.ts'

const sold = {
  at: 0,
  category_id: null,
  unrated_reason: null,
  units: 3,
  left_out_units: 0,
  returned_units: 1,
  priced_units: 3,
  costed_units: 4,
  known_cost_cents: '2001',
  markdown_units: 2,
}
const facts = (changes: Partial<MarkdownFact> = {}, markdown = 1_000, regular = 9_000): MarkdownFact[] => [
  { ...sold, figure: 'markdown', net_cents: markdown, ...changes },
  { ...sold, figure: 'regular_value', net_cents: regular, ...changes },
]
const cost = (of: readonly MarkdownFact[] | string | null) => realisedOf(of, 0, false).realised_markdown

test('a markdown at cost is the share of the cost of the units sold, rounded to the cent once', () => {
  // 1,000 of 9,000 of three units at 2,001 / 2 each: 333.5.
  expect(cost(facts())).toEqual({ cents: 334, reason: null })
  expect(cost(facts({}, -1_000))).toEqual({ cents: -334, reason: null })
  expect(cost(facts({ costed_units: 0, known_cost_cents: '0' }, 0))).toEqual({ cents: 0, reason: null })
  expect(cost([])).toEqual({ cents: 0, reason: null })
  expect(cost(facts({ known_cost_cents: '0' }, -1_000))).toEqual({ cents: 0, reason: null })
})

test('a realised markdown that cannot be measured is null and says why', () => {
  expect(cost(facts({ costed_units: 3 })).reason).toBe('The cost of some of the units sold is not known.')
  expect(cost(facts({ returned_units: 3, costed_units: 6 })).reason).toContain('no cost per unit')
  expect(cost(facts({}, 1_000, 0)).reason).toBe('The units sold have no regular value.')
  expect(cost(facts({ unrated_reason: 'No rate.' })).reason).toBe('No rate.')
  expect(cost('Sales are in USD.').reason).toBe('Sales are in USD.')
  const unpriced = realisedOf(facts({ priced_units: 2 }), 0, false)
  expect(Object.values(unpriced).map(({ cents }) => cents)).toEqual([null, null, null])
  expect(realisedOf(facts(), 0, true).realised_markdown_at_retail.reason).toBe('The month has not started.')
})

test('the months of a plan are consecutive over the end of a fiscal year', () => {
  const keys = [
    { fiscal_year: 2028, month: 1 },
    { fiscal_year: 2027, month: 11 },
  ]
  expect(monthsBetween(keys)).toEqual([
    { fiscal_year: 2027, month: 11 },
    { fiscal_year: 2027, month: 12 },
    { fiscal_year: 2028, month: 1 },
  ])
  expect(monthsBetween([])).toEqual([])
  const months = planOfRecordMonths(keys, 2)
  expect(months.map(({ fiscal_year, month }) => [fiscal_year, month])).toEqual([
    [2027, 11],
    [2027, 12],
    [2028, 1],
  ])
  for (const [i, { end }] of months.slice(0, -1).entries())
    expect(Date.parse(months[i + 1]!.start) - Date.parse(end)).toBe(86_400_000)
})

const fact = (changes: Partial<OrderFact> = {}): OrderFact => ({
  commitment_id: 'c',
  is_own: false,
  band: 'on_order',
  category_id: null,
  category: null,
  day: null,
  amount: '0.005',
  uncosted_lines: 0,
  foreign_lines: 0,
  ...changes,
})

test('overdue and undated orders count in the current month, receipts on their own day', () => {
  const months = planOfRecordMonths(
    [
      { fiscal_year: 2027, month: 1 },
      { fiscal_year: 2027, month: 3 },
    ],
    2,
  )
  const today = months[1]!.start
  const at = (changes: Partial<OrderFact>) => monthOfFact(fact(changes), months, today)
  expect([at({}), at({ day: '2020-01-01' }), at({ day: today }), at({ day: months[2]!.end })]).toEqual([1, 1, 1, 2])
  expect([at({ day: '2040-01-01' }), at({ band: 'received' })]).toEqual([-1, -1])
  expect(at({ band: 'received', day: months[0]!.start })).toBe(0)
  expect(monthOfFact(fact(), months, '2040-01-01')).toBe(-1)
})

test('amounts are added up exactly and rounded once, and a line without a usable cost makes them unknown', () => {
  expect(amountOf([fact(), fact(), fact()])).toEqual({ cents: 2, reason: null })
  expect(amountOf([fact(), fact({ uncosted_lines: 2 })]).reason).toBe('The orders have 2 lines without a unit cost.')
  expect(amountOf([fact({ foreign_lines: 1 })]).reason).toBe('The orders have 1 line in another currency.')
})
