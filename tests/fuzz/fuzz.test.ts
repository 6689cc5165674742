import { expect, test } from 'bun:test'
import { fuzz, fuzzed } from './fuzz.ts'

test('no request, however malicious, gets a 5xx or a response that does not match the document', async () => {
  const report = await fuzz(20_261_121, fuzzed.length * 60)
  expect(report.faults).toEqual([])
  expect(report.sent).toBe(fuzzed.length * 60)
  // If the door refused everything, the test would prove nothing: most operations must also have succeeded.
  expect(report.reached.size).toBeGreaterThan(fuzzed.length * 0.7)
}, 120_000)
