import { expect, test } from 'bun:test'
import { sized } from '../support/long.ts'
import { fuzz, fuzzed } from './fuzz.ts'

/** Requests to each operation, and to each that has not succeeded by then; `npm run fuzz` sends as many as asked. */
const requestsEach = sized(12, 36)
const requestsToRest = sized(24, 0)
const seed = 20_261_121

test('no request, however malicious, gets a 5xx or a response that does not match the document', async () => {
  const first = await fuzz(seed, fuzzed.length * requestsEach)
  const rest = fuzzed.filter(({ id }) => !first.reached.has(id))
  const second = await fuzz(seed + 1, rest.length * requestsToRest, rest)
  expect([...first.faults, ...second.faults]).toEqual([])
  expect([first.sent, second.sent]).toEqual([fuzzed.length * requestsEach, rest.length * requestsToRest])
  // If the door refused everything, the test would prove nothing: most operations must also have succeeded.
  expect(first.reached.size + second.reached.size).toBeGreaterThan(fuzzed.length * 0.7)
}, 300_000)
