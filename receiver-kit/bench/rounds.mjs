/** Rounds of several contenders, interleaved in one process: the ratios of their medians hold on a busy machine. */
export const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]

/** Microseconds a call, one figure a round, for each contender. */
export async function takeRounds(contenders, { rounds, calls_a_round }) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, verify] of Object.entries(contenders)) {
      const began = performance.now()
      for (let call = 0; call < calls_a_round; call++) await verify()
      times[name].push(((performance.now() - began) / calls_a_round) * 1000)
    }
  }
  return times
}
