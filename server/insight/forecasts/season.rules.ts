/**
 * Seasonality of a category, from the weekly units of its products: a smooth yearly curve for the category, and the weeks
 * of the year that depart from it (holidays, sales periods) for all categories together. One item has too little history
 * for either. Pure.
 */

export const yearWeeks = 52
const waves = 3
const waveCount = 2 * waves
/** Standard deviation of the logarithm of a wave before any data; the curve stays flat where there are few units. */
const waveDeviation = 0.35
/** The same of the trend of a year, which the curve leaves out: levels follow it. */
const trendDeviation = 0.03
/** Units that a week needs, in multiples of its overdispersion, before its own departure counts half. */
const departureUnits = 60
/** Holidays move within the calendar, so the last year shows best where the next ones are. */
const earlierWeight = 0.4
const rounds = 6
/** A product without sales for so many weeks before the origin has stopped selling, so its later weeks say nothing. */
const stoppedWeeks = 6

export interface ProductWeeks {
  /** Units by week, the last of them the origin week. */
  units: ArrayLike<number>
}

export interface CategoryTotals {
  units: Float64Array
  /** Units of each week if there were no season: the levels of the products that were on sale. */
  exposure: Float64Array
}

const turnOf = (week: number) => (2 * Math.PI * (week + 0.5)) / yearWeeks
const wavesAt = Array.from({ length: yearWeeks }, (_, week) =>
  Array.from({ length: waves }, (_, i) => [Math.cos((i + 1) * turnOf(week)), Math.sin((i + 1) * turnOf(week))]).flat(),
)
const ofYear = (week: number) => ((week % yearWeeks) + yearWeeks) % yearWeeks

function spanOf({ units }: ProductWeeks): [number, number] {
  // Outside the weeks there is no number, and the search ends.
  let first = 0
  while (units[first]! <= 0) first++
  let last = units.length - 1
  while (units[last]! <= 0) last--
  return [first, units.length - 1 - last < stoppedWeeks ? units.length - 1 : last]
}

/** Gaussian elimination of a small symmetric system; changes its arguments. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length
  for (let i = 0; i < size; i++) {
    const pivot = matrix[i]![i]! || 1e-12
    for (let j = i + 1; j < size; j++) {
      const factor = matrix[j]![i]! / pivot
      for (let k = i; k < size; k++) matrix[j]![k]! -= factor * matrix[i]![k]!
      right[j]! -= factor * right[i]!
    }
  }
  const solution = Array.from({ length: size }, () => 0)
  for (let i = size - 1; i >= 0; i--) {
    let rest = right[i]!
    for (let j = i + 1; j < size; j++) rest -= matrix[i]![j]! * solution[j]!
    solution[i] = rest / (matrix[i]![i]! || 1e-12)
  }
  return solution
}

const precisions = [...Array.from({ length: waveCount }, () => 1 / waveDeviation ** 2), 1 / trendDeviation ** 2]
const yearsBefore = (week: number, weeks: number) => (week - weeks / 2) / yearWeeks

/** One Newton step of a Poisson regression of weekly units on the waves and a trend, with a normal prior. */
function improve(coefficients: readonly number[], { units, exposure }: CategoryTotals, dispersion: number) {
  const size = coefficients.length + 1
  const matrix = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => (i === j && i > 0 ? dispersion * precisions[i - 1]! : 0)),
  )
  const right = Array.from({ length: size }, (_, i) =>
    i === 0 ? 0 : -dispersion * coefficients[i - 1]! * precisions[i - 1]!,
  )
  for (let week = 0; week < units.length; week++) {
    const x = [1, ...wavesAt[ofYear(week)]!, yearsBefore(week, units.length)]
    const expected =
      exposure[week]! * Math.exp(x.reduce((sum, one, i) => sum + (i ? one * coefficients[i - 1]! : 0), 0))
    for (let i = 0; i < size; i++) {
      right[i]! += (units[week]! - expected) * x[i]!
      for (let j = 0; j < size; j++) matrix[i]![j]! += expected * x[i]! * x[j]!
    }
  }
  matrix[0]![0]! += 1e-6
  const step = solve(matrix, right)
  return coefficients.map((one, i) => Math.max(-1.5, Math.min(1.5, one + Math.max(-0.5, Math.min(0.5, step[i + 1]!)))))
}

