/**
 * Poisson regression with a level for each group of rows (computed in closed form, not fitted) and a normal prior with
 * mean zero on each coefficient. Solved by Newton's method. Counts of zero are used.
 *
 * Rows that share their `x` share what is computed of it: the expected count before the level of their group, and their
 * part of the slope. So a week costs once however many channels sold in it.
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

/** Rows as columns of numbers; groups, clusters and distinct `x` are numbered from zero. */
export interface Counts {
  /** Number of coefficients. */
  size: number
  /** Distinct `x`, in their order, and their values one after the other. */
  xs: readonly (readonly number[])[]
  x: Float64Array
  offsets: Float64Array
  /** Counts by distinct `x`. */
  counted: Float64Array
  /** By row: place of its `x`, its group, its cluster and its count. */
  places: Int32Array
  groups: Int32Array
  clusters: Int32Array
  counts: Float64Array
  /** Counts by group. */
  totals: Float64Array
  clusterCount: number
}

type Matrix = number[][]

const steps_max = 50
const halvingsMax = 30
/** Tolerance of the gain in log-likelihood that the last step promises; the remaining error is its square. */
const tolerance = 1e-12

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

/** Numbers what rows name, in the order in which it first occurs. */
function numbering<T>() {
  const indexOf = new Map<T, number>()
  const numberOf = (one: T): number => {
    const known = indexOf.get(one)
    if (known !== undefined) return known
    indexOf.set(one, indexOf.size)
    return indexOf.size - 1
  }
  return { found: indexOf, numberOf }
}

/** A group with only zero counts does not identify its level and is left out. Rows with one `x` have one offset. */
export function countsOf(all: readonly CountRow[], size: number): Counts {
  const sold = new Set(all.flatMap(({ group, count }) => (count > 0 ? [group] : [])))
  const rows = all.filter(({ group }) => sold.has(group))
  const [xs, groups, clusters] = [numbering<readonly number[]>(), numbering<number>(), numbering<number>()]
  const places = Int32Array.from(rows, ({ x }) => xs.numberOf(x))
  const offsets = new Float64Array(xs.found.size)
  const counted = new Float64Array(xs.found.size)
  const groupOf = Int32Array.from(rows, ({ group }) => groups.numberOf(group))
  const totals = new Float64Array(groups.found.size)
  for (const [row, { offset, count }] of rows.entries()) {
    offsets[places[row]!] = offset
    counted[places[row]!]! += count
    totals[groupOf[row]!]! += count
  }
  const x = new Float64Array(xs.found.size * size)
  for (const [values, place] of xs.found) x.set(values, place * size)
  return {
    size,
    xs: [...xs.found.keys()],
    x,
    offsets,
    counted,
    places,
    groups: groupOf,
    clusters: Int32Array.from(rows, ({ cluster }) => clusters.numberOf(cluster)),
    counts: Float64Array.from(rows, ({ count }) => count),
    totals,
    clusterCount: clusters.found.size,
  }
}

/** The same rows with another column. */
export function withColumn(all: Counts, column: number, valueOf: (x: readonly number[]) => number): Counts {
  const x = all.x.slice()
  for (const [place, values] of all.xs.entries()) x[place * all.size + column] = valueOf(values)
  return { ...all, x }
}

/** Expected values under the coefficients. */
interface State {
  coefficients: number[]
  /** By distinct `x`, before the level of a group. */
  expected: Float64Array
  /** Sums of `expected` by group. */
  sums: Float64Array
  /** The logarithm of the likelihood and the prior, up to a constant; not a number where it is out of range. */
  fitness: number
}

function stateAt(all: Counts, coefficients: number[], precision: readonly number[]): State {
  const { size, x, offsets, counted, places, groups, totals } = all
  const expected = new Float64Array(offsets.length)
  const sums = new Float64Array(totals.length)
  let fitness = 0
  for (let j = 0; j < size; j++) fitness -= (precision[j]! * coefficients[j]! ** 2) / 2
  for (let place = 0, at = 0; place < expected.length; place++, at += size) {
    let line = offsets[place]!
    for (let j = 0; j < size; j++) line += x[at + j]! * coefficients[j]!
    expected[place] = Math.exp(line)
    fitness += counted[place]! * line
  }
  for (let row = 0; row < places.length; row++) sums[groups[row]!]! += expected[places[row]!]!
  for (let g = 0; g < sums.length; g++)
    fitness += sums[g]! > 0 ? totals[g]! * Math.log(totals[g]! / sums[g]!) : Number.NaN
  return { coefficients, expected, sums, fitness }
}

interface Slope {
  gradient: number[]
  information: Matrix
  /** Mean of each column in each group, weighted by the fitted counts; one group after the other. */
  means: Float64Array
  /** By row: the total of its group, distributed in proportion to the expected counts. */
  fitted: Float64Array
}

/** Adds `weight` times the outer product of the values at `at`, below and on the diagonal. */
function addOuter(information: Float64Array, values: Float64Array, at: number, weight: number, size: number): void {
  for (let j = 0; j < size; j++) {
    const scaled = weight * values[at + j]!
    for (let k = 0; k <= j; k++) information[j * size + k]! += scaled * values[at + k]!
  }
}

