/** Weekly sales, stock and intake of a category: actual, the running week, and what follows from the stock of now. */
import Big from 'big.js'
import { expect, test } from 'bun:test'
import { type Actual, known, unknown } from '../../../server/contract/money.ts'
import type { SalesActual } from '../../../server/planning/buy_plans/actuals/sales_actuals.store.ts'
import type { MonthStock } from '../../../server/planning/buy_plans/actuals/stock_actuals.rules.ts'
import type { Cell } from '../../../server/planning/buy_plans/cells/cells.store.ts'
import type { DueOrder } from '../../../server/planning/buy_plans/open_to_buy/open_to_buy.rules.ts'
import { planMonths } from '../../../server/planning/buy_plans/plan_calendar.rules.ts'
import {
  coversOf,
  totalOf,
  type WssiBasis,
  type WssiFacts,
  wssiOf,
} from '../../../server/planning/buy_plans/wssi/wssi.rules.ts'
import { weeksOf } from '../../../server/planning/buy_plans/wssi/wssi_weeks.rules.ts'

const months = planMonths({ fiscal_year: 2024, fiscal_year_start_month: 2, calendar: 'retail_4_5_4' })
/** Each of the 52 weeks plans sales of 700 and markdowns of 70. */
const cells = months.map(({ month, weeks }): Cell => ({
  cell_id: `${month}`,
  category_id: null,
  category: null,
  sales_channel_id: 'web',
  sales_channel: 'Web',
  month,
  sales: 700 * weeks!,
  markdown: 70 * weeks!,
  margin: 0,
  receipts_cost: 0,
  closing_stock_retail: 5_000,
  closing_stock_cost: 0,
  chase_reserve: 0,
}))

/** Tuesday of the third week. */
const today = '2024-02-20'
const basisOf = (changes: Partial<WssiBasis> & { recorded_through?: string } = {}): WssiBasis => ({
  weeks: weeksOf(months, { today: changes.today ?? today, recorded_through: changes.recorded_through ?? '2030-01-01' }),
  months,
  today,
  noSales: () => null,
  noRate: (currency) => `no rate of ${currency}`,
  ...changes,
})

const now = known(9_000)
const stockOf = (number: number): MonthStock => ({
  opening_cost: known(0),
  opening_retail: known(number * 1_000),
  closing_cost: known(0),
  closing_retail: number < 3 ? known((number + 1) * 1_000) : now,
  received_cost: known(0),
  received_retail: known(number <= 3 ? 100 + number : 0),
})
const sold = (month: number, changes: Partial<SalesActual> = {}): SalesActual => ({
  month,
  category_id: null,
  sales_channel_id: 'web',
  sales: 500,
  markdown: 50,
  unrated_currency: null,
  units: 5,
  priced_units: 5,
  moved_units: 5,
  costed_units: 5,
  known_cost: 0,
  ...changes,
})
const order = (due_on: string | null, cents: number, changes: Partial<DueOrder> = {}): DueOrder => ({
  purchase_order_id: 'po',
  name: 'PO',
  status: 'issued',
  on_hold: false,
  cancel_date: null,
  category_id: null,
  due_on,
  units: 1,
  cost: 0,
  retail: cents,
  is_costed: true,
  is_priced: true,
  unrated_currency: null,
  unrated_price_currency: null,
  is_overdue: due_on !== null && due_on < today,
  at_cost: known(0),
  at_retail: known(cents),
  releasable_reason: null,
  ...changes,
})
const factsOf = (changes: Partial<WssiFacts> = {}): WssiFacts => ({
  cells,
  stocks: Array.from({ length: 52 }, (_, i) => stockOf(i + 1)),
  sales: [sold(1), sold(1, { sales_channel_id: 'shop', sales: 20, markdown: 2 }), sold(2), sold(3)],
  orders: [],
  forecast: { byMonday: new Map(), price: null },
  ...changes,
})
const rowsOf = (changes: Partial<WssiFacts> = {}, basis = basisOf()) => wssiOf(factsOf(changes), basis)
const cents = (figures: Record<string, Actual>) =>
  Object.fromEntries(Object.entries(figures).map(([name, one]) => [name, one.cents]))

