/** One way through a statement's code: which branch of every condition is taken, and what is bound to parameters. */
import type ts from 'typescript'

/** An expression with the parameters where it stands, or a value that is known already. */
export interface Bound {
  node: ts.Expression | undefined
  value?: unknown
  scope: Scope
  /** For a destructured parameter: which of its properties. */
  property?: string
}

export interface Scope {
  /** Tells one call of a function from another. */
  id: string
  names: Map<ts.Symbol, Bound>
}

export const outermost: Scope = { id: '', names: new Map() }

/** Why a statement cannot be resolved. */
export class Unresolved extends Error {}

/** A combination of branches that never happens, e.g. a part that was not passed. */
export class Infeasible extends Error {}

export class Run {
  /** The choices met on the way, with their number of branches. */
  readonly met = new Map<string, number>()
  /** One for each `$n`: what the driver says of its type. */
  readonly parameters: ('boolean' | 'unknown')[] = []

  readonly #chosen: ReadonlyMap<string, number>

  constructor(chosen: ReadonlyMap<string, number>) {
    this.#chosen = chosen
  }

  choose(key: string, branches: number): number {
    if (branches < 2) return 0
    this.met.set(key, branches)
    return this.#chosen.get(key) ?? 0
  }
}

const runsMax = 200

/** Runs until each branch of each choice was taken at least once; conditions of the same text go the same way. */
export function everyBranch<T>(run: (run: Run) => T): T[] {
  const waiting: Map<string, number>[] = [new Map()]
  const seen = new Set<string>()
  const results: T[] = []
  for (let count = 0; waiting.length > 0; count++) {
    if (count > runsMax) throw new Unresolved(`it has more than ${runsMax} forms`)
    const chosen = waiting.shift()!
    const current = new Run(chosen)
    try {
      results.push(run(current))
    } catch (error) {
      if (!(error instanceof Infeasible)) throw error
    }
    for (const [key, branches] of current.met)
      for (let branch = 1; branch < branches; branch++) {
        if (seen.has(`${key} ${branch}`)) continue
        seen.add(`${key} ${branch}`)
        waiting.push(new Map([...chosen, [key, branch]]))
      }
  }
  if (results.length === 0) throw new Unresolved('a part of it is never passed')
  return results
}
