/** The sentence that states what a query answered. */
import { expect, test } from 'bun:test'
import { checkQuery, type MetricQuery } from '../../../server/insight/metrics/check_query.rules.ts'
import { explanationOf } from '../../../server/insight/metrics/explanation.rules.ts'

const month = { start: '2026-11-01', end: '2026-11-22' }
const explained = (values: Partial<MetricQuery>, window: typeof month | null = month) =>
  explanationOf(
    checkQuery({
      domain: 'sales',
      measures: ['net_sales'],
      ...(window === null ? {} : { time_range: { kind: 'to_date', unit: 'month' } }),
      ...values,
    }),
    window,
    'Europe/London',
  )
const id = (n: number) => `0190a0a0-0000-7000-8000-00000000000${n}`

test('a query states its measures, its window and its domain', () => {
  expect(explained({})).toBe('Net sales, from 2026-11-01 to 2026-11-22 (22 days in Europe/London), from sales.')
  expect(explained({}, { start: '2026-11-01', end: '2026-11-01' })).toBe(
    'Net sales, from 2026-11-01 to 2026-11-01 (1 day in Europe/London), from sales.',
  )
  expect(explained({ domain: 'inventory', measures: ['on_hand', 'committed', 'available'] }, null)).toBe(
    'On hand, committed and available, now, from inventory.',
  )
})

test('a split states its dimensions and its grain', () => {
  const window = 'from 2026-11-01 to 2026-11-22 (22 days in Europe/London), from sales.'
  expect(explained({ dimensions: ['sales_channel'] })).toBe(`Net sales by sales channel, ${window}`)
  expect(explained({ grain: 'week' })).toBe(`Net sales by week, ${window}`)
  expect(explained({ dimensions: ['category', 'product'], grain: 'day' })).toBe(
    `Net sales by category, product and day, ${window}`,
  )
})

test('filters state how many of what they keep', () => {
  const filters = [
    { dimension: 'sales_channel', values: [id(1), id(2)] },
    { dimension: 'product', values: [id(3)] },
  ]
  expect(explained({ filters })).toBe(
    'Net sales, from 2026-11-01 to 2026-11-22 (22 days in Europe/London), for 2 of sales channel and 1 of product only, from sales.',
  )
})
