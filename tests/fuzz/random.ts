/** Random choices, reproducible by a seed. */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  next: () => number
  below: (bound: number) => number
  chance: (probability: number) => boolean
  pick: <T>(from: readonly T[]) => T
}

/** Mulberry32: small, fast, and the same on every machine. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return { next, below, chance: (probability) => next() < probability, pick: (from) => from[below(from.length)]! }
}
