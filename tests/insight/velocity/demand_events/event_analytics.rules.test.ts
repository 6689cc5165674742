/** The uplift of an event against the days before it. Expected figures are computed by hand. */
import { expect, test } from 'bun:test'
import { addDays } from '../../../../server/calendar/days.ts'
import {
  analyse,
  type Asked,
  weekdayFactors,
} from '../../../../server/insight/velocity/demand_events/event_analytics.rules.ts'

/** Units of consecutive days. */
const daily = (first_day: string, units: readonly number[]) =>
  units.map((one, i) => ({ day: addDays(first_day, i), units: one }))
const repeated = (count: number, ...pattern: number[]) =>
  Array.from({ length: count }, (_, i) => pattern[i % pattern.length]!)

/** A Monday, and the Monday 28 days before it. */
const [start, before] = ['2026-11-02', '2026-10-05']
const ask = (values: Partial<Asked>) =>
  analyse({
    starts_on: start,
    ends_on: '2026-11-03',
    today: '2026-11-22',
    sales: daily(before, [...repeated(28, 1), 2, 3]),
    excluded: new Set(),
    ...values,
  })

test('weekdays sell their share of the average, drawn towards it by two average days', () => {
  // Sunday 3 and Monday 1: (3 + 4) / (3 * 2), (1 + 4) / (3 * 2), and 1 for days without data.
  const [sunday, monday, tuesday] = weekdayFactors(['2026-11-01', '2026-11-02'], [3, 1])
  expect(sunday).toBeCloseTo(7 / 6, 12)
  expect(monday).toBeCloseTo(5 / 6, 12)
  expect(tuesday).toBeCloseTo(1, 12)
})

test('factors average to 1 over the days', () => {
  // Sundays 3 and 3, Monday 0: 10 / 8 and 4 / 6, which average to 19 / 18.
  const [sunday, monday, tuesday] = weekdayFactors(['2026-11-01', '2026-11-08', '2026-11-02'], [3, 3, 0])
  expect(sunday).toBeCloseTo(22.5 / 19, 12)
  expect(monday).toBeCloseTo(12 / 19, 12)
  expect(tuesday).toBeCloseTo(18 / 19, 12)
})

test('an uplift is what sold beyond the expected units, within an interval for sales that vary by chance alone', () => {
  const { uplift, ...facts } = ask({})
  expect(facts).toEqual({
    days: ['2026-11-02', '2026-11-03'],
    units: [2, 3],
    baseline_days: 28,
    baseline_units: 28,
    reason: null,
  })
  expect(uplift!.expected).toEqual([1, 1])
  expect([uplift!.expected_units, uplift!.uplift_units]).toEqual([2, 3])
  // 1.6449 * sqrt(2 + 4 / 28)
  expect(uplift!.interval.low).toBeCloseTo(3 - 2.40788, 4)
  expect(uplift!.interval.high).toBeCloseTo(3 + 2.40788, 4)
})

test('days that vary more than by chance widen the interval', () => {
  // Weeks of 4 and 0: 28 squared residuals of 4 over 2, over 28 - 7 degrees of freedom.
  const weeks = [...repeated(7, 4), ...repeated(7, 0)]
  const { uplift } = ask({ ends_on: start, sales: daily(before, [...weeks, ...weeks, 7]) })
  expect(uplift!.expected_units).toBeCloseTo(2, 12)
  // 1.6449 * sqrt(8 / 3 * (2 + 4 / 56))
  expect(uplift!.interval.low).toBeCloseTo(5 - 3.86597, 4)
  expect(uplift!.interval.high).toBeCloseTo(5 + 3.86597, 4)
})

test('the expected units of a day are those of its weekday', () => {
  // Mondays 2, other days 1: 1.5 and 11 / 12 of 8 / 7.
  const { uplift } = ask({ sales: daily(before, repeated(28, 2, 1, 1, 1, 1, 1, 1)) })
  expect(uplift!.expected[0]).toBeCloseTo(12 / 7, 12)
  expect(uplift!.expected[1]).toBeCloseTo(22 / 21, 12)
  expect(uplift!.uplift_units).toBeCloseTo(-58 / 21, 12)
})

test('days of an event are those that are over', () => {
  const days = (today: string) => ask({ today }).days
  expect(days('2026-11-04')).toEqual(['2026-11-02', '2026-11-03'])
  expect(days('2026-11-03')).toEqual(['2026-11-02'])
  expect(ask({ today: start })).toMatchObject({ days: [], units: [], reason: 'not_started', uplift: null })
  expect(ask({ today: '2026-11-01' })).toMatchObject({ days: [], reason: 'not_started' })
})

test('the level is measured on 84 days before the event, from the first sale on', () => {
  const from = (first_day: string) => {
    const { baseline_days, baseline_units } = ask({ sales: [{ day: first_day, units: 50 }] })
    return [baseline_days, baseline_units]
  }
  expect(from('2026-08-11')).toEqual([83, 50])
  expect(from('2026-08-10')).toEqual([84, 50])
  expect(from('2026-08-09')).toEqual([84, 0])
  expect(ask({ sales: [] })).toMatchObject({
    baseline_days: 0,
    baseline_units: 0,
    reason: 'too_little_data',
    units: [0, 0],
  })
})

test('days of other events say nothing of the level', () => {
  const { baseline_days, baseline_units } = ask({ excluded: new Set([before]) })
  expect([baseline_days, baseline_units]).toEqual([27, 27])
})

test('a level needs 28 days and 20 units', () => {
  const reason = (days: number, units: number) =>
    ask({ sales: daily(addDays(start, -days), [units, ...repeated(days - 1, 0)]) }).reason
  expect(reason(28, 20)).toBeNull()
  expect(reason(28, 19)).toBe('too_little_data')
  expect(reason(27, 20)).toBe('too_little_data')
  expect(ask({ excluded: new Set([before]) }).uplift).toBeNull()
})