test('a week that is over is actual, over all channels, and so is its re-projection', () => {
  const [first] = rowsOf()
  expect(cents({ ...first!.actual! })).toEqual({
    opening_stock: 1_000,
    sales: 520,
    markdown: 52,
    intake: 101,
    closing_stock: 2_000,
  })
  expect([first!.projection, first!.basis, first!.unpriced_units]).toEqual([first!.actual!, 'actual', 0])
})

test('the running week is what was sold, and the plan of the days that are left', () => {
  const running = rowsOf()[2]!
  expect(running.actual).toMatchObject({ sales: known(500), markdown: known(50), intake: known(103) })
  expect(running.actual!.closing_stock).toEqual(unknown('The week is not over.', 'not_recorded'))
  // Wednesday to Saturday are left: four days of 100 and 10.
  expect(cents({ ...running.projection })).toEqual({
    opening_stock: 3_000,
    sales: 900,
    markdown: 90,
    intake: 103,
    closing_stock: 9_000 - 440,
  })
  expect(running.basis).toBe('plan')
})

test('sales that are not recorded yet are expected, and what left stock until today is not taken off again', () => {
  const basis = basisOf({ recorded_through: '2024-02-18' })
  const running = rowsOf({}, basis)[2]!
  expect(cents({ ...running.projection })).toMatchObject({ sales: 500 + 600, markdown: 50 + 60, closing_stock: 8_560 })
  const none = rowsOf({}, basisOf({ recorded_through: '2024-02-17' }))[2]!
  expect(cents({ ...none.projection })).toMatchObject({ sales: 700, markdown: 70, closing_stock: 8_560 })
})

test('on the last day of a week nothing is left to sell', () => {
  const running = rowsOf({}, basisOf({ today: '2024-02-24' }))[2]!
  expect(cents({ ...running.projection })).toMatchObject({ sales: 500, markdown: 50, closing_stock: 9_000 })
  expect(running.basis).toBe('actual')
  const before = rowsOf({}, basisOf({ today: '2024-02-23' }))[2]!
  expect([before.projection.sales.cents, before.basis]).toEqual([600, 'plan'])
})

test('weeks to come open with what the one before closes with', () => {
  const rows = rowsOf()
  for (const [i, row] of rows.entries()) {
    if (i < 3) continue
    expect([i, row.actual, row.basis]).toEqual([i, null, 'plan'])
    expect(row.projection.opening_stock).toEqual(rows[i - 1]!.projection.closing_stock)
    expect(row.projection.closing_stock).toEqual(known(8_560 - 770 * (i - 2)))
  }
})

test('orders count in the week in which they are due; overdue and undated ones in the running week, drafts nowhere', () => {
  const rows = rowsOf({
    orders: [
      order('2024-02-25', 1),
      order('2024-03-02', 20),
      order('2024-03-03', 300),
      order(null, 4_000),
      order('2024-02-19', 50_000),
      order('2024-02-10', 600_000),
      order('2024-02-20', 7),
      order(null, 9, { status: 'draft' }),
      order('2024-02-26', 9, { status: 'draft' }),
    ],
  })
  expect(rows.slice(0, 6).map(({ projection }) => projection.intake.cents)).toEqual([
    101,
    102,
    103 + 4_000 + 50_000 + 600_000 + 7,
    21,
    300,
    0,
  ])
  expect(rows[2]!.projection.closing_stock).toEqual(known(8_560 + 654_007))
})

