/**
 * Poisson regression with a level for each group of rows (computed in closed form, not fitted) and a normal prior with
 * mean zero on each coefficient. Solved by Newton's method. Counts of zero are used.
 */

export interface CountRow {
  /** Rows of one group share a level, for example one channel that sells one variant. */
  group: number
  /** Errors within a cluster may be correlated, for example within one week. */
  cluster: number
  x: readonly number[]
  /** Logarithm of the known multiplier of the expected count; zero when nothing is known. */
  offset: number
  count: number
}

export interface PoissonFit {
  coefficients: number[]
  /** Variance of a contrast: the larger of the dispersion-scaled and the cluster-robust estimate. */
  varianceOf: (contrast: readonly number[]) => number
  /** Deviance of the counts from the fitted counts. */
  deviance: number
  clusters: number
}

type Matrix = number[][]

const steps_max = 50
const halvingsMax = 30
const tolerance = 1e-10

const zeros = (size: number) => Array.from({ length: size }, () => 0)
const diagonal = (values: readonly number[]): Matrix =>
  values.map((value, i) => values.map((_, j) => (i === j ? value : 0)))
function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
const times = (matrix: Matrix, vector: readonly number[]) => matrix.map((row) => dot(row, vector))

/** Gauss-Jordan with row exchange; null where the matrix is singular. */
export function inverse(matrix: Matrix): Matrix | null {
  const size = matrix.length
  const rows = matrix.map((row, i) => [...row, ...zeros(size).map((_, j) => (i === j ? 1 : 0))])
  for (let i = 0; i < size; i++) {
    let pivot = i
    for (let r = i + 1; r < size; r++) if (Math.abs(rows[r]![i]!) > Math.abs(rows[pivot]![i]!)) pivot = r
    const scale = rows[pivot]![i]!
    if (!(Math.abs(scale) > 1e-12)) return null
    ;[rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!]
    rows[i] = rows[i]!.map((one) => one / scale)
    for (let r = 0; r < size; r++) {
      const factor = rows[r]![i]!
      if (r !== i && factor !== 0) rows[r] = rows[r]!.map((one, c) => one - factor * rows[i]![c]!)
    }
  }
  return rows.map((row) => row.slice(size))
}

/** A group with only zero counts does not identify its level and is left out. */
const groupsOf = (rows: readonly CountRow[]) =>
  [...Map.groupBy(rows, ({ group }) => group).values()].filter((some) => some.some(({ count }) => count > 0))

/** Fitted counts of one group: its total, distributed in proportion to the expected counts of its rows. */
function fittedOf(rows: readonly CountRow[], b: readonly number[]): number[] {
  const expected = rows.map(({ x, offset }) => Math.exp(offset + dot(x, b)))
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const sum = expected.reduce((all, one) => all + one, 0)
  return expected.map((one) => (total * one) / sum)
}

/** The logarithm of the likelihood and the prior, up to a constant. */
function fitness(groups: readonly CountRow[][], b: readonly number[], precision: readonly number[]): number {
  let sum = -0.5 * b.reduce((all, one, i) => all + precision[i]! * one * one, 0)
  for (const rows of groups) {
    const fitted = fittedOf(rows, b)
    for (const [i, { count }] of rows.entries()) if (count > 0) sum += count * Math.log(fitted[i]!)
  }
  return sum
}

interface Slope {
  gradient: number[]
  information: Matrix
  /** Mean of each column in each group, weighted by the fitted counts. */
  means: number[][]
  fitted: number[][]
}

function slopeOf(groups: readonly CountRow[][], b: readonly number[], precision: readonly number[]): Slope {
  const size = b.length
  const gradient = b.map((one, i) => -precision[i]! * one)
  const information = diagonal(precision)
  const fitted = groups.map((rows) => fittedOf(rows, b))
  const means = groups.map((rows, g) => {
    const mean = zeros(size)
    const total = rows.reduce((sum, { count }) => sum + count, 0)
    for (const [i, { x, count }] of rows.entries()) {
      const weight = fitted[g]![i]!
      for (let j = 0; j < size; j++) {
        mean[j]! += (weight * x[j]!) / total
        gradient[j]! += x[j]! * (count - weight)
        for (let k = 0; k <= j; k++) information[j]![k]! += weight * x[j]! * x[k]!
      }
    }
    for (let j = 0; j < size; j++) for (let k = 0; k <= j; k++) information[j]![k]! -= total * mean[j]! * mean[k]!
    return mean
  })
  for (let j = 0; j < size; j++) for (let k = 0; k < j; k++) information[k]![j] = information[j]![k]!
  return { gradient, information, means, fitted }
}

