import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CountRow, fitPoisson, inverse } from '../../../server/catalogue/price_sensitivity/poisson.rules.ts'

const row = (group: number, cluster: number, x: number[], count: number, offset = 0): CountRow => ({
  group,
  cluster,
  x,
  offset,
  count,
})

test('worked by hand: 40 units at one price and 10 at twice that price, over four weeks each', () => {
  // The slope is ln(10 ÷ 40) ÷ ln 2 = −2; its variance is (1 ÷ 40 + 1 ÷ 10) ÷ (ln 2)², as the counts scatter little.
  const at = (price: number, counts: number[], from: number) =>
    counts.map((count, i) => row(0, from + i, [Math.log(price)], count))
  const fit = fitPoisson([...at(1, [10, 9, 11, 10], 0), ...at(2, [3, 2, 2, 3], 4)], [0])!
  expect(fit.coefficients[0]).toBeCloseTo(-2, 9)
  expect(fit.varianceOf([1])).toBeCloseTo(0.125 / Math.LN2 ** 2, 9)
  expect(fit.clusters).toBe(8)
})

test('weeks without a unit count: the same sales over more empty weeks at the high price are a steeper slope', () => {
  const sold = [10, 10, 10].map((count, i) => row(0, i, [0], count))
  const dear = (counts: number[]) => counts.map((count, i) => row(0, 3 + i, [Math.LN2], count))
  const slope = (rows: CountRow[]) => fitPoisson(rows, [0])!.coefficients[0]!
  expect(slope([...sold, ...dear([5, 5])])).toBeCloseTo(-1, 9)
  expect(slope([...sold, ...dear([5, 5, 0, 0])])).toBeCloseTo(-2, 9)
})

test('an offset is taken out, a level of each group is allowed for, and a group that sold nothing says nothing', () => {
  const rows = [1, 2].flatMap((group) =>
    [1, 2, 4].map((price) => row(group, price, [Math.log(price)], (160 * group * group) / price, Math.log(group))),
  )
  const silent = [1, 2, 4].map((price) => row(9, price, [Math.log(price)], 0))
  const fit = fitPoisson([...rows, ...silent], [0])!
  expect(fit.coefficients[0]).toBeCloseTo(-1, 9)
  expect(fit.deviance).toBeCloseTo(0, 9)
})

test('a prior pulls a coefficient towards zero, and decides what the rows say nothing about', () => {
  const rows = [1, 2, 1, 2].map((price, i) => row(0, i, [Math.log(price), 0], price === 1 ? 8 : 4))
  expect(fitPoisson(rows, [0, 0])).toBeNull()
  const fit = fitPoisson(rows, [0, 4])!
  expect(fit.coefficients).toEqual([expect.closeTo(-1, 9), 0])
  expect(fit.varianceOf([0, 1])).toBeCloseTo(0.25, 9)
  expect(fitPoisson(rows, [1e9, 4])!.coefficients[0]).toBeCloseTo(0, 6)
})

/** The likelihood written out with every level as a parameter, climbed one coordinate at a time. */
function climb(rows: readonly CountRow[], groups: number, size: number, precision: readonly number[]): number[] {
  const at = (all: readonly number[]) => {
    let sum = -precision.reduce((total, one, i) => total + (one * all[groups + i]! ** 2) / 2, 0)
    for (const { group, x, offset, count } of rows) {
      const line = all[group]! + offset + x.reduce((total, one, i) => total + one * all[groups + i]!, 0)
      sum += count * line - Math.exp(line)
    }
    return sum
  }
  const all = Array.from({ length: groups + size }, () => 0)
  for (let width = 1; width > 1e-7; width *= 0.9) {
    for (let pass = 0; pass < 4; pass++) {
      for (let i = 0; i < all.length; i++) {
        for (const step of [width, -width]) {
          const moved = all.with(i, all[i]! + step)
          if (at(moved) > at(all)) all[i] = moved[i]!
        }
      }
    }
  }
  return all.slice(groups)
}

test('an optimiser that knows nothing of the method finds the same coefficients', () => {
  const counts = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 24, maxLength: 24 })
  fc.assert(
    fc.property(counts, fc.constantFrom(0.5, 4), (some, prior) => {
      fc.pre(some.slice(0, 12).some((one) => one > 0) && some.slice(12).some((one) => one > 0))
      const rows = some.map((count, i) => row(i < 12 ? 0 : 1, i % 12, [((i * 7) % 5) / 4 - 0.5, (i % 12) / 12], count))
      const fit = fitPoisson(rows, [prior, prior])!
      const found = climb(rows, 2, 2, [prior, prior])
      for (const [i, one] of fit.coefficients.entries()) expect(Math.abs(one - found[i]!)).toBeLessThan(1e-3)
    }),
    { numRuns: 20, seed: 20_261_122 },
  )
})

test('counts that scatter more than chance, or weeks that are off together, widen the error', () => {
  const prices = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 0 : 0.3))
  const calm = prices.map((price, i) => row(0, i, [price], 20))
  const wild = prices.map((price, i) => row(0, i, [price], i % 4 < 2 ? 2 : 38))
  const together = wild.flatMap((one) => [0, 1, 2, 3].map((group) => ({ ...one, group })))
  const error = (rows: CountRow[]) => Math.sqrt(fitPoisson(rows, [0])!.varianceOf([1]))
  expect(error(wild)).toBeGreaterThan(3 * error(calm))
  // Four groups that move as one tell hardly more than one of them does.
  expect(error(together)).toBeGreaterThan(0.9 * error(wild))
})

