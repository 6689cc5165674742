/** Sums of the open-to-buy report: the rest of a year, the current month, and several plans. */
import { expect, test } from 'bun:test'
import { type Actual, known, unknown } from '../../../server/contract/money.ts'
import type { MonthOpenToBuy } from '../../../server/planning/buy_plans/open_to_buy/open_to_buy.rules.ts'
import {
  openToBuyReport,
  type PlanOpenToBuy,
  sumsOf,
} from '../../../server/planning/reports/open_to_buy/open_to_buy_report.rules.ts'
import type { Row, Section } from '../../../server/planning/reports/report.model.ts'
import { checkColumns } from './check_columns.ts'

const as_of = '2026-03-01T00:00:00.000Z'
type Phase = MonthOpenToBuy['phase']

/** Every figure of a month has its own amount: `scale` times its place. */
const month = (phase: Phase, scale: number, open?: Actual): MonthOpenToBuy => {
  const side = (at: number) => ({
    opening_stock: known(scale * at),
    closing_stock_plan: known(scale * (at + 1)),
    receipts_to_date: known(scale * (at + 2)),
    on_order: known(scale * (at + 3)),
    open_to_buy: open ?? (phase === 'past' ? unknown('The month has ended.') : known(scale * (at + 4))),
    drafts: known(scale * (at + 5)),
    releasable: known(scale * (at + 6)),
  })
  return {
    month: 1,
    phase,
    opening_basis: 'ledger',
    at_retail: { ...side(10), sales_plan: known(scale * 18), markdown_plan: known(scale * 19) },
    at_cost: { ...side(20), cogs_plan: known(scale * 28), chase_reserve: known(scale * 29) },
    realised_sales: known(0),
    orders: [],
    drafts: [],
  }
}
const plan = (phases: readonly Phase[], changes: Partial<PlanOpenToBuy> = {}): PlanOpenToBuy => ({
  mfp_id: 'p1',
  name: 'Spring',
  version: '2',
  currency: 'USD',
  months: phases.map((_, i) => ({ month: i + 1, weeks: 4, start: `2026-0${i + 2}-01`, end: `2026-0${i + 2}-28` })),
  categories: [
    { category_id: 'tops', category: 'Tops', months: phases.map((phase, i) => month(phase, 10 ** i)) },
    { category_id: null, category: null, months: phases.map((phase, i) => month(phase, 2 * 10 ** i)) },
  ],
  ...changes,
})
const shown = ({ cells }: Row) =>
  Object.fromEntries(cells.map(({ column, cents, text, reason }) => [column, reason ?? cents ?? text]))
const rowOf = ({ rows }: Section, key: string) => shown(rows.find((one) => one.key === key)!)
const threeMonths = ['past', 'current', 'future'] as const

test('a month adds its categories up, and each figure stands in its own column', () => {
  const [months] = sumsOf(plan(threeMonths), as_of).sections
  checkColumns(months!)
  expect(months).toMatchObject({ key: 'months:p1', label: 'Spring: months', absence: null, as_of })
  expect(months!.rows.map(({ key, label, is_total }) => [key, label, is_total])).toEqual([
    ['1', 'Month 1, 2026-02-01 to 2026-02-28', false],
    ['2', 'Month 2, 2026-03-01 to 2026-03-28', false],
    ['3', 'Month 3, 2026-04-01 to 2026-04-28', false],
    ['total', 'Rest of the year', true],
  ])
  expect(rowOf(months!, '2')).toEqual({
    opening_stock_retail: 300,
    sales_plan: 540,
    markdown_plan: 570,
    closing_stock_retail: 330,
    receipts_retail: 360,
    on_order_retail: 390,
    open_to_buy_retail: 420,
    opening_stock_cost: 600,
    cogs_plan: 840,
    closing_stock_cost: 630,
    receipts_cost: 660,
    on_order_cost: 690,
    open_to_buy_cost: 720,
    drafts_cost: 750,
    releasable_cost: 780,
    chase_reserve: 870,
  })
  expect(rowOf(months!, '1')['open_to_buy_cost']).toBe('The month has ended.')
})

test('the rest of the year opens with its first month, closes with its last, and sums the others; ended months are out', () => {
  const { rest, sections } = sumsOf(plan(threeMonths), as_of)
  const [months, categories] = sections
  checkColumns(categories!)
  const expected = {
    opening_stock_retail: 300,
    opening_stock_cost: 600,
    closing_stock_retail: 3_300,
    closing_stock_cost: 6_300,
    sales_plan: 540 + 5_400,
    open_to_buy_cost: 720 + 7_200,
    receipts_cost: 660 + 6_600,
  }
  expect(rowOf(months!, 'total')).toMatchObject(expected)
  expect(rowOf(categories!, 'total')).toEqual(rowOf(months!, 'total'))
  expect(rest.open_to_buy_cost).toEqual(known(7_920))
  expect(categories!.rows.map(({ key, label }) => [key, label])).toEqual([
    ['tops', 'Tops'],
    ['none', 'No category'],
    ['total', 'Rest of the year'],
  ])
  expect(rowOf(categories!, 'tops')).toMatchObject({ opening_stock_retail: 100, open_to_buy_cost: 2_640 })
})

