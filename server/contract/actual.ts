/** Whole cents that are known, or the reason why they are not; sums of them. Pure. */

export type Actual = { cents: number; reason: null } | { cents: null; reason: string }

export const known = (cents: number): Actual => ({ cents, reason: null })
export const unknown = (reason: string): Actual => ({ cents: null, reason })

/** The sum of figures with their signs; the first unknown one makes it unknown. */
export function add(...parts: readonly [sign: 1 | -1, Actual][]): Actual {
  let sum = 0
  for (const [sign, { cents, reason }] of parts) {
    if (cents === null) return unknown(reason)
    sum += sign * cents
  }
  return known(sum + 0)
}

export const sumActuals = (figures: readonly Actual[]): Actual =>
  add(...figures.map((figure): [1, Actual] => [1, figure]))
