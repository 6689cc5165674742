import { expect, test } from 'bun:test'
import { reference_units_per_week_min, seasonalIndex, weekOfYear } from '../../../server/areas/products/season.rules.ts'
import { addDays, anywhere, daysBetween, stockDaysOf } from '../../../server/areas/products/stock_days.rules.ts'

const weeksFrom = (first: string, units: number[]) =>
  units.map((one, i) => ({ week_start: addDays(first, i * 7), units: one }))

test('a week belongs to the year of its Thursday, and a 53rd counts with the 52nd', () => {
  expect(weekOfYear('2025-12-29')).toBe(1)
  expect(weekOfYear('2026-01-05')).toBe(2)
  expect(weekOfYear('2025-12-22')).toBe(52)
  expect(weekOfYear('2020-12-28')).toBe(52)
  expect(weekOfYear('2021-01-04')).toBe(1)
})

test('the index is each week of the year against the average week', () => {
  const year = [...Array(26).fill(100), ...Array(26).fill(300)]
  const index = seasonalIndex(weeksFrom('2024-01-01', [...year, ...year]))!
  expect(index.size).toBe(52)
  expect([index.get(1), index.get(26), index.get(27), index.get(52)]).toEqual([0.5, 0.5, 1.5, 1.5])
})

test('a category that doubles from one year to the next has no season for it', () => {
  const index = seasonalIndex(weeksFrom('2024-01-01', [...Array(52).fill(100), ...Array(52).fill(200)]))!
  expect([...new Set(index.values())]).toEqual([1])
})

test('weeks before the category first sold, and those that do not make a year, are left out', () => {
  const index = seasonalIndex(
    weeksFrom('2023-10-02', [...Array(30).fill(0), ...Array(22).fill(900), ...Array(52).fill(50)]),
  )!
  expect([...new Set(index.values())]).toEqual([1])
})

test('less than a year, or weeks so thin that chance would move them, make no index', () => {
  expect(seasonalIndex([])).toBeNull()
  expect(seasonalIndex(weeksFrom('2024-01-01', [...Array(10).fill(0), ...Array(51).fill(100)]))).toBeNull()
  const thin = [...Array(51).fill(100), reference_units_per_week_min - 1]
  expect(seasonalIndex(weeksFrom('2024-01-01', thin))).toBeNull()
  expect(seasonalIndex(weeksFrom('2024-01-01', [...Array(51).fill(100), reference_units_per_week_min]))).not.toBeNull()
})

test('across a year of 53 weeks every week of the year still has an index', () => {
  for (let start = 0; start < 60; start++) {
    const index = seasonalIndex(weeksFrom(addDays('2020-01-06', start * 7), Array(52).fill(100)))!
    expect([...index.values()].every((one) => one === 1)).toBeTrue()
  }
})

test('a day counts as in stock when units were there at some time, and is not counted before the ledger began', () => {
  const days = daysBetween('2026-03-01', '2026-03-08')
  expect(days).toEqual(['1', '2', '3', '4', '5', '6', '7'].map((day) => `2026-03-0${day}`))
  const shelf = stockDaysOf(
    {
      location_id: 'a',
      opening: 0,
      began_on: '2026-03-02',
      days: [
        { day: '2026-03-02', peak: 5, closing: 5 },
        { day: '2026-03-04', peak: 2, closing: 0 },
        { day: '2026-03-06', peak: 0, closing: -1 },
      ],
    },
    days,
  )
  expect([...shelf.tracked].map((day) => day.slice(-1)).join('')).toBe('234567')
  // Sold out during the 4th, which therefore still counts.
  expect([...shelf.in_stock].map((day) => day.slice(-1)).join('')).toBe('234')
  const untouched = stockDaysOf({ location_id: 'b', opening: 3, began_on: null, days: [] }, days)
  expect([untouched.tracked.size, untouched.in_stock.size]).toEqual([0, 0])
  const other = stockDaysOf({ location_id: 'c', opening: 1, began_on: '2020-01-01', days: [] }, days)
  expect(anywhere([shelf, other]).in_stock.size).toBe(7)
})
