import { expect, test } from 'bun:test'
import { sized } from '../support/long.ts'
import { fuzz, fuzzed } from './fuzz.ts'

/** Requests to each operation; `npm run fuzz` sends as many as asked. */
const requestsEach = sized(12, 36)

test('no request, however malicious, gets a 5xx or a response that does not match the document', async () => {
  const report = await fuzz(20_261_121, fuzzed.length * requestsEach)
  expect(report.faults).toEqual([])
  expect(report.sent).toBe(fuzzed.length * requestsEach)
  // If the door refused everything, the test would prove nothing: most operations must also have succeeded.
  expect(report.reached.size).toBeGreaterThan(fuzzed.length * 0.7)
}, 300_000)
