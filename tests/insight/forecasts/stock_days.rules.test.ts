/** The share of each week on which a variant was in stock. */
import { expect, test } from 'bun:test'
import { exposureOf } from '../../../server/insight/forecasts/stock_days.rules.ts'

const of = (began: number | null, stocked: [number, number][] = [], sold_days: number[] = []) => {
  const { exposure, stockout_days } = exposureOf(
    { began, from_days: stocked.map(([from]) => from), to_days: stocked.map(([, to]) => to), sold_days } as never,
    2,
  )
  return [...exposure, stockout_days]
}

test('stock is unknown without a ledger and before it, and counts as there', () => {
  expect(exposureOf(undefined, 2)).toEqual({ exposure: Float64Array.from([1, 1]), stockout_days: 0 })
  expect(of(null, [[0, 3]])).toEqual([1, 1, 0])
  expect(of(7)).toEqual([1, 0, 7])
  expect(of(10)).toEqual([1, 1 - 4 / 7, 4])
  expect(of(14)).toEqual([1, 1, 0])
  expect(of(-3)).toEqual([0, 0, 14])
})

test('a day is in stock from the first to the last day of a stay', () => {
  expect(of(0, [[0, 6]])).toEqual([1, 0, 7])
  expect(of(0, [[2, 7]])).toEqual([1 - 2 / 7, 1 - 6 / 7, 8])
  expect(
    of(0, [
      [1, 1],
      [3, 20],
    ]),
  ).toEqual([1 - 2 / 7, 1, 2])
  expect(
    of(0, [
      [-5, 6],
      [7, 13],
    ]),
  ).toEqual([1, 1, 0])
})

test('a day with sales is in stock', () => {
  expect(of(0, [[0, 6]], [7, 13])).toEqual([1, 1 - 5 / 7, 5])
})
