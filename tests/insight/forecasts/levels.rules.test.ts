/** Levels of an item: moving averages, smoothing, intermittent sales, and the recent sales of its product. */
import { expect, test } from 'bun:test'
import {
  candidatesOf,
  type Item,
  itemOf,
  productRatios,
  rateOf,
} from '../../../server/insight/forecasts/levels.rules.ts'

const times = (count: number, value: number) => Array.from({ length: count }, () => value)
const flat = (count: number) => times(count, 1)
const item = (units: number[], factors = flat(units.length), exposure = flat(units.length)): Item =>
  itemOf({ units: Float64Array.from(units), exposure: Float64Array.from(exposure) }, factors)
/** Levels of a method, one list for each of its candidates. */
const levels = (
  method: string,
  units: number[],
  { factors = flat(units.length), exposure = flat(units.length), first = 0, ratios = flat(units.length) } = {},
) =>
  candidatesOf(item(units, factors, exposure), factors, {
    first,
    ratios: Float64Array.from(ratios),
    methods: [method],
  }).map((one) => [...one.levels])
const close = (found: readonly number[], expected: readonly number[]) => {
  expect(found).toHaveLength(expected.length)
  for (const [i, one] of expected.entries()) expect([i, found[i]!]).toEqual([i, expect.closeTo(one, 9)])
}

test('a rate is the units over what the weeks weigh: their factor times the days in stock', () => {
  const one = item([0, 4, 6, 0], [1, 2, 1, 1], [1, 1, 0.5, 0])
  expect([...one.sold]).toEqual([0, 0, 4, 10, 10])
  expect([...one.weight]).toEqual([0, 1, 3, 3.5, 3.5])
  expect(rateOf(one, 0, 4)).toBe(10 / 3.5)
  expect(rateOf(one, 1, 2)).toBe(2)
  expect(rateOf(one, 2, 3)).toBe(12)
  expect(rateOf(one, 3, 4)).toBe(0)
})

test('moving averages follow the last 52, 8 and 26 weeks; the longest follows the product', () => {
  const units = [...times(50, 3), ...times(10, 9)]
  const [long, short, middle] = levels('moving_average', units, { ratios: times(60, 2) })
  expect(long![59]).toBeCloseTo(((42 * 3 + 10 * 9) / 52) * 2, 9)
  expect(short![59]).toBeCloseTo(9, 9)
  expect(short![52]).toBeCloseTo((5 * 3 + 3 * 9) / 8, 9)
  expect(middle![59]).toBeCloseTo((16 * 3 + 10 * 9) / 26, 9)
  expect(levels('moving_average', units)).toHaveLength(3)
})

test('weeks before the first that counts have no level and are in no average', () => {
  const [long, short] = levels('moving_average', [100, 100, 4, 6], { first: 2 })
  expect(long).toEqual([0, 0, 4, 5])
  expect(short).toEqual([0, 0, 4, 5])
})

test('smoothing starts from the average of the first eight weeks and moves by its share of each later error', () => {
  const [slow, fast, trending] = levels('exponential_smoothing', [...times(4, 6), ...times(4, 10), 16, 16])
  for (const one of [slow, fast, trending]) close(one!.slice(0, 8), times(8, 8))
  close(slow!.slice(8), [8.64, 8.64 + 0.08 * (16 - 8.64)])
  close(fast!.slice(8), [10, 11.5])
  // 8 + 0.15 · 8 = 9.2 with a trend of 0.1 · 0.15 · 1.2; a level looks two weeks ahead.
  close(trending!.slice(8), [9.2 + 2 * 0.018, 10.233005 + 2 * 0.030565575])
})

test('a week without stock leaves the level as it is, and one with little weight moves it less', () => {
  const units = [...times(8, 8), 0, 16]
  const [slow] = levels('exponential_smoothing', units, { exposure: [...flat(8), 0, 1] })
  close(slow!.slice(8), [8, 8.64])
  // Half the days of a week of factor 1: 8 units are 16 a week, and count half.
  const [half] = levels('exponential_smoothing', [...times(8, 8), 8], { exposure: [...flat(8), 0.5] })
  close(half!.slice(8), [8 + 0.04 * 8])
  // A strong week does not count more than once: 32 units at factor 4 are 8.
  const [strong] = levels('exponential_smoothing', [...times(8, 8), 64], { factors: [...flat(8), 4] })
  close(strong!.slice(8), [8 + 0.08 * 8])
})

