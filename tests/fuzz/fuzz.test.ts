import { expect, test } from 'bun:test'
import { sized } from '../support/long.ts'
import { fuzz, fuzzed } from './fuzz.ts'

/** Requests to each operation; `npm run fuzz` sends as many as asked. */
const requestsEach = sized(5, 36)
/** Further requests to each operation that has not succeeded yet, while too few have. */
const requestsToRest = 8
const roundsMax = sized(24, 0)
const seed = 20_261_121

test('no request, however malicious, gets a 5xx or a response that does not match the document', async () => {
  const first = await fuzz(seed, fuzzed.length * requestsEach)
  expect([first.sent, first.faults]).toEqual([fuzzed.length * requestsEach, []])
  // If the pipeline refused everything, the test would prove nothing: most operations must also have succeeded.
  const reachedMin = fuzzed.length * 0.7
  let { reached } = first
  for (let round = 1; round <= roundsMax && reached.size <= reachedMin; round++) {
    const rest = fuzzed.filter(({ id }) => !reached.has(id))
    const next = await fuzz(seed + round, rest.length * requestsToRest, rest)
    expect([next.sent, next.faults]).toEqual([rest.length * requestsToRest, []])
    reached = reached.union(next.reached)
  }
  expect(reached.size).toBeGreaterThan(reachedMin)
}, 600_000)