test('an order whose value is unknown makes the intake of its week and all later stock unknown', () => {
  const lacks = order('2024-03-04', 1, { at_retail: unknown('no price', 'no_price') })
  const rows = rowsOf({ orders: [lacks] })
  expect(rows[3]!.projection.closing_stock.cents).toBeNumber()
  expect(rows[4]!.projection.intake).toMatchObject({ cents: null, cause: 'no_price' })
  expect(rows.at(-1)!.projection.closing_stock).toMatchObject({ cents: null, cause: 'no_price' })
  expect(rows[4]!.projection.sales).toEqual(known(700))
})

test('a forecast that covers the days takes the place of planned sales, at the price; without a price it does not', () => {
  const byMonday = new Map([
    ['2024-02-19', 14],
    ['2024-02-26', 7],
  ])
  const rows = rowsOf({ forecast: { byMonday, price: Big('10.25') } })
  // Wednesday to Saturday, two units a day; then Sunday with two and six days with one.
  expect(rows[2]).toMatchObject({ basis: 'forecast', projection: { sales: known(500 + 82), markdown: known(90) } })
  expect(rows[3]).toMatchObject({ basis: 'forecast', projection: { sales: known(82), markdown: known(70) } })
  expect(rows[4]).toMatchObject({ basis: 'plan', projection: { sales: known(700) } })
  expect(rowsOf({ forecast: { byMonday, price: null } })[3]!.basis).toBe('plan')
  // 1.5 × 7 ÷ 7 × 6 is rounded once.
  const half = rowsOf({ forecast: { byMonday: new Map([...byMonday, ['2024-02-19', 0]]), price: Big('0.25') } })
  expect(half[3]!.projection.sales).toEqual(known(2))
})

test('sales in a currency without a rate, and of no known day, are unknown by their cause', () => {
  const rows = rowsOf({ sales: [sold(1, { unrated_currency: 'EUR' }), sold(1)] })
  expect(rows[0]!.actual).toMatchObject({
    sales: { cents: null, reason: 'no rate of EUR', cause: 'no_exchange_rate' },
    markdown: { cents: null, cause: 'no_exchange_rate' },
    opening_stock: known(1_000),
  })
  const unseen = rowsOf({ sales: [sold(1, { priced_units: 2 })] }, basisOf({ noSales: () => 'recorded later' }))
  expect(unseen[0]).toMatchObject({
    unpriced_units: 0,
    actual: {
      sales: { cents: null, reason: 'recorded later', cause: 'not_recorded' },
      markdown: { cents: null, reason: 'recorded later', cause: 'not_recorded' },
    },
  })
})

test('a week without sales is zero; units without a regular price are counted, and if all are, the markdown is unknown', () => {
  expect(rowsOf({ sales: [] })[0]!.actual).toMatchObject({ sales: known(0), markdown: known(0) })
  const some = rowsOf({ sales: [sold(1, { priced_units: 3 }), sold(1, { priced_units: 0 })] })[0]!
  expect([some.unpriced_units, some.actual!.markdown]).toEqual([7, known(100)])
  const all = rowsOf({ sales: [sold(1, { priced_units: 0 })] })[0]!
  expect(all.actual!.markdown).toEqual(unknown('None of the units sold has a regular price.', 'no_price'))
  expect(all.actual!.sales).toEqual(known(500))
  // Returns alone sell no unit.
  expect(rowsOf({ sales: [sold(1, { units: 0, priced_units: 0, markdown: 0 })] })[0]!.actual!.markdown).toEqual(
    known(0),
  )
  const unrated = rowsOf({ sales: [sold(1, { priced_units: 0, unrated_currency: 'EUR' })] })[0]!
  expect(unrated.actual!.markdown).toMatchObject({ cause: 'no_exchange_rate' })
})

test('a week that is over and recorded in part states its days, and has no sales as a whole', () => {
  const rows = rowsOf({}, basisOf({ recorded_through: '2024-02-14' }))
  expect(rows[1]!.actual!.sales).toEqual(known(500))
  const partly = unknown('Sales are recorded until 2024-02-14.', 'not_recorded')
  expect(rows[1]!.projection).toMatchObject({ sales: partly, markdown: partly, closing_stock: known(3_000) })
  expect(rows[0]!.projection.sales).toEqual(known(520))
})

