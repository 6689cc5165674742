/** Which fiscal months a plan has: all from the first to the last with a cell, over the ends of years. */
import { expect, test } from 'bun:test'
import { monthsBetween, planOfRecordMonths } from '../../server/commitment_grids/plan_months.rules.ts'

const at = (fiscal_year: number, month: number) => ({ fiscal_year, month })

test('the months between are those from the first to the last, in whatever order they are given', () => {
  expect(monthsBetween([])).toEqual([])
  expect(monthsBetween([at(2026, 5)])).toEqual([at(2026, 5)])
  expect(monthsBetween([at(2026, 3), at(2026, 1)])).toEqual([at(2026, 1), at(2026, 2), at(2026, 3)])
  expect(monthsBetween([at(2027, 2), at(2026, 11)])).toEqual([at(2026, 11), at(2026, 12), at(2027, 1), at(2027, 2)])
})

test('months are those of the 4-5-4 calendar', () => {
  const days = planOfRecordMonths([at(2026, 1), at(2026, 3)], 2).map(({ start, end }) => [start, end])
  expect(days).toEqual([
    ['2026-02-01', '2026-02-28'],
    ['2026-03-01', '2026-04-04'],
    ['2026-04-05', '2026-05-02'],
  ])
  const overYears = planOfRecordMonths([at(2026, 12), at(2027, 1)], 2).map(({ start, end }) => [start, end])
  expect(overYears).toEqual([
    ['2027-01-03', '2027-01-30'],
    ['2027-01-31', '2027-02-27'],
  ])
})
