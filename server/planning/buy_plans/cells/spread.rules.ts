/** Top-down spreading: a total divided over cells so that the parts add up to it to the cent. Pure. */
import type { PlanFigure } from '../../known_values.ts'
import type { Cell } from './cells.store.ts'

export const spreadBases = ['own', 'sales', 'equal'] as const
export type SpreadBasis = (typeof spreadBases)[number]

/**
 * Divides whole cents by weight with the largest-remainder method; ties go to the first. Weights below zero count as
 * zero, and where all are zero the parts are equal. A negative total is divided as its size is.
 */
export function divide(total: number, weights: readonly number[]): number[] {
  const sign = total < 0 ? -1 : 1
  const positive = weights.map((weight) => BigInt(Math.max(weight, 0)))
  const known = positive.some((weight) => weight > 0n) ? positive : weights.map(() => 1n)
  const whole = known.reduce((sum, weight) => sum + weight, 0n)
  const size = BigInt(Math.abs(total))
  const parts = known.map((weight) => (size * weight) / whole)
  const rest = Number(size - parts.reduce((sum, part) => sum + part, 0n))
  const largest = known
    .map((weight, at) => ({ at, remainder: (size * weight) % whole }))
    .toSorted((one, other) =>
      one.remainder === other.remainder ? one.at - other.at : one.remainder < other.remainder ? 1 : -1,
    )
    .slice(0, rest)
  for (const { at } of largest) parts[at]! += 1n
  return parts.map((part) => sign * Number(part) + 0)
}

/** New values of a figure in the given cells, in their order; they add up to the total. */
export function spread(
  cells: readonly Cell[],
  { figure, total_cents, by }: { figure: PlanFigure; total_cents: number; by: SpreadBasis },
): number[] {
  const weightOf = { own: figure, sales: 'sales', equal: null }[by] as PlanFigure | null
  return divide(
    total_cents,
    cells.map((cell) => (weightOf === null ? 1 : (cell[weightOf] ?? 0))),
  )
}
