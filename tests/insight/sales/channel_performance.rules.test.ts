/** Net sales of a channel by period, and the change against the period before. */
import { expect, test } from 'bun:test'
import { comparedWith, performanceOf, periodBefore } from '../../../server/insight/sales/channel_performance.rules.ts'
import type { SalesSum } from '../../../server/insight/sales/sales_basis.ts'

const periods = [
  { start: '2026-11-16', end: '2026-11-22' },
  { start: '2026-11-23', end: '2026-11-29' },
]
const previous = { start: '2026-11-02', end: '2026-11-15' }
const noRate = 'Some of the sales are in EUR, and no exchange rate to USD is known for their days.'
const cents = (net_cents: number, unrated_currency: string | null = null): SalesSum => ({ net_cents, unrated_currency })
const performance = (sums: Record<string, SalesSum>, today = '2026-11-30') =>
  performanceOf({ sales_channel_id: 'c', channel_name: 'Shop', sums }, periods, {
    previous,
    today,
    currency: 'USD',
    sales_begin_on: null,
    recorded_through: today,
    compared_through: today,
  })
const figures = (sums: Record<string, SalesSum>, today?: string) => {
  const { total_revenue, period_difference, change_percentage, change_percentage_reason, data } = performance(
    sums,
    today,
  )
  return {
    total: total_revenue.cents ?? total_revenue.reason,
    difference: period_difference.cents ?? period_difference.reason,
    change: change_percentage ?? change_percentage_reason,
    data: data.map(({ date, revenue }) => [date, revenue.cents ?? revenue.reason]),
  }
}

test('the period before has as many days and ends the day before', () => {
  expect(periodBefore({ start: '2026-03-01', end: '2026-03-07' })).toEqual({ start: '2026-02-22', end: '2026-02-28' })
  expect(periodBefore({ start: '2026-03-01', end: '2026-03-01' })).toEqual({ start: '2026-02-28', end: '2026-02-28' })
})

test('a window that ends in the future is compared with as many days as have begun', () => {
  const november = { start: '2026-11-01', end: '2026-11-30' }
  expect(comparedWith(november, '2026-11-26')).toEqual({ start: '2026-10-06', end: '2026-10-31' })
  expect(comparedWith(november, '2026-11-01')).toEqual({ start: '2026-10-31', end: '2026-10-31' })
  for (const today of ['2026-10-31', '2026-11-30', '2026-12-01'])
    expect(comparedWith(november, today)).toEqual({ start: '2026-10-02', end: '2026-10-31' })
})

test('periods are summed and compared with the period before, which has the index after the last', () => {
  expect(figures({ 0: cents(100), 1: cents(50), 2: cents(120) })).toEqual({
    total: 150,
    difference: 30,
    change: 25,
    data: [
      ['2026-11-16', 100],
      ['2026-11-23', 50],
    ],
  })
  expect(performance({})).toMatchObject({ sales_channel_id: 'c', channel_name: 'Shop' })
})

test('a change is rounded half up to two decimals, and may be zero or fall', () => {
  const change = (now: number, before: number) => figures({ 0: cents(now), 2: cents(before) }).change
  expect(change(200, 300)).toBe(-33.33)
  expect(change(100_125, 100_000)).toBe(0.13)
  expect(change(300, 300)).toBe(0)
  expect(Object.is(change(999_999, 1_000_000), 0)).toBe(true)
})

test('a channel is unknown after what is recorded of it, and compared only if it reaches as far as the others', () => {
  const shown = (recorded_through: string, compared_through: string) => {
    const { total_revenue, change_percentage, change_percentage_reason, data } = performanceOf(
      { sales_channel_id: 'c', channel_name: 'Till', sums: { 0: cents(100), 2: cents(80) } },
      periods,
      { previous, today: '2026-11-30', currency: 'USD', sales_begin_on: null, recorded_through, compared_through },
    )
    return [
      total_revenue.cents,
      change_percentage ?? change_percentage_reason,
      data[1]!.revenue.cents ?? data[1]!.revenue.reason,
    ]
  }
  expect(shown('2026-11-23', '2026-11-23')).toEqual([100, 25, 0])
  expect(shown('2026-11-22', '2026-11-22')).toEqual([100, 25, 'Sales are recorded until 2026-11-22.'])
  expect(shown('2026-11-22', '2026-11-23')).toEqual([
    100,
    'Sales are recorded until 2026-11-22, and the window is compared up to 2026-11-23.',
    'Sales are recorded until 2026-11-22.',
  ])
})

test('there is no percentage of zero or of less', () => {
  expect(figures({ 0: cents(100) })).toMatchObject({
    difference: 100,
    change: 'The revenue of the previous period is zero.',
  })
  expect(figures({ 0: cents(100), 2: cents(-1) })).toMatchObject({
    difference: 101,
    change: 'The revenue of the previous period is negative.',
  })
})

test('a period without sales is zero from its first day on', () => {
  expect(figures({ 0: cents(100) }, '2026-11-23').data[1]).toEqual(['2026-11-23', 0])
  expect(figures({ 0: cents(100) }, '2026-11-22')).toMatchObject({
    total: 100,
    data: [
      ['2026-11-16', 100],
      ['2026-11-23', 'The period has not started.'],
    ],
  })
  expect(figures({ 1: cents(5) }, '2026-11-22').total).toBe(5)
})

test('where nothing has started, there is no total and no change', () => {
  const none = 'The period has not started.'
  expect(figures({ 2: cents(5) }, '2026-11-15')).toEqual({
    total: none,
    difference: none,
    change: none,
    data: [
      ['2026-11-16', none],
      ['2026-11-23', none],
    ],
  })
  expect(figures({ 0: cents(5) }, '2026-11-01')).toMatchObject({ total: 5, difference: none, change: none })
})

test('a currency without a rate makes the total and the change unknown, and leaves other periods', () => {
  expect(figures({ 0: cents(100), 1: cents(50, 'EUR'), 2: cents(10) })).toEqual({
    total: noRate,
    difference: noRate,
    change: noRate,
    data: [
      ['2026-11-16', 100],
      ['2026-11-23', noRate],
    ],
  })
  expect(figures({ 0: cents(100), 2: cents(10, 'EUR') })).toMatchObject({
    total: 100,
    difference: noRate,
    change: noRate,
  })
})