/** The middle of the cluster-robust sandwich estimator: outer products of the cluster scores, plus the prior. */
function scatterOf(groups: readonly CountRow[][], { means, fitted }: Slope, precision: readonly number[]) {
  const scores = new Map<number, number[]>()
  for (const [g, rows] of groups.entries()) {
    for (const [i, { x, count, cluster }] of rows.entries()) {
      const score = scores.get(cluster) ?? zeros(precision.length)
      for (let j = 0; j < x.length; j++) score[j]! += (x[j]! - means[g]![j]!) * (count - fitted[g]![i]!)
      scores.set(cluster, score)
    }
  }
  const scatter = diagonal(precision)
  const small = scores.size / Math.max(scores.size - 1, 1)
  for (const score of scores.values())
    for (let j = 0; j < score.length; j++)
      for (let k = 0; k < score.length; k++) scatter[j]![k]! += small * score[j]! * score[k]!
  return { scatter, clusters: scores.size }
}

/**
 * Pearson dispersion of rows or of clusters, whichever is larger, and at least 1: above 1 when counts vary more than
 * Poisson counts would or when the errors within a cluster are correlated.
 */
function dispersionOf(groups: readonly CountRow[][], fitted: readonly number[][], parameters: number): number {
  const clusters = new Map<number, { off: number; fitted: number }>()
  let [ofRows, rows] = [0, 0]
  for (const [g, some] of groups.entries()) {
    rows += some.length - 1
    for (const [i, { count, cluster }] of some.entries()) {
      const [expected, sum] = [fitted[g]![i]!, clusters.get(cluster) ?? { off: 0, fitted: 0 }]
      ofRows += (count - expected) ** 2 / expected
      clusters.set(cluster, { off: sum.off + count - expected, fitted: sum.fitted + expected })
    }
  }
  const ofClusters = [...clusters.values()].reduce((sum, one) => sum + one.off ** 2 / one.fitted, 0)
  const per = (sum: number, observations: number) => sum / Math.max(observations - parameters, 1)
  return Math.max(1, per(ofRows, rows), per(ofClusters, clusters.size - 1))
}

function devianceOf(groups: readonly CountRow[][], fitted: readonly number[][]): number {
  let sum = 0
  for (const [g, rows] of groups.entries())
    for (const [i, { count }] of rows.entries())
      sum += 2 * ((count > 0 ? count * Math.log(count / fitted[g]![i]!) : 0) - (count - fitted[g]![i]!))
  return Math.max(sum, 0)
}

/** `precision` is the inverse variance of each coefficient's prior. Returns null when the matrix is singular. */
export function fitPoisson(all: readonly CountRow[], precision: readonly number[]): PoissonFit | null {
  const groups = groupsOf(all)
  let coefficients = zeros(precision.length)
  let reached = fitness(groups, coefficients, precision)
  for (let step = 0; step < steps_max; step++) {
    const { gradient, information } = slopeOf(groups, coefficients, precision)
    const covariance = inverse(information)
    if (covariance === null) return null
    const move = times(covariance, gradient)
    const before = reached
    for (let halving = 0; halving < halvingsMax; halving++) {
      const next = coefficients.map((one, i) => one + move[i]! / 2 ** halving)
      const at = fitness(groups, next, precision)
      if (!(at >= before)) continue
      ;[coefficients, reached] = [next, at]
      break
    }
    if (reached - before < tolerance * Math.max(1, Math.abs(reached))) break
  }
  const slope = slopeOf(groups, coefficients, precision)
  const covariance = inverse(slope.information)
  if (covariance === null) return null
  const parameters = precision.reduce((sum, one, i) => sum + 1 - one * covariance[i]![i]!, 0)
  const dispersion = dispersionOf(groups, slope.fitted, parameters)
  const { scatter, clusters } = scatterOf(groups, slope, precision)
  return {
    coefficients,
    deviance: devianceOf(groups, slope.fitted),
    clusters,
    varianceOf(contrast) {
      const projected = times(covariance, contrast)
      return Math.max(dispersion * dot(contrast, projected), dot(projected, times(scatter, projected)))
    },
  }
}
