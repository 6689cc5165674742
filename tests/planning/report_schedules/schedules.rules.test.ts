/** What a report schedule is made of, when it is due and what its report is asked with. */
import { expect, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { dueTimes, nextDueAt, type Timing } from '../../../server/planning/report_schedules/due_times.rules.ts'
import { askedOn, checkParameters } from '../../../server/planning/report_schedules/parameters.rules.ts'
import {
  checkPlan,
  isSameTiming,
  planExcludes,
  recipientsOf,
  type StoredTiming,
  timingOf,
} from '../../../server/planning/report_schedules/schedule.rules.ts'

const refused = (desc: string) => expect.objectContaining({ desc }) as unknown as Error
const weekly = (...weekdays: string[]): Timing => ({ weekdays, days_of_month: null, time: '06:00', time_zone: 'UTC' })
const monthly = (...days_of_month: number[]): Timing => ({
  weekdays: null,
  days_of_month,
  time: '06:00',
  time_zone: 'UTC',
})

test.each<[string, Timing, string, string]>([
  ['just before its time', weekly('thursday'), '2026-11-26T05:59:59Z', '2026-11-26T06:00:00.000Z'],
  ['at its time: a week later', weekly('thursday'), '2026-11-26T06:00:00Z', '2026-12-03T06:00:00.000Z'],
  ['on the nearest of its weekdays', weekly('monday', 'saturday'), '2026-11-26T07:00:00Z', '2026-11-28T06:00:00.000Z'],
  ['on the first of the next month', monthly(1), '2026-11-26T07:00:00Z', '2026-12-01T06:00:00.000Z'],
  ['on the last day of a month without the 31st', monthly(31), '2026-11-26T07:00:00Z', '2026-11-30T06:00:00.000Z'],
  ['on the nearest of its days of the month', monthly(28, 1), '2026-11-26T07:00:00Z', '2026-11-28T06:00:00.000Z'],
  ['on the last day of February', monthly(30), '2027-02-01T00:00:00Z', '2027-02-28T06:00:00.000Z'],
  ['on the 30th of a month with 31 days', monthly(30), '2026-12-01T00:00:00Z', '2026-12-30T06:00:00.000Z'],
])('a schedule is next due %s', (_, timing, after, expected) => {
  expect(Date.parse(nextDueAt(timing, after))).toBe(Date.parse(expected))
})

test('a schedule without days is never due', () => {
  expect(() => nextDueAt(weekly(), '2026-11-26T06:00:00Z')).toThrow('no due day after 2026-11-26T06:00:00Z')
})

test('a run that is due now is due, and the next one is after now', () => {
  const due = dueTimes(weekly('thursday'), '2026-11-26T06:00:00Z', '2026-12-03T05:59:59Z')
  expect(due).toMatchObject({ missed: [], due_at: '2026-11-26T06:00:00.000Z' })
  const next = dueTimes(weekly('thursday'), '2026-11-26T06:00:00Z', '2026-12-03T06:00:00Z')
  expect(next.missed).toEqual(['2026-11-26T06:00:00.000Z'])
  expect([next.due_at, next.next_run_at].map((one) => Date.parse(one))).toEqual([
    Date.parse('2026-12-03T06:00:00Z'),
    Date.parse('2026-12-10T06:00:00Z'),
  ])
})

test('of runs that were missed for long, the newest are kept, oldest first', () => {
  const max = limits.report_missed_max
  const daily = weekly('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')
  const at = (days: number) => new Date(Date.parse('2026-01-01T06:00:00Z') + days * 86_400_000).toISOString()
  for (const days of [max - 1, max, max + 1, max + 5]) {
    const { missed, due_at } = dueTimes(daily, at(0), at(days))
    expect(missed).toEqual(Array.from({ length: Math.min(days, max) }, (_, i) => at(days - Math.min(days, max) + i)))
    expect(due_at).toBe(at(days))
  }
})

const before: StoredTiming = { weekdays: ['monday'], days_of_month: null, time: '06:00', time_zone: 'UTC' }

test('a request sets weekdays or days of the month, not both, and keeps what it leaves out', () => {
  expect(timingOf({}, before)).toEqual(before)
  expect(timingOf({ time: '07:00', time_zone: 'Europe/Rome' }, before)).toEqual({
    ...before,
    time: '07:00',
    time_zone: 'Europe/Rome',
  })
  expect(timingOf({ days_of_month: [1] }, before)).toEqual({ ...before, weekdays: null, days_of_month: [1] })
  const ofMonth = { ...before, weekdays: null, days_of_month: [1] }
  expect(timingOf({}, ofMonth)).toEqual(ofMonth)
  expect(timingOf({ weekdays: ['friday'] }, ofMonth)).toEqual({ ...before, weekdays: ['friday'] })
  expect(() => timingOf({ weekdays: ['friday'], days_of_month: [1] }, before)).toThrow(
    refused('days_of_month must not be sent together with weekdays.'),
  )
  expect(() => timingOf({}, { ...before, weekdays: null })).toThrow(
    refused('weekdays is required unless days_of_month is sent.'),
  )
})

test('timings are the same if days, time and time zone are', () => {
  expect(isSameTiming(before, { ...before })).toBe(true)
  for (const change of [
    { weekdays: ['friday'] },
    { days_of_month: [1] },
    { time: '06:01' },
    { time_zone: 'Europe/Rome' },
  ])
    expect(isSameTiming(before, { ...before, ...change })).toBe(false)
})

test('recipients are in lower case, each once', () => {
  expect(recipientsOf(['A@x.org', 'b@x.org'])).toEqual(['a@x.org', 'b@x.org'])
  expect(recipientsOf([])).toEqual([])
  expect(() => recipientsOf(['b@x.org', 'a@x.org', 'A@x.org'])).toThrow(
    refused('recipients[2] must not repeat an address.'),
  )
  expect(() => recipientsOf(['a@x.org', 'A@x.org'])).toThrow(refused('recipients[1] must not repeat an address.'))
})

test('reports are part of Pro alone', () => {
  expect(() => checkPlan('pro')).not.toThrow()
  expect(() => checkPlan('free' as never)).toThrow(refused(planExcludes))
})

test('a report takes its own parameters and periods', () => {
  expect(() => checkParameters('weekly-trade', { period: 'previous', cut: 'channel', plan_id: 'p' })).not.toThrow()
  expect(() => checkParameters('open-to-buy', { period: 'next', cut: undefined })).not.toThrow()
  expect(() => checkParameters('cash-from-the-buy', {})).not.toThrow()
  expect(() => checkParameters('open-to-buy', { cut: 'channel' })).toThrow(
    refused('parameters.cut must not be sent for the report open-to-buy. Allowed: period.'),
  )
  expect(() => checkParameters('cash-from-the-buy', { period: 'current' })).toThrow(
    expect.objectContaining({
      data: expect.objectContaining({ rule: 'must not be sent for the report cash-from-the-buy' }) as unknown,
    }) as unknown as Error,
  )
  expect(() => checkParameters('weekly-trade', { period: 'next' })).toThrow(
    refused('parameters.period must be a period of the report weekly-trade. Allowed: previous, current.'),
  )
})

test('a report is asked for the period of the day on which it is due', () => {
  // Fiscal 2026 began on 2026-02-01; 2026-11-22 is the first day of its 43rd week.
  const on = { day: '2026-11-22', startMonth: 2 }
  expect(askedOn('cash-from-the-buy', {}, on)).toEqual({ period: '2026-11-22', asked: { as_of: '2026-11-22' } })
  expect(askedOn('open-to-buy', {}, on)).toEqual({ period: '2026', asked: { fiscal_year: '2026' } })
  expect(askedOn('open-to-buy', { period: 'previous' }, on).period).toBe('2025')
  expect(askedOn('open-to-buy', { period: 'next' }, on).period).toBe('2027')
  expect(askedOn('weekly-trade', {}, on)).toEqual({ period: '2026-W42', asked: { week: '2026-W42' } })
  expect(askedOn('weekly-trade', { period: 'current', cut: 'channel', plan_id: 'p' }, on)).toEqual({
    period: '2026-W43',
    asked: { week: '2026-W43', cut: 'channel', plan_id: 'p' },
  })
  expect(askedOn('weekly-trade', { period: 'current' }, { ...on, day: '2026-11-21' }).period).toBe('2026-W42')
  expect(askedOn('weekly-trade', { period: 'current' }, { ...on, day: '2026-02-01' }).period).toBe('2026-W01')
})