test('a year that has ended has no rest, and one that is not running has no current month', () => {
  const ended = sumsOf(plan(['past', 'past']), as_of)
  expect(ended.rest.open_to_buy_cost).toEqual(unknown('The fiscal year has ended.'))
  expect(ended.rest.opening_stock_cost).toEqual(unknown('The fiscal year has ended.'))
  expect(ended.month.open_to_buy_cost).toEqual(unknown('No month of the fiscal year is running.'))
  expect(sumsOf(plan(['future']), as_of).month.on_order_cost.cents).toBeNull()
  expect(sumsOf(plan(threeMonths), as_of).month.on_order_cost).toEqual(known(690))
})

test('an unknown figure of one month makes the rest of the year unknown in that column alone', () => {
  const months = [month('current', 1, unknown('Cost unknown.')), month('future', 1)]
  const categories = [{ category_id: 'tops', category: 'Tops', months }]
  const { rest } = sumsOf(plan(['current', 'future'], { categories }), as_of)
  expect(rest.open_to_buy_cost).toMatchObject(unknown('Cost unknown.'))
  expect(rest.on_order_cost).toEqual(known(46))
})

const bags = (changes: Partial<PlanOpenToBuy> = {}) =>
  plan(threeMonths, {
    mfp_id: 'p2',
    name: 'Bags',
    version: '1',
    categories: [
      { category_id: 'bags', category: 'Bags', months: threeMonths.map((phase, i) => month(phase, 10 ** i)) },
    ],
    ...changes,
  })
const reportOf = (plans: readonly PlanOpenToBuy[], absence: string | null = null) =>
  openToBuyReport(
    plans.map((one) => sumsOf(one, as_of)),
    absence,
    as_of,
  )

test('plans of other categories add up: the rest of the year and the current month apart', () => {
  const { head, sections } = reportOf([plan(threeMonths), bags()])
  const [plans] = sections
  checkColumns(plans!)
  expect(sections.map(({ key }) => key)).toEqual(['plans', 'months:p1', 'categories:p1', 'months:p2', 'categories:p2'])
  expect(rowOf(plans!, 'p1')).toEqual({
    version: '2',
    open_to_buy_cost: 7_920,
    open_to_buy_retail: 4_620,
    on_order_cost: 7_590,
    drafts_cost: 8_250,
    releasable_cost: 8_580,
    chase_reserve: 9_570,
    month_open_to_buy_cost: 720,
    month_open_to_buy_retail: 420,
  })
  expect(rowOf(plans!, 'total')).toMatchObject({
    version: 'The row sums up several plans.',
    open_to_buy_cost: 7_920 + 2_640,
    month_open_to_buy_cost: 720 + 240,
  })
  expect(head.map(({ key, figure, against }) => [key, figure.cents, against?.figure.cents ?? null])).toEqual([
    ['open_to_buy_cost', 10_560, 12_760],
    ['open_to_buy_retail', 6_160, null],
    ['month_open_to_buy_cost', 960, null],
    ['on_order_cost', 10_120, 11_440],
    ['drafts_cost', 11_000, null],
  ])
})

test('plans in several currencies, or with a category in both, are not added up', () => {
  const total = (plans: readonly PlanOpenToBuy[]) => rowOf(reportOf(plans).sections[0]!, 'total')
  const currencies = 'The plans are in several currencies: USD, EUR.'
  expect(total([plan(threeMonths), bags({ currency: 'EUR' })])).toMatchObject({
    open_to_buy_cost: currencies,
    month_open_to_buy_cost: currencies,
  })
  expect(total([bags(), plan(threeMonths, { mfp_id: 'p3' }), plan(threeMonths)])['open_to_buy_cost']).toBe(
    'Tops: planned in both Spring and Spring, so stock and orders would count twice.',
  )
  const none = [{ category_id: null, category: null, months: threeMonths.map((phase) => month(phase, 1)) }]
  expect(total([plan(threeMonths), bags({ categories: none })])['open_to_buy_cost']).toBe(
    'Products without a category: planned in both Spring and Bags, so stock and orders would count twice.',
  )
})

test('without plans the report says why, and has neither rows nor head figures', () => {
  const { head, sections } = reportOf([], 'No plan is published.')
  expect(head).toEqual([])
  expect(sections).toHaveLength(1)
  expect(sections[0]).toMatchObject({ key: 'plans', absence: 'No plan is published.', rows: [] })
})
