import { expect, test } from 'bun:test'
import {
  actualLack,
  biasOf,
  intervalOfSum,
  lagMeasured,
  valueAdded,
  weeksScored,
  weeksShown,
  weekStarts,
} from '../../../server/insight/forecasts/reading/series.rules.ts'

test('the window is of whole weeks, from the running one on unless said', () => {
  // 29 November 2026 is a Sunday.
  expect(weeksShown('2026-11-29', {}, 13)).toEqual({ first_week: '2026-11-23', last_week: '2027-02-15', weeks: 13 })
  expect(weeksShown('2026-11-30', {}, 1)).toEqual({ first_week: '2026-11-30', last_week: '2026-11-30', weeks: 1 })
  const sundayToMonday = { start_date: '2026-11-22', end_date: '2026-11-23' }
  expect(weeksShown('2026-11-29', sundayToMonday, 13)).toEqual({
    first_week: '2026-11-16',
    last_week: '2026-11-23',
    weeks: 2,
  })
  expect(weeksShown('2026-11-29', { end_date: '2026-11-22' }, 13).weeks).toBe(0)
  expect(weekStarts({ first_week: '2026-11-16', last_week: '2026-11-23' })).toEqual(['2026-11-16', '2026-11-23'])
  expect(weekStarts({ first_week: '2026-11-23', last_week: '2026-11-23' })).toEqual(['2026-11-23'])
})

test('thirteen weeks are scored, to the last one that is over and recorded to its end', () => {
  expect(weeksScored('2026-11-29', '2026-11-29')).toEqual({ first_week: '2026-08-24', last_week: '2026-11-16' })
  expect(weeksScored('2026-11-30', '2026-11-30').last_week).toBe('2026-11-23')
  expect(weeksScored('2026-11-30', '2026-11-29').last_week).toBe('2026-11-23')
  expect(weeksScored('2026-11-30', '2026-11-28').last_week).toBe('2026-11-16')
})

test('the sales of a week are known once it is over and recorded to its Sunday', () => {
  expect(actualLack('2026-11-23', '2026-11-29', '2026-11-29')).toBe('week_not_over')
  expect(actualLack('2026-11-23', '2026-11-30', '2026-11-29')).toBeNull()
  expect(actualLack('2026-11-23', '2026-11-30', '2026-11-28')).toBe('not_recorded')
  expect(actualLack('2026-11-23', '2026-11-30', null)).toBe('not_recorded')
})

test('a bias is a share of what sold, and unknown without sales', () => {
  expect(biasOf(12, 10)).toBe(0.2)
  expect(biasOf(1, 3)).toBe(-0.6667)
  expect(biasOf(1, 0)).toBeNull()
  expect(valueAdded(0.74)).toBe(0.26)
  expect(valueAdded(1.5)).toBe(-0.5)
  expect(valueAdded(null)).toBeNull()
})

test('a forecast is judged at the next lag that is measured', () => {
  const at = (weeks: number) => {
    const day = new Date(Date.parse('2026-01-05T00:00:00Z') + weeks * 7 * 86_400_000)
    return lagMeasured('2026-01-05', day.toISOString().slice(0, 10))
  }
  expect([1, 2, 4, 5, 8, 9, 13, 14].map(at)).toEqual([1, 4, 4, 8, 8, 13, 13, null])
})

test('the interval of a sum is as wide as the sum was off, and wider with fewer weeks', () => {
  const off = (weeks: number, share: number) =>
    Array.from({ length: weeks }, (_, i) => ({ forecast_units: 50, actual_units: 50 * (1 + (i % 2 ? share : -share)) }))
  expect(intervalOfSum(100, off(7, 0.1))).toBeNull()
  // 1.2816 + (1.2816³ + 1.2816) ÷ 32 = 1.3874
  expect(intervalOfSum(100, off(8, 0.1))).toEqual({ lower_units: 86.13, upper_units: 113.87 })
  expect(intervalOfSum(100, off(13, 0.1))).toEqual({ lower_units: 86.53, upper_units: 113.47 })
  // A constant error is an error: the interval is of the forecast, not of its spread.
  const low = Array.from({ length: 8 }, () => ({ forecast_units: 10, actual_units: 12 }))
  expect(intervalOfSum(10, low)).toEqual({ lower_units: 7.23, upper_units: 12.77 })
  expect(intervalOfSum(10, off(8, 2))?.lower_units).toBe(0)
  expect(intervalOfSum(10, off(8, 0))).toEqual({ lower_units: 10, upper_units: 10 })
  // A week of which nothing was expected has no relative error.
  const empty = { forecast_units: 0, actual_units: 5 }
  expect(intervalOfSum(100, [...off(7, 0.1), empty])).toBeNull()
  expect(intervalOfSum(100, [...off(8, 0.1), empty])).toEqual({ lower_units: 86.13, upper_units: 113.87 })
})
