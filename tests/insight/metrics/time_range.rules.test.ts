/** The days that a time range means, at the ends of weeks, months and years. */
import { expect, test } from 'bun:test'
import { checkTimeRange, resolveTimeRange, type TimeRange } from '../../../server/insight/metrics/time_range.rules.ts'

const days = (range: TimeRange, today = '2026-11-22') => {
  const { start, end } = resolveTimeRange(range, today)
  return `${start} ${end}`
}
const relative = (amount: number, unit: TimeRange['unit'], today?: string) =>
  days({ kind: 'relative', amount, unit: unit! }, today)
const complete = (amount: number, unit: TimeRange['unit'], today?: string) =>
  days({ kind: 'complete', amount, unit: unit! }, today)
const refused = (act: () => unknown, desc: string) => expect(act).toThrow(expect.objectContaining({ desc }))

test('a relative range ends today and includes it', () => {
  expect(relative(1, 'day')).toBe('2026-11-22 2026-11-22')
  expect(relative(7, 'day')).toBe('2026-11-16 2026-11-22')
  expect(relative(2, 'week')).toBe('2026-11-09 2026-11-22')
  expect(relative(1, 'month')).toBe('2026-10-23 2026-11-22')
  expect(relative(1, 'year')).toBe('2025-11-23 2026-11-22')
})

test('a month before the last days of a month is the last day of a shorter one', () => {
  expect(relative(1, 'month', '2026-03-31')).toBe('2026-03-01 2026-03-31')
  expect(relative(1, 'month', '2026-05-31')).toBe('2026-05-01 2026-05-31')
  expect(relative(3, 'month', '2026-05-31')).toBe('2026-03-01 2026-05-31')
  expect(relative(1, 'year', '2028-02-29')).toBe('2027-03-01 2028-02-29')
  expect(relative(2, 'month', '2026-01-15')).toBe('2025-11-16 2026-01-15')
})

test('a complete range ends before the current unit', () => {
  expect(complete(7, 'day')).toBe('2026-11-15 2026-11-21')
  expect(complete(1, 'week')).toBe('2026-11-09 2026-11-15')
  expect(complete(1, 'week', '2026-11-23')).toBe('2026-11-16 2026-11-22')
  expect(complete(1, 'month')).toBe('2026-10-01 2026-10-31')
  expect(complete(12, 'month')).toBe('2025-11-01 2026-10-31')
  expect(complete(1, 'year')).toBe('2025-01-01 2025-12-31')
})

test('a range to date begins with the current unit', () => {
  const toDate = (unit: NonNullable<TimeRange['unit']>) => days({ kind: 'to_date', unit })
  expect(toDate('day')).toBe('2026-11-22 2026-11-22')
  expect(toDate('week')).toBe('2026-11-16 2026-11-22')
  expect(toDate('month')).toBe('2026-11-01 2026-11-22')
  expect(toDate('year')).toBe('2026-01-01 2026-11-22')
})

test('an absolute range has at least one day, begins by today, and may end later', () => {
  const absolute = (start: string, end: string) => () => days({ kind: 'absolute', start, end })
  expect(absolute('2026-11-01', '2026-11-01')()).toBe('2026-11-01 2026-11-01')
  expect(absolute('2026-11-22', '2026-12-31')()).toBe('2026-11-22 2026-12-31')
  refused(absolute('2026-11-02', '2026-11-01'), 'query.time_range.end must not be before query.time_range.start.')
  refused(absolute('2026-11-23', '2026-12-01'), 'query.time_range.start must not be after today, 2026-11-22.')
})

test('a range has up to 1,096 days, which are three years', () => {
  const absolute = (end: string) => () => days({ kind: 'absolute', start: '2023-01-01', end })
  expect(absolute('2025-12-31')()).toBe('2023-01-01 2025-12-31')
  refused(absolute('2026-01-01'), 'query.time_range.end must make a window of at most 1096 days.')
  expect(relative(1_096, 'day')).toBe('2023-11-23 2026-11-22')
  refused(() => relative(1_097, 'day'), 'query.time_range.amount must make a window of at most 1096 days.')
})

test('a kind has its fields, and no others', () => {
  const own: TimeRange[] = [
    { kind: 'relative', amount: 1, unit: 'day' },
    { kind: 'complete', amount: 1, unit: 'day' },
    { kind: 'to_date', unit: 'day' },
    { kind: 'absolute', start: '2026-11-01', end: '2026-11-02' },
  ]
  for (const range of own) expect(() => checkTimeRange(range)).not.toThrow()
  for (const kind of ['relative', 'complete'] as const) {
    refused(() => checkTimeRange({ kind, unit: 'day' }), `query.time_range.amount is required for the kind ${kind}.`)
    refused(() => checkTimeRange({ kind, amount: 1 }), `query.time_range.unit is required for the kind ${kind}.`)
    refused(
      () => checkTimeRange({ kind, amount: 1, unit: 'day', end: '2026-11-01' }),
      `query.time_range.end must not be sent for the kind ${kind}. Allowed: amount, unit.`,
    )
  }
  refused(() => checkTimeRange({ kind: 'to_date' }), 'query.time_range.unit is required for the kind to_date.')
  refused(
    () => checkTimeRange({ kind: 'to_date', unit: 'day', amount: 1 }),
    'query.time_range.amount must not be sent for the kind to_date. Allowed: unit.',
  )
  refused(
    () => checkTimeRange({ kind: 'absolute', start: '2026-11-01' }),
    'query.time_range.end is required for the kind absolute.',
  )
  refused(
    () => checkTimeRange({ kind: 'absolute', end: '2026-11-01' }),
    'query.time_range.start is required for the kind absolute.',
  )
})