test('a year to come opens with the stock of now', () => {
  const rows = rowsOf({ stocks: Array.from({ length: 52 }, () => stockOf(9)) }, basisOf({ today: '2023-12-01' }))
  expect(rows[0]).toMatchObject({
    actual: null,
    plan: { opening_stock: now },
    projection: { opening_stock: now, closing_stock: known(9_000 - 770) },
  })
  expect(rowsOf()[0]!.plan.opening_stock).toEqual(known(1_000))
})

const figures = (closing: Actual, sales: Actual = known(90), markdown: Actual = known(10)) => ({
  opening_stock: known(0),
  sales,
  markdown,
  intake: known(0),
  closing_stock: closing,
})

test('stock lasts as long as at the pace of the next four weeks, to one decimal', () => {
  const weeks = [known(250), known(-5), known(0), known(1), known(1), known(1)].map((one) => figures(one))
  expect(coversOf(weeks)).toEqual([
    { weeks: 2.5, code: null },
    { weeks: 0, code: null },
    ...Array.from({ length: 4 }, () => ({ weeks: null, code: 'no_plan' as const })),
  ])
  const uneven = [
    figures(known(100)),
    ...[10, 20, 30, 0, 999].map((sales) => figures(known(1), known(sales), known(5))),
  ]
  expect(coversOf(uneven)[0]).toEqual({ weeks: 5, code: null })
})

test('cover is unknown by the cause of the stock, or of the weeks that follow', () => {
  const next = [1, 2, 3, 4].map(() => figures(known(1)))
  const first = (one: ReturnType<typeof figures>, following = next) => coversOf([one, ...following])[0]
  expect(first(figures(unknown('x', 'no_price')))).toEqual({ weeks: null, code: 'no_price' })
  const empty = figures(known(1), known(1), unknown('x', 'no_plan_value'))
  expect(first(figures(known(1)), [...next.slice(1), empty])).toEqual({ weeks: null, code: 'no_plan_value' })
  const nothing = next.map(() => figures(known(1), known(0), known(0)))
  expect(first(figures(known(1)), nothing)).toEqual({ weeks: null, code: 'nothing_sold' })
})

test('a total sums its categories, and has the basis that all of them have', () => {
  const one = rowsOf()
  const byMonday = new Map([
    ['2024-02-19', 7],
    ['2024-02-26', 7],
  ])
  const other = rowsOf({ forecast: { byMonday, price: Big(1) }, sales: [sold(1, { priced_units: 4 })] })
  const total = totalOf([one, other])
  expect(total.length).toBe(52)
  expect(total[0]).toMatchObject({
    basis: 'actual',
    unpriced_units: 1,
    actual: { sales: known(1_020), closing_stock: known(4_000) },
    plan: { sales: known(1_400) },
  })
  expect(total[3]).toMatchObject({ basis: null, actual: null, projection: { sales: known(707), markdown: known(140) } })
  expect(total[6]!.basis).toBe('plan')
  const sum = one[6]!.projection.closing_stock.cents! + other[6]!.projection.closing_stock.cents!
  expect(total[6]!.projection.closing_stock).toEqual(known(sum))
  expect(total[6]!.projected_cover.weeks).toBe(Number(Big(Math.max(sum, 0)).times(4).div(6_160).round(1)))
  const lacks = rowsOf({
    stocks: factsOf().stocks.map((stock) => ({ ...stock, opening_retail: unknown('x', 'no_price') })),
  })
  expect(totalOf([one, lacks])[0]!.actual!.opening_stock).toMatchObject({
    cents: null,
    cause: 'no_price',
    known_part: 1_000,
  })
})
