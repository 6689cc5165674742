import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays, daysBetween, mondayOf } from '../../server/calendar/days.ts'
import {
  fiscalMonthOf,
  fiscalMonthsOf,
  fiscalWeeksOf,
  fiscalYearStart,
  grains,
  periodOf,
  periodsIn,
} from '../../server/calendar/retail_calendar.ts'

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1970-01-01', days))

test('fiscal years begin where the 4-5-4 calendar publishes them, and the 53-week years are the published ones', () => {
  const starts: [number, string][] = [
    [2012, '2012-01-29'],
    [2013, '2013-02-03'],
    [2017, '2017-01-29'],
    [2018, '2018-02-04'],
    [2022, '2022-01-30'],
    [2023, '2023-01-29'],
    [2024, '2024-02-04'],
    [2025, '2025-02-02'],
    [2026, '2026-02-01'],
  ]
  for (const [year, start] of starts) expect(fiscalYearStart(year)).toBe(start)
  const long = Array.from({ length: 29 }, (_, i) => 2000 + i).filter((year) => fiscalWeeksOf(year) === 53)
  expect(long).toEqual([2000, 2006, 2012, 2017, 2023, 2028])
})

test('months have 4, 5 and 4 weeks, and the last month takes a 53rd week', () => {
  const weeks = (year: number) => fiscalMonthsOf(year).map((month) => month.weeks)
  expect(weeks(2026)).toEqual([4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4])
  expect(weeks(2023)).toEqual([4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 5])
  expect(fiscalMonthOf('2026-11-21')).toEqual({
    fiscal_year: 2026,
    month: 10,
    weeks: 4,
    start: '2026-11-01',
    end: '2026-11-28',
  })
  expect(fiscalMonthOf('2024-02-03')).toMatchObject({ fiscal_year: 2023, month: 12, end: '2024-02-03' })
  expect(fiscalMonthOf('2026-01-31')).toMatchObject({ fiscal_year: 2025, month: 12 })
})

test('a year that begins in another month ends on the Saturday nearest to the end of the month before', () => {
  // 31 August 2026 is a Monday: the nearest Saturday is the 29th.
  expect(fiscalYearStart(2026, 9)).toBe('2026-08-30')
  // 31 December 2026 is a Thursday: the nearest Saturday is 2 January.
  expect(fiscalYearStart(2027, 1)).toBe('2027-01-03')
  expect(fiscalMonthOf('2027-01-02', 1)).toMatchObject({ fiscal_year: 2026, month: 12 })
  // 31 December 2024 is a Tuesday: the nearest Saturday is the 28th, so the year begins in December.
  expect(fiscalMonthOf('2024-12-30', 1)).toMatchObject({ fiscal_year: 2025, month: 1, start: '2024-12-29' })
})

test('weeks begin on Monday, fiscal weeks on Sunday', () => {
  expect(mondayOf('2026-11-22')).toBe('2026-11-16')
  expect(mondayOf('2026-11-16')).toBe('2026-11-16')
  expect(periodOf('2026-11-22', 'fiscal_week')).toEqual({ start: '2026-11-22', end: '2026-11-28' })
  expect(periodOf('2024-02-29', 'month')).toEqual({ start: '2024-02-01', end: '2024-02-29' })
})

test('every day is in exactly one period of every grain, whatever month the year begins in', () => {
  fc.assert(
    fc.property(day, fc.constantFrom(...grains), fc.integer({ min: 1, max: 12 }), (one, grain, month) => {
      const { start, end } = periodOf(one, grain, month)
      expect(start <= one && one <= end).toBe(true)
      expect(periodOf(addDays(end, 1), grain, month).start).toBe(addDays(end, 1))
      expect(periodOf(start, grain, month)).toEqual({ start, end })
    }),
  )
})

test('the periods of a window follow each other and cover it exactly', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 400 }), fc.constantFrom(...grains), (start, length, grain) => {
      const end = addDays(start, length)
      const periods = periodsIn({ start, end }, grain)
      expect(periods[0]!.start).toBe(start)
      expect(periods.at(-1)!.end).toBe(end)
      for (const [i, period] of periods.slice(1).entries()) expect(period.start).toBe(addDays(periods[i]!.end, 1))
      expect(periods.reduce((sum, one) => sum + daysBetween(one.start, one.end) + 1, 0)).toBe(length + 1)
    }),
  )
})