test('smoothed levels are never negative, however fast sales end', () => {
  const [slow, , trending] = levels('exponential_smoothing', [...times(8, 40), ...times(60, 0)])
  expect(Math.min(...trending!)).toBe(0)
  expect(slow!.at(-1)!).toBeCloseTo(40 * 0.92 ** 60, 9)
  const [late] = levels('exponential_smoothing', [5, ...times(4, 7)], { first: 1 })
  close(late!, [0, ...times(4, 7)])
})

test('rare sales are the chance of a week with sales times its units', () => {
  // Four of sixteen weeks with sales, of five units each.
  const start = Array.from({ length: 16 }, (_, week) => (week % 4 === 0 ? 5 : 0))
  const [found] = levels('intermittent', [...start, 0, 10, 0])
  close(found!.slice(0, 16), times(16, 0.25 * 5))
  const chances = [0.25 * 0.94, 0.25 * 0.94 * 0.94 + 0.06, (0.25 * 0.94 * 0.94 + 0.06) * 0.94]
  close(found!.slice(16), [chances[0]! * 5, chances[1]! * 5.5, chances[2]! * 5.5])
})

test('rare sales count by the factor and the stock of their week, and not at all without stock', () => {
  const start = Array.from({ length: 16 }, (_, week) => (week % 4 === 0 ? 10 : 0))
  const [found] = levels('intermittent', [...start, 10, 0], {
    factors: [...times(16, 2), 2, 1],
    exposure: [...flat(16), 0.25, 0],
  })
  // Ten at factor 2 are five; ten on a quarter of its days are twenty.
  close(found!.slice(16), times(2, (0.25 + 0.015 * 0.75) * 6.5))
})

test('an item that first sells after its first sixteen weeks takes its size from that sale', () => {
  const [found] = levels('intermittent', [...times(16, 0), 0, 7])
  close(found!, [...times(17, 0), 0.06 * 7])
  const [late] = levels('intermittent', [9, 0, 6], { first: 1 })
  close(late!, [0, 0.5 * 6, 0.5 * 6])
  // Without a week that counts there is nothing to say.
  expect(levels('intermittent', [1, 2], { first: 2 })).toEqual([[0, 0]])
})

test('candidates are those of the methods that are asked for, averages first', () => {
  const of = (...methods: string[]) =>
    candidatesOf(item([1, 2]), [1, 1], { first: 0, ratios: Float64Array.from([1, 1]), methods }).map(
      ({ method }) => method,
    )
  expect(of('intermittent', 'exponential_smoothing', 'moving_average')).toEqual([
    ...Array.from({ length: 3 }, () => 'moving_average' as const),
    ...Array.from({ length: 3 }, () => 'exponential_smoothing' as const),
    'intermittent',
  ])
  expect(of('intermittent')).toEqual(['intermittent'])
  expect(of('seasonal_naive')).toEqual([])
})

const ratios = (items: Item[], first = 0) => [...productRatios(items, first, items[0]!.units.length)]

test('a product sells more or less than its items did in a year: the last eight weeks against that rate', () => {
  const grown = item([...times(8, 2), ...times(8, 10)])
  // 80 units against 6 a week, and eight units of doubt on both sides.
  expect(ratios([grown])[15]).toBeCloseTo(88 / 56, 9)
  expect(ratios([grown])[0]).toBeCloseTo(1, 9)
  const both = ratios([grown, item(times(16, 5))])
  expect(both[15]).toBeCloseTo((80 + 40 + 8) / (48 + 40 + 8), 9)
  // Weeks before the product's first have no say, and a ratio of 1.
  expect(ratios([item([50, 50, ...times(4, 3)])], 2)).toEqual(flat(6))
  const longer = item([...times(10, 100), ...times(52, 1), ...times(8, 3)])
  expect(ratios([longer])[69]).toBeCloseTo((24 + 8) / (8 * ((44 + 24) / 52) + 8), 9)
})

test('items that sell rarely and in bulk say nothing of their product', () => {
  const bulk = (selling: number, units: number) =>
    item(Array.from({ length: 10 }, (_, week) => (week >= 10 - selling ? units : 0)))
  const isCounted = (one: Item) => ratios([one]).some((ratio) => ratio !== 1)
  expect(isCounted(bulk(2, 4))).toBe(false)
  expect(isCounted(bulk(2, 3.9))).toBe(true)
  expect(isCounted(bulk(3, 40))).toBe(true)
  expect(isCounted(bulk(2, 40))).toBe(false)
})
