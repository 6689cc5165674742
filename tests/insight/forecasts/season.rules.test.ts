/** The yearly curve of a category, the weeks that depart from it, and the factors of the coming weeks. */
import { expect, test } from 'bun:test'
import {
  type CategoryCurve,
  departuresOf,
  factorsOf,
  fitCategory,
  yearWeeks,
} from '../../../server/insight/forecasts/season.rules.ts'

const weeks = 104
const turn = (week: number) => (2 * Math.PI * (week + 0.5)) / 52
/** One wave a year of the given height, in logarithms, its top at the start of the year; a second and a third one on top. */
const season = (week: number) =>
  Math.exp(0.5 * Math.cos(turn(week)) + 0.2 * Math.sin(2 * turn(week)) - 0.1 * Math.cos(3 * turn(week)))
const yearly = Array.from({ length: 52 }, (_, week) => season(week))
const average = yearly.reduce((sum, one) => sum + one, 0) / 52
const product = (units: (week: number) => number, count = weeks) => ({
  units: Array.from({ length: count }, (_, week) => units(week)),
})
const flat = () => Float64Array.from({ length: yearWeeks }, () => 1)
const close = (found: ArrayLike<number>, expected: readonly number[], digits: number) =>
  expect(Array.from(found, (one, i) => [i, one])).toEqual(expected.map((one, i) => [i, expect.closeTo(one, digits)]))

test('with many units the curve is the season itself, its average 1', () => {
  const { curve, trend, totals } = fitCategory([product((week) => 1e7 * season(week))], weeks)
  close(
    curve,
    yearly.map((one) => one / average),
    4,
  )
  expect(curve.reduce((sum, one) => sum + one, 0) / 52).toBeCloseTo(1, 9)
  expect(trend).toBeCloseTo(0, 4)
  expect(totals.units[10]).toBe(1e7 * season(10))
  // What would sell without a season is the same in every week.
  expect(totals.exposure[0]! / (1e7 * average)).toBeCloseTo(1, 4)
  expect(totals.exposure[0]).toBe(totals.exposure[103])
})

test('growth is told apart from the season', () => {
  const growing = (week: number) => 1e7 * season(week) * Math.exp(0.3 * ((week - 52) / 52))
  const { curve, trend } = fitCategory([product(growing)], weeks)
  expect(trend).toBeCloseTo(0.3, 2)
  close(
    curve,
    yearly.map((one) => one / average),
    2,
  )
})

test('with few units the curve stays nearly flat', () => {
  const height = (scale: number) => {
    const { curve } = fitCategory([product((week) => scale * season(week))], weeks)
    return Math.max(...curve) - Math.min(...curve)
  }
  const whole = Math.max(...yearly) / average - Math.min(...yearly) / average
  expect(height(0.02) / whole).toBeLessThan(0.3)
  expect(height(0.2) / whole).toBeGreaterThan(height(0.02) / whole)
  expect(height(1e6) / whole).toBeCloseTo(1, 3)
})

test('a category without sales has a flat curve, no trend and no exposure', () => {
  for (const products of [[], [product(() => 0)]]) {
    const { curve, totals, trend } = fitCategory(products, weeks)
    close(curve, Array.from(flat()), 12)
    expect(trend).toBe(0)
    expect([...totals.exposure, ...totals.units].every((one) => one === 0)).toBe(true)
    expect(totals.units).toHaveLength(weeks)
  }
})

/** Which weeks a product counts in. */
const exposed = (units: (week: number) => number) => {
  const { totals } = fitCategory([product(units, 60)], 60)
  return totals.exposure.reduce((found: number[], one, week) => (one > 0 ? [...found, week] : found), [])
}

test('a product counts from its first sale on, and no longer once it has not sold for six weeks', () => {
  const between = (first: number, last: number) => exposed((week) => (week >= first && week <= last ? 10 : 0))
  expect([between(10, 59).at(0), between(10, 59).at(-1), between(10, 59).length]).toEqual([10, 59, 50])
  // 59 − 54 are five weeks without a sale, 59 − 53 are six.
  expect(between(10, 54).at(-1)).toBe(59)
  expect([between(10, 53).at(-1), between(10, 53).length]).toEqual([53, 44])
  expect(exposed((week) => (week === 20 ? 10 : 0))).toEqual([20])
  expect(exposed((week) => (week === 0 ? 10 : 0))).toEqual([0])
  // Weeks without a sale in between count.
  expect(exposed((week) => (week === 10 || week === 30 ? 10 : 0))).toHaveLength(21)
})

test('levels of products add up, each over its own weeks', () => {
  const { totals } = fitCategory([product(() => 10, 60), product((week) => (week < 30 ? 0 : 4), 60)], 60)
  expect([totals.units[29], totals.units[30]]).toEqual([10, 14])
  // Taken back to no season, each level is its units over the season of its weeks; the curve is nearly flat.
  expect(totals.exposure[29]! / 10).toBeCloseTo(1, 1)
  expect((totals.exposure[30]! - totals.exposure[29]!) / 4).toBeCloseTo(1, 1)
})

