import { expect, test } from 'bun:test'
import { fuzz, fuzzed } from './fuzz.ts'

test('no request, however hostile, is answered with a 5xx or with anything that the document does not say', async () => {
  const report = await fuzz(20_261_121, fuzzed.length * 120)
  expect(report.faults).toEqual([])
  expect(report.sent).toBe(fuzzed.length * 120)
  // A walk that is refused at the door everywhere would prove nothing: most operations must also have been reached.
  expect(report.reached.size).toBeGreaterThan(fuzzed.length * 0.7)
}, 120_000)
