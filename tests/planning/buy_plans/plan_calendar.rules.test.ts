/** The months of a plan, and the days of last year that they are compared with. */
import { expect, test } from 'bun:test'
import {
  lastMonthOfYear,
  lastYearOf,
  phaseOf,
  planMonths,
} from '../../../server/planning/buy_plans/plan_calendar.rules.ts'

const gregorian = (fiscal_year: number, fiscal_year_start_month: number) =>
  ({ fiscal_year, fiscal_year_start_month, calendar: 'gregorian' }) as const
const retail = (fiscal_year: number) => ({ fiscal_year, fiscal_year_start_month: 2, calendar: 'retail_4_5_4' }) as const

test('a fiscal year ends with the month before the one that it starts with', () => {
  expect([1, 2, 7, 12].map(lastMonthOfYear)).toEqual([12, 1, 6, 11])
})

test('a plan of calendar months begins with its start month and runs into the next year', () => {
  const months = planMonths(gregorian(2027, 2))
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: 1, weeks: null, start: '2027-02-01', end: '2027-02-28' })
  expect(months[10]).toEqual({ month: 11, weeks: null, start: '2027-12-01', end: '2027-12-31' })
  // 2028 is a leap year, but its February belongs to the next fiscal year.
  expect(months[11]).toEqual({ month: 12, weeks: null, start: '2028-01-01', end: '2028-01-31' })
  expect(planMonths(gregorian(2028, 1))[1]).toMatchObject({ start: '2028-02-01', end: '2028-02-29' })
})

test('a plan of the retail calendar has its published months, with a 53rd week in 2023', () => {
  const months = planMonths(retail(2023))
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: 1, weeks: 4, start: '2023-01-29', end: '2023-02-25' })
  expect(months[1]).toEqual({ month: 2, weeks: 5, start: '2023-02-26', end: '2023-04-01' })
  expect(months[11]).toEqual({ month: 12, weeks: 5, start: '2023-12-31', end: '2024-02-03' })
})

test('calendar months are compared with the same months of last year', () => {
  expect(lastYearOf(gregorian(2029, 1))[1]).toEqual({ month: 2, weeks: null, start: '2028-02-01', end: '2028-02-29' })
})

test('months of the retail calendar are compared with the days 52 weeks before', () => {
  // 2024 began on 2024-02-04, after the 53 weeks of 2023.
  expect(lastYearOf(retail(2024))[0]).toEqual({ month: 1, weeks: 4, start: '2023-02-05', end: '2023-03-04' })
  expect(lastYearOf(retail(2024))[11]).toMatchObject({ end: '2024-02-03' })
})

test('a 53rd week has no week to compare with: last year ends before this one begins', () => {
  expect(lastYearOf(retail(2023))[11]).toEqual({ month: 12, weeks: 5, start: '2023-01-01', end: '2023-01-28' })
})

test('a month is current from its first to its last day', () => {
  const phase = (today: string) => phaseOf({ start: '2026-11-01', end: '2026-11-30' }, today)
  expect(['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map(phase)).toEqual([
    'future',
    'current',
    'current',
    'past',
  ])
})