test('an inverse undoes its matrix, and a singular one has none', () => {
  const found = inverse([
    [0, 2, 1],
    [1, 1, 0],
    [3, 0, 1],
  ])!
  const product = [0, 2, 1].reduce((sum, one, i) => sum + one * found[i]![0]!, 0)
  expect(product).toBeCloseTo(1, 12)
  expect(
    inverse([
      [1, 2],
      [2, 4],
    ]),
  ).toBeNull()
})

test('the deviance is twice the lost likelihood, and an empty week has one as well', () => {
  const of = (...counts: number[]) =>
    fitPoisson(
      counts.map((count, i) => row(0, i, [0], count)),
      [1],
    )!.deviance
  // Ten are expected of each: 2 · (4 · ln 0.4 + 16 · ln 1.6).
  expect(of(4, 16)).toBeCloseTo(2 * (4 * Math.log(0.4) + 16 * Math.log(1.6)), 9)
  // 2 · 20 · ln 2: what the empty one lacks, the other has too much.
  expect(of(0, 20)).toBeCloseTo(40 * Math.LN2, 9)
  expect(of(10, 10)).toBe(0)
})

/** The variance of one coefficient beside others of no weight, written out for fits of one coefficient. */
function plainVariance(rows: readonly CountRow[], prior: number, slope: number): number[] {
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()]
  const seen = groups.flatMap((own) => {
    const weights = own.map(({ x, offset }) => Math.exp(offset + slope * x[0]!))
    const scale = own.reduce((sum, { count }) => sum + count, 0) / weights.reduce((sum, one) => sum + one, 0)
    const mean =
      own.reduce((sum, { x }, i) => sum + weights[i]! * x[0]!, 0) / weights.reduce((sum, one) => sum + one, 0)
    return own.map(({ x, count, cluster }, i) => {
      const expected = weights[i]! * scale
      return { cluster, x: x[0]! - mean, expected, off: count - expected }
    })
  })
  const sumOf = (of: (one: (typeof seen)[number]) => number, some = seen) => some.reduce((sum, one) => sum + of(one), 0)
  const clusters = [...Map.groupBy(seen, ({ cluster }) => cluster).values()]
  const information = prior + sumOf(({ x, expected }) => expected * x ** 2)
  const parameters = 1 - prior / information
  const per = (sum: number, observations: number) => sum / Math.max(observations - parameters, 1)
  const ofRows = per(
    sumOf(({ off, expected }) => off ** 2 / expected),
    rows.length - groups.length,
  )
  const ofClusters = per(
    clusters.reduce((sum, own) => sum + sumOf(({ off }) => off, own) ** 2 / sumOf(({ expected }) => expected, own), 0),
    clusters.length - 1,
  )
  const scatter =
    prior +
    (clusters.length / Math.max(clusters.length - 1, 1)) *
      clusters.reduce((sum, own) => sum + sumOf(({ x, off }) => x * off, own) ** 2, 0)
  return [1 / information, ofRows / information, ofClusters / information, scatter / information ** 2]
}

test('the variance is the largest of four: of chance, of scattered rows, of clusters that are off, and of their scores', () => {
  const worlds: Record<string, CountRow[]> = {
    // Hardly any scatter.
    chance: [10, 9, 5, 5, 20, 19, 10, 11].map((count, i) => row(i < 4 ? 0 : 1, i, [i % 4 < 2 ? 0 : 1], count)),
    // Rows scatter, and cancel out within their clusters.
    rows: [30, 2, 3, 29, 40, 1, 2, 41].map((count, i) => row(0, i >> 1, [(i % 4) / 3], count)),
    // Two groups are off together, week by week.
    clusters: [20, 4, 22, 5, 21, 3].flatMap((count, week) =>
      [0, 1].map((group) => row(group, week, [week % 3], count * (group + 1), Math.log(group + 1))),
    ),
    // Most rows do not scatter; those that say most of the slope do.
    scores: [...Array.from({ length: 20 }, () => [0, 10]), [3, 20], [3, 2], [-3, 3], [-3, 18]].map(([x, count], i) =>
      row(0, i, [x!], count!),
    ),
  }
  const largest = Object.entries(worlds).map(([name, rows]) => {
    const prior = 0.5
    const fit = fitPoisson(rows, [prior])!
    const parts = plainVariance(rows, prior, fit.coefficients[0]!)
    expect([name, fit.varianceOf([1])]).toEqual([name, expect.closeTo(Math.max(...parts), 9)])
    // Beside a coefficient that the rows say nothing about, it is the same.
    const beside = fitPoisson(
      rows.map((one) => ({ ...one, x: [0, one.x[0]!] })),
      [1, prior],
    )!
    expect(beside.varianceOf([0, 1])).toBeCloseTo(Math.max(...parts), 9)
    return parts.indexOf(Math.max(...parts))
  })
  // Each of the four was met.
  expect(largest).toEqual([0, 1, 2, 3])
})