function slopeOf(all: Counts, { coefficients, expected, sums }: State, precision: readonly number[]): Slope {
  const { size, x, counted, places, groups, totals } = all
  const weights = new Float64Array(expected.length)
  const means = new Float64Array(totals.length * size)
  const fitted = new Float64Array(places.length)
  for (let row = 0; row < places.length; row++) {
    const [place, g] = [places[row]!, groups[row]!]
    const share = expected[place]! / sums[g]!
    fitted[row] = totals[g]! * share
    weights[place]! += totals[g]! * share
    for (let j = 0, from = place * size, to = g * size; j < size; j++) means[to + j]! += share * x[from + j]!
  }
  const gradient = coefficients.map((one, j) => -precision[j]! * one)
  const lower = new Float64Array(size * size)
  for (let place = 0, at = 0; place < weights.length; place++, at += size) {
    const off = counted[place]! - weights[place]!
    for (let j = 0; j < size; j++) gradient[j]! += x[at + j]! * off
    addOuter(lower, x, at, weights[place]!, size)
  }
  for (let g = 0; g < totals.length; g++) addOuter(lower, means, g * size, -totals[g]!, size)
  const information = diagonal(precision).map((row, j) =>
    row.map((one, k) => one + lower[Math.max(j, k) * size + Math.min(j, k)]!),
  )
  return { gradient, information, means, fitted }
}

/** The middle of the cluster-robust sandwich estimator: outer products of the cluster scores, plus the prior. */
function scatterOf(all: Counts, { means, fitted }: Slope, precision: readonly number[]): Matrix {
  const { size, x, places, groups, clusters, counts, clusterCount } = all
  const scores = new Float64Array(clusterCount * size)
  for (let row = 0; row < places.length; row++) {
    const off = counts[row]! - fitted[row]!
    const [from, mean, to] = [places[row]! * size, groups[row]! * size, clusters[row]! * size]
    for (let j = 0; j < size; j++) scores[to + j]! += (x[from + j]! - means[mean + j]!) * off
  }
  const small = clusterCount / Math.max(clusterCount - 1, 1)
  const lower = new Float64Array(size * size)
  for (let cluster = 0; cluster < clusterCount; cluster++) addOuter(lower, scores, cluster * size, small, size)
  return diagonal(precision).map((row, j) => row.map((one, k) => one + lower[Math.max(j, k) * size + Math.min(j, k)]!))
}

/**
 * Pearson dispersion of rows or of clusters, whichever is larger, and at least 1: above 1 when counts vary more than
 * Poisson counts would or when the errors within a cluster are correlated.
 */
function dispersionOf({ counts, clusters, clusterCount, totals }: Counts, fitted: Float64Array, parameters: number) {
  const off = new Float64Array(clusterCount)
  const expected = new Float64Array(clusterCount)
  let ofRows = 0
  for (let row = 0; row < counts.length; row++) {
    const difference = counts[row]! - fitted[row]!
    ofRows += difference ** 2 / fitted[row]!
    off[clusters[row]!]! += difference
    expected[clusters[row]!]! += fitted[row]!
  }
  let ofClusters = 0
  for (let cluster = 0; cluster < clusterCount; cluster++) ofClusters += off[cluster]! ** 2 / expected[cluster]!
  const per = (sum: number, observations: number) => sum / Math.max(observations - parameters, 1)
  return Math.max(1, per(ofRows, counts.length - totals.length), per(ofClusters, clusterCount - 1))
}

function devianceOf({ counts }: Counts, fitted: Float64Array): number {
  let sum = 0
  for (let row = 0; row < counts.length; row++) {
    const count = counts[row]!
    sum += 2 * ((count > 0 ? count * Math.log(count / fitted[row]!) : 0) - (count - fitted[row]!))
  }
  return Math.max(sum, 0)
}

/** The coefficients after a step, halved until they fit no worse; null where no part of it does. */
function stepFrom(all: Counts, before: State, move: readonly number[], precision: readonly number[]): State | null {
  for (let halving = 0; halving < halvingsMax; halving++) {
    const next = before.coefficients.map((one, i) => one + move[i]! / 2 ** halving)
    const state = stateAt(all, next, precision)
    if (state.fitness >= before.fitness) return state
  }
  return null
}

/** `precision` is the inverse variance of each coefficient's prior. Returns null when the matrix is singular. */
export function fitCounts(
  all: Counts,
  precision: readonly number[],
  start: readonly number[] = zeros(precision.length),
): PoissonFit | null {
  let state = stateAt(all, [...start], precision)
  for (let step = 0; step < steps_max; step++) {
    const { gradient, information } = slopeOf(all, state, precision)
    const covariance = inverse(information)
    if (covariance === null) return null
    const move = times(covariance, gradient)
    if (dot(gradient, move) / 2 < tolerance * Math.max(1, Math.abs(state.fitness))) {
      state = stateAt(
        all,
        state.coefficients.map((one, i) => one + move[i]!),
        precision,
      )
      break
    }
    const next = stepFrom(all, state, move, precision)
    if (next === null) break
    state = next
  }
  const slope = slopeOf(all, state, precision)
  const covariance = inverse(slope.information)
  if (covariance === null) return null
  return {
    coefficients: state.coefficients,
    deviance: devianceOf(all, slope.fitted),
    clusters: all.clusterCount,
    varianceOf(contrast) {
      const projected = times(covariance, contrast)
      const parameters = precision.reduce((sum, one, i) => sum + 1 - one * covariance[i]![i]!, 0)
      const scatter = scatterOf(all, slope, precision)
      const dispersion = dispersionOf(all, slope.fitted, parameters)
      return Math.max(dispersion * dot(contrast, projected), dot(projected, times(scatter, projected)))
    },
  }
}

/** The fit of rows. */
export const fitPoisson = (rows: readonly CountRow[], precision: readonly number[]): PoissonFit | null =>
  fitCounts(countsOf(rows, precision.length), precision)
