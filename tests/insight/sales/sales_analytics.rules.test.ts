/** Revenue by category and month. */
import { expect, test } from 'bun:test'
import {
  analyticsOf,
  calendarMonths,
  type CategorySales,
  fiscalMonths,
  sampleSales,
  windowOfMonths,
} from '../../../server/insight/sales/sales_analytics.rules.ts'

const text = (months: readonly { key: string; start: string; end: string }[]) =>
  months.map(({ key, start, end }) => `${key} ${start} ${end}`)

test('calendar months are cut to the window', () => {
  expect(text(calendarMonths({ start: '2026-01-15', end: '2026-03-10' }))).toEqual([
    '2026-01 2026-01-15 2026-01-31',
    '2026-02 2026-02-01 2026-02-28',
    '2026-03 2026-03-01 2026-03-10',
  ])
})

test('fiscal months are those of this or the last fiscal year that lie in the window, cut to it', () => {
  const months = (start: string, end: string, year: 'this' | 'last') =>
    text(fiscalMonths({ start, end }, year, '2026-11-22', 2))
  expect(months('2026-02-10', '2026-04-05', 'this')).toEqual([
    'FY2026-01 2026-02-10 2026-02-28',
    'FY2026-02 2026-03-01 2026-04-04',
    'FY2026-03 2026-04-05 2026-04-05',
  ])
  expect(months('2025-01-01', '2026-02-01', 'this')).toEqual(['FY2026-01 2026-02-01 2026-02-01'])
  expect(months('2026-01-31', '2026-02-28', 'last')).toEqual(['FY2025-12 2026-01-31 2026-01-31'])
  expect(months('2025-11-02', '2025-11-29', 'last')).toEqual(['FY2025-10 2025-11-02 2025-11-29'])
  expect(months('2024-01-01', '2024-12-31', 'this')).toEqual([])
})

test('a window of months runs from their first day to their last', () => {
  const months = calendarMonths({ start: '2026-01-15', end: '2026-03-10' })
  expect(windowOfMonths(months)).toEqual({ start: '2026-01-15', end: '2026-03-10' })
})

const months = calendarMonths({ start: '2026-10-01', end: '2026-12-31' })
const sold = (month: number, net_cents: number, unrated_currency: string | null = null) => ({
  month,
  net_cents,
  unrated_currency,
})
const analytics = (categories: CategorySales[], today = '2026-11-22', recorded_through = today) =>
  analyticsOf(categories, { months, today, recorded_through, sales_begin_on: null, currency: 'USD' })
const noRate = 'Some of the sales are in EUR, and no exchange rate to USD is known for their days.'
const notStarted = 'The month has not started.'

test('months are summed for each category and over all, zero without sales and missing before they start', () => {
  expect(
    analytics([
      { category: 'Knitwear', months: [sold(0, 1_050), sold(1, 100)] },
      { category: null, months: [sold(0, 250)] },
    ]),
  ).toEqual({
    Overall: {
      currency: 'USD',
      revenue_total: 14,
      revenue_monthly: { '2026-10': 13, '2026-11': 1, '2026-12': null },
      reason: notStarted,
    },
    Knitwear: {
      currency: 'USD',
      revenue_total: 11.5,
      revenue_monthly: { '2026-10': 10.5, '2026-11': 1, '2026-12': null },
      reason: notStarted,
    },
    'No category': {
      currency: 'USD',
      revenue_total: 2.5,
      revenue_monthly: { '2026-10': 2.5, '2026-11': 0, '2026-12': null },
      reason: notStarted,
    },
  })
})

test('a month has started on its first day', () => {
  expect(analytics([], '2026-12-01')['Overall']).toMatchObject({
    revenue_total: 0,
    revenue_monthly: { '2026-10': 0, '2026-11': 0, '2026-12': 0 },
    reason: null,
  })
  expect(analytics([], '2026-11-30')['Overall']!.revenue_monthly['2026-12']).toBeNull()
})

test('a total is known once a month has started or something was sold', () => {
  expect(analytics([], '2026-10-01')['Overall']!.revenue_total).toBe(0)
  expect(analytics([], '2026-09-30')['Overall']).toMatchObject({ revenue_total: null, reason: notStarted })
  expect(analytics([{ category: 'A', months: [sold(0, 100)] }], '2026-09-30')['A']!.revenue_total).toBe(1)
})

test('a month that begins after what is recorded is null', () => {
  const last = months.at(-1)!
  const at = (recorded_through: string) => analytics([], '2099-01-01', recorded_through)['Overall']!
  expect([at(last.start).revenue_monthly[last.key], at(last.start).reason]).toEqual([0, null])
  const before = at('2000-01-01')
  expect([before.revenue_total, before.revenue_monthly[last.key], before.reason]).toEqual([
    null,
    null,
    'Sales are recorded until 2000-01-01.',
  ])
})

test('a window without a month has no total, and says why', () => {
  expect(
    analyticsOf([], {
      months: [],
      today: '2026-11-22',
      recorded_through: '2026-11-22',
      sales_begin_on: null,
      currency: 'USD',
    }),
  ).toEqual({
    Overall: {
      currency: 'USD',
      revenue_total: null,
      revenue_monthly: {},
      reason: 'No day of the window is in the fiscal year.',
    },
  })
})

test('a currency without a rate makes its month and the totals unknown', () => {
  const { Overall, A, B } = analytics(
    [
      { category: 'A', months: [sold(0, 100, 'EUR'), sold(1, 200)] },
      { category: 'B', months: [sold(0, 300), sold(1, 400)] },
    ],
    '2026-12-31',
  )
  expect([Overall, A, B].map((group) => [group!.revenue_total, group!.reason])).toEqual([
    [null, noRate],
    [null, noRate],
    [7, null],
  ])
  expect(Overall!.revenue_monthly).toEqual({ '2026-10': null, '2026-11': 6, '2026-12': 0 })
  const second = analytics([
    { category: 'B', months: [sold(0, 300)] },
    { category: 'A', months: [sold(0, 100, 'EUR')] },
    { category: 'C', months: [sold(0, 100)] },
  ])
  expect(second['Overall']!.revenue_monthly['2026-10']).toBeNull()
})

test('a category that is named like another key of the response is marked as a category', () => {
  const names = ['Overall', 'No category', 'Overall (category)', 'Knitwear (category)', 'Knitwear']
  expect(Object.keys(analytics(names.map((category) => ({ category, months: [] }))))).toEqual([
    'Overall',
    'Overall (category)',
    'No category (category)',
    'Overall (category) (category)',
    'Knitwear (category)',
    'Knitwear',
  ])
})

test('sample figures are the same for everyone, and depend on the month alone', () => {
  const [denim, knitwear] = sampleSales(months)
  expect([denim!.category, knitwear!.category]).toEqual(['Denim', 'Knitwear'])
  // October, November and December are the third, fourth and first of their pattern.
  expect(denim!.months).toEqual([sold(0, 2_240_000), sold(1, 2_105_000), sold(2, 1_820_000)])
  expect(knitwear!.months).toEqual([sold(0, 1_360_000), sold(1, 2_075_000), sold(2, 3_150_000)])
})
