import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  fitLogLog,
  labelOf,
  leftOutBecause,
  realisedCents,
  type SalesWeek,
  studentQuantile,
  tooLittle,
} from '../../../server/areas/products/price_sensitivity.rules.ts'

test('worked by hand: two prices, four weeks each, units that scatter by a factor of two', () => {
  // In logarithms to base 2: x is 0 or 1; y is 5, 3, 5, 3 at 0 and 3, 1, 3, 1 at 1. The means are 4 and 2, so the slope
  // is −2; every residual is ±1, so they sum to 8 squared. Sxx = 2, hence the error is √(8 ÷ 6 ÷ 2) = √⅔; of the 16
  // that y varies by, 8 are explained. Student's t for 6 degrees is 2.4469, so the interval reaches 1.9979.
  const points = [32, 8, 32, 8].map((units) => ({ price: 1, units }))
  points.push(...[8, 2, 8, 2].map((units) => ({ price: 2, units })))
  const fit = fitLogLog(points)
  expect(fit.elasticity).toBeCloseTo(-2, 12)
  expect(fit.standard_error).toBeCloseTo(Math.sqrt(2 / 3), 12)
  expect(fit.r_squared).toBeCloseTo(0.5, 12)
  expect(fit.low).toBeCloseTo(-3.9979, 3)
  expect(fit.high).toBeCloseTo(-0.0021, 3)
})

test('a known elasticity is found exactly, whatever the units of price and quantity', () => {
  const price = fc.double({ min: 0.5, max: 500, noNaN: true })
  fc.assert(
    fc.property(
      fc.double({ min: -5, max: 2, noNaN: true }),
      fc.double({ min: 0.1, max: 10_000, noNaN: true }),
      fc.uniqueArray(price, { minLength: 8, maxLength: 40, selector: (one) => Math.round(one) }),
      (elasticity, scale, prices) => {
        const fit = fitLogLog(prices.map((one) => ({ price: one, units: scale * one ** elasticity })))
        expect(fit.elasticity).toBeCloseTo(elasticity, 6)
        expect(fit.standard_error).toBeLessThan(1e-5)
      },
    ),
    { numRuns: 200, seed: 20_261_121 },
  )
})

test('units that never change are explained by nothing and answer to nothing', () => {
  const fit = fitLogLog([1, 2, 4, 8, 1, 2, 4, 8].map((price) => ({ price, units: 5 })))
  expect(fit).toEqual({ elasticity: 0, standard_error: 0, low: 0, high: 0, r_squared: null })
  expect(labelOf(fit)).toBe('inelastic')
})

test("Student's t agrees with its table", () => {
  for (const [degrees, quantile] of [
    [6, 2.4469],
    [8, 2.306],
    [10, 2.2281],
    [30, 2.0423],
    [102, 1.9835],
  ] as const)
    expect(Math.abs(studentQuantile(degrees) - quantile)).toBeLessThan(0.0005)
})

test('the label says no more than the interval allows', () => {
  const label = (low: number, elasticity: number, high: number) => labelOf({ low, elasticity, high })
  expect(label(-3, -2, -1.2)).toBe('elastic')
  expect(label(-2, -1, -0.1)).toBe('elastic')
  expect(label(-1.5, -0.9, -0.3)).toBe('inelastic')
  expect(label(-0.5, -0.1, 0.3)).toBe('inelastic')
  expect(label(-2, -0.8, 0.4)).toBe('inconclusive')
  expect(label(-3, 0.5, 4)).toBe('inconclusive')
  expect(label(0.1, 0.9, 1.7)).toBe('positive')
})

const week = (some: Partial<SalesWeek>): SalesWeek => ({
  week_start: '2026-03-02',
  units: 10,
  net_cents: 10_000,
  stockout_days: 0,
  ...some,
})

test('a week counts when it sold at a price and nothing says that the shelf was empty', () => {
  expect(leftOutBecause(week({}))).toBeNull()
  expect(leftOutBecause(week({ stockout_days: null }))).toBeNull()
  expect(leftOutBecause(week({ stockout_days: 1 }))).toBe('out_of_stock')
  expect(leftOutBecause(week({ stockout_days: 7, units: 0 }))).toBe('out_of_stock')
  expect(leftOutBecause(week({ units: 0, net_cents: 0 }))).toBe('no_sales')
  expect(leftOutBecause(week({ net_cents: 0 }))).toBe('no_price')
  expect(realisedCents(week({ units: 3, net_cents: 1000 }))).toBe(333)
  expect(realisedCents(week({ units: 0 }))).toBeNull()
})

test('too little evidence is refused for its first reason, at the very bounds', () => {
  const at = (cents: number[]) => cents.map((one) => week({ units: 1, net_cents: one }))
  const seven = [900, 1000, 1100, 900, 1000, 1100, 900]
  expect(tooLittle(at(seven))).toEqual({
    code: 'too_few_weeks',
    sentence: 'Only 7 weeks count (in stock all week and sold); 8 are needed.',
  })
  expect(tooLittle(at([...seven, 1000]))).toBeNull()
  expect(tooLittle(at(Array(8).fill(1000)))?.code).toBe('no_price_variation')
  expect(tooLittle(at([...Array(7).fill(1000), 2000]))?.code).toBe('too_few_prices')
  expect(tooLittle(at([...Array(6).fill(1000), 1010, 1019]))?.code).toBe('price_range_too_narrow')
  expect(tooLittle(at([...Array(6).fill(1000), 1010, 1020]))).toBeNull()
})