/** The yearly curve by week of the year, its average 1. */
function curveOf(coefficients: readonly number[]): Float64Array {
  const curve = Float64Array.from(wavesAt, (x) => Math.exp(x.reduce((sum, one, i) => sum + one * coefficients[i]!, 0)))
  const average = curve.reduce((sum, one) => sum + one, 0) / yearWeeks
  return curve.map((one) => one / average)
}

function totalsOf(products: readonly ProductWeeks[], weeks: number, curve: ArrayLike<number>): CategoryTotals {
  const totals = { units: new Float64Array(weeks), exposure: new Float64Array(weeks) }
  for (const product of products) {
    const [first, last] = spanOf(product)
    let [sold, season] = [0, 0]
    for (let week = first; week <= last; week++) {
      sold += product.units[week]!
      season += curve[ofYear(week)]!
    }
    if (sold <= 0 || season <= 0) continue
    for (let week = first; week <= last; week++) {
      totals.units[week]! += product.units[week]!
      totals.exposure[week]! += sold / season
    }
  }
  return totals
}

/** Mean squared Pearson residual: 1 for independent sales, more where weeks vary together. */
function dispersionOf({ units, exposure }: CategoryTotals, curve: ArrayLike<number>, trend: number): number {
  let [sum, count] = [0, 0]
  for (let week = 0; week < units.length; week++) {
    const expected = exposure[week]! * curve[ofYear(week)]! * Math.exp(trend * yearsBefore(week, units.length))
    if (expected <= 0) continue
    sum += (units[week]! - expected) ** 2 / expected
    count++
  }
  return count === 0 ? 1 : Math.max(1, sum / count)
}

export interface CategoryCurve {
  curve: Float64Array
  totals: CategoryTotals
  /** Growth of a year, as a logarithm. */
  trend: number
}

/** The yearly curve of a category. Levels of products and the curve are fitted in turn. */
export function fitCategory(products: readonly ProductWeeks[], weeks: number): CategoryCurve {
  let coefficients = Array.from({ length: waveCount + 1 }, () => 0)
  let curve = curveOf(coefficients)
  let totals = totalsOf(products, weeks, curve)
  for (let round = 0; round < rounds; round++) {
    const dispersion = dispersionOf(totals, curve, coefficients[waveCount]!)
    coefficients = improve(coefficients, totals, dispersion)
    coefficients = improve(coefficients, totals, dispersion)
    curve = curveOf(coefficients)
    totals = totalsOf(products, weeks, curve)
  }
  return { curve, totals, trend: coefficients[waveCount]! }
}

/** How the weeks of the year depart from the curves, for all categories together; 1 where there is too little data. */
export function departuresOf(categories: readonly CategoryCurve[], weeks: number): Float64Array {
  const sold = new Float64Array(yearWeeks)
  const expected = new Float64Array(yearWeeks)
  const [allSold, allExpected] = [new Float64Array(weeks), new Float64Array(weeks)]
  for (const { curve, totals, trend } of categories)
    for (let week = 0; week < weeks; week++) {
      const one = totals.exposure[week]! * curve[ofYear(week)]! * Math.exp(trend * yearsBefore(week, weeks))
      const weight = weeks - week > yearWeeks ? earlierWeight : 1
      sold[ofYear(week)]! += weight * totals.units[week]!
      expected[ofYear(week)]! += weight * one
      allSold[week]! += totals.units[week]!
      allExpected[week]! += one
    }
  const residuals = Array.from(allSold, (units, i) =>
    allExpected[i]! > 0 ? (units - allExpected[i]!) ** 2 / allExpected[i]! : null,
  ).filter((one) => one !== null)
  // The median of squared residuals, so that the holidays themselves do not count as noise.
  const median = residuals.sort((a, b) => a - b)[Math.floor(residuals.length / 2)] ?? 1
  const weight = departureUnits * Math.max(1, median / 0.455)
  return sold.map((units, i) => (units + weight) / (expected[i]! + weight))
}

/** Seasonal factors of the weeks from the first of the history on, the coming ones included. */
export function factorsOf(curve: ArrayLike<number>, departures: ArrayLike<number>, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, week) =>
    Math.max(0.02, curve[ofYear(week)]! * departures[ofYear(week)]!),
  )
}