test('returns that outweigh sales leave a product out', () => {
  const { totals } = fitCategory([product((week) => (week === 5 ? 1 : week === 6 ? -3 : week === 7 ? 1 : 0), 60)], 60)
  expect(totals.units.every((one) => one === 0)).toBe(true)
})

const category = (units: (week: number) => number, exposure = 1_000, trend = 0, curve = flat()): CategoryCurve => ({
  curve,
  trend,
  totals: {
    units: Float64Array.from({ length: weeks }, (_, week) => units(week)),
    exposure: Float64Array.from({ length: weeks }, () => exposure),
  },
})

test('a week departs by what it sold beside what the curve expects, with sixty units of doubt', () => {
  const departures = departuresOf([category((week) => (week % 52 === 47 ? 3_000 : 1_000))], weeks)
  // The last year counts whole, the one before 0.4.
  expect(departures[47]).toBeCloseTo((1.4 * 3_000 + 60) / (1.4 * 1_000 + 60), 9)
  expect(departures[10]).toBeCloseTo(1, 9)
  expect(departures).toHaveLength(yearWeeks)
  const moved = departuresOf([category((week) => (week === 47 ? 3_000 : 1_000))], weeks)
  expect(moved[47]).toBeCloseTo((0.4 * 3_000 + 1_000 + 60) / (1.4 * 1_000 + 60), 9)
  // Week 52 is the first of the last 52 weeks; week 51 belongs to those before.
  const edge = (at: number) => departuresOf([category((week) => (week === at ? 2_000 : 1_000))], weeks)[at % 52]
  expect(edge(52)).toBeCloseTo((2_000 + 400 + 60) / (1_400 + 60), 9)
  expect(edge(51)).toBeCloseTo((800 + 1_000 + 60) / (1_400 + 60), 9)
})

test('categories count together, each beside its own curve and trend', () => {
  const curve = flat().map((one, week) => (week === 5 ? 2 * one : one))
  const both = [category((week) => (week % 52 === 5 ? 2_000 : 1_000), 1_000, 0, curve), category(() => 1_000)]
  expect(departuresOf(both, weeks)[5]).toBeCloseTo(1, 9)
  const growing = category((week) => 1_000 * Math.exp(0.2 * ((week - 52) / 52)), 1_000, 0.2)
  for (const one of departuresOf([growing], weeks)) expect(one).toBeCloseTo(1, 9)
})

test('where weeks vary anyway, a departure needs more units; the holidays themselves do not count as such', () => {
  // A residual of ±100 of 1,000 squared is 10: its median over 0.455 multiplies the units of doubt.
  const uneven = departuresOf([category((week) => (week % 52 === 47 ? 3_000 : week % 2 === 0 ? 900 : 1_100))], weeks)
  const doubt = 60 * (10 / 0.455)
  expect(uneven[47]).toBeCloseTo((1.4 * 3_000 + doubt) / (1.4 * 1_000 + doubt), 9)
  expect(uneven[10]).toBeCloseTo((1.4 * 900 + doubt) / (1.4 * 1_000 + doubt), 9)
})

test('without data no week departs', () => {
  for (const none of [[], [category(() => 0, 0)]])
    for (const one of departuresOf(none, weeks)) expect(one).toBeCloseTo(1, 12)
})

test('factors repeat the year from the first week of the history on, and are never zero', () => {
  const curve = flat().with(0, 2).with(1, 0.01)
  const departures = flat().with(0, 1.5)
  const factors = factorsOf(curve, departures, 106)
  expect(factors).toHaveLength(106)
  expect([factors[0], factors[1], factors[2]]).toEqual([3, 0.02, 1])
  expect([factors[52], factors[104], factors[105]]).toEqual([3, 3, 0.02])
})

test('few and uneven sales of two products keep the curve that the accuracy of forecasts was measured with', () => {
  const uneven = (week: number) => Math.round(20 * season(week) * (1 + 0.004 * week) * [0.2, 1, 2.5, 0.6, 1][week % 5]!)
  const { curve, trend, totals } = fitCategory(
    [product(uneven), product((week) => (week < 40 ? 0 : uneven(week + 3)))],
    weeks,
  )
  expect([0, 13, 26, 40].map((week) => curve[week])).toEqual(
    [1.454916, 0.774116, 0.695448, 1.052674].map((one) => expect.closeTo(one, 5)),
  )
  expect(trend).toBeCloseTo(0.012285, 5)
  expect(totals.exposure[103]).toBeCloseTo(56.34141, 3)
  // Less than a year, over which the waves are not independent of each other.
  const part = fitCategory([product(uneven, 40)], 40)
  expect([0, 13, 26, 40].map((week) => part.curve[week])).toEqual(
    [1.192123, 0.89782, 0.742534, 1.045989].map((one) => expect.closeTo(one, 5)),
  )
})
